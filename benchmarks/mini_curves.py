"""Exact exploitability on `mini` while policies train, with and without regularisation.

    python benchmarks/mini_curves.py            print the table
    python benchmarks/mini_curves.py --write    also renew the pages

Each variant of the self-play trainer starts from nothing, once per seed, and is measured
at even distances by the exact best response; every other setting is that of
``configs/selfplay_ppo/mini.yaml``. MaskablePPO, which trains one seat against its own
past, makes as many decisions and is measured at its end.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import report
from common import ROOT, machine
from report_evaluation import mini_curves_text

sys.path.insert(0, str(ROOT / "training"))

from actor_critic import exported_spec, network_arrays
from learner import Learner
from schedule import entropy_weight, step_size
from selfplay_ppo import Arguments
from settings import read_settings
from snapshots import policy_agent

from cinqcents_env.agents import make_agent
from cinqcents_env.evaluation.exploit import exploitability
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.mini_tree import Tree, grow_tree

RULES = rules_of("mini")
PACKAGES = ("numpy", "numba", "torch", "stable-baselines3", "sb3-contrib")
COMMON = "--teacher None --pool-share 0 --learning-rate 0.003 --num-envs 128"
"""Settings of all variants: from nothing, against the current policy alone."""

VARIANTS = {
    "entropy 0.01": "--ent-coef 0.01 --final-ent-coef None",
    "entropy 0.05 falling to 0.001": "--ent-coef 0.05 --final-ent-coef 0.001",
    "the same and a magnet": "--ent-coef 0.05 --final-ent-coef 0.001 --magnet-coef 0.1",
}
"""What differs between the curves."""


def settings(variant: str, total_steps: int) -> Arguments:
    """The settings of a variant's runs."""
    config = str(ROOT / "configs/selfplay_ppo/mini.yaml")
    words = f"--minutes 0 --total-steps {total_steps} {COMMON} {VARIANTS[variant]}".split()
    return read_settings(Arguments, "selfplay_ppo", ["--config", config, *words])[0]


def left(learner: Learner, tree: Tree, steps: int) -> float:
    """Exploitability of a learner's policy, points a deal."""
    arrays = network_arrays(learner.network)
    agent = policy_agent(RULES, exported_spec(learner.network), steps, arrays)
    return exploitability(RULES, agent, tree=tree).exploitability


def curve(args: Arguments, tree: Tree, seed: int, points: int) -> Iterator[tuple[int, float]]:
    """(decisions, exploitability) of one run of self-play from nothing."""
    learner, steps, next_at = Learner(args, RULES, {}, seed), 0, 0.0
    while True:
        if steps >= next_at:
            yield steps, left(learner, tree, steps)
            next_at += args.total_steps / points
        if steps >= args.total_steps:
            return
        done = steps / args.total_steps
        rows = learner.rollout()
        learner.update(rows, entropy_weight(args, done), step_size(args, done))
        steps += len(rows["actions"])


def maskable(total_steps: int, tree: Tree, seed: int) -> float:
    """Exploitability of MaskablePPO after so many decisions."""
    with tempfile.TemporaryDirectory() as folder:
        words = f"--total-steps {total_steps} --minutes 0 --eval-games 0 --match-games 2 "
        words += f"--opponents self --seed {seed} --out {folder}/run"
        config = ["--config", ROOT / "configs/maskable_ppo/mini.yaml"]
        script = [sys.executable, ROOT / "training/maskable_ppo.py", *config, *words.split()]
        subprocess.run(script, check=True, stdout=subprocess.DEVNULL)
        agent = make_agent(f"checkpoint:{folder}/run/checkpoint", RULES)
        return exploitability(RULES, agent, tree=tree).exploitability


def measure(total_steps: int, seeds: int, points: int) -> list[dict[str, Any]]:
    """All runs, told as they come."""
    tree, runs = grow_tree(RULES), []
    for variant in VARIANTS:
        args = settings(variant, total_steps)
        for seed in range(seeds):
            began, met = time.process_time(), []
            for steps, value in curve(args, tree, seed, points):
                met.append([steps, value])
                print(f"{variant}, seed {seed}: {steps:10,} decisions, {value:8.4f}", flush=True)
            spent = time.process_time() - began
            runs.append({"variant": variant, "seed": seed, "points": met, "cpu_seconds": spent})
    for seed in range(seeds):
        value = maskable(total_steps, tree, seed)
        print(f"MaskablePPO, seed {seed}: {total_steps:10,} decisions, {value:8.4f}", flush=True)
        runs.append({"variant": "MaskablePPO", "seed": seed, "points": [[total_steps, value]]})
    return runs


def main(argv: list[str] | None = None) -> int:
    """Measure. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--total-steps", type=int, default=3_000_000, help="decisions (3000000)")
    parser.add_argument("--seeds", type=int, default=2, help="runs of each variant (2)")
    parser.add_argument("--points", type=int, default=10, help="measurements of a run (10)")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    if min(args.total_steps, args.seeds, args.points) < 1:
        parser.error("--total-steps, --seeds and --points must be at least 1")
    result = {
        "machine": machine(PACKAGES),
        "common": COMMON,
        "options": VARIANTS,
        "runs": measure(args.total_steps, args.seeds, args.points),
    }
    print(mini_curves_text(result))
    report.write_outputs(args, "mini_curves", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
