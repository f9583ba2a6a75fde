"""The last line of a game played in the terminal, in English and in French."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cinqcents_env.cli.plain_words import PlainWords

if TYPE_CHECKING:
    from cinqcents_env.game import Game


def result_line(game: Game, seat: int, language: str) -> str:
    """How a game that is over ended for its player at ``seat``."""
    assert game.result is not None
    words = PlainWords(language)
    return words("result", words.verdict(game.result, seat), words.points(game.scores))


def unfinished_line(record: Path | None, language: str) -> str:
    """That a game was left before its end, and the file that holds what was played of it."""
    words = PlainWords(language)
    return words("unfinished") + (words("held", record) if record else "")
