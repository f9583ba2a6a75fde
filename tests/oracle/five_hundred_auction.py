"""The auction: values and order of bids, who speaks next, and what he may say."""

from __future__ import annotations

from typing import Any

DENOMINATIONS = ("S", "C", "D", "H", "NT")
LEVELS = (6, 7, 8, 9, 10)
MISERE = "misere"
OPEN_MISERE = "open misere"
MISERES = (MISERE, OPEN_MISERE)

Log = list[tuple[int, str]]
"""Calls in order, each with the seat that made it."""


def is_misere(contract: str | None) -> bool:
    """Tell whether a contract promises to win no trick."""
    return contract in MISERES


def level_of(bid: str) -> int:
    """Give the number of tricks of a bid such as "7H" or "10NT"."""
    return int(bid.rstrip("SCDHNT"))


def denomination_of(bid: str) -> str:
    """Give S, C, D, H or NT of a bid such as "7H"."""
    return bid[len(str(level_of(bid))) :]


def trump_of(contract: str | None) -> str | None:
    """Give the trump suit; None in no-trumps, in misères and after all have passed."""
    if contract is None or contract == "none" or is_misere(contract):
        return None
    denomination = denomination_of(contract)
    return None if denomination == "NT" else denomination


def value_of(contract: str, options: dict[str, Any]) -> int:
    """Give what a contract is worth: the table of Part 2, misères from the options (A-27)."""
    if contract == MISERE:
        return int(options["misere_value"])
    if contract == OPEN_MISERE:
        return int(options["open_misere_value"])
    step = DENOMINATIONS.index(denomination_of(contract))
    return 40 + 100 * (level_of(contract) - 6) + 20 * step


def ladder(options: dict[str, Any]) -> list[str]:
    """List every bid the rules know, lowest first (FH1; misères placed as F3U3, F4A4, A-27 say)."""
    bids = [f"{level}{denomination}" for level in LEVELS for denomination in DENOMINATIONS]
    if options["misere"] != "off":
        below = {"above_7NT": "7NT", "above_8S": "8S"}[options["misere_rank"]]
        bids.insert(bids.index(below) + 1, MISERE)
    if options["open_misere"] != "off":
        below = {"above_10D": "10D", "top": bids[-1]}[options["open_misere_rank"]]
        bids.insert(bids.index(below) + 1, OPEN_MISERE)
    return bids


def standing(log: Log) -> tuple[int, str] | None:
    """Give the seat and the bid that stand, None before any bid."""
    bids = [(seat, call) for seat, call in log if call != "pass"]
    return bids[-1] if bids else None


def since_last_bid(log: Log) -> Log:
    """Give the calls made after the standing bid (all of them before any bid)."""
    later: Log = []
    for entry in log:
        later = [] if entry[1] != "pass" else [*later, entry]
    return later


def may_speak(seat: int, log: Log, kind: str) -> bool:
    """Tell whether a seat still has a call to make (F3U2, F3R3, F4A3, F4A11)."""
    holder = standing(log)
    if holder is not None and holder[0] == seat:
        return False
    if kind == "once":
        return all(speaker != seat for speaker, _ in log)
    if kind == "until_passed":
        return (seat, "pass") not in log
    if kind == "passer_may_return":
        return (seat, "pass") not in since_last_bid(log)
    raise ValueError(f"auction: {kind!r}")


def next_speaker(log: Log, kind: str, players: int, dealer: int) -> int | None:
    """Give the seat that speaks next, None when the auction is over."""
    last = log[-1][0] if log else dealer
    for distance in range(1, players + 1):
        seat = (last + distance) % players
        if may_speak(seat, log, kind):
            return seat
    return None


def log_of(calls: list[str], kind: str, players: int, dealer: int) -> Log:
    """Give each call of a written auction its seat."""
    log: Log = []
    for call in calls:
        seat = next_speaker(log, kind, players, dealer)
        if seat is None:
            raise ValueError(f"auction: a call after its end in {calls}")
        log.append((seat, call.removeprefix("bid ")))
    return log


def legal_calls(log: Log, options: dict[str, Any]) -> set[str]:
    """List what the next speaker may say: pass, or a bid above the standing one (FH1)."""
    bids = ladder(options)
    holder = standing(log)
    higher = bids if holder is None else bids[bids.index(holder[1]) + 1 :]
    calls = {"pass"} | {f"bid {bid}" for bid in higher}
    # F4A4: a misère needs some bid of exactly seven tricks before it, whoever made it.
    sevens = [call for _, call in log if call[:1] == "7"]
    if options["misere"] == "after_seven" and not sevens:
        calls.discard(f"bid {MISERE}")
    return calls
