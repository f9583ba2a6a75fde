"""Masks, their numbers and forced moves say the same of every decision, in both families."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.engine.layouts import chi_square
from tests.engine.test_five_hundred_ends import table
from tests.proof.symmetry import chosen

PAIRS = {"pack": "46", "contractor_names_joker": False}


def same_answers(game: cc.Game) -> int:
    """Compare mask, number, legality and forced move; how many moves are legal."""
    setup, mask = game.setup, np.ones(game.setup.num_actions, dtype=np.int8)
    number = setup.loops.write_mask(setup.packed, game._states, 0, mask)
    assert number == mask.sum() == len(game.legal_moves())
    legal = [
        setup.engine.is_legal(setup.packed[0], game._states[0], action)
        for action in range(-1, setup.num_actions + 1)
    ]
    assert legal[1:-1] == [bool(allowed) for allowed in mask]
    assert not legal[0]
    assert not legal[-1]
    forced = setup.engine.forced(setup.packed[0], game._states[0])
    assert forced == (mask.argmax() if number == 1 else -1)
    return int(number)


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_in_random_games(ruleset: str) -> None:
    forced = 0
    for seed in range(4):
        game, rng = cc.Game(ruleset, seed=seed, max_deals=2), random.Random(seed)
        while not game.is_over:
            forced += same_answers(game) == 1
            game.play(chosen(game, rng))
        assert same_answers(game) == 0
    assert forced


@pytest.mark.parametrize("suit", "SCDH")
@pytest.mark.parametrize("joker", ["JK", "JK2"])
def test_a_joker_that_can_be_led_one_way(joker: str, suit: str) -> None:
    led = "SCDH".replace(suit, "")
    game = table(
        "au4", joker, "7S", "8S", "9S", contract="6NT", suits_led=led, tricks=[5, 4, 0, 0],
        options=PAIRS,
    )  # fmt: skip
    assert game.legal_moves() == [f"{joker}={suit}"]
    assert same_answers(game) == 1


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_a_game_dealt_anew_in_its_place_holds_nothing_of_the_old_one(ruleset: str) -> None:
    """The next game of a batch is the game of its seed, byte for byte."""
    assert dealt_anew(cc.Batch(ruleset, num_games=4, seed=8, max_deals=1), 150) > 3


@pytest.mark.parametrize("ruleset", ["classic", "us3", "au4", "au5"])
def test_random_actions_are_drawn_evenly(ruleset: str) -> None:
    game, rng, tried = cc.Game(ruleset, seed=6), random.Random(6), 0
    engine, packed = game.setup.engine, game.setup.packed
    for _ in range(60):
        legal, drawn = np.flatnonzero(game.legal_mask()).tolist(), Counter[int]()
        x, m = np.int64(12345), np.int64(67890)
        for _ in range(60 * len(legal)):
            action, x, m = engine.random_action(packed[0], game._states[0], x, m)
            drawn[int(action)] += 1
        assert set(drawn) == set(legal)
        if len(legal) > 1:
            assert chi_square(drawn, len(legal)) < 5.0
            tried += 1
        game.play(chosen(game, rng))
        if game.is_over:
            break
    assert tried > 10


def test_a_game_that_ends_amid_a_deal_leaves_nothing_to_the_next() -> None:
    rules = cc.rules("classic", max_deals=2, win_at_once=True)
    scores = (440, 440)
    batch = cc.Batch(rules, num_games=4, seed=8, start_scores=scores)
    assert dealt_anew(batch, 400, start_scores=scores) > 8


def dealt_anew(batch: cc.Batch, steps: int, **options: Any) -> int:
    """Play at random, compare every new game with the game of its seed; how many there were."""
    rng, restarted = np.random.default_rng(5), 0
    for _ in range(steps):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in batch.masks]
        batch.step(np.array(actions))
        for g in np.flatnonzero(batch.terminated | batch.truncated):
            fresh = cc.Game(batch.rules, seed=int(batch.states["seed"][g]), **options)
            assert batch.states[g].tobytes() == fresh._states[0].tobytes()
            restarted += 1
    return restarted
