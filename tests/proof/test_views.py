"""Every field of a two-player view is what the written position says, to the result.

So is the part that only centralised critics see, and what the engine samples from a view.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.proof.cases import TWO_PLAYER
from tests.proof.symmetry import chosen

CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def told(game: cc.Game, seat: int) -> dict[str, Any]:
    """The fields of a view as a position tells them."""
    position, pack = game.position(), game.rules.cards
    sides, over = (seat, 1 - seat), game.is_over

    def cards(texts: str) -> int:
        return pack.to_set(texts.split())

    def card(text: str | None) -> int:
        return -1 if text is None else pack.index(text)

    melds = [[cc.move_index(game.rules, meld) - len(pack) for meld in m] for m in position["melds"]]
    winner = position["result"]["winner"] if over else None
    trick = [card(text) for text in position["trick"]]
    return {
        "hand": cards(position["hands"][seat]),
        "known": [cards(position["known"][side]) for side in sides],
        "captured": [cards(position["captured"][side]) for side in sides],
        "marked": [position["marked"][side] for side in sides],
        "earned": [position["earned"][side] for side in sides],
        "points": [_worth(game.rules, position["captured"][side]) for side in sides],
        "melds": [sum(1 << meld for meld in melds[side]) for side in sides],
        "used": [pack.to_set(_cards_of(position["melds"][side])) for side in sides],
        "hand_sizes": [len(position["hands"][side].split()) for side in sides],
        "trick": [*trick, -1, -1][:2],
        "turnup": card(position["turnup"]),
        "trump": ("SCDH" if len(pack) == 32 else "SH").index(position["trump"]),
        "seat": seat,
        "dealer": position["dealer"] ^ seat,
        "leader": position["leader"] ^ seat,
        "to_move": position["to_move"] ^ seat,
        "phase": ("play", "meld", "over").index(position["phase"]),
        "step_melds": position["step"]["melds"],
        "step_exchanged": card(position["step"]["exchanged"]),
        "pending_seven": position["pending_seven"],
        "stock_size": len(position["stock"].split()),
        "target": position["target"],
        "deal_number": position["deal_number"],
        "winner": -1 if winner is None else winner ^ seat,
    }


def _cards_of(melds: list[str]) -> set[str]:
    """The cards of some melds by their names."""
    cards: set[str] = set()
    for kind, _, of in (meld.partition(" ") for meld in melds):
        if kind == "four":
            cards |= {of + suit for suit in "SCDH"}
        elif kind == "binage":
            cards |= {"JD", "QS"}
        else:
            cards |= {rank + of for rank in ("KQ" if kind == "marriage" else "ATKQJ")}
    return cards


def _worth(rules: cc.Rules, captured: str) -> int:
    points = {"A": 10, "T": 10} if rules.brisques == "immediate_10" else CARD_POINTS
    return sum(points.get(card[0], 0) for card in captured.split())


def features(rules: cc.Rules, due: dict[str, Any]) -> dict[str, Any]:
    """The observation that belongs to the fields of a view, block by block."""
    cards, target = len(rules.cards), rules.target
    melds, suits = (14, 4) if cards == 32 else (10, 2)
    over = due["phase"] == 2
    step = 3 if over else 2 if due["phase"] == 1 else int(due["trick"][0] >= 0)
    counted = [0, 0] if rules.brisques == "immediate_10" else due["points"]
    blocks = {
        "hand": bits(due["hand"], cards),
        "trick": sum(one(card, cards) for card in due["trick"]),
        "turnup": one(due["turnup"], cards),
        "trump": one(due["trump"], suits),
        "phase": one(step, 4),
        "to_move": due["to_move"] == 0 and not over,
        "dealer": due["dealer"] == 0,
        "leader": due["leader"] == 0,
        "stock_size": due["stock_size"] / cards,
        "opponent_hand_size": due["hand_sizes"][1] / cards,
        "step_melds": due["step_melds"] / 16,
        "step_exchanged": (due["step_exchanged"] + 1) / cards,
        "pending_seven": due["pending_seven"],
        "deal_number": due["deal_number"] / rules.max_deals,
        "target": due["target"] / target,
        "marked": np.clip([marked / target for marked in due["marked"]], -64, 64),
        "card_points": [points / 120 for points in due["points"]],
        "to_go": np.clip(
            [
                (due["target"] - marked - won) / target
                for marked, won in zip(due["marked"], counted, strict=True)
            ],
            -64,
            64,
        ),
    }
    for side, name in enumerate(("own", "opponent")):
        blocks[f"known_{name}"] = bits(due["known"][side], cards)
        blocks[f"captured_{name}"] = bits(due["captured"][side], cards)
        blocks[f"melds_{name}"] = bits(due["melds"][side], melds)
    return blocks


def bits(members: int, size: int) -> Any:
    """A set as zeros and ones."""
    return np.array([float(members >> i & 1) for i in range(size)])


def one(index: int, size: int) -> Any:
    """A one at an index, none where it is negative."""
    return np.array([float(i == index) for i in range(size)])


def same_fields(game: cc.Game) -> None:
    """Compare every field and feature of both views, and the hidden part of the full state."""
    for seat in range(2):
        view, fields = game.view(seat), told(game, seat)
        for name, due in fields.items():
            field = getattr(view, name)
            assert np.array_equal(field, due), f"{name}: view {field}, position {due}"
        observation, blocks = game.observation(seat), features(game.rules, fields)
        layout = cc.observation_layout(game.rules)
        assert {name for name, _, _ in layout} == set(blocks)
        for name, part, _ in layout:
            block = np.asarray(blocks[name], dtype=np.float32)
            assert (observation[part] == block).all(), f"block {name} of seat {seat}"
    out = np.full(len(game.rules.cards), 9.0, dtype=np.float32)
    game.setup.loops.write_hidden(game.setup.packed, game._states, 0, out)
    due = np.zeros_like(out)
    for depth, card in enumerate(game.position()["stock"].split(), 1):
        due[game.rules.cards.index(card)] = depth / len(out)
    assert (out == due).all()


def same_samples(game: cc.Game, chance: Any) -> None:
    """A sampled state is a legal position that looks the same and that can be played on."""
    setup, states = game.setup, game.setup.new_states(2)
    for seat in range(2):
        view = game.view(seat)
        setup.loops.sample_states(setup.packed, view.record, 0, chance, states)
        sample = game.copy()
        sample._states[0] = states[0]
        position, real = sample.position(), game.position()
        assert bytes(sample.view(seat)) == bytes(view)
        assert position["hands"][seat] == real["hands"][seat]
        seen = sorted(" ".join([*position["hands"], position["stock"]]).split())
        assert seen == sorted(" ".join([*real["hands"], real["stock"]]).split())
        for name in ("captured", "marked", "earned", "melds", "known", "target", "deal_number"):
            assert position[name] == real[name]
        assert position["result"] == real["result"]
        if not game.is_over:
            assert cc.Game.from_position(position).view(seat).hand == view.hand


SETTINGS: tuple[dict[str, Any], ...] = (
    {"single_deal": True},
    {"target": 100, "irregularities": True},
    {"target": 60, "meld_when": "own_turn", "pending_seven": True, "start_scores": (55, 50)},
)


@pytest.mark.parametrize("how", SETTINGS, ids=str)
@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_views_and_samples(ruleset: str, how: dict[str, Any]) -> None:
    for seed in range(2):
        game, rng = cc.Game(ruleset, seed=seed, **how), random.Random(seed)
        chance = np.array([[seed + 1, 1]], dtype=np.int64)
        for _ in range(80):
            same_fields(game)
            same_samples(game, chance)
            if game.is_over:
                break
            game.play(chosen(game, rng))


@pytest.mark.parametrize("seven", [10, 60])
def test_a_waiting_seven_is_seen(seven: int) -> None:
    """Turned sevens are rare, so they are looked for."""
    found = 0
    options = {"pending_seven": True, "seven_turned": seven, "target": 60}
    for seed in range(60):
        game = cc.Game("lyonnais", seed=seed, start_scores=(55, 55), **options)
        if game.position()["pending_seven"]:
            found += 1
            same_fields(game)
            same_samples(game, np.array([[seed + 1, 1]], dtype=np.int64))
            for seat in range(2):
                layout = {name: part for name, part, _ in cc.observation_layout("lyonnais")}
                assert game.observation(seat)[layout["pending_seven"]] == 1.0
    assert found > 2


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_a_later_deal_is_shown_as_the_first(ruleset: str) -> None:
    long = {"single_deal": False, "max_deals": 4, "target": 900}
    game, rng = cc.Game(ruleset, seed=3, **long), random.Random(3)
    while game.position()["deal_number"] < 2:
        game.play(chosen(game, rng))
    for _ in range(12):
        same_fields(game)
        game.play(chosen(game, rng))
