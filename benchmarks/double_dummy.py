"""Time that double dummy takes for whole deals, on one core.

    python benchmarks/double_dummy.py                        every rule set of Five Hundred
    python benchmarks/double_dummy.py us3 au4 --number 500

The deals are bid by the greedy agent, or played in every trump suit in turn with
``--trumps``, and solved from the first lead on, each with an empty table. Times are
those of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import cinqcents_env as cc
from cinqcents_env.agents import make_agent
from cinqcents_env.cli.progress import progress
from cinqcents_env.setup import Setup
from cinqcents_env.solvers import double_dummy

SEED = 500
Opened = tuple[Any, Any]
"""Packed rules and states of a deal, as the compiled functions take them."""


def bid_deals(ruleset: str, number: int) -> Iterator[Opened]:
    """Deals that the greedy agent has bid, as the first card is led."""
    agent, rng = make_agent("greedy", cc.rules(ruleset)), np.random.default_rng(SEED)
    found, seed = 0, SEED
    while found < number:
        game = cc.Game(ruleset, seed=seed, episode="deal")
        seed += 1
        while game.phase not in ("play", "over"):
            game.play_action(agent.act(game.view(), game.legal_mask(), rng))
        if game.phase == "play":
            found += 1
            yield game.setup.packed, game._states


def trump_deals(ruleset: str, number: int) -> Iterator[Opened]:
    """Deals of the first seat in every trump suit in turn and without one."""
    setup = Setup(ruleset, episode="deal")
    for index in range(number):
        states = setup.new_states(1)
        setup.loops.reset_games(setup.packed, states, np.array([SEED + index // 5]))
        double_dummy.open_deal(setup.packed, states, 0, index % 5, 0)
        yield setup.packed, states


def time_double_dummy(ruleset: str, number: int, *, trumps: bool = False) -> dict[str, float]:
    """Processor time of double dummy for whole deals.

    Args:
        ruleset: one of Five Hundred.
        number: deals.
        trumps: every trump suit in turn instead of greedy bidding.

    Returns:
        ``median_ms``, ``p95_ms``, ``max_ms`` and ``nodes`` (the median) of a deal.
    """
    table = double_dummy.new_table()
    times, nodes = [], []
    with progress(f"double dummy, {ruleset}", number) as advance:
        for packed, states in (trump_deals if trumps else bid_deals)(ruleset, number):
            if not times:
                double_dummy.best_value(packed, states, 0, table)  # compiles
            table.entries[:] = 0
            start = time.process_time()
            double_dummy.best_value(packed, states, 0, table)
            times.append(1000 * (time.process_time() - start))
            nodes.append(int(table.board["nodes"][0]))
            advance(1)
    return {
        "median_ms": float(np.median(times)),
        "p95_ms": float(np.percentile(times, 95)),
        "max_ms": float(np.max(times)),
        "nodes": float(np.median(nodes)),
    }


def main(argv: list[str] | None = None) -> int:
    """Print a line for each rule set."""
    known: list[Any] = [n for n in cc.rulesets() if cc.rules(n).family == "five_hundred"]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=known, metavar="RULESET")
    parser.add_argument("--number", type=int, default=200, help="deals of each rule set")
    parser.add_argument("--trumps", action="store_true", help="every trump suit in turn")
    args = parser.parse_args(argv)
    for name in args.rulesets:
        if name not in known:
            parser.error(f"unknown rule set {name!r}; valid: {', '.join(known)}")
    if args.number < 1:
        parser.error("--number is at least 1")
    print(f"{'rules':8}{'median ms':>12}{'p95 ms':>12}{'max ms':>12}{'nodes':>12}")
    for name in args.rulesets:
        found = time_double_dummy(name, args.number, trumps=args.trumps)
        times = "".join(f"{found[key]:12.2f}" for key in ("median_ms", "p95_ms", "max_ms"))
        print(f"{name:8}{times}{found['nodes']:12.0f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
