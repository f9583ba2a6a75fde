"""Exact play of the last phase of the two-player family.

When the stock is gone both hands are known, and the rest of the deal is a game of
perfect information. :func:`action_values` and :func:`best_value` are compiled, for
agents; :func:`solve` is their face for people.
"""

from __future__ import annotations

import numpy as np

from cinqcents_env._first_use import announce
from cinqcents_env._jit import records
from cinqcents_env._words import shown
from cinqcents_env.engine.cinqcents.layout import PHASES, STATE, pack_rules
from cinqcents_env.engine.view import View
from cinqcents_env.game import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import CinqCentsRules
from cinqcents_env.solvers.endgame_search import (
    GAME,
    POINTS,
    WIN,
    action_values,
    best_value,
    solvable,
)
from cinqcents_env.solvers.endgame_table import new_table
from cinqcents_env.solvers.endgame_view import reveal_views

OBJECTIVES = {"points": POINTS, "game": GAME}


class EndgameError(ValueError):
    """A position that the endgame solver has no value for, or an unknown objective."""


def solve(position: Game | View, objective: str = "points") -> dict[str, int]:
    """Exact value of each legal move of a last phase, for the seat on move.

    Args:
        position: a game, or what either seat knows of it.
        objective: ``"points"``: points that the seat on move is ahead by when the deal
            ends, counted as the return by points counts them: since the game began.
            ``"game"``: the same, plus ``WIN`` where the deal ends with that seat as
            winner of the game, less ``WIN`` where the other wins; :func:`outcome`
            takes such a value apart.

    Raises:
        EndgameError: another family, a card still to be drawn, a finished game, or an
            unknown objective.

    >>> game = Game("mini", seed=3)
    >>> while game.position()["turnup"]:
    ...     game.play(game.legal_moves()[-1])
    >>> sorted(solve(game)) == sorted(game.legal_moves())
    True
    """
    if objective not in OBJECTIVES:
        raise EndgameError(
            f"objective={shown(objective)} is not valid; it is one of 'points', 'game'"
        )
    view = position.view() if isinstance(position, Game) else position
    if not isinstance(view, View):
        raise EndgameError(f"a Game or a View can be solved, not {type(view).__name__}")
    _check(view)
    packed, states = pack_rules(view.rules), records(1, STATE)
    reveal_views(packed, view.record, states)
    texts = move_texts(view.rules)
    values = np.zeros(len(texts))
    announce("the solver of last phases", "endgame_search.action_values")
    action_values(packed[0], states, 0, OBJECTIVES[objective], new_table(), values)
    return {texts[a]: int(values[a]) for a in np.flatnonzero(~np.isnan(values))}


def _check(view: View) -> None:
    """Refuse what is no last phase of the two-player family."""
    name = view.rules.ruleset
    if not isinstance(view.rules, CinqCentsRules):
        raise EndgameError(f"{name} has no such last phase; the two-player rule sets have")
    if PHASES[view.phase] == "over":
        raise EndgameError(f"{name}: the game is over; nothing is left to solve")
    left = view.stock_size + (view.turnup >= 0)
    if left:
        cards = "1 card is" if left == 1 else f"{left} cards are"
        raise EndgameError(
            f"{name}: {cards} still to be drawn; exact values need the stock to be gone"
        )


def outcome(value: float) -> tuple[int, int]:
    """(1 won, 0 neither, -1 lost; margin in points) of a value of the objective ``"game"``.

    >>> outcome(WIN - 40), outcome(25), outcome(10 - WIN)
    ((1, -40), (0, 25), (-1, 10))
    """
    result = round(value / WIN)
    return result, int(value - result * WIN)


__all__ = [
    "GAME",
    "OBJECTIVES",
    "POINTS",
    "WIN",
    "EndgameError",
    "action_values",
    "best_value",
    "new_table",
    "outcome",
    "solvable",
    "solve",
]
