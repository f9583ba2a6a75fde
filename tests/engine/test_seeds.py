"""Deals are pinned by their seeds, small and large: records and reports name games by them."""

from __future__ import annotations

import pytest

from cinqcents_env.game import Game

PINNED = (
    (0, 2, "AC 9H JK", "AH"),
    (2**31, 0, "7S KS AC", "TD"),
    (2**32, 1, "QS 8H AH", "9C"),
    (2**62 + 5, 1, "QC JD QD", "TD"),
)
"""Seed, dealer and kitty of `us3`, turn-up of `classic`."""


@pytest.mark.parametrize(("seed", "dealer", "kitty", "turnup"), PINNED)
def test_first_deals(seed: int, dealer: int, kitty: str, turnup: str) -> None:
    deal = Game("us3", seed=seed).deal_texts()
    assert (deal["dealer"], deal["kitty"]) == (dealer, kitty)
    assert Game("classic", seed=seed).deal_texts()["turnup"] == turnup


def test_first_dealers_of_two_players() -> None:
    dealers = [Game("classic", seed=seed).position()["dealer"] for seed, *_ in PINNED]
    assert dealers == [1, 0, 0, 1]


def test_a_later_deal() -> None:
    game = Game("us3", seed=3)
    for _ in range(3):
        game.play("pass")
    assert game.deal_texts() == {
        "dealer": 0,
        "hands": [
            "7S TC 7D 8D TD JD AD 7H TH JH",
            "8S 9S KS AS 7C KC AC 9D AH JK",
            "TS JS 9C JC QC QD KD 8H QH KH",
        ],
        "kitty": "QS 8C 9H",
        "dead": "",
    }
