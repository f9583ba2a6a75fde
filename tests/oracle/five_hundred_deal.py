"""One deal as a plain record, to and from the fields of a written position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .five_hundred_cards import SUITS, cards_of, text_of


@dataclass
class Deal:
    """Everything on the table and in the hands between two shuffles.

    ``voids`` holds what completed tricks have shown: a card of the trick under way counts when
    the trick is gathered, so that "shown before this trick" (A-28) stays readable.
    """

    dealer: int
    hands: list[list[str]]
    kitty: list[str]
    dead: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    auction: list[str] = field(default_factory=list)
    contract: str | None = None
    declarer: int | None = None
    called: str | None = None
    partner: int | None = None
    joker_suit: str | None = None
    leader: int | None = None
    to_move: int | None = None
    trick: list[str] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    voids: list[set[str]] = field(default_factory=list)
    suits_led: set[str] = field(default_factory=set)
    reached: list[int] = field(default_factory=list)
    phase: str = "bid"


def suits_text(suits: set[str]) -> str:
    """Write a set of suits in the order S C D H."""
    return "".join(suit for suit in SUITS if suit in suits)


def fresh_deal(dealer: int, hands: list[list[str]], kitty: list[str], dead: list[str]) -> Deal:
    """Set up a deal before its auction: left of the dealer speaks first."""
    players = len(hands)
    deal = Deal(dealer, hands, kitty, dead)
    deal.to_move = (dealer + 1) % players
    deal.tricks = [0] * players
    deal.voids = [set() for _ in range(players)]
    return deal


def deal_from(position: dict[str, Any], players: int) -> Deal:
    """Read the fields of a position that belong to the deal; each has a default."""
    hands = [cards_of(text) for text in position.get("hands", [""] * players)]
    deal = fresh_deal(
        position.get("dealer", 0),
        hands,
        cards_of(position.get("kitty") or ""),
        cards_of(position.get("dead") or ""),
    )
    deal.discards = cards_of(position.get("discards") or "")
    deal.auction = list(position.get("auction") or [])
    for name in ("contract", "declarer", "called", "partner", "joker_suit", "leader"):
        setattr(deal, name, position.get(name))
    deal.phase = position.get("phase") or "bid"
    deal.trick = list(position.get("trick") or [])
    deal.tricks = list(position.get("tricks") or [0] * players)
    deal.voids = [set(suits) for suits in position.get("voids") or [""] * players]
    deal.suits_led = set(position.get("suits_led") or "")
    deal.reached = list(position.get("reached") or [])
    if position.get("to_move") is not None:
        deal.to_move = position["to_move"]
    return deal


def deal_fields(deal: Deal) -> dict[str, Any]:
    """Write the deal's fields of a position, cards and suits in canonical order."""
    return {
        "dealer": deal.dealer,
        "hands": [text_of(hand) for hand in deal.hands],
        "kitty": text_of(deal.kitty),
        "dead": text_of(deal.dead),
        "discards": text_of(deal.discards),
        "auction": list(deal.auction),
        "contract": deal.contract,
        "declarer": deal.declarer,
        "called": deal.called,
        "partner": deal.partner,
        "joker_suit": deal.joker_suit,
        "leader": deal.leader,
        "to_move": deal.to_move,
        "trick": list(deal.trick),
        "tricks": list(deal.tricks),
        "voids": [suits_text(suits) for suits in deal.voids],
        "suits_led": suits_text(deal.suits_led),
        "reached": list(deal.reached),
        "phase": deal.phase,
    }
