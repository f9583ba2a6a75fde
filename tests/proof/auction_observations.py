"""The observation of Five Hundred that belongs to the fields of a view, block by block."""

from __future__ import annotations

from typing import Any

import numpy as np

import cinqcents_env as cc
from tests.oracle.five_hundred_cards import is_joker

PHASES = ("bid", "discard", "call", "name", "play", "over")
Numbers = dict[str, Any]


def observation_due(rules: cc.Rules, due: Numbers) -> Any:
    """The observation that belongs to the fields of a view."""
    players, sides, cards = rules.players, len(rules.sides), len(rules.cards)
    jokers = [rules.cards.index(card) for card in rules.cards.cards if is_joker(card)]
    over = due["phase"] == PHASES.index("over")
    phase = due["phase"] + (over or (due["phase"] == PHASES.index("play") and due["winning"] >= 0))
    order = list(due["reached"])
    reached = [order.index(side) if side in order else sides for side in range(sides)]
    blocks = {
        **{name: bits(due[name], cards) for name in ("hand", "discards", "exposed")},
        "kitty": bits(due["kitty"] | due["taken"], cards),
        "called": one(due["called"], cards),
        "trick": sum(one(card, cards) for card in due["trick"]),
        "played": each(due["played"], players, cards),
        "bids": each(due["bids"], players, 27),
        "contract": one(due["contract"], 28),
        "led_suit": one(due["led_suit"], 4),
        "suits_led": bits(due["suits_led"], 4),
        "joker_suit": one(due["joker_suit"], 4),
        "named": [float(due["named"] >> card & 1) for card in jokers] + [0.0] * (2 - len(jokers)),
        "voids": each(due["voids"], players, 4),
        **{name: one(due[name], players) for name in ("declarer", "partner", "dealer", "winning")},
        "leader": one(due["leader"], players),
        "to_move": np.zeros(players) if over else one(due["to_move"], players),
        "passed": bits(due["passed"], players),
        "tricks": np.array(due["tricks"][:players]) / 10,
        "hand_sizes": np.array(due["hand_sizes"][:players]) / 16,
        "scores": np.clip(np.array(due["scores"][:sides]) / rules.target, -64, 64),
        "reached": [1 - place / sides for place in reached],
        "deal_number": [due["deal_number"] / rules.max_deals],
        "phase": one(phase, 7),
    }
    layout = cc.observation_layout(rules)
    assert {name for name, _, _ in layout} == set(blocks)
    return np.concatenate([np.asarray(blocks[name]) for name, _, _ in layout]).astype(np.float32)


def bits(members: int, size: int) -> Any:
    """A set as zeros and ones."""
    return np.array([float(members >> i & 1) for i in range(size)])


def one(index: int, size: int) -> Any:
    """A one at an index, none where it is negative."""
    return np.array([float(i == index) for i in range(size)])


def each(sets: Any, players: int, size: int) -> Any:
    """Sets of several seats in a row."""
    return np.concatenate([bits(int(members), size) for members in sets[:players]])
