"""State records beside the oracle, number by number: the quick form of the comparison.

The package writes a position as texts, which takes most of the time of a comparison. Here the
record itself is read instead, and the oracle's texts are turned into the numbers that it must
hold. Long runs compare the texts at a share of the decisions only, this at every one.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

import cinqcents_env as cc
from cinqcents_env.notation import move_texts

from .cinqcents import Oracle as TwoPlayerOracle
from .five_hundred import Oracle as AuctionOracle
from .five_hundred_cards import SUITS
from .five_hundred_tricks import trick_seats, voids_shown

SEATS = 6
"""Seats that a record of Five Hundred holds."""

LETTERS = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How ``struct`` writes signed whole numbers, by their size in bytes."""

Numbers = dict[str, Any]


class Reader:
    """Reads the fields of a state record as plain numbers, and tuples of numbers."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        assert dtype.fields is not None
        self._places: list[tuple[str, int, int]] = []
        layout, at, number = "<", 0, 0
        for name, (field, offset, *_) in sorted(dtype.fields.items(), key=lambda one: one[1][1]):
            size = int(np.prod(field.shape, dtype=int))
            layout += f"{offset - at}x{size}{LETTERS[field.base.itemsize]}"
            at = offset + field.itemsize
            self._places.append((name, number, size if field.shape else 0))
            number += size
        self._unpack = struct.Struct(layout).unpack_from

    def __call__(self, states: np.ndarray[Any, Any]) -> Numbers:
        """The numbers of the first record."""
        flat = self._unpack(states)
        return {name: flat[at : at + size] if size else flat[at] for name, at, size in self._places}


class Codes:
    """The numbers of cards and moves in the records of some rules."""

    def __init__(self, rules: cc.Rules) -> None:
        self.cards = {card: number for number, card in enumerate(rules.cards.cards)}
        self.bits = {card: 1 << number for card, number in self.cards.items()}
        self.moves = {move: number for number, move in enumerate(move_texts(rules))}
        self.suits = "".join(dict.fromkeys(card[-1] for card in self.cards if card[-1] in SUITS))

    def members(self, cards: Iterable[str]) -> int:
        """Cards as a set."""
        return sum(map(self.bits.__getitem__, cards))

    def suits_of(self, suits: Iterable[str]) -> int:
        """Suits as a set."""
        return sum(1 << SUITS.index(suit) for suit in suits)

    def number(self, card: str | None) -> int:
        """A card, -1 for none."""
        return -1 if card is None else self.cards[card]


@functools.lru_cache(maxsize=256)
def codes(rules: cc.Rules) -> Codes:
    """The numbers that belong to some rules."""
    return Codes(rules)


@functools.cache
def reader(family: str) -> Reader:
    """The reader of a family's records."""
    example = cc.rules("classic" if family == "cinqcents" else "us3")
    return Reader(cc.Game(example, seed=0).setup.engine.STATE)


def record_difference(game: cc.Game, oracle: Any, legal: Collection[str]) -> str | None:
    """Compare mask and record with what the oracle holds; the first difference in words."""
    known = codes(game.rules)
    mask = bytearray(len(known.moves))
    for move in legal:
        mask[known.moves[move]] = 1
    if game.legal_mask().tobytes() != mask:
        return f"legal moves: package {sorted(game.legal_moves())}, oracle {sorted(legal)}"
    two_players = isinstance(oracle, TwoPlayerOracle)
    due = two_player(oracle, known) if two_players else auction(oracle, known)
    if game.is_over != oracle.over:
        return f"game over: package {game.is_over}, oracle {oracle.over}"
    holds = reader(game.rules.family)(game._states)
    for name, number in due.items():
        if holds[name] != number:
            return f"record field {name}: package {holds[name]}, oracle {number}"
    return None


def restored(game: cc.Game, position: dict[str, Any]) -> cc.Game:
    """Go on from the game's position, which does not tell how the game is paid.

    Raises:
        AssertionError: the record is not the one that was written down.
    """
    setup = game.setup
    again = cc.Game.from_position(position, episode=setup.episode, reward=setup.reward)
    if again._states.tobytes() != game._states.tobytes():
        before, after = (reader(game.rules.family)(one._states) for one in (game, again))
        changed = {name: (before[name], after[name]) for name in before}
        told = {name: pair for name, pair in changed.items() if pair[0] != pair[1]}
        raise AssertionError(f"the position loses something: {told}")
    return again


