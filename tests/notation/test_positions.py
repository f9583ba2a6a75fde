"""Positions of the two-player family: defaults, canonical text, every field wrong."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinqcents_env as cc

RULESETS = tuple(name for name in cc.rulesets() if cc.rules(name).family == "cinqcents")
SMALL: dict[str, Any] = {"hands": ["AS 8C", "7S KD"]}
DRAWING: dict[str, Any] = SMALL | {"turnup": "9H", "stock": "9D TD JD"}
FIELDS = (
    "rules options dealer trump turnup stock hands leader to_move trick captured marked melds "
    "target phase step pending_seven deal_number seed known earned result"
).split()


def test_defaults() -> None:
    told = cc.Game.from_position(SMALL).position()
    assert set(told) == set(FIELDS)
    assert told == {
        "rules": "classic",
        "options": {},
        "dealer": 0,
        "trump": "S",
        "turnup": None,
        "stock": "",
        "hands": ["AS 8C", "7S KD"],
        "leader": 1,
        "to_move": 1,
        "trick": [],
        "captured": ["", ""],
        "marked": [0, 0],
        "melds": [[], []],
        "target": 500,
        "phase": "play",
        "step": {"melds": 0, "exchanged": None},
        "pending_seven": False,
        "deal_number": 0,
        "seed": 0,
        "known": ["", ""],
        "earned": [0, 0],
        "result": None,
    }
    drawing = cc.Game.from_position(DRAWING | {"dealer": 1}).position()
    assert (drawing["trump"], drawing["leader"], drawing["to_move"]) == ("H", 0, 0)
    following = cc.Game.from_position({"hands": ["AS", ""], "trick": ["7S"], "leader": 1})
    assert following.to_move == 0
    shorter = cc.Game.from_position(SMALL | {"options": {"target": 300}}).position()
    assert shorter["target"] == 300


def test_melded_cards_in_hand_are_known_unless_told_otherwise() -> None:
    position = {"hands": ["KS 8C", "QS KD"], "melds": [["marriage S"], []]}
    assert cc.Game.from_position(position).position()["known"] == ["KS", ""]
    told = position | {"known": ["", "KD"]}
    assert cc.Game.from_position(told).position()["known"] == ["", "KD"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"irregularities": True, "first_dealer": 1},
        {"win_at_once": True, "brisques": "immediate_10", "max_deals": 3},
        {"reuse": "exact_once", "marriage_after_quint": False, "rounding": "tens"},
        {"single_deal": True, "pending_seven": True, "melds_per_trick": 0},
    ],
    ids=str,
)
def test_canonical_and_json(ruleset: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        game, rng = cc.Game(ruleset, seed=seed, **options), np.random.default_rng(seed)
        while True:
            position = game.position()
            read = json.loads(json.dumps(position))
            assert read == position
            assert sorted(position) == sorted(FIELDS)
            assert cc.Game.from_position(read).position() == position
            if game.is_over:
                break
            legal = np.flatnonzero(game.legal_mask())
            game.play_action(int(legal[rng.integers(len(legal))]))


def test_cards_in_any_order_and_as_lists() -> None:
    loose = SMALL | {"hands": [["8C", "AS"], "  KD   7S "], "captured": [["KS", "8S"], ""]}
    told = cc.Game.from_position(loose).position()
    assert told["hands"] == ["AS 8C", "7S KD"]
    assert told["captured"] == ["8S KS", ""]


WRONG: list[tuple[str, dict[str, Any]]] = [
    *[("rules", {"rules": v}) for v in ("clasic", 3, None, [], {})],
    *[("options", {"options": v}) for v in ([], 0, "", "x", None, {"traget": 1}, {"target": 0})],
    ("options", {"options": {"fours": [1, 2]}}),
    ("options", {"options": {"final_rounding": "rounded"}}),
    *[("dealer", {"dealer": v}) for v in (2, -1, "0", None, True, 0.0)],
    *[("leader", {"leader": v}) for v in (2, "1", None, False, [])],
    *[("to_move", {"to_move": v}) for v in (0, 2, None, "1")],
    *[("trump", {"trump": v}) for v in ("X", "", "SC", "CDH", "h", 0, None, ["S"])],
    ("trump", DRAWING | {"trump": "S"}),
    *[("turnup", {"turnup": v}) for v in ("9X", "", 9, ["9H"], "9H 8H", True)],
    ("turnup", DRAWING | {"turnup": "AS"}),
    ("stock", {"turnup": "9H"}),
    ("stock", {"stock": "9D"}),
    ("stock", {"stock": "9D TD"}),
    ("stock", DRAWING | {"stock": "9D TD"}),
    *[("stock", {"stock": v}) for v in (None, 5, "9D 9D JD", "AS", ["9D", 3], "10D")],
    *[("hands", {"hands": v}) for v in (None, [], ["AS"], ["AS", "AS"], ["AS", ""], "AS 7S")],
    *[("hands", {"hands": v}) for v in (["AS", 3], ["AS", None], [["AS"], [7]], ["", ""], 0)],
    *[("trick", {"trick": v}) for v in (["AS"], ["QH", "KH"], None, 7, {"0": "QH"}, [["QH"]])],
    ("hands", {"trick": ["QH"]}),
    *[("captured", {"captured": v}) for v in ("AH", ["AH"], ["AS", ""], [1, 2], ["AH", "AH"])],
    *[("marked", {"marked": v}) for v in (0, [0], [0, 0, 0], ["0", 0], [0.5, 0], [10**9, 0])],
    *[("earned", {"earned": v}) for v in (None, [1], [True, 0], [0, -(10**9)])],
    *[("melds", {"melds": v}) for v in ([], [[]], ["marriage S", ""], [["AS"], []], [[3], []])],
    *[("melds", {"melds": v}) for v in (None, [["draw"], []], [["marriage X"], []], [None, []])],
    *[("target", {"target": v}) for v in (0, -5, "500", None, 1.5, 10**7)],
    *[("phase", {"phase": v}) for v in ("bid", "", None, 0, ["play"], "PLAY")],
    ("phase", {"phase": "meld"}),
    ("phase", DRAWING | {"phase": "meld", "hands": ["AS", ""], "trick": ["QD"], "leader": 1}),
    *[("step", {"step": v}) for v in ([], 0, "", "x", [1], True)],
    ("step.melds", {"step": {"melds": -1}}),
    ("step.melds", {"step": {"melds": "1"}}),
    ("step.exchanged", {"step": {"exchanged": "XX"}}),
    ("step.exchanged", {"step": {"exchanged": 4}}),
    ("step.drawn", {"step": {"drawn": 1}}),
    ("step", {"step": {"exchanged": "QH"}}),
    *[("pending_seven", {"pending_seven": v}) for v in (1, None, "yes", [])],
    ("pending_seven", DRAWING | {"pending_seven": True, "phase": "meld"}),
    ("pending_seven", DRAWING | {"pending_seven": True, "leader": 0}),
    *[("deal_number", {"deal_number": v}) for v in (-1, 101, "0", None, 0.0)],
    *[("seed", {"seed": v}) for v in (-1, 2**63, "7", None, 1.0, True)],
    *[("known", {"known": v}) for v in (None, ["", 0], [False, ""], ["QH", ""], ["AS"], [[1], ""])],
    *[("result", {"phase": "over", "result": v}) for v in (0, [], "stop", True)],
    ("result", {"result": {"winner": 0, "reason": "stop"}}),
    ("result.reason", {"phase": "over", "result": {"winner": 0, "reason": "luck"}}),
    ("result.winner", {"phase": "over", "result": {"winner": 2, "reason": "stop"}}),
    ("result.scores", {"phase": "over", "result": {"scores": [0, 0]}}),
    ("turn_up", {"turn_up": "9H"}),
]


@pytest.mark.parametrize(("field", "changes"), WRONG, ids=str)
def test_every_field_wrong_is_named(field: str, changes: dict[str, Any]) -> None:
    with pytest.raises(cc.PositionError) as caught:
        cc.Game.from_position(SMALL | changes)
    assert caught.value.field == field
    assert f"position field {field!r}" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("position", [None, [], "classic", 3, True])
def test_positions_are_objects(position: Any) -> None:
    with pytest.raises(cc.PositionError, match="JSON object"):
        cc.Game.from_position(position)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_card_in_two_places_is_refused(ruleset: str) -> None:
    position = cc.Game(ruleset, seed=1).position()
    card = position["hands"][0].split()[0]
    for name, value in (
        ("stock", f"{card} " + " ".join(position["stock"].split()[1:])),
        ("captured", [card, ""]),
        ("turnup", card),
        ("trick", [card]),
    ):
        with pytest.raises(cc.PositionError, match=card) as caught:
            cc.Game.from_position(position | {name: value})
        assert caught.value.field in (name, "stock", "hands")


def attempt(position: Any) -> tuple[cc.Game | None, cc.PositionError | None]:
    """The game of a position, or the one error that reading may raise."""
    try:
        return cc.Game.from_position(position), None
    except cc.PositionError as error:
        return None, error


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        ["AS", "AS TH", "9H", "H", "over", "meld", "marriage H", "random", "classic"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["melds", "exchanged", "winner", "reason", "x"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None)
@given(changes=st.dictionaries(st.sampled_from(FIELDS), json_values, min_size=1, max_size=3))
def test_reading_raises_nothing_else(changes: dict[str, Any]) -> None:
    for base in (SMALL, DRAWING, cc.Game("binage", seed=3).position()):
        game, error = attempt(base | changes)
        if game is None:
            assert "\n" not in str(error)
            assert error is not None
            assert error.field.split(".")[0] in FIELDS
            continue
        position = game.position()
        again = cc.Game.from_position(position)
        assert again.position() == position
        assert np.array_equal(again._states, game._states)
        assert bool(game.legal_mask().any()) != game.is_over


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 200), steps=st.integers(0, 60), changes=st.data())
def test_one_field_of_a_real_position_changed(seed: int, steps: int, changes: Any) -> None:
    game, rng = cc.Game("lyonnais", seed=seed), np.random.default_rng(seed)
    for _ in range(steps):
        if not game.is_over:
            legal = np.flatnonzero(game.legal_mask())
            game.play_action(int(legal[rng.integers(len(legal))]))
    field = changes.draw(st.sampled_from(FIELDS))
    _, error = attempt(game.position() | {field: changes.draw(json_values)})
    assert error is None or error.field.split(".")[0] in FIELDS


def test_a_joker_on_the_table_is_named_by_its_holder_alone() -> None:
    """The declarer has named his joker, and another seat plays the second one to the trick."""
    game = cc.Game("au4", seed=24830, max_deals=3, pack="46")
    moves = (
        "bid open misere, bid 10NT, pass, pass, pass, discard QS, discard 5C, discard 6H, "
        "discard 9D, discard TH, discard KS, name H, JK, JH, 4H, QH, AD, 5D, QD, TD, 8H, JK2"
    )
    while game.position()["deal_number"] < 1 and game.to_move != 1:
        game.play("pass")
    for move in moves.split(", "):
        game.play(move)
    again = cc.Game.from_position(json.loads(json.dumps(game.position())))
    assert again._states.tobytes() == game._states.tobytes()
