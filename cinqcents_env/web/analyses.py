"""What agents and solvers think of a decision, for the page: several opinions side by side."""

from __future__ import annotations

from typing import NamedTuple

from cinqcents_env.agents import AgentError
from cinqcents_env.agents.checkpoint import CheckpointAgent
from cinqcents_env.agents.networks import NetworkError
from cinqcents_env.evaluation.analysis import Analysis, analyse
from cinqcents_env.game import Game
from cinqcents_env.web.opponents import SEARCH, Opponents

MAX_AGENTS = 2


class Row(NamedTuple):
    """A legal move: of each agent (probability, value, visits), and the exact value."""

    move: str
    opinions: list[tuple[float, float | None, int | None]]
    exact: float | None
    best: bool


class Opinions(NamedTuple):
    """A decision looked at.

    Attributes:
        seat: who decides.
        agents: (specification, unit of its values or "", value of the position or None).
        exact: where exact values come from, "" where there are none; ``exact_unit`` theirs.
        rows: every legal move, the first agent's likeliest first.
    """

    seat: int
    agents: list[tuple[str, str, float | None]]
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
    agents: list[tuple[str, str, float | None]] = []
    for spec in specs:
        with opponents.asking(spec, game.rules) as agent:
            analysis = analyse(game, agent)
            agents.append((spec, analysis.unit or "", _value(game, agent)))
        found.append(analysis)
    return Opinions(
        seat=game.to_move,
        agents=agents,
        exact=found[0].exact or "",
        exact_unit=found[0].exact_unit or "",
        rows=_rows(found),
    )


def _rows(found: list[Analysis]) -> list[Row]:
    moves = [{move.move: move for move in analysis.moves} for analysis in found]
    first = found[0].moves
    exact = [move.exact for move in first if move.exact is not None]
    rows = []
    for number, move in enumerate(first):
        of_all = [table[move.move] for table in moves]
        opinions = [(m.probability, m.value, m.visits) for m in of_all]
        best = move.exact == max(exact) if exact and move.exact is not None else number == 0
        rows.append(Row(move.move, opinions, move.exact, best))
    return rows


def _value(game: Game, agent: object) -> float | None:
    """What a trained network gives the position, None where it has no value."""
    if not isinstance(agent, CheckpointAgent):
        return None
    try:
        return float(agent.values_batch(game.view().record)[0])
    except NetworkError:
        return None
