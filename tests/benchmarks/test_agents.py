"""The ladder of agents runs, and its page is what its result file says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cinqcents_env._jit import interpreted

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(interpreted(), reason="searches by the hundred worlds")
def test_the_quick_ladder_measures_and_plays_every_pair(tmp_path: Path) -> None:
    file = tmp_path / "agents.json"
    options = ("--quick", "--rulesets", "classic", "--processes", "1", "--json", str(file))
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "agents.py"), *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(file.read_text(encoding="utf-8"))
    pairs = [(match["low"], match["high"]) for match in result["matches"]]
    assert ("random", "greedy") in pairs
    assert ("pimc:16", "pimc:128") in pairs
    assert ("greedy", "ismcts:1000") in pairs
    assert all(match["illegal"] == 0 and match["games"] == 8 for match in result["matches"])
    (one,) = result["rulesets"]
    assert one["simulations_per_s"] > 0
    assert set(one["ms"]) >= {"random", "greedy", "pimc:16", "pimc:128", "ismcts:1000"}
    assert "### `classic`" in done.stdout
