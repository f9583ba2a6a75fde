"""One run of a learner of stable-baselines3: pool, checkpoints, learning curve, report.

The run is the callback of ``learn``. Whatever it needs to go on is one file, replaced
atomically at every checkpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from imitation import imitate
from masked_policy import MaskedPolicy, model_tensors, policy_arrays, restore_model
from matches import NotFinite, count_contracts, fixed_settings, match_episode, results, yardsticks
from schedule import entropy_weight, share_done, step_size
from snapshots import SnapshotPool, opponent_list
from stable_baselines3.common.callbacks import BaseCallback
from support import (
    EpisodeMeter,
    Progress,
    Stopwatch,
    how_to_play,
    line,
    plot_curve,
    provenance,
    save_state,
    session_seed,
)
from waiting import waiting

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import save_checkpoint
from cinqcents_env.evaluation import ContractFigures

ALGORITHM = "MaskablePPO (sb3-contrib)"
PACKAGES = ("stable_baselines3", "sb3_contrib")


def network_of(args: Any) -> dict[str, Any]:
    """The network as checkpoints describe it."""
    hidden = list(args.hidden)
    return {
        "type": "mlp",
        "hidden": hidden,
        "activation": args.activation,
        "value": "separate",
        "value_hidden": hidden,
    }


class TrainingRun(BaseCallback):
    """One run: its pool, its checkpoints and its learning curve, called back by ``learn``."""

    def __init__(self, args: Any, folder: Path, fixed: dict[str, Any]) -> None:
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
        self.imitated = 0.0

    @property
    def done(self) -> float:
        """Share of the run that is done, 0 to 1."""
        return share_done(self.args, self.num_timesteps, self.clock.seconds)

    @property
    def policy(self) -> MaskedPolicy:
        """The policy in training."""
        return cast(MaskedPolicy, self.model.policy)

    def learning_rate(self, _: float) -> float:
        """Adam's step size now."""
        return step_size(self.args, self.done)

    def _on_training_start(self) -> None:
        self.clock.restart(self.clock.before)
        if self.args.teacher is not None and not self.num_timesteps:
            teacher = cc.make_agent(self.args.teacher, self.rules)
            seed = session_seed(self.args.seed + 2, 0)
            told = self.progress.learning_from
            self.imitated = imitate(self.policy, teacher, self.args, seed, told)
        self.measured = (self.num_timesteps, self.clock.seconds)

    def _on_rollout_start(self) -> None:
        self.check_finite()
        self.model.ent_coef = entropy_weight(self.args, self.done)
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
        self.progress.show(self.done, seconds, line(point))

    def check_finite(self) -> None:
        """Raise NotFinite if the last update spoiled the policy."""
        loss = self.logger.name_to_value.get("train/loss", 0.0)
        finite = all(bool(torch.isfinite(p).all()) for p in self.policy.parameters())
        if not (finite and np.isfinite(loss)):
            raise NotFinite(
                f"the loss is not finite after {self.num_timesteps:,} steps: stopped. The "
                f"checkpoint of {self.saved_at:,} steps stays in {self.folder}; go on from it "
                f"with a smaller --learning-rate: --resume {self.folder}"
            )

    def take_snapshot(self) -> None:
        """Add the policy to the pool, and hand the pool to the environments."""
        self.pool.add(self.num_timesteps, policy_arrays(self.policy))
        self.snapshot_at = self.num_timesteps + self.args.snapshot_every
        self.seat_opponents()

    def seat_opponents(self) -> None:
        """Let the environments draw from the fixed opponents and the pool."""
        specs, weights = self.args.opponents, self.args.opponent_weights
        opponents = opponent_list(specs, weights, self.fixed, self.pool)
        self.training_env.env_method("set_opponents", opponents)

    def checkpoint(self) -> None:
        """Evaluate, write the run's state, then the policy as a checkpoint."""
        games = self.args.eval_games if self.num_timesteps else 0
        matches = self.evaluate(games) if games else []
        self.checkpoint_at = self.num_timesteps + self.args.checkpoint_every
        self.save()
        self.export(matches)
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
        every, steps = self.args, values["steps"]
        self.snapshot_at = min(values["snapshot_at"], steps + every.snapshot_every)
        self.checkpoint_at = min(values["checkpoint_at"], steps + every.checkpoint_every)
        self.curve, self.evaluations = values["curve"], values["evaluations"]
        self.seat_opponents()

    def evaluate(self, games: int) -> list[dict[str, Any]]:
        """Play the policy on duplicate deals; add the results to the learning curve."""
        agent = self.pool.agent(self.num_timesteps, policy_arrays(self.policy))
        seed = session_seed(self.args.seed + 1, self.num_timesteps)
        episode = match_episode(self.rules, self.args.episode)
        matches = [
            cc.play_match(
                self.rules, agent, name, games=games, seed=seed, episode=episode
            ).as_dict()
            for name in yardsticks(self.rules)
        ]
        for match in matches:
            low, high = match["win_rate_interval"]
            point = {"steps": self.num_timesteps, "opponent": match["b"], "games": match["games"]}
            self.evaluations.append(
                point | {"win_rate": match["win_rate"], "low": low, "high": high}
            )
            self.logger.record(f"evaluation/{match['b']}", match["win_rate"])
        return matches

    def contracts(self) -> list[ContractFigures]:
        """Contracts of the policy against each yardstick, and of greedy play against itself."""
        agent = self.pool.agent(self.num_timesteps, policy_arrays(self.policy))
        seed = session_seed(self.args.seed + 1, self.num_timesteps)
        return count_contracts(self.rules, agent, yardsticks(self.rules), seed)

    def export(
        self, matches: list[dict[str, Any]], contracts: Sequence[ContractFigures] = ()
    ) -> None:
        """Write the policy in the project's checkpoint format."""
        steps, seconds = self.num_timesteps, self.clock.seconds
        save_checkpoint(
            self.folder / "checkpoint",
            policy_arrays(self.policy),
            rules=self.rules,
            network=network_of(self.args),
            training=provenance(self.args, self.folder, ALGORITHM, steps, seconds, *PACKAGES),
            evaluation={"matches": matches}
            | ({"contracts": [figures.as_dict() for figures in contracts]} if contracts else {}),
        )

    def report(self) -> None:
        """The final matches: printed, drawn, and written into the checkpoint."""
        args, folder = self.args, self.folder
        steps, seconds = self.num_timesteps, self.clock.seconds
        with waiting("the final matches"):
            matches = self.evaluate(args.match_games)
        title = f"MaskablePPO, {args.ruleset}: {steps:,} decisions in {seconds / 60:.1f} minutes"
        print(f"\n{title}\n{results(matches)}")
        with waiting("the checkpoint and the learning curve"):
            contracts = self.contracts()
            self.clock.restart(seconds)  # the matches are not training
            self.logger.dump(self.num_timesteps)
            self.save()
            self.export(matches, contracts)
            plot_curve(folder / "learning_curve.png", title, self.curve, self.evaluations)
        print(f"checkpoint {folder / 'checkpoint'}, curve {folder / 'learning_curve.png'}")
        print(how_to_play(args.ruleset, folder / "checkpoint"))
