"""Each option of the two-player table: what is legal, and what it is worth.

The options that decide how a deal or a game ends are in the file beside this one.
"""

from __future__ import annotations

from typing import Any

import pytest

import cinqcents_env as cc

from .tables import last_trick, melds_of, seated, won_trick


def declared(hand: str, move: str, **options: Any) -> int | None:
    """What a meld is worth, or None where it is not offered."""
    game = won_trick(hand, options=options)
    if move not in game.legal_moves():
        return None
    game.play(move)
    return game.scores[0]


def test_pack() -> None:
    mini = cc.Game("mini", seed=1).position()
    cards = " ".join([*mini["hands"], mini["stock"], mini["turnup"]]).split()
    assert sorted(cards) == sorted(rank + suit for rank in "QKTA" for suit in "SH")
    assert cc.rules("mini").pack == "8"
    assert len(cc.Game("mini", seed=1).legal_mask()) == 8 + 10 + 3
    assert len(cc.Game("classic", seed=1).legal_mask()) == 32 + 14 + 3


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 12, 14])
def test_hand_size(size: int) -> None:
    game = cc.Game("classic", seed=5, hand_size=size)
    position = game.position()
    assert [len(hand.split()) for hand in position["hands"]] == [size, size]
    assert len(position["stock"].split()) == 31 - 2 * size
    assert len(game.legal_moves()) == size


def test_first_dealer() -> None:
    for dealer in (0, 1):
        for seed in range(12):
            game = cc.Game("classic", seed=seed, first_dealer=dealer)
            assert game.position()["dealer"] == dealer
            assert game.to_move == 1 - dealer
    assert {cc.Game("classic", seed=seed).position()["dealer"] for seed in range(12)} == {0, 1}


QUINTS = "AH TH KH QH JH AS"


@pytest.mark.parametrize("value", [250, 500, 1, None])
def test_quint_trump(value: int | None) -> None:
    assert declared(QUINTS, "quint H", quint_trump=value or 0) == value
    assert declared("AS TS KS QS JS 8S", "quint S", quint_trump=value or 0) == 120


@pytest.mark.parametrize("value", [120, 250, 1, None])
def test_quint_plain(value: int | None) -> None:
    assert declared("AS TS KS QS JS 8S", "quint S", quint_plain=value or 0) == value
    assert declared(QUINTS, "quint H", quint_plain=value or 0) == 250


@pytest.mark.parametrize("value", [40, 70, None])
def test_marriage_trump(value: int | None) -> None:
    assert declared("KH QH 8S", "marriage H", marriage_trump=value or 0) == value
    assert declared("KS QS 8S", "marriage S", marriage_trump=value or 0) == 20


@pytest.mark.parametrize("value", [20, 35, None])
def test_marriage_plain(value: int | None) -> None:
    for suit in "SCD":
        hand = f"K{suit} Q{suit} 8S"
        assert declared(hand, f"marriage {suit}", marriage_plain=value or 0) == value
    assert declared("KH QH 8S", "marriage H", marriage_plain=value or 0) == 40


@pytest.mark.parametrize(
    "fours", [(100, 80, 60, 40, 20), (100, 0, 80, 60, 40), (0, 0, 0, 0, 0), (1, 2, 3, 4, 5)]
)
def test_fours(fours: tuple[int, ...]) -> None:
    for rank, value in zip("ATKQJ", fours, strict=True):
        hand = " ".join(rank + suit for suit in "SCDH")
        assert declared(hand, f"four {rank}", fours=list(fours)) == (value or None)


@pytest.mark.parametrize("value", [40, 75, None])
def test_binage(value: int | None) -> None:
    assert declared("JD QS 8S", "binage", binage=value or 0) == value


def test_binage_cards() -> None:
    for cards, other in (("JD QS", "JD QD"), ("JD QD", "JD QS")):
        assert declared(f"{cards} 8S", "binage", binage_cards=cards) == 40
        assert declared(f"{other} 8S", "binage", binage_cards=cards) is None


