"""Actions of the two-player family: index <-> text, masks, a random choice."""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.engine.chance import below, count, lowest, nth
from cinqcents_env.engine.cinqcents.legal import legal_set
from cinqcents_env.rulebook.cinqcents import CinqCentsRules


def action_texts(rules: CinqCentsRules) -> list[str]:
    """Move text of every action, in index order.

    Cards come first, then marriages and quints by suit, fours A T K Q J, binage,
    exchange, stop, draw.
    """
    suits = "SCDH" if rules.pack == "32" else "SH"
    return [
        *rules.cards.cards,
        *(f"marriage {suit}" for suit in suits),
        *(f"quint {suit}" for suit in suits),
        *(f"four {rank}" for rank in "ATKQJ"),
        "binage",
        "exchange",
        "stop",
        "draw",
    ]


@compiled
def is_legal(rules, state, action):
    """True if the seat on move may do this."""
    return 0 <= action < rules.num_actions and (legal_set(rules, state) >> action) & 1 == 1


@borrowing
def write_mask(rules, state, mask):
    """Write the action mask (int8, 1 = legal); returns the number of legal actions."""
    mask[:] = 0
    actions = legal_set(rules, state)
    number = 0
    while actions:
        mask[lowest(actions)] = 1
        actions &= actions - 1
        number += 1
    return number


@compiled
def forced(rules, state):
    """The only legal action, or -1 where there is a choice (or none is left)."""
    actions = legal_set(rules, state)
    if actions == 0 or actions & (actions - 1):
        return np.int64(-1)
    return lowest(actions)


@compiled
def random_action(rules, state, x, m):
    """(action, x, m): a legal action drawn uniformly, and the next generator state."""
    actions = legal_set(rules, state)
    chosen, x, m = below(count(actions), x, m)
    return nth(actions, chosen), x, m
