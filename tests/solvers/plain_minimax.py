"""Plain minimax over the engine's own steps: the judge of the endgame solver.

No pruning, no table, no reduction. The rules that it is given must let no further
deal begin (``max_deals`` of one more than the deals finished), so that the engine's
returns are those of the deal's end.
"""

from __future__ import annotations

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.layout import OVER
from cinqcents_env.engine.cinqcents.legal import legal_set
from cinqcents_env.engine.cinqcents.score import returns
from cinqcents_env.engine.cinqcents.step import step

WIN = 1 << 28


@compiled
def paid(rules, state, game, out):
    """What the ended deal is worth to seat 0, in the solver's order."""
    returns(rules, state, 1, out)
    value = np.int64(np.rint(100.0 * out[0]))
    if game:
        returns(rules, state, 0, out)
        value += np.int64(out[0]) * WIN
    return value


@compiled
def minimax(rules, line, depth, game, out):
    """Value for seat 0 of ``line[depth]``."""
    state = line[depth]
    if state.phase == OVER:
        return paid(rules, state, game, out)
    sign = 1 if state.to_move == 0 else -1
    best = -np.int64(1 << 40)
    actions = legal_set(rules, state)
    while actions:
        action = lowest(actions)
        actions &= ~bit(action)
        line[depth + 1] = state
        step(rules, line[depth + 1], action)
        best = max(best, sign * minimax(rules, line, depth + 1, game, out))
    return sign * best


@compiled
def minimax_actions(rules, line, game, out, values):
    """Value of each legal action of ``line[0]`` for the seat on move; NaN elsewhere."""
    values[:] = np.nan
    state, one = line[0], np.int64(1)
    sign = 1 if state.to_move == 0 else -1
    actions = legal_set(rules, state)
    while actions:
        action = lowest(actions)
        actions &= ~bit(action)
        line[1] = state
        step(rules, line[1], action)
        values[action] = sign * minimax(rules, line, one, game, out)
