"""Train a policy with MaskablePPO (sb3-contrib) against fixed agents and past snapshots.

    python training/maskable_ppo.py --config configs/maskable_ppo/classic.yaml --out runs/classic

Whatever a run needs to go on is one file, replaced atomically at every checkpoint:
``--resume runs/classic`` loses at most the steps since the last one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from masked_policy import MaskedPolicy, model_tensors, policy_arrays, restore_model
from settings import OPTIONS, SettingsError, as_dict, read_settings
from snapshots import SnapshotPool, fixed_agents, opponent_list
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from support import (
    EpisodeMeter,
    Progress,
    Stopwatch,
    command,
    line,
    load_state,
    open_run,
    plot_curve,
    save_state,
    session_seed,
    versions,
)

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import save_checkpoint

YARDSTICKS = ("random", "greedy")
"""What the policy is measured against."""



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
    """Weight of the entropy bonus."""
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


class NotFinite(RuntimeError):
    """A loss or a parameter became infinite or NaN."""


def network_of(args: Arguments) -> dict[str, Any]:
    """The network as checkpoints describe it."""
    hidden = list(args.hidden)
    return {
        "type": "mlp",
        "hidden": hidden,
        "activation": args.activation,
        "value": "separate",
        "value_hidden": hidden,
    }


class Training(BaseCallback):
    """One run: its pool, its checkpoints and its learning curve, called back by ``learn``."""

    def __init__(self, args: Arguments, folder: Path, fixed: dict[str, Any]) -> None:
        super().__init__()
        self.args, self.folder, self.fixed = args, folder, fixed
        self.rules = cc.rules(args.ruleset, **args.options)
        self.pool = SnapshotPool(self.rules, network_of(args), args.pool_size)
        self.clock = Stopwatch()
        self.meter = EpisodeMeter(args.num_envs)
        self.progress = Progress()
        self.curve: list[dict[str, float]] = []
        self.evaluations: list[dict[str, Any]] = []
        self.snapshot_at = self.checkpoint_at = self.saved_at = 0
        self.measured = (0, 0.0)

    @property
    def done(self) -> float:
        """Share of the run that is done, 0 to 1."""
        steps, seconds = self.args.total_steps, 60.0 * self.args.minutes
        by_steps = self.num_timesteps / steps if steps else 0.0
        by_time = self.clock.seconds / seconds if seconds else 0.0
        return min(1.0, max(by_steps, by_time))

    def learning_rate(self, _: float) -> float:
        """Adam's step size now."""
        return self.args.learning_rate * (1.0 - self.done if self.args.linear_decay else 1.0)

    def _on_training_start(self) -> None:
        self.clock.restart(self.clock.before)
        self.measured = (self.num_timesteps, self.clock.seconds)

    def _on_rollout_start(self) -> None:
        self.check_finite()
        if self.num_timesteps >= self.snapshot_at:
            self.take_snapshot()
        if self.num_timesteps >= self.checkpoint_at:
            self.checkpoint()

    def _on_step(self) -> bool:
        self.meter.update(self.locals["rewards"], self.locals["dones"])
        return self.done < 1.0

    def _on_rollout_end(self) -> None:
        steps, seconds = self.num_timesteps, self.clock.seconds
        rate = (steps - self.measured[0]) / max(seconds - self.measured[1], 1e-9)
        self.measured = (steps, seconds)
        point = {"steps": steps, "seconds": round(seconds, 3), "rate": round(rate, 1)}
        point |= {"win_rate": self.meter.win_rate, "reward": self.meter.reward}
        self.curve.append(point)
        for name in ("rate", "win_rate", "reward"):
            self.logger.record(f"run/{name}", point[name])
        self.progress.show(self.done, seconds, point)

    def check_finite(self) -> None:
        """Raise NotFinite if the last update spoiled the policy."""
        loss = self.logger.name_to_value.get("train/loss", 0.0)
        finite = all(bool(torch.isfinite(p).all()) for p in self.model.policy.parameters())
        if not (finite and np.isfinite(loss)):
            raise NotFinite(
                f"the loss is not finite after {self.num_timesteps:,} steps: stopped. The "
                f"checkpoint of {self.saved_at:,} steps stays in {self.folder}; go on from it "
                f"with a smaller --learning-rate: --resume {self.folder}"
            )

    def take_snapshot(self) -> None:
        """Add the policy to the pool, and hand the pool to the environments."""
        self.pool.add(self.num_timesteps, policy_arrays(self.model.policy))
        self.snapshot_at = self.num_timesteps + self.args.snapshot_every
        self.seat_opponents()

    def seat_opponents(self) -> None:
        """Let the environments draw from the fixed opponents and the pool."""
        specs, weights = self.args.opponents, self.args.opponent_weights
        self.training_env.set_opponents(opponent_list(specs, weights, self.fixed, self.pool))

    def checkpoint(self) -> None:
        """Evaluate, write the run's state, then the policy as a checkpoint."""
        if self.num_timesteps and self.args.eval_games:
            self.evaluate(self.args.eval_games)
        self.checkpoint_at = self.num_timesteps + self.args.checkpoint_every
        self.save()
        self.export([])
        if self.curve:
            self.progress.bar.console.print(line(self.curve[-1]), highlight=False)

    def save(self) -> None:
        """Write everything that a resumed run needs."""
        values = {
            "steps": self.num_timesteps,
            "updates": self.model._n_updates,
            "seconds": self.clock.seconds,
            "seed": self.args.seed,
            "fixed": fixed_settings(self.args),
            "pool": self.pool.steps,
            "snapshot_at": self.snapshot_at,
            "checkpoint_at": self.checkpoint_at,
            "curve": self.curve,
            "evaluations": self.evaluations,
        }
        save_state(self.folder, model_tensors(self.model) | self.pool.tensors(), values)
        self.saved_at = self.num_timesteps

    def resume(self, tensors: dict[str, torch.Tensor], values: dict[str, Any]) -> None:
        """Put back what :meth:`save` wrote."""
        restore_model(self.model, tensors)
        self.model.num_timesteps = self.num_timesteps = self.saved_at = values["steps"]
        self.model._n_updates = values["updates"]
        self.clock.restart(values["seconds"])
        self.pool.restore(values["pool"][-self.args.pool_size :], tensors)
        self.snapshot_at, self.checkpoint_at = values["snapshot_at"], values["checkpoint_at"]
        self.curve, self.evaluations = values["curve"], values["evaluations"]
        self.seat_opponents()

    def evaluate(self, games: int) -> list[dict[str, Any]]:
        """Play the policy on duplicate deals; add the results to the learning curve."""
        agent = self.pool.agent(self.num_timesteps, policy_arrays(self.model.policy))
        seed = session_seed(self.args.seed + 1, self.num_timesteps)
        matches = [
            cc.play_match(self.rules, agent, name, games=games, seed=seed).as_dict()
            for name in YARDSTICKS
        ]
        for match in matches:
            low, high = match["win_rate_interval"]
            point = {"steps": self.num_timesteps, "opponent": match["b"], "games": match["games"]}
            self.evaluations.append(
                point | {"win_rate": match["win_rate"], "low": low, "high": high}
            )
            self.logger.record(f"evaluation/{match['b']}", match["win_rate"])
        return matches

    def export(self, matches: list[dict[str, Any]]) -> None:
        """Write the policy in the project's checkpoint format."""
        training = {
            "algorithm": "MaskablePPO (sb3-contrib)",
            "command": command(),
            "steps": self.num_timesteps,
            "seconds": round(self.clock.seconds, 1),
            "seed": self.args.seed,
            "versions": versions("cinqcents_env", "torch", "stable_baselines3", "sb3_contrib"),
            "config": as_dict(self.args),
        }
        save_checkpoint(
            self.folder / "checkpoint",
            policy_arrays(self.model.policy),
            rules=self.rules,
            network=network_of(self.args),
            training=training,
            evaluation={"matches": matches},
        )


