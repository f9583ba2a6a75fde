"""Game: what it keeps between moves is what the engine says, and copies stand alone."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env._jit import direct, interpreted
from cinqcents_env.game import IllegalMove


def walk(game: cc.Game, moves: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        if game.is_over:
            return
        actions = game.legal_actions()
        game.play_action(actions[rng.integers(len(actions))])


@pytest.mark.parametrize("ruleset", ["classic", "lyonnais", "mini", "us3", "au5"])
def test_what_a_game_remembers_is_what_its_record_holds(ruleset: str) -> None:
    game = cc.Game(ruleset, seed=3, max_deals=3)
    for ply in range(400):
        state, engine = game._states[0], game.setup.engine
        mask = np.zeros(game.setup.num_actions, dtype=np.int8)
        game.setup.loops.write_mask(game.setup.packed, game._states, 0, mask)
        assert (game.legal_mask() == mask).all()
        assert game.legal_actions() == np.flatnonzero(mask).tolist()
        assert game.to_move == state["to_move"]
        assert game.phase == engine.PHASES[state["phase"]]
        assert game.is_over == (state["phase"] == engine.OVER)
        walk(game, 1, ply)
    assert game.is_over


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
@pytest.mark.parametrize(
    "duplicate", [cc.Game.copy, copy.deepcopy, copy.copy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_a_copy_and_its_original_part_ways(ruleset: str, duplicate: Any) -> None:
    game = cc.Game(ruleset, seed=5)
    walk(game, 30, 1)
    before = game.record_line()
    other = duplicate(game)
    assert other.record_line() == before
    walk(other, 100, 2)
    assert game.record_line() == before
    ahead = other.record_line()
    walk(game, 100, 3)
    assert other.record_line() == ahead


def test_the_mask_handed_out_is_a_copy() -> None:
    game = cc.Game("classic", seed=5)
    game.legal_mask()[:] = 1
    with pytest.raises(IllegalMove):
        game.play("stop")


def test_a_refused_move_leaves_everything_as_it_was() -> None:
    game = cc.Game("us3", seed=5)
    before, mask = game.record_line(), game.legal_mask()
    wrong = next(i for i in range(len(mask)) if not mask[i])
    for action in (wrong, -1, 10_000, 2**70):
        with pytest.raises(IllegalMove):
            game.play_action(action)
    assert game.record_line() == before
    assert (game.legal_mask() == mask).all()


def test_direct_calls_answer_as_the_checked_ones() -> None:
    game = cc.Game("classic", seed=9)
    setup = game.setup
    arguments = (setup.packed, game._states, 0, game.legal_mask())
    entry = direct(setup.loops.write_mask, *arguments)
    assert entry(*arguments) == setup.loops.write_mask(*arguments)
    assert (entry is setup.loops.write_mask) == interpreted()
