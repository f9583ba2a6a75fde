"""How the engine scales: number of games, threads, players, and memory.

    python benchmarks/scaling.py            print the tables
    python benchmarks/scaling.py --write    also renew docs/performance

Rates are by the clock, not by processor time, since threads are among what is
measured; run it on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import report
from common import machine, median_and_spread
from rows_own import Chooser

import cinqcents_env as cc
from cinqcents_env.cli.progress import progress

GAMES = tuple(4**power for power in range(10))
"""1 to 262,144."""
PLAYERS_AT = 1024
"""Number of games at which the rule sets are compared."""
DECISIONS = 1 << 18
"""Random decisions in a call of ``random_playouts``, about, over all games."""


def bytes_per_game(ruleset: str) -> dict[str, Any]:
    """Memory that a batch holds for each game."""
    batch = cc.Batch(ruleset, 64, seed=1)
    arrays = [part for part in vars(batch).values() if isinstance(part, np.ndarray)]
    held = sum(part.nbytes for part in arrays if part.shape[:1] == (64,) and part.base is None)
    return {
        "ruleset": ruleset,
        "players": batch.rules.players,
        "state": batch.states.dtype.itemsize,
        "arrays": held // 64,
    }


def available_memory() -> float:
    """Bytes that may be used: half of what the system says is free."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2
    except (ValueError, OSError):
        return 2e9


def timed(once: Callable[[], tuple[int, float]], seconds: float) -> float:
    """Decisions a second of a call that gives decisions made and seconds to leave out."""
    once()
    decisions, apart, start = 0, 0.0, time.perf_counter()
    while time.perf_counter() - start < seconds or not decisions:
        made, aside = once()
        decisions += made
        apart += aside
    return decisions / (time.perf_counter() - start - apart)


def playouts(batch: cc.Batch) -> Callable[[], tuple[int, float]]:
    """Random play inside compiled code."""
    number = max(1, DECISIONS // batch.num_games)
    return lambda: (batch.random_playouts(number), 0.0)


def steps(batch: cc.Batch) -> Callable[[], tuple[int, float]]:
    """``Batch.step``; the time of choosing is left out."""
    chooser = Chooser(batch.num_games)
    batch.observe()

    def once() -> tuple[int, float]:
        start = time.perf_counter()
        chooser(batch.masks)
        apart = time.perf_counter() - start
        batch.step(chooser.actions)
        return batch.num_games, apart

    return once


LOOPS = {"random_playouts": playouts, "Batch.step": steps}


def measure(ruleset: str, games: int, threads: int, seconds: float) -> list[dict[str, Any]]:
    """Both loops on one batch, three times each in turn."""
    batch = cc.Batch(ruleset, games, seed=1, num_threads=threads)
    rates: dict[str, list[float]] = {name: [] for name in LOOPS}
    for _ in range(3):
        for name, make in LOOPS.items():
            rates[name].append(timed(make(batch), seconds))
    lines = []
    for name, values in rates.items():
        median, spread = median_and_spread(values)
        words = {"ruleset": ruleset, "loop": name, "games": games, "threads": threads}
        lines.append({**words, "decisions_per_s": median, "spread": spread})
    return lines


def plan(args: argparse.Namespace, sizes: dict[str, int]) -> list[tuple[str, int, int]]:
    """(rule set, games, threads) of every batch that has room in memory."""
    return [
        (name, games, threads)
        for name in args.rulesets
        for games in GAMES
        for threads in args.threads
        if threads <= games <= args.most and games * sizes[name] < available_memory()
    ]


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Every measurement."""
    result: dict[str, Any] = {"machine": machine(("numpy", "numba")), "runs": [], "players": []}
    result["memory"] = [bytes_per_game(name) for name in cc.rulesets()]
    batches = plan(args, {line["ruleset"]: line["arrays"] for line in result["memory"]})
    with progress("measuring batches", len(batches) + len(cc.rulesets())) as advance:
        for name, games, threads in batches:
            result["runs"] += measure(name, games, threads, args.seconds)
            advance(1)
        for name in cc.rulesets():
            result["players"] += measure(name, min(PLAYERS_AT, args.most), 1, args.seconds)
            advance(1)
    return result


def main(argv: list[str] | None = None) -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    cores = os.cpu_count() or 1
    counts = sorted({1, *(2**i for i in range(1, 8) if 2**i < cores), cores})
    parser.add_argument("--rulesets", nargs="+", default=["classic", "au4"], metavar="NAME")
    parser.add_argument("--threads", nargs="+", type=int, default=counts)
    parser.add_argument("--most", type=int, default=GAMES[-1], help="largest number of games")
    parser.add_argument("--seconds", type=float, default=0.2, help="of each repetition")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    result = run(args)
    print(report.scaling_text(result))
    report.write_outputs(args, "scaling", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
