"""The engine's own sampler of hidden cards agrees with what the seat is shown."""

from __future__ import annotations

import random

import numpy as np
import pytest

import cinqcents_env as cc
from tests.proof.cases import TWO_PLAYER
from tests.proof.symmetry import chosen

SAMPLES = 32


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_sampled_states_look_the_same(ruleset: str) -> None:
    """Every state sampled from a view gives that view, and samples differ while cards hide."""
    game, rng = cc.Game(ruleset, seed=6), random.Random(6)
    chance = np.array([[1, 1]], dtype=np.int64)
    setup, varied = game.setup, 0
    states, views = setup.new_states(SAMPLES), setup.new_views(1)
    for _ in range(120):
        for seat in range(2):
            view = game.view(seat)
            setup.loops.sample_states(setup.packed, view.record, 0, chance, states)
            for at in range(SAMPLES):
                setup.loops.write_view(states, at, seat, views, 0)
                assert views.tobytes() == bytes(view)
            varied += len(set(states["hand"][:, 1 - seat].tolist())) > 1
        if game.is_over:
            break
        game.play(chosen(game, rng))
    assert varied > 5
