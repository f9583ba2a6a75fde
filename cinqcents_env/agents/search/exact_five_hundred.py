"""Where the solver takes over in Five Hundred: in the last tricks of a playout.

There the rest is played double dummy, that is by the best play with all hands open.
Tricks that the declaring side does not take go to the others in turn.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, PLAY
from cinqcents_env.engine.five_hundred.score import end_deal
from cinqcents_env.solvers.double_dummy import (
    best_value,
    counted_seats,
    new_table,
    tricks_left,
    tricks_taken,
)

__all__ = ["finish", "may_solve", "new_table", "write_exact"]


@compiled
def finish(rules, states, g, table, depth):
    """Play the rest double dummy if so few tricks are left; True if the deal is over."""
    state = states[g]
    if state.phase != PLAY or state.winning >= 0 or tricks_left(state) > depth:
        return False
    if state.contract == ALL_PASSED:
        return False
    value = best_value(rules, states, g, table)
    if value < 0:
        return False
    left, gained = tricks_left(state), value - tricks_taken(rules[0], state)
    takers, declarer = counted_seats(rules[0], state), np.int64(state.declarer)
    state.tricks[declarer] += gained
    seat = (declarer + 1) % rules[0].num_players
    rest = left - gained
    while rest > 0:
        if not takers & bit(seat):
            state.tricks[seat] += 1
            rest -= 1
        seat = (seat + 1) % rules[0].num_players
    end_deal(rules[0], state)
    return True


@compiled
def may_solve(rules, view):
    """Something is hidden until the end: never."""
    return False


@compiled
def write_exact(rules, states, table, horizon, values):
    """Nothing to write."""
    return False
