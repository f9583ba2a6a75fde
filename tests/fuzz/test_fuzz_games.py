"""Positions, records and moves from outside: a named error, or something that works."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cinqcents_env as cc
from tests.fuzz.damage import budget, damaged, nested, one_line, values
from tests.properties.transcript import chosen

RULESETS = cc.rulesets()
EXAMPLES = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def played(ruleset: str, seed: int, moves: int) -> cc.Game:
    """A game after some random moves."""
    game, rng = cc.Game(ruleset, seed=seed, max_deals=3), random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        game.play(chosen(game.legal_moves(), rng))
    return game


def replayed(path: Path) -> list[cc.Game]:
    """The games of a record file."""
    with contextlib.closing(cc.read_records(path)) as records:
        return [cc.replay(record) for record in records]


def works(game: cc.Game) -> bool:
    """A game that came out of what was read can be played, shown and written."""
    rng = random.Random(1)
    for _ in range(300):
        if game.is_over:
            break
        assert game.legal_moves()
        game.play(chosen(game.legal_moves(), rng))
    for seat in range(game.num_players):
        assert game.observation(seat).shape
    assert json.loads(json.dumps(game.position(), allow_nan=False))
    return True


@EXAMPLES
@given(
    ruleset=st.sampled_from(RULESETS),
    seed=st.integers(0, 50),
    moves=st.integers(0, 70),
    changes=st.lists(st.tuples(st.integers(0, 40), values()), min_size=1, max_size=3),
)
def test_positions(ruleset: str, seed: int, moves: int, changes: list[tuple[int, Any]]) -> None:
    """Fields of a real position replaced by anything."""
    position = played(ruleset, seed, moves).position()
    names = sorted(position)
    for at, value in changes:
        position[names[at % len(names)]] = value
    try:
        game = cc.Game.from_position(position)
    except cc.PositionError as error:
        one_line(error)
        return
    assert works(game)


@EXAMPLES
@given(
    ruleset=st.sampled_from(RULESETS),
    seed=st.integers(0, 50),
    moves=st.integers(0, 70),
    swaps=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=3),
)
def test_positions_with_cards_moved(
    ruleset: str, seed: int, moves: int, swaps: list[tuple[int, int]]
) -> None:
    """Cards of a real position in each other's places: nearly right, so it reaches deeper."""
    game = played(ruleset, seed, moves)
    text, cards = json.dumps(game.position()), game.rules.cards.cards
    for one, other in swaps:
        a, b = cards[one % len(cards)], cards[other % len(cards)]
        text = text.replace(a, "?").replace(b, a).replace("?", b)
    try:
        changed = cc.Game.from_position(json.loads(text))
    except cc.PositionError:
        return
    assert works(changed)


@EXAMPLES
@given(value=values())
def test_positions_of_any_type(value: Any) -> None:
    try:
        cc.Game.from_position(value)
    except cc.PositionError:
        return
    assert isinstance(value, dict)


@EXAMPLES
@given(ruleset=st.sampled_from(RULESETS), move=values() | st.text())
def test_moves(ruleset: str, move: Any) -> None:
    game = cc.Game(ruleset, seed=1)
    before = game.position()
    try:
        game.play(move)
    except (cc.NotationError, cc.IllegalMove) as error:
        one_line(error)
    else:
        assert isinstance(move, str)
        return
    assert game.position() == before


@EXAMPLES
@given(ruleset=st.sampled_from(RULESETS), action=values())
def test_actions(ruleset: str, action: Any) -> None:
    game = cc.Game(ruleset, seed=1)
    before = game.position()
    try:
        game.play_action(action)
    except (TypeError, cc.IllegalMove):
        assert game.position() == before


@EXAMPLES
@given(data=st.data(), ruleset=st.sampled_from(RULESETS), moves=st.integers(0, 60))
def test_records(tmp_path: Path, data: st.DataObject, ruleset: str, moves: int) -> None:
    """A damaged file is refused by name, or what is left of it still replays."""
    whole = (played(ruleset, 7, moves).record_line() + "\n").encode()
    path = tmp_path / "games.jsonl"
    path.write_bytes(data.draw(damaged(whole)))
    try:
        games = replayed(path)
    except cc.RecordError as error:
        one_line(error)
    else:
        assert all(works(game) for game in games)


@EXAMPLES
@given(ruleset=st.sampled_from(RULESETS), name=st.integers(0, 8), value=values())
def test_records_with_a_field_replaced(ruleset: str, name: int, value: Any) -> None:
    record = played(ruleset, 7, 40).record()
    record[sorted(record)[name]] = value
    try:
        cc.replay(record)
    except cc.RecordError as error:
        one_line(error)


@pytest.mark.parametrize(
    "text",
    [
        nested(100_000),
        '{"a":' * 50_000,
        '{"deals":' + nested(20_000) + "}",
        '{"seed":' + "9" * 5000 + "}",
        '{"seed": 1e999}',
        '{"format": 1, "rules": "' + "x" * 1_000_000 + '"}',
        '{"format": 1, "seed": NaN}',
        "x" * 9_000_000,
        '{"deals":[' + "[]," * 1_000_000 + "[]]}",
        "\ufeff{}",
        "\0" * 100,
    ],
    ids=lambda text: f"{text[:12]}... {len(text)}",
)
def test_odd_record_files(tmp_path: Path, text: str) -> None:
    """Deep, huge and senseless records are refused in one line, within the budget."""
    path = tmp_path / "odd.jsonl"
    path.write_text(text, encoding="utf-8")
    with budget(path.stat().st_size), pytest.raises(cc.RecordError) as refused:
        replayed(path)
    assert one_line(refused.value)


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
@pytest.mark.parametrize("depth", [900, 50_000])
def test_deep_positions(ruleset: str, depth: int) -> None:
    """A value nested deeper than Python's own limit on recursion."""
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    try:
        for name in cc.Game(ruleset, seed=1).position():
            if name != "rules":
                with pytest.raises(cc.PositionError):
                    cc.Game.from_position({"rules": ruleset, name: deep})
    finally:
        while deep:  # taken apart by hand: freeing it at once recurses as deep
            deep = deep[0]


@pytest.mark.parametrize("field", ["options", "start", "deals", "result", "seed", "start_scores"])
def test_records_as_deep_as_json_can_be(tmp_path: Path, field: str) -> None:
    """JSON that the parser just takes must not be too deep for the error message."""
    record, path = played("classic", 7, 5).record(), tmp_path / "deep.jsonl"
    record[field] = "HERE"
    line = json.dumps(record)
    for depth in [*range(100, 1000, 100), *range(940, 1000, 3)]:
        path.write_text(line.replace('"HERE"', nested(depth)))
        with pytest.raises(cc.RecordError):
            replayed(path)
