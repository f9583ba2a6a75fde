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
from cinqcents_env.agents.search.horizon import family_playout, variant
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.chance import seeded

engine: Any = None
draw: Any = None
prepare: Any = None
play_on: Any = None
worth: Any = None
write_candidates: Any = None
greedy_action: Any = None
try_moves: Any = None
may_solve: Any = None
write_exact: Any = None

SOLVED = -1
"""Stands for the number of moves to try in a row whose exact values are known."""
FIRST_CHOICE = 2
"""Marks greedy play's own move among those worth trying."""


def _try_moves(rules, scratch, chosen, horizon, depth, sums, squares):
    """Try every chosen move in the world ``states[0]``, and add up what comes of them.

    Args:
        scratch: see :func:`_try_worlds`.
        depth: tricks from which a solver takes over.
        sums: float64 (A,), values added up.
        squares: float64 (A,), squares of the values less the mean of this world.
    """
    states, views, mask, table = scratch
    seat = np.int64(states[0].to_move)
    mean, number = 0.0, 0
    for action in range(chosen.shape[0]):
        if chosen[action]:
            states[1] = states[0]
            engine.step(rules[0], states[1], action)
            play_on(rules, states, 1, views[0], mask, table, depth)
            value = worth(rules[0], states[1], seat, horizon)
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


def _try_worlds(
    rules, views, chosen, counts, seeds, sums, squares, scratch, first, last, horizon, depth
):
    """Worlds ``first`` to ``last`` of every row with more than one move to try.

    Args:
        views: view records (n,); chosen: int8 (n, A); counts, seeds: int64 (n,).
        sums: float64 (n, A); squares: float64 (n, A, 2), the second part scratch.
        scratch: two state records, one view record, int8 (A,), the solver's table
            (0 where none takes over).
    """
    states = scratch[0]
    for v in range(views.shape[0]):
        if counts[v] < 2:
            continue
        plan = prepare(rules[0], views[v])
        for world in range(first, last):
            x, m = seeded(seeds[v], world)
            draw(rules[0], views[v], plan, x, m, states[0])
            try_moves(rules, scratch, chosen[v], horizon, depth, sums[v], squares[v])


def _solve_rows(rules, views, counts, seeds, values, scratch, horizon):
    """Exact values of the rows in which no card is hidden and a solver is quick.

    Args:
        counts: int64 (n,), moves to try; becomes ``SOLVED`` where values were written.
        values: float64 (n, A), receives them; NaN for illegal moves.
        scratch: state records, of which the first is used, and the solver's table.
    """
    states, table = scratch
    for v in range(views.shape[0]):
        if counts[v] > 1 and may_solve(rules[0], views[v]):
            x, m = seeded(seeds[v], 0)
            draw(rules[0], views[v], prepare(rules[0], views[v]), x, m, states[0])
            if write_exact(rules, states, table, horizon, values[v]):
                counts[v] = SOLVED


@functools.cache
def search_names(family: str) -> dict[str, Any]:
    """What the search loops are bound to: engine, playouts and worth of a family."""
    module = importlib.import_module(f"cinqcents_env.agents.search.worth_{family}")
    exact = importlib.import_module(f"cinqcents_env.agents.search.exact_{family}")
    greedy = f"cinqcents_env.agents.{family}_greedy"
    return {
        "engine": loops(family).engine,
        "greedy_action": importlib.import_module(greedy).greedy_action,
        "may_solve": exact.may_solve,
        "write_exact": exact.write_exact,
        "worth": module.worth,
        "write_candidates": module.write_candidates,
        "is_private": module.is_private,
        "write_choices": module.write_choices,
        "prepare": module.prepare,
        "draw": module.draw,
    }


@functools.cache
def row_loops(family: str) -> tuple[Any, Any]:
    """The compiled (choose_moves, solve_rows) of a family."""
    names = search_names(family)
    return specialise(_choose_moves, family, names), specialise(_solve_rows, family, names)


@functools.cache
def pimc_loop(family: str, solving: bool) -> Any:
    """The compiled ``try_worlds`` of a family; ``solving``: playouts end with the solver."""
    name = variant(family, solving)
    names = {**search_names(family), "play_on": family_playout(family, solving)}
    names["try_moves"] = specialise(_try_moves, name, names)
    return specialise(_try_worlds, name, names)
