"""Facts of Five Hundred read off an observation, by the names of the bookkeeper.

Left out, because the observation of one moment does not hold it: the order in which the
tricks already gathered fell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cinqcents_env as cc
from tests.oracle.five_hundred_cards import text_of
from tests.proof.reading import Reading

SUITS = "SCDH"
PHASES = ("bid", "discard", "call", "name", "play", "play", "over")


def facts(reading: Reading, seat: int) -> dict[str, Any]:
    """What the observation of ``seat`` says, in absolute seats."""
    rules, players = reading.rules, reading.rules.players
    declarer = _seat(reading, "declarer", seat)
    told: dict[str, Any] = {
        "hand": text_of(reading.cards("hand")),
        "hand_sizes": _turned(reading.numbers("hand_sizes", 16), seat),
        "discards": text_of(reading.cards("discards")) if declarer == seat else None,
        "kitty": sorted(reading.cards("kitty")),
        "exposed": text_of(reading.cards("exposed")),
        "played": _played(reading, seat),
        "trick": sorted(reading.cards("trick")),
        "contract": _contract(reading),
        "declarer": declarer,
        "called": next(iter(reading.cards("called")), None),
        "partner": _seat(reading, "partner", seat),
        "joker_suit": _suit(reading, "joker_suit"),
        "suits_led": "".join(SUITS[i] for i in reading.members("suits_led")),
        "voids": _turned(
            ["".join(SUITS[i] for i in suits) for suits in reading.per_seat("voids", players)], seat
        ),
        "tricks": _turned(reading.numbers("tricks", 10), seat),
        "dealer": _seat(reading, "dealer", seat),
        "deal_number": reading.number("deal_number", rules.max_deals),
        "phase": PHASES[reading.only("phase") or 0],
        "bids": _bids(reading, seat),
        "scores": _turned(reading.numbers("scores", rules.target), seat, len(rules.sides)),
    }
    if told["phase"] != "over":
        told["to_move"] = _seat(reading, "to_move", seat)
    if told["phase"] == "play":
        told["leader"] = _seat(reading, "leader", seat)
    return told


def _turned(values: list[Any], seat: int, number: int | None = None) -> list[Any]:
    """Values by absolute seat (or side) of a list that begins with the viewer's."""
    number = len(values) if number is None else number
    return [values[(at - seat) % number] for at in range(number)]


def _seat(reading: Reading, name: str, seat: int) -> int | None:
    at = reading.only(name)
    return None if at is None else (seat + at) % reading.rules.players


def _suit(reading: Reading, name: str) -> str | None:
    at = reading.only(name)
    return None if at is None else SUITS[at]


def _contract(reading: Reading) -> str | None:
    at = reading.only("contract")
    if at is None:
        return None
    texts = [f"{n}{suit}" for n in range(6, 11) for suit in (*SUITS, "NT")]
    return [*texts, "misere", "open misere", "none"][at]


def _played(reading: Reading, seat: int) -> list[list[str]]:
    players = reading.rules.players
    each = [[reading.pack[i] for i in cards] for cards in reading.per_seat("played", players)]
    return _turned([sorted(cards) for cards in each], seat)


def _bids(reading: Reading, seat: int) -> list[list[str]]:
    players = reading.rules.players
    first = cc.move_index(reading.rules, "bid 6S")
    each = [
        sorted(cc.move_text(reading.rules, first + bid) for bid in bids)
        for bids in reading.per_seat("bids", players)
    ]
    return _turned(each, seat)


def due(known: Mapping[str, Any], name: str) -> Any:
    """The bookkeeper's fact, in the form in which an observation can hold it."""
    players = len(known["hand_sizes"])
    if name == "kitty":
        return sorted(known["kitty"] or {})
    if name == "exposed":
        return "".join(known["exposed"].values())
    if name == "trick":
        return sorted(move.split("=")[0] for move in known["trick"])
    if name == "played":
        cards: list[list[str]] = [[] for _ in range(players)]
        for seat, move in known["played"]:
            cards[seat].append(move.split("=")[0])
        return [sorted(his) for his in cards]
    if name == "bids":
        return _spoken(known, players)
    if known["phase"] == "name" and known["seat"] != known["declarer"]:
        # That the declarer is asked would tell that he holds the joker: he seems to lead.
        if name in ("phase", "leader"):
            return "play" if name == "phase" else known["declarer"]
    return known[name]


def _spoken(known: Mapping[str, Any], players: int) -> list[list[str]]:
    """Bids of each seat, from the order of the calls."""
    bids: list[list[str]] = [[] for _ in range(players)]
    passed: set[int] = set()
    seat, holder = (known["dealer"] + 1) % players, None
    for number, call in enumerate(known["auction"]):
        while number >= players and (seat in passed or seat == holder):
            seat = (seat + 1) % players
        if call == "pass":
            passed.add(seat)
        else:
            bids[seat].append(call)
            holder = seat
            if known["auction_kind"] == "passer_may_return":
                passed.clear()
        seat = (seat + 1) % players
    return [sorted(his) for his in bids]
