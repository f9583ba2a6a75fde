"""Nothing has become more than twice as slow, relative to a calibration loop."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cinqcents_env._jit import interpreted

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import guard  # noqa: E402


def test_every_guarded_loop_has_a_baseline() -> None:
    assert set(guard.baseline()) == set(guard.GUARDED)
    assert all(ratio > 0 for ratio in guard.baseline().values())


def test_a_fall_to_less_than_half_is_told() -> None:
    before = {"steps": 1.0, "playouts": 4.0}
    assert guard.regressions({"steps": 0.51, "playouts": 9.0}, before) == []
    assert guard.regressions({"steps": 0.4, "playouts": 4.0}, before) == [
        "steps: 2.50 times slower than the baseline"
    ]


@pytest.mark.skipif(interpreted(), reason="speed is that of compiled code")
def test_no_loop_is_twice_as_slow() -> None:
    """A crowded machine may spoil one measurement; a regression spoils two."""
    slower = guard.regressions(guard.ratios(), guard.baseline())
    if slower:
        slower = guard.regressions(guard.ratios(), guard.baseline())
    assert not slower, "; ".join(slower)
