"""The oracle of the auction game against the worked examples T66 to T103."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from typing import Any

import pytest

from .five_hundred import Oracle
from .five_hundred_auction import value_of
from .five_hundred_cards import pack, suit_of, text_of
from .five_hundred_rule_sets import NAMES, options_of
from .five_hundred_setups import fresh, last_trick, oracle_at, play_out


def trick_won_by(name: str, contract: str, cards: list[str], **more: Any) -> int | None:
    """Play one trick from seat 0, the cards given in order, and tell who leads next."""
    spare = ["2S", "3S", "4S", "5S"]
    hands = [f"{card.split('=')[0]} {spare[seat]}" for seat, card in enumerate(cards)]
    fields: dict[str, Any] = {
        "phase": "play",
        "contract": contract,
        "declarer": 0,
        "leader": 0,
    } | more
    oracle = oracle_at(name, hands=hands, **fields)
    for card in cards:
        oracle.play(card)
    return oracle.to_move


def test_t66_values() -> None:
    values = [value_of(bid, options_of("au4")) for bid in ("6S", "7D", "8C", "9NT", "10H")]
    assert values == [40, 180, 260, 420, 500]


def test_t67_over_seven_hearts() -> None:
    oracle = fresh("au4")
    oracle.play("bid 7H")
    legal = oracle.legal()
    assert {"bid 7NT", "bid misere", "bid 8S", "bid 8NT", "bid open misere", "pass"} <= legal
    assert not legal & {"bid 7C", "bid 7H"}


def test_t68_over_six_no_trumps() -> None:
    oracle = fresh("au4")
    oracle.play("bid 6NT")
    assert "bid misere" not in oracle.legal()
    assert "bid open misere" in oracle.legal()


def test_t69_over_misere() -> None:
    oracle = fresh("au4")
    oracle.play("bid 7S")
    oracle.play("bid misere")
    assert "bid 7NT" not in oracle.legal()
    assert "bid 8S" in oracle.legal()


def test_t71_one_round() -> None:
    oracle = fresh("us3")
    for call in ("bid 7S", "pass", "bid 7C"):
        oracle.play(call)
    assert (oracle.contract, oracle.declarer, oracle.phase) == ("7C", 2, "discard")


def test_t72_until_passed() -> None:
    oracle = fresh("ru3")
    for call in ("bid 7S", "pass", "bid 7C"):
        oracle.play(call)
    assert (oracle.phase, oracle.to_move) == ("bid", 0)
    oracle.play("bid 7D")
    assert oracle.to_move == 2
    oracle.play("pass")
    assert (oracle.contract, oracle.declarer) == ("7D", 0)


def test_t73_trump_order() -> None:
    assert trick_won_by("au4", "7H", ["TH", "JD", "JH", "AH"]) == 2
    assert trick_won_by("au4", "7H", ["TH", "JK", "JH", "AH"]) == 1
    assert trick_won_by("au4", "7H", ["TH", "JD", "AH", "KH"]) == 1


def test_t74_left_bower_is_no_club() -> None:
    oracle = oracle_at(
        "us3", hands=["AC 7D", "JC 9D", "KC 8D"], contract="6S", declarer=0, phase="play", leader=0
    )
    oracle.play("AC")
    assert oracle.legal() == {"JC", "9D"}
    oracle.play("JC")
    oracle.play("KC")
    assert oracle.to_move == 1


def test_t75_left_bower_follows_trumps() -> None:
    oracle = oracle_at(
        "us3", hands=["9S 7D", "JC 9D", "KC 8D"], contract="6S", declarer=0, phase="play", leader=0
    )
    oracle.play("9S")
    assert oracle.legal() == {"JC"}


@pytest.mark.parametrize(
    ("hand", "expected"), [("JK 5S AH", {"5S"}), ("JK AH", {"JK", "AH"})], ids=["t76", "t77"]
)
def test_t76_t77_joker_only_when_void(hand: str, expected: set[str]) -> None:
    size = len(hand.split())
    hands = [text_of(suit.split()[:size]) for suit in ("KS QS TS", "", "KC QC TC", "KD QD TD")]
    hands[1] = hand
    oracle = oracle_at("au4", hands=hands, contract="7NT", declarer=0, phase="play", leader=0)
    oracle.play("KS")
    assert oracle.legal() == expected


def test_t79_no_trump_tricks() -> None:
    assert trick_won_by("au4", "7NT", ["QD", "AD", "AC", "JK"]) == 3
    assert trick_won_by("au4", "7NT", ["QD", "AD", "AC", "KD"]) == 1


def test_t80_joker_led_as_an_unled_suit() -> None:
    oracle = oracle_at(
        "au4",
        hands=["JK KS", "5S 6S", "7S 8S", "9S TS"],
        contract="7NT",
        declarer=0,
        phase="play",
        leader=0,
        suits_led="SH",
    )
    assert oracle.legal() == {"JK=C", "JK=D", "KS"}


def test_t82_joker_not_led_as_a_renounced_suit() -> None:
    hands = ["AC 7H KC", "JK AH 7D", "QC TC 9C"]
    oracle = oracle_at("us3", hands=hands, contract="6NT", declarer=0, phase="play", leader=0)
    for card in ("AC", "7D", "9C", "7H", "AH", "TC"):
        oracle.play(card)
    assert oracle.to_move == 1
    assert oracle.legal() == {"JK=S", "JK=H", "JK=D"}


@pytest.mark.parametrize(("name", "expected"), [("ru3", "9D JH"), ("us3", "AH 9D JH")])
def test_t83_must_trump(name: str, expected: str) -> None:
    hands = ["TS 7C 8C", "AH 9D JH", "9S 9C TC"]
    oracle = oracle_at(name, hands=hands, contract="6D", declarer=0, phase="play", leader=0)
    oracle.play("TS")
    assert oracle.legal() == set(expected.split())


def test_t84_made() -> None:
    oracle = play_out(last_trick("au4", "7D", [7, 1, 0, 1]))
    assert oracle.scores == [180, 20]


def test_t85_lost() -> None:
    oracle = play_out(last_trick("au4", "7D", [5, 4, 0, 0]))
    assert oracle.scores == [-180, 40]


@pytest.mark.parametrize(("name", "value"), [("au4", 250), ("ru3", 250), ("us3", 40)])
def test_t86_slam(name: str, value: int) -> None:
    players = options_of(name)["players"]
    oracle = play_out(last_trick(name, "6S", [9] + [0] * (players - 1)))
    assert oracle.scores[0] == value


def test_t87_no_slam_above_250() -> None:
    assert play_out(last_trick("au4", "8C", [5, 0, 4, 0])).scores == [260, 0]


def test_t89_misere_lost_at_the_first_trick() -> None:
    hands = ["AS 5D", "5S 6D", "7C 8C", "6S 7D"]
    oracle = oracle_at("au4", hands=hands, contract="misere", declarer=0, phase="play", leader=0)
    for card in ("AS", "5S", "6S"):
        oracle.play(card)
    assert oracle.awaiting_deal
    assert oracle.scores == [-250, 0]


def test_t91_tens_do_not_win() -> None:
    oracle = play_out(last_trick("au4", "7D", [6, 3, 0, 0], scores=[0, 480]))
    assert oracle.scores == [180, 510]
    assert oracle.awaiting_deal


def test_t92_contract_wins() -> None:
    oracle = play_out(last_trick("au4", "7S", [6, 3, 0, 0], scores=[400, 510]))
    assert oracle.scores == [540, 540]
    assert (oracle.winners, oracle.reason) == ([0, 2], "contract")


def test_t93_loss_limit() -> None:
    oracle = play_out(last_trick("au4", "7S", [0, 9, 0, 0], scores=[-400, 0]))
    assert oracle.scores[0] == -540
    assert (oracle.winners, oracle.reason) == ([1, 3], "loss limit")


def test_t94_declarer_first() -> None:
    oracle = play_out(last_trick("ru3", "6S", [5, 3, 1], scores=[480, 490, 0], reached=[1]))
    assert oracle.scores == [520, 520, 10]
    assert (oracle.winners, oracle.reason) == ([0], "contract")


def test_t97_all_pass() -> None:
    oracle = fresh("au4", dealer=1)
    for _ in range(4):
        oracle.play("pass")
    assert oracle.awaiting_deal
    assert (oracle.dealer, oracle.deal_number, oracle.scores) == (2, 1, [0, 0])
    oracle = fresh("ru3", dealer=1)
    kitty = oracle.position()["kitty"]
    for _ in range(3):
        oracle.play("pass")
    assert (oracle.phase, oracle.contract, oracle.declarer) == ("play", "none", None)
    assert oracle.to_move == 2
    assert oracle.position()["kitty"] == kitty
    while not oracle.awaiting_deal:
        oracle.play(min(oracle.legal()))
    assert sum(oracle.scores) == 100
    assert oracle.scores == [10 * count for count in oracle.tricks]


@pytest.mark.parametrize(
    ("partner", "tricks", "expected"),
    [
        (2, [5, 1, 2, 1, 0], [150, 10, 150, 10, 0]),
        (None, [7, 1, 0, 1, 0], [300, 10, 0, 10, 0]),
        (2, [4, 1, 2, 2, 0], [-150, 10, -150, 20, 0]),
    ],
)
def test_t98_five_players(partner: int | None, tricks: list[int], expected: list[int]) -> None:
    called = None if partner is None else "AD"
    assert play_out(last_trick("au5", "8H", tricks, partner=partner, called=called)).scores == (
        expected
    )


@pytest.mark.parametrize(
    ("name", "trump", "count"),
    [
        ("33", "H", 10),
        ("43", "S", 12),
        ("43", "H", 13),
        ("53", "C", 15),
        ("63", "S", 17),
        ("63", "H", 18),
    ],
)
def test_t99_trump_counts(name: str, trump: str, count: int) -> None:
    assert sum(suit_of(card, trump) == trump for card in pack(name)) == count


@pytest.mark.parametrize(("name", "kitty"), [("43", 3), ("45", 5)])
def test_t101_discards(name: str, kitty: int) -> None:
    oracle = fresh("au4", pack=name)
    for call in ("bid 6S", "pass", "pass", "pass"):
        oracle.play(call)
    start = oracle.position()
    sets: set[frozenset[str]] = {frozenset()}
    for _ in range(kitty):
        larger = set()
        for gone in sets:
            hand = [card for card in start["hands"][0].split() if card not in gone]
            hands = [text_of(hand), *start["hands"][1:]]
            here = start | {"hands": hands, "discards": text_of(list(gone))}
            legal = Oracle(oracle.options, here).legal()
            larger |= {gone | {move.removeprefix("discard ")} for move in legal}
        sets = larger
    assert len(sets) == comb(10 + kitty, kitty)


def test_t102_exposure() -> None:
    for name, shown_before, players in (("us3", True, 3), ("au4", False, 4)):
        hands = [["7S 7H", "8S 8H", "9S 9H"], ["7S 7H", "8S 8H", "JK AH", "9S 9H"]][players - 3]
        oracle = oracle_at(
            name, hands=hands, contract="open misere", declarer=0, phase="play", leader=0
        )
        assert bool(oracle.known(1)["exposed"]) is shown_before
        for card in ("7S", "8S", "9S"):
            oracle.play(card)
        assert oracle.known(1)["exposed"] == {0: "7H"}


def test_t103_dead_hand() -> None:
    oracle = fresh("ru2")
    sizes = [len(hand.split()) for hand in oracle.position()["hands"]]
    assert sizes == [10, 10]
    assert len(oracle.position()["dead"].split()) == 10
    assert len(oracle.position()["kitty"].split()) == 3
    for call in ("bid 6S", "pass"):
        oracle.play(call)
    for _ in range(3):
        oracle.play(min(oracle.legal()))
    played = 0
    while oracle.phase == "play":
        oracle.play(min(oracle.legal()))
        played += 1
    assert played == 20
    assert sum(oracle.tricks) == 10


@pytest.mark.parametrize("name", NAMES)
def test_packs_cover_the_deal(name: str) -> None:
    options = options_of(name)
    cards = pack(options["pack"])
    kitty = len(cards) - 10 * options["players"] - 10 * options["dead_hand"]
    assert kitty == (4 if name == "us2" else 3)
    assert all(first != second for first, second in pairwise(cards))
