"""Positions of Five Hundred: defaults, exact return, and errors that name the field."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from cinqcents_env.game import Game
from cinqcents_env.notation import PositionError

HANDS = ["AS KS", "9S 9H", "TS TH", "JS JH"]
PLAY: dict[str, Any] = {"rules": "au4", "hands": HANDS, "contract": "7D", "declarer": 1}


def test_defaults() -> None:
    game = Game.from_position(PLAY)
    assert (game.phase, game.to_move, game.scores) == ("play", 1, [0, 0])
    position = game.position()
    assert position["auction"] == []
    assert position["leader"] == 1
    assert position["voids"] == ["", "", "", ""]
    opening = Game.from_position({"rules": "au4", "hands": ["AS", "KS", "QS", "TS"], "dealer": 2})
    assert (opening.phase, opening.to_move) == ("bid", 3)


def test_a_dealt_hand_without_kitty_goes_straight_to_play() -> None:
    game = Game.from_position({"rules": "us3", "hands": ["AS", "KS", "QS"], "dealer": 2})
    for move in ("bid 6S", "pass", "pass"):
        game.play(move)
    assert (game.phase, game.to_move) == ("play", 0)


@pytest.mark.parametrize("name", ["us3", "ru3", "ru2", "us2", "ru4", "au4", "au5", "au6"])
def test_the_rest_of_the_game_is_the_same(name: str) -> None:
    rng = np.random.default_rng(8)
    for seed in range(3):
        game = Game(name, seed=seed, max_deals=3)
        for _ in range(int(rng.integers(5, 120))):
            if not game.is_over:
                game.play(str(rng.choice(game.legal_moves())))
        again = Game.from_position(json.loads(json.dumps(game.position())))
        while not game.is_over:
            assert again.legal_moves() == game.legal_moves()
            move = str(rng.choice(game.legal_moves()))
            game.play(move)
            again.play(move)
            assert again.position() == game.position()
        assert again.result == game.result
        assert again.returns == game.returns


def test_auction_and_contract_follow_from_each_other() -> None:
    calls = ["bid 6S", "pass", "bid 7D", "pass", "pass"]
    hands = ["AS", "KS", "QS", "TS"]
    fields = {"rules": "au4", "dealer": 3, "hands": hands}
    game = Game.from_position({**fields, "auction": calls})
    assert (game.position()["contract"], game.position()["declarer"]) == ("7D", 2)
    assert game.to_move == 2
    open_auction = Game.from_position({**fields, "auction": calls[:3]})
    assert (open_auction.phase, open_auction.to_move) == ("bid", 3)


def test_a_joker_led_as_a_suit() -> None:
    hands = ["JK 7H", "9S 9H", "TS TH", "JS JH"]
    game = Game.from_position({"rules": "au4", "hands": hands, "contract": "6NT", "declarer": 0})
    game.play("JK=H")
    position = game.position()
    assert position["trick"] == ["JK=H"]
    assert position["suits_led"] == "H"
    again = Game.from_position(position)
    assert again.legal_moves() == ["9H"]
    assert again.position() == position


def test_the_partner_is_known_to_himself_until_his_card_falls() -> None:
    hands = ["AS KD", "9S 9H", "AD TH", "JS JH", "7S 7H"]
    game = Game.from_position(
        {"rules": "au5", "hands": hands, "contract": "7S", "declarer": 0, "called": "AD"}
    )
    assert game.position()["partner"] == 2
    assert [game.view(seat).partner for seat in range(5)] == [-1, -1, 0, -1, -1]
    for move in ("KD", "9H", "AD"):
        game.play(move)
    assert [(game.view(seat).partner + seat) % 5 for seat in range(5)] == [2] * 5


def test_nobody_learns_that_the_declarer_is_asked_for_the_jokers_suit() -> None:
    fields = {"rules": "au4", "contract": "6NT", "declarer": 0}
    holder = Game.from_position(
        {**fields, "hands": ["JK 7H", "9S 9H", "TS TH", "JS JH"], "phase": "name"}
    )
    other = Game.from_position({**fields, "hands": ["7H 9S", "9H JK", "TS TH", "JS JH"]})
    assert holder.view(2).phase == other.view(2).phase
    assert bytes(holder.view(2)) == bytes(other.view(2))
    assert holder.view(0).phase != other.view(0).phase


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("hands", {"hands": ["AS", "KS QS", "TS 9S", "8S 7S"]}),
        ("hands", {"hands": ["AS AS", "9S 9H", "TS TH", "JS JH"]}),
        ("hands", {"hands": ["AS KS", "AS 9H", "TS TH", "JS JH"]}),
        ("hands", {"hands": ["AS KS", "9S 9H", "TS TH"]}),
        ("hands", {"hands": ["", "", "", ""]}),
        ("hands", {"hands": ["4S KS", "9S 9H", "TS TH", "JS JH"]}),
        ("kitty", {"kitty": "AS"}),
        ("kitty", {"kitty": 7}),
        ("dealer", {"dealer": 4}),
        ("declarer", {"declarer": -1}),
        ("contract", {"contract": "5S"}),
        ("contract", {"contract": "none"}),
        ("contract", {"contract": "misere", "options": {"misere": "off"}}),
        ("auction", {"auction": ["bid 6S"]}),
        ("auction", {"auction": ["bid 7S", "bid 6S"]}),
        ("auction", {"auction": ["double"]}),
        ("auction", {"auction": "bid 6S"}),
        ("contract", {"auction": ["bid 6S", "pass", "pass", "pass"]}),
        ("called", {"called": "AC"}),
        ("partner", {"partner": 2}),
        ("joker_suit", {"joker_suit": "S"}),
        ("joker_suit", {"joker_suit": "X", "contract": "6NT"}),
        ("leader", {"leader": 9}),
        ("leader", {"contract": "misere", "leader": 3}),
        ("to_move", {"to_move": 0}),
        ("trick", {"trick": ["QS", "8S", "7S", "6S"]}),
        ("trick", {"trick": ["bid 6S"]}),
        ("trick", {"trick": "QS"}),
        ("trick", {"trick": ["AS"]}),
        ("tricks", {"tricks": [11, 0, 0, 0]}),
        ("tricks", {"tricks": [0, 0]}),
        ("scores", {"scores": [0, 0, 0, 0]}),
        ("voids", {"voids": ["Z", "", "", ""]}),
        ("suits_led", {"suits_led": 3}),
        ("reached", {"reached": [0, 0]}),
        ("reached", {"reached": [5]}),
        ("phase", {"phase": "bid"}),
        ("phase", {"phase": "call"}),
        ("phase", {"phase": "sleep"}),
        ("hands", {"phase": "discard"}),
        ("deal_number", {"deal_number": 101}),
        ("seed", {"seed": -1}),
        ("winning", {"winning": 2}),
        ("colour", {"colour": "red"}),
        ("options", {"options": {"pack": "65"}}),
        ("rules", {"rules": "au7"}),
    ],
)
def test_errors_name_the_field(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as caught:
        Game.from_position(PLAY | changes)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


def test_a_phase_needs_its_contract() -> None:
    with pytest.raises(PositionError, match="needs a contract"):
        Game.from_position({"rules": "au4", "hands": HANDS, "phase": "play"})
    with pytest.raises(PositionError, match="needs a declarer"):
        Game.from_position({"rules": "ru4", "hands": HANDS, "contract": "none", "phase": "discard"})