def fixed_settings(args: Arguments) -> dict[str, Any]:
    """What a resumed run may not change."""
    names = ("ruleset", "options", "hidden", "activation")
    return {name: value for name, value in as_dict(args).items() if name in names}


POSITIVE = (
    "snapshot_every pool_size num_envs checkpoint_every match_games threads n_steps batch_size "
    "n_epochs gamma gae_lambda learning_rate clip_range max_grad_norm"
).split()
NOT_NEGATIVE = "total_steps minutes eval_games seed ent_coef vf_coef".split()


def check(args: Arguments) -> None:
    """Raise SettingsError, one line, for values that cannot be used."""
    for name in POSITIVE:
        if getattr(args, name) <= 0:
            raise SettingsError(f"{name}={getattr(args, name)} must be greater than 0")
    for name in NOT_NEGATIVE:
        if getattr(args, name) < 0:
            raise SettingsError(f"{name}={getattr(args, name)} must not be negative")
    for name in ("gamma", "gae_lambda"):
        if getattr(args, name) > 1:
            raise SettingsError(f"{name}={getattr(args, name)} must be at most 1")
    if not args.total_steps and not args.minutes:
        raise SettingsError("total_steps and minutes are both 0; set one, or the run never ends")
    if args.num_envs * args.n_steps % args.batch_size:
        raise SettingsError(
            f"batch_size={args.batch_size} must divide num_envs * n_steps = "
            f"{args.num_envs * args.n_steps}"
        )
    if not args.hidden or min(args.hidden) <= 0:
        raise SettingsError(f"hidden={list(args.hidden)} must be at least one size above 0")
    try:
        torch.zeros(1, device=args.device)
    except (RuntimeError, AssertionError):
        raise SettingsError(f"device={args.device!r} cannot be used here; cpu always can") from None


