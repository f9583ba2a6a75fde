"""Train a policy with PPO by self-play: every seat of many games learns at once.

    python training/selfplay_ppo.py --config configs/selfplay_ppo/classic.yaml --out runs/classic

Whatever a run needs to go on is one file, replaced atomically at every checkpoint:
``--resume runs/classic`` goes on exactly where it stood.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy's products here are small

from waiting import GETTING_READY, waiting

import cinqcents_env as cc

try:
    with waiting("loading PyTorch"):
        from learner import Learner
        from matches import NotFinite, check_resumed, match_episode
        from selfplay_run import SelfPlayRun, fixed_values
        from settings import OPTIONS, SettingsError, check_device, check_signs, read_settings
        from snapshots import fixed_agents
        from support import load_state, open_run, session_seed
except ModuleNotFoundError as missing:
    sys.exit(f"selfplay_ppo: {missing.name} is missing: pip install 'cinqcents_env[train]'")


@dataclass
class Arguments:
    """Train a policy with PPO by self-play."""

    ruleset: str
    """Rule set to play."""
    options: Annotated[dict[str, Any], OPTIONS]
    """Rule options that differ from the rule set's own."""
    episode: Literal["game", "deal"]
    """What an episode is: a game to the target, or one deal."""
    reward: Literal["win", "points"]
    """Reward: the game's outcome, or the points as they are marked."""
    start_scores: Literal["random"] | tuple[int, ...] | None
    """Points that the sides start with."""
    pool_share: float
    """Share of the episodes in which one side is played by an opponent."""
    opponents: tuple[str, ...]
    """Agent specs of such opponents; ``self`` stands for the pool of past selves."""
    opponent_weights: tuple[float, ...]
    """How often each opponent is met; none: equally often."""
    snapshot_every: int
    """Decisions between two past selves for the pool."""
    pool_size: int
    """Past selves kept; the one beaten most often goes first."""
    teacher: str | None
    """Agent spec: a new run first learns to answer as this agent does; null: it does not."""
    teacher_steps: int
    """Decisions of the teacher that are learnt from."""
    num_envs: int
    """Games played side by side."""
    total_steps: int
    """Decisions after which to stop; 0: no limit."""
    minutes: float
    """Minutes after which to stop, over all sessions; 0: no limit."""
    checkpoint_every: int
    """Decisions between two checkpoints."""
    anchors: tuple[str, ...]
    """Agent specs that the policy is measured against; the last decides which is best."""
    eval_games: int
    """Games of each evaluation match at a checkpoint; 0: none."""
    match_games: int
    """Games of each match at the end."""
    seed: int
    """Seed of the run."""
    out: str
    """Folder of the run."""
    overwrite: bool
    """Replace a run that lies in the folder."""
    device: str
    """Torch device."""
    threads: int
    """Torch threads, and threads that step the games."""
    n_steps: int
    """Decisions per game and iteration."""
    batch_size: int
    """Decisions per minibatch, about."""
    n_epochs: int
    """Passes over the decisions of an iteration."""
    gamma: float
    """Discount from one own decision to the next."""
    gae_lambda: float
    """Lambda of the generalised advantage estimate."""
    ent_coef: float
    """Weight of the entropy bonus at the start of the run."""
    final_ent_coef: float | None
    """Weight of the entropy bonus at its end, approached evenly; null: it stays."""
    magnet_coef: float
    """Weight of the pull towards the moving average of the policy; 0: none."""
    magnet_rate: float
    """Share of the way that the moving average goes to the policy in each iteration."""
    vf_coef: float
    """Weight of the value loss, in units of the variance of the returns."""
    max_grad_norm: float
    """Norm to which gradients are clipped."""
    learning_rate: float
    """Step size of Adam."""
    linear_decay: bool
    """Let the step size fall to zero over the run."""
    clip_range: float
    """Clipping of the probability ratio."""
    critic: Literal["shared", "separate", "full"]
    """Value over the policy's last layer, over layers of its own, or these with all cards seen."""
    network: Literal["mlp", "suits"]
    """Layers with free weights, or with weights tied across the suits."""
    hidden: tuple[int, ...]
    """Units of the hidden layers."""
    activation: Literal["tanh", "relu"]
    """Activation of the hidden layers."""


POSITIVE = (
    "snapshot_every pool_size num_envs checkpoint_every match_games threads n_steps batch_size "
    "n_epochs gamma gae_lambda learning_rate clip_range max_grad_norm magnet_rate"
).split()
NOT_NEGATIVE = (
    "total_steps minutes teacher_steps eval_games seed ent_coef final_ent_coef vf_coef "
    "magnet_coef pool_share"
).split()
AT_MOST_ONE = "gamma gae_lambda magnet_rate pool_share".split()


def check(args: Arguments) -> None:
    """Raise SettingsError, one line, for values that cannot be used."""
    check_signs(args, POSITIVE, NOT_NEGATIVE, AT_MOST_ONE)
    if not args.total_steps and not args.minutes:
        raise SettingsError("total_steps and minutes are both 0; set one, or the run never ends")
    if not args.hidden or min(args.hidden) <= 0:
        raise SettingsError(f"hidden={list(args.hidden)} must be at least one size above 0")
    check_device(args.device)


def prepare(
    args: Arguments,
    resume: Path | None,
    kind: type[SelfPlayRun] = SelfPlayRun,
    alone: bool = False,
) -> SelfPlayRun:
    """Games, network and state of a run, new or resumed.

    Args:
        args: its settings.
        resume: folder of the run to go on with, or None.
        kind: class of the run.
        alone: see :class:`learner.Learner`.

    Raises:
        SettingsError, RulesError, AgentError: one line that says what is wrong.
    """
    check(args)
    rules = cc.rules(args.ruleset, **args.options)
    fixed = fixed_agents(args.opponents, args.opponent_weights, rules)
    for spec in (*args.anchors, *([args.teacher] if args.teacher else [])):
        cc.make_agent(spec, rules)
    state = load_state(resume) if resume else None
    if state:
        check_resumed(state[1]["fixed"], fixed_values(args, rules), Path(args.out))
    seed = session_seed(args.seed, state[1]["steps"] if state else 0)
    learner = Learner(args, rules, fixed, seed, alone)
    run = kind(args, learner, open_run(args, resume))
    episode = match_episode(rules, args.episode)
    for name in run.anchors:  # compiled before the clock runs
        cc.play_match(rules, "random", name, games=2, episode=episode)
    if state:
        run.resume(*state)
    return run


def train(run: SelfPlayRun) -> int:
    """Train to the end, checkpoint, play the final matches. Returns the exit status."""
    try:
        with run.progress:
            run.loop()
        run.report()
    except NotFinite as stop:
        print(f"{run.script}: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume {run.folder}", file=sys.stderr)
        return 130
    finally:
        run.log.close()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0, 1 (training failed) or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        settings = read_settings(Arguments, "selfplay_ppo", words)
        with waiting(GETTING_READY):
            run = prepare(*settings)
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"selfplay_ppo: {error}", file=sys.stderr)
        return 2
    return train(run)


if __name__ == "__main__":
    sys.exit(main())
