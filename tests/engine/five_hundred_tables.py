"""Positions of Five Hundred for the tests of options."""

from __future__ import annotations

from typing import Any

from cinqcents_env.game import Game

PLAYERS = {"us2": 2, "ru2": 2, "us3": 3, "ru3": 3, "au4": 4, "ru4": 4, "au5": 5, "au6": 6}


def table(ruleset: str, *hands: str, options: dict[str, Any] | None = None, **fields: Any) -> Game:
    """A game in play from a position; seat 0 declares and leads unless told otherwise."""
    position = {
        "rules": ruleset,
        "options": options or {},
        "dealer": PLAYERS[ruleset] - 1,
        "hands": list(hands),
        "contract": "6S",
        "declarer": 0,
    }
    return Game.from_position(position | fields)


def play(game: Game, moves: str) -> Game:
    """Play some moves, written with commas."""
    for move in moves.split(", "):
        game.play(move)
    return game