@pytest.mark.parametrize("value", [0, 10, 50])
def test_seven_turned(value: int) -> None:
    seen = set()
    for seed in range(60):
        game = cc.Game("classic", seed=seed, seven_turned=value)
        position = game.position()
        turned = position["turnup"][0] == "7"
        expected = [value if turned and seat == position["dealer"] else 0 for seat in range(2)]
        assert game.scores == expected
        seen.add(turned)
    assert seen == {True, False}


@pytest.mark.parametrize("value", [0, 10, 25])
def test_seven_exchange(value: int) -> None:
    game = won_trick("7H KC 8C", turnup="AH", options={"seven_exchange": value})
    game.play("exchange")
    assert game.scores == [value, 0]
    assert game.position()["turnup"] == "7H"
    assert game.position()["hands"][0] == "8C KC AH"
    assert "exchange" not in game.legal_moves()


def test_exchange_when() -> None:
    for when, before_playing in (("trick_won", False), ("own_turn", True)):
        options = {"exchange_when": when}
        assert "exchange" in won_trick("7H KC 8C", options=options).legal_moves()
        leading = seated("7H KC 8C", options=options)
        following = seated("7H KC 8C", trick=["8S"], options=options)
        for game in (leading, following):
            assert ("exchange" in game.legal_moves()) == before_playing
        gone = seated("7H KC 8C", turnup=None, options=options)
        assert "exchange" not in gone.legal_moves()


def test_exchange_uses_meld() -> None:
    for uses in (False, True):
        game = won_trick("7H KC QC", options={"exchange_uses_meld": uses})
        game.play("exchange")
        assert melds_of(game) == ([] if uses else ["marriage C"])
        game = won_trick("7H KC QC", options={"exchange_uses_meld": uses})
        game.play("marriage C")
        assert ("exchange" in game.legal_moves()) == (not uses)
        game = won_trick("7H KC QC", options={"exchange_uses_meld": uses, "melds_per_trick": 0})
        game.play("exchange")
        assert melds_of(game) == ["marriage C"]


def test_exchanged_card_meldable() -> None:
    for allowed in (False, True):
        options = {"exchanged_card_meldable": allowed}
        game = won_trick("7H QH 8C 8D", turnup="KH", options=options)
        game.play("exchange")
        assert melds_of(game) == (["marriage H"] if allowed else [])
        for move in ("draw", game.position()["hands"][0].split()[0]):
            game.play(move)
        later = game.position() | {"phase": "meld", "trick": [], "leader": 0, "to_move": 0}
        later["hands"] = ["QH KH 8C", later["hands"][1]]
        later["hands"][1] = " ".join(later["hands"][1].split()[:3])
        assert "marriage H" in cc.Game.from_position(later).legal_moves()


def test_seven_played() -> None:
    for when, draw, last in (
        ("never", 0, 0),
        ("draw_if_not_exchanged", 10, 0),
        ("always", 10, 10),
    ):
        options = {"seven_played": when}
        for turnup, worth in (("9H", draw), (None, last)):
            for trick in ([], ["8H"]):
                game = seated("7H KC 8C", turnup=turnup, trick=trick, options=options)
                game.play("7H")
                assert game.scores == [worth, 0]
        game = seated("7S KC 8C", options=options)
        game.play("7S")
        assert game.scores == [0, 0]


def test_meld_when() -> None:
    for when, before_playing in (("trick_won", []), ("own_turn", ["marriage C"])):
        options = {"meld_when": when}
        assert melds_of(won_trick("KC QC 8S", options=options)) == ["marriage C"]
        assert melds_of(seated("KC QC 8S", options=options)) == before_playing
        assert melds_of(seated("KC QC 8S", trick=["9S"], options=options)) == before_playing
        assert melds_of(seated("KC QC 8S", turnup=None, options=options)) == []


def test_melds_per_trick() -> None:
    for limit, after in ((1, []), (0, ["marriage D"])):
        game = won_trick("KC QC KD QD", options={"melds_per_trick": limit})
        assert melds_of(game) == ["marriage C", "marriage D"]
        game.play("marriage C")
        assert melds_of(game) == after
        assert game.to_move == 0


