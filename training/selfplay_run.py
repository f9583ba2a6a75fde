"""One run of the self-play learner: loop, checkpoints, evaluation, best policy, report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from actor_critic import exported_spec, network_arrays
from learner import GAMES, Learner
from matches import NotFinite, count_contracts, fixed_settings, match_episode, results, yardsticks
from schedule import entropy_weight, share_done, step_size
from settings import as_dict
from snapshots import SELF, policy_agent
from support import (
    Progress,
    Stopwatch,
    how_to_play,
    plot_curve,
    provenance,
    save_state,
    session_seed,
)
from torch.utils.tensorboard import SummaryWriter
from waiting import waiting

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import observation_fingerprint, save_checkpoint
from cinqcents_env.evaluation import ContractFigures
from cinqcents_env.rulebook import Rules

ALGORITHM = "PPO by self-play, all seats learning"

FIXED = ("ruleset", "options", "hidden", "activation", "critic", "network")
Arrays = dict[str, np.ndarray[Any, Any]]


def fixed_values(args: Any, rules: Rules) -> dict[str, Any]:
    """What a resumed run may not change, the layout of the observation included."""
    return fixed_settings(args, FIXED) | {"observation layout": observation_fingerprint(rules)}


class SelfPlayRun:
    """One run: its learner, its folder, its learning curve and its best policy so far."""

    script = "selfplay_ppo"
    title = "Self-play PPO"

    def __init__(self, args: Any, learner: Learner, folder: Path) -> None:
        self.args, self.learner, self.folder = args, learner, folder
        self.rules = cc.rules(args.ruleset, **args.options)
        self.anchors = args.anchors or yardsticks(self.rules)
        self.clock, self.progress = Stopwatch(), Progress()
        self.log = SummaryWriter(str(folder / "tensorboard"))
        self.curve: list[dict[str, float]] = []
        self.evaluations: list[dict[str, Any]] = []
        self.steps = self.snapshot_at = self.checkpoint_at = self.saved_at = 0
        self.best: dict[str, Any] = {}
        self.best_arrays: Arrays = {}

    @property
    def done(self) -> float:
        """Share of the run that is done, 0 to 1."""
        return share_done(self.args, self.steps, self.clock.seconds)

    def loop(self) -> None:
        """Train until steps or minutes are used up; checkpoint at the start and the end."""
        if self.args.teacher and not self.steps:
            seed = session_seed(self.args.seed + 2, 0)
            teacher = cc.make_agent(self.args.teacher, self.rules)
            self.learner.imitate(teacher, seed, self.progress.learning_from)
        while self.done < 1.0:
            if SELF in self.args.opponents and self.steps >= self.snapshot_at:
                self.learner.opponents.add(self.learner.network)
                self.snapshot_at = self.steps + self.args.snapshot_every
            if self.steps >= self.checkpoint_at:
                self.checkpoint()
            self.iterate()
        if self.saved_at < self.steps or not self.steps:
            self.checkpoint()

    def iterate(self) -> None:
        """One iteration: play, learn, write down how it went."""
        args, done, began = self.args, self.done, self.clock.seconds
        rows = self.learner.rollout()
        said = self.learner.update(rows, entropy_weight(args, done), step_size(args, done))
        self.check_finite(said["loss"])
        number = len(rows["actions"])
        self.steps += number
        seconds = self.clock.seconds
        point = {"steps": self.steps, "seconds": round(seconds, 3)}
        point |= {"rate": round(number / max(seconds - began, 1e-9), 1)}
        point |= {name: round(value, 6) for name, value in said.items()}
        self.curve.append(point)
        for name, value in point.items():
            self.log.add_scalar(f"run/{name}", value, self.steps)
        self.progress.show(self.done, seconds, self.line())

    def line(self) -> str:
        """Where the run stands, in words."""
        point = self.curve[-1] if self.curve else {"rate": 0.0, "entropy": 0.0}
        last = {entry["opponent"]: entry for entry in self.evaluations[-len(self.anchors) :]}
        words = [f"{name} {e['win_rate']:.3f} ({e['margin']:+.1f})" for name, e in last.items()]
        words += [f"entropy {point['entropy']:.3f}", f"{self.steps:,} steps"]
        return ", ".join([*words, f"{point['rate']:,.0f} decisions/s"])

    def check_finite(self, loss: float) -> None:
        """Raise NotFinite if the last update spoiled the policy."""
        if not (self.learner.finite() and np.isfinite(loss)):
            raise NotFinite(
                f"the loss is not finite after {self.steps:,} steps: stopped. The checkpoint "
                f"of {self.saved_at:,} steps stays in {self.folder}; go on from it with a "
                f"smaller --learning-rate: --resume {self.folder}"
            )

    def checkpoint(self) -> None:
        """Evaluate, keep the best, write the run's state, then the policies."""
        arrays = network_arrays(self.learner.network)
        matches = []
        if self.args.eval_games:
            matches = self.play(arrays, self.args.eval_games, session_seed(self.args.seed, 1))
            self.note(matches)
        self.compare(arrays, matches)
        self.checkpoint_at = self.steps + self.args.checkpoint_every
        self.save()
        self.export("checkpoint", arrays, {"steps": self.steps, "matches": matches})
        if self.best["steps"] == self.steps:
            self.export("best", arrays, self.best)
        if self.curve:
            self.progress.bar.console.print(self.line(), highlight=False, soft_wrap=True)

    def compare(self, arrays: Arrays, matches: list[dict[str, Any]]) -> None:
        """Keep the policy if it is the best so far; where none has been measured, the latest is."""
        score, before = self.score(matches) if matches else None, self.best.get("score")
        if before is None or (score is not None and score > before):
            self.best = {"steps": self.steps, "seconds": self.clock.seconds, "matches": matches}
            self.best |= {} if score is None else {"score": score}
            self.best_arrays = arrays

    def score(self, matches: list[dict[str, Any]]) -> float:
        """What the best policy is chosen by: wins of games, points of single deals."""
        name = "win_rate" if matches[-1]["episode"] == "game" else "margin"
        return float(matches[-1][name])

    def measured(self) -> list[Any]:
        """What scores depend on besides the policy."""
        games = self.args.eval_games, match_episode(self.rules, self.args.episode)
        return [*self.anchors, *games]

    def play(self, arrays: Arrays, games: int, seed: int) -> list[dict[str, Any]]:
        """Matches of a policy against each anchor on duplicate deals."""
        agent = self.agent(self.steps, arrays)
        episode = match_episode(self.rules, self.args.episode)
        return [
            cc.play_match(
                self.rules, agent, name, games=games, seed=seed, episode=episode
            ).as_dict()
            for name in self.anchors
        ]

    def agent(self, steps: int, arrays: Arrays) -> cc.Agent:
        """A policy as an agent."""
        return policy_agent(self.rules, exported_spec(self.learner.network), steps, arrays)

    def note(self, matches: list[dict[str, Any]]) -> None:
        """Add matches to the learning curve and the log."""
        for match in matches:
            low, high = match["win_rate_interval"]
            entry = {"steps": self.steps, "opponent": match["b"], "games": match["games"]}
            entry |= {name: match[name] for name in ("win_rate", "margin")}
            self.evaluations.append(entry | {"low": low, "high": high})
            self.log.add_scalar(f"win_rate/{match['b']}", match["win_rate"], self.steps)
            self.log.add_scalar(f"margin/{match['b']}", match["margin"], self.steps)

    def save(self) -> None:
        """Write everything that a resumed run needs."""
        values = {
            "fixed": fixed_values(self.args, self.rules),
            "games": {name: as_dict(self.args)[name] for name in GAMES},
            "learner": self.learner.values(),
            "seconds": self.clock.seconds,
            "best": self.best,
            "measured": self.measured(),
        }
        for name in ("steps", "snapshot_at", "checkpoint_at", "curve", "evaluations"):
            values[name] = getattr(self, name)
        best = {f"best.{name}": torch.from_numpy(a) for name, a in self.best_arrays.items()}
        save_state(self.folder, self.learner.tensors() | best, values)
        self.saved_at = self.steps

    def resume(self, tensors: Mapping[str, torch.Tensor], values: Mapping[str, Any]) -> None:
        """Put back what :meth:`save` wrote; the best policy's folder too, should it be lost."""
        same = values["games"] == {name: as_dict(self.args)[name] for name in GAMES}
        self.learner.restore(tensors, values["learner"], same)
        for name in ("steps", "snapshot_at", "checkpoint_at", "curve", "evaluations", "best"):
            setattr(self, name, values[name])
        self.saved_at, every = self.steps, self.args
        self.snapshot_at = min(self.snapshot_at, self.steps + every.snapshot_every)
        self.checkpoint_at = min(self.checkpoint_at, self.steps + every.checkpoint_every)
        self.best_arrays = {
            name[len("best.") :]: t.numpy() for name, t in tensors.items() if name[:5] == "best."
        }
        self.export("best", self.best_arrays, self.best)
        if values["measured"] != self.measured():
            self.best.pop("score", None)  # it cannot be compared with what is measured now
        self.clock.restart(values["seconds"])

    def export(self, name: str, arrays: Arrays, what: Mapping[str, Any]) -> None:
        """Write a policy in the project's checkpoint format."""
        took = what.get("seconds", self.clock.seconds)
        evaluation = {key: what[key] for key in ("matches", "contracts") if what.get(key)}
        save_checkpoint(
            self.folder / name,
            arrays,
            rules=self.rules,
            network=exported_spec(self.learner.network),
            training=provenance(self.args, self.folder, ALGORITHM, what["steps"], took),
            evaluation=evaluation,
        )

    def report(self) -> None:
        """The final matches of the best policy, on deals that did not choose it."""
        seed = session_seed(self.args.seed, 2)
        with waiting("the final matches"):
            matches = self.play(self.best_arrays, self.args.match_games, seed)
        self.tell(matches)
        words = ("entropy", "entropy of the policy")
        title, path = self.heading(), self.folder / "learning_curve.png"
        with waiting("the checkpoint and the learning curve"):
            found = {"matches": matches, "contracts": [f.as_dict() for f in self.contracts()]}
            self.export("best", self.best_arrays, self.best | found)
            plot_curve(path, title, self.curve, self.evaluations, words)
        print(f"best policy {self.folder / 'best'}, curve {path}")
        print(how_to_play(self.args.ruleset, self.folder / "best"))

    def heading(self) -> str:
        """What was done, in words."""
        minutes = self.clock.seconds / 60
        return (
            f"{self.title}, {self.args.ruleset}: {self.steps:,} decisions in {minutes:.1f} minutes"
        )

    def tell(self, matches: Sequence[Mapping[str, Any]]) -> None:
        """Print the results."""
        print(f"\n{self.heading()}\nbest at {self.best['steps']:,} steps; {results(matches)}")

    def contracts(self) -> list[ContractFigures]:
        """Contracts of the best policy against each anchor, and of greedy against itself."""
        agent = self.agent(self.best["steps"], self.best_arrays)
        return count_contracts(self.rules, agent, self.anchors, session_seed(self.args.seed, 3))
