"""Where the solver takes over in the two-player family: in the last phase, all known.

At a decision of its own a search asks the solver. Inside playouts that would cost far
more than the greedy play it replaces, so there greedy play goes on.
"""

import math

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.search.horizon import POINTS, SPREAD, STEEP, WHOLE
from cinqcents_env.engine.cinqcents.legal import in_draw_phase
from cinqcents_env.solvers.endgame import GAME, WIN, action_values, new_table, solvable
from cinqcents_env.solvers.endgame import POINTS as MARGIN

__all__ = ["finish", "may_solve", "new_table", "write_exact"]

IN_TRICKS = 130
"""Card points of a deal and its last trick."""


@compiled
def finish(rules, states, g, table, depth):
    """Solving the rest of a playout does not pay in this family: never done."""
    return False


@compiled
def may_solve(rules, view):
    """True if the viewer knows every card."""
    return not in_draw_phase(view)


@compiled
def write_exact(rules, states, table, horizon, values):
    """Exact values of the moves in ``states[0]``, in the unit of ``worth``; True if written."""
    state = states[0]
    if not solvable(rules[0], state):
        return False
    whole = horizon[WHOLE] != 0.0
    action_values(rules[0], states, 0, GAME if whole else MARGIN, table, values)
    if whole:
        for action in range(values.shape[0]):
            if not math.isnan(values[action]):
                values[action] = share_of_win(rules[0], state, horizon, values[action])
    return True


@compiled
def share_of_win(rules, state, horizon, value):
    """Share of the win that goes with a solved value (a margin, plus or less ``WIN``)."""
    if abs(value) > WIN // 2:
        return 1.0 if value > 0 else 0.0
    seat = np.int64(state.to_move)
    other = 1 - seat
    total = 1.0 * state.marked[0] + state.marked[1]
    if not rules.immediate_brisques:
        total += IN_TRICKS
    gained = value - (state.earned[seat] - state.earned[other])
    lead = gained + (state.marked[seat] - state.marked[other])
    left = 0.5 + max(state.target - 0.5 * (total + abs(lead)), 0.0) / horizon[POINTS]
    return 1.0 / (1.0 + math.exp(-STEEP * lead / (horizon[SPREAD] * math.sqrt(left))))
