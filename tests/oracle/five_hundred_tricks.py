"""Tricks: what may be led, what may follow, and who wins."""

from __future__ import annotations

from typing import Any

from .five_hundred_auction import is_misere, trump_of
from .five_hundred_cards import JOKERS, SUITS, is_joker, rank_order, suit_of, trump_order
from .five_hundred_deal import Deal


def suit_held(deal: Deal, seat: int, card: str) -> str | None:
    """Give the suit a card has for the seat that holds or played it; None: a joker without suit.

    A joker that the contractor has named belongs to that suit in every respect (F4A7). The name
    binds his own joker only: with two jokers the other one stays without a suit.
    """
    if is_joker(card) and trump_of(deal.contract) is None and seat == deal.declarer:
        return deal.joker_suit
    return suit_of(card, trump_of(deal.contract))


def loose_jokers(deal: Deal, seat: int) -> set[str]:
    """List the jokers without a suit in a hand."""
    return {card for card in deal.hands[seat] if suit_held(deal, seat, card) is None}


def led_suit(deal: Deal) -> str | None:
    """Give the suit led to the trick on the table; None if a joker was led without naming one."""
    first = deal.trick[0]
    if "=" in first:
        return first.split("=")[1]
    assert deal.leader is not None
    return suit_held(deal, deal.leader, first)


def nameable_suits(deal: Deal, options: dict[str, Any], seat: int) -> set[str]:
    """List the suits that a joker without suit may be led as (A-28)."""
    kind = options["joker_lead"]
    if kind == "unled_suit":  # F4A8
        return set(SUITS) - deal.suits_led
    if kind == "not_void_suit":  # F3U6, F3R7
        return set(SUITS) - deal.voids[seat]
    if kind == "any_suit":  # OLD 5
        return set(SUITS)
    raise ValueError(f"joker_lead: {kind!r}")


def legal_leads(deal: Deal, options: dict[str, Any], seat: int) -> set[str]:
    """List what the leader may play.

    If no suit may be named, a joker may be led only as the last card (A-28); a hand of nothing
    but jokers counts as that, since something must be led.
    """
    jokers = loose_jokers(deal, seat)
    others = set(deal.hands[seat]) - jokers
    if not jokers:
        return others
    suits = nameable_suits(deal, options, seat)
    if suits:
        return others | {f"{joker}={suit}" for joker in jokers for suit in suits}
    return others or jokers


def legal_follows(deal: Deal, options: dict[str, Any], seat: int) -> set[str]:
    """List what a seat may play to a trick already led to."""
    hand = set(deal.hands[seat])
    led = led_suit(deal)
    if led is None:  # a joker led without a suit asks for nothing
        return hand
    following = {card for card in hand if suit_held(deal, seat, card) == led}
    if following:  # FH4; a joker without a suit never follows, so it waits (T76)
        return following
    trump = trump_of(deal.contract)
    if options["must_trump"] and trump is not None:  # F3R6
        trumps = {card for card in hand if suit_held(deal, seat, card) == trump}
        return trumps or hand
    if options["joker_forced_in_misere"] and is_misere(deal.contract):  # F4A8
        return loose_jokers(deal, seat) or hand
    return hand


def legal_cards(deal: Deal, options: dict[str, Any], seat: int) -> set[str]:
    """List the moves of the play phase for one seat."""
    if deal.trick:
        return legal_follows(deal, options, seat)
    return legal_leads(deal, options, seat)


def joker_strength(deal: Deal, options: dict[str, Any], seat: int, card: str) -> float:
    """Rank a joker in no-trumps or misère; 0 cannot win the trick.

    Where jokers are low in misère, one that was led (or named) is the lowest card of its suit and
    one thrown on another suit is nothing: the special rule goes before "top of its suit".
    """
    led = led_suit(deal)
    suit = suit_held(deal, seat, card)
    was_led = seat == deal.leader
    if is_misere(deal.contract) and options["joker_low_in_misere"]:
        return 0.5 if was_led or (suit is not None and suit == led) else 0
    if suit is not None:  # named by the contractor: top of that suit, nothing elsewhere (F4A7)
        return 50 - JOKERS.index(card) if suit == led else 0
    renounced = led in deal.voids[seat] and not was_led
    if renounced and options["joker_renounced"] == "may_not":
        return 0
    return 100 - JOKERS.index(card)


def strength(deal: Deal, options: dict[str, Any], seat: int, card: str) -> float:
    """Rank one card of the trick on the table: the highest wins, 0 cannot (FH2, FH5)."""
    trump = trump_of(deal.contract)
    suit = suit_held(deal, seat, card)
    if trump is not None and suit == trump:
        return 100 + trump_order(card, trump)
    if is_joker(card):
        return joker_strength(deal, options, seat, card)
    return 1 + rank_order(card) if suit == led_suit(deal) else 0


def trick_seats(deal: Deal, order: list[int]) -> list[int]:
    """Give the seats that played the cards on the table; order is the circle of active seats."""
    assert deal.leader is not None
    start = order.index(deal.leader)
    circle = order[start:] + order[:start]
    return circle[: len(deal.trick)]


def trick_winner(deal: Deal, options: dict[str, Any], order: list[int]) -> int:
    """Give the seat whose card wins the complete trick."""
    seats = trick_seats(deal, order)
    cards = [text.split("=")[0] for text in deal.trick]
    strengths = [strength(deal, options, *pair) for pair in zip(seats, cards, strict=True)]
    return seats[strengths.index(max(strengths))]


def voids_shown(deal: Deal, options: dict[str, Any], order: list[int]) -> list[set[str]]:
    """Give each seat's voids with those that the trick on the table has just shown.

    Where a trump must be played by who cannot follow (F3R6), another card shows that there is
    none. A joker led without a suit while cards are left shows a hand of jokers (A-28).
    """
    shown = [set(suits) for suits in deal.voids]
    if not deal.trick:
        return shown
    seats = trick_seats(deal, order)
    if (led := led_suit(deal)) is None:
        if deal.hands[seats[0]]:
            shown[seats[0]] = set(SUITS)
        return shown
    trump = trump_of(deal.contract)
    for seat, card in list(zip(seats, deal.trick, strict=True))[1:]:
        suit = suit_held(deal, seat, card)
        if suit != led:
            shown[seat].add(led)
            if options["must_trump"] and trump is not None and suit != trump:
                shown[seat].add(trump)
    return shown
