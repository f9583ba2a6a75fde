"""Decisions a second of this package beside its neighbours, in one run on one core.

    python benchmarks/throughput.py                     print the table
    python benchmarks/throughput.py --write             also renew docs/performance
    python benchmarks/throughput.py --rulesets classic --peers none --seconds 1

Every library runs in a process of its own, pinned to the same core, and is asked
for one row at a time, so that the repetitions are interleaved. A library that is not
installed is a line that says so (``pip install cinqcents_env[bench]`` brings all).
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import report
from common import (
    Row,
    Tally,
    Worker,
    WorkerFailed,
    default_core,
    installed,
    machine,
    median_and_spread,
    serve,
)
from rows_peers import PEERS

OWN = "cinqcents_env"
PACKAGES = (
    *("numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3"),
    *("open-spiel", "rlcard", "pgx", "jax"),
)
FIRST_LIMIT = 240.0
"""Seconds a row may take the first time, compilation included."""


@dataclass
class Measured:
    """A row, and what its repetitions gave."""

    row: Row
    worker: str
    index: int
    tallies: list[Tally] = field(default_factory=list)
    error: str = ""

    def result(self) -> dict[str, Any]:
        """The line of the result file."""
        row = self.row
        words = {"kind": row.kind, "library": row.library, "game": row.game, "what": row.what}
        if self.error or not self.tallies:
            return {**words, "error": self.error or "not measured"}
        median, spread = median_and_spread([tally.rate for tally in self.tallies])
        total = [sum(getattr(t, name) for t in self.tallies) for name in ("games", "unforced")]
        decisions = sum(t.decisions for t in self.tallies)
        return {
            **words,
            "decisions_per_s": median,
            "spread": spread,
            "games_per_s": median * total[0] / decisions,
            "unforced_per_s": median * total[1] / decisions,
            "decisions_per_game": decisions / total[0],
            "rates": [tally.rate for tally in self.tallies],
            "wall_share": sum(t.cpu for t in self.tallies) / sum(t.wall for t in self.tallies),
        }


class Bench:
    """The worker processes and their rows."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.workers: dict[str, Worker] = {}
        self.measured: list[Measured] = []
        self.missing: dict[str, str] = {}

    def command(self, name: str) -> list[str]:
        """How a worker process is started."""
        options = ["--worker", name, "--core", str(self.args.core)]
        return [__file__, *options, "--rulesets", *self.args.rulesets]

    def start(self, name: str) -> None:
        """Start a library's process and learn its rows, or note why there are none."""
        module = name if name in PEERS else OWN
        if importlib.util.find_spec(module.replace("open_spiel", "pyspiel")) is None:
            package = PEERS[name][1] if name in PEERS else OWN
            self.missing[name] = f"not installed (pip install {package})"
            return
        try:
            self.workers[name] = Worker(self.command(name), name)
        except WorkerFailed as failure:
            self.missing[name] = str(failure)
            return
        for index, row in enumerate(self.workers[name].rows):
            self.measured.append(Measured(row, name, index))

    def ask(self, item: Measured, seconds: float, limit: float) -> Tally | None:
        """Measure a row once; a failure is noted and ends the row, not the run."""
        if item.error:
            return None
        try:
            return self.workers[item.worker].ask(item.index, seconds, limit)
        except WorkerFailed as failure:
            item.error = str(failure)
        if self.workers[item.worker].process.poll() is not None:
            self.workers[item.worker] = Worker(self.command(item.worker), item.worker)
        return None

    def run(self) -> dict[str, Any]:
        """Every row once to warm up, then the repetitions in turn."""
        before = machine(PACKAGES)
        for name in (OWN, *self.args.peers):
            say(f"starting {name}")
            self.start(name)
        for number, item in enumerate(self.measured, start=1):
            say(f"warming up {number}/{len(self.measured)}: {item.row.key}")
            self.ask(item, 0.02, FIRST_LIMIT)
        for repeat in range(self.args.repeats):
            for number, item in enumerate(self.measured, start=1):
                say(f"repetition {repeat + 1}: {number}/{len(self.measured)} {item.row.key}")
                tally = self.ask(item, self.args.seconds, 60 + 20 * self.args.seconds)
                if tally is not None:
                    item.tallies.append(tally)
        say("")
        return {
            "machine": before,
            "seconds": self.args.seconds,
            "repeats": self.args.repeats,
            "missing": self.missing,
            "rows": [item.result() for item in self.measured],
        }

    def close(self) -> None:
        """End every process."""
        for worker in self.workers.values():
            worker.close()


def say(words: str) -> None:
    """Progress on a terminal; nothing when piped."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words[:100]}", end="", file=sys.stderr, flush=True)


def worker_rows(name: str, rulesets: list[str]) -> Iterator[Row]:
    """The rows of a worker."""
    if name != OWN:
        return PEERS[name][0]()
    import rows_own

    return rows_own.rows(rulesets)


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """The command line, checked."""
    import cinqcents_env as cc

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = ", ".join(PEERS)
    parser.add_argument("--rulesets", nargs="+", default=list(cc.rulesets()), metavar="NAME")
    parser.add_argument("--peers", nargs="+", default=list(PEERS), help=f"of {names}; or none")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each row and repetition")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--core", type=int, default=default_core(), help="-1: not pinned")
    report.add_output_options(parser)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    for name in args.rulesets:
        if name not in cc.rulesets():
            parser.error(f"unknown rule set {name!r}; valid: {', '.join(cc.rulesets())}")
    args.peers = [] if args.peers == ["none"] else args.peers
    for name in args.peers:
        if name not in PEERS:
            parser.error(f"unknown peer {name!r}; valid: {names}, none")
    if args.seconds <= 0 or args.repeats < 1:
        parser.error("--seconds is above 0 and --repeats at least 1")
    return args


def main(argv: list[str] | None = None) -> int:
    """Measure, print, write. Exit status 1 if a row of this package failed."""
    args = arguments(argv)
    if args.worker:
        package = PEERS[args.worker][1] if args.worker in PEERS else OWN
        serve(worker_rows(args.worker, args.rulesets), installed(package) or "", args.core)
        return 0
    started, bench = time.perf_counter(), Bench(args)
    try:
        result = bench.run()
    finally:
        bench.close()
    print(report.throughput_text(result))
    print(f"\n{time.perf_counter() - started:.0f} s")
    report.write_outputs(args, "throughput", result)
    failed = [row for row in result["rows"] if row["library"] == OWN and "error" in row]
    return 1 if failed or OWN in result["missing"] else 0


if __name__ == "__main__":
    sys.exit(main())
