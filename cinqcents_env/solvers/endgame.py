"""Exact play of the last phase of the two-player family.

When the stock is gone both hands are known, and the rest of the deal is a game of
perfect information. :func:`action_values` and :func:`best_value` are compiled, for
agents; :func:`solve` is their face for people.
"""

from __future__ import annotations

from cinqcents_env.solvers.endgame_search import (
    GAME,
    POINTS,
    WIN,
    action_values,
    best_value,
    solvable,
)
from cinqcents_env.solvers.endgame_table import new_table

__all__ = [
    "GAME",
    "POINTS",
    "WIN",
    "action_values",
    "best_value",
    "new_table",
    "solvable",
]
