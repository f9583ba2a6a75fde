"""Corners of the oracle of the auction game: jokers, misères, auctions, partners, ends, memory."""

from __future__ import annotations

from typing import Any

import pytest

from .five_hundred import Oracle
from .five_hundred_cards import pack
from .five_hundred_rule_sets import options_of
from .five_hundred_setups import fresh, last_trick, oracle_at, play_out


def no_trumps(name: str, hands: list[str], contract: str = "7NT", **more: Any) -> Oracle:
    """Set up a no-trump or misère hand that seat 0 declares and leads."""
    changes = more.pop("changes", None)
    fields = {"phase": "play", "contract": contract, "declarer": 0, "leader": 0} | more
    return oracle_at(name, changes, hands=hands, **fields)


# Jokers


def test_joker_without_a_nameable_suit_waits_for_the_last_trick() -> None:
    oracle = no_trumps("us3", ["JK AS", "7S KS", "8S 9S"], voids=["SCDH", "", ""])
    assert oracle.legal() == {"AS"}
    for card in ("AS", "7S", "8S"):
        oracle.play(card)
    assert oracle.legal() == {"JK"}
    play_out(oracle)
    assert oracle.tricks == [2, 0, 0]


def test_last_joker_must_name_a_suit_if_one_may_be_named() -> None:
    oracle = no_trumps("au4", ["JK", "7S", "8S", "9S"], suits_led="SCD")
    assert oracle.legal() == {"JK=H"}


def test_joker_named_at_the_lead_must_be_followed() -> None:
    oracle = no_trumps("us3", ["JK AS", "7S KH", "8S 9S"])
    oracle.play("JK=H")
    assert oracle.legal() == {"KH"}
    oracle.play("KH")
    assert oracle.legal() == {"8S", "9S"}
    oracle.play("8S")
    assert oracle.to_move == 0
    assert oracle.position()["voids"] == ["", "", "H"]
    assert oracle.position()["suits_led"] == "H"


def test_any_suit() -> None:
    oracle = no_trumps(
        "us3", ["JK", "7S", "8S"], voids=["SCDH", "", ""], changes={"joker_lead": "any_suit"}
    )
    assert oracle.legal() == {"JK=S", "JK=C", "JK=D", "JK=H"}


@pytest.mark.parametrize(("renounced", "winner"), [("may_win", 1), ("may_not", 0)])
@pytest.mark.parametrize("voids", [["", "S", ""], ["", "", ""]])
def test_renounced_joker(renounced: str, winner: int, voids: list[str]) -> None:
    changes = {"joker_renounced": renounced}
    hands = ["AS 7S", "JK 7D", "8S 9S"]
    oracle = no_trumps("us3", hands, voids=voids, changes=changes)
    for card in ("AS", "JK", "8S"):
        oracle.play(card)
    assert oracle.to_move == (winner if voids[1] else 1)


def test_named_joker_tops_its_suit_only() -> None:
    oracle = no_trumps("au4", ["JK 7S", "AH 8S", "KH 9S", "5D 6D"], phase="name", leader=None)
    assert oracle.legal() == {"name S", "name C", "name D", "name H", "pass"}
    oracle.play("name H")
    assert oracle.legal() == {"JK", "7S"}
    for card in ("JK", "AH", "KH", "5D"):
        oracle.play(card)
    assert oracle.to_move == 0
    assert oracle.position()["suits_led"] == "H"
    oracle = no_trumps("au4", ["JK 7D", "AS 8S", "KH 9S", "5D 6D"], joker_suit="H", leader=1)
    for card in ("AS", "9S", "5D"):
        oracle.play(card)
    assert oracle.legal() == {"JK", "7D"}
    oracle.play("JK")
    assert oracle.to_move == 1


def test_named_joker_follows_its_suit() -> None:
    oracle = no_trumps("au4", ["JK 7D", "AH 8S", "KH 9S", "5D 6D"], joker_suit="H", leader=1)
    for card in ("AH", "KH", "5D"):
        oracle.play(card)
    assert oracle.legal() == {"JK"}


def test_only_a_contractor_with_a_joker_in_no_trumps_is_asked() -> None:
    for hand, contract, phase in (
        ("JK 4H 5S", "7NT", "name"),
        ("4D 4H 5S", "7NT", "play"),
        ("JK 4H 5S", "7H", "play"),
        ("JK 4H 5S", "open misere", "name"),
    ):
        oracle = no_trumps("au4", [hand, "7S 8S", "9S TS", "QS KS"], contract, phase="discard")
        oracle.play("discard 5S")
        assert oracle.phase == phase
    oracle = no_trumps("au4", ["JK 4H 5S", "7S 8S", "9S TS", "QS KS"], phase="discard")
    oracle.play("discard JK")
    assert oracle.phase == "play"


