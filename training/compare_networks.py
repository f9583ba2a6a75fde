"""Compare networks at equal decisions: imitation of a teacher, then self-play.

    python training/compare_networks.py --ruleset us3 --total-steps 500000 --teacher-steps 1000000

Settings are those of ``selfplay_ppo.py``. For each kind of network one line after the
imitation, half-way and at the end: processor seconds, and a match against greedy on
duplicate deals.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import get_args, get_type_hints

from actor_critic import exported_spec, network_arrays
from learner import Learner
from matches import match_episode
from schedule import entropy_weight, step_size
from selfplay_ppo import Arguments, check
from settings import SettingsError, read_settings
from snapshots import policy_agent

import cinqcents_env as cc


def compare(args: Arguments) -> None:
    """Train each kind of network on its own; print what becomes of it."""
    rules = cc.rules(args.ruleset, **args.options)
    print("network  decisions  seconds  win rate  points  95 % interval")
    for kind in get_args(get_type_hints(Arguments)["network"]):
        args.network = kind
        learner = Learner(args, rules, {}, seed=args.seed)
        began = time.process_time()
        if args.teacher:
            learner.imitate(cc.make_agent(args.teacher, rules), seed=args.seed + 3)
        tell(learner, 0, time.process_time() - began)
        steps, half = 0, args.total_steps / 2
        while steps < args.total_steps:
            done, before = steps / args.total_steps, steps
            rows = learner.rollout()
            learner.update(rows, entropy_weight(args, done), step_size(args, done))
            steps += len(rows["actions"])
            if before < half <= steps or steps >= args.total_steps:
                tell(learner, steps, time.process_time() - began)


def tell(learner: Learner, steps: int, seconds: float) -> None:
    """Play the policy against greedy and print a line."""
    args, rules = learner.args, cc.rules(learner.args.ruleset, **learner.args.options)
    arrays = network_arrays(learner.network)
    agent = policy_agent(rules, exported_spec(learner.network), steps, arrays)
    episode = match_episode(rules, args.episode)
    match = cc.play_match(
        rules, agent, "greedy", games=args.match_games, seed=args.seed + 5, episode=episode
    )
    low, high = match.margin_interval
    print(
        f"{args.network:<8} {steps:9d} {seconds:8.0f} {match.win_rate:9.3f} "
        f"{match.margin:+7.1f}  [{low:+.1f}, {high:+.1f}]",
        flush=True,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0 or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        args, _ = read_settings(Arguments, "selfplay_ppo", words)
        check(args)
        if not args.total_steps:
            raise SettingsError("total_steps=0: networks are compared at equal decisions")
        cc.rules(args.ruleset, **args.options)
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"compare_networks: {error}", file=sys.stderr)
        return 2
    compare(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
