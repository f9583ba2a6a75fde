"""Moves and results in words, for the table in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cinqcents_env.notation.names import ENGLISH

HIDDEN = {"discard": "a card"}
"""First words of moves whose rest the other players may not know."""


def told(move: str, phase: str) -> str:
    """What the others at the table are told of a move; nothing where even that says too much.

    A contractor asked for his joker's suit who names none would betray that he holds it.

    >>> told("discard AS", "discard"), told("AS", "play"), told("pass", "name")
    ('discard a card', 'AS', '')
    """
    verb = move.partition(" ")[0]
    if phase == "name" and move == "pass":
        return ""
    return f"{verb} {HIDDEN[verb]}" if verb in HIDDEN else move


def winners_and_scores(result: Mapping[str, Any] | None, scores: list[int]) -> str:
    """How a game ended, for one who did not play."""
    points = " to ".join(map(str, scores))
    if result is None:
        return f"not finished, scores {points}"
    winners = result["winners"]
    if not winners:
        return f"nobody wins ({ENGLISH.endings[result['reason']]}), scores {points}"
    who = " and ".join(f"player {seat}" for seat in winners)
    verb = "wins" if len(winners) == 1 else "win"
    return f"{who} {verb} ({ENGLISH.endings[result['reason']]}), scores {points}"
