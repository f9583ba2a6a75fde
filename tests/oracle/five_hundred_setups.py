"""Positions of the auction game that the oracle's tests start from."""

from __future__ import annotations

from typing import Any

from .five_hundred import Oracle
from .five_hundred_cards import pack, text_of
from .five_hundred_rule_sets import options_of


def oracle_at(name: str, changes: dict[str, Any] | None = None, **position: Any) -> Oracle:
    """Set up an oracle in the middle of a deal."""
    options = options_of(name, **(changes or {}))
    return Oracle(options, {"hands": [""] * options["players"]} | position)


def fresh(name: str, dealer: int | None = None, **changes: Any) -> Oracle:
    """Deal the pack out in order; by default seat 0 speaks first."""
    options = options_of(name, **changes)
    players = options["players"]
    cards = pack(options["pack"])
    hands = [text_of(cards[10 * seat : 10 * seat + 10]) for seat in range(players)]
    rest = cards[10 * players :]
    dead = rest[:10] if options["dead_hand"] else []
    kitty = rest[len(dead) :]
    where = players - 1 if dealer is None else dealer
    position = {"hands": hands, "kitty": text_of(kitty), "dead": text_of(dead), "dealer": where}
    return Oracle(options, position)


def last_trick(name: str, contract: str, tricks: list[int], **more: Any) -> Oracle:
    """Set up the last trick: seat 0 declares, leads the ace of trumps (or of spades) and wins."""
    players = options_of(name)["players"]
    hands = ["AS" if contract[-1] not in "SCDH" else "A" + contract[-1], "7C", "8C", "9C"]
    hands = [*hands, "TC", "7D"][:players]
    changes = more.pop("changes", None)
    fields = {"phase": "play", "contract": contract, "declarer": 0, "leader": 0, "dealer": 1}
    return oracle_at(name, changes, hands=hands, tricks=tricks, **fields, **more)


def play_out(oracle: Oracle, *moves: str) -> Oracle:
    """Make some moves, then forced ones to the end of the deal."""
    for move in moves:
        oracle.play(move)
    while not (oracle.over or oracle.awaiting_deal) and len(oracle.legal()) == 1:
        oracle.play(min(oracle.legal()))
    return oracle
