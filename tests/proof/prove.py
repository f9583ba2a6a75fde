"""Play package and oracle against each other for a given time, and look for leaks.

``python -m tests.proof.prove --minutes 60`` plays random games of every rule set, every
option value and drawn combinations in both implementations, looks at what every seat is
shown, and turns games round the table. It stops at the first failure with the seed and a
record that replays it, and ends with a table. Status 0 if nothing was found, else 1.
"""

from __future__ import annotations

import argparse
import concurrent.futures as futures
import importlib.metadata
import json
import multiprocessing
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.proof.cases import RULESETS, family, single_changes
from tests.proof.portion import Tally, play_portion

GAMES = 4
"""Games of one portion."""
COLUMNS = "games decisions differences looks worlds leaks withheld symmetric asymmetries".split()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the proof; returns the exit status."""
    args = _parser().parse_args(argv)
    begun = time.time()
    totals = {name: Tally() for name in args.rulesets}
    for name, tally in _portions(args, begun + 60 * args.minutes):
        totals[name].add(tally)
        if sys.stderr.isatty():
            made = sum(one.decisions for one in totals.values())
            print(f"\r{time.time() - begun:6.0f} s  {made:12,} decisions", end="", file=sys.stderr)
    print(table(totals))
    failure = next((one.failure for one in totals.values() if one.failure), None)
    if args.out:
        Path(args.out).write_text(json.dumps(figures(args, totals, begun), indent=1) + "\n")
    if failure is None:
        return 0
    tell(failure, Path(args.failure))
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.prove", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (0)")
    parser.add_argument("--share", type=float, default=0.05, help="share of decisions looked at")
    parser.add_argument("--out", help="write the figures to this JSON file")
    parser.add_argument("--failure", default="prove-failure.jsonl", help="record of a failure")
    parser.add_argument(
        "--rulesets", nargs="+", default=list(RULESETS), choices=RULESETS, metavar="RULESET"
    )
    return parser


def _portions(args: argparse.Namespace, deadline: float) -> Iterator[tuple[str, Tally]]:
    """Portions as they are done, until the time is over or one fails."""
    work = _work(args)
    if args.workers == 1:
        yield from _alone(args, work, deadline)
        return
    context = multiprocessing.get_context("spawn")
    with futures.ProcessPoolExecutor(args.workers, mp_context=context) as pool:
        waiting: dict[Any, str] = {}
        stop = False
        while not stop or waiting:
            while not stop and len(waiting) < args.workers + 1:
                name, first = next(work)
                waiting[pool.submit(play_portion, name, first, GAMES, args.share)] = name
            done, _ = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
            for future in done:
                name, tally = waiting.pop(future), future.result()
                stop = stop or not tally.is_clean
                yield name, tally
            stop = stop or time.time() > deadline


def _alone(
    args: argparse.Namespace, work: Iterator[tuple[str, int]], deadline: float
) -> Iterator[tuple[str, Tally]]:
    """The same within this process."""
    for name, first in work:
        tally = play_portion(name, first, GAMES, args.share)
        yield name, tally
        if not tally.is_clean or time.time() > deadline:
            return


def _work(args: argparse.Namespace) -> Iterator[tuple[str, int]]:
    """Rule sets by turns, each with the number of its next game."""
    first = args.first
    while True:
        for name in args.rulesets:
            yield name, first
        first += GAMES


def table(totals: dict[str, Tally]) -> str:
    """The figures, a rule set a line."""
    rows = [["rule set", *COLUMNS]]
    whole = Tally()
    for name, tally in totals.items():
        rows.append([name, *(f"{getattr(tally, column):,}" for column in COLUMNS)])
        whole.add(tally)
    rows.append(["all", *(f"{getattr(whole, column):,}" for column in COLUMNS)])
    sizes = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [cell.rjust(size) for cell, size in zip(row, sizes, strict=True)]
        lines.append("  ".join([row[0].ljust(sizes[0]), *cells[1:]]))
    return "\n".join(lines)


def figures(args: argparse.Namespace, totals: dict[str, Tally], begun: float) -> dict[str, Any]:
    """The figures as JSON, with what they were made with."""
    rows = {}
    for name, tally in totals.items():
        row = {column: getattr(tally, column) for column in COLUMNS}
        tried = {f"{k}={v}" for options in single_changes(name) for k, v in options.items()}
        row["option values"] = len(tried)
        row["option values tried"] = len(tried & tally.options)
        rows[name] = {"family": family(name), **row}
    return {
        "command": f"python -m tests.proof.prove --minutes {args.minutes:g} "
        f"--workers {args.workers} --first {args.first} --share {args.share:g}",
        "date": time.strftime("%Y-%m-%d", time.gmtime(begun)),
        "minutes": round((time.time() - begun) / 60, 1),
        "python": platform.python_version(),
        "numpy": importlib.metadata.version("numpy"),
        "numba": importlib.metadata.version("numba"),
        "package": _version(),
        "rule sets": rows,
    }


def _version() -> str:
    import cinqcents_env

    return cinqcents_env.__version__


def tell(failure: dict[str, Any], path: Path) -> None:
    """Print a failure and write the record that replays up to it."""
    print(f"\n{failure['kind']}: {failure['words']}")
    print(f"seed {failure['seed']} of {failure['ruleset']} with {failure['options']}")
    if failure["record"]:
        path.write_text(failure["record"] + "\n")
        print(f"record: {path} (cinqcents replay {path})")


if __name__ == "__main__":
    sys.exit(main())
