"""The agent ``cfr``: an equilibrium of ``mini``, solved when first asked for.

The deals are solved in which seat 1 deals and spades are trumps; a view of any other
deal is turned into one of these by changing seats and suits round, and the answer
turned back.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents.base import Agent, AgentError, Array, uniform
from cinqcents_env.rulebook import Rules, RulesError
from cinqcents_env.rulebook.cinqcents import CinqCentsRules
from cinqcents_env.solvers.cfr import solve
from cinqcents_env.solvers.mini_tree import all_deals, checked_rules, grow_tree

ITERATIONS = 300
"""Some three seconds, which leave a thousandth of a point a deal to win."""
SUITS = np.array([4, 5, 6, 7, 0, 1, 2, 3, 9, 8, 11, 10, *range(12, 21)])
"""The action that each becomes when the two suits change places."""


@functools.lru_cache(maxsize=4)
def solution(rules: CinqCentsRules) -> tuple[dict[bytes, int], NDArray[np.float64]]:
    """Row of each view, by its bytes, and probabilities, float64 (rows, actions)."""
    tree = grow_tree(rules, all_deals((1,), (0,)))
    policy, _, _ = solve(tree, ITERATIONS, every=ITERATIONS)
    sets = tree.views
    table = np.zeros((len(sets), len(SUITS)))
    table[sets.of_slot, sets.action] = policy
    return {view.tobytes(): row for row, view in enumerate(np.asarray(sets.views))}, table


def turned(views: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Views as seat 1 deals and spades are trumps, and where the suits were changed round."""
    views = np.array(views)
    swap = views["trump"] == 1
    for name in ("hand", "known", "captured", "used"):
        cards = views[name][swap]
        views[name][swap] = ((cards & 15) << 4) | (cards >> 4)
    melds = views["melds"][swap]
    views["melds"][swap] = ((melds & 5) << 1) | ((melds >> 1) & 5) | (melds & ~15)
    for name in ("trick", "turnup", "step_exchanged"):
        card = views[name][swap]
        views[name][swap] = np.where(card >= 0, card ^ 4, card)
    views["trump"][swap] = 0
    views["seat"] = views["dealer"] == 0
    views["marked"] = views["earned"]  # only what this deal brings counts
    return views, swap


class EquilibriumAgent(Agent):
    """Draws from an equilibrium of ``mini``; uniform where no deal leads."""

    def __init__(self, rules: Rules, spec: str = "cfr") -> None:
        super().__init__(rules, spec)
        try:
            self._solved = checked_rules(rules).replace(first_dealer="random")
        except RulesError as error:
            raise AgentError(f"agent {spec!r}: {error}") from None

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        rows, table = solution(self._solved)
        plain, swap = turned(views)
        found = np.array([rows.get(view.tobytes(), -1) for view in plain])
        answer = np.where(found[:, None] >= 0, table[found], 0.0)
        answer[swap] = answer[swap][:, SUITS]
        answer *= masks != 0
        total = answer.sum(axis=1, keepdims=True)
        return np.where(total > 0, answer / np.where(total > 0, total, 1.0), uniform(masks))
