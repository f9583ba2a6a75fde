"""Every feature of a Five Hundred observation is what the fields of the view say, to the end.

The fields themselves are compared with the oracle's bookkeeping in the file on views.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.proof.auction_observations import observation_due
from tests.proof.cases import AUCTION
from tests.proof.walks import AuctionWalk, Look

OUTCOMES = (
    "", "contract", "points", "loss limit", "ten wins", "truncated", "tie", "deal over",
)  # fmt: skip


def same_features(game: cc.Game) -> None:
    """Compare what each seat observes, and the part of the full state that nobody sees."""
    layout = cc.observation_layout(game.rules)
    for seat in range(game.num_players):
        view = game.view(seat)
        fields = {name: getattr(view, name) for name in view.record.dtype.names or ()}
        wrong = game.observation(seat) != observation_due(game.rules, fields)
        blocks = [name for name, part, _ in layout if wrong[part].any()]
        assert not blocks, f"features of seat {seat}: {blocks}"
    hidden = np.full(len(game.rules.cards), 9.0, dtype=np.float32)
    game.setup.loops.write_hidden(game.setup.packed, game._states, 0, hidden)
    position = game.position()
    kitty, dead = position["kitty"].split(), position["dead"].split()
    for number, card in enumerate(game.rules.cards.cards):
        assert hidden[number] == (card in kitty) + 0.5 * (card in dead)


def same_end(game: cc.Game) -> None:
    """Compare what each seat sees of a game that is over."""
    assert game.result is not None
    for seat in range(game.num_players):
        view = game.view(seat)
        winners = [(winner - seat) % game.num_players for winner in game.result["winners"]]
        assert view.phase == 5
        assert OUTCOMES[view.outcome] == game.result["reason"]
        assert view.winners == sum(1 << winner for winner in winners)
        sides = len(game.scores)
        seen = [int(view.scores[(side - seat) % sides]) for side in range(sides)]
        assert seen == game.scores


def glances(seed: int, share: float) -> Look:
    """Look at a share of the decisions, and at the end."""
    rng = random.Random(seed)

    def glance(game: cc.Game, oracle: Any) -> None:
        if oracle.over:
            same_end(game)
        if oracle.over or rng.random() < share:
            same_features(game)

    return glance


@pytest.mark.parametrize("options", [{}, {"kitty_open": True}], ids=str)
@pytest.mark.parametrize("ruleset", AUCTION)
def test_every_feature(ruleset: str, options: dict[str, Any]) -> None:
    for seed in range(100, 105):
        look = glances(seed, 0.3)
        walk = AuctionWalk(ruleset, {"max_deals": 2, **options}, seed, look, 0.0)
        assert walk.run() is None


MORE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("au4", {"pack": "46"}),
    ("au4", {"pack": "46", "misere": "any_time", "joker_low_in_misere": True}),
    ("us3", {"auction": "passer_may_return", "contractor_names_joker": True}),
    ("ru2", {"dead_hand": True}),
    ("us3", {"all_pass": "no_trumps", "single_deal": True}),
    ("au5", {"win_needs_contract": False, "target": 200}),
)


@pytest.mark.parametrize(("ruleset", "options"), MORE, ids=str)
def test_under_other_options(ruleset: str, options: dict[str, Any]) -> None:
    for seed in range(12):
        look = glances(seed, 0.3)
        walk = AuctionWalk(ruleset, {"max_deals": 2, **options}, seed, look, 0.0)
        assert walk.run() is None
