"""Packs of cards: card <-> index <-> text, and card sets held in one int64.

A card is written rank then suit (``AS``, ``TH``, ``7D``); jokers are ``JK`` and
``JK2``. Within a pack, cards are numbered suit by suit (S, C, D, H), ranks
ascending, jokers last. A card set is an int64 with bit ``i`` set for card ``i``,
so a pack holds at most 63 cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cinqcents_env._words import shown

SUITS = "SCDH"
"""Suits in the order used everywhere."""

JOKERS = ("JK", "JK2")

MAX_CARDS = 63
"""Bit 63 of an int64 is its sign: a card there would make the set negative."""


class CardError(ValueError):
    """A card text that is not a card of the pack."""


class Pack:
    """The cards of one game, in index order.

    Attributes:
        cards: the card texts; position in the tuple is the card's index.

    >>> pack = Pack(["7S", "8S", "AS"])
    >>> pack.index("AS"), pack.text(0), len(pack)
    (2, '7S', 3)
    """

    def __init__(self, cards: Sequence[str]) -> None:
        if len(cards) > MAX_CARDS:
            raise CardError(
                f"a pack of {len(cards)} cards cannot be played: "
                f"a card set is one int64 and holds {MAX_CARDS} cards at most"
            )
        self.cards = tuple(cards)
        self._index = {card: i for i, card in enumerate(self.cards)}

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self._index

    def index(self, card: str) -> int:
        """Index of a card text. Raises CardError for anything else."""
        try:
            return self._index[card]
        except (KeyError, TypeError):
            raise CardError(
                f"{shown(card)} is not a card of this pack; its cards are {' '.join(self.cards)}"
            ) from None

    def text(self, index: int) -> str:
        """Text of a card index."""
        return self.cards[index]

    def to_set(self, cards: Iterable[str]) -> int:
        """Card set of some card texts; a card named twice is a CardError."""
        result = 0
        for card in cards:
            bit = 1 << self.index(card)
            if result & bit:
                raise CardError(f"{card} is named twice")
            result |= bit
        return result

    def from_set(self, card_set: int) -> list[str]:
        """Card texts of a card set, in index order."""
        return [card for i, card in enumerate(self.cards) if int(card_set) >> i & 1]


def suit_major(ranks: Sequence[str], suits: str = SUITS) -> list[str]:
    """Cards of ``suits`` x ``ranks`` in index order, ranks ascending.

    >>> suit_major("KA", "SH")
    ['KS', 'AS', 'KH', 'AH']
    """
    return [rank + suit for suit in suits for rank in ranks]
