"""The loops over games shared among threads: each thread takes a run of games.

The loops are those of :mod:`cinqcents_env.engine.batch`, called on slices of the
same arrays, so a game's course cannot depend on the number of threads. Compiled
only when more than one thread is asked for.
"""

import functools
import threading
import types
from typing import Any

import numpy as np

from cinqcents_env._jit import prange, specialise
from cinqcents_env.engine.batch import loops

first_illegal: Any = None
step_games: Any = None
settle_games: Any = None
observe_games: Any = None
random_playouts: Any = None

ONE_AT_A_TIME = threading.Lock()
"""Numba's simplest pool of threads ends the process when two callers use it at once."""


def parts(number: int, threads: int) -> np.ndarray[Any, Any]:
    """Bounds (int64, shape (parts + 1,)) that divide games evenly, none of them empty."""
    threads = min(number, threads)
    return np.arange(threads + 1, dtype=np.int64) * number // threads


def _first_illegal_shared(bounds, rules, states, actions, active):
    """Index of the first active game whose action is illegal, else -1."""
    number = bounds.shape[0] - 1
    found = np.full(number, -1, dtype=np.int64)
    for part in prange(number):
        a, b = bounds[part], bounds[part + 1]
        found[part] = first_illegal(rules, states[a:b], actions[a:b], active[a:b])
    for part in range(number):
        if found[part] >= 0:
            return bounds[part] + found[part]
    return np.int64(-1)


def _step_shared(
    bounds, rules, states, actions, active, by_points, skip, restart, totals, rewards, ended, cut
):
    """Carry out one (legal) action in each active game, then settle every game."""
    for part in prange(bounds.shape[0] - 1):
        a, b = bounds[part], bounds[part + 1]
        step_games(rules, states[a:b], actions[a:b], active[a:b])
        settle_games(
            rules,
            states[a:b],
            by_points,
            skip,
            restart,
            totals[a:b],
            rewards[a:b],
            ended[a:b],
            cut[a:b],
        )


def _observe_shared(bounds, rules, states, views, observations, masks, to_move):
    """View, observation and mask of the seat on move in every game."""
    for part in prange(bounds.shape[0] - 1):
        a, b = bounds[part], bounds[part + 1]
        observe_games(rules, states[a:b], views[a:b], observations[a:b], masks[a:b], to_move[a:b])


def _random_playouts_shared(bounds, rules, states, chance, number):
    """Make ``number`` random decisions in every game; ended games are dealt anew."""
    for part in prange(bounds.shape[0] - 1):
        a, b = bounds[part], bounds[part + 1]
        random_playouts(rules, states[a:b], chance[a:b], number)
    return states.shape[0] * number


@functools.cache
def threaded_loops(family: str) -> types.SimpleNamespace:
    """The shared loops compiled for a family.

    ``first_illegal``, ``step``, ``observe`` and ``random_playouts``, each taking
    the bounds of :func:`parts` first.
    """
    names = vars(loops(family))

    def shared(function: Any) -> Any:
        run = specialise(function, family, names, parallel=True)

        @functools.wraps(function)
        def locked(*args: Any) -> Any:
            with ONE_AT_A_TIME:
                return run(*args)

        return locked

    return types.SimpleNamespace(
        first_illegal=shared(_first_illegal_shared),
        step=shared(_step_shared),
        observe=shared(_observe_shared),
        random_playouts=shared(_random_playouts_shared),
    )
