"""The worked examples T66 to T103 of the auction game, played through the public interface."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

import cinqcents_env as cc

PLAYERS = {"us3": 3, "ru3": 3, "ru2": 2, "us2": 2, "ru4": 4, "au4": 4, "au5": 5, "au6": 6}


def calls_to(contract: str, declarer: int, players: int) -> dict[str, Any]:
    """Give an auction that ends in a contract, with the dealer who makes it possible."""
    if contract == "misere":  # some rule sets ask for a bid of seven before it
        calls = ["bid 7S", "bid misere"] + ["pass"] * (players - 1)
        return {"dealer": (declarer - 2) % players, "auction": calls}
    calls = [f"bid {contract}"] + ["pass"] * (players - 1)
    return {"dealer": (declarer - 1) % players, "auction": calls}


def in_play(name: str, contract: str, hands: list[str], **more: Any) -> cc.Game:
    """Set up a hand that seat 0 declares and leads."""
    fields = {"phase": "play", "contract": contract, "declarer": 0, "leader": 0, "to_move": 0}
    called = calls_to(contract, 0, PLAYERS[name])
    return cc.Game.from_position({"rules": name, "hands": hands} | called | fields | more)


def bidding(name: str, dealer: int | None = None, **options: Any) -> cc.Game:
    """Set up the beginning of an auction; by default seat 0 speaks first."""
    dealt = cc.Game(name, seed=7, **options).position()
    where = PLAYERS[name] - 1 if dealer is None else dealer
    cards = {field: dealt[field] for field in ("hands", "kitty", "dead")}
    return cc.Game.from_position({"rules": name, "options": options, "dealer": where} | cards)


def played(game: cc.Game, *moves: str) -> cc.Game:
    """Make some moves."""
    for move in moves:
        game.play(move)
    return game


def last_trick(name: str, contract: str, tricks: list[int], **more: Any) -> cc.Game:
    """Play the last trick: seat 0 declares, leads an ace and wins it."""
    trump = contract[-1] if contract[-1] in "SCDH" else "S"
    hands = [f"A{trump}", "7C", "8C", "9C", "TC", "7D"][: PLAYERS[name]]
    return played(in_play(name, contract, hands, tricks=tricks, **more), *hands)


def next_leader(contract: str, cards: list[str]) -> int:
    """Play one trick of four from seat 0 and tell who leads next."""
    spare = ["8S", "9S", "TS", "5S"]
    hands = [f"{card} {other}" for card, other in zip(cards, spare, strict=True)]
    return played(in_play("au4", contract, hands), *cards).to_move


def seen(game: cc.Game, seat: int) -> list[float]:
    """Give what a seat observes as plain numbers."""
    observation = game.observation(seat)
    if isinstance(observation, dict):
        observation = observation["observation"]
    return list(observation.tolist())


@pytest.mark.parametrize(
    ("bid", "won", "value"),
    [("6S", 5, 40), ("7D", 6, 180), ("8C", 7, 260), ("9NT", 8, 420), ("10H", 9, 500)],
)
def test_t66_values(bid: str, won: int, value: int) -> None:
    assert last_trick("au4", bid, [won, 9 - won, 0, 0]).scores[0] == value


def test_t67_over_seven_hearts() -> None:
    legal = set(played(bidding("au4"), "bid 7H").legal_moves())
    assert {"bid 7NT", "bid misere", "bid 8S", "bid 8NT", "bid open misere", "pass"} <= legal
    assert not legal & {"bid 7C", "bid 7H"}


def test_t68_over_six_no_trumps() -> None:
    legal = played(bidding("au4"), "bid 6NT").legal_moves()
    assert "bid misere" not in legal
    assert "bid open misere" in legal


def test_t69_over_misere() -> None:
    legal = played(bidding("au4"), "bid 7S", "bid misere").legal_moves()
    assert "bid 7NT" not in legal
    assert "bid 8S" in legal


def test_t71_one_round() -> None:
    position = played(bidding("us3"), "bid 7S", "pass", "bid 7C").position()
    assert (position["contract"], position["declarer"], position["phase"]) == ("7C", 2, "discard")


def test_t72_until_passed() -> None:
    game = played(bidding("ru3"), "bid 7S", "pass", "bid 7C")
    assert (game.phase, game.to_move) == ("bid", 0)
    played(game, "bid 7D")
    assert game.to_move == 2
    position = played(game, "pass").position()
    assert (position["contract"], position["declarer"]) == ("7D", 0)


def test_t73_trump_order() -> None:
    assert next_leader("7H", ["TH", "JD", "JH", "AH"]) == 2
    assert next_leader("7H", ["TH", "JK", "JH", "AH"]) == 1
    assert next_leader("7H", ["TH", "JD", "AH", "KH"]) == 1


def test_t74_left_bower_is_no_club() -> None:
    game = played(in_play("us3", "6S", ["AC 7D", "JC 9D", "KC 8D"]), "AC")
    assert set(game.legal_moves()) == {"JC", "9D"}
    assert played(game, "JC", "KC").to_move == 1


def test_t75_left_bower_follows_trumps() -> None:
    game = played(in_play("us3", "6S", ["9S 7D", "JC 9D", "KC 8D"]), "9S")
    assert game.legal_moves() == ["JC"]


def test_t76_joker_waits_while_its_holder_can_follow() -> None:
    hands = ["KS QS TS", "JK 5S AH", "KC QC TC", "KD QD TD"]
    assert played(in_play("au4", "7NT", hands), "KS").legal_moves() == ["5S"]


def test_t77_joker_when_void() -> None:
    hands = ["KS QS", "JK AH", "KC QC", "KD QD"]
    assert set(played(in_play("au4", "7NT", hands), "KS").legal_moves()) == {"JK", "AH"}


def test_t79_no_trump_tricks() -> None:
    assert next_leader("7NT", ["QD", "AD", "AC", "JK"]) == 3
    assert next_leader("7NT", ["QD", "AD", "AC", "KD"]) == 1


def test_t80_joker_led_as_an_unled_suit() -> None:
    game = in_play("au4", "7NT", ["JK KS", "5S 6S", "7S 8S", "9S TS"], suits_led="SH")
    assert set(game.legal_moves()) == {"JK=C", "JK=D", "KS"}


def test_t82_joker_not_led_as_a_renounced_suit() -> None:
    game = in_play("us3", "6NT", ["AC 7H KC", "JK AH 7D", "QC TC 9C"])
    played(game, "AC", "7D", "9C", "7H", "AH", "TC")
    assert game.to_move == 1
    assert set(game.legal_moves()) == {"JK=S", "JK=H", "JK=D"}


@pytest.mark.parametrize(("name", "expected"), [("ru3", {"9D", "JH"}), ("us3", {"AH", "9D", "JH"})])
def test_t83_must_trump(name: str, expected: set[str]) -> None:
    game = in_play(name, "6D", ["TS 7C 8C", "AH 9D JH", "9S 9C TC"])
    assert set(played(game, "TS").legal_moves()) == expected


def test_t84_made() -> None:
    assert list(last_trick("au4", "7D", [7, 1, 0, 1]).scores) == [180, 20]


def test_t85_lost() -> None:
    assert list(last_trick("au4", "7D", [5, 4, 0, 0]).scores) == [-180, 40]


@pytest.mark.parametrize(("name", "value"), [("au4", 250), ("ru3", 250), ("us3", 40)])
def test_t86_slam(name: str, value: int) -> None:
    assert last_trick(name, "6S", [9] + [0] * (PLAYERS[name] - 1)).scores[0] == value


def test_t87_no_slam_above_250() -> None:
    assert list(last_trick("au4", "8C", [5, 0, 4, 0]).scores) == [260, 0]


def test_t89_misere_lost_at_the_first_trick() -> None:
    game = in_play("au4", "misere", ["AS 5D", "5S 6D", "7C 8C", "6S 7D"])
    assert list(played(game, "AS", "5S", "6S").scores) == [-250, 0]
    assert game.phase == "bid"


def test_t91_tens_do_not_win() -> None:
    game = last_trick("au4", "7D", [6, 3, 0, 0], scores=[0, 480])
    assert list(game.scores) == [180, 510]
    assert not game.is_over
    assert game.result is None


def test_t92_contract_wins() -> None:
    game = last_trick("au4", "7S", [6, 3, 0, 0], scores=[400, 510])
    assert list(game.scores) == [540, 540]
    assert (list(game.result["winners"]), game.result["reason"]) == ([0, 2], "contract")


def test_t93_loss_limit() -> None:
    game = last_trick("au4", "7S", [0, 9, 0, 0], scores=[-400, 0])
    assert game.scores[0] == -540
    assert (list(game.result["winners"]), game.result["reason"]) == ([1, 3], "loss limit")


def test_t94_declarer_first() -> None:
    game = last_trick("ru3", "6S", [5, 3, 1], scores=[480, 490, 0], reached=[1])
    assert list(game.scores) == [520, 520, 10]
    assert (list(game.result["winners"]), game.result["reason"]) == ([0], "contract")


def test_t97_all_pass_is_dealt_again() -> None:
    game = bidding("au4", dealer=1)
    before = game.position()
    after = played(game, "pass", "pass", "pass", "pass").position()
    assert (after["dealer"], after["phase"], game.to_move) == (2, "bid", 3)
    assert after["deal_number"] == before["deal_number"] + 1
    assert list(after["scores"]) == [0, 0]


def test_t97_all_pass_is_played_in_no_trumps() -> None:
    game = bidding("ru3", dealer=1)
    kitty = game.position()["kitty"]
    position = played(game, "pass", "pass", "pass").position()
    assert (position["phase"], position["contract"], game.to_move) == ("play", "none", 2)
    assert position["declarer"] is None
    assert position["kitty"] == kitty
    for _ in range(30):
        game.play(game.legal_moves()[0])
    assert sum(game.scores) == 100
    assert all(score % 10 == 0 for score in game.scores)


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
    game = last_trick("au5", "8H", tricks, partner=partner, called=called)
    assert list(game.scores) == expected


@pytest.mark.parametrize(
    ("name", "trump", "count"),
    [
        ("us3", "H", 10),
        ("au4", "S", 12),
        ("au4", "H", 13),
        ("au5", "C", 15),
        ("au6", "S", 17),
        ("au6", "H", 18),
    ],
)
def test_t99_trump_counts(name: str, trump: str, count: int) -> None:
    dealt = cc.Game(name, seed=7).position()
    pack = " ".join([*dealt["hands"], dealt["kitty"]]).split()
    assert len(pack) == 10 * PLAYERS[name] + 3
    other = "D" if trump in "SC" else "S"
    trumps = set()
    for card in pack:
        lead = "JK" if card != "JK" else f"A{trump}"
        plain = f"A{other}" if card != f"A{other}" else f"K{other}"
        left = [c for c in pack if c not in (card, lead, plain)]
        pairs = [f"{left[2 * seat]} {left[2 * seat + 1]}" for seat in range(PLAYERS[name])]
        hands = [f"{lead} {left[-1]}", f"{card} {plain}", *pairs[2:]]
        if played(in_play(name, f"6{trump}", hands), lead).legal_moves() == [card]:
            trumps.add(card)
    assert len(trumps) == count
    assert {"JK", f"J{trump}"} <= trumps


@pytest.mark.parametrize(("pack", "kitty"), [("43", 3), ("45", 5)])
def test_t101_discards(pack: str, kitty: int) -> None:
    game = played(bidding("au4", pack=pack), "bid 6S", "pass", "pass", "pass")
    reached: dict[frozenset[str], cc.Game] = {frozenset(): game}
    for _ in range(kitty):
        larger: dict[frozenset[str], cc.Game] = {}
        for gone, here in reached.items():
            for move in here.legal_moves():
                more = gone | {move}
                if more not in larger:
                    larger[more] = played(here.copy(), move)
        reached = larger
    assert len(reached) == comb(10 + kitty, kitty)
    assert all(after.phase != "discard" for after in reached.values())


def test_t102_exposed_before_the_lead() -> None:
    first = in_play("us3", "open misere", ["7S 7H", "8S 8D", "9S 9D"])
    second = in_play("us3", "open misere", ["7S TH", "8S 8D", "9S 9D"])
    assert seen(first, 1) != seen(second, 1)


def test_t102_exposed_after_the_first_trick() -> None:
    first = in_play("au4", "open misere", ["7S 7H", "8S 8D", "5C 6C", "9S 9D"])
    second = in_play("au4", "open misere", ["7S TH", "8S 8D", "5C 6C", "9S 9D"])
    assert seen(first, 1) == seen(second, 1)
    trick = ("7S", "8S", "9S")
    assert seen(played(first, *trick), 1) != seen(played(second, *trick), 1)


def test_t103_dead_hand() -> None:
    game = bidding("ru2")
    position = game.position()
    sizes = [len(cards.split()) for cards in (*position["hands"], position["dead"])]
    assert sizes == [10, 10, 10]
    assert len(position["kitty"].split()) == 3
    played(game, "bid 6S", "pass")
    for _ in range(3):
        game.play(game.legal_moves()[0])
    cards = 0
    while game.phase == "play":
        game.play(game.legal_moves()[0])
        cards += 1
    assert cards == 20


def test_refusals_leave_the_game_alone() -> None:
    game = played(bidding("au4"), "bid 7H")
    before = game.position()
    with pytest.raises(cc.IllegalMove):
        game.play("bid 7C")
    with pytest.raises(cc.NotationError):
        game.play("bid 7X")
    assert game.position() == before
