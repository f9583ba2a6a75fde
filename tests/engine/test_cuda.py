"""The CUDA kernels under numba's simulator: the same games as the batch.

They have not been run here on a device; ``benchmarks/gpu.py`` does that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("ruleset", "steps"), [("mini", 40), ("classic", 60), ("au4", 60)])
def test_kernels_play_the_games_of_the_batch(ruleset: str, steps: int) -> None:
    code = f"import gpu; gpu.check({ruleset!r}, 3, {steps}, device='cpu')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "benchmarks",
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "NUMBA_ENABLE_CUDASIM": "1",
            "NUMBA_DISABLE_JIT": "1",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
