"""Start-up in fresh processes: import, first game from a cold and from a warm cache.

    python benchmarks/startup.py            print the tables
    python benchmarks/startup.py --write    also renew docs/performance

Every measurement has its own folder of compiled code, thrown away afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import report
from common import ROOT, child_environment, machine

from cinqcents_env.cli.progress import progress

IMPORT = "import cinqcents_env"
GAME = (
    "import cinqcents_env as cc; game = cc.Game({name!r}, seed=7); "
    "game.play_action(int(game.legal_mask().argmax())); print(game.observation(0).sum())"
)
BATCH = (
    "import cinqcents_env as cc; batch = cc.Batch({name!r}, 64, seed=7); "
    "batch.step(batch.masks.argmax(axis=1)); batch.random_playouts(10); batch.observe(); "
    "print(batch.observations.sum())"
)
DEAL = (
    "import numpy as np, cinqcents_env as cc; from cinqcents_env.setup import Setup; "
    "setup = Setup({name!r}); chance = np.zeros((1, 2), dtype=np.int64); "
    "setup.loops.seed_chance(np.zeros(1, dtype=np.int64), chance); print(chance.sum())"
)
"""Little that is compiled, for a trial of this script."""

COMPILING = """
import json, sys
from numba.core import event

class Stack(event.Listener):
    def __init__(self):
        self.open, self.spent, self.number = [], {}, {}
    def on_start(self, what):
        self.open.append([clock(), 0.0])
    def on_end(self, what):
        start, inner = self.open.pop()
        passed = clock() - start
        if self.open:
            self.open[-1][1] += passed
        name = what.data["dispatcher"].py_func.__module__
        self.spent[name] = self.spent.get(name, 0.0) + passed - inner
        self.number[name] = self.number.get(name, 0) + 1

from time import process_time as clock
stack = Stack()
event.register("numba:compile", stack)
exec(sys.argv[1])
print(json.dumps([[name, stack.number[name], spent] for name, spent in stack.spent.items()]))
"""
AT_ONCE = 4
WARM_STARTS = 3


def started(code: str, cache: Path, *more: str) -> subprocess.Popen[str]:
    """A fresh process that runs the code, its compiled code kept in ``cache``."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *more],
        env=child_environment(CINQCENTS_CACHE_DIR=str(cache)),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a process said; it must have ended well."""
    out, errors = process.communicate(timeout=600)
    if process.returncode:
        raise RuntimeError(f"a measured process failed: {errors.strip().splitlines()[-1:]}")
    return out, errors


class Stopwatch:
    """Seconds by the clock, and of the processor in the processes that have ended since."""

    def __init__(self) -> None:
        self.start, self.used = time.perf_counter(), self._children()

    @staticmethod
    def _children() -> float:
        times = os.times()
        return times.children_user + times.children_system

    def passed(self) -> tuple[float, float]:
        """(clock, processor)."""
        return time.perf_counter() - self.start, self._children() - self.used


def seconds_of(code: str, cache: Path) -> tuple[float, float]:
    """(clock, processor) seconds that a fresh process takes, interpreter included."""
    watch = Stopwatch()
    finished(started(code, cache))
    return watch.passed()


def cold_and_warm(what: str, code: str, repeats: int) -> list[dict[str, Any]]:
    """First runs, each in an empty cache, and some more in each filled one."""
    cold, warm = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            watch = Stopwatch()
            _, said = finished(started(code, Path(folder)))
            cold.append(watch.passed())
            assert "compiling the engine" in said, "a cold start says what it waits for"
            warm += [seconds_of(code, Path(folder)) for _ in range(WARM_STARTS)]
    return [
        line(f"{what}, cold cache", cold, 30.0),
        line(f"{what}, warm cache", warm, 2.0),
    ]


def line(what: str, seconds: list[tuple[float, float]], reach: float | None) -> dict[str, Any]:
    """A line of the table."""
    clock, cpu = (statistics.median(column) for column in zip(*seconds, strict=True))
    return {"what": what, "seconds": clock, "cpu": cpu, "all": seconds, "reach": reach}


def together(number: int, code: str) -> list[dict[str, Any]]:
    """Several processes on one cold cache: how long until the last has its first game.

    All must agree, and the cache they leave must serve the next process.
    """
    with tempfile.TemporaryDirectory() as folder:
        watch = Stopwatch()
        processes = [started(code, Path(folder)) for _ in range(number)]
        answers = {finished(process)[0] for process in processes}
        passed, watch = watch.passed(), Stopwatch()
        answers.add(finished(started(code, Path(folder)))[0])
        after = watch.passed()
    assert len(answers) == 1, "processes on one cache must agree"
    return [
        line(f"{number} processes at once, cold cache, until the last is ready", [passed], None),
        line("the next process", [after], 2.0),
    ]


def modules(code: str) -> list[dict[str, Any]]:
    """Seconds of compiling by module (time in callees of other modules left out)."""
    with tempfile.TemporaryDirectory() as folder:
        out, _ = finished(started(COMPILING, Path(folder), code))
    lines = json.loads(out.splitlines()[-1])
    return [
        {"module": module, "functions": number, "seconds": spent}
        for module, number, spent in sorted(lines, key=lambda one: -one[2])
    ]


def run(repeats: int, quick: bool) -> dict[str, Any]:
    """Every measurement; a quick run compiles little, to try the script."""
    game, batch = (DEAL, DEAL) if quick else (GAME, BATCH)
    plan = [(f"first game of `{name}`", game.format(name=name)) for name in ("classic", "au4")]
    plan.append(("first step of a batch of `classic`", batch.format(name="classic")))
    result: dict[str, Any] = {"machine": machine(("numpy", "numba", "llvmlite")), "modules": []}
    with progress("starting processes", len(plan) + 4) as advance:
        with tempfile.TemporaryDirectory() as folder:
            seconds = [seconds_of(IMPORT, Path(folder)) for _ in range(WARM_STARTS)]
        advance(1)
        result["runs"] = [line("`import cinqcents_env`", seconds, 1.0)]
        for words, code in plan[:1] if quick else plan:
            result["runs"] += cold_and_warm(words, code, repeats)
            advance(1)
        result["runs"] += together(AT_ONCE, plan[0][1])
        advance(1)
        for _, code in plan[:2]:
            result["modules"] += modules(code)
            advance(1)
    return result


def main(argv: list[str] | None = None) -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=1, help="cold starts of each kind")
    parser.add_argument("--quick", action="store_true", help="compile little: a trial")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    result = run(args.repeats, args.quick)
    print(report.startup_text(result))
    report.write_outputs(args, "startup", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
