"""A perfect-memory bookkeeper: what a seat of the two-player game knows from public events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .cinqcents_cards import full_pack, written

if TYPE_CHECKING:
    from .cinqcents_state import Table

# Fields of a position that lie open to both seats.
PUBLIC_FIELDS = (
    "dealer",
    "trump",
    "turnup",
    "leader",
    "to_move",
    "trick",
    "captured",
    "marked",
    "melds",
    "target",
    "phase",
    "step",
    "pending_seven",
    "deal_number",
)


class Witness:
    """Remembers which cards of each hand have been seen by both seats in this deal."""

    def __init__(self) -> None:
        self.seen_in_hand: tuple[set[str], set[str]] = (set(), set())

    def saw(self, seat: int, cards: set[str]) -> None:
        """Cards melded by a seat, or taken by it from the table."""
        self.seen_in_hand[seat].update(cards)

    def gone(self, seat: int, card: str) -> None:
        """A card left the hand of a seat."""
        self.seen_in_hand[seat].discard(card)

    def account(self, game: Table, seat: int) -> dict[str, Any]:
        """The open fields of the position, the seat's own hand, and what it knows of the other's.

        `unseen` are the cards that the seat cannot place: in the stock or in the other hand.
        """
        position = game.position()
        facts = {name: position[name] for name in PUBLIC_FIELDS}
        own, other = game.hands[seat], self.seen_in_hand[1 - seat]
        placed = own | other | set(game.trick) | game.captured[0] | game.captured[1]
        facts["hand"] = written(own)
        facts["opponent"] = written(other)
        facts["opponent_size"] = len(game.hands[1 - seat])
        facts["stock_size"] = len(game.stock)
        facts["unseen"] = written(
            set(full_pack(game.options["pack"])) - placed - {game.turnup or ""}
        )
        return facts
