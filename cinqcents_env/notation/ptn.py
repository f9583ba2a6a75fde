"""PTN: recorded deals of Five Hundred as people exchange them; reading and writing.

PTN is a plain-text record with tags, an auction and a table of tricks. It seats four
players (three here sit West, North and East). What it has no word for is written in
tags of our own, which other programs skip: ``RuleSet`` and ``RuleOptions``,
``JokerSuit`` (the suit that the contractor gave his joker) and ``JokerLed`` (trick and
suit of a joker led in no-trumps).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.five_hundred import OVER, pack_rules
from cinqcents_env.notation.fields import rules_of
from cinqcents_env.notation.five_hundred import from_position, scores_of
from cinqcents_env.notation.moves import move_index
from cinqcents_env.notation.ptn_reader import read_ptn
from cinqcents_env.notation.ptn_text import (
    COMPASS,
    GAME_CODE,
    SEAT_TAGS,
    PtnDeal,
    PtnError,
    bid_out,
    card_out,
    hand_out,
    options_out,
    seats_of,
)
from cinqcents_env.rulebook import REGISTRY, FiveHundredRules


def write_ptn(
    record: Mapping[str, Any], *, names: Mapping[str, str] | None = None, event: str = ""
) -> str:
    """All finished deals of a game as PTN, one after the other.

    Args:
        record: the game as ``Game.record()`` gives it.
        names: names of the players by ``"West"``, ``"North"`` and so on.
        event: what the game is called.

    Raises:
        PtnError: PTN has no word for the rules, or no deal is finished.
    """
    rules = rules_of(record)
    if not isinstance(rules, FiveHundredRules):
        raise PtnError("GameCode", f"{rules.ruleset} is not Five Hundred")
    seats_of(rules)
    states = _first_state(rules, record)
    texts = []
    for deal in record["deals"]:
        entry = _play(rules, states, deal)
        if entry is None:
            break
        texts.append(_deal_text(rules, deal, entry, names or {}, event))
    if not texts:
        raise PtnError("Play", "no deal of the game is finished")
    return "\n".join(texts)


def _first_state(rules: FiveHundredRules, record: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    start = record.get("start")
    if start is not None:
        if start.get("phase", "bid") != "bid" or start.get("auction"):
            raise PtnError("Deal", "the record starts in the middle of a deal")
        return from_position(rules, start)
    states = from_position(rules, {"hands": ["" for _ in range(rules.players)], "phase": "over"})
    scores = record.get("start_scores")
    packed = pack_rules(rules, tuple(scores) if isinstance(scores, list) else scores)
    seeds = np.array([record["seed"]], dtype=np.int64)
    loops(rules.family).reset_games(packed, states, seeds)
    return states


def _play(
    rules: FiveHundredRules, states: np.ndarray[Any, Any], deal: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Play a deal: its calls, discards, tricks by seat and scores; None if unfinished."""
    entry: dict[str, Any] = {"calls": [], "removed": [], "tricks": [], "led": [], "named": ""}
    number, packed = int(states["deal_number"][0]), pack_rules(rules)
    entry["kitty"] = [] if states["kitty"][0] == 0 else deal["kitty"].split()
    for move in deal["moves"]:
        seat, tricks = int(states["to_move"][0]), int(states["tricks"][0].sum())
        if not loops(rules.family).step_game(packed, states, 0, move_index(rules, move)):
            raise PtnError("Play", f"{move!r} is not legal for seat {seat}")
        words = move.split()
        if words[0] == "bid" or (move == "pass" and entry["named"] == "" and not entry["removed"]):
            entry["calls"].append((seat, move.removeprefix("bid ")))
        elif words[0] == "discard":
            entry["removed"].append(words[1])
        elif words[0] == "name":
            entry["named"] = words[1]
        elif move != "pass":
            _note_card(entry, seat, tricks, move)
    over = states["phase"][0] == OVER
    if not over and states["deal_number"][0] == number:
        return None
    entry["scores"] = scores_of(rules, states[0])
    return entry


def _note_card(entry: dict[str, Any], seat: int, trick: int, move: str) -> None:
    card, _, suit = move.partition("=")
    if len(entry["tricks"]) == trick:
        entry["tricks"].append({})
    entry["tricks"][trick][seat] = card
    if suit:
        entry["led"].append(f"{trick + 1}{suit}")


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _deal_text(
    rules: FiveHundredRules,
    deal: Mapping[str, Any],
    entry: dict[str, Any],
    names: Mapping[str, str],
    event: str,
) -> str:
    seats, dealer = seats_of(rules), int(deal["dealer"])
    order = [(dealer + step) % rules.players for step in range(rules.players)]
    hands = " ".join(hand_out(deal["hands"][seat].split()) for seat in order)
    scores = " ".join(str(entry["scores"][seat % rules.num_sides]) for seat in range(rules.players))
    lines = [
        _tag("Event", event or rules.ruleset),
        _tag("GameCode", GAME_CODE),
        _tag("GameOptionsJson", json.dumps(options_out(rules), separators=(",", ":"))),
        _tag("RuleSet", rules.ruleset),
        _tag("RuleOptions", json.dumps(rules.changed_from(REGISTRY[rules.ruleset]))),
        _tag("GameScores", f"W:{scores}"),
        *(_tag(SEAT_TAGS[s], names.get(SEAT_TAGS[s], SEAT_TAGS[s].lower())) for s in seats),
        _tag("Dealer", seats[dealer]),
        _tag("Deal", f"{seats[dealer]}:{hands}"),
        _tag("Undealt", "".join(card_out(card) for card in entry["kitty"])),
    ]
    return "\n".join([*lines, *_play_lines(rules, dealer, entry), ""])


def _play_lines(rules: FiveHundredRules, dealer: int, entry: dict[str, Any]) -> list[str]:
    """Contract, auction, cards added and removed, and the table of tricks."""
    seats, first = seats_of(rules), (dealer + 1) % rules.players
    bids = [(seat, call) for seat, call in entry["calls"] if call != "pass"]
    auction = [_tag("Auction", seats[first]), *_auction_lines(rules, first, entry["calls"])]
    if not bids:
        return auction
    declarer, contract = bids[-1]
    letter = seats[declarer]
    lines = [_tag("Declarer", letter), _tag("Contract", bid_out(contract)), *auction]
    lines.append(_tag("CardsAdded", f"{letter}:" + "".join(map(card_out, entry["kitty"]))))
    lines.append(_tag("CardsRemoved", f"{letter}:" + "".join(map(card_out, entry["removed"]))))
    if entry["named"]:
        lines.append(_tag("JokerSuit", entry["named"]))
    if entry["led"]:
        lines.append(_tag("JokerLed", " ".join(entry["led"])))
    lines.append(_tag("Play", letter))
    for trick in entry["tricks"]:
        columns = [(declarer + step) % rules.players for step in range(rules.players)]
        lines.append(" ".join(card_out(trick[s]) if s in trick else "-" for s in columns))
    return lines


def _auction_lines(rules: FiveHundredRules, first: int, calls: list[tuple[int, str]]) -> list[str]:
    """One line a round; ``-`` where nobody is asked any more."""
    words, seat = [], first
    for caller, call in calls:
        while seat != caller:
            words.append("-")
            seat = (seat + 1) % rules.players
        words.append("Pass" if call == "pass" else bid_out(call))
        seat = (seat + 1) % rules.players
    size = rules.players
    return [" ".join(words[at : at + size]) for at in range(0, len(words), size)]


__all__ = ["COMPASS", "PtnDeal", "PtnError", "read_ptn", "write_ptn"]
