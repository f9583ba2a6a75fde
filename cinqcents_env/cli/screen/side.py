"""The column beside the table: what happened, or a hint; and the score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cinqcents_env.cli.screen.grid import clipped
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.cli.session import DealOver, Moved, Session

if TYPE_CHECKING:
    from cinqcents_env.cli.session import Event
    from cinqcents_env.evaluation.analysis import Analysis

LEAST = 0.005
"""Probability from which a move is worth a line of a hint that gives no values."""

Line = tuple[str, str]
"""A line and its style."""


def story(session: Session, words: Words, width: int, height: int) -> list[Line]:
    """The last of what happened, latest at the bottom."""
    lines = [(words("moves"), "bold underline")]
    told = [line for event in session.told.events[-4 * height :] for line in _told(event, words)]
    kept = told[-(height - 1) :]
    return lines + [(clipped(text, width), style) for text, style in kept]


def _told(event: Event, words: Words) -> list[Line]:
    if isinstance(event, DealOver):
        points = _points(event.scores)
        return [(words("deal over", event.number), "bold yellow"), (f" {points}", "bold yellow")]
    if not isinstance(event, Moved):
        own = event.seat == words.seat
        text = words("takes it you") if own else words("takes it", words.who(event.seat))
        return [(text, "green" if own else "grey62")]
    if not event.words:
        return []
    text = words("says", words.who(event.seat), words.move(event.words))
    return [(text, "bold" if event.seat == words.seat else "")]


def _points(scores: tuple[int, ...]) -> str:
    return "  ".join(map(str, scores))


def hint(found: Analysis, words: Words, width: int, height: int) -> list[Line]:
    """What an agent thinks of the legal moves, the likeliest first, with what it expects of each.

    Exact values, where they are known, stand in place of the agent's, the best move first.
    """
    lines = [(clipped(words("hint", found.agent), width), "bold underline")]
    told = [m for m in found.moves if m.value is not None or m.probability >= LEAST]
    if found.exact_unit:
        told = [m for m in found.moves if m.best] + [m for m in found.moves if not m.best]
        lines.append((words("exact", words(found.exact_unit)), "grey62"))
    elif found.unit:
        lines.append((words("worth", words(found.unit)), "grey62"))
    if any((m.exact if found.exact_unit else m.value) is not None for m in told):
        first = words("move").ljust(width - 8 - len(words("probability")))
        lines.append((f"{first}{words('probability')}{words('value'):>8}", "grey62"))
    for move in told[: height - len(lines)]:
        value = move.exact if found.exact_unit else move.value
        number = "" if value is None else f"{value:8.2f}"
        label = clipped(words.move(move.move), width - 7 - len(number))
        gap = width - len(label) - 6 - len(number)
        lines.append((f"{label}{' ' * gap}{move.probability:6.0%}{number}", ""))
    return lines
