"""How far a lead carries: what a deal brings, measured by greedy play of the same rules.

A *horizon* is a float64 array: whether whole games are played, the points that the
better side makes in a deal, and the spread of the margin between two sides. From it
the worth of a score after a deal follows: the chance of a lead L to last over the n
deals that are left is taken as 1 / (1 + exp(-STEEP * L / (spread * sqrt(n)))), with
n = 1/2 + (target - best score) / points; with more than two sides, as each side's part
of the sum of such terms.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import records, specialise
from cinqcents_env.agents.search import playout
from cinqcents_env.engine.batch import game_seeds, loops
from cinqcents_env.rulebook import Rules

WHOLE, POINTS, SPREAD = range(3)
STEEP = 1.7
"""Slope at which the logistic curve follows the normal one."""
DEALS = 256
"""Deals played for the measurement."""
TABLE_BITS = 14
"""The solver's table has 2 to this power entries."""
LEAST = 10.0
"""Neither figure is taken as less, in points."""

play_on: Any = None


def _play_deals(rules: Any, states: Any, views: Any, mask: Any, table: Any) -> None:
    for g in range(states.shape[0]):
        play_on(rules, states, g, views[0], mask, table, 0)


@functools.cache
def family_playout(family: str) -> Any:
    """The compiled ``play_on`` of a family."""
    greedy = importlib.import_module(f"cinqcents_env.agents.{family}_greedy").greedy_action
    names = {"engine": loops(family).engine, "greedy_action": greedy}
    names["finish"] = importlib.import_module(f"cinqcents_env.agents.search.exact_{family}").finish
    return specialise(playout.play_on, family, names)


def new_table(family: str) -> Any:
    """Memory of the solver that takes over in a family; for one thread at a time."""
    module = importlib.import_module(f"cinqcents_env.agents.search.exact_{family}")
    return module.new_table(TABLE_BITS)


@functools.cache
def _deals_loop(family: str) -> Any:
    return specialise(_play_deals, family, {"play_on": family_playout(family)})


@functools.lru_cache(maxsize=64)
def _measured(rules: Rules) -> tuple[float, float]:
    """(points of the better side, spread of the margin) of a deal."""
    engine = loops(rules.family).engine
    packed = engine.pack_rules(rules)
    states, views = records(DEALS, engine.STATE), records(1, engine.VIEW)
    loops(rules.family).reset_games(packed, states, game_seeds(0, DEALS))
    mask = np.zeros(int(packed["num_actions"][0]), dtype=np.int8)
    _deals_loop(rules.family)(packed, states, views, mask, new_table(rules.family))
    earned = np.asarray(states["earned"], dtype=np.float64)[:, : len(rules.sides)]
    margins = earned[:, 0] - earned[:, 1]
    return max(float(earned.max(axis=1).mean()), LEAST), max(float(margins.std()), LEAST)


def horizon_of(rules: Rules) -> NDArray[np.float64]:
    """The horizon of some rules; ``single_deal`` says that points are played for."""
    points, spread = _measured(rules.replace(single_deal=True))
    return np.array([not rules.single_deal, points, spread], dtype=np.float64)
