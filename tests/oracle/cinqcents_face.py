"""The oracle behind the public face of a game, so that one worked example can run on either."""

from __future__ import annotations

import random
from typing import Any

from .cinqcents import Oracle
from .cinqcents_cards import full_pack
from .cinqcents_melds import Options
from .cinqcents_rule_sets import RULE_SETS

DEFAULTS: dict[str, Any] = {
    "dealer": 0,
    "trump": "H",
    "turnup": None,
    "stock": "",
    "leader": 0,
    "to_move": 0,
    "trick": [],
    "captured": ["", ""],
    "marked": [0, 0],
    "melds": [[], []],
    "phase": "play",
    "step": {"melds": 0, "exchanged": None},
    "pending_seven": False,
    "deal_number": 0,
    "seed": 0,
}


class IllegalMove(ValueError):
    """A move that the oracle does not offer."""


class OracleGame:
    """One game: the oracle, and a random source that deals for it."""

    def __init__(self, rules: str, seed: int = 0, **options: Any) -> None:
        every_option = RULE_SETS[rules] | options
        self._shuffle = random.Random(seed)
        dealer = every_option["first_dealer"]
        if dealer == "random":
            dealer = self._shuffle.randrange(2)
        blank = DEFAULTS | {"rules": rules, "options": options, "hands": ["", ""], "seed": seed}
        blank |= {"dealer": dealer, "target": every_option["target"]}
        self._oracle = Oracle(every_option, blank)
        self._oracle.awaiting_deal = True
        self._deal_if_due()

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> OracleGame:
        """A game that goes on from a position; fields left out take their defaults."""
        options: Options = RULE_SETS[position["rules"]] | position.get("options", {})
        game = cls.__new__(cls)
        game._shuffle = random.Random(position.get("seed", 0))
        whole = DEFAULTS | {"target": options["target"]} | position
        piles = [*whole["hands"], *whole["captured"], *whole["trick"], whole["stock"]]
        cards = " ".join([*piles, whole["turnup"] or ""]).split()
        if len(set(cards)) < len(cards):
            raise ValueError("a card lies in two places")
        game._oracle = Oracle(options, whole)
        return game

    def _deal_if_due(self) -> None:
        while self._oracle.awaiting_deal:
            cards = full_pack(self._oracle.options["pack"])
            self._shuffle.shuffle(cards)
            size = self._oracle.options["hand_size"]
            hands = [" ".join(cards[:size]), " ".join(cards[size : 2 * size])]
            self._oracle.deal(hands, " ".join(cards[2 * size + 1 :]), cards[2 * size])

    def play(self, move: str) -> None:
        """Make a move; deals that follow are dealt."""
        if move not in self._oracle.legal():
            raise IllegalMove(move)
        self._oracle.play(move)
        self._deal_if_due()

    def legal_moves(self) -> list[str]:
        """The move texts of the seat on move."""
        return sorted(self._oracle.legal())

    def position(self) -> dict[str, Any]:
        """The whole state."""
        return self._oracle.position()

    @property
    def to_move(self) -> int:
        """The seat on move."""
        return self._oracle.to_move

    @property
    def phase(self) -> str:
        """One of `play`, `meld`, `over`."""
        return self._oracle.phase

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._oracle.over

    @property
    def scores(self) -> list[int]:
        """The points marked by each seat."""
        return self._oracle.scores

    @property
    def result(self) -> dict[str, Any] | None:
        """Winners, reason and scores once the game is over."""
        if not self.is_over:
            return None
        return {
            "winners": self._oracle.winners,
            "reason": self._oracle.reason,
            "scores": self.scores,
        }