def test_two_jokers() -> None:
    changes = {"pack": "46"}
    hands = ["JK2 7S", "JK 8S", "KH 9S", "5D 6D"]
    oracle = no_trumps("au4", hands, changes=changes)
    assert {"JK2=S", "JK2=H"} <= oracle.legal()
    oracle.play("JK2=H")
    oracle.play("JK")
    assert oracle.legal() == {"KH"}
    oracle.play("KH")
    oracle.play("5D")
    assert oracle.to_move == 1
    oracle = no_trumps("au4", ["JK JK2", "7S 8S", "KH 9S", "5D 6D"], suits_led="SCDH")
    assert oracle.legal() == {"JK", "JK2"}


def test_joker_in_misere_forced_and_low() -> None:
    hands = ["7S 8S", "JK 7D", "AS 9S"]
    for forced, legal in ((False, {"JK", "7D"}), (True, {"JK"})):
        changes = {"joker_forced_in_misere": forced}
        oracle = no_trumps("us3", hands, "misere", changes=changes)
        oracle.play("7S")
        assert oracle.legal() == legal
    for low, winner in ((False, 1), (True, 2)):
        oracle = no_trumps("us3", hands, "misere", changes={"joker_low_in_misere": low})
        for card in ("7S", "JK", "AS"):
            oracle.play(card)
        assert oracle.to_move == winner


def test_low_joker_led() -> None:
    hands = ["JK 8S", "7D 7H", "AS 9S"]
    for suit, winner in (("S", 2), ("C", 0)):
        oracle = no_trumps("us3", hands, "misere", changes={"joker_low_in_misere": True})
        for card in (f"JK={suit}", "7D", "AS"):
            oracle.play(card)
        assert oracle.to_move == winner


# Auctions


def test_passer_may_return() -> None:
    oracle = fresh("au4", auction="passer_may_return")
    for call in ("pass", "bid 6S", "pass", "pass"):
        oracle.play(call)
    assert oracle.to_move == 0
    for call in ("bid 6C", "pass", "bid 6D", "pass", "pass"):
        oracle.play(call)
    assert oracle.to_move == 1
    oracle.play("pass")
    assert (oracle.contract, oracle.declarer) == ("6D", 2)


def test_last_seat_may_bid_after_all_others_passed() -> None:
    oracle = fresh("au4")
    for call in ("pass", "pass", "pass", "bid 6S"):
        oracle.play(call)
    assert (oracle.declarer, oracle.phase) == (3, "discard")


def test_places_of_misere() -> None:
    oracle = fresh("us3", misere_rank="above_8S", open_misere_rank="above_10D")
    oracle.play("bid 8S")
    assert "bid misere" in oracle.legal()
    oracle.play("bid misere")
    assert {"bid 8S", "bid misere"} & oracle.legal() == set()
    oracle = fresh("us3", open_misere_rank="above_10D")
    oracle.play("bid open misere")
    assert oracle.legal() == {"bid 10H", "bid 10NT", "pass"}
    assert not {"bid misere", "bid open misere"} & fresh("ru3").legal()


# Misères


def test_partner_sits_out() -> None:
    hands = ["4D 5D", "6D 7D", "AS KS", "JD QD"]
    oracle = no_trumps("au4", hands, "misere")
    for card in ("4D", "6D"):
        oracle.play(card)
    assert oracle.to_move == 3
    oracle.play("JD")
    assert oracle.to_move == 3
    assert oracle.position()["hands"][2] == "KS AS"
    play_out(oracle, "QD")
    assert oracle.scores == [250, 0]


def test_misere_played_out_with_tens() -> None:
    oracle = play_out(no_trumps("us3", ["AS", "7S", "8S"], "misere", tricks=[1, 4, 4]))
    assert oracle.scores == [-250, 20, 20]


def test_open_misere_worth() -> None:
    for name, value in (("us3", 520), ("au4", 500)):
        hands = ["7S", "8S", "9S", "TS"][: options_of(name)["players"]]
        oracle = play_out(no_trumps(name, hands, "open misere"))
        assert oracle.earned[0] == value
        assert oracle.reason == "contract"


# Five players


def test_calls() -> None:
    oracle = fresh("au5")
    for call in ("bid 7H", "pass", "pass", "pass", "pass"):
        oracle.play(call)
    hand = oracle.position()["hands"][0].split()
    for card in hand[:3]:
        oracle.play(f"discard {card}")
    assert oracle.phase == "call"
    barred = {"JH", "JD", "JK", *hand}
    callable_cards = set(pack("53")) - barred
    assert oracle.legal() == {"alone"} | {f"call {card}" for card in callable_cards}


def test_partner_known_to_himself_then_to_all() -> None:
    hands = ["AS 7S", "8S 8D", "AD 9S", "TS TD", "QS QD"]
    oracle = oracle_at("au5", hands=hands, contract="8H", declarer=0, phase="call")
    oracle.play("call AD")
    assert [oracle.known(seat)["partner"] for seat in range(5)] == [None, None, 2, None, None]
    for card in ("AS", "8S", "9S", "TS", "QS", "7S", "8D", "AD"):
        oracle.play(card)
    assert [oracle.known(seat)["partner"] for seat in range(5)] == [2] * 5


