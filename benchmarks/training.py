"""Frames a second of MaskablePPO: the usual one-environment pattern, and ``make_sb3``.

    python benchmarks/training.py            print the table
    python benchmarks/training.py --write    also renew docs/performance

The usual pattern is the one that PettingZoo's tutorials show: an AEC environment
made to look like a Gymnasium one, its masks fetched by a wrapper, every decision of
every seat a frame. ``make_sb3`` plays the other seats inside, so a frame is a
decision of the learner. Same rule set, same network, one fresh process for each
measurement, repetitions interleaved.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import report
from common import ROOT, child_environment, machine, median_and_spread

NET = [64, 64]
PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")


@dataclass(frozen=True)
class Setting:
    """How a run is set up: environments, and what differs from MaskablePPO's defaults."""

    envs: int
    native: bool
    ppo: tuple[tuple[str, Any], ...] = ()
    fast_policy: bool = False


LARGE = (("n_steps", 32), ("batch_size", 1024), ("n_epochs", 3))
SETTINGS = {
    "tutorial pattern, DummyVecEnv of 1": Setting(1, native=False),
    "tutorial pattern, DummyVecEnv of 8": Setting(8, native=False, ppo=(("n_steps", 256),)),
    "make_sb3, 256 games, default minibatches": Setting(256, True, (("n_steps", 32),)),
    "make_sb3, 256 games, minibatches of 1024": Setting(256, True, LARGE),
    "the same with training/masked_policy.py": Setting(256, True, LARGE, fast_policy=True),
}
BASE = "tutorial pattern, DummyVecEnv of 1"


def tutorial_env(ruleset: str) -> Any:
    """An AEC environment as a Gymnasium one whose masks a wrapper fetches."""
    import gymnasium
    from pettingzoo.utils import BaseWrapper
    from sb3_contrib.common.wrappers import ActionMasker
    from stable_baselines3.common.monitor import Monitor

    import cinqcents_env as cc

    class OneAgentAtATime(BaseWrapper, gymnasium.Env):  # type: ignore[misc]
        """Whoever is on move acts; its observation and mask are read anew each time."""

        def reset(self, seed: Any = None, options: Any = None) -> Any:
            super().reset(seed, options)
            agent = self.possible_agents[0]
            self.observation_space = super().observation_space(agent)["observation"]
            self.action_space = super().action_space(agent)
            return self.observe(self.agent_selection), {}

        def step(self, action: Any) -> Any:
            agent = self.agent_selection
            super().step(action)
            seen = self.observe(self.agent_selection)
            ended, cut = self.terminations[agent], self.truncations[agent]
            return seen, self._cumulative_rewards[agent], ended, cut, self.infos[agent]

        def observe(self, agent: Any) -> Any:
            return super().observe(agent)["observation"]

        def action_mask(self) -> Any:
            return super().observe(self.agent_selection)["action_mask"]

    env = OneAgentAtATime(cc.make(ruleset))
    env.reset(seed=0)
    return Monitor(ActionMasker(env, lambda wrapped: wrapped.action_mask()))


def make_model(setting: Setting, ruleset: str) -> Any:
    """The learner of a setting."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    import cinqcents_env as cc

    if setting.native:
        env: Any = cc.make_sb3(ruleset, num_envs=setting.envs, opponents="greedy", seed=0)
    else:
        env = DummyVecEnv([lambda: tutorial_env(ruleset) for _ in range(setting.envs)])
    policy: Any = "MlpPolicy"
    if setting.fast_policy:
        sys.path.insert(0, str(ROOT / "training"))
        from masked_policy import MaskedPolicy as policy  # noqa: N813
    return MaskablePPO(
        policy, env, policy_kwargs={"net_arch": NET}, seed=0, device="cpu", **dict(setting.ppo)
    )


def timed(model: Any, name: str, spent: dict[str, float]) -> None:
    """Sum the time that a method takes."""
    method: Callable[..., Any] = getattr(model, name)
    spent[name] = 0.0

    def measured(*args: Any, **kwargs: Any) -> Any:
        start = time.perf_counter()
        try:
            return method(*args, **kwargs)
        finally:
            spent[name] += time.perf_counter() - start

    setattr(model, name, measured)


def measure(name: str, ruleset: str, seconds: float, threads: int) -> dict[str, Any]:
    """Train for some seconds after one iteration of warming up."""
    import torch

    torch.set_num_threads(threads)
    setting = SETTINGS[name]
    model, spent = make_model(setting, ruleset), dict[str, float]()
    timed(model, "train", spent)
    timed(model, "collect_rollouts", spent)
    frames = model.n_steps * setting.envs
    model.learn(frames)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    spent.update(dict.fromkeys(spent, 0.0))
    done, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds or not done:
        model.learn(frames, reset_num_timesteps=False)
        done += frames
    changed = any((a != b).any() for a, b in zip(before, model.policy.parameters(), strict=True))
    assert changed, "the network never changed"
    assert len(model.ep_info_buffer) > 0, "no episode ended"
    return {
        "frames_per_s": done / passed,
        "collect": spent["collect_rollouts"] / passed,
        "update": spent["train"] / passed,
    }


def child(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """A measurement in a fresh process."""
    options = ["--child", name, "--ruleset", args.ruleset]
    options += ["--seconds", str(args.seconds), "--threads", str(args.threads)]
    done = subprocess.run(
        [sys.executable, __file__, *options],
        env=child_environment(OMP_NUM_THREADS=str(args.threads)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
        timeout=120 + 20 * args.seconds,
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Every setting in turn, as often as asked."""
    before = machine(PACKAGES)
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in SETTINGS}
    for _ in range(args.repeats):
        for name, measured in found.items():
            measured.append(child(name, args))
            print(f"{name}: {measured[-1]['frames_per_s']:.0f}", file=sys.stderr)
    runs = []
    for name, measured in found.items():
        median, spread = median_and_spread([each["frames_per_s"] for each in measured])
        shares = {part: measured[0][part] for part in ("collect", "update")}
        runs.append({"name": name, "frames_per_s": median, "spread": spread, "shares": shares})
    words = (
        f"MaskablePPO on `{args.ruleset}`, network {'x'.join(map(str, NET))}, {args.threads} "
        f"threads of torch, {args.repeats} interleaved repetitions of {args.seconds:g} s. "
        "In the tutorial pattern a frame is a decision of either seat; with make_sb3 it is "
        "the learner's, the greedy opponent's come on top."
    )
    return {"machine": before, "base": BASE, "words": words, "runs": runs}


def main(argv: list[str] | None = None) -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=min(2, os.cpu_count() or 1))
    report.add_output_options(parser)
    parser.add_argument("--child", choices=SETTINGS, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.child:
        print(json.dumps(measure(args.child, args.ruleset, args.seconds, args.threads)))
        return 0
    result = run(args)
    print(report.training_text(result))
    report.write_outputs(args, "training", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
