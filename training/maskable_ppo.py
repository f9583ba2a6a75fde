"""Train a policy with MaskablePPO (sb3-contrib) against fixed agents and past snapshots.

    python training/maskable_ppo.py --config configs/maskable_ppo/classic.yaml --out runs/classic

Whatever a run needs to go on is one file, replaced atomically at every checkpoint:
``--resume runs/classic`` loses at most the steps since the last one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

# Snapshots play small batches: threads of the linear algebra library only slow them down.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

from waiting import GETTING_READY, waiting

import cinqcents_env as cc

try:
    with waiting("loading PyTorch"):
        import torch
        from masked_policy import MaskedPolicy
        from matches import NotFinite, check_resumed, fixed_settings, match_episode, yardsticks
        from sb3_contrib import MaskablePPO
        from settings import OPTIONS, SettingsError, check_device, check_signs, read_settings
        from snapshots import fixed_agents
        from stable_baselines3.common.logger import configure
        from support import load_state, open_run, session_seed
        from training_run import TrainingRun
except ModuleNotFoundError as missing:
    sys.exit(f"maskable_ppo: {missing.name} is missing: pip install 'cinqcents_env[train]'")


@dataclass
class Arguments:
    """Train a policy with MaskablePPO."""

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
    opponents: tuple[str, ...]
    """Agent specs; ``self`` stands for the pool of past snapshots."""
    opponent_weights: tuple[float, ...]
    """How often each opponent is met; none: equally often."""
    snapshot_every: int
    """Decisions between two snapshots for the pool."""
    pool_size: int
    """Snapshots kept; the oldest goes first."""
    teacher: str | None
    """Agent spec: a new run first learns to answer as this agent does; null: it does not."""
    teacher_steps: int
    """Decisions of the teacher that are learnt from."""
    seat: Literal["random"] | int
    """The learner's seat."""
    num_envs: int
    """Games played side by side."""
    total_steps: int
    """Learner's decisions after which to stop; 0: no limit."""
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
    """Torch device."""
    threads: int
    """Torch threads."""
    n_steps: int
    """Decisions per game and iteration."""
    batch_size: int
    """Decisions per minibatch."""
    n_epochs: int
    """Passes over the decisions of an iteration."""
    gamma: float
    """Discount."""
    gae_lambda: float
    """Lambda of the generalised advantage estimate."""
    ent_coef: float
    """Weight of the entropy bonus at the start of the run."""
    final_ent_coef: float | None
    """Weight of the entropy bonus at its end, approached evenly; null: it stays."""
    vf_coef: float
    """Weight of the value loss."""
    max_grad_norm: float
    """Norm to which gradients are clipped."""
    learning_rate: float
    """Step size of Adam."""
    linear_decay: bool
    """Let the step size fall to zero over the run."""
    clip_range: float
    """Clipping of the probability ratio."""
    hidden: tuple[int, ...]
    """Units of the hidden layers, the policy's and the value's."""
    activation: Literal["tanh", "relu"]
    """Activation of the hidden layers."""


POSITIVE = (
    "snapshot_every pool_size num_envs checkpoint_every match_games threads n_steps batch_size "
    "n_epochs gamma gae_lambda learning_rate clip_range max_grad_norm"
).split()
NOT_NEGATIVE = (
    "total_steps minutes teacher_steps eval_games seed ent_coef final_ent_coef vf_coef"
).split()
AT_MOST_ONE = ("gamma", "gae_lambda")


def check(args: Arguments) -> None:
    """Raise SettingsError, one line, for values that cannot be used."""
    check_signs(args, POSITIVE, NOT_NEGATIVE, AT_MOST_ONE)
    if not args.total_steps and not args.minutes:
        raise SettingsError("total_steps and minutes are both 0; set one, or the run never ends")
    if args.num_envs * args.n_steps % args.batch_size:
        raise SettingsError(
            f"batch_size={args.batch_size} must divide num_envs * n_steps = "
            f"{args.num_envs * args.n_steps}"
        )
    if not args.hidden or min(args.hidden) <= 0:
        raise SettingsError(f"hidden={list(args.hidden)} must be at least one size above 0")
    check_device(args.device)


def prepare(args: Arguments, resume: Path | None) -> TrainingRun:
    """Environments, model and state of a run, new or resumed.

    Raises:
        SettingsError, RulesError, AgentError: one line that says what is wrong.
    """
    check(args)
    rules = cc.rules(args.ruleset, **args.options)
    if args.seat not in ("random", *range(rules.players)):
        raise SettingsError(f"seat={args.seat} must be random or 0 to {rules.players - 1}")
    fixed = fixed_agents(args.opponents, args.opponent_weights, rules)
    if args.teacher is not None:
        cc.make_agent(args.teacher, rules)
    state = load_state(resume) if resume else None
    if state:
        check_resumed(state[1]["fixed"], fixed_settings(args), Path(args.out))
    seed = session_seed(args.seed, state[1]["steps"] if state else 0)
    env = cc.make_sb3(
        rules,
        args.num_envs,
        "random",
        args.seat,
        episode=args.episode,
        reward=args.reward,
        start_scores=args.start_scores,
        skip_forced=True,
        seed=seed,
    )
    episode = match_episode(rules, args.episode)
    for name in yardsticks(rules):  # compiled before the clock runs
        cc.play_match(rules, "random", name, games=2, episode=episode)
    training = TrainingRun(args, open_run(args, resume), fixed)
    training.init_callback(build_model(args, env, training, seed))
    if state:
        training.resume(*state)
    return training


def build_model(args: Arguments, env: Any, training: TrainingRun, seed: int) -> MaskablePPO:
    """The learner, with its TensorBoard log."""
    torch.set_num_threads(args.threads)
    activation = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}[args.activation]
    model = MaskablePPO(
        MaskedPolicy,
        env,
        learning_rate=training.learning_rate,
        n_steps=args.n_steps,
        batch_size=args.batch_size,
        n_epochs=args.n_epochs,
        gamma=args.gamma,
        gae_lambda=args.gae_lambda,
        clip_range=args.clip_range,
        ent_coef=args.ent_coef,
        vf_coef=args.vf_coef,
        max_grad_norm=args.max_grad_norm,
        policy_kwargs={"net_arch": list(args.hidden), "activation_fn": activation},
        seed=seed,
        device=args.device,
    )
    model.set_logger(configure(str(training.folder / "tensorboard"), ["tensorboard"]))
    return model


def train(training: TrainingRun) -> int:
    """Train to the end, checkpoint, play the final matches. Returns the exit status."""
    try:
        with training.progress:
            if training.done < 1.0:
                training.model.learn(2**62, callback=training, reset_num_timesteps=False)
            training.check_finite()
        training.save()
        training.report()
    except NotFinite as stop:
        print(f"maskable_ppo: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume {training.folder}", file=sys.stderr)
        return 130
    finally:
        training.logger.close()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0, 1 (training failed) or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        settings = read_settings(Arguments, "maskable_ppo", words)
        with waiting(GETTING_READY):
            training = prepare(*settings)
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"maskable_ppo: {error}", file=sys.stderr)
        return 2
    return train(training)


if __name__ == "__main__":
    sys.exit(main())
