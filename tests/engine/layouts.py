"""Every layout of the hidden cards that fits what a seat knows, found by trying them all.

A layout of Five Hundred fits if the deal can be replayed from it: the oracle, dealt those
cards, takes every public move of the deal for legal. Nothing of the engine is asked.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import cinqcents_env as cc
from tests.oracle.five_hundred import Oracle
from tests.oracle.five_hundred_cards import pack, text_of
from tests.oracle.five_hundred_rule_sets import TABLE

Layout = tuple[tuple[str, ...], ...]
"""Cards of each place in pack order: every hand, then kitty, discards and dead hand."""


class Deal:
    """The deal under way of a game of Five Hundred, with all that was done in it."""

    def __init__(self, game: cc.Game) -> None:
        self.game, self.position = game, game.position()
        record = game.record()
        self.dealt, self.moves = record["deals"][-1], record["deals"][-1]["moves"]
        self.players = game.num_players
        self.options = dataclasses.asdict(game.rules)
        table = TABLE[game.rules.ruleset]
        self.options |= {"players": table["players"], "sides": table["sides"]}
        self.pack = pack(self.options["pack"])
        self.played: list[list[str]] = [[] for _ in range(self.players)]
        oracle = self.oracle(self.dealt["hands"], self.dealt["kitty"], self.dealt["dead"])
        for move in self.moves:
            if oracle.phase == "play":
                self.played[oracle.to_move].append(move.split("=")[0])
            oracle.play(move)
        self.truth, self.declarer = oracle, oracle.declarer

    def oracle(self, hands: list[str], kitty: str, dead: str) -> Oracle:
        """The oracle at the beginning of the deal, with these cards."""
        labels = {"rules": self.position["rules"], "options": self.position["options"]}
        cards = {"hands": hands, "kitty": kitty, "dead": dead, "dealer": self.dealt["dealer"]}
        return Oracle(self.options, labels | cards)

    def places(self, seat: int) -> dict[str, tuple[int, list[str]]]:
        """Room of each place and, where the seat sees them, its cards."""
        known = self.truth.known(seat)
        places: dict[str, tuple[int, list[str]]] = {}
        for other in range(self.players):
            cards = self.position["hands"][other].split()
            seen = other == seat or other in known["exposed"]
            places[f"hand {other}"] = (len(cards), cards if seen else [])
        for name in ("kitty", "discards", "dead"):
            cards = self.position[name].split()
            seen = name == "discards" and seat == self.declarer
            seen = seen or (name == "kitty" and self.options["kitty_open"])
            places[name] = (len(cards), cards if seen else [])
        return places

    def hidden(self, seat: int) -> list[str]:
        """Cards that the seat does not see, in pack order."""
        seen = {card for _, cards in self.places(seat).values() for card in cards}
        seen |= {card for cards in self.played for card in cards}
        return [card for card in self.pack if card not in seen]

    def layouts(self, seat: int) -> Iterator[Layout]:
        """All layouts that fit, each once."""
        places = self.places(seat)
        rooms = [0 if cards else room for room, cards in places.values()]
        for parts in splits(self.hidden(seat), rooms):
            filled = [tuple(c) or p for (_, c), p in zip(places.values(), parts, strict=True)]
            layout = tuple(tuple(card for card in self.pack if card in p) for p in filled)
            if self.fits(layout, seat):
                yield layout

    def fits(self, layout: Layout, seat: int) -> bool:
        """True if the public moves of the deal are legal from these cards."""
        *hands, kitty, discards, dead = (list(cards) for cards in layout)
        dealt = [hand + cards for hand, cards in zip(hands, self.played, strict=True)]
        if self.declarer is not None:
            his = dealt[self.declarer] + discards
            taken = self.position["taken"].split()
            if not self.options["kitty_open"] and seat != self.declarer:
                taken = his[: len(taken)]  # unseen; it might have been any of them
            if not set(taken) <= set(his):
                return False
            kitty, dealt[self.declarer] = taken, [card for card in his if card not in taken]
        oracle = self.oracle([text_of(hand) for hand in dealt], text_of(kitty), text_of(dead))
        public = [m for m in self.moves if not m.startswith("discard")]
        return self.replays(oracle, public, discards)

    def replays(self, oracle: Oracle, public: list[str], discards: list[str]) -> bool:
        """True if the oracle takes the moves; its own discards and an unsaid name go between."""
        calls = len(self.position["auction"])
        moves, away = public[:calls], [f"discard {card}" for card in discards]
        if any(move not in oracle.legal() or oracle.play(move) for move in [*moves, *away]):
            return False
        rest = public[calls:]
        if rest and rest[0] != "alone" and not rest[0].startswith("call"):
            rest = [move for move in rest if move != "pass"]
        else:
            rest = rest[:1] + [move for move in rest[1:] if move != "pass"]
        for move in rest:
            if oracle.phase == "name" and not move.startswith("name"):
                oracle.play("pass")
            if move not in oracle.legal():
                return False
            oracle.play(move)
        return True


def splits(cards: list[str], rooms: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to deal cards to places with so much room each."""
    if not rooms:
        yield ()
        return
    for chosen in combinations(cards, rooms[0]):
        rest = [card for card in cards if card not in chosen]
        for others in splits(rest, rooms[1:]):
            yield (chosen, *others)


def layout_of(game: cc.Game, state: Any) -> Layout:
    """The layout of an engine state of Five Hundred."""
    cards, players = game.rules.cards, game.num_players
    sets = [*state["hand"][:players], state["kitty"], state["discards"], state["dead"]]
    return tuple(tuple(cards.from_set(int(members))) for members in sets)


def two_player_layouts(game: cc.Game, seat: int, opponent: list[str]) -> set[tuple[str, str]]:
    """All (opponent's hand, stock from the top) of a two-player game.

    Args:
        opponent: cards that the opponent is known to hold.
    """
    position = game.position()
    hand, stock = position["hands"][1 - seat].split(), position["stock"].split()
    hidden = [card for card in [*hand, *stock] if card not in opponent]
    found = set()
    for missing in combinations(hidden, len(hand) - len(opponent)):
        below = [card for card in hidden if card not in missing]
        his = " ".join(sorted([*opponent, *missing]))
        found |= {(his, " ".join(order)) for order in permutations(below)}
    return found


def chi_square(counts: Counter[Any], number: int) -> float:
    """How far counts are from ``number`` equally likely kinds, in standard deviations."""
    total, freedom = sum(counts.values()), number - 1
    if freedom == 0:
        return float(len(counts) - 1)
    due = total / number
    square = sum((n - due) ** 2 / due for n in counts.values()) + due * (number - len(counts))
    cube = (square / freedom) ** (1 / 3)  # nearly normal (Wilson and Hilferty)
    return float((cube - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))
