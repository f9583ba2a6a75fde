"""Time of exact last phases: every action of the first decision without a stock.

    python benchmarks/endgame.py                     print the table
    python benchmarks/endgame.py --number 500        more positions of each kind

Positions are those in which deals between greedy players reach their last phase. Times
are processor time of one call that finds the value of the position, or that of every legal
action, with a table from which other positions were solved before.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from common import machine
from report_agents import endgames_text

from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.endgame import GAME, POINTS, action_values, best_value, new_table

CASES = (
    *((name, None) for name in ("classic", "foster", "lyonnais", "bordelais", "binage")),
    *(("classic", hands) for hands in (6, 10, 12)),
    *(("lyonnais", hands) for hands in (10, 12)),
)
"""Rule set and hand size (None: the rule set's own)."""
WITHIN_REACH = 150
"""Scores near the target are drawn up to this far below it."""


def last_phases(batch: Batch) -> Any:
    """State of every game of a batch where greedy players reach its first last phase."""
    agent, rng = make_agent("greedy", batch.rules), np.random.default_rng(0)
    states, missing = batch.states.copy(), np.ones(batch.num_games, dtype=np.bool_)
    while missing.any():
        now = missing & (batch.states["stock_size"] == 0) & (batch.states["turnup"] < 0)
        now &= batch.states["phase"] == 0
        states[now] = batch.states[now]
        missing &= ~now
        batch.step(agent.act_batch(batch.views, batch.masks, rng))
    return states


def time_endgames(
    ruleset: str, hands: int | None = None, number: int = 100, *, near: bool = False, seed: int = 0
) -> dict[str, Any]:
    """Time exact values of all actions over some last phases.

    Args:
        ruleset: a two-player rule set.
        hands: cards in a hand; None: the rule set's own number.
        number: of positions.
        near: solve for the game, both scores within reach of the target, instead of
            for points with the scores of the first deal.
        seed: of deals and scores.

    Returns:
        Processor milliseconds, ``solved_ms``: of the position's value, median;
        ``median_ms``, ``p95_ms``, ``max_ms``: of every action's. ``nodes``: median of
        positions visited for these.
    """
    options = {} if hands is None else {"hand_size": hands}
    batch = Batch(ruleset, number, seed, **options)
    states, packed, table = last_phases(batch), batch.setup.packed[0], new_table()
    if near:
        missing = np.random.default_rng(seed).integers(1, WITHIN_REACH, (number, 2))
        states["marked"] = batch.rules.target - missing
    values, objective = np.zeros(batch.setup.num_actions), GAME if near else POINTS
    best_value(packed, states, 0, objective, table)
    solved = [timed(best_value, packed, states, g, objective, table)[0] for g in range(number)]
    table = new_table()
    action_values(packed, states, 0, objective, table, values)
    every = [
        timed(action_values, packed, states, g, objective, table, values) for g in range(number)
    ]
    taken = [milliseconds for milliseconds, _ in every]
    return {
        "solved_ms": float(np.median(solved)),
        "median_ms": float(np.median(taken)),
        "p95_ms": float(np.percentile(taken, 95)),
        "max_ms": max(taken),
        "nodes": int(np.median([nodes for _, nodes in every])),
    }


def timed(function: Callable[..., Any], *args: Any) -> tuple[float, Any]:
    """Processor milliseconds of a call, and its result."""
    began = time.process_time()
    result = function(*args)
    return 1000.0 * (time.process_time() - began), result


def time_cases(number: int = 100) -> list[dict[str, Any]]:
    """:func:`time_endgames` of every case, far from the target and within reach of it."""
    rows = []
    for ruleset, hands in CASES:
        for near in (False, True):
            words = {"ruleset": ruleset, "hands": hands or rules_of(ruleset).hand_size}
            rows.append({**words, "near": near, **time_endgames(ruleset, hands, number, near=near)})
    return rows


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=100, help="positions of each kind")
    args = parser.parse_args(argv)
    print(machine(("numpy", "numba")))
    print(endgames_text(time_cases(args.number)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
