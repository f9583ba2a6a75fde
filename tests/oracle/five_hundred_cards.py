"""Cards of the auction game as plain texts: packs, order, and which suit a card belongs to."""

from __future__ import annotations

import functools

SUITS = "SCDH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A")
JOKERS = ("JK", "JK2")
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}


def is_joker(card: str) -> bool:
    """Tell whether the card is one of the (at most two) jokers."""
    return card in JOKERS


def rank_order(card: str) -> int:
    """Give the place of a card's rank in a plain suit: A K Q J 13 12 11 T 9 ... (FH2, F6.3)."""
    return RANKS.index(card[:-1])


def sort_key(card: str) -> tuple[int, int]:
    """Order cards by suit S C D H, then rank upwards, jokers last."""
    if is_joker(card):
        return len(SUITS), JOKERS.index(card)
    return SUITS.index(card[-1]), rank_order(card)


def cards_of(text: str) -> list[str]:
    """Read a string of cards such as "AS TH JK"."""
    return text.split()


def text_of(cards: list[str]) -> str:
    """Write cards in their canonical order."""
    return " ".join(sorted(cards, key=sort_key))


def ranks_from(lowest: str) -> list[str]:
    """List the ordinary ranks (no 11, 12, 13) from the lowest one up to the ace."""
    start = RANKS.index(lowest)
    return [rank for rank in RANKS[start:] if rank not in ("11", "12", "13")]


def suited(ranks: list[str], suits: str) -> list[str]:
    """Combine every rank with every suit."""
    return [rank + suit for suit in suits for rank in ranks]


def pack(name: str) -> list[str]:
    """List the cards of a pack named as in the option table."""
    return list(_pack(name))


@functools.cache
def _pack(name: str) -> tuple[str, ...]:
    """List the cards of a pack named as in the option table."""
    nine_up = suited(ranks_from("9"), SUITS)
    seven_up = suited(ranks_from("7"), SUITS)
    red_four_up = suited(ranks_from("4"), "DH") + suited(ranks_from("5"), "SC")  # F4A1
    all_52 = suited(ranks_from("2"), SUITS)
    six_players = all_52 + suited(["11", "12"], SUITS) + suited(["13"], "DH")  # F6.1
    contents = {
        "24": nine_up,
        "25": [*nine_up, "JK"],
        "33": [*seven_up, "JK"],
        "42": red_four_up,
        "43": [*red_four_up, "JK"],
        "43r": [*suited(ranks_from("5"), SUITS), "4H", "4C", "JK"],
        "45": [*red_four_up, "4S", "4C", "JK"],
        "46": [*red_four_up, "4S", "4C", "JK", "JK2"],
        "53": [*all_52, "JK"],
        "62": six_players,
        "63": [*six_players, "JK"],
    }
    return tuple(sorted(contents[name], key=sort_key))


def suit_of(card: str, trump: str | None) -> str | None:
    """Give the suit a card belongs to; None for a joker where there is no trump suit.

    The left bower is a trump for every purpose (FH2), the joker the highest trump (FH6).
    """
    if is_joker(card):
        return trump
    if trump is not None and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[-1]


def trump_order(card: str, trump: str) -> int:
    """Give a card's place among the trumps: joker, right bower, left bower, A K Q ... (FH2)."""
    if card == "JK":
        return 103
    if card == "JK2":
        return 102
    if card == "J" + trump:
        return 101
    if card == "J" + SAME_COLOUR[trump]:
        return 100
    return rank_order(card)


def bowers(trump: str) -> set[str]:
    """Name the two jacks that head a trump suit."""
    return {"J" + trump, "J" + SAME_COLOUR[trump]}
