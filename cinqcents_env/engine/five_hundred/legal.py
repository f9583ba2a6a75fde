"""What the seat on move may do: two sets of actions, each counted from a first index."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit
from cinqcents_env.engine.five_hundred.auction import legal_calls
from cinqcents_env.engine.five_hundred.layout import BID, CALL, DISCARD, NAME, OVER
from cinqcents_env.engine.five_hundred.tricks import (
    ALL_SUITS,
    joker_leads,
    playable,
    trump_of,
)

NOTHING = np.int64(0)


@compiled
def callable_cards(rules, state, seat):
    """Cards that a contractor may call: not his, no joker, no bower (F5.2)."""
    his = state.hand[seat] | state.discards
    return (bit(rules.num_cards) - 1) & ~(his | rules.jokers | rules.tops[trump_of(state.contract)])


@compiled
def legal_sets(rules, state):
    """(first, actions, second, more): actions counted from two first indices."""
    seat = np.int64(state.to_move)
    phase = state.phase
    if phase == BID:
        return rules.bid_at, legal_calls(rules, state), NOTHING, NOTHING
    if phase == DISCARD:
        return rules.discard_at, state.hand[seat], NOTHING, NOTHING
    if phase == CALL:
        return rules.call_at, callable_cards(rules, state, seat), rules.alone, np.int64(1)
    if phase == NAME:
        return rules.name_at, np.int64(ALL_SUITS), rules.pass_action, np.int64(1)
    if phase == OVER:
        return NOTHING, NOTHING, NOTHING, NOTHING
    return NOTHING, playable(rules, state, seat), rules.joker_at, joker_leads(rules, state, seat)
