"""The last line of a game played in the terminal, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.words import verdict
from cinqcents_env.notation.names import FRENCH

if TYPE_CHECKING:
    from cinqcents_env.game import Game


def result_line(game: Game, seat: int, language: str) -> str:
    """How a game that is over ended for its player at ``seat``."""
    assert game.result is not None
    if language == "fr":
        points = " à ".join(map(str, game.scores))
        return f"résultat : {_verdict_french(game.result, seat)} ; marque {points}"
    return f"result: {verdict(game.result, seat)}; scores {' to '.join(map(str, game.scores))}"


def _verdict_french(result: Mapping[str, Any], seat: int) -> str:
    winners = result["winners"]
    if not winners:
        outcome = "personne ne gagne"
    elif seat in winners:
        outcome = "vous gagnez"
    else:
        outcome = f"vous perdez contre {' et '.join(f'joueur {winner}' for winner in winners)}"
    return f"{outcome} ({FRENCH.endings[result['reason']]})"


def unfinished_line(record: Path | None, language: str) -> str:
    """That a game was left before its end, and the file that holds what was played of it."""
    if language == "fr":
        return "partie quittée avant la fin" + (f" ; elle est dans {record}" if record else "")
    return "game left unfinished" + (f"; {record} holds it" if record else "")
