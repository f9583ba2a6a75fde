"""What the end of a deal is worth to a seat of the two-player family."""

import math

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.search.horizon import POINTS, SPREAD, STEEP, WHOLE
from cinqcents_env.engine.cinqcents.actions import write_mask
from cinqcents_env.engine.cinqcents.belief import sample
from cinqcents_env.engine.cinqcents.layout import DEAL_OVER, TIE
from cinqcents_env.engine.cinqcents.score import FRESH_100


@compiled
def worth(rules, state, seat, horizon):
    """Value of an ended deal to a seat: share of the win, or margin in points.

    Args:
        horizon: float64, see :mod:`cinqcents_env.agents.search.horizon`.
    """
    lead = 1.0 * (state.earned[seat] - state.earned[1 - seat])
    if horizon[WHOLE] == 0.0:
        return lead
    if state.outcome not in (DEAL_OVER, TIE):
        return 1.0 if state.winner == seat else 0.0
    best = max(np.int64(state.marked[0]), np.int64(state.marked[1]))
    target = np.int64(state.target)
    if min(np.int64(state.marked[0]), np.int64(state.marked[1])) >= target:
        if rules.both_over == FRESH_100:
            return 0.5
        target += 100
    left = 0.5 + max(target - best, 0) / horizon[POINTS]
    lead = 1.0 * (state.marked[seat] - state.marked[1 - seat])
    return 1.0 / (1.0 + math.exp(-STEEP * lead / (horizon[SPREAD] * math.sqrt(left))))


@compiled
def write_candidates(rules, view, mask, chosen):
    """The moves worth trying (int8, 1 = try): every legal one. Returns their number."""
    number = 0
    for action in range(rules.num_actions):
        chosen[action] = mask[action]
        number += mask[action] != 0
    return number


@compiled
def write_choices(rules, state, seat, view, mask):
    """The moves that a tree grown for ``seat`` branches over: the legal ones. Their number."""
    return write_mask(rules, state, mask)


@compiled
def is_private(state, seat):
    """True if what the seat on move decides stays hidden from another seat: never here."""
    return False


@compiled
def prepare(rules, view):
    """What :func:`draw` needs of a view: nothing."""
    return np.int64(0)


@compiled
def draw(rules, view, plan, x, m, state):
    """Write a world drawn from those that the view allows; the next generator state (x, m)."""
    return sample(rules, view, x, m, state)
