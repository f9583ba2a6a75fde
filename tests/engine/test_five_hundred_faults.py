"""Corners of Five Hundred that random games seldom reach: each test finds a fault put in there."""

from __future__ import annotations

import numpy as np
import pytest

from cinqcents_env.game import Game
from cinqcents_env.setup import observation_layout
from tests.engine.test_five_hundred_ends import last_trick, play, table

TWO_JOKERS = {"pack": "46", "contractor_names_joker": False}
LOW = {**TWO_JOKERS, "joker_low_in_misere": True}


def on_view(game: Game, seat: int, block: str) -> list[float]:
    """A block of a seat's observation."""
    parts = {name: part for name, part, _ in observation_layout(game.rules)}
    return [float(x) for x in game.observation(seat)[parts[block]]]


def test_either_joker_is_led_as_a_suit() -> None:
    hands = ("JK JK2", "7H 7S", "8H 8S", "9H 9S")
    game = table("au4", *hands, contract="6NT", options=TWO_JOKERS, suits_led="CD")
    assert sorted(game.legal_moves()) == ["JK2=H", "JK2=S", "JK=H", "JK=S"]
    for led, follow in (("JK2=H", "H"), ("JK=S", "S")):
        game = table("au4", *hands, contract="6NT", options=TWO_JOKERS, suits_led="CD")
        game.play(led)
        assert game.position()["trick"] == [led]
        assert game.legal_moves() == ["7" + follow]
    for hand, led in (("JK 7C", ["JK=H", "JK=S"]), ("JK2 7C", ["JK2=H", "JK2=S"])):
        rest = hands[1:]
        game = table("au4", hand, *rest, contract="6NT", options=TWO_JOKERS, suits_led="CD")
        assert sorted(game.legal_moves()) == ["7C", *led]


def test_the_higher_joker_wins() -> None:
    for first, second, winner in (("JK", "JK2", 0), ("JK2", "JK", 1)):
        hands = (f"{first} 7C", f"{second} 7S", "8C 8S", "9C 9S")
        for contract in ("6NT", "6D"):
            game = table("au4", *hands, contract=contract, options=TWO_JOKERS)
            lead = f"{first}=H" if contract == "6NT" else first
            assert play(game, f"{lead}, {second}, 8C, 9C").to_move == winner


@pytest.mark.parametrize(("first", "second"), [("JK", "JK2"), ("JK2", "JK")])
def test_a_low_joker_thrown_on_another_takes_nothing(first: str, second: str) -> None:
    hands = (f"{first} 7C", "8D 8C", f"{second} 7D", "9D 9C")
    game = table("au4", *hands, contract="misere", options=LOW, partner=None, declarer=3, leader=0)
    for card in (f"{first}=S", second, "9D"):  # the declarer's partner sits out
        game.play(card)
    assert game.to_move == 0
    hands = (first, "8D", second, "9D")
    game = table(
        "au4", *hands, contract="misere", options={**LOW, "misere_stops_early": False},
        declarer=3, leader=0, suits_led="SCDH", tricks=[5, 4, 0, 0],
    )  # fmt: skip
    play(game, f"{first}, {second}")
    assert game.position()["winning"] == 0


def test_a_named_joker_thrown_on_another_suit_takes_nothing() -> None:
    """It is a diamond and the highest of them (F4A7), so clubs are not beaten by it."""
    for led, winner in (("AC", 3), ("AD", 0)):
        hands = ("JK 7S", "8C 8D", "9C 9D", "AC AD")
        game = table("au4", *hands, contract="6NT", declarer=0, leader=3, joker_suit="D")
        follow = led[-1]
        assert play(game, f"{led}, JK, 8{follow}, 9{follow}").to_move == winner


def test_which_joker_was_given_a_suit() -> None:
    options = {"pack": "46", "contractor_names_joker": True}
    for hand, seen in (("JK 7C", [1.0, 0.0]), ("JK2 7C", [0.0, 1.0]), ("JK JK2", [1.0, 1.0])):
        hands = (hand, "7S 7H", "8S 8H", "9S 9H")
        game = table("au4", *hands, contract="6NT", options=options, phase="name")
        game.play("name D")
        assert on_view(game, 0, "named") == seen
        assert on_view(game, 1, "named") == [0.0, 0.0]
        if hand == "JK JK2":
            play(game, "JK, 7S, 8S, 9S")
            assert on_view(game, 0, "named") == [1.0, 1.0]
            assert on_view(game, 1, "named") == [1.0, 0.0]


