"""Other worlds: positions that one seat cannot tell from the one it sits in.

What the seat knows is taken from the oracle's bookkeeping, never from the package; the
rest of the cards is dealt again among the places that the seat cannot look into.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import cinqcents_env as cc
from tests.oracle.five_hundred_auction import trump_of
from tests.oracle.five_hundred_cards import is_joker, suit_of, text_of

Position = dict[str, Any]
TRIES = 60
SEEDS = 2**63 - 1


def other_world(
    game: cc.Game, known: Mapping[str, Any], seat: int, rng: random.Random
) -> Position | None:
    """A position drawn at random from those that agree with what ``seat`` knows.

    None where chance finds none (Five Hundred, late in a deal, with many voids shown).
    """
    deal = two_player if game.rules.family == "cinqcents" else auction
    world = deal(game, known, seat, rng)
    if world is not None:
        world["seed"] = rng.randrange(SEEDS)  # later deals cannot be known either
    return world


def two_player(
    game: cc.Game, known: Mapping[str, Any], seat: int, rng: random.Random
) -> Position | None:
    """Deal the cards that the seat cannot place to the other hand and the stock."""
    position = game.position()
    unseen = known["unseen"].split()
    rng.shuffle(unseen)
    seen = known["opponent"].split()
    missing = known["opponent_size"] - len(seen)
    hands = list(position["hands"])
    hands[1 - seat] = " ".join(seen + unseen[:missing])
    stock = unseen[missing:]
    # Cards that lie nowhere (short hands of a written position) stay out of play.
    return position | {"hands": hands, "stock": " ".join(stock[: known["stock_size"]])}


def auction(
    game: cc.Game, known: Mapping[str, Any], seat: int, rng: random.Random
) -> Position | None:
    """Deal the cards that the seat cannot place to the others' hands, kitty, discards, dead."""
    table = Table(game.position(), known, seat)
    for _ in range(TRIES):
        placed = table.deal(rng)
        if placed is not None:
            return table.written(placed, rng)
    return None


