"""The loops in which one seat learns: what those play who are not asked."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.engine.chance import seeded
from cinqcents_env.setup import Setup

RULESETS = ("mini", "us3")


def with_first_card(ruleset: str) -> tuple[Setup, Any]:
    """A state in which the first action, a card, is one of several that are legal."""
    for seed in range(200):
        game, rng = cc.Game(ruleset, seed=seed), random.Random(seed)
        while not game.is_over and game.position()["deal_number"] == 0:
            moves = np.flatnonzero(game.legal_mask())
            if moves[0] == 0 and len(moves) > 1 and passes_on(game):
                return game.setup, game._states
            game.play(rng.choice(game.legal_moves()))
    raise AssertionError("no such deal")


def passes_on(game: cc.Game) -> bool:
    """True if after any card the next seat is on move."""
    seat, after = game.to_move, set()
    for move in game.legal_moves():
        other = cc.Game.from_position(game.position())
        other.play(move)
        after.add(other.to_move)
    return after == {(seat + 1) % game.num_players}


def played_on(setup: Setup, state: Any, action: int, chance: Any) -> Any:
    """The state after the one on move, who is not asked, has played; the next one learns."""
    states, on_move = state.copy(), int(state["to_move"][0])
    loops, seats = setup.loops, setup.num_seats
    loops.await_learners(
        setup.packed,
        states,
        np.array([(on_move + 1) % seats]),
        np.ones(1, dtype=np.bool_),
        False,
        np.zeros((1, seats), dtype=np.int32),
        np.array([action], dtype=np.int64),
        chance,
        np.zeros(1, dtype=np.bool_),
        setup.new_views(1),
        np.zeros((1, setup.num_actions), dtype=np.int8),
    )
    return states


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_first_action_can_be_what_is_given(ruleset: str) -> None:
    setup, state = with_first_card(ruleset)
    due = state.copy()
    setup.engine.step(setup.packed[0], due[0], 0)
    for seed in range(5):
        chance = np.array([seeded(seed, -2)])
        assert played_on(setup, state, 0, chance).tobytes() == due.tobytes()
        assert chance[0].tolist() == list(seeded(seed, -2)), "nothing was drawn"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_drawn_follows_from_the_games_own_chance(ruleset: str) -> None:
    setup, state = with_first_card(ruleset)
    for seed in range(20):
        x, m = seeded(seed, -2)
        chance, due = np.array([[x, m]]), state.copy()
        states = played_on(setup, state, -1, chance)
        action, x, m = setup.engine.random_action(setup.packed[0], due[0], x, m)
        setup.engine.step(setup.packed[0], due[0], action)
        assert states.tobytes() == due.tobytes()
        assert chance[0].tolist() == [x, m]
