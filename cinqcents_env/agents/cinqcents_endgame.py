"""Exact play of the last phase for the two-player family, on the view.

Nothing is hidden then: what a seat has not seen is in the other hand.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.cinqcents_greedy import greedy_action
from cinqcents_env.solvers.endgame_search import action_values, solvable
from cinqcents_env.solvers.endgame_view import reveal


@compiled
def endgame_action(rules, view, mask, objective, table, states, values):
    """The action of the mask with the best exact value, or greedy's before the last phase.

    Among equal values greedy's own choice comes first, then the lowest action.

    Args:
        states: one state record, for work; values: float64 (A,), for work.
    """
    liked = greedy_action(rules, view, mask)
    if not solvable(rules, view):
        return liked
    reveal(rules, view, states[0])
    action_values(rules, states, 0, objective, table, values)
    best = np.int64(-1)
    for action in range(rules.num_actions):
        if mask[action] and (best < 0 or values[action] > values[best]):
            best = np.int64(action)
    return liked if values[liked] == values[best] else best


@compiled
def endgame_actions(rules, views, masks, objective, table, states, values, actions):
    """The actions for some views, into ``actions`` (int64 (n,)); ``rules`` of shape (1,)."""
    for v in range(views.shape[0]):
        actions[v] = endgame_action(rules[0], views[v], masks[v], objective, table, states, values)
