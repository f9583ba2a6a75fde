"""Records: written, read, replayed, and every tampering found."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinqcents_env as cc
from cinqcents_env.records import parse_record, steps

RULESETS = cc.rulesets()
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def finished(ruleset: str, seed: int = 1, **settings: Any) -> cc.Game:
    """A game of random play, at most four deals."""
    game, rng = (
        cc.Game(ruleset, seed=seed, **{"max_deals": 4} | settings),
        np.random.default_rng(seed),
    )
    while not game.is_over:
        legal = np.flatnonzero(game.legal_mask())
        game.play_action(int(legal[rng.integers(len(legal))]))
    return game


def record_of(game: cc.Game) -> dict[str, Any]:
    """Through JSON and back."""
    return parse_record(game.record_line())


@every_ruleset
@pytest.mark.parametrize(
    "settings",
    [{}, {"episode": "deal"}, {"start_scores": "random"}, {"episode": "deal", "reward": "win"}],
)
def test_replay(ruleset: str, settings: dict[str, Any]) -> None:
    for seed in range(4):
        game = finished(ruleset, seed, **settings)
        again = cc.replay(record_of(game))
        assert again.position() == game.position()
        assert again.result == game.result
        assert again.record() == game.record()
        assert "\n" not in game.record_line()


@every_ruleset
def test_unfinished_games_and_games_from_positions(ruleset: str) -> None:
    game, rng = cc.Game(ruleset, seed=2), np.random.default_rng(2)
    for _ in range(9 if ruleset == "mini" else 25):
        legal = np.flatnonzero(game.legal_mask())
        game.play_action(int(legal[rng.integers(len(legal))]))
        assert cc.replay(record_of(game)).position() == game.position()
    other = cc.Game.from_position(game.position())
    for _ in range(40):
        if not other.is_over:
            other.play_action(int(np.flatnonzero(other.legal_mask())[-1]))
    record = record_of(other)
    assert record["start"] == game.position()
    assert cc.replay(record).position() == other.position()
    for name, value in (
        ("seed", 5),
        ("dealer", 1 - record["dealer"]),
        ("rules", "binage" if ruleset != "binage" else "classic"),
        ("options", {"target": 77}),
        ("start_scores", [1, 1]),
    ):
        with pytest.raises(cc.RecordError, match=name):
            cc.replay(record | {name: value})


def test_steps_give_the_game_before_each_move() -> None:
    game = finished("classic")
    told = [(g.move_text(g.legal_mask().argmax()), move) for g, move in steps(record_of(game))]
    assert len(told) == sum(len(deal["moves"]) for deal in game.record()["deals"])
    for before, move in steps(record_of(game)):
        assert move in before.legal_moves()


def attempt(record: Any) -> tuple[cc.Game | None, str]:
    """The game of a record, or the words of the one error that replaying may raise."""
    try:
        return cc.replay(record), ""
    except cc.RecordError as error:
        return None, str(error)


def moves_of(record: dict[str, Any]) -> list[tuple[int, int]]:
    """(deal, ply) of every move, from 0."""
    return [(d, p) for d, deal in enumerate(record["deals"]) for p in range(len(deal["moves"]))]


@every_ruleset
def test_an_illegal_or_unreadable_move_is_named(ruleset: str) -> None:
    record = record_of(finished(ruleset))
    game_moves = list(steps(copy.deepcopy(record)))
    assert game_moves
    for wrong in ("nonsense", None, 7, ["AS"]):
        for deal, ply in moves_of(record)[::17]:
            changed = copy.deepcopy(record)
            changed["deals"][deal]["moves"][ply] = wrong
            with pytest.raises(cc.RecordError) as caught:
                cc.replay(changed)
            place = f"deal {deal + 1}, ply {ply + 1}, move {wrong!r}"
            assert place in str(caught.value)
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ruleset", ["classic", "lyonnais", "binage", "mini", "au4", "us3"])
def test_every_other_move_in_place_of_one_is_found(ruleset: str) -> None:
    """Another legal move leads elsewhere; an illegal one is named with its place."""
    record = record_of(finished(ruleset, 3, episode="deal"))
    for deal, ply in moves_of(record)[:-1:5]:
        changed = copy.deepcopy(record)
        played = changed["deals"][deal]["moves"][ply]
        before = cc.replay(truncated(record, deal, ply))
        for move in [m for m in before.legal_moves() if m != played][:3]:
            changed["deals"][deal]["moves"][ply] = move
            other, error = attempt(changed)
            if other is None:
                assert f"deal {deal + 1}, ply" in error
                assert "move" in error
            else:
                assert other.result == record["result"]
        changed["deals"][deal]["moves"][ply] = never_legal(before)
        with pytest.raises(cc.RecordError, match=f"deal {deal + 1}, ply {ply + 1}, move"):
            cc.replay(changed)


def never_legal(game: cc.Game) -> str:
    """A move that exists and may not be made now."""
    return game.move_text(int(np.flatnonzero(game.legal_mask() == 0)[0]))


def truncated(record: dict[str, Any], deal: int, ply: int) -> dict[str, Any]:
    """The record up to before a move."""
    shorter = copy.deepcopy(record) | {"result": None}
    shorter["deals"] = shorter["deals"][: deal + 1]
    shorter["deals"][deal]["moves"] = shorter["deals"][deal]["moves"][:ply]
    return shorter


def test_moves_left_out_or_added_are_found() -> None:
    record = record_of(finished("classic"))
    for deal, ply in moves_of(record)[::9]:
        fewer, more = copy.deepcopy(record), copy.deepcopy(record)
        del fewer["deals"][deal]["moves"][ply]
        with pytest.raises(cc.RecordError, match=r"deal \d+, ply \d+"):
            cc.replay(fewer)
        moves = more["deals"][deal]["moves"]
        moves.insert(ply, moves[ply])
        with pytest.raises(cc.RecordError, match=r"deal \d+, ply \d+"):
            cc.replay(more)
    longer = copy.deepcopy(record)
    longer["deals"][-1]["moves"].append("AS")
    last = len(record["deals"])
    ply = len(longer["deals"][-1]["moves"])
    with pytest.raises(
        cc.RecordError, match=f"deal {last}, ply {ply}, move 'AS': the game is over"
    ):
        cc.replay(longer)
    for number in range(len(record["deals"])):
        without = copy.deepcopy(record)
        del without["deals"][number]
        with pytest.raises(cc.RecordError):
            cc.replay(without)
    twice = copy.deepcopy(record)
    twice["deals"].insert(1, copy.deepcopy(record["deals"][0]))
    with pytest.raises(cc.RecordError, match="deal 2"):
        cc.replay(twice)


@every_ruleset
def test_cards_dealt_are_compared(ruleset: str) -> None:
    record = record_of(finished(ruleset))
    for number, deal in enumerate(record["deals"]):
        for name in deal:
            if name == "moves":
                continue
            for value in (None, "AS", ["", ""], 3):
                if value == deal[name]:
                    continue
                changed = copy.deepcopy(record)
                changed["deals"][number][name] = value
                with pytest.raises(cc.RecordError, match=f"deal {number + 1}: .*{name}"):
                    cc.replay(changed)
        changed = copy.deepcopy(record)
        changed["deals"][number]["cards"] = ""
        with pytest.raises(cc.RecordError, match=f"deal {number + 1}: unknown field 'cards'"):
            cc.replay(changed)
        for broken in (None, [], "x", {}, {"moves": "AS"}, {"moves": None}):
            changed = copy.deepcopy(record)
            changed["deals"][number] = broken
            with pytest.raises(cc.RecordError, match=f"deal {number + 1}"):
                cc.replay(changed)


@every_ruleset
def test_results_are_compared(ruleset: str) -> None:
    record = record_of(finished(ruleset))
    result, deals = record["result"], len(record["deals"])
    ply, move = len(record["deals"][-1]["moves"]), record["deals"][-1]["moves"][-1]
    for wrong in (
        None,
        result | {"winners": [0, 1]},
        result | {"reason": "luck"},
        result | {"scores": [s + 1 for s in result["scores"]]},
        {"winners": result["winners"]},
        [],
    ):
        with pytest.raises(cc.RecordError) as caught:
            cc.replay(record | {"result": wrong})
        assert f"deal {deals}, ply {ply}, move {move!r}: the record says result" in str(
            caught.value
        )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 2}, "format 2 is not known"),
        ({"format": None}, "format None"),
        ({"rules": "clasic"}, "clasic"),
        ({"options": {"traget": 2}}, "traget"),
        ({"options": []}, "options"),
        ({"seed": -1}, "seed -1"),
        ({"seed": "1"}, "seed '1'"),
        ({"seed": 2}, "deal|dealer"),
        ({"seed": None}, "seed None"),
        ({"dealer": 7}, "dealer 7"),
        ({"deals": []}, "at least one"),
        ({"deals": None}, "at least one"),
        ({"deals": {}}, "at least one"),
        ({"start_scores": 5}, "start_scores=5"),
        ({"start_scores": [600, 0]}, "start_scores"),
        ({"start_scores": [400, 400]}, r"deal \d+, ply \d+"),
        ({"start": {"hands": 3}}, "position field 'hands'"),
        ({"winner": 0}, "unknown record field 'winner'"),
    ],
)
def test_bad_headers_are_named(changes: dict[str, Any], words: str) -> None:
    record = record_of(finished("classic", max_deals=100))
    with pytest.raises(cc.RecordError, match=words) as caught:
        cc.replay(record | changes)
    assert "\n" not in str(caught.value)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    games = [finished("mini", seed) for seed in range(3)]
    path.write_text("\n\n".join(game.record_line() for game in games) + "\n", encoding="utf-8")
    told = [cc.replay(record).result for record in cc.read_records(path)]
    assert told == [game.result for game in games]
    for text, words in (("{", "line 1: not JSON"), ("[1]", "line 1: .*object"), ("\n3", "line 2")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(cc.RecordError, match=words):
            list(cc.read_records(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(cc.RecordError, match="cannot be read"):
        list(cc.read_records(path))
    with pytest.raises(cc.RecordError, match="cannot be read"):
        list(cc.read_records(tmp_path / "none.jsonl"))
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(cc.RecordError, match="lists and objects"):
        list(cc.read_records(path))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(
        [*"format rules options start_scores seed dealer start deals result".split()]
    ),
    value=json_values,
)
def test_replaying_raises_nothing_else(name: str, value: Any) -> None:
    record = json.loads(MINI_RECORD)
    assert "\n" not in attempt(record | {name: value})[1]


MINI_RECORD = finished("mini", 5).record_line()


def test_the_longest_game_that_rules_allow_is_read(tmp_path: Path) -> None:
    """As many deals as ``max_deals`` takes, each as long as a deal of the largest pack."""
    game = finished("au6", 1)
    record = game.record()
    longest = max(record["deals"], key=lambda deal: len(json.dumps(deal)))
    record["deals"] = [longest] * 30_000
    path = tmp_path / "long.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    (read,) = cc.read_records(path)
    assert len(read["deals"]) == 30_000
