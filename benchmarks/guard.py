"""Speed of a few loops as a ratio to a calibration loop in the same run.

    python benchmarks/guard.py            compare with the baseline
    python benchmarks/guard.py --write    make today's ratios the baseline

A machine twice as slow slows the calibration loops too, so the ratios are much the
same on every machine; only a large fall of a ratio is taken for a regression.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import rows_own
from common import Loop, write_json

BASELINE = Path(__file__).with_name("guard_baseline.json")
ALLOWED = 2.0
"""How many times slower a loop may be than its baseline, relative to its calibration."""
REPEATS = 5
SECONDS = 0.06


@numba.njit(cache=False)
def _spin(number: int) -> int:
    word = 88172645463325252
    for _ in range(number):
        word ^= word << 13
        word ^= word >> 7
        word ^= word << 17
    return word


def compiled_calibration(seconds: float) -> float:
    """Rounds a processor second of arithmetic in compiled code."""
    return _rate(lambda: _spin(100_000), 100_000, seconds)


def python_calibration(seconds: float) -> float:
    """Rounds a processor second of dictionary and list work in Python."""

    def work() -> None:
        seen: dict[int, int] = {}
        for i in range(2000):
            seen[i & 63] = seen.get(i & 63, 0) + i
        sorted(seen.values())

    return _rate(work, 2000, seconds)


def _rate(work: Callable[[], Any], rounds: int, seconds: float) -> float:
    work()
    number, start = 0, time.process_time()
    while (passed := time.process_time() - start) < seconds:
        work()
        number += rounds
    return number / passed


Calibration = Callable[[float], float]
GUARDED: dict[str, tuple[Callable[[], Loop], Calibration]] = {
    "playouts classic": (lambda: rows_own.playouts("classic"), compiled_calibration),
    "playouts au4": (lambda: rows_own.playouts("au4"), compiled_calibration),
    "Batch.step classic": (lambda: rows_own.batch_steps("classic"), compiled_calibration),
    "Batch.step au4": (lambda: rows_own.batch_steps("au4"), compiled_calibration),
    "AEC classic": (lambda: rows_own.aec("classic"), python_calibration),
    "Gymnasium classic": (lambda: rows_own.single("classic"), python_calibration),
}
"""Name -> the loop, and the calibration that is nearest to it in kind."""


def ratios() -> dict[str, float]:
    """Rate of every guarded loop over that of its calibration: median of short runs."""
    loops = {name: make() for name, (make, _) in GUARDED.items()}
    for loop in loops.values():
        loop(0.01)
    found: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(REPEATS):
        for name, (_, calibrate) in GUARDED.items():
            rate = loops[name](SECONDS).rate
            found[name].append(rate / calibrate(SECONDS / 3))
    return {name: statistics.median(values) for name, values in found.items()}


def baseline() -> dict[str, float]:
    """The committed ratios."""
    return dict(json.loads(BASELINE.read_text(encoding="utf-8")))


def regressions(now: dict[str, float], before: dict[str, float]) -> list[str]:
    """What is more than :data:`ALLOWED` times slower than before, in words."""
    return [
        f"{name}: {before[name] / now[name]:.2f} times slower than the baseline"
        for name in before
        if before[name] > ALLOWED * now[name]
    ]


def main(argv: list[str] | None = None) -> int:
    """Compare with the baseline, or write it. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="make today's the baseline")
    args = parser.parse_args(argv)
    now = ratios()
    before = baseline() if BASELINE.exists() else {}
    for name, ratio in now.items():
        was = f", baseline {before[name]:.4g}" if name in before else ""
        print(f"{name}: {ratio:.4g}{was}")
    if args.write:
        write_json(BASELINE, now)
        return 0
    slower = regressions(now, before)
    print("\n".join(slower), file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
