"""Perfect-information Monte Carlo: every move tried in the same sampled worlds.

For each world, each move worth trying is made and the deal played on by greedy play
on views, so that no seat plays on cards which it could not know; where the rest can be
solved it is solved instead. The mean over the worlds is the value of the move. World
``w`` of a decision depends on the decision's seed and ``w`` alone.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

import numpy as np

from cinqcents_env._jit import specialise
from cinqcents_env.agents.search.horizon import family_playout
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.chance import seeded

engine: Any = None
play_on: Any = None
worth: Any = None
write_candidates: Any = None
greedy_action: Any = None
try_moves: Any = None

FIRST_CHOICE = 2
"""Marks greedy play's own move among those worth trying."""


def _try_moves(rules, states, views, mask, chosen, horizon, sums, squares):
    """Try every chosen move in the world ``states[0]``, and add up what comes of them.

    Args:
        states: two state records; the second is scratch.
        views: one view record, scratch, as is ``mask``.
        sums: float64 (A,), values added up.
        squares: float64 (A,), squares of the values less the mean of this world.
    """
    seat = np.int64(states[0].to_move)
    mean, number = 0.0, 0
    for action in range(chosen.shape[0]):
        if chosen[action]:
            states[1] = states[0]
            engine.step(rules, states[1], action)
            play_on(rules, states[1], views[0], mask)
            value = worth(rules, states[1], seat, horizon)
            squares[action, 1] = value
            sums[action] += value
            mean += value
            number += 1
    mean /= max(number, 1)
    for action in range(chosen.shape[0]):
        if chosen[action]:
            squares[action, 0] += (squares[action, 1] - mean) ** 2


def _choose_moves(rules, views, masks, chosen, counts):
    """Which moves of each row are worth trying; int8 (n, A), 2 for that of greedy play."""
    for v in range(views.shape[0]):
        number = write_candidates(rules[0], views[v], masks[v], chosen[v])
        first = greedy_action(rules[0], views[v], masks[v])
        counts[v] = number + (chosen[v, first] == 0)
        chosen[v, first] = FIRST_CHOICE


def _try_worlds(rules, views, chosen, counts, seeds, sums, squares, scratch, first, last, horizon):
    """Worlds ``first`` to ``last`` of every row with more than one move to try.

    Args:
        views: view records (n,); chosen: int8 (n, A); counts, seeds: int64 (n,).
        sums: float64 (n, A); squares: float64 (n, A, 2), the second part scratch.
        scratch: two state records, one view record, int8 (A,).
    """
    states, seen, mask = scratch
    for v in range(views.shape[0]):
        if counts[v] < 2:
            continue
        for world in range(first, last):
            x, m = seeded(seeds[v], world)
            engine.sample(rules[0], views[v], x, m, states[0])
            try_moves(rules[0], states, seen, mask, chosen[v], horizon, sums[v], squares[v])


@functools.cache
def search_names(family: str) -> dict[str, Any]:
    """What the search loops are bound to: engine, playouts and worth of a family."""
    module = importlib.import_module(f"cinqcents_env.agents.search.worth_{family}")
    greedy = f"cinqcents_env.agents.{family}_greedy"
    return {
        "engine": loops(family).engine,
        "greedy_action": importlib.import_module(greedy).greedy_action,
        "play_on": family_playout(family),
        "worth": module.worth,
        "write_candidates": module.write_candidates,
        "is_private": module.is_private,
    }


@functools.cache
def pimc_loops(family: str) -> tuple[Any, Any]:
    """The compiled (choose_moves, try_worlds) of a family."""
    names = dict(search_names(family))
    names["try_moves"] = specialise(_try_moves, family, names)
    return tuple(specialise(loop, family, names) for loop in (_choose_moves, _try_worlds))
