"""Options of Five Hundred that change a legal set or a view: one test each, named by the option.

Those that change a score or an end stand in the file beside this one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cinqcents_env.game import Game, IllegalMove
from cinqcents_env.notation import PositionError
from cinqcents_env.rulebook import rules
from tests.engine.five_hundred_tables import play, table


def bidding(ruleset: str, *calls: str, **options: Any) -> Game:
    """A dealt game after some calls."""
    game = Game(ruleset, seed=3, **options)
    for call in calls:
        game.play(call)
    return game


def bids(game: Game) -> set[str]:
    """The bids that are legal now."""
    return {move[4:] for move in game.legal_moves() if move.startswith("bid ")}


def test_pack() -> None:
    hands = ("AS", "4S", "9H", "9D")
    with pytest.raises(PositionError, match="'4S' is not a card"):
        table("au4", *hands)
    game = play(table("au4", *hands, options={"pack": "45"}), "AS")
    assert game.legal_moves() == ["4S"]


@pytest.mark.parametrize(("pack", "kitty"), [("43", 3), ("45", 5), ("46", 6), ("42", 2)])
def test_kitty(pack: str, kitty: int) -> None:
    game = bidding("au4", "bid 6S", "pass", "pass", "pass", pack=pack)
    for number in range(kitty):
        assert game.phase == "discard", number
        game.play(game.legal_moves()[0])
    assert game.phase == "play"


def test_dead_hand() -> None:
    with_hand = Game("us2", seed=1, pack="33", dead_hand=True).position()
    without = Game("us2", seed=1).position()
    assert len(with_hand["dead"].split()) == 10
    assert not without["dead"]
    assert len(with_hand["kitty"].split()) == 3
    assert len(without["kitty"].split()) == 4


def test_auction() -> None:
    calls = ("bid 6S", "pass", "bid 6C")
    once = bidding("us3", *calls)
    assert once.phase == "discard"
    until = bidding("us3", *calls, auction="until_passed")
    assert (until.phase, until.to_move) == ("bid", (until.position()["dealer"] + 1) % 3)
    until.play("bid 6D")
    assert until.to_move == until.position()["dealer"]  # the passer is out
    again = bidding("us3", *calls, auction="passer_may_return")
    again.play("pass")
    assert again.phase == "bid"  # the bid has changed since the second seat passed
    again.play("bid 7S")
    assert again.position()["auction"][-1] == "bid 7S"


def test_all_pass() -> None:
    redealt = bidding("us3", "pass", "pass", "pass")
    assert (redealt.phase, redealt.position()["deal_number"]) == ("bid", 1)
    played = bidding("us3", "pass", "pass", "pass", all_pass="no_trumps")
    position = played.position()
    assert (played.phase, position["contract"], position["deal_number"]) == ("play", "none", 0)
    assert played.to_move == (position["dealer"] + 1) % 3
    assert len(position["kitty"].split()) == 3


def test_kitty_open() -> None:
    for is_open in (False, True):
        game = Game("us3", seed=1, kitty_open=is_open)
        assert all((game.view(seat).kitty != 0) == is_open for seat in range(3))
        play(game, "bid 6S, pass, pass")
        other = (game.to_move + 1) % 3
        assert (game.view(other).taken != 0) == is_open
        assert game.view(game.to_move).taken != 0


def test_must_trump() -> None:
    hands = ("TS", "AH 9D JH", "9C")
    free = table("us3", "TS 9S 8S", hands[1], "9C 8C 7C", contract="6D")
    bound = table("ru3", "TS 9S 8S", hands[1], "9C 8C 7C", contract="6D")
    assert set(play(free, "TS").legal_moves()) == {"AH", "9D", "JH"}
    assert set(play(bound, "TS").legal_moves()) == {"9D", "JH"}


def test_misere() -> None:
    assert "misere" in bids(bidding("au4", misere="any_time"))
    assert "misere" not in bids(bidding("au4"))
    assert "misere" not in bids(bidding("au4", "bid 6NT"))
    assert "misere" in bids(bidding("au4", "bid 7S"))
    assert "misere" not in bids(bidding("us3", misere="off"))


def test_misere_rank() -> None:
    assert "misere" not in bids(bidding("au4", "bid 7S", "bid 8S"))
    over_eight = bidding("au4", "bid 7S", "bid 8S", misere_rank="above_8S")
    assert "misere" in bids(over_eight)
    over_eight.play("bid misere")
    assert {"8S", "7NT"}.isdisjoint(bids(over_eight))
    assert "8C" in bids(over_eight)


def test_open_misere() -> None:
    assert "open misere" in bids(bidding("us3"))
    assert "open misere" not in bids(bidding("us3", open_misere="off"))


def test_open_misere_rank() -> None:
    for rank, over in (("above_10D", {"10H", "10NT"}), ("top", set())):
        game = bidding("au4", "bid open misere", open_misere_rank=rank)
        assert bids(game) == over


def test_open_misere_shown() -> None:
    hands = ("7S 7C", "AS KC", "8S 8C")
    for shown, when in (("before_lead", [1, 1]), ("after_first_trick", [0, 1])):
        game = table("us3", *hands, contract="open misere", options={"open_misere_shown": shown})
        seen = [int(game.view(1).exposed != 0)]
        play(game, "7S, AS, 8S")
        assert [*seen, int(game.view(2).exposed != 0)] == when


def test_misere_stops_early() -> None:
    hands = ("AS 7C", "KS KC", "8S 8C")
    for early in (False, True):
        game = table("us3", *hands, contract="misere", options={"misere_stops_early": early})
        play(game, "AS, KS, 8S")
        assert (game.position()["deal_number"] == 1) == early


@pytest.mark.parametrize(
    ("rule", "named"), [("unled_suit", "DH"), ("not_void_suit", "SCH"), ("any_suit", "SCDH")]
)
def test_joker_lead(rule: str, named: str) -> None:
    game = table(
        "us3", "JK 7H", "9S 9H", "TS TH", contract="6NT", options={"joker_lead": rule},
        suits_led="SC", voids=["D", "", ""],
    )  # fmt: skip
    assert game.legal_moves() == ["7H", *(f"JK={suit}" for suit in named)]


def test_joker_lead_without_a_suit() -> None:
    fields = {"contract": "6NT", "suits_led": "SCDH"}
    game = table("au4", "JK 7H", "9S 9H", "TS TH", "JS JH", **fields)
    assert game.legal_moves() == ["7H"]
    last = table("au4", "JK", "9S", "TS", "JS", **fields)
    assert last.legal_moves() == ["JK"]


def test_joker_renounced() -> None:
    for rule, winner in (("may_win", 1), ("may_not", 0)):
        game = table(
            "us3", "AH 7S", "JK 8S", "KH 9S", contract="6NT",
            options={"joker_renounced": rule}, voids=["", "H", ""],
        )  # fmt: skip
        play(game, "AH, JK")
        assert game.position()["winning"] == winner
        assert Game.from_position(game.position()).position() == game.position()
        game.play("KH")
        assert game.to_move == winner
    spades = table(
        "us3", "AS 7H", "JK 8H", "KS 9H", contract="6NT",
        options={"joker_renounced": "may_not"}, voids=["", "S", ""],
    )  # fmt: skip
    assert play(spades, "AS, JK, KS").to_move == 0
    first = table(
        "us3", "AH 7S", "JK 8S", "KH 9S", contract="6NT", options={"joker_renounced": "may_not"}
    )
    play(first, "AH, JK")
    assert first.position()["winning"] == 1
    assert Game.from_position(first.position()).position() == first.position()


def test_contractor_names_joker() -> None:
    hands = ("JK 8H 9C", "9H TC 9S", "TH JC TS", "QH QC QS")
    field = {"contract": "6NT", "kitty": "", "phase": "discard"}
    plain = table("us3", "JK 8H 9C", *hands[1:3], contract="6NT")
    assert plain.phase == "play"
    game = table("au4", "JK 8H 9C 7D", *hands[1:], **field)
    game.play("discard 7D")
    assert game.legal_moves() == ["pass", "name S", "name C", "name D", "name H"]
    game.play("name H")
    assert "JK" in game.legal_moves()
    play(game, "8H, 9H, TH, QH")
    assert game.to_move == 3
    game.play("QS")
    assert set(game.legal_moves()) == {"JK", "9C"}  # the joker is a heart now


def test_joker_forced_in_misere() -> None:
    for forced, legal in ((True, {"JK"}), (False, {"JK", "7H"})):
        game = table(
            "us3", "7S 8S", "JK 7H", "9S 9H", contract="misere",
            options={"joker_forced_in_misere": forced},
        )  # fmt: skip
        assert set(play(game, "7S").legal_moves()) == legal


def test_joker_low_in_misere() -> None:
    for low, winner in ((True, 0), (False, 1)):
        game = table(
            "us3", "9S 8S", "JK 7H", "7S 9H", contract="misere",
            options={"joker_low_in_misere": low},
        )  # fmt: skip
        assert play(game, "9S, JK, 7S").to_move == winner
    led = table(
        "us3", "JK 8S", "8C 7H", "7S 9H", contract="misere", options={"joker_low_in_misere": True}
    )
    assert play(led, "JK=H, 7H, 9H").to_move == 2


def test_partner() -> None:
    calls = ["bid 6S", "pass", "pass", "pass", "pass"]
    moves = {}
    for partner in ("called_card", "alone"):
        game = bidding("au5", *calls, partner=partner)
        for _ in range(3):
            game.play(game.legal_moves()[0])
        moves[partner] = game.phase
    assert moves == {"called_card": "call", "alone": "play"}


def test_every_option_has_its_test() -> None:
    names: set[str] = set()
    for part in ("options", "ends"):
        text = Path(__file__).with_name(f"test_five_hundred_{part}.py").read_text(encoding="utf-8")
        names.update(re.findall(r"^def test_(\w+)", text, flags=re.MULTILINE))
    assert set(rules("us3").option_names()) <= names


def test_a_refused_move_changes_nothing() -> None:
    game = bidding("us3", "bid 7S")
    before = game.position()
    with pytest.raises(IllegalMove, match="'bid 6H' is not legal"):
        game.play("bid 6H")
    assert game.position() == before
