"""Every field of a Five Hundred view is what the oracle's bookkeeping of the deal says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.oracle.five_hundred import Oracle
from tests.oracle.five_hundred_auction import is_misere
from tests.oracle.five_hundred_cards import is_joker
from tests.oracle.five_hundred_tricks import led_suit, suit_held, trick_winner
from tests.proof.cases import AUCTION
from tests.proof.recovery_auction import _spoken
from tests.proof.walks import walk

SEATS = 6
SUITS = "SCDH"
BIDS = [f"{n}{suit}" for n in range(6, 11) for suit in (*SUITS, "NT")] + ["misere", "open misere"]
PHASES = "bid discard call name play over".split()


class Told:
    """The fields of a seat's view as the oracle tells them."""

    def __init__(self, game: cc.Game, oracle: Oracle, seat: int) -> None:
        self.game, self.oracle, self.seat = game, oracle, seat
        self.known, self.deal = oracle.known(seat), oracle._deal
        self.players, self.sides = game.num_players, len(game.rules.sides)

    def seat_of(self, other: int | None) -> int:
        """A seat as the viewer counts it."""
        return -1 if other is None else (other - self.seat) % self.players

    def seats(self, others: Any) -> int:
        """A set of seats likewise."""
        return sum(1 << self.seat_of(other) for other in others)

    def cards(self, cards: Any) -> int:
        """A set of cards."""
        return self.game.rules.cards.to_set(list(cards))

    def turned(self, values: list[Any], number: int, unused: Any) -> list[Any]:
        """Values by seat or side from the viewer's on, filled up."""
        own = [values[(self.seat + at) % number] for at in range(number)]
        return own + [unused] * (SEATS - number)

    def auction(self) -> dict[str, Any]:
        """Calls, bids and contract."""
        known, calls = self.known, self.known["auction"]
        kind = self.oracle.options["auction"]
        each = _spoken({**known, "auction_kind": kind}, self.players)
        bids = [sum(1 << BIDS.index(bid[4:]) for bid in his) for his in each]
        made = [call[4:] for call in calls if call != "pass"]
        holder = [s for s, his in enumerate(each) if made and f"bid {made[-1]}" in his]
        since = calls
        if kind == "passer_may_return" and made:
            since = calls[len(calls) - calls[::-1].index(f"bid {made[-1]}") :]
        contract = known["contract"]
        return {
            "calls": len(calls),
            "bids": self.turned(bids, self.players, 0),
            "bid": BIDS.index(made[-1]) if made else -1,
            "bidder": self.seat_of(holder[0] if holder else None),
            "number passed": since.count("pass"),
            "contract": -1 if contract is None else [*BIDS, "none"].index(contract),
            "declarer": self.seat_of(known["declarer"]),
            "dealer": self.seat_of(known["dealer"]),
        }

    def places(self) -> dict[str, Any]:
        """Cards and where they lie."""
        known, declares = self.known, self.seat == self.known["declarer"]
        kitty = known["kitty"] or {}
        played = [[m.split("=")[0] for s, m in known["played"] if s == seat] for seat in range(6)]
        sets = [self.cards(his) for his in played[: self.players]]
        own = (known["discards"] or "").split() if declares else []
        seen = set(played[known["declarer"]]) if known["declarer"] is not None else set()
        seen |= {card for hand in known["exposed"].values() for card in hand.split()}
        seen |= set(known["hand"].split()) if declares else set()
        named = seen if known["joker_suit"] is not None else set()
        called = known["called"]
        return {
            "hand": self.cards(known["hand"].split()),
            "hand_sizes": self.turned(known["hand_sizes"], self.players, 0),
            "discards": self.cards(own),
            "kitty": self.cards(c for c, at in kitty.items() if known["declarer"] is None),
            "taken": self.cards(kitty if known["declarer"] is not None else []),
            "exposed": self.cards("".join(known["exposed"].values()).split()),
            "named": self.cards(card for card in named if is_joker(card)),
            "played": self.turned(sets, self.players, 0),
            "called": -1 if called is None else self.game.rules.cards.index(called),
            "partner": self.seat_of(known["partner"]),
        }

    def play(self) -> dict[str, Any]:
        """Tricks, suits and what was shown."""
        known, deal = self.known, self.deal
        active = [s for s in range(self.players) if s not in known["sitting_out"]]
        trick: list[int] = [-1] * SEATS
        at = active.index(known["leader"]) if known["trick"] else 0
        for seat, move in zip(active[at:] + active[:at], known["trick"], strict=False):
            trick[self.seat_of(seat)] = self.game.rules.cards.index(move.split("=")[0])
        led = led_suit(deal) if deal.trick else None
        winner = trick_winner(deal, self.oracle.options, active) if deal.trick else None
        suit = known["joker_suit"]
        return {
            "active": self.seats(active) if known["phase"] in ("name", "play") else 0,
            "trick": trick,
            "tricks": self.turned(known["tricks"], self.players, 0),
            "led_suit": -1 if led is None else SUITS.index(led),
            "winning": self.seat_of(winner),
            "suits_led": sum(1 << SUITS.index(s) for s in known["suits_led"]),
            "joker_suit": -1 if suit is None else SUITS.index(suit),
            "voids": self.turned(
                [sum(1 << SUITS.index(s) for s in his) for his in known["voids"]], self.players, 0
            ),
            "jokerless": self.seats(self.without_joker(active)),
            "reached": ([(s - self.seat) % self.sides for s in deal.reached] + [-1] * 6)[:6],
            "to_move": self.seat_of(known["to_move"]),
        }

    def without_joker(self, active: list[int]) -> set[int]:
        """Seats that threw another card where a joker would have had to be played."""
        deal, moves, found = self.deal, self.known["played"], set()
        if not (self.oracle.options["joker_forced_in_misere"] and is_misere(deal.contract)):
            return found
        for first in range(0, len(moves), len(active)):
            (leader, lead), *followers = moves[first : first + len(active)]
            card, _, suit = lead.partition("=")
            led = suit or suit_held(deal, leader, card)
            for seat, move in followers:
                own = suit_held(deal, seat, move)
                if led is not None and own is not None and own != led:
                    found.add(seat)
        return found

    def rest(self) -> dict[str, Any]:
        """Seats, scores and phase."""
        known, phase = self.known, self.known["phase"]
        if phase == "name" and self.seat != known["declarer"]:
            phase = "play"
        return {
            "seat": self.seat,
            "players": self.players,
            "num_sides": self.sides,
            "scores": self.turned(known["scores"], self.sides, 0),
            "earned": self.turned(self.oracle.earned, self.sides, 0),
            "deal_number": known["deal_number"],
            "phase": PHASES.index(phase),
            "outcome": 0,
            "winners": 0,
        }


