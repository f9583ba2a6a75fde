"""What a seat with perfect memory knows: public events and its own actions, nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .five_hundred_auction import OPEN_MISERE
from .five_hundred_cards import text_of
from .five_hundred_deal import Deal, suits_text
from .five_hundred_tricks import voids_shown


@dataclass
class Memory:
    """Events of one deal that its record no longer holds.

    ``kitty`` is None where the record begins after the kitty was taken.
    """

    kitty: list[str] | None
    played: list[tuple[int, str]] = field(default_factory=list)


def memory_of(deal: Deal) -> Memory:
    """Begin a memory with a deal, perhaps in its middle."""
    untouched = deal.phase == "bid" or deal.contract == "none"
    return Memory(list(deal.kitty) if untouched else None)


def exposed_seats(deal: Deal, options: dict[str, Any]) -> list[int]:
    """List the seats whose hand lies face up (F3U5, F4A6).

    Where it is shown before the lead, that is once the discards are made: whether the declarer
    then still names his joker, the others are not told.
    """
    if deal.contract != OPEN_MISERE or deal.phase not in ("name", "play", "over"):
        return []
    assert deal.declarer is not None
    if options["open_misere_shown"] == "after_first_trick" and sum(deal.tricks) == 0:
        return []
    return [deal.declarer]


def known_partner(deal: Deal, seat: int) -> int | None:
    """Give the called partner to whom knows him: himself, all once the card fell (F5.2)."""
    if deal.called is None or deal.partner is None:
        return None
    fallen = deal.called not in deal.hands[deal.partner]
    return deal.partner if fallen or seat == deal.partner else None


def whereabouts(deal: Deal, memory: Memory, seat: int, exposed: list[int], card: str) -> str:
    """Say where a card of the kitty that the seat has seen is known to be."""
    if any(text.split("=")[0] == card for _, text in memory.played):
        return "played"
    if deal.declarer is None:
        return "kitty"
    looked_at = seat == deal.declarer or deal.declarer in exposed
    if looked_at or not deal.discards:
        return "hand" if card in deal.hands[deal.declarer] else "discards"
    return "hand or discards"


def kitty_known(
    deal: Deal, memory: Memory, options: dict[str, Any], seat: int
) -> dict[str, str] | None:
    """Give each kitty card the seat has seen with its whereabouts, None if it saw none."""
    if memory.kitty is None or not (options["kitty_open"] or seat == deal.declarer):
        return None
    exposed = exposed_seats(deal, options)
    return {card: whereabouts(deal, memory, seat, exposed, card) for card in memory.kitty}


def deal_known(
    deal: Deal, memory: Memory, options: dict[str, Any], seat: int, order: list[int]
) -> dict[str, Any]:
    """Collect what one seat knows of the deal under way; order is the circle of active seats."""
    return {
        "seat": seat,
        "hand": text_of(deal.hands[seat]),
        "hand_sizes": [len(hand) for hand in deal.hands],
        "discards": text_of(deal.discards) if seat == deal.declarer else None,
        "discarded": len(deal.discards),
        "kitty": kitty_known(deal, memory, options, seat),
        "exposed": {shown: text_of(deal.hands[shown]) for shown in exposed_seats(deal, options)},
        "sitting_out": [other for other in range(len(deal.hands)) if other not in order],
        "played": list(memory.played),
        "trick": list(deal.trick),
        "leader": deal.leader,
        "auction": list(deal.auction),
        "contract": deal.contract,
        "declarer": deal.declarer,
        "called": deal.called,
        "partner": known_partner(deal, seat),
        "joker_suit": deal.joker_suit,
        "voids": [suits_text(suits) for suits in voids_shown(deal, options, order)],
        "suits_led": suits_text(deal.suits_led),
        "tricks": list(deal.tricks),
        "dealer": deal.dealer,
        "phase": deal.phase,
        "to_move": deal.to_move,
    }
