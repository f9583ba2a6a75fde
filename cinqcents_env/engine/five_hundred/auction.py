"""The auction: who may bid what, whose turn it is, and when it ends."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit
from cinqcents_env.engine.five_hundred.layout import (
    BIDS,
    MISERE,
    ONCE,
    PASSER_MAY_RETURN,
)

SEVEN_BIDS = 0b11111 << 5


@compiled
def legal_bids(rules, state):
    """Set of the bids above the standing one (FH1; misère after a seven, F4A4)."""
    bids = rules.higher_bids[np.int64(state.bid) + 1]
    if rules.misere_after_seven and bids & bit(MISERE):
        made = np.int64(0)
        for seat in range(rules.num_players):
            made |= state.bids[seat]
        if made & SEVEN_BIDS == 0:
            bids &= ~bit(MISERE)
    return bids


@compiled
def legal_calls(rules, state):
    """Bids and the pass, as a set of actions counted from ``rules.bid_at``."""
    return legal_bids(rules, state) | bit(BIDS)


@compiled
def take_call(rules, state, seat, call):
    """Note a bid, or a pass where ``call`` is ``BIDS``."""
    state.calls += 1
    if call == BIDS:
        state.passed |= bit(seat)
        return
    state.bids[seat] |= bit(call)
    state.bid = call
    state.bidder = seat
    if rules.auction == PASSER_MAY_RETURN:
        state.passed = 0


@compiled
def next_speaker(rules, state, seat):
    """Seat that speaks after ``seat``, or -1 when the auction is over.

    Who has passed is out, until the bid changes where passers may return; nobody is
    asked to bid over himself (F4A11).
    """
    players = rules.num_players
    if rules.auction == ONCE:
        return np.int64(-1) if state.calls >= players else (seat + 1) % players
    for step in range(1, players + 1):
        other = (seat + step) % players
        if not state.passed & bit(other) and other != state.bidder:
            return np.int64(other)
    return np.int64(-1)