def prepare(args: Arguments, resume: Path | None) -> Training:
    """Environments, model and state of a run, new or resumed.

    Raises:
        SettingsError, RulesError, AgentError: one line that says what is wrong.
    """
    check(args)
    rules = cc.rules(args.ruleset, **args.options)
    if args.seat not in ("random", *range(rules.players)):
        raise SettingsError(f"seat={args.seat} must be random or 0 to {rules.players - 1}")
    fixed = fixed_agents(args.opponents, args.opponent_weights, rules)
    state = load_state(resume) if resume else None
    if state and state[1]["fixed"] != fixed_settings(args):
        was, now = state[1]["fixed"], fixed_settings(args)
        changed = [f"{name} is {was[name]}, not {now[name]}" for name in was if was[name] != now[name]]
        raise SettingsError(f"{resume}: a run keeps its {' and its '.join(changed)}")
    seed = session_seed(args.seed, state[1]["steps"] if state else 0)
    env = cc.make_sb3(
        rules, args.num_envs, "random", args.seat, episode=args.episode, reward=args.reward,
        start_scores=args.start_scores, skip_forced=True, seed=seed,
    )
    training = Training(args, open_run(args, resume), fixed)
    training.init_callback(build_model(args, env, training, seed))
    if state:
        training.resume(*state)
    return training


def build_model(args: Arguments, env: Any, training: Training, seed: int) -> MaskablePPO:
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


def train(training: Training) -> int:
    """Train to the end, checkpoint, play the final matches. Returns the exit status."""
    model = training.model
    try:
        with training.progress:
            if training.done < 1.0:
                model.learn(2**62, callback=training, reset_num_timesteps=False)
            training.check_finite()
    except NotFinite as stop:
        print(f"maskable_ppo: {stop}", file=sys.stderr)
        return 1
    training.save()
    report(training)
    return 0


def report(training: Training) -> None:
    """The final matches: printed, drawn, and written into the checkpoint."""
    args, folder = training.args, training.folder
    matches = training.evaluate(args.match_games)
    training.save()
    training.export(matches)
    steps, seconds = training.num_timesteps, training.clock.seconds
    title = f"MaskablePPO, {args.ruleset}: {steps:,} decisions in {seconds / 60:.1f} minutes"
    plot_curve(folder / "learning_curve.png", title, training.curve, training.evaluations)
    print(f"\n{title}\nwin rate on duplicate deals, 95 % confidence interval:")
    for match in matches:
        low, high = match["win_rate_interval"]
        print(
            f"  against {match['b']:<8} {match['win_rate']:.3f}  [{low:.3f}, {high:.3f}]  "
            f"({match['games']} games)"
        )
    print(f"checkpoint {folder / 'checkpoint'}, curve {folder / 'learning_curve.png'}")
    print(f"to play it: cinqcents play {args.ruleset} --against checkpoint:{folder}/checkpoint")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the script; exit status 0, 1 (training failed) or 2 (bad settings)."""
    try:
        words = sys.argv[1:] if argv is None else argv
        training = prepare(*read_settings(Arguments, "maskable_ppo", words))
    except (SettingsError, cc.RulesError, cc.AgentError) as error:
        print(f"maskable_ppo: {error}", file=sys.stderr)
        return 2
    return train(training)


if __name__ == "__main__":
    sys.exit(main())