def fields_of(view: cc.View) -> dict[str, Any]:
    """The fields of a view; of the passes their number, of the best power whether there is one."""
    names = [name for name in view.record.dtype.names or () if name != "unused"]
    fields = {name: getattr(view, name) for name in names}
    fields["number passed"] = fields.pop("passed").bit_count()
    if fields["phase"] in (0, 1, 2):
        del fields["leader"]  # stands where the first lead will be, or is not settled yet
    assert (fields.pop("best") >= 0) <= (fields["winning"] >= 0)
    return fields


CASES: list[tuple[str, dict[str, Any]]] = [
    *((ruleset, {}) for ruleset in AUCTION),
    *((ruleset, {"auction": "passer_may_return"}) for ruleset in AUCTION),
    ("au4", {"pack": "46"}),
    ("au4", {"open_misere_shown": "before_lead", "misere": "any_time"}),
    ("us3", {"open_misere_shown": "after_first_trick", "contractor_names_joker": True}),
    ("au6", {"kitty_open": True}),
]


@pytest.mark.parametrize(("ruleset", "options"), CASES, ids=str)
def test_every_field_is_what_the_oracle_says(ruleset: str, options: dict[str, Any]) -> None:
    compared = set()

    def look(game: cc.Game, oracle: Any) -> None:
        if game.is_over:
            return
        for seat in range(game.num_players):
            told = Told(game, oracle, seat)
            due = told.auction() | told.places() | told.play() | told.rest()
            if told.known["phase"] in ("name", "play"):
                opens = told.known["phase"] == "name"  # the oracle has no leader as yet
                due["leader"] = told.seat_of(told.known["declarer" if opens else "leader"])
            fields = fields_of(game.view(seat))
            assert fields.keys() == due.keys()
            for name, field in fields.items():
                assert np.array_equal(field, due[name]), (name, field, due[name], game.position())
            compared.add(oracle.phase)

    for seed in (0, 3):
        done = walk(ruleset, {"max_deals": 2, **options}, seed, look)
        assert done.difference is None, done.difference
    assert {"bid", "discard", "play"} <= compared
