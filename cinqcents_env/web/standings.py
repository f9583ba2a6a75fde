"""Results of tournaments, as ``cinqcents tournament`` writes them, read for the page."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, NamedTuple

RESULT = "result.json"
LIMIT = 4_000_000
SHADES = 10
"""Steps of the heat map to either side of even."""


class StandingError(ValueError):
    """A file that holds no result of a tournament."""


class Standing(NamedTuple):
    """A tournament: ratings, the strongest first, and win rates of row against column.

    Attributes:
        rows: (rank, agent, rating, interval) as text.
        cells: (text, shade) by row and column, in the order of ``rows``; the shade runs from
            -10 (loses) to 10 (wins), 0 where the match is even, None on the diagonal.
    """

    ruleset: str
    episode: str
    games: int
    rows: list[tuple[str, str, str, str]]
    cells: list[list[tuple[str, int | None]]]


def read_standing(path: Path) -> Standing:
    """A tournament's result: its JSON file, or the folder that holds it.

    Raises:
        StandingError: it cannot be read, or is something else.
    """
    path = path.expanduser()
    file = path / RESULT if path.is_dir() else path
    try:
        with file.open("rb") as opened:
            text = opened.read(LIMIT + 1)
        if len(text) > LIMIT:
            raise StandingError(f"{file} is longer than {LIMIT} bytes")
        return _standing(json.loads(text))
    except OSError as error:
        raise StandingError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        if isinstance(error, StandingError):
            raise
        raise StandingError(
            f"{file} is no result of 'cinqcents tournament' ({type(error).__name__}: {error})"
        ) from None


def _standing(data: dict[str, Any]) -> Standing:
    agents, ratings = [str(agent) for agent in data["agents"]], data["ratings"]
    order = [agents.index(rated["agent"]) for rated in ratings]
    even, matrix = float(data["even"]), data["matrix"]
    cells = [[_cell(None if a == b else float(matrix[a][b]), even) for b in order] for a in order]
    rows = []
    for rated in ratings:
        low, high = map(float, rated["rating_interval"])
        rows.append(
            (
                str(int(rated["rank"])),
                str(rated["agent"]),
                f"{float(rated['rating']):+.0f}",
                "" if rated["agent"] == data["anchor"] else f"{low:+.0f} … {high:+.0f}",
            )
        )
    return Standing(str(data["ruleset"]), str(data["episode"]), int(data["games"]), rows, cells)


def _cell(rate: float | None, even: float) -> tuple[str, int | None]:
    """Text and shade of a win rate; with several sides even lies below a half."""
    if rate is None or math.isnan(rate):
        return "", None
    odds = rate + (1 - rate) * even / (1 - even)
    share = rate / odds if odds else 0.5
    return f"{rate:.2f}", round((share - 0.5) * 2 * SHADES)
