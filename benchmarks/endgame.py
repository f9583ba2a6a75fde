"""Time of exact last phases: every action of the first decision without a stock.

    python benchmarks/endgame.py                     print the table
    python benchmarks/endgame.py --number 500        more positions of each kind

Positions are those in which deals between greedy players reach their last phase. Times
are processor time of one call that values every legal action, with a table from which
other positions were solved before.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
from common import machine

from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.solvers.endgame import GAME, POINTS, action_values, new_table

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
        ``median_ms``, ``p95_ms``, ``max_ms``: processor milliseconds; ``nodes``: median
        of positions visited.
    """
    options = {} if hands is None else {"hand_size": hands}
    batch = Batch(ruleset, number, seed, **options)
    states, packed, table = last_phases(batch), batch.setup.packed[0], new_table()
    if near:
        missing = np.random.default_rng(seed).integers(1, WITHIN_REACH, (number, 2))
        states["marked"] = batch.rules.target - missing
    values, objective = np.zeros(batch.setup.num_actions), GAME if near else POINTS
    action_values(packed, states, 0, objective, table, values)
    taken, nodes = [], []
    for g in range(number):
        began = time.process_time()
        nodes.append(action_values(packed, states, g, objective, table, values))
        taken.append(1000.0 * (time.process_time() - began))
    return {
        "median_ms": float(np.median(taken)),
        "p95_ms": float(np.percentile(taken, 95)),
        "max_ms": max(taken),
        "nodes": int(np.median(nodes)),
    }


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=100, help="positions of each kind")
    args = parser.parse_args(argv)
    print(machine(("numpy", "numba")))
    print(f"{'rules':<20}{'scores':<14}{'median ms':>10}{'95% ms':>10}{'max ms':>10}{'nodes':>10}")
    for ruleset, hands in CASES:
        for near in (False, True):
            row = time_endgames(ruleset, hands, args.number, near=near)
            name = ruleset if hands is None else f"{ruleset} {hands}"
            print(
                f"{name:<20}{'within reach' if near else 'far':<14}{row['median_ms']:>10.3f}"
                f"{row['p95_ms']:>10.2f}{row['max_ms']:>10.1f}{row['nodes']:>10}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
