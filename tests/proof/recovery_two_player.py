"""Facts of the two-player game read off an observation, by the names of the bookkeeper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cinqcents_env as cc
from tests.oracle.cinqcents_cards import place
from tests.proof.reading import Reading

PHASES = ("play", "play", "meld", "over")


def facts(reading: Reading, seat: int) -> dict[str, Any]:
    """What the observation of ``seat`` says, in absolute seats."""
    pack, rules = reading.pack, reading.rules
    told: dict[str, Any] = {
        "hand": " ".join(reading.cards("hand")),
        "opponent": " ".join(reading.cards("known_opponent")),
        "shown": " ".join(reading.cards("known_own")),
        "opponent_size": reading.number("opponent_hand_size", len(pack)),
        "stock_size": reading.number("stock_size", len(pack)),
        "trick": reading.cards("trick"),
        "target": reading.number("target", rules.target),
        "deal_number": reading.number("deal_number", rules.max_deals),
        "pending_seven": reading.flag("pending_seven"),
        "phase": PHASES[reading.only("phase") or 0],
        "dealer": seat if reading.flag("dealer") else 1 - seat,
        "leader": seat if reading.flag("leader") else 1 - seat,
    }
    turned = reading.cards("turnup")
    told["turnup"] = turned[0] if turned else None
    suits = "SCDH" if len(pack) == 32 else "SH"
    told["trump"] = "".join(suits[i] for i in reading.members("trump"))
    if told["phase"] != "over":
        told["to_move"] = seat if reading.flag("to_move") else 1 - seat
        taken = reading.number("step_exchanged", len(pack))
        exchanged = pack[taken - 1] if taken else None
        told["step"] = {"melds": reading.number("step_melds", 16), "exchanged": exchanged}
    told |= _pairs(reading, seat)
    told["unseen"] = _unseen(reading)
    return told


def _pairs(reading: Reading, seat: int) -> dict[str, Any]:
    """Facts of both seats, in the order of the absolute seats."""
    ruleset, first = reading.rules, len(reading.pack)
    captured, melds = [], []
    for side in ("own", "opponent"):
        captured.append(" ".join(reading.cards(f"captured_{side}")))
        declared = [cc.move_text(ruleset, first + i) for i in reading.members(f"melds_{side}")]
        melds.append(sorted(declared))
    pairs = {"captured": captured, "melds": melds}
    pairs["marked"] = reading.numbers("marked", reading.rules.target)
    return {name: pair[::-1] if seat else pair for name, pair in pairs.items()}


def _unseen(reading: Reading) -> str:
    """Cards of the pack that no block places."""
    blocks = ("hand", "known_opponent", "captured_own", "captured_opponent", "trick", "turnup")
    seen = {card for block in blocks for card in reading.cards(block)}
    return " ".join(card for card in reading.pack if card not in seen)


def due(known: Mapping[str, Any], name: str) -> Any:
    """The bookkeeper's fact, with what has no order put in order."""
    if name == "melds":
        return [sorted(declared) for declared in known[name]]
    if name == "trick":
        return sorted(known[name], key=place)
    return known[name]
