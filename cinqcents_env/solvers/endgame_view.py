"""The full state behind a view of the last phase, in which nothing is hidden."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.cinqcents.belief import copy_known, unseen


@compiled
def reveal(rules, view, state):
    """Write the one state that a view of the last phase allows, but for the deals to come."""
    copy_known(view, state)
    state.hand[1 - np.int64(view.seat)] = view.known[1] | unseen(rules, view)
    state.stock[:] = -1
    state.seed = 0


@compiled
def reveal_views(rules, views, states):
    """The states behind some views; ``rules`` of shape (1,)."""
    for v in range(views.shape[0]):
        reveal(rules[0], views[v], states[v])
