"""Belief: full states that agree with all that a seat knows.

Choices tell nothing (who plays a card might have played any other that the rules let him
play); what the rules make certain counts. The engines' ``belief`` modules say what that is
in either family.

>>> import numpy as np
>>> from cinqcents_env import Batch, Game, belief
>>> game = Game("us3", seed=7)
>>> view = game.view()
>>> states = belief.sample(view, np.random.default_rng(0), 64)
>>> states.shape, len(set(states["hand"][:, view.seat].tolist()))
((64,), 1)

The samples are played on in a batch of as many games, or one by one.

>>> batch = Batch(view.rules, num_games=64, auto_reset=False)
>>> batch.states[:] = states
>>> batch.observe()
>>> len(np.unique(batch.masks, axis=0))
1
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from cinqcents_env._words import shown
from cinqcents_env.engine.view import View
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Setup, checked_number


class BeliefError(ValueError):
    """No layout of the cards agrees with a view."""


@functools.lru_cache(maxsize=64)
def _setup(rules: Rules) -> Setup:
    return Setup(rules)


def _checked(view: View) -> tuple[Setup, np.ndarray[Any, Any]]:
    if not isinstance(view, View):
        raise TypeError(f"belief takes a View, not {type(view).__name__}")
    return _setup(view.rules), view.record


def worlds(view: View) -> float:
    """Number of layouts of the hidden cards that a view allows.

    It is exact up to the precision of a float; 0.0 if the view contradicts itself, as one of
    a written position may.

    Raises:
        TypeError: not a view.
    """
    setup, record = _checked(view)
    return float(setup.loops.count_worlds(setup.packed, record, 0))


def sample(view: View, rng: np.random.Generator, n: int) -> np.ndarray[Any, Any]:
    """Full states drawn independently from those that a view allows, each equally likely.

    Args:
        view: what the seat knows.
        rng: source of chance; the same state of it gives the same samples.
        n: number of states, 1 or more.

    Returns:
        Structured array of shape (n,), dtype ``STATE`` of the family. In every state the seat
        has the same view, and on move the same mask; the deals to come differ.

    Raises:
        TypeError: not a view, or not a NumPy generator.
        ValueError: ``n`` is no whole number from 1 on.
        BeliefError: no layout of the cards agrees with the view.
    """
    setup, record = _checked(view)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng is a numpy.random.Generator, not {shown(rng)}")
    states = setup.new_states(checked_number("n", n))
    if worlds(view) == 0.0:
        raise BeliefError(
            f"no layout of the cards agrees with what seat {view.seat} of {view.rules.ruleset} "
            "knows: hands, cards played and suits shown void contradict each other"
        )
    chance = np.zeros((1, 2), dtype=np.int64)
    setup.loops.seed_chance(rng.integers(2**63 - 1, size=1), chance)
    setup.loops.sample_states(setup.packed, record, 0, chance, states)
    return states
