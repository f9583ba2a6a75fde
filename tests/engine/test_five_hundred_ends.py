"""Options of Five Hundred that change a score or an end: one test each, named by the option."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from cinqcents_env.game import Game
from cinqcents_env.setup import Setup
from tests.engine.five_hundred_tables import PLAYERS, play, table


def last_trick(
    ruleset: str, contract: str, taken: int, options: dict[str, Any], **fields: Any
) -> Game:
    """A deal of pairs or singles in its last trick, which seat 0, the declarer, wins.

    ``taken`` counts the declarer's tricks with this one; seat 1 has all the others.
    """
    players = PLAYERS[ruleset]
    low = ["AS", "9D", "9C", "9H", "TD", "TC"][:players]
    tricks = [taken - 1, 10 - taken] + [0] * (players - 2)
    fields = {"tricks": tricks, "suits_led": "SCDH", "deal_number": 4} | fields
    game = table(ruleset, *low, options=options, contract=contract, **fields)
    for card in low:
        game.play(card)
    return game


def test_misere_value() -> None:
    for value in (250, 130):
        options = {"misere_value": value, "misere_stops_early": False}
        assert last_trick("us3", "misere", 1, options).scores[0] == -value


def test_open_misere_value() -> None:
    for value in (480, 300):
        assert last_trick("us3", "open misere", 1, {"open_misere_value": value}).scores[0] == -value


def test_misere_defenders() -> None:
    for defenders, points in (("nothing", 0), ("per_declarer_trick", 10)):
        game = last_trick("us3", "misere", 1, {"misere_defenders": defenders})
        assert game.scores[1:] == [points, points]


def test_slam() -> None:
    for slam, six, seven in (("off", 40, 220), ("below_250", 250, 250), ("below_160", 250, 220)):
        assert last_trick("us3", "6S", 10, {"slam": slam}).scores[0] == six
        assert last_trick("us3", "7NT", 10, {"slam": slam}).scores[0] == seven
    assert last_trick("au4", "8C", 10, {}).scores[0] == 260


def test_win_needs_contract() -> None:
    fields = {"scores": [0, 480, 0]}
    assert not last_trick("us3", "6S", 6, {}, **fields).is_over
    game = last_trick("us3", "6S", 6, {"win_needs_contract": False}, **fields)
    assert game.result == {"winners": [1], "reason": "points", "scores": [40, 520, 0]}


def test_tens_stop_at_490() -> None:
    for stop, score in ((False, 520), (True, 490)):
        game = last_trick("us3", "6S", 6, {"tens_stop_at_490": stop}, scores=[0, 480, 0])
        assert game.scores[1] == score


def test_lose_at() -> None:
    fields = {"scores": [-480, 0, 0]}
    game = last_trick("us3", "6S", 5, {}, **fields)
    assert game.result == {"winners": [1], "reason": "loss limit", "scores": [-520, 50, 0]}
    assert not last_trick("us3", "6S", 5, {"lose_at": 0}, **fields).is_over
    shared = last_trick("us3", "6S", 5, {}, scores=[-480, 0, 50])
    assert shared.result is not None
    assert shared.result["winners"] == [1, 2]
    assert shared.returns == [-2.0, 1.0, 1.0]


def test_both_reach() -> None:
    for rule, winner in (("declarer_then_first", 0), ("higher", 1)):
        game = last_trick("ru3", "6S", 6, {"both_reach": rule}, scores=[460, 490, 0])
        assert game.result is not None
        assert (game.scores, game.result["winners"]) == ([500, 530, 0], [winner])


def test_a_declarer_wins_by_a_contract_that_is_made() -> None:
    fields = {"scores": [700, 490, 0]}
    game = last_trick("ru3", "6S", 5, {"win_needs_contract": False}, **fields)
    assert game.result == {"winners": [1], "reason": "points", "scores": [660, 540, 0]}
    game = last_trick("ru3", "6S", 6, {"win_needs_contract": False}, **fields)
    assert game.result == {"winners": [0], "reason": "contract", "scores": [740, 530, 0]}


def test_both_reach_by_tens() -> None:
    hands = ("7S 7C 7D", "AC KC 9S", "8C AD KD")
    game = table("ru3", *hands, contract="6H", scores=[0, 490, 490], tricks=[4, 2, 1])
    play(game, "7C, AC, 8C")
    assert game.position()["reached"] == [1, 2]  # seat 2 stood there with its first trick
    turned = {"declarer": 2, "dealer": 1, "scores": [490, 490, 0], "tricks": [2, 1, 4]}
    game = table("ru3", *hands[1:], hands[0], contract="6H", **turned)
    play(game, "7C, AC, 8C")
    assert game.position()["reached"] == [0, 1]
    for seat in range(3):
        assert game.view(seat).reached[:3].tolist() == [-seat % 3, (1 - seat) % 3, -1]
    first = table("ru3", *hands, contract="6H", scores=[0, 480, 490], tricks=[5, 2, 0], reached=[1])
    play(first, "7D, KC, AD, KD, 7C, 9S, 8C, 7S, AC")
    assert first.result is not None
    assert first.result["winners"] == [1]
    turned |= {"scores": [480, 490, 0], "tricks": [2, 0, 5], "reached": [0]}
    first = table("ru3", *hands[1:], hands[0], contract="6H", **turned)
    play(first, "7D, KC, AD, KD, 7C, 9S, 8C, 7S, AC")
    assert first.result is not None
    assert first.result["winners"] == [0]


def test_both_jokers_beat_the_right_bower() -> None:
    for joker in ("JK", "JK2"):
        hands = ("JS 7S", f"{joker} 8S", "8C 9C", "9D 7D")
        game = table("au4", *hands, contract="7S", tricks=[4, 4, 0, 0], options={"pack": "46"})
        assert play(game, f"JS, {joker}, 8C, 9D").position()["tricks"] == [4, 5, 0, 0]


def test_ten_wins() -> None:
    for ten, over in ((True, True), (False, False)):
        game = last_trick("us3", "10H", 10, {"ten_wins": ten}, scores=[-400, 0, 0])
        assert game.is_over == over
    assert last_trick("ru3", "10NT", 10, {}, scores=[-400, 0, 0]).result == {
        "winners": [0],
        "reason": "ten wins",
        "scores": [120, 0, 0],
    }


def test_partner_shares() -> None:
    tricks = {"contract": "8H", "suits_led": "SCDH"}
    with_partner = {"called": "AC", "partner": 2}
    for made, partner, scores in (
        (True, with_partner, [150, 20, 150, 0, 0]),
        (True, {}, [300, 20, 0, 0, 0]),
        (False, with_partner, [-150, 30, -150, 0, 0]),
    ):
        won = [7, 2, 0, 0, 0] if made else [6, 3, 0, 0, 0]
        hands = ("AS", "9S", "AC" if partner else "9C", "9D", "TD")
        game = play(
            table("au5", *hands, tricks=won, **tricks, **partner),
            ", ".join(hands),
        )
        assert game.scores == scores
    turned = {"declarer": 1, "dealer": 0, "called": "AC", "partner": 0}
    game = table("au5", "AC", "AS", "9S", "9D", "TD", tricks=[0, 7, 2, 0, 0], **tricks, **turned)
    assert play(game, "AS, 9S, 9D, TD, AC").scores == [150, 150, 20, 0, 0]


def test_target() -> None:
    for target, over in ((500, False), (300, True)):
        game = last_trick("us3", "6S", 6, {"target": target}, scores=[270, 0, 0])
        assert game.is_over == over


def test_max_deals() -> None:
    for deals in (1, 2):
        game = Game("us3", seed=3, max_deals=deals)
        for _ in range(3 * deals):
            assert not game.is_over
            game.play("pass")
        assert game.result == {"winners": [], "reason": "truncated", "scores": [0, 0, 0]}
        assert game.returns == [0.0, 0.0, 0.0]


def test_single_deal() -> None:
    game = last_trick("us3", "6S", 6, {"single_deal": True})
    assert game.result == {"winners": [0, 1], "reason": "deal over", "scores": [40, 40, 0]}
    lost = last_trick("us3", "6S", 5, {"single_deal": True})
    assert lost.result == {"winners": [1], "reason": "deal over", "scores": [-40, 50, 0]}
    passed = Game("us3", seed=1, episode="deal")
    play(passed, "pass, pass, pass")
    assert passed.result == {"winners": [], "reason": "deal over", "scores": [0, 0, 0]}


def test_where_nobody_has_won_nobody_is_paid() -> None:
    game = Game("us3", seed=1, max_deals=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert game.result is not None
    assert game.result["winners"] == []
    paid = np.full(3, 7.0)
    game.setup.loops.write_returns(game.setup.packed, game._states, 0, False, paid)
    assert paid.tolist() == [0.0, 0.0, 0.0]


def test_every_contract_asks_for_the_tricks_of_its_name() -> None:
    for number, suit in itertools.product(range(6, 11), ("S", "C", "D", "H", "NT")):
        value = 100 * (number - 6) + {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}[suit]
        cards = ("AS", "9D", "TD") if suit == "H" else ("AS", "9H", "TH")
        for taken in (number - 1, number):
            game = table(
                "us3", *cards, contract=f"{number}{suit}", tricks=[taken - 1, 10 - taken, 0],
                suits_led="SCDH", options={"slam": "off", "ten_wins": False, "lose_at": 0},
            )  # fmt: skip
            play(game, ", ".join(cards))
            assert game.scores[0] == (value if taken == number else -value)


def test_ten_tricks_of_a_defender_bring_him_to_the_target() -> None:
    """Seat 2 stood there before the deal, so nothing but the list puts seat 1 first."""
    game = table(
        "us3", "7S", "AS", "8S", contract="6H", tricks=[0, 9, 0], scores=[0, 400, 700],
        suits_led="SCDH", options={"win_needs_contract": False},
    )  # fmt: skip
    assert play(game, "7S, AS, 8S").result == {
        "winners": [1],
        "reason": "points",
        "scores": [-100, 500, 700],
    }


def test_who_has_lost_the_target_again_does_not_win() -> None:
    """Seat 1 was there first; the contract that he loses as the called partner takes him back."""
    hands = ("7S 8S", "AS KD", "TS AD", "9S 8D", "6S 7D")
    game = table(
        "au5", *hands, contract="6H", called="KD", tricks=[4, 0, 0, 4, 0], suits_led="SCDH",
        scores=[0, 490, 490, 0, 0], options={"win_needs_contract": False},
    )  # fmt: skip
    play(game, "7S, AS, TS, 9S, 6S, KD, AD, 8D, 7D, 8S")
    assert game.result is not None
    assert (game.result["winners"], game.result["scores"][2]) == ([2], 500)


@pytest.mark.parametrize("ruleset", ["us3", "au4", "au6"])
def test_only_sides_there_are_start_with_points(ruleset: str) -> None:
    setup = Setup(ruleset, start_scores="random")
    states = setup.new_states(8)
    setup.loops.reset_games(setup.packed, states, np.arange(8))
    sides = int(states["num_sides"][0])
    assert states["scores"][:, :sides].any()
    assert not states["scores"][:, sides:].any()