def test_partners_win_and_lose_together() -> None:
    more: dict[str, Any] = {"partner": 2, "called": "AD"}
    oracle = play_out(last_trick("au5", "8H", [5, 1, 2, 1, 0], scores=[400, 0, 400, 0, 0], **more))
    assert (oracle.winners, oracle.reason) == ([0, 2], "contract")
    scores = [-400, 30, -400, 0, 0]
    oracle = play_out(last_trick("au5", "8H", [4, 1, 2, 2, 0], scores=scores, **more))
    assert (oracle.winners, oracle.reason) == ([1], "loss limit")


# Ends


def test_first_defender_to_reach() -> None:
    for both_reach, winner in (("declarer_then_first", 2), ("higher", 1)):
        changes = {"both_reach": both_reach}
        oracle = last_trick(
            "ru3", "10S", [0, 5, 4], scores=[0, 490, 490], reached=[2, 1], changes=changes
        )
        play_out(oracle)
        assert oracle.scores == [-440, 540, 530]
        assert (oracle.winners, oracle.reason) == ([winner], "points")


def test_reached_in_play() -> None:
    hands = ["AS 7D", "7S 8D", "8H AC"]
    fields: dict[str, Any] = {"tricks": [6, 1, 1], "scores": [0, 480, 470], "contract": "10S"}
    oracle = no_trumps("ru3", hands, leader=1, **fields)
    for card in ("8D", "AC", "7D"):
        oracle.play(card)
    assert oracle.position()["reached"] == [1]


def test_tie_of_all_sides() -> None:
    changes = {"both_reach": "higher", "win_needs_contract": False}
    oracle = play_out(last_trick("au4", "7S", [6, 3, 0, 0], scores=[400, 510], changes=changes))
    assert oracle.scores == [540, 540]
    assert (oracle.winners, oracle.reason) == ([], "tie")


def test_tens_stop() -> None:
    for start, end in ((480, 490), (495, 495), (450, 480)):
        changes = {"tens_stop_at_490": True}
        oracle = last_trick("au4", "7D", [6, 3, 0, 0], scores=[0, start], changes=changes)
        assert play_out(oracle).scores[1] == end


def test_ten_wins_whatever_the_score() -> None:
    oracle = play_out(last_trick("ru3", "10H", [9, 0, 0], scores=[-900, 0, 0]))
    assert (oracle.winners, oracle.reason) == ([0], "ten wins")


def test_shared_win_by_the_loss_limit() -> None:
    oracle = play_out(last_trick("us3", "7S", [0, 5, 4], scores=[-400, 0, 10]))
    assert oracle.scores == [-540, 50, 50]
    assert (oracle.winners, oracle.reason) == ([1, 2], "loss limit")


def test_truncation_and_single_deals() -> None:
    oracle = play_out(last_trick("us3", "7S", [6, 2, 1], deal_number=99))
    assert (oracle.winners, oracle.reason, oracle.over) == ([], "truncated", True)
    changes = {"single_deal": True}
    oracle = play_out(last_trick("us3", "7S", [5, 2, 2], changes=changes))
    assert (oracle.winners, oracle.reason) == ([1, 2], "deal over")
    oracle = fresh("au4", single_deal=True)
    for _ in range(4):
        oracle.play("pass")
    assert (oracle.winners, oracle.reason, oracle.earned) == ([], "deal over", [0, 0])


# Memory


def test_memory_ignores_hidden_cards() -> None:
    first = no_trumps("au4", ["AS 7D", "7S 8D", "8S AC", "9S TC"], "7H")
    second = no_trumps("au4", ["AS 7D", "7S TC", "8S 8D", "9S AC"], "7H")
    for card in ("AS", "7S", "8S", "9S"):
        first.play(card)
        second.play(card)
        assert first.known(0) == second.known(0)
        assert first.known(1) != second.known(1)


def test_memory_of_the_open_kitty() -> None:
    oracle = fresh("ru3")
    kitty = oracle.position()["kitty"].split()
    assert oracle.known(1)["kitty"] == dict.fromkeys(kitty, "kitty")
    for call in ("bid 6S", "pass", "pass"):
        oracle.play(call)
    assert oracle.known(1)["kitty"] == dict.fromkeys(kitty, "hand")
    oracle.play(f"discard {kitty[0]}")
    assert oracle.known(1)["kitty"] == dict.fromkeys(kitty, "hand or discards")
    assert oracle.known(0)["kitty"] == dict.fromkeys(kitty, "hand") | {kitty[0]: "discards"}
    assert fresh("us3").known(0)["kitty"] is None


def test_next_deal_and_illegal_moves() -> None:
    oracle = fresh("us3")
    with pytest.raises(ValueError, match="illegal"):
        oracle.play("discard AS")
    for _ in range(3):
        oracle.play("pass")
    assert oracle.legal() == set()
    oracle.deal(["7S", "8S", "9S"], "", "")
    assert (oracle.dealer, oracle.to_move, oracle.phase) == (0, 1, "bid")
