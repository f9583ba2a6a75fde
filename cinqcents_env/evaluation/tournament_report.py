"""What a tournament came to: as JSON, as text, as Markdown, as a picture."""

from __future__ import annotations

import io
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cinqcents_env._files import write_whole
from cinqcents_env.evaluation.matches import json_value
from cinqcents_env.evaluation.tournament import ANCHOR, Tournament
from cinqcents_env.rulebook import rules as rules_of

COLUMNS = 79
"""Widest line of a table for a terminal; names give way to numbers beyond it."""


def as_dict(tournament: Tournament) -> dict[str, Any]:
    """A tournament as JSON values, the same for the same plan wherever it was played."""
    plan = tournament.plan
    return {
        "ruleset": plan.rules.ruleset,
        "options": plan.rules.changed_from(rules_of(plan.rules.ruleset)),
        "episode": plan.episode,
        "seed": plan.seed,
        "anchor": ANCHOR,
        "agents": list(plan.agents),
        "deals": plan.deals,
        "games": tournament.games,
        "even": 1 / plan.sides,
        "ratings": [rated.as_dict() for rated in tournament.ratings],
        "matrix": tournament.matrix().tolist(),
        "pairings": [
            {name: json_value(v) for name, v in asdict(pairing).items()}
            for pairing in tournament.pairings
        ],
        "truncated": tournament.truncated,
        "illegal": tournament.illegal,
        "decisions": tournament.decisions,
    }


def _rating_rows(tournament: Tournament) -> list[list[str]]:
    """Rank, agent, rating and interval as cells."""
    rows = []
    for rated in tournament.ratings:
        low, high = rated.rating_interval
        first, last = rated.rank_interval
        span = str(rated.rank) if first == last == rated.rank else f"{rated.rank} [{first}, {last}]"
        interval = "-" if rated.agent == ANCHOR else f"[{low:+.0f}, {high:+.0f}]"
        rows.append([span, rated.agent, f"{rated.rating:+.0f}", interval])
    return rows


def _matrix_rows(tournament: Tournament) -> list[list[str]]:
    """Win rates and half widths of row against column as cells, the strongest first."""
    agents = [rated.agent for rated in tournament.ratings]
    cells = {(agent, agent): "-" for agent in agents}
    for pairing in tournament.pairings:
        low, high = pairing.win_rate_interval
        half = (high - low) / 2
        cells[pairing.first, pairing.second] = f"{pairing.win_rate:.3f} ± {half:.3f}"
        if tournament.plan.sides == 2:
            cells[pairing.second, pairing.first] = f"{1 - pairing.win_rate:.3f} ± {half:.3f}"
    return [[row, *(cells[row, column] for column in agents)] for row in agents]


def _words(tournament: Tournament) -> str:
    """One sentence on what was played."""
    plan = tournament.plan
    changed = plan.rules.changed_from(rules_of(plan.rules.ruleset))
    name = " ".join([plan.rules.ruleset, *(f"{k}={v}" for k, v in changed.items())])
    alone = "" if plan.sides == 2 else "; a row's agent sits alone against copies of the column's"
    return (
        f"{name}, whole {plan.episode}s: {tournament.games:,} games, {plan.deals:,} deals a "
        f"pairing in every seating, seed {plan.seed}. Even is {1 / plan.sides:.3f}{alone}."
    )


def table(tournament: Tournament) -> str:
    """A tournament as text for a terminal."""
    ratings = [["rank", "agent", "rating", "95 % interval"], *_rating_rows(tournament)]
    agents = [rated.agent for rated in tournament.ratings]
    rates = [["win rate", *agents], *_matrix_rows(tournament)]
    if len(_aligned(rates).partition("\n")[0]) > COLUMNS:
        numbers = [str(number) for number in range(1, len(agents) + 1)]
        rows = [[n, *row] for n, row in zip(numbers, _matrix_rows(tournament), strict=True)]
        rates = [["", "win rate", *numbers], *rows]
    told = (
        f"Ratings: {ANCHOR} is 0 and always plays; 400 points are odds of ten to one.\n"
        "Win rate of the row against the column, draws as halves, ± at 95 %."
    )
    words = textwrap.fill(_words(tournament), COLUMNS)
    return "\n\n".join([words, _aligned(ratings), _aligned(rates), told])


def _aligned(rows: list[list[str]]) -> str:
    sizes = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    )


def report(tournament: Tournament, picture: str | None) -> str:
    """A tournament as Markdown.

    Args:
        tournament: played.
        picture: file name of the heat map, None where there is none.
    """
    agents = [f"`{rated.agent}`" for rated in tournament.ratings]
    ratings = [[rank, f"`{agent}`", *rest] for rank, agent, *rest in _rating_rows(tournament)]
    rates = [[f"`{agent}`", *rest] for agent, *rest in _matrix_rows(tournament)]
    parts = [
        f"# Tournament on `{tournament.plan.rules.ruleset}`",
        _words(tournament),
        f"Ratings: Bradley-Terry, fitted on all games at once, `{ANCHOR}` at 0, 400 points are "
        "odds of ten to one; intervals by bootstrap over the deals.",
        _markdown(["rank", "agent", "rating", "95 % interval"], ratings),
        "Win rate of the row against the column, draws as halves, with half the width of its "
        "95 % interval:",
        _markdown(["", *agents], rates),
        f"![win rates]({picture})" if picture else "",
        f"Games cut off: {tournament.truncated}. Illegal actions attempted: {tournament.illegal}.",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _markdown(heading: list[str], rows: list[list[str]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join("| " + " | ".join(line) + " |" for line in cells)


def draw_matrix(tournament: Tournament, path: Path) -> bool:
    """Draw the heat map of win rates into a PNG file.

    Returns False, with nothing written, where matplotlib is not installed.

    Raises:
        OSError: the file cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False

    agents = list(tournament.plan.agents)
    order = [agents.index(rated.agent) for rated in tournament.ratings]
    matrix = tournament.matrix()[order][:, order]
    size = 2.5 + 0.7 * len(agents)
    figure = Figure(figsize=(size + 1, size), layout="constrained")
    axes = figure.add_subplot()
    even = 1 / tournament.plan.sides
    shade = matrix / (matrix + (1 - matrix) * even / (1 - even))
    axes.imshow(shade, vmin=0, vmax=1, cmap="RdBu")
    names = [agents[i] for i in order]
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    for row in range(len(names)):
        for column in range(len(names)):
            text = "" if row == column else f"{matrix[row, column]:.2f}"
            ink = "white" if abs(shade[row, column] - 0.5) > 0.35 else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=9, color=ink)
    axes.set_title(f"{tournament.plan.rules.ruleset}: wins of the row (even {even:.2f})")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    write_whole(path, buffer.getvalue())
    return True
