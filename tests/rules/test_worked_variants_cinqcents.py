"""Worked examples of the two-player family, through the public face: what single rule sets add.

Each test carries the number of its example: Lyonnais and Bordelais announcements, hands and sevens,
the points that the Dutch game marks at once. The fixture `table` says which implementation plays.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table


def on_lead(rules: str, mine: str, other: str, **fields: Any) -> dict[str, Any]:
    """Seat 0 on lead in the last phase, unless the fields say otherwise."""
    return {
        "rules": rules,
        "hands": [mine, other],
        "trump": "H",
        "turnup": None,
        "stock": "",
        "leader": 0,
        "to_move": 0,
        **fields,
    }


def scores(game: Any) -> list[int]:
    return [int(points) for points in game.scores]


def outcome(game: Any) -> tuple[list[int], str]:
    assert game.is_over
    return list(game.result["winners"]), game.result["reason"]


def play_quietly(game: Any) -> str:
    """Play a card or draw; tell which move."""
    move = next(move for move in game.legal_moves() if move == "draw" or len(move) == 2)
    game.play(move)
    return str(move)


@pytest.mark.parametrize(
    ("hand", "face_down", "draw_tricks"),
    [pytest.param(10, 11, 6, id="T48-ten"), pytest.param(12, 7, 4, id="T48-twelve")],
)
def test_T48_lyonnais_hands(table: Table, hand: int, face_down: int, draw_tricks: int) -> None:
    game = table.new("lyonnais", seed=3, hand_size=hand)
    assert len(game.position()["stock"].split()) == face_down
    played = []
    while game.position()["turnup"]:
        played.append(play_quietly(game))
    assert played.count("draw") == draw_tricks


def test_T49_lyonnais_announces_all_at_once(table: Table) -> None:
    hand = "KS QS JD AS AH AD AC 9C"
    other = "7S 8S 9S 7C 8C 7D 8D 9D"
    game = table.start(on_lead("lyonnais", hand, other, turnup="9H", stock="7H 8H TD"))
    for meld in ("marriage S", "binage", "four A"):
        assert meld in game.legal_moves()
        game.play(meld)
    assert scores(game) == [160, 0]
    assert set(game.legal_moves()) == set(hand.split())


@pytest.mark.parametrize(
    ("rest", "offered"),
    [
        pytest.param("7S 8S 9S 7C 8C 9C", True, id="T50-eight-cards"),
        pytest.param("7S 8S 9S 7C 8C", False, id="T51-seven-cards"),
    ],
)
def test_T50_T51_lyonnais_last_cards(table: Table, rest: str, offered: bool) -> None:
    hand = "KD QD " + rest
    other = "7D 8D 9D JD 7H 8H 9H JH"[: len(hand)]
    game = table.start(on_lead("lyonnais", hand, other))
    assert ("marriage D" in game.legal_moves()) is offered


def waiting_seven(marked: int) -> dict[str, Any]:
    """The dealer, at 990 of 1000, has turned a seven; the other seat leads with four aces."""
    return {
        "rules": "lyonnais",
        "dealer": 0,
        "hands": ["7S 8S 9S 7C 8C 9C 7D 8D", "AS AC AD AH 9D JD TS TC"],
        "trump": "H",
        "turnup": "7H",
        "stock": "8H 9H JH QH KH TH QC KC QD KD TD QS KS JC JS",
        "leader": 1,
        "to_move": 1,
        "marked": [990, marked],
        "pending_seven": True,
    }


def test_T53_the_dealer_gets_his_seven(table: Table) -> None:
    game = table.start(waiting_seven(880))
    game.play("four A")
    assert scores(game) == [990, 980]
    assert not game.is_over
    game.play("AS")
    assert scores(game) == [1000, 980]
    assert game.position()["pending_seven"] is False
    assert "stop" in game.legal_moves()
    game.play("stop")
    assert outcome(game) == ([0], "stop")


def test_T53_an_announcement_in_time_wins(table: Table) -> None:
    game = table.start(waiting_seven(900))
    game.play("four A")
    assert scores(game) == [990, 1000]
    assert outcome(game) == ([1], "pending seven")


def test_T54_bordelais_deal(table: Table) -> None:
    game = table.new("bordelais", seed=5)
    position = game.position()
    assert [len(hand.split()) for hand in position["hands"]] == [6, 6]
    assert len(position["stock"].split()) == 19
    played = []
    while not game.is_over and game.position()["deal_number"] == 0:
        played.append(play_quietly(game))
    assert (played.count("draw"), len(played)) == (10, 42)


@pytest.mark.parametrize(
    ("trump", "quint", "marriage"),
    [pytest.param("S", 500, 40, id="T55-trumps"), pytest.param("H", 250, 20, id="T55-plain")],
)
def test_T55_quint_or_marriage(table: Table, trump: str, quint: int, marriage: int) -> None:
    fields = {"trump": trump, "turnup": "9" + trump, "stock": "8H 9C JC QC KC", "phase": "meld"}
    position = on_lead("bordelais", "AS TS KS QS JS", "7D 8D 9D 7C 8C", **fields)
    for meld, points, other in (
        ("quint S", quint, "marriage S"),
        ("marriage S", marriage, "quint S"),
    ):
        game = table.start(position)
        assert {meld, other} <= set(game.legal_moves())
        game.play(meld)
        assert scores(game) == [points, 0]
        later = table.start(position | {"melds": [[meld], []]})
        assert not {meld, other} & set(later.legal_moves())


def test_T56_bordelais_six_cards_do_not_announce(table: Table) -> None:
    hand = "KH QH 7S 8S 9S 7C"
    fields = {"turnup": "9H", "stock": "8H TC QC KC AC JS QD"}
    game = table.start(on_lead("bordelais", hand, "7D 8D 9D 8C 9C JC", **fields))
    assert set(game.legal_moves()) == set(hand.split())


def in_trick(led: str, followed: str, **fields: Any) -> dict[str, Any]:
    """A binage trick in the draw phase with one card led."""
    return {
        "rules": "binage",
        "hands": ["7S 8S", f"{followed} 9S 7D"],
        "trump": "H",
        "turnup": "9H",
        "stock": "8H TC QC",
        "leader": 0,
        "to_move": 1,
        "trick": [led],
        **fields,
    }


def test_T59_brisques_count_at_once(table: Table) -> None:
    game = table.start(in_trick("AS", "TD"))
    game.play("TD")
    assert scores(game) == [20, 0]


def test_T60_ace_and_seven_each_pay(table: Table) -> None:
    game = table.start(in_trick("AH", "7H"))
    game.play("7H")
    assert scores(game) == [10, 10]


def test_T61_the_same_marriage_only_once(table: Table) -> None:
    fields = {"turnup": "9H", "stock": "8H TC JC", "phase": "meld"}
    position = on_lead("binage", "KC QC 7S 8S", "AD 9S 7D 8D", **fields)
    assert "marriage C" in table.start(position).legal_moves()
    game = table.start(position | {"melds": [["marriage C"], []]})
    assert game.legal_moves() == ["draw"]
    with pytest.raises(table.illegal):
        game.play("marriage C")


def test_T62_binage_does_not_meld_at_the_end(table: Table) -> None:
    game = table.start(on_lead("binage", "KC QC AS", "7S 8S 9S"))
    game.play("AS")
    game.play("7S")
    assert game.to_move == 0
    assert set(game.legal_moves()) == {"KC", "QC"}


def test_T64_the_last_trick_may_win_at_once(table: Table) -> None:
    game = table.start(on_lead("binage", "TS", "7S", trump="C", marked=[480, 0]))
    game.play("TS")
    game.play("7S")
    assert scores(game) == [500, 0]
    assert outcome(game) == ([0], "at once")


@pytest.mark.parametrize("seed", range(3))
def test_T65_brisques_of_a_deal(table: Table, seed: int) -> None:
    quiet = {"seven_played": "never", "seven_turned": 0, "last_draw": 0, "target": 10000}
    game = table.new("binage", seed=seed, **quiet)
    while game.position()["deal_number"] == 0:
        play_quietly(game)
    assert sum(scores(game)) == 80 + 10
