"""When a trick is complete, and who takes it: told by the view of who plays its last card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.cinqcents.step import follower_wins
from cinqcents_env.engine.five_hundred.tricks import card_power
from cinqcents_env.engine.view import View


class CardPlayed(NamedTuple):
    """A card in a trick."""

    seat: int
    card: str


def completed(view: View, trick: Sequence[CardPlayed]) -> tuple[bool, int]:
    """(complete, winner) of a trick.

    Args:
        view: of the seat that played the trick's last card, before it did.
        trick: the cards, that one included.

    Returns:
        Whether every seat that plays has played, and who takes it (-1 while incomplete).
    """
    if view.rules.family == "cinqcents":
        return _two_cards(view, trick)
    if len(trick) < int(view.active).bit_count():
        return False, -1
    return True, _taker(view, trick)


def _two_cards(view: View, trick: Sequence[CardPlayed]) -> tuple[bool, int]:
    if len(trick) < 2:
        return False, -1
    packed = family_engine("cinqcents").pack_rules(view.rules)
    led, followed = (view.rules.cards.index(played.card) for played in trick)
    return True, trick[1 if follower_wins(packed[0], led, followed, view.trump) else 0].seat


def _taker(view: View, trick: Sequence[CardPlayed]) -> int:
    """Who was winning, unless the last card beats that."""
    packed = family_engine("five_hundred").pack_rules(view.rules)
    card = view.rules.cards.index(trick[-1].card)
    if int(card_power(packed[0], view.record[0], 0, card)) > view.best:
        return trick[-1].seat
    return int(view.seat + view.winning) % int(view.players)
