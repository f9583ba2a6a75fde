"""Perft: how many ways there are to play on from a fixed position, move by move."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cinqcents_env as cc
from tests.oracle.cinqcents import Oracle as TwoPlayerOracle
from tests.oracle.five_hundred import Oracle as AuctionOracle
from tests.oracle.five_hundred_rule_sets import TABLE

FILE = Path(__file__).parent / "perft.json"
LEAVES = 3000
"""A count of more leaves is not made."""

Position = dict[str, Any]


def by_package(position: Position, plies: int) -> list[int]:
    """Number of sequences of 1, 2, ... ``plies`` moves, counted on the package."""
    game = cc.Game.from_position(position)
    level, counts = [game], []
    for _ in range(plies):
        following = []
        for one in level:
            for move in one.legal_moves():
                after = one.copy()
                after.play(move)
                if after.position()["deal_number"] == position["deal_number"]:
                    following.append(after)
                else:
                    following.append(None)
        counts.append(len(following))
        level = [one for one in following if one is not None]
    return counts


def by_oracle(position: Position, plies: int) -> list[int]:
    """The same, counted on the oracle."""
    level, counts = [_oracle(position)], []
    for _ in range(plies):
        following = []
        for one in level:
            for move in sorted(one.legal()):
                after = copy.deepcopy(one)
                after.play(move)
                following.append(after)
        counts.append(len(following))
        level = [one for one in following if not one.awaiting_deal]
    return counts


def _oracle(position: Position) -> Any:
    base = cc.rules(position["rules"], **_tuples(position["options"]))
    options = json.loads(json.dumps(dataclasses.asdict(base)))
    if base.family == "cinqcents":
        return TwoPlayerOracle(options, position)
    table = TABLE[position["rules"]]
    return AuctionOracle(options | {name: table[name] for name in ("players", "sides")}, position)


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}


def stored() -> list[dict[str, Any]]:
    """The positions and their counts."""
    entries: list[dict[str, Any]] = json.loads(FILE.read_text())
    return entries


def fixed_positions(ruleset: str) -> list[tuple[str, Position]]:
    """The start of a deal, its middle and its end, from one fixed game each."""
    found = []
    for name, share in (("start", 0.0), ("middle", 0.5), ("end", 0.85)):
        moves = _deal_of_moves(ruleset)
        game = cc.Game(ruleset, seed=5)
        for move in moves[: int(share * len(moves))]:
            game.play(move)
        found.append((name, game.position()))
    return found


def _deal_of_moves(ruleset: str) -> Sequence[str]:
    """The moves of a deal that is played."""
    rng = random.Random(5)
    game = cc.Game(ruleset, seed=5)
    moves: list[str] = []
    while not game.is_over and game.position()["deal_number"] == 0:
        legal = game.legal_moves()
        quiet = [m for m in legal if m == "pass"] if any("bid" in m for m in moves) else []
        pool = quiet or [m for m in legal if m not in ("pass", "stop")] or legal
        moves.append(pool[int(rng.random() * min(len(pool), 12))])
        game.play(moves[-1])
    return moves


def depth(position: Position, limit: int = LEAVES) -> int:
    """The most plies, five at most, that stay below the limit of leaves."""
    plies = 1
    while plies < 5 and by_package(position, plies + 1)[-1] <= limit:
        plies += 1
    return plies
