"""Play package and oracle against each other for a given time, and look for leaks.

``python -m tests.proof.prove --minutes 60`` plays random games of every rule set, every
option value and drawn combinations in both implementations, looks at what every seat is
shown, and turns games round the table. It stops at the first failure with the seed and a
record that replays it, and ends with a table. Status 0 if nothing was found, else 1.

With ``--out F.json`` the figures are added to those of earlier runs in that file, and the
games go on where they stopped; Ctrl-C ends a run early and keeps what was done. In a long
run ``--texts 0.1 --looks 0.005 --symmetry 0.1`` leaves more of the time to the comparison.
"""

from __future__ import annotations

import argparse
import concurrent.futures as futures
import dataclasses
import importlib.metadata
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cinqcents_env as cc
from cinqcents_env._jit import ENGINE_SOURCES, _sources_hash
from tests.proof.cases import RULESETS
from tests.proof.figures import Figures, FiguresError, Run, rates_in_words
from tests.proof.portion import Rates, Tally, play_portion

GAMES = 4
"""Games of one portion."""

KEPT_EVERY = 60.0
"""Seconds between two writings of the file of figures."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the proof; returns the exit status."""
    parser = _parser()
    args = parser.parse_args(argv)
    out = Path(args.out) if args.out else None
    try:
        proof = Proof(args, Figures.read(out) if out else Figures())
    except FiguresError as error:
        parser.error(str(error))
    with Interruption() as interruption:
        failure = proof.go_on(interruption, out)
    print(rates_in_words(proof.run["rates"]))
    print(proof.figures.table())
    if failure is None:
        return 0
    tell(failure, Path(args.failure))
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.prove", description=__doc__)
    usual = Rates()
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play (60)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--first", type=int, help="number of the first game (the next, or 0)")
    parser.add_argument(
        "--texts", type=float, default=usual.texts, help="decisions compared as whole texts (1)"
    )
    parser.add_argument(
        "--looks", type=float, default=usual.looks, help="decisions looked at for leaks (0.05)"
    )
    parser.add_argument(
        "--symmetry", type=float, default=usual.symmetry, help="games turned and exchanged (1)"
    )
    parser.add_argument("--out", help="add the figures to this JSON file")
    parser.add_argument("--failure", default="prove-failure.jsonl", help="record of a failure")
    parser.add_argument(
        "--rulesets", nargs="+", default=list(RULESETS), choices=RULESETS, metavar="RULESET"
    )
    return parser


class Interruption:
    """Ctrl-C, or being told to end: the first asks to stop, a second one stops at once."""

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _ask(self, number: int, _: Any) -> None:
        self.asked = True
        signal.signal(number, self._before[number])


class Proof:
    """One run: its games, and the figures to which they are added.

    Raises:
        FiguresError: the games were counted already.
    """

    def __init__(self, args: argparse.Namespace, figures: Figures) -> None:
        self.args, self.figures, self.begun = args, figures, time.time()
        self.rates = Rates(args.texts, args.looks, args.symmetry)
        self.first = figures.next_number if args.first is None else args.first
        self.next = self.first
        self.run = self._described()
        figures.claim(self.run)
        for name in args.rulesets:
            figures.add(name, Tally())

    def _described(self) -> Run:
        args = self.args
        rates = dataclasses.asdict(self.rates)
        told = "".join(f" --{name} {share:g}" for name, share in rates.items())
        if args.rulesets != list(RULESETS):
            told += f" --rulesets {' '.join(args.rulesets)}"
        return {
            "command": f"python -m tests.proof.prove --minutes {args.minutes:g} "
            f"--workers {args.workers} --first {self.first}{told}",
            "date": time.strftime("%Y-%m-%d", time.gmtime(self.begun)),
            "minutes": 0.0,
            "rates": rates,
            "games": {name: [self.first, self.first + 1] for name in args.rulesets},
            "python": platform.python_version(),
            "numpy": importlib.metadata.version("numpy"),
            "numba": importlib.metadata.version("numba"),
            "package": cc.__version__,
            "engine": _sources_hash(ENGINE_SOURCES),
        }

    def go_on(self, interruption: Interruption, out: Path | None) -> dict[str, Any] | None:
        """Play until the time is over, someone interrupts, or a failure comes, which is given."""
        kept, failure = time.time(), None
        for name, tally in self._portions(interruption):
            self.figures.add(name, tally)
            failure = failure or tally.failure
            self._show_progress()
            if out and time.time() - kept > KEPT_EVERY:
                self._keep(out)
                kept = time.time()
        if sys.stderr.isatty():
            print(file=sys.stderr)
        self._keep(out)
        return failure

    def _keep(self, out: Path | None) -> None:
        self.run["minutes"] = round((time.time() - self.begun) / 60, 1)
        self.run["games"] = {name: [self.first, self.next] for name in self.args.rulesets}
        if out:
            self.figures.write(out)

    def _show_progress(self) -> None:
        if sys.stderr.isatty():
            made, spent = self.figures.total.decisions, time.time() - self.begun
            print(f"\r{spent:6.0f} s  {made:12,} decisions", end="", file=sys.stderr)

    def _portions(self, interruption: Interruption) -> Iterator[tuple[str, Tally]]:
        """Portions as they are done, until the time is over or one fails."""
        work = self._work()
        deadline = self.begun + 60 * self.args.minutes
        if self.args.workers == 1:
            for name, first in work:
                tally = play_portion(name, first, GAMES, self.rates)
                yield name, tally
                if not tally.is_clean or interruption.asked or time.time() > deadline:
                    return
        context = multiprocessing.get_context("spawn")
        with futures.ProcessPoolExecutor(
            self.args.workers, mp_context=context, initializer=_leave_interruptions
        ) as pool:
            waiting: dict[Any, str] = {}
            stop = False
            while not stop or waiting:
                while not stop and len(waiting) < self.args.workers + 1:
                    name, first = next(work)
                    waiting[pool.submit(play_portion, name, first, GAMES, self.rates)] = name
                done, _ = futures.wait(waiting, 1.0, return_when=futures.FIRST_COMPLETED)
                for future in done:
                    name, tally = waiting.pop(future), future.result()
                    stop = stop or not tally.is_clean
                    yield name, tally
                stop = stop or interruption.asked or time.time() > deadline

    def _work(self) -> Iterator[tuple[str, int]]:
        """Rule sets by turns, each with the number of its next game."""
        while True:
            first = self.next
            self.next += GAMES
            for name in self.args.rulesets:
                yield name, first


def _leave_interruptions() -> None:
    """In a worker: Ctrl-C is for the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def tell(failure: dict[str, Any], path: Path) -> None:
    """Print a failure and write the record that replays up to it."""
    print(f"\n{failure['kind']}: {failure['words']}")
    print(f"seed {failure['seed']} of {failure['ruleset']} with {failure['options']}")
    if failure["record"]:
        path.write_text(failure["record"] + "\n")
        print(f"record: {path} (cinqcents replay {path})")


if __name__ == "__main__":
    sys.exit(main())
