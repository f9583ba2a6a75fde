"""What there is to say of a decision: every legal move, what an agent and a solver think of it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import records
from cinqcents_env.agents import Agent, Player, make_agent
from cinqcents_env.agents.checkpoint import CheckpointAgent
from cinqcents_env.agents.search.agents import SearchAgent
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.five_hundred.layout import MISERE, OPEN_MISERE
from cinqcents_env.engine.view import View
from cinqcents_env.evaluation.lookahead import MARGIN, REST, SHARE, WORLDS, NoValue, look_ahead
from cinqcents_env.game import Game
from cinqcents_env.rulebook import FiveHundredRules, Rules

SOLVED = "last phase"
DOUBLE_DUMMY = "double dummy"
TRICKS = "tricks of the declaring side"
UNITS = (SHARE, MARGIN, REST, TRICKS)


@dataclass(frozen=True)
class MoveValue:
    """One legal move.

    Attributes:
        move: its text.
        probability: with which the agent's policy plays it.
        value: what the agent expects of it: a search agent by its search, None where it did
            not try it; a checkpoint by :func:`cinqcents_env.evaluation.lookahead.look_ahead`.
        error: standard error of a checkpoint's value over the worlds, else None.
        visits: worlds or simulations behind the value, None where no agent gives values.
        exact: its exact value, None where none is known.
        best: True for a move that none is better than: by exact values where they are known,
            else the likeliest move.
    """

    move: str
    probability: float
    value: float | None
    error: float | None
    visits: int | None
    exact: float | None
    best: bool


@dataclass(frozen=True)
class Analysis:
    """A decision looked at from the seat on move, which sees no hidden card.

    Attributes:
        ruleset, seat, phase: of the position.
        agent: specification of the agent asked.
        unit: of its values: ``"share of the win"`` (1 a win, 0 a loss), ``"points ahead"``
            where one deal is played, or ``"points ahead in the rest of the deal"``; None
            where it gives none.
        position: value of the position as a checkpoint's network gives it, else None.
        no_value: why a checkpoint gives no values: ``"no value head"``, ``"reward unknown"``
            or ``"no such layout"``; None for others.
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
    position: float | None
    no_value: str | None
    exact: str | None
    exact_unit: str | None
    moves: tuple[MoveValue, ...]

    @property
    def advice(self) -> str:
        """The move to make: the likeliest of the best ones."""
        return next(move.move for move in self.moves if move.best)

    def as_dict(self) -> dict[str, Any]:
        """The analysis as JSON values."""
        return {**asdict(self), "moves": [asdict(move) for move in self.moves]}


class _Exact(NamedTuple):
    """Exact values (A,), None where none are known; with ``sign`` -1 the least is the best."""

    values: NDArray[np.float64] | None = None
    source: str | None = None
    unit: str | None = None
    sign: int = 1


class _Opinion(NamedTuple):
    """What an agent thinks; arrays (A,), None where it has no such thing."""

    policy: NDArray[np.float64]
    values: NDArray[np.float64] | None = None
    errors: NDArray[np.float64] | None = None
    visits: NDArray[np.int64] | None = None
    unit: str | None = None
    position: float | None = None
    no_value: str | None = None


def analyse(
    game: Game,
    agent: Player = "pimc:64",
    seed: int = 0,
    *,
    worlds: int = WORLDS,
    solve: bool = True,
) -> Analysis:
    """Every legal move of the seat on move, with what an agent and a solver give it.

    Args:
        game: one that goes on; only the view of the seat on move is used.
        agent: a specification or an agent.
        seed: of a search agent's worlds, and of those that a checkpoint looks ahead in.
        worlds: in which a checkpoint looks ahead.
        solve: look for exact values too.

    Raises:
        ValueError: the game is over. AgentError: the agent cannot play these rules.
    """
    if game.is_over:
        raise ValueError("the game is over; there is no move to analyse")
    asked = make_agent(agent, game.rules)
    view, mask = game.view(), game.legal_mask()
    found = _opinion(asked, view, mask, seed, worlds)
    exact = _exact(game.rules, view.record, mask) if solve else _Exact()
    return Analysis(
        ruleset=game.rules.ruleset,
        seat=game.to_move,
        phase=game.phase,
        agent=asked.spec,
        unit=found.unit,
        position=found.position,
        no_value=found.no_value,
        exact=exact.source,
        exact_unit=exact.unit,
        moves=_rated(game, np.flatnonzero(mask), found, exact),
    )


