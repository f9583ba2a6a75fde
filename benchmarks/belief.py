"""Belief: full states a processor second drawn from what a seat knows, for every rule set.

    python benchmarks/belief.py                 print the table
    python benchmarks/belief.py --json FILE     also keep the figures

Views are those of the seat on move at every decision of a few random deals. Each view is
sampled many times in one call, as a search does at its root, and once per call, with the
call from Python in it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from common import default_core, machine, pin, write_json

import cinqcents_env as cc

MANY = 1000
"""Samples of one view in a call."""


def views_of(ruleset: str, deals: int) -> tuple[Any, list[Any]]:
    """Setup and view records of the seats on move in some random deals."""
    views, game = [], cc.Game(ruleset, seed=0)
    for seed in range(deals):
        game, rng = cc.Game(ruleset, seed=seed, episode="deal"), random.Random(seed)
        while not game.is_over:
            views.append(game.view().record)
            moves = game.legal_moves()
            if game.phase == "bid" and not any(int(n) for n in views[-1]["bids"][0]):
                moves = [move for move in moves if move[:5] in ("bid 6", "bid 7")] or moves
            game.play(rng.choice(moves))
    return game.setup, views


def seconds(setup: Any, views: list[Any], number: int) -> float:
    """Processor seconds in which every view is sampled ``number`` times."""
    chance, states = np.array([[1, 1]], dtype=np.int64), setup.new_states(number)
    start = time.process_time()
    for view in views:
        setup.loops.sample_states(setup.packed, view, 0, chance, states)
    return time.process_time() - start


def measure(ruleset: str, deals: int, repeats: int) -> dict[str, Any]:
    """One line of the table: the best of some repeats."""
    setup, views = views_of(ruleset, deals)
    seconds(setup, views, 1)
    many = min(seconds(setup, views, MANY) for _ in range(repeats))
    once = min(seconds(setup, views, 1) for _ in range(repeats))
    return {
        "ruleset": ruleset,
        "views": len(views),
        "samples_per_s": MANY * len(views) / many,
        "single_samples_per_s": len(views) / once,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rulesets", nargs="+", default=cc.rulesets(), metavar="NAME")
    parser.add_argument("--deals", type=int, default=4, help="random deals a rule set (4)")
    parser.add_argument("--repeats", type=int, default=5, help="the best counts (5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here")
    args = parser.parse_args(argv)
    for name in args.rulesets:
        if name not in cc.rulesets():
            parser.error(f"unknown rule set {name!r}; valid: {', '.join(cc.rulesets())}")
    if args.deals < 1 or args.repeats < 1:
        parser.error("--deals and --repeats are at least 1")
    pin(default_core())
    lines = []
    print(f"{'rule set':<10} {'views':>6} {'samples/s':>12} {'one a call/s':>13}")
    for name in args.rulesets:
        line = measure(name, args.deals, args.repeats)
        lines.append(line)
        rate, single = line["samples_per_s"], line["single_samples_per_s"]
        print(f"{name:<10} {line['views']:>6} {rate:>12,.0f} {single:>13,.0f}", flush=True)
    if args.json:
        write_json(args.json, {"machine": machine(["numpy", "numba"]), "rows": lines})
    return 0


if __name__ == "__main__":
    sys.exit(main())
