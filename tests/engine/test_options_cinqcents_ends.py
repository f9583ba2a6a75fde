"""Each option of the two-player table that decides how a deal or a game ends."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import cinqcents_env as cc

from .tables import last_trick, melds_of, seated, won_trick


def test_target() -> None:
    for target in (100, 500, 503, 504, 1000):
        cards = {"captured": ["AS TS JD TC 7C 7D", ""]}  # 33 points
        by_field = seated("8S", marked=[470, 0], target=target, **cards)
        by_option = seated("8S", marked=[470, 0], options={"target": target}, **cards)
        for game in (by_field, by_option):
            assert ("stop" in game.legal_moves()) == (target <= 503)
            assert game.position()["target"] == target


def test_brisques() -> None:
    for brisques, marked in (("final_full", 0), ("immediate_10", 20)):
        game = seated("AS 8C", trick=["TS"], options={"brisques": brisques})
        game.play("AS")
        assert game.scores == [marked, 0]
    assert last_trick(70, options={"brisques": "final_full"}).scores == [70, 50]
    assert last_trick(70, options={"brisques": "immediate_10"}).scores == [10, 0]


def test_rounding() -> None:
    for first, tens in ((67, [70, 50]), (64, [60, 60]), (65, [70, 60]), (55, [60, 70])):
        assert last_trick(first, options={"rounding": "exact"}).scores == [first, 120 - first]
        assert last_trick(first, options={"rounding": "tens"}).scores == tens
    exact = last_trick(67, options={"rounding": "tens", "last_trick": 3}).scores
    assert exact == [73, 50], "the last trick is never rounded"


def test_final_rounding() -> None:
    """In a deal that would end the game: only a tie of fives, all, or nothing stays exact."""
    expected = {
        # 65/55 and 430 marked, 65/55 and 435 marked; 67/53 and 430 marked, 433 marked
        "tie_exact": ([495, 155], [500, 155], [500, 150], [503, 150]),
        "all_exact": ([495, 155], [500, 155], [497, 153], [500, 153]),
        "rounded": ([500, 160], [505, 160], [500, 150], [503, 150]),
    }
    cases = ((65, 430), (65, 435), (67, 430), (67, 433))
    for rounding, totals in expected.items():
        for (first, marked), scores in zip(cases, totals, strict=True):
            options = {"rounding": "tens", "final_rounding": rounding}
            game = last_trick(first, marked=[marked, 100], options=options)
            assert game.scores == scores
            assert game.is_over == (scores[0] >= 500)
            far = last_trick(first, marked=[0, 0], options=options)
            assert far.scores == ([70, 60] if first == 65 else [70, 50])


def turned_seven(**options: Any) -> cc.Game:
    """A first deal in which the dealer, at 490 of 500, turns a seven."""
    for seed in range(300):
        game = cc.Game("classic", seed=seed, start_scores=(490, 490), **options)
        if game.position()["turnup"][0] == "7":
            return game
    raise AssertionError("no seven was turned")


def test_pending_seven() -> None:
    at_once, waiting = turned_seven(pending_seven=False), turned_seven(pending_seven=True)
    dealer = waiting.position()["dealer"]
    assert at_once.scores[dealer] == 500
    assert waiting.scores == [490, 490]
    assert waiting.position()["pending_seven"] is True
    assert waiting.view(0).pending_seven == 1
    waiting.play(waiting.legal_moves()[0])
    assert waiting.scores[dealer] == 500
    ended = turned_seven(pending_seven=True, win_at_once=True)
    hands = ended.position()["hands"]
    ended.play(ended.legal_moves()[0])
    assert ended.is_over
    assert ended.position()["hands"] == hands, "the card was not played any more"
    answer = {
        "options": {"pending_seven": True, "meld_when": "own_turn"},
        "pending_seven": True,
        "turnup": "7H",
    }
    won = seated("KC QC 8S", marked=[480, 490], **answer)
    won.play("marriage C")
    assert won.result == {"winners": [0], "reason": "pending seven", "scores": [500, 490]}
    short = seated("KC QC 8S", marked=[470, 490], **answer)
    short.play("marriage C")
    assert not short.is_over
    short.play("8S")
    assert short.scores == [490, 500]


def test_stop() -> None:
    for stop in (True, False):
        for phase in ("play", "meld"):
            game = seated("8S", marked=[500, 0], phase=phase, options={"stop": stop})
            assert ("stop" in game.legal_moves()) == stop
        last = seated("8S", marked=[500, 0], turnup=None, options={"stop": stop})
        assert ("stop" in last.legal_moves()) == stop
    for brisques, offered in (("final_full", True), ("immediate_10", False)):
        piles = {"captured": ["AS 7S", ""], "options": {"brisques": brisques}}
        short = seated("8S", marked=[490, 0], **piles)  # an ace that was marked when it was won
        assert ("stop" in short.legal_moves()) == offered
    game = seated("8S", marked=[489, 900], captured=["AS 7S", "AC 7C"])
    game.play("stop")
    assert game.result == {"winners": [0], "reason": "stop", "scores": [500, 911]}


def test_win_at_once() -> None:
    for at_once in (False, True):
        options = {"win_at_once": at_once}
        game = won_trick("KC QC 8S", marked=[480, 499], options=options)
        game.play("marriage C")
        assert game.is_over == at_once
        exchanged = won_trick("7H QC 8S", marked=[490, 499], options=options)
        exchanged.play("exchange")
        assert exchanged.is_over == at_once
        if at_once:
            for ended in (game, exchanged):
                assert ended.result is not None
                assert ended.result["winners"] == [0]
                assert ended.result["reason"] == "at once"


def test_both_over() -> None:
    ends = {  # marked before 70 / 50 card points: further ahead, equal, behind by fewer points
        "raise_100": ("600", "600", "600"),
        "only_if_equal": ("wins 0", "600", "wins 1"),
        "higher_total": ("wins 0", "tie", "wins 1"),
        "more_card_points": ("wins 0", "wins 0", "wins 0"),
        "fresh_100": ("fresh", "fresh", "fresh"),
    }
    for both_over, expected in ends.items():
        told = []
        for marked in ([470, 470], [450, 470], [430, 480]):
            game = last_trick(70, marked=marked, options={"both_over": both_over})
            if game.is_over:
                assert game.result is not None
                winners = game.result["winners"]
                told.append(f"wins {winners[0]}" if winners else game.result["reason"])
                continue
            position = game.position()
            assert position["deal_number"] == 1
            if position["target"] == 100:
                assert game.scores == [0, 0]
                told.append("fresh")
            else:
                assert game.scores == [marked[0] + 70, marked[1] + 50]
                told.append(str(position["target"]))
        assert tuple(told) == expected, both_over
    tie = last_trick(60, marked=[470, 470], options={"both_over": "more_card_points"})
    assert tie.result == {"winners": [], "reason": "tie", "scores": [530, 530]}
    assert [tie.view(seat).winner for seat in range(2)] == [-1, -1]
    for marked in ([430, 460], [440, 450]):  # the one stands at 500 exactly, then the other
        assert last_trick(70, marked=marked).position()["target"] == 600


def test_random_start_scores() -> None:
    games = [cc.Game("classic", seed=seed, start_scores="random") for seed in range(60)]
    drawn = {score for game in games for score in game.scores}
    assert len(drawn) > 30
    assert drawn <= set(range(0, 500, 10))
    assert max(drawn) > 450


def test_irregularities() -> None:
    for offered in (False, True):
        options = {"irregularities": offered}
        game = won_trick("KC QC 8S", options=options)
        every = ["marriage " + s for s in "SCDH"] + ["quint " + s for s in "SCDH"]
        every += ["four " + r for r in "ATKQJ"] + ["binage"]
        assert melds_of(game) == (every if offered else ["marriage C"])
        assert ("stop" in game.legal_moves()) == offered
        assert melds_of(seated("KC QC 8S", options=options)) == []
    false = won_trick("KC QC 8S", marked=[490, 0], options={"irregularities": True})
    false.play("four A")
    assert false.result == {"winners": [1], "reason": "false announcement", "scores": [490, 0]}
    wrong = won_trick("KC QC 8S", marked=[499, 0], options={"irregularities": True})
    wrong.play("stop")
    assert wrong.result == {"winners": [1], "reason": "wrong stop", "scores": [499, 0]}
    true = won_trick("KC QC 8S", options={"irregularities": True})
    true.play("marriage C")
    assert (true.is_over, true.scores) == (False, [20, 0])


def test_single_deal() -> None:
    on = last_trick(70)
    assert not on.is_over
    assert on.position()["deal_number"] == 1
    options = {"single_deal": True}
    assert last_trick(70, options=options).result == {
        "winners": [0],
        "reason": "deal over",
        "scores": [70, 50],
    }
    tie = last_trick(60, options=options)
    assert tie.result == {"winners": [], "reason": "tie", "scores": [60, 60]}
    assert [tie.view(seat).winner for seat in range(2)] == [-1, -1]
    merits = last_trick(50, marked=[460, 0], options=options)
    assert merits.result == {"winners": [0], "reason": "merits", "scores": [510, 70]}
    # no rule names a winner of equal totals, so the deal's own points do
    options |= {"both_over": "higher_total"}
    equal = last_trick(70, marked=[450, 470], options=options)
    assert equal.result == {"winners": [0], "reason": "deal over", "scores": [520, 520]}


def test_max_deals() -> None:
    for limit in (1, 2, 3):
        game = last_trick(70, deal_number=1 if limit > 1 else 0, options={"max_deals": limit})
        assert game.is_over == (limit < 3)
        if game.is_over:
            assert game.result == {"winners": [], "reason": "truncated", "scores": [70, 50]}


def test_every_option_has_its_test() -> None:
    names = set()
    for path in Path(__file__).parent.glob("test_options_cinqcents*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {f"test_{option}" for option in cc.rules("classic").option_names()} <= names


BAD = [
    *[(name, -1) for name in ("quint_trump", "marriage_plain", "binage", "seven_turned")],
    *[(name, 2.5) for name in ("quint_plain", "marriage_trump", "seven_exchange", "last_trick")],
    *[(name, "yes") for name in ("stop", "win_at_once", "irregularities", "pending_seven")],
    *[(name, 1) for name in ("exchange_uses_meld", "exchanged_card_meldable", "single_deal")],
    *[("hand_size", size) for size in (0, 7, 16, -2, "8", True, None, [8])],
    *[("target", target) for target in (0, -500, 1.0, "500", True, None)],
    *[("first_dealer", seat) for seat in (2, -1, "lot", True)],
    *[
        ("fours", values)
        for values in ([1, 2, 3, 4], [1, 2, 3, 4, -5], 100, "five", None, [[]] * 5)
    ],
    *[(name, "sometimes") for name in ("exchange_when", "seven_played", "meld_when", "reuse")],
    *[(name, None) for name in ("last_phase", "brisques", "rounding", "last_phase_melds")],
    ("binage_cards", "QS JD"),
    ("melds_per_trick", 2),
    ("both_over", "coin"),
    ("max_deals", 0),
    ("last_draw", 10**9),
    ("pack", 32),
    ("final_rounding", "up"),
    ("marriage_after_quint", "no"),
]


@pytest.mark.parametrize(("option", "value"), BAD)
def test_bad_values_are_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(cc.RulesError, match=option) as caught:
        cc.rules("classic", **{option: value})
    shown = tuple(value) if isinstance(value, list) else value
    assert f"{option}={shown!r}" in str(caught.value)
    assert "it takes" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("ruleset", "options", "words"),
    [
        ("classic", {"final_rounding": "rounded"}, "final_rounding='rounded'.*rounding='tens'"),
        ("lyonnais", {"final_rounding": None}, "final_rounding.*tie_exact"),
        ("classic", {"marriage_after_quint": True}, "marriage_after_quint=True.*exact_once"),
        ("binage", {"marriage_after_quint": None}, "marriage_after_quint.*True"),
        ("binage", {"both_over": "raise_100"}, "both_over='raise_100'.*win_at_once"),
        ("classic", {"both_over": None}, "both_over.*raise_100"),
        ("mini", {"hand_size": 4}, "hand_size=4"),
        ("classic", {"pack": "8"}, "hand_size=8"),
        ("mini", {"quint_plain": 120}, "quint_plain=120"),
        ("mini", {"binage": 40}, "binage=40"),
        ("mini", {"fours": (100, 0, 0, 0, 0)}, "fours=.*100"),
        ("mini", {"seven_played": "always"}, "seven_played='always'"),
    ],
)
def test_contradictions_are_refused_by_name(
    ruleset: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(cc.RulesError, match=words) as caught:
        cc.rules(ruleset, **options)
    assert "\n" not in str(caught.value)


def test_dependent_options_follow_the_ones_given() -> None:
    assert cc.rules("classic", rounding="tens").final_rounding == "tie_exact"
    assert cc.rules("lyonnais", rounding="exact").final_rounding is None
    assert cc.rules("classic", reuse="exact_once").marriage_after_quint is True
    assert cc.rules("binage", reuse="none").marriage_after_quint is None
    assert cc.rules("binage", win_at_once=False).both_over == "higher_total"
    assert cc.rules("classic", win_at_once=True, brisques="immediate_10").both_over is None


def test_a_turned_seven_worth_nothing_does_not_wait() -> None:
    """LY8 holds back a seven that would bring the dealer to the target."""
    waiting = {}
    for points in (0, 10):
        found = 0
        for seed in range(200):
            game = cc.Game("lyonnais", seed=seed, start_scores=(995, 995), seven_turned=points)
            position = game.position()
            if position["turnup"].startswith("7"):
                found += 1
                waiting[points] = position["pending_seven"]
        assert found
    assert waiting == {0: False, 10: True}
