"""Positions of the two-player family for the tests of options."""

from __future__ import annotations

from typing import Any

import cinqcents_env as cc

PACK = [rank + suit for suit in "SCDH" for rank in "789JQKTA"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def worth(cards: list[str]) -> int:
    """Card points."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def seated(
    mine: str, theirs: str = "", *, turnup: str | None = "9H", stock: int = 3, **fields: Any
) -> cc.Game:
    """Seat 0 on move with ``mine``; seat 1 and the stock get worthless cards where none is named.

    ``stock`` counts the face-down cards. Without a turn-up hearts are trumps.
    """
    named = f"{mine} {theirs} {turnup or ''} {' '.join(fields.get('trick', []))} "
    named += " ".join(fields.get("captured", []))
    spare = [card for card in PACK if card not in named.split() and card != "7H"]
    spare.sort(key=lambda card: (POINTS.get(card[0], 0), card))
    other = theirs.split()
    while len(other) < len(mine.split()) - len(fields.get("trick", [])):
        other.append(spare.pop(0))
    below = [spare.pop(0) for _ in range(stock)] if turnup else []
    led = bool(fields.get("trick"))
    position = {
        "rules": "classic",
        "dealer": 1,
        "leader": 1 if led else 0,
        "hands": [mine, " ".join(other)],
        "turnup": turnup,
        "stock": " ".join(below),
        "trump": turnup[1] if turnup else "H",
    }
    return cc.Game.from_position(position | fields)


def won_trick(mine: str, **settings: Any) -> cc.Game:
    """Seat 0 has just won a trick and may declare before it draws."""
    return seated(mine, phase="meld", **settings)


def take(cards: list[str], points: int) -> list[str] | None:
    """Some of the cards that are worth exactly so much."""
    if points == 0:
        return []
    for at, card in enumerate(cards):
        value = worth([card])
        if 0 < value <= points:
            rest = take(cards[at + 1 :], points - value)
            if rest is not None:
                return [card, *rest]
    return None


def last_trick(first: int, *, wins: int = 0, **fields: Any) -> cc.Game:
    """One trick before the deal's end; seat 0 will have ``first`` of the 120 card points.

    Seat ``wins`` takes the last trick with the ace of spades.
    """
    rest = [card for card in PACK if card not in ("AS", "7S")]
    pile = take(rest, first - (11 if wins == 0 else 0))
    assert pile is not None
    others = [card for card in rest if card not in pile]
    options = {"seven_turned": 0, "last_trick": 0} | fields.pop("options", {})
    position = {
        "rules": "classic",
        "options": options,
        "hands": ["AS", "7S"] if wins == 0 else ["7S", "AS"],
        "trump": "H",
        "leader": wins,
        "captured": [" ".join(pile), " ".join(others)],
    }
    game = cc.Game.from_position(position | fields)
    game.play("AS")
    game.play("7S")
    return game


def melds_of(game: cc.Game) -> list[str]:
    """The melds on offer."""
    heads = ("marriage", "quint", "four", "binage")
    return [move for move in game.legal_moves() if move.startswith(heads)]
