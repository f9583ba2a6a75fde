"""Beliefs of Five Hundred: exactly the layouts that fit, and each as often as any other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import factorial, prod
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env._jit import interpreted
from tests.engine.layouts import Deal, chi_square, layout_of

LOOKS, EACH, LIMIT = (1, 10, 60) if interpreted() else (3, 30, 400)
"""Positions looked at, samples for each layout, layouts that are tried at most."""


def lively(game: cc.Game, rng: random.Random, wish: str) -> str:
    """A random move; in the auction the wished bid, and few passes."""
    moves = game.legal_moves()
    if game.phase == "bid":
        if f"bid {wish}" in moves:
            return f"bid {wish}"
        modest = [move for move in moves if move[:5] in ("bid 6", "bid 7")]
        return rng.choice(modest) if modest and wish == "7" else "pass"
    if game.phase == "call":
        return rng.choice([move for move in moves if move != "alone"])
    named = [move for move in moves if move.startswith("name")]
    return rng.choice(named or moves)


def tries(deal: Deal, seat: int) -> int:
    """Number of ways to deal the cards that the seat does not see."""
    rooms = [0 if cards else room for room, cards in deal.places(seat).values()]
    return factorial(sum(rooms)) // prod(factorial(room) for room in rooms)


def late(game: cc.Game) -> bool:
    """True if the seat on move has few cards left."""
    return len(game.position()["hands"][game.to_move].split()) <= 4


def endings(
    ruleset: str, options: dict[str, Any], wish: str, seeds: range
) -> Iterator[tuple[cc.Game, Deal, int]]:
    """Late positions and seats for which few layouts can be tried, and not all fit."""
    for seed in seeds:
        game, rng = cc.Game(ruleset, seed=seed, single_deal=True, **options), random.Random(seed)
        while not game.is_over:
            if game.phase == "play" and late(game):
                deal = Deal(game)
                for seat in range(game.num_players):
                    number = tries(deal, seat)
                    if 1 < number <= LIMIT and belief.worlds(game.view(seat)) < number:
                        yield game.copy(), deal, seat
            game.play(lively(game, rng, wish))


SCENARIOS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("us3", {}, "7"),
    ("us3", {}, "8NT"),
    ("us3", {"joker_forced_in_misere": True}, "misere"),
    ("us3", {"kitty_open": True}, "open misere"),
    ("ru3", {}, "7S"),
    ("ru3", {"kitty_open": False}, "6H"),
    ("ru3", {}, "6NT"),
    ("ru2", {}, "6C"),
    ("us2", {"must_trump": True}, "6D"),
    ("au4", {}, "7"),
    ("au4", {"misere": "any_time"}, "misere"),
    ("au4", {"pack": "46"}, "8NT"),
    ("au4", {"pack": "46", "misere": "any_time", "contractor_names_joker": False}, "misere"),
    ("au5", {}, "7"),
    ("au5", {"kitty_open": True}, "6S"),
    ("au6", {}, "7"),
)


@pytest.mark.parametrize(("ruleset", "options", "wish"), SCENARIOS, ids=str)
def test_the_layouts_that_fit_are_equally_likely(
    ruleset: str, options: dict[str, Any], wish: str
) -> None:
    looked, bound = 0, 0
    for game, deal, seat in endings(ruleset, options, wish, range(40)):
        view = game.view(seat)
        fitting = set(deal.layouts(seat))
        assert belief.worlds(view) == pytest.approx(len(fitting), rel=1e-9), (seat, game.position())
        assert layout_of(game, game._states[0]) in fitting
        number = EACH * len(fitting)
        states = belief.sample(view, np.random.default_rng(looked), number)
        counts = Counter(layout_of(game, state) for state in states)
        assert counts.keys() <= fitting
        assert abs(chi_square(counts, len(fitting))) < 4.0, (seat, game.position())
        bound += tries(deal, seat) - len(fitting)
        looked += 1
        if looked == LOOKS:
            break
    assert looked == LOOKS
    assert bound > 0