def test_a_misere_made_and_lost() -> None:
    for contract, value in (("misere", 250), ("open misere", 520)):
        for taken, points in ((0, value), (1, -value)):
            hands = ("AS", "9D", "9C") if taken else ("7S", "8S", "9C")
            fields = {"tricks": [0, 9, 0], "suits_led": "SCDH"}
            game = table("us3", *hands, contract=contract, **fields)
            play(game, ", ".join(hands))
            assert game.scores[0] == points


def test_a_slam_on_a_contract_of_the_bound() -> None:
    clubs = table(
        "us3", "AC", "9D", "9H", contract="7C", options={"slam": "below_160"}, tricks=[9, 0, 0],
        suits_led="SCDH",
    )  # fmt: skip
    assert play(clubs, "AC, 9D, 9H").scores[0] == 160
    assert last_trick("us3", "7S", 10, {"slam": "below_160"}).scores[0] == 250


def test_a_misere_feeds_defenders_in_the_order_of_play() -> None:
    for winner, order in ((0, [1, 2]), (1, [2, 0])):
        hands = ["7S 7C", "8S 8C", "9S 9C"]
        hands[winner] = "AS 7D"
        cards = [hand.split()[0] for hand in hands]
        game = table(
            "us3", *hands, contract="misere", declarer=winner, leader=0, tricks=[0, 0, 0],
            scores=[490, 490, 490],
        )  # fmt: skip
        play(game, ", ".join(cards))
        assert game.position()["reached"] == order


def test_a_misere_brings_defenders_there_together() -> None:
    for scores, winners in (([490, 490], [1, 2]), ([480, 490], [2]), ([500, 490], [2])):
        options = {"win_needs_contract": False}
        game = last_trick("us3", "misere", 2, options, scores=[0, *scores], reached=[])
        assert game.result is not None
        assert (game.result["winners"], game.result["reason"]) == (winners, "points")


def test_all_lose_at_once() -> None:
    """Nobody is left to win where every side is at the limit."""
    game = last_trick("au4", "6S", 5, {}, scores=[-480, -600])
    assert game.result == {"winners": [], "reason": "loss limit", "scores": [-520, -550]}
    assert game.returns == [0.0] * 4


@pytest.mark.parametrize("scores", [(10, 20, 30), (-40, 490, 0)])
def test_start_scores(scores: tuple[int, ...]) -> None:
    assert Game("us3", seed=1, start_scores=scores).scores == list(scores)


def test_random_start_scores() -> None:
    drawn = [Game("us3", seed=seed, start_scores="random").scores for seed in range(200)]
    values = {score for scores in drawn for score in scores}
    assert values == set(range(0, 500, 10))
    assert len({tuple(scores) for scores in drawn}) > 190


@pytest.mark.parametrize(
    ("shown", "open_at"), [("before_lead", [1, 1]), ("after_first_trick", [0, 1])]
)
def test_an_open_hand_after_its_auction(shown: str, open_at: list[int]) -> None:
    game = Game("us3", seed=3, open_misere_shown=shown)
    play(game, "bid open misere, pass, pass")
    while game.phase == "discard":
        assert game.view(1).exposed == 0
        game.play(game.legal_moves()[0])
    seen = [int(game.view(1).exposed == game.view(0).hand != 0)]
    for _ in range(3):
        game.play(game.legal_moves()[0])
    assert [*seen, int(game.view(1).exposed == game.view(0).hand != 0)] == open_at


def test_points_are_paid_against_the_mean_of_the_others() -> None:
    for ruleset, scores, paid in (
        ("us3", [40, 40, 0], [0.2, 0.2, -0.4]),
        ("ru2", [40, 40], [0.0, 0.0]),
    ):
        game = last_trick(ruleset, "6S", 6, {"single_deal": True})
        assert game.scores == scores
        assert np.allclose(game.returns, paid)


def test_of_those_at_the_target_before_the_deal_the_highest_wins() -> None:
    options = {"win_needs_contract": False}
    for contract in ("6S", "misere"):
        game = last_trick("us3", contract, 5, options, scores=[0, 510, 700], reached=[])
        assert game.result is not None
        assert game.result["winners"] == [2]
