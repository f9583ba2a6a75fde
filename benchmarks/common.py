"""What the benchmarks share: one core, one thread, rows, and processes that measure them.

A *row* is a loop that runs for some seconds and returns a :class:`Tally`. Rows live
in worker processes, one per library, so that none can disturb another; the parent
asks for one row at a time, in turn, so that repetitions are interleaved.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import platform
import random
import selectors
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cinqcents_env._files import write_whole

ROOT = Path(__file__).parents[1]
ONE_THREAD = dict.fromkeys(
    (
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
        *("NUMBA_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"),
    ),
    "1",
)
JAX_ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


@dataclass
class Tally:
    """What a loop did: decisions made, games ended, seconds of processor and clock."""

    decisions: float = 0.0
    games: float = 0.0
    unforced: float = 0.0
    """Decisions with more than one legal action."""
    cpu: float = 0.0
    wall: float = 0.0
    changes: int = 0
    """How often an observation (or state) was compared and found changed."""

    def check(self) -> None:
        """Refuse a loop that only seems to run.

        Raises:
            AssertionError: no episode ended, or no observation changed.
        """
        assert self.decisions > 0, "no decision was made"
        assert self.games > 0, f"no episode ended in {self.decisions} decisions"
        assert self.changes > 0, "observations never changed"

    @property
    def rate(self) -> float:
        """Decisions a processor second."""
        return self.decisions / self.cpu


class Clock:
    """Processor and wall time of a loop: ``while clock.running(): ...``."""

    def __init__(self, seconds: float) -> None:
        self.cpu, self.wall = time.process_time(), time.perf_counter()
        self.end = self.cpu + seconds
        self.latest = self.wall + 10 * seconds + 1.0

    def running(self) -> bool:
        """Whether there is time left (a crowded machine gets ten times as much)."""
        return time.process_time() < self.end and time.perf_counter() < self.latest

    def passed(self) -> float:
        """Processor seconds since the start."""
        return time.process_time() - self.cpu

    def stop(self, tally: Tally) -> Tally:
        """Note the time used and return the tally, checked."""
        tally.cpu = time.process_time() - self.cpu
        tally.wall = time.perf_counter() - self.wall
        tally.check()
        return tally


Loop = Callable[[float], Tally]


@dataclass
class Row:
    """One line of the table.

    Attributes:
        kind: what is compared with what, see ``docs/performance.md``.
        library, game, what: the line's words.
        make: builds the loop; called once, before any measurement.
    """

    kind: str
    library: str
    game: str
    what: str
    make: Callable[[], Loop] | None = None

    @property
    def key(self) -> str:
        """Words that name the row in files."""
        return " | ".join((self.kind, self.library, self.game, self.what))


def aec_loop(env: Any, seconds: float) -> Tally:
    """Random play of any PettingZoo AEC environment that shows an action mask."""
    tally, draw = Tally(), random.random
    clock = Clock(seconds)
    while clock.running():
        env.reset()
        first = latest = None
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[int(draw() * legal.size)]))
            tally.unforced += legal.size > 1
            tally.decisions += 1
            latest = seen["observation"]
            if first is None:
                first = np.array(latest)
        tally.games += 1
        tally.changes += int((first != latest).any())
    return clock.stop(tally)


def pin(core: int | None) -> None:
    """Keep this process on one core, where the system can; None: leave it free."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def default_core() -> int | None:
    """The last core this process may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def child_environment(**more: str) -> dict[str, str]:
    """Environment of a measured process: one thread, this checkout's package."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    quiet = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    return {
        **os.environ,
        **ONE_THREAD,
        **quiet,
        "XLA_FLAGS": JAX_ONE_THREAD,
        "JAX_PLATFORMS": "cpu",
        "PYTHONPATH": os.pathsep.join(paths),
        **more,
    }


def serve(rows: Iterable[Row], version: str, core: int | None) -> None:
    """Answer a parent's questions about rows until its pipe closes.

    Lines of JSON: first the rows, then for each ``{"row": i, "seconds": s}`` a
    tally or ``{"error": words}``.
    """
    pin(core)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not mix with the answers
    rows = list(rows)
    loops: dict[int, Loop] = {}

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    say({"version": version, "rows": [[r.kind, r.library, r.game, r.what] for r in rows]})
    for line in sys.stdin:
        question = json.loads(line)
        index = question["row"]
        try:
            if index not in loops:
                loops[index] = rows[index].make()  # type: ignore[misc]
            say(asdict(loops[index](question["seconds"])))
        except Exception as error:
            words = str(error).partition("\n")[0]
            say({"error": f"{type(error).__name__}: {words}"[:200]})


class WorkerFailed(Exception):
    """A worker process ended, or did not answer in time."""


class Worker:
    """A process that measures the rows of one library.

    Args:
        command: arguments after the interpreter.
        name: for messages.
        start_limit: seconds until its list of rows must have come.
    """

    def __init__(self, command: list[str], name: str, start_limit: float = 180.0) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if not os.environ.get("BENCH_VERBOSE") else None,
            env=child_environment(),
            cwd=ROOT,
        )
        if self.process.stderr is not None:
            os.set_blocking(self.process.stderr.fileno(), False)
        self._rest = b""
        try:
            first = self._answer(start_limit)
        except WorkerFailed:
            self.close()
            raise
        self.version = first["version"]
        self.rows = [Row(*words) for words in first["rows"]]

    def ask(self, index: int, seconds: float, limit: float) -> Tally:
        """Measure a row.

        Raises:
            WorkerFailed: the process died or passed its limit (and was stopped), or
                the row raised.
        """
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps({"row": index, "seconds": seconds}).encode())
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise WorkerFailed(f"{self.name} has ended") from None
        answer = self._answer(limit)
        if "error" in answer:
            raise WorkerFailed(answer["error"])
        return Tally(**answer)

    def _answer(self, limit: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        end = time.monotonic() + limit
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                self._drain()
                if time.monotonic() > end:
                    self.close()
                    raise WorkerFailed(f"{self.name}: no answer in {limit:.0f} s")
                if not selector.select(timeout=0.5):
                    continue
                part = os.read(self.process.stdout.fileno(), 1 << 16)
                if not part:
                    raise WorkerFailed(f"{self.name} ended: {self._last_words()}")
                self._rest += part
        line, self._rest = self._rest.split(b"\n", 1)
        return dict(json.loads(line))

    _errors = b""

    def _drain(self) -> None:
        """Keep the tail of what the process says on stderr, so that its pipe never fills."""
        if self.process.stderr is not None:
            self._errors = (self._errors + (self.process.stderr.read() or b""))[-4000:]

    def _last_words(self) -> str:
        self.process.wait(timeout=10)
        self._drain()
        lines = self._errors.decode(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else f"exit status {self.process.returncode}"

    def close(self) -> None:
        """End the process; may be called again."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def machine(packages: Iterable[str]) -> dict[str, Any]:
    """What the figures were measured on: processor, load, versions."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "packages": {name: v for name in packages if (v := installed(name)) is not None},
    }


def installed(package: str) -> str | None:
    """Version of a package, or None."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def median_and_spread(values: list[float]) -> tuple[float, float]:
    """Median, and (largest - smallest) / median."""
    middle = statistics.median(values)
    return middle, (max(values) - min(values)) / middle


def write_json(path: Path, content: Any) -> None:
    """Write a result file whole."""
    write_whole(path, json.dumps(content, indent=1) + "\n")
