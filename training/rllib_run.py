"""One run of RLlib's PPO: loop, checkpoints, evaluation, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from matches import NotFinite, fixed_settings, match_episode, results, yardsticks
from numpy.typing import NDArray
from rllib_module import from_arrays, to_arrays
from settings import as_dict
from snapshots import policy_agent
from support import (
    Progress,
    Stopwatch,
    commands,
    how_to_play,
    plot_curve,
    save_state,
    session_seed,
    versions,
)
from torch.utils.tensorboard import SummaryWriter
from waiting import waiting

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import save_checkpoint

FIXED = ("ruleset", "options", "hidden", "activation", "policies")
Arrays = dict[str, np.ndarray[Any, Any]]


class SeatsAgent(cc.Agent):
    """Plays each seat by an agent of its own."""

    def __init__(self, rules: cc.Rules, spec: str, agents: Sequence[cc.Agent]) -> None:
        super().__init__(rules, spec)
        self.agents = agents

    def _policy_batch(self, views: Any, masks: Any) -> NDArray[np.float64]:
        result = np.zeros(masks.shape)
        for seat, agent in enumerate(self.agents):
            rows = np.flatnonzero(views["seat"] == seat)
            if len(rows):
                result[rows] = agent.policy_batch(views[rows], masks[rows])
        return result


class RllibRun:
    """One run: its algorithm, its folder and its learning curve."""

    def __init__(self, args: Any, algorithm: Any, names: Sequence[str], folder: Path) -> None:
        self.args, self.algorithm, self.names, self.folder = args, algorithm, names, folder
        self.rules = cc.rules(args.ruleset, **args.options)
        self.clock, self.progress = Stopwatch(), Progress()
        self.log = SummaryWriter(str(folder / "tensorboard"))
        self.curve: list[dict[str, float]] = []
        self.evaluations: list[dict[str, Any]] = []
        self.steps = self.checkpoint_at = self.saved_at = self.steps_before = 0

    @property
    def done(self) -> float:
        """Share of the run that is done, 0 to 1."""
        steps, seconds = self.args.total_steps, 60.0 * self.args.minutes
        by_steps = self.steps / steps if steps else 0.0
        by_time = self.clock.seconds / seconds if seconds else 0.0
        return min(1.0, float(max(by_steps, by_time)))

    @property
    def network(self) -> dict[str, Any]:
        """The network as checkpoints describe it."""
        hidden = list(self.args.hidden)
        shape = {"type": "mlp", "hidden": hidden, "activation": self.args.activation}
        return shape | {"value": "separate", "value_hidden": hidden}

    def policies(self) -> dict[str, Arrays]:
        """Every policy's tensors, by its name."""
        weights = self.algorithm.learner_group.get_weights()
        return {name: to_arrays(weights[name]) for name in self.names}

    def loop(self) -> None:
        """Train until steps or minutes are used up; checkpoint at the end too."""
        self.checkpoint_at = self.checkpoint_at or self.args.checkpoint_every
        while self.done < 1.0:
            self.iterate()
            if self.steps >= self.checkpoint_at:
                self.checkpoint()
        if self.saved_at < self.steps or not self.steps:
            self.checkpoint()

    def iterate(self) -> None:
        """One iteration: play, learn, write down how it went."""
        before, began = self.steps, self.clock.seconds
        told = self.algorithm.train()
        self.steps = self.steps_before + int(told["num_env_steps_sampled_lifetime"])
        learners = [told["learners"][name] for name in self.names if name in told["learners"]]
        said = {
            name: float(np.mean([learner[name] for learner in learners]))
            for name in ("total_loss", "entropy", "vf_loss")
        }
        self.check_finite(said["total_loss"])
        seconds = self.clock.seconds
        point = {"steps": self.steps, "seconds": round(seconds, 3)}
        point |= {"rate": round((self.steps - before) / max(seconds - began, 1e-9), 1)}
        point |= {name: round(value, 6) for name, value in said.items()}
        self.curve.append(point)
        for name, value in point.items():
            self.log.add_scalar(f"run/{name}", value, self.steps)
        self.progress.show(self.done, seconds, self.line())

    def line(self) -> str:
        """Where the run stands, in words."""
        point = self.curve[-1] if self.curve else {"rate": 0.0, "entropy": 0.0}
        last = {entry["opponent"]: entry["win_rate"] for entry in self.evaluations[-3:]}
        words = [f"{name} {rate:.3f}" for name, rate in last.items()]
        words += [f"entropy {point['entropy']:.3f}", f"{self.steps:,} steps"]
        return ", ".join([*words, f"{point['rate']:,.0f} decisions/s"])

    def check_finite(self, loss: float) -> None:
        """Raise NotFinite if the last update spoiled a policy."""
        finite = all(np.isfinite(a).all() for p in self.policies().values() for a in p.values())
        if not (finite and np.isfinite(loss)):
            raise NotFinite(
                f"the loss is not finite after {self.steps:,} steps: stopped. The checkpoint of "
                f"{self.saved_at:,} steps stays in {self.folder}; go on from it with a smaller "
                f"--learning-rate: --resume {self.folder}"
            )

    def checkpoint(self) -> None:
        """Evaluate, write the run's state, then the policies."""
        matches = self.evaluate(self.args.eval_games) if self.args.eval_games else []
        self.checkpoint_at = self.steps + self.args.checkpoint_every
        self.save()
        self.export(matches)
        if self.curve:
            self.progress.bar.console.print(self.line(), highlight=False, soft_wrap=True)

    def agent(self) -> cc.Agent:
        """The policies as one agent."""
        agents = [
            policy_agent(self.rules, self.network, self.steps, arrays)
            for arrays in self.policies().values()
        ]
        return agents[0] if len(agents) == 1 else SeatsAgent(self.rules, agents[0].spec, agents)

    def evaluate(self, games: int) -> list[dict[str, Any]]:
        """Play the policies on duplicate deals; add the results to the learning curve."""
        agent, seed = self.agent(), session_seed(self.args.seed + 1, self.steps)
        episode, matches = match_episode(self.rules, self.args.episode), []
        for name in yardsticks(self.rules):
            match = cc.play_match(self.rules, agent, name, games=games, seed=seed, episode=episode)
            matches.append(match.as_dict())
            low, high = match.win_rate_interval
            entry = {"steps": self.steps, "opponent": name, "games": match.games}
            self.evaluations.append(entry | {"win_rate": match.win_rate, "low": low, "high": high})
            self.log.add_scalar(f"win_rate/{name}", match.win_rate, self.steps)
        return matches

    def save(self) -> None:
        """Write what a resumed run needs."""
        values = {"fixed": fixed_settings(self.args, FIXED), "seconds": self.clock.seconds}
        for name in ("steps", "checkpoint_at", "curve", "evaluations"):
            values[name] = getattr(self, name)
        tensors = {
            f"{policy}.{name}": torch.from_numpy(array)
            for policy, arrays in self.policies().items()
            for name, array in arrays.items()
        }
        save_state(self.folder, tensors, values)
        self.saved_at = self.steps

    def resume(self, tensors: Mapping[str, torch.Tensor], values: Mapping[str, Any]) -> None:
        """Put back what :meth:`save` wrote; Adam's moments begin anew."""
        arrays: dict[str, Arrays] = {name: {} for name in self.names}
        for whole, tensor in tensors.items():
            policy, _, name = whole.partition(".")
            arrays[policy][name] = tensor.numpy()
        weights = {policy: from_arrays(own) for policy, own in arrays.items()}
        self.algorithm.learner_group.set_weights(weights)
        self.algorithm.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.algorithm.learner_group, inference_only=True
        )
        for name in ("steps", "checkpoint_at", "curve", "evaluations"):
            setattr(self, name, values[name])
        self.saved_at = self.steps_before = self.steps
        self.checkpoint_at = min(self.checkpoint_at, self.steps + self.args.checkpoint_every)
        self.clock.restart(values["seconds"])

    def exported(self, name: str) -> Path:
        """Folder of a policy's checkpoint."""
        folder = self.folder / "checkpoint"
        return folder if len(self.names) == 1 else folder / name

    def export(self, matches: Sequence[Mapping[str, Any]]) -> None:
        """Write every policy in the project's checkpoint format."""
        training = {
            "algorithm": "PPO (RLlib), all seats learning",
            "command": commands(self.folder),
            "steps": self.steps,
            "seconds": round(self.clock.seconds, 1),
            "seed": self.args.seed,
            "versions": versions("cinqcents_env", "torch", "ray", "gymnasium"),
            "config": as_dict(self.args),
        }
        for name, arrays in self.policies().items():
            save_checkpoint(
                self.exported(name),
                arrays,
                rules=self.rules,
                network=self.network,
                training=training | ({} if len(self.names) == 1 else {"policy": name}),
                evaluation={"matches": list(matches)},
            )

    def report(self) -> None:
        """The final matches: printed, drawn, and written into the checkpoints."""
        args, seconds = self.args, self.clock.seconds
        with waiting("the final matches"):
            matches = self.evaluate(args.match_games)
        self.clock.restart(seconds)  # the matches are not training
        self.save()
        self.export(matches)
        minutes = seconds / 60
        title = f"RLlib PPO, {args.ruleset}: {self.steps:,} decisions in {minutes:.1f} minutes"
        path = self.folder / "learning_curve.png"
        words = ("entropy", "entropy of the policy")
        plot_curve(path, title, self.curve, self.evaluations, words)
        folder = self.exported(self.names[0])
        print(f"\n{title}\n{results(matches)}")
        print(f"checkpoint {folder}, curve {path}")
        print(how_to_play(args.ruleset, folder))