def _rated(
    game: Game, legal: NDArray[np.intp], found: _Opinion, exact: _Exact
) -> tuple[MoveValue, ...]:
    """The legal moves with all that is known of them, the likeliest first."""
    order = legal[np.argsort(-found.policy[legal], kind="stable")]
    best = _best(order, exact)
    return tuple(
        MoveValue(
            move=game.move_text(int(a)),
            probability=float(found.policy[a]),
            value=_number(found.values, a),
            error=_number(found.errors, a),
            visits=None if found.visits is None else int(found.visits[a]),
            exact=_number(exact.values, a),
            best=int(a) in best,
        )
        for a in order
    )


def _best(order: NDArray[np.intp], exact: _Exact) -> set[int]:
    """The best of some actions, the likeliest of which comes first."""
    if exact.values is None:
        return {int(order[0])}
    worth = exact.sign * exact.values[order]
    return set(order[worth == worth.max()].tolist())


def _number(values: NDArray[np.float64] | None, action: int) -> float | None:
    return None if values is None or math.isnan(values[action]) else float(values[action])


def _unit(rules: Rules) -> str:
    return MARGIN if rules.single_deal else SHARE


def _opinion(agent: Agent, view: View, mask: Any, seed: int, worlds: int) -> _Opinion:
    """What an agent thinks of the moves of a mask (A,)."""
    masks = mask[None]
    if isinstance(agent, SearchAgent):
        seeds = np.array([seed], dtype=np.int64)
        found = agent.search_batch(view.record, masks, seeds)
        values, visits = found.values[0], found.visits[0]
        return _Opinion(found.policy[0], values, None, visits, _unit(agent.rules))
    policy = agent.policy_batch(view.record, masks)[0]
    if not isinstance(agent, CheckpointAgent):
        return _Opinion(policy)
    try:
        ahead = look_ahead(agent, view, worlds, seed)
    except NoValue as error:
        return _Opinion(policy, no_value=error.reason)
    visits = np.full(len(mask), ahead.worlds, dtype=np.int64)
    return _Opinion(policy, ahead.values, ahead.errors, visits, ahead.unit, ahead.position)


def _exact(rules: Rules, view: Any, mask: Any) -> _Exact:
    """Exact values of the moves of a mask (A,), where they are known."""
    if isinstance(rules, FiveHundredRules):
        return _double_dummy(rules, view)
    solver = make_agent("pimc:1", rules)
    assert isinstance(solver, SearchAgent)
    values = solver.solve_batch(view, mask[None])[0]
    return _Exact() if np.isnan(values).all() else _Exact(values, SOLVED, _unit(rules))


def _double_dummy(rules: Rules, view: Any) -> _Exact:
    """Tricks of the declaring side after each card, where only one layout is possible.

    Its opponents prefer the fewest, and in a misère the declarer does.
    """
    from cinqcents_env.solvers import double_dummy

    engine = family_engine(rules.family)
    packed, states = engine.pack_rules(rules), records(1, engine.STATE)
    if engine.worlds(packed[0], view[0]) != 1:
        return _Exact()
    engine.sample(packed[0], view[0], 1, 1, states[0])
    values = np.full(int(packed["num_actions"][0]), np.nan)
    double_dummy.action_values(packed, states, 0, double_dummy.new_table(), values)
    if np.isnan(values).all():
        return _Exact()
    taking = int(double_dummy.counted_seats(packed[0], states[0])) >> int(states["to_move"][0]) & 1
    fewest = bool(taking) == (int(states["contract"][0]) in (MISERE, OPEN_MISERE))
    return _Exact(values, DOUBLE_DUMMY, TRICKS, -1 if fewest else 1)