def test_last_phase_melds() -> None:
    whole, fewer = "KC QC 8S 9S 7S 8C 7C 7D", "KC QC 8S"
    expected = {  # leading with 8 cards, following with 8, leading with fewer, following
        "no": (False, False, False, False),
        "until_first_card": (True, True, False, False),
        "trick_won": (False, False, True, False),
    }
    for when, offers in expected.items():
        options = {"last_phase_melds": when}
        told = []
        for hand in (whole, fewer):
            for trick in ([], ["9D"]):
                game = seated(hand, turnup=None, trick=trick, options=options)
                told.append(melds_of(game) == ["marriage C"])
        assert tuple(told) == offers
        led_seven = seated(fewer, turnup=None, trick=["7S"], options=options)
        assert not melds_of(led_seven)
        in_draw_phase = won_trick(fewer, options=options)
        assert melds_of(in_draw_phase) == ["marriage C"]


def test_reuse() -> None:
    hand = "AH TH KH QH JH KS KC KD"
    expected: dict[str, tuple[list[str], list[str]]] = {
        # after marriage H, after quint H
        "marriage_xor_quint": (["four K"], ["four K"]),
        "none": ([], []),
        "exact_once": (["quint H", "four K"], ["marriage H", "four K"]),
    }
    for reuse, offers in expected.items():
        for meld, offered in zip(("marriage H", "quint H"), offers, strict=True):
            options = {"reuse": reuse}
            game = won_trick(hand, melds=[[meld], []], options=options)
            assert melds_of(game) == offered
        theirs = won_trick(hand, melds=[[], ["marriage H"]], options={"reuse": reuse})
        assert "quint H" in melds_of(theirs), "the other's melds do not count"


def test_a_quint_leaves_every_four_free() -> None:
    for suit in "SCDH":
        for rank in "AKQJT":
            four = " ".join(rank + other for other in "SCDH")
            game = won_trick(four, turnup="9H", melds=[[f"quint {suit}"], []], stock=1)
            assert f"four {rank}" in game.legal_moves(), (suit, rank)


def test_marriage_after_quint() -> None:
    hand = "AH TH KH QH JH 8S"
    for allowed in (True, False):
        options = {"reuse": "exact_once", "marriage_after_quint": allowed}
        after = won_trick(hand, melds=[["quint H"], []], options=options)
        assert melds_of(after) == (["marriage H"] if allowed else [])
        other_way = won_trick(hand, melds=[["marriage H"], []], options=options)
        assert melds_of(other_way) == ["quint H"]


def test_last_phase() -> None:
    cases = [  # led, hand, strict duty, following only
        ("QS", "AS 9S 7H KC", ["AS"], ["9S", "AS"]),
        ("TS", "JS 7S AH KC", ["7S", "JS"], ["7S", "JS"]),
        ("QS", "7H AH KC", ["7H", "AH"], ["KC", "7H", "AH"]),
        ("QS", "KC 9D", ["KC", "9D"], ["KC", "9D"]),
        ("QH", "TH 8H AS", ["TH"], ["8H", "TH"]),
    ]
    for led, hand, strict, follow in cases:
        for duty, legal in (("follow_beat_trump", strict), ("follow_only", follow)):
            options = {"last_phase": duty}
            game = seated(hand, turnup=None, trick=[led], options=options)
            assert game.legal_moves() == legal
            free = seated(hand, turnup="9H", trick=[led], options=options)
            assert sorted(free.legal_moves()) == sorted(hand.split()), "no duty while drawing"


@pytest.mark.parametrize("value", [0, 10, 25])
def test_last_trick(value: int) -> None:
    assert last_trick(70, wins=0, options={"last_trick": value}).scores == [70 + value, 50]
    assert last_trick(70, wins=1, options={"last_trick": value}).scores == [70, 50 + value]


@pytest.mark.parametrize("value", [0, 10, 30])
def test_last_draw(value: int) -> None:
    game = won_trick("8S 9S", stock=1, options={"last_draw": value})
    game.play("draw")
    assert game.scores == [0, value]
    assert "9H" in game.position()["hands"][1]
    earlier = won_trick("8S 9S", stock=3, options={"last_draw": value})
    earlier.play("draw")
    assert earlier.scores == [0, 0]
