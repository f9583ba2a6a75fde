"""Train with RLlib: PPO in which all seats learn, on one machine or on a Ray cluster.

    python training/rllib_ppo.py --config configs/rllib_ppo/classic.yaml --out runs/classic-rllib
    python training/rllib_ppo.py --address HOST:6379 --num-env-runners 30 --minutes 60

``pip install 'cinqcents_env[rllib]'`` brings what it needs, in an environment of its own, since
RLlib asks for an older Gymnasium.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import cinqcents_env as cc
from cinqcents_env.evaluation.ray_workers import LOCAL, ClusterError, check_address, probe

# Ray is quiet, and tells nobody that it runs; what fails is told by the script itself.
for name, value in {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
}.items():
    os.environ.setdefault(name, value)

try:
    from waiting import waiting

    with waiting("loading Ray and PyTorch"):
        import ray
        import torch
        from matches import NotFinite, check_resumed, fixed_settings, match_episode, yardsticks
        from rllib_module import algorithm_config, policy_names
        from rllib_run import FIXED, RllibRun
        from settings import OPTIONS, SettingsError, check_device, check_signs, read_settings
        from support import load_state, open_run, session_seed
except ModuleNotFoundError as missing:
    sys.exit(f"rllib_ppo: {missing.name} is missing: pip install 'cinqcents_env[rllib]'")

logging.getLogger("ray.rllib").setLevel(logging.ERROR)


@dataclass
class Arguments:
    """Train with RLlib's PPO; all seats learn."""

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
    policies: Literal["shared", "seats"]
    """One policy for all seats, or one for each."""
    address: str | None
    """Ray cluster: HOST:PORT, ray://HOST:PORT or auto; null: one started for this run."""
    num_env_runners: int
    """Processes that play; 0: the learner's own."""
    num_envs: int
    """Games that each of them plays side by side."""
    total_steps: int
    """Decisions of all seats after which to stop; 0: no limit."""
    minutes: float
    """Minutes after which to stop, over all sessions; 0: no limit."""
    checkpoint_every: int
    """Decisions between two checkpoints."""
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
    """Torch device of the learner."""
    threads: int
    """Torch threads of the learner."""
    train_batch_size: int
    """Decisions of an iteration."""
    batch_size: int
    """Decisions per minibatch."""
    n_epochs: int
    """Passes over the decisions of an iteration."""
    gamma: float
    """Discount."""
    gae_lambda: float
    """Lambda of the generalised advantage estimate."""
    ent_coef: float
    """Weight of the entropy bonus."""
    vf_coef: float
    """Weight of the value loss."""
    max_grad_norm: float
    """Norm to which gradients are clipped."""
    learning_rate: float
    """Step size of Adam."""
    clip_range: float
    """Clipping of the probability ratio."""
    hidden: tuple[int, ...]
    """Units of the hidden layers, the policy's and the value's."""
    activation: Literal["tanh", "relu"]
    """Activation of the hidden layers."""


POSITIVE = (
    "num_envs checkpoint_every match_games threads train_batch_size batch_size n_epochs gamma "
    "gae_lambda learning_rate clip_range max_grad_norm"
).split()
NOT_NEGATIVE = "num_env_runners total_steps minutes eval_games seed ent_coef vf_coef".split()
AT_MOST_ONE = ("gamma", "gae_lambda")


def check(args: Arguments) -> None:
    """Raise SettingsError, one line, for values that cannot be used."""
    check_signs(args, POSITIVE, NOT_NEGATIVE, AT_MOST_ONE)
    if not args.total_steps and not args.minutes:
        raise SettingsError("total_steps and minutes are both 0; set one, or the run never ends")
    if args.batch_size > args.train_batch_size:
        raise SettingsError(
            f"batch_size={args.batch_size} must be at most train_batch_size={args.train_batch_size}"
        )
    if not args.hidden or min(args.hidden) <= 0:
        raise SettingsError(f"hidden={list(args.hidden)} must be at least one size above 0")
    check_device(args.device)


def connect(args: Arguments) -> None:
    """Join the cluster, or start Ray on this machine.

    Raises:
        SettingsError: no cluster is there.
    """
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if args.address in (None, LOCAL):
        cores = args.num_env_runners + 1
        ray.init(address="local", num_cpus=cores, include_dashboard=False, **quiet)
        return
    try:
        check_address(args.address)
        probe(args.address)
        ray.init(address=args.address, **quiet)
    except (ClusterError, ConnectionError, ValueError) as error:
        reason = " ".join(str(error).split())[:300]
        raise SettingsError(f"address={args.address!r}: {reason}") from None


def prepare(args: Arguments, resume: Path | None) -> RllibRun:
    """Cluster, algorithm and state of a run, new or resumed.

    Raises:
        SettingsError, RulesError, AgentError: one line that says what is wrong.
    """
    check(args)
    rules = cc.rules(args.ruleset, **args.options)
    cc.make(rules, episode=args.episode, reward=args.reward, start_scores=args.start_scores)
    state = load_state(resume) if resume else None
    if state:
        check_resumed(state[1]["fixed"], fixed_settings(args, FIXED), Path(args.out))
    connect(args)
    folder = open_run(args, resume)
    episode = match_episode(rules, args.episode)
    for name in yardsticks(rules):  # compiled before the clock runs
        cc.play_match(rules, "random", name, games=2, episode=episode)
    torch.set_num_threads(args.threads)
    names = policy_names(args, rules.players)
    seed = session_seed(args.seed, state[1]["steps"] if state else 0)
    algorithm = algorithm_config(args, names, seed % 2**31).build_algo()
    run = RllibRun(args, algorithm, names, folder)
    if state:
        run.resume(*state)
    return run


def train(run: RllibRun) -> int:
    """Train to the end, checkpoint, play the final matches. Returns the exit status."""
    try:
        with run.progress:
            run.clock.restart(run.clock.before)
            run.loop()
        run.report()
    except NotFinite as stop:
        print(f"rllib_ppo: {stop}", file=sys.stderr)
        return 1
    except (ray.exceptions.RayError, OSError) as stop:
        reason = " ".join(str(stop).split())[:300]
        print(f"rllib_ppo: {reason}; go on with --resume {run.folder}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume {run.folder}", file=sys.stderr)
        return 130
    finally:
        run.log.close()
        run.algorithm.stop()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0, 1 (training failed) or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        return train(prepare(*read_settings(Arguments, "rllib_ppo", words)))
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"rllib_ppo: {error}", file=sys.stderr)
        return 2
    finally:
        ray.shutdown()


if __name__ == "__main__":
    sys.exit(main())