class Table:
    """The places of one deal of Five Hundred as one seat sees them."""

    def __init__(self, position: Position, known: Mapping[str, Any], seat: int) -> None:
        self.position, self.known, self.seat = position, known, seat
        self.declarer = known["declarer"]
        self.players = len(position["hands"])
        self.trump = trump_of(known["contract"])
        self.places: dict[str, list[str]] = {
            f"hand {other}": position["hands"][other].split() for other in range(self.players)
        }
        for name in ("kitty", "dead", "discards"):
            self.places[name] = (position[name] or "").split()
        self.fixed = {place: self._fixed(place, cards) for place, cards in self.places.items()}
        self.either = self._declarers()

    def _fixed(self, place: str, cards: list[str]) -> list[str]:
        """The cards of a place of which the seat knows that they lie there."""
        known, kitty = self.known, self.known["kitty"] or {}
        if place == f"hand {self.seat}":
            return cards
        if place.startswith("hand") and int(place[5:]) in known["exposed"]:
            return cards
        if place == "discards" and self.seat == self.declarer:
            return cards
        if place == "kitty":
            return [card for card in cards if kitty.get(card) == "kitty"]
        return [card for card in cards if self._is_placed(place, card)]

    def _is_placed(self, place: str, card: str) -> bool:
        """True for a card that public events put here."""
        if place == f"hand {self.declarer}":
            named = self.known["joker_suit"] is not None and is_joker(card)
            one_joker = sum(is_joker(other) for other in self._pack()) == 1
            # Two jokers of which one was given a suit: which one the others cannot tell.
            return (self.known["kitty"] or {}).get(card) == "hand" or (named and one_joker)
        if place == f"hand {self.known['partner']}":
            return bool(card == self.known["called"])
        return place == "discards" and (self.known["kitty"] or {}).get(card) == "discards"

    def _pack(self) -> list[str]:
        lying = [card for cards in self.places.values() for card in cards]
        return lying + [move.split("=")[0] for _, move in self.known["played"]]

    def _declarers(self) -> set[str]:
        """Cards that the declarer took up openly and holds or has laid away."""
        kitty = self.known["kitty"] or {}
        return {card for card, place in kitty.items() if place == "hand or discards"}

    def deal(self, rng: random.Random) -> dict[str, list[str]] | None:
        """Each place with cards drawn anew, or None if a card fits nowhere."""
        pool = [
            c for place, cards in self.places.items() for c in cards if self._is_loose(place, c)
        ]
        rng.shuffle(pool)
        pool.sort(key=lambda card: card not in self.either)
        placed = {place: list(cards) for place, cards in self.fixed.items()}
        rooms = {place: len(cards) - len(placed[place]) for place, cards in self.places.items()}
        order = sorted(rooms, key=lambda place: self._openness(place))
        for place in order:
            for card in [card for card in pool if self._fits(place, card)][: rooms[place]]:
                pool.remove(card)
                placed[place].append(card)
            if len(placed[place]) < len(self.places[place]):
                return None
        return placed if self._is_possible(placed) else None

    def _is_loose(self, place: str, card: str) -> bool:
        return card not in self.fixed[place]

    def _openness(self, place: str) -> int:
        """Places that take fewest cards first; what takes anything last."""
        if place in (f"hand {self.declarer}", "discards") and self.either:
            return -1
        return -len(self.known["voids"][int(place[5:])]) if place.startswith("hand") else 9

    def _fits(self, place: str, card: str) -> bool:
        if card in self.either:
            return place in (f"hand {self.declarer}", "discards")
        if not place.startswith("hand"):
            return True
        seat = int(place[5:])
        suit = suit_of(card, self.trump)
        if suit is None and seat == self.declarer:
            suit = self.known["joker_suit"]
        return suit is None or suit not in self.known["voids"][seat]

    def _is_possible(self, placed: dict[str, list[str]]) -> bool:
        """Not so: a called card with who called it, a named joker that nobody named."""
        known, seat = self.known, self.seat
        if known["called"] is not None and known["partner"] is None:
            barred = [f"hand {seat}", f"hand {self.declarer}", "discards"]
            if any(known["called"] in placed[place] for place in barred):
                return False
        if known["joker_suit"] is not None and seat != self.declarer:
            his = placed[f"hand {self.declarer}"] + self._played_by(self.declarer)
            return any(is_joker(card) for card in his)
        return True

    def _played_by(self, seat: int) -> list[str]:
        return [move.split("=")[0] for who, move in self.known["played"] if who == seat]

    def written(self, placed: dict[str, list[str]], rng: random.Random) -> Position:
        """The position with the cards lying so."""
        world = dict(self.position)
        hands = [placed[f"hand {seat}"] for seat in range(self.players)]
        world["hands"] = [text_of(hand) for hand in hands]
        for name in ("kitty", "dead", "discards"):
            if self.position[name] is not None:
                world[name] = text_of(placed[name])
        if self.seat != self.declarer and self.known["kitty"] is None:
            self._take_anew(world, placed, rng)
        if self.known["called"] is not None and self.known["partner"] is None:
            holders = [s for s, hand in enumerate(hands) if self.known["called"] in hand]
            world["partner"] = holders[0] if holders else None
        if world["phase"] == "name" and self.seat != self.declarer:
            if not any(is_joker(card) for card in hands[self.declarer]):
                world["phase"] = "play"  # a declarer without a joker is not asked
        return world

    def _take_anew(self, world: Position, placed: dict[str, list[str]], rng: random.Random) -> None:
        """What the declarer took up face down may be any cards that he has had."""
        if not self.position["taken"] or self.declarer is None:
            return
        had = placed[f"hand {self.declarer}"] + placed["discards"] + self._played_by(self.declarer)
        world["taken"] = text_of(rng.sample(had, len(self.position["taken"].split())))
