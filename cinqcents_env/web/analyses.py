"""What agents and solvers think of a decision, for the page: several opinions side by side."""

from __future__ import annotations

from typing import NamedTuple

from cinqcents_env.agents import AgentError
from cinqcents_env.evaluation.analysis import Analysis, MoveValue, analyse
from cinqcents_env.game import Game
from cinqcents_env.web.opponents import SEARCH, Opponents

MAX_AGENTS = 2


class Row(NamedTuple):
    """A legal move: what each agent thinks of it, its exact value, whether it is the best."""

    move: str
    opinions: list[MoveValue]
    exact: float | None
    best: bool


class Opinions(NamedTuple):
    """A decision looked at.

    Attributes:
        seat: who decides.
        agents: what each agent says of the whole decision.
        exact: where exact values come from, "" where there are none; ``exact_unit`` theirs.
        rows: every legal move, the first agent's likeliest first.
    """

    seat: int
    agents: list[Analysis]
    exact: str
    exact_unit: str
    rows: list[Row]


def usual(ruleset: str, opponents: Opponents, family: str) -> list[str]:
    """The agents asked where none is named: a trained one where there is one, and a search."""
    offered = opponents.offered(ruleset, family)
    trained = [spec for spec in offered if "/" in spec]
    return [*(trained[:1] or ["greedy"]), SEARCH[1]]


def look(game: Game, specs: list[str], opponents: Opponents) -> Opinions:
    """Ask agents about the decision of the seat on move; only its view is used.

    Raises:
        AgentError: an agent that is not offered, or cannot play these rules.
        ValueError: the game is over.
    """
    if not 1 <= len(specs) <= MAX_AGENTS:
        raise AgentError(f"one or two agents are asked, not {len(specs)}")
    found: list[Analysis] = []
    for number, spec in enumerate(specs):
        with opponents.asking(spec, game.rules) as agent:
            found.append(analyse(game, agent, solve=number == 0))
    return Opinions(
        seat=game.to_move,
        agents=found,
        exact=found[0].exact or "",
        exact_unit=found[0].exact_unit or "",
        rows=_rows(found),
    )


def _rows(found: list[Analysis]) -> list[Row]:
    """Every move, by what the first agent asked says of it; exact values come with that one."""
    moves = [{move.move: move for move in analysis.moves} for analysis in found]
    return [
        Row(move.move, [table[move.move] for table in moves], move.exact, move.best)
        for move in found[0].moves
    ]
