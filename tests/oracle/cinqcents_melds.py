"""Melds of the two-player family: which exist, what they are worth, which a hand may declare."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from typing import Any

from .cinqcents_cards import SUITS, full_pack

Options = dict[str, Any]
FOURS = "ATKQJ"  # the order of the option `fours`


def cards_of_meld(meld: str, options: Options) -> frozenset[str]:
    """The cards that a meld consists of."""
    return _cards_of_meld(meld, options["binage_cards"])


@functools.cache
def _cards_of_meld(meld: str, binage_cards: str) -> frozenset[str]:
    name, _, detail = meld.partition(" ")
    if name == "marriage":
        return frozenset({"K" + detail, "Q" + detail})
    if name == "quint":
        return frozenset(rank + detail for rank in "ATKQJ")
    if name == "four":
        return frozenset(detail + suit for suit in SUITS)
    if name == "binage":
        return frozenset(binage_cards.split())
    raise ValueError(f"no such meld: {meld}")


def worth(meld: str, options: Options, trump: str) -> int:
    """The points of a meld (CL12)."""
    name, _, detail = meld.partition(" ")
    if name in ("marriage", "quint"):
        return int(options[f"{name}_trump" if detail == trump else f"{name}_plain"])
    if name == "four":
        return int(options["fours"][FOURS.index(detail)])
    return int(options["binage"])


def existing_melds(options: Options, trump: str) -> list[str]:
    """Every meld that these rules know: worth something, and made of cards of the pack."""
    names = [f"marriage {suit}" for suit in SUITS]
    names += [f"quint {suit}" for suit in SUITS]
    names += [f"four {rank}" for rank in FOURS]
    names.append("binage")
    pack = set(full_pack(options["pack"]))
    return [
        meld
        for meld in names
        if worth(meld, options, trump) > 0 and cards_of_meld(meld, options) <= pack
    ]


def barred_by_reuse(meld: str, declared: Collection[str], options: Options) -> bool:
    """Whether the seat's earlier melds of this deal forbid this one (A-04)."""
    if meld in declared:
        return True  # an exact card set scores once (CL16, BI7)
    name, _, suit = meld.partition(" ")
    reuse = options["reuse"]
    if reuse == "none":  # FO4
        used = frozenset().union(*(cards_of_meld(earlier, options) for earlier in declared))
        return bool(used & cards_of_meld(meld, options))
    if reuse == "marriage_xor_quint":  # S0 r13, in either order
        rival = {"marriage": "quint", "quint": "marriage"}.get(name)
        return rival is not None and f"{rival} {suit}" in declared
    if name == "marriage" and not options["marriage_after_quint"]:  # exact_once
        return f"quint {suit}" in declared
    return False


def can_declare(
    meld: str,
    hand: Iterable[str],
    declared: Collection[str],
    just_taken: str | None,
    options: Options,
) -> bool:
    """Whether the meld is true: held, not barred, and free of the card just taken (A-34)."""
    needed = cards_of_meld(meld, options)
    if not needed.issubset(hand):
        return False
    if just_taken in needed and not options["exchanged_card_meldable"]:
        return False
    return not barred_by_reuse(meld, declared, options)
