"""Cards of the two-player family: packs, orders, who wins a trick, what may follow at the end."""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "SCDH"
RANKS = "789JQKTA"  # CL2, from low to high; also the order in which a hand is written
PACKS = {"32": ("SCDH", "789JQKTA"), "8": ("SH", "QKTA")}


def full_pack(name: str) -> list[str]:
    """Every card of the pack, suits in order, ranks ascending."""
    suits, ranks = PACKS[name]
    return [rank + suit for suit in suits for rank in ranks]


def place(card: str) -> tuple[int, int]:
    """Where a card stands in a written hand: by suit, then by rank."""
    return SUITS.index(card[1]), RANKS.index(card[0])


def written(cards: Iterable[str]) -> str:
    """The cards as one text, in canonical order."""
    return " ".join(sorted(cards, key=place))


def higher(card: str, other: str) -> bool:
    """Whether one card of a suit ranks above another (CL2)."""
    return RANKS.index(card[0]) > RANKS.index(other[0])


def follower_wins(led: str, followed: str, trump: str) -> bool:
    """Whether the second card of a trick takes it (CL9)."""
    if followed[1] == led[1]:
        return higher(followed, led)
    return followed[1] == trump


def may_follow(hand: Iterable[str], led: str, trump: str, duty: str) -> set[str]:
    """The cards that may follow `led` in the last phase (CL11, A-08)."""
    cards = set(hand)
    same_suit = {card for card in cards if card[1] == led[1]}
    trumps = {card for card in cards if card[1] == trump}
    if same_suit:
        beating = {card for card in same_suit if higher(card, led)}
        if duty == "follow_beat_trump" and beating:
            return beating
        return same_suit
    if duty == "follow_beat_trump" and trumps:
        return trumps
    return cards
