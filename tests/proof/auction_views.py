"""What a seat of Five Hundred is due to see: the view and the observation, told from texts.

Taken from the written position and from the oracle's order of calls, without the engine.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import cinqcents_env as cc
from tests.oracle.five_hundred import Oracle
from tests.oracle.five_hundred_cards import SUITS, is_joker
from tests.oracle.five_hundred_tricks import led_suit

SEATS = 6
PHASES = ("bid", "discard", "call", "name", "play", "over")
OUTCOMES = (
    "", "contract", "points", "loss limit", "ten wins", "truncated", "tie", "deal over",
)  # fmt: skip
Numbers = dict[str, Any]


class Seat:
    """One seat's eyes on a game that the oracle plays beside it."""

    def __init__(self, game: cc.Game, oracle: Oracle, seat: int) -> None:
        self.rules, self.oracle, self.seat = game.rules, oracle, seat
        self.position, self.pack = game.position(), game.rules.cards
        self.players, self.sides = game.num_players, len(game.rules.sides)
        self.declares = self.position["declarer"] == seat

    def cards(self, text: str | None) -> int:
        """Cards as a set."""
        return self.pack.to_set((text or "").split())

    def card(self, move: str | None) -> int:
        """A card, perhaps led with a suit, -1 for none."""
        return -1 if move is None else self.pack.index(move.split("=")[0])

    def other(self, seat: int | None) -> int:
        """A seat as counted from this one, -1 for none."""
        return -1 if seat is None else (seat - self.seat) % self.players

    def others(self, seats: Any) -> int:
        """A set of seats, as counted from this one."""
        return sum(1 << self.other(seat) for seat in seats)

    def turned(self, values: list[Any], empty: Any = 0, number: int = 0) -> list[Any]:
        """Values by seat (or side) in the order seen from here, filled up to six."""
        number = number or len(values)
        seen = [values[(self.seat + at) % number] for at in range(number)]
        return seen + [empty] * (SEATS - number)

    def suits(self, text: str) -> int:
        """Suits as a set."""
        return sum(1 << SUITS.index(suit) for suit in text)


def view_due(me: Seat) -> Numbers:
    """Every field of the view but ``best``, which is an inner measure of cards."""
    at = me.position
    return {
        **cards_due(me),
        **auction_due(me),
        **table_due(me),
        "scores": me.turned(at["scores"], number=me.sides),
        "earned": me.turned(at["earned"], number=me.sides),
        "reached": reached_due(me),
        "deal_number": at["deal_number"],
        "players": me.players,
        "num_sides": me.sides,
        "seat": me.seat,
        "phase": PHASES.index("play" if at["phase"] == "name" and not me.declares else at["phase"]),
        "outcome": OUTCOMES.index(at["result"]["reason"]) if at["result"] else 0,
        "winners": me.others(at["result"]["winners"]) if at["result"] else 0,
    }


def cards_due(me: Seat) -> Numbers:
    """Cards in the places into which the seat can look."""
    at, declarer = me.position, me.position["declarer"]
    open_hand = at["contract"] == "open misere" and at["phase"] in ("name", "play", "over")
    if me.rules.open_misere_shown == "after_first_trick" and not sum(at["tricks"]):
        open_hand = False
    return {
        "hand": me.cards(at["hands"][me.seat]),
        "hand_sizes": me.turned([len(hand.split()) for hand in at["hands"]]),
        "discards": me.cards(at["discards"]) if me.declares else 0,
        "kitty": me.cards(at["kitty"]) if me.rules.kitty_open else 0,
        "taken": me.cards(at["taken"]) if me.rules.kitty_open or me.declares else 0,
        "exposed": me.cards(at["hands"][declarer]) if open_hand else 0,
        "named": named_due(me, open_hand),
    }


def named_due(me: Seat, open_hand: bool) -> int:
    """Jokers given a suit: the declarer's own; others know of those that they have seen."""
    at, declarer = me.position, me.position["declarer"]
    if at["joker_suit"] is None:
        return 0
    jokers = [card for card in played_by(me, declarer) if is_joker(card)]
    if me.declares or open_hand:
        jokers += [card for card in at["hands"][declarer].split() if is_joker(card)]
    return me.cards(" ".join(jokers))