def two_player(oracle: TwoPlayerOracle, known: Codes) -> Numbers:
    """What a record of the two-player family must hold."""
    first = len(known.cards)
    trick, stock = [known.cards[card] for card in oracle.trick], len(oracle.stock)
    due: Numbers = {
        "hand": tuple(map(known.members, oracle.hands)),
        "captured": tuple(map(known.members, oracle.captured)),
        "known": tuple(map(known.members, oracle.witness.seen_in_hand)),
        "marked": tuple(oracle.scores),
        "earned": tuple(oracle.earned),
        "melds": tuple(
            sum(1 << known.moves[meld] - first for meld in declared) for declared in oracle.melds
        ),
        "target": oracle.target,
        "deal_number": oracle.deal_number,
        "dealer": oracle.dealer,
        "trump": known.suits.index(oracle.trump),
        "turnup": known.number(oracle.turnup),
        "trick": (*trick, -1, -1)[:2],
        "stock_size": stock,
        "stock": (*(known.cards[card] for card in reversed(oracle.stock)), *[-1] * (32 - stock)),
        "phase": ("play", "meld", "over").index(oracle.phase),
    }
    if not oracle.over:  # nobody is on move then, no step is under way
        due |= {
            "leader": oracle.leader,
            "to_move": oracle.to_move,
            "step_melds": oracle.step_melds,
            "step_exchanged": known.number(oracle.step_card),
            "pending_seven": int(oracle.pending_seven),
        }
    return due


def auction(oracle: AuctionOracle, known: Codes) -> Numbers:
    """What a record of Five Hundred must hold."""
    deal = oracle._deal
    voids = voids_shown(deal, oracle.options, oracle._active())
    phases = ("bid", "discard", "call", "name", "play", "over")
    due: Numbers = {
        "hand": _padded(map(known.members, deal.hands), 0),
        "kitty": known.members(deal.kitty),
        "dead": known.members(deal.dead),
        "discards": known.members(deal.discards),
        "bids": _bids(oracle, known),
        "calls": len(deal.auction),
        "scores": _padded(oracle.scores, 0),
        "earned": _padded(oracle.earned, 0),
        "deal_number": oracle.deal_number,
        "dealer": deal.dealer,
        "phase": phases.index(deal.phase),
        "contract": _contract(deal.contract, known),
        "declarer": -1 if deal.declarer is None else deal.declarer,
        "called": known.number(deal.called),
        "partner": -1 if deal.partner is None else deal.partner,
        "joker_suit": -1 if deal.joker_suit is None else SUITS.index(deal.joker_suit),
        "tricks": _padded(deal.tricks, 0),
        "voids": _padded(map(known.suits_of, voids), 0),
        "suits_led": known.suits_of(deal.suits_led),
    }
    if not oracle.over:
        due["to_move"] = deal.to_move
    if deal.phase == "play":
        due |= {"leader": deal.leader, "reached": _padded(deal.reached, -1)}
        due["trick"] = _trick(oracle, known)
    return due


def _padded(values: Iterable[int], empty: int) -> tuple[int, ...]:
    """Numbers by seat, as many as a record holds."""
    return (*values, *[empty] * SEATS)[:SEATS]


def _contract(contract: str | None, known: Codes) -> int:
    if contract is None:
        return -1
    first = known.moves["bid 6S"]
    return 27 if contract == "none" else known.moves[f"bid {contract}"] - first


def _bids(oracle: AuctionOracle, known: Codes) -> tuple[int, ...]:
    """The bids of each seat as sets."""
    bids, first = [0] * SEATS, known.moves["bid 6S"]
    for seat, call in oracle._log:
        if call != "pass":
            bids[seat] |= 1 << known.moves[f"bid {call}"] - first
    return tuple(bids)


def _trick(oracle: AuctionOracle, known: Codes) -> tuple[int, ...]:
    """The card of each seat in the trick on the table."""
    deal, cards = oracle._deal, [-1] * SEATS
    for seat, move in zip(trick_seats(deal, oracle._active()), deal.trick, strict=True):
        cards[seat] = known.cards[move.split("=")[0]]
    return tuple(cards)
