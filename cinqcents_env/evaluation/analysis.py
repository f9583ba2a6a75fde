"""What there is to say of a decision: every legal move, what an agent and a solver think of it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import records
from cinqcents_env.agents import Agent, make_agent
from cinqcents_env.agents.search.agents import SearchAgent
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.game import Game
from cinqcents_env.rulebook import FiveHundredRules, Rules

SOLVED = "last phase"
DOUBLE_DUMMY = "double dummy"
SHARE, MARGIN, TRICKS = "share of the win", "points ahead", "tricks of the declaring side"


@dataclass(frozen=True)
class MoveValue:
    """One legal move.

    Attributes:
        move: its text.
        probability: with which the agent's policy plays it.
        value: what a search agent expects of it, None where it was not tried.
        visits: worlds or simulations behind the value, None for other agents.
        exact: its exact value, None where none is known.
    """

    move: str
    probability: float
    value: float | None
    visits: int | None
    exact: float | None


@dataclass(frozen=True)
class Analysis:
    """A decision looked at from the seat on move, which sees no hidden card.

    Attributes:
        ruleset, seat, phase: of the position.
        agent: specification of the agent asked.
        unit: of its values: ``"share of the win"`` (1 a win, 0 a loss), or
            ``"points ahead"`` where one deal is played; None where it gives none.
        exact: where exact values come from: ``"last phase"`` (all cards are known; in
            the same unit), ``"double dummy"`` (nothing is hidden from the seat), or None.
        exact_unit: of the exact values.
        moves: every legal move, the likeliest first.
    """

    ruleset: str
    seat: int
    phase: str
    agent: str
    unit: str | None
    exact: str | None
    exact_unit: str | None
    moves: tuple[MoveValue, ...]

    def as_dict(self) -> dict[str, Any]:
        """The analysis as JSON values."""
        return {**asdict(self), "moves": [asdict(move) for move in self.moves]}


def analyse(
    game: Game, agent: str | Agent = "pimc:64", seed: int = 0, *, solve: bool = True
) -> Analysis:
    """Every legal move of the seat on move, with what an agent and a solver give it.

    Args:
        game: one that goes on.
        agent: a specification or an agent.
        seed: of a search agent's worlds.
        solve: look for exact values too.

    Raises:
        ValueError: the game is over. AgentError: the agent cannot play these rules.
    """
    if game.is_over:
        raise ValueError("the game is over; there is no move to analyse")
    asked = make_agent(agent, game.rules)
    view, mask = game.view().record, game.legal_mask()
    policy, values, visits = _opinion(asked, view, mask, seed)
    exact, source, unit = _exact(game.rules, view, mask) if solve else (None, None, None)
    legal = np.flatnonzero(mask)
    moves = [
        MoveValue(
            game.move_text(int(a)),
            float(policy[a]),
            None if values is None else _number(values[a]),
            None if visits is None else int(visits[a]),
            None if exact is None else _number(exact[a]),
        )
        for a in legal[np.argsort(-policy[legal], kind="stable")]
    ]
    own = None if values is None else _unit(game.rules)
    return Analysis(
        game.rules.ruleset, game.to_move, game.phase, asked.spec, own, source, unit, tuple(moves)
    )


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _unit(rules: Rules) -> str:
    return MARGIN if rules.single_deal else SHARE


def _opinion(
    agent: Agent, view: Any, mask: Any, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64] | None, NDArray[np.int64] | None]:
    """(policy, values, visits) of an agent; the last two None where it has none."""
    if not isinstance(agent, SearchAgent):
        return agent.policy_batch(view, mask[None])[0], None, None
    found = agent.search_batch(view, mask[None], np.array([seed], dtype=np.int64))
    return found.policy[0], found.values[0], found.visits[0]


def _exact(
    rules: Rules, view: Any, mask: Any
) -> tuple[NDArray[np.float64] | None, str | None, str | None]:
    """(values, source, unit) of exact values, three None where none are known."""
    if isinstance(rules, FiveHundredRules):
        tricks = _double_dummy(rules, view)
        return (None, None, None) if tricks is None else (tricks, DOUBLE_DUMMY, TRICKS)
    solver = make_agent("pimc:1", rules)
    assert isinstance(solver, SearchAgent)
    values = solver.solve_batch(view, mask[None])[0]
    return (None, None, None) if np.isnan(values).all() else (values, SOLVED, _unit(rules))


def _double_dummy(rules: Rules, view: Any) -> NDArray[np.float64] | None:
    """Tricks of the declaring side after each card, where only one layout is possible."""
    from cinqcents_env.solvers import double_dummy

    engine = family_engine(rules.family)
    packed, states = engine.pack_rules(rules), records(1, engine.STATE)
    if engine.worlds(packed[0], view[0]) != 1:
        return None
    engine.sample(packed[0], view[0], 1, 1, states[0])
    values = np.full(int(packed["num_actions"][0]), np.nan)
    double_dummy.action_values(packed, states, 0, double_dummy.new_table(), values)
    return None if np.isnan(values).all() else values