def played_by(me: Seat, seat: int) -> list[str]:
    """Cards that a seat has played in this deal."""
    return [move.split("=")[0] for who, move in me.oracle._memory.played if who == seat]


def auction_due(me: Seat) -> Numbers:
    """The calls, and what they led to."""
    at, log = me.position, me.oracle._log
    bids = [
        [call for who, call in log if who == seat and call != "pass"] for seat in range(me.players)
    ]
    first = cc.move_index(me.rules, "bid 6S")
    numbered = [[cc.move_index(me.rules, f"bid {bid}") - first for bid in his] for his in bids]
    standing = [(who, call) for who, call in log if call != "pass"][-1:]
    kept = log
    if standing and me.rules.auction == "passer_may_return":
        kept = log[1 + max(i for i, (_, call) in enumerate(log) if call != "pass") :]
    contract = at["contract"]
    number = {None: -1, "none": 27}.get(contract)
    if number is None:
        number = cc.move_index(me.rules, f"bid {contract}") - first
    return {
        "bids": me.turned([sum(1 << bid for bid in his) for his in numbered]),
        "calls": len(log),
        "bid": cc.move_index(me.rules, f"bid {standing[0][1]}") - first if standing else -1,
        "bidder": me.other(standing[0][0]) if standing else -1,
        "passed": me.others({who for who, call in kept if call == "pass"}),
        "contract": number,
        "declarer": me.other(at["declarer"]),
        "dealer": me.other(at["dealer"]),
    }


def table_due(me: Seat) -> Numbers:
    """Tricks, and who plays to them."""
    at, deal = me.position, me.oracle._deal
    playing = at["phase"] in ("play", "name")
    circle = (
        me.oracle._active() if at["contract"] and at["phase"] in ("name", "play", "over") else []
    )
    trick = [-1] * me.players
    if at["trick"]:
        start = circle.index(at["leader"])
        for who, move in zip(circle[start:] + circle[:start], at["trick"], strict=False):
            trick[who] = me.card(move)
    led = led_suit(deal) if at["trick"] else None
    return {
        "called": me.card(at["called"]),
        "partner": me.other(at["partner"]) if partner_seen(me) else -1,
        "joker_suit": -1 if at["joker_suit"] is None else SUITS.index(at["joker_suit"]),
        "leader": me.other(at["leader"]) if playing else None,
        "to_move": None if at["phase"] == "over" else me.other(at["to_move"]),
        "active": me.others(circle),
        "led_suit": -1 if led is None else SUITS.index(led),
        "winning": me.other(at["winning"]),
        "suits_led": me.suits(at["suits_led"]),
        "trick": me.turned(trick, -1),
        "tricks": me.turned(at["tricks"]),
        "voids": me.turned([me.suits(text) for text in at["voids"]]),
        "played": me.turned([me.cards(" ".join(played_by(me, who))) for who in range(me.players)]),
    }


def partner_seen(me: Seat) -> bool:
    """True if the seat knows the called partner."""
    at = me.position
    if at["partner"] is None:
        return False
    return me.seat == at["partner"] or at["called"] not in at["hands"][at["partner"]].split()


def reached_due(me: Seat) -> list[int]:
    """Sides that reached the target; hidden while it would betray a secret partner."""
    at = me.position
    if at["partner"] is not None and not partner_seen(me):
        return [-1] * SEATS
    seen = [(side - me.seat) % me.sides for side in at["reached"]]
    return (seen + [-1] * SEATS)[:SEATS]


def observation_due(rules: cc.Rules, due: Numbers) -> Any:
    """The observation that belongs to the fields of a view."""
    players, sides, cards = rules.players, len(rules.sides), len(rules.cards)
    jokers = [rules.cards.index(card) for card in rules.cards.cards if is_joker(card)]
    over = due["phase"] == PHASES.index("over")
    phase = due["phase"] + (over or (due["phase"] == PHASES.index("play") and due["winning"] >= 0))
    reached = [
        due["reached"].index(side) if side in due["reached"] else sides for side in range(sides)
    ]
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


def each(sets: list[int], players: int, size: int) -> Any:
    """Sets of several seats in a row."""
    return np.concatenate([bits(members, size) for members in sets[:players]])
