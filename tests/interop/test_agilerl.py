"""AgileRL: the example, in an environment of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_trains_and_plays_random() -> None:
    words = "examples/agilerl_dqn.py --ruleset mini --steps 256 --games 20".split()
    told = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    assert re.search(r"match +agilerl_dqn against random", told.stdout)
    assert re.search(r"win rate +[\d.]+ +\[-?[\d.]+, [\d.]+\]", told.stdout)
    assert re.search(r"illegal actions +0\n", told.stdout)
