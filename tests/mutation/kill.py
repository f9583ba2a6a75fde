"""What a mutant has to survive: ``python -m tests.mutation.kill FAMILY``; status 0 if it does.

Runs in a process of its own, with ``NUMBA_DISABLE_JIT=1`` and the mutated package first on
the path. First random games against the oracle with leaks, recovery and symmetry; then what
random games do not reach: batches, forced moves, random actions; last the tests of corners.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import cinqcents_env as cc
from tests.proof.cases import RULESETS, family
from tests.proof.portion import Rates, Tally, game_options, play_numbered
from tests.properties.transcript import digest

ROOT = Path(__file__).parents[2]


def by_games(name: str, seconds: float) -> str:
    """Random games of every rule set of the family, by turns, until the time is over."""
    begun, number = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        for ruleset in [one for one in RULESETS if family(one) == name]:
            tally, options = Tally(), game_options(ruleset, number)
            if number == 0:
                options = {}
            play_numbered(tally, ruleset, options, number, Rates(looks=0.04))
            if tally.failure is not None:
                return f"{tally.failure['kind']} in {ruleset}"
        number += 1
    return ""


def by_batches(name: str) -> str:
    """The parts of the engine that batches, learners and search use."""
    for ruleset in [one for one in RULESETS if family(one) == name]:
        batch = cc.Batch(ruleset, num_games=3, seed=5, skip_forced=True, max_deals=2)
        again = cc.Batch(ruleset, num_games=3, seed=5, skip_forced=True, max_deals=2)
        for _ in range(60):
            if not (batch.masks.sum(axis=1) > 1).all():
                return f"forced moves in {ruleset}"
            batch.step(batch.masks.argmax(axis=1))
            again.step(again.masks.argmax(axis=1))
        if batch.states.tobytes() != again.states.tobytes():
            return f"batches of {ruleset}"
        batch.random_playouts(120)
        hands = np.bitwise_count(batch.states["hand"])
        if hands.max() > 20:
            return f"playouts of {ruleset}"
        digest(ruleset, 1)
    return ""


def by_tests() -> str:
    """The tests that reach corners: worked examples, counts, playthroughs, views."""
    folders = ("rules", "perft", "golden", "proof/test_views.py", "proof/test_belief.py")
    paths = [str(ROOT / "tests" / folder) for folder in folders]
    quiet = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:doctest"]
    options = ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), "-o", "addopts="]
    command = [sys.executable, "-m", "pytest", *paths, *quiet, *options]
    done = subprocess.run([*command, "--import-mode=importlib"], capture_output=True, text=True)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "" if done.returncode == 0 else f"tests: {' '.join(failed) or done.stdout[-150:]}"


def main() -> int:
    """Run everything; the first thing that is wrong is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family")
    parser.add_argument("--seconds", type=float, default=45.0)
    args = parser.parse_args()
    try:
        found = by_games(args.family, args.seconds) or by_batches(args.family) or by_tests()
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    print(found[:200])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
