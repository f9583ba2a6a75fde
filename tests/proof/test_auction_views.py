"""Every field of a view of Five Hundred, and every feature, is what texts and calls say."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.oracle.five_hundred import Oracle
from tests.proof.auction_views import Seat, observation_due, view_due
from tests.proof.cases import AUCTION
from tests.proof.walks import AuctionWalk, Look


def look(game: cc.Game, oracle: Oracle) -> None:
    """Compare every field and feature that each seat sees."""
    for seat in range(game.num_players):
        due, view = view_due(Seat(game, oracle, seat)), game.view(seat)
        fields = set(view.record.dtype.names or ()) - {"best"}
        assert fields == set(due)
        for name in ("leader", "to_move"):  # what they hold between deals and calls is open
            if due[name] is None:
                due[name] = getattr(view, name)
        for name, value in due.items():
            field = getattr(view, name)
            assert np.array_equal(field, value), f"{name} of seat {seat}: view {field}, due {value}"
        observation = observation_due(game.rules, due)
        wrong = np.flatnonzero(game.observation(seat) != observation)
        layout = cc.observation_layout(game.rules)
        names = [name for name, part, _ in layout if set(range(part.start, part.stop)) & set(wrong)]
        assert not names, f"features of seat {seat}"
    hidden = np.zeros(len(game.rules.cards), dtype=np.float32)
    game.setup.loops.write_hidden(game.setup.packed, game._states, 0, hidden)
    position = game.position()
    places = [position["kitty"].split(), position["dead"].split()]
    for number, card in enumerate(game.rules.cards.cards):
        assert hidden[number] == (card in places[0]) + 0.5 * (card in places[1])


def glances(seed: int, share: float) -> Look:
    """Look at a share of the decisions, and at the end."""
    rng = random.Random(seed)

    def glance(game: cc.Game, oracle: Oracle) -> None:
        if oracle.over or rng.random() < share:
            look(game, oracle)

    return glance


SETTINGS: tuple[dict[str, Any], ...] = ({}, {"max_deals": 1}, {"kitty_open": True})


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("ruleset", AUCTION)
def test_views_and_observations(ruleset: str, options: dict[str, Any]) -> None:
    for seed in range(100, 104):
        walk = AuctionWalk(ruleset, {"max_deals": 2, **options}, seed, glances(seed, 0.25), 0.0)
        assert walk.run() is None


MORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("au4", {"pack": "46"}),
    ("au4", {"pack": "46", "misere": "any_time", "joker_low_in_misere": True}),
    ("au4", {"open_misere_shown": "before_lead", "misere": "any_time"}),
    ("us3", {"auction": "passer_may_return", "contractor_names_joker": True}),
    ("us3", {"open_misere_shown": "after_first_trick"}),
    ("ru2", {"dead_hand": True}),
    ("us3", {"all_pass": "no_trumps", "single_deal": True}),
    ("au5", {"win_needs_contract": False, "target": 200}),
)


@pytest.mark.parametrize(("ruleset", "options"), MORE, ids=str)
def test_under_other_options(ruleset: str, options: dict[str, Any]) -> None:
    for seed in range(12):
        walk = AuctionWalk(ruleset, {"max_deals": 2, **options}, seed, glances(seed, 0.25), 0.0)
        assert walk.run() is None
