"""What play shows for certain beyond the suit not followed, and who is told."""

from __future__ import annotations

import pytest

import cinqcents_env as cc
from tests.engine.test_five_hundred_options import play, table


def test_under_must_trump_another_card_shows_no_trump() -> None:
    game = play(table("ru3", "AS 7S", "9D 9C", "TH TD", contract="6H"), "AS, 9D, TH")
    assert game.position()["voids"] == ["", "SH", "S"]


def test_a_joker_led_without_a_suit_shows_a_hand_of_jokers() -> None:
    hands = ("JK JK2", "AS 7S", "AH 7H", "AD 7D")
    fields = {"contract": "6NT", "suits_led": "SCDH", "options": {"pack": "46"}}
    game = play(table("au4", *hands, **fields), "JK")
    assert game.position()["voids"][0] == "SCDH"
    assert game.view(1).voids[3] == 0b1111
    last = play(table("au4", "JK", "AS", "AH", "AD", **fields), "JK")
    assert last.position()["voids"][0] == ""  # the last card shows nothing


def test_a_joker_not_played_where_it_must_be_is_not_there() -> None:
    options = {"joker_forced_in_misere": True}
    hands = ("AS 7S", "9D JK", "TH TD")
    game = play(table("us3", *hands, contract="misere", options=options), "AS")
    assert game.legal_moves() == ["JK"]
    game.play("JK")
    assert "jokerless" not in game.position()
    game.play("TH")
    assert game.position()["jokerless"] == [2]
    assert game.view(1).jokerless == 0b010
    assert cc.Game.from_position(game.position())._states.tobytes() == game._states.tobytes()


@pytest.mark.parametrize("value", ["1", [3], [True], 1])
def test_jokerless_seats_are_read_with_care(value: object) -> None:
    with pytest.raises(cc.PositionError, match="jokerless"):
        table("us3", "AS", "9D", "TH", contract="misere", jokerless=value)


def test_a_secret_partner_reaches_the_target_like_a_defender() -> None:
    """Whoever knows him and whoever does not see the same list."""
    hands = ("7S 8S", "AS KD", "TS 9D", "9S 8D", "6S 7D")
    fields = {"contract": "6H", "called": "KD", "scores": [0, 490, 0, 0, 0]}
    options = {"win_needs_contract": False}
    game = play(table("au5", *hands, options=options, **fields), "7S, AS, TS, 9S, 6S")
    assert game.position()["partner"] == 1
    assert game.position()["reached"] == [1]
    assert [int(game.view(seat).reached[0]) for seat in range(5)] == [1, 0, 4, 3, 2]
    play(game, "KD, 9D, 8D, 7D, 8S")
    assert game.scores[1] < 500  # half a contract lost


@pytest.mark.parametrize("partner", range(4))
def test_any_seat_may_be_the_secret_partner_at_the_target(partner: int) -> None:
    hands = ["TS 9D", "9S 8D", "6S 7D", "5S TD"]
    hands[partner] = "AS KD"
    scores = [490 if seat == partner else 0 for seat in range(5)]
    game = table(
        "au5", *hands, "7S 8S", contract="6H", called="KD", declarer=4, leader=4, dealer=3,
        scores=scores, options={"win_needs_contract": False},
    )  # fmt: skip
    play(game, ", ".join(["7S", *(hand.split()[0] for hand in hands)]))
    assert game.position()["partner"] == partner
    assert game.position()["reached"] == [partner]


def test_who_had_no_joker_may_have_one_in_the_next_deal() -> None:
    game = table(
        "us3", "AS", "9D", "TH", contract="misere", jokerless=[1, 2], tricks=[9, 1, 0],
        suits_led="SCDH",
    )  # fmt: skip
    assert game.view(0).jokerless == 0b110
    play(game, "AS, 9D, TH")
    assert game.position()["deal_number"] == 1
    assert [int(game.view(seat).jokerless) for seat in range(3)] == [0, 0, 0]


def test_a_partner_who_is_known_does_not_reach_the_target_like_a_defender() -> None:
    hands = ("7D 8S", "AS KD", "TS 9D", "9S 8D", "6S 5D")
    fields = {"contract": "6H", "called": "KD", "scores": [0, 490, 0, 0, 0]}
    game = table("au5", *hands, options={"win_needs_contract": False}, **fields)
    play(game, "7D, KD, 9D, 8D, 5D")
    assert game.to_move == 1
    assert game.position().get("reached", []) == []
