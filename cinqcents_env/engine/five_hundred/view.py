"""What a seat may know: the view record, and the observation written from it.

``look`` is the written whitelist: nothing reaches an agent, an observation or a
picture but the fields copied here.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.layout import (
    BIDS,
    NAME,
    OVER,
    PLAY,
    SEATS,
)
from cinqcents_env.rulebook.five_hundred import FiveHundredRules


@compiled
def relative(state, seat, other):
    """A seat as counted from ``seat``; -1 for none."""
    return np.int64(-1) if other < 0 else (other - seat) % np.int64(state.players)


@compiled
def relative_set(state, seat, seats):
    """A set of seats as counted from ``seat``."""
    players = np.int64(state.players)
    seats = np.int64(seats)
    return ((seats >> seat) | (seats << (players - seat))) & (bit(players) - 1)


@compiled
def look(state, seat, view):
    """Write what ``seat`` may know of ``state`` into a view; seats are relative to it."""
    _look_at_seats(state, seat, view)
    _look_at_cards(state, seat, view)
    _look_at_deal(state, seat, view)


@compiled
def _look_at_seats(state, seat, view):
    players, sides = np.int64(state.players), np.int64(state.num_sides)
    for to in range(SEATS):
        at = (seat + to) % players if to < players else np.int64(to)
        view.played[to] = state.played[at]
        view.bids[to] = state.bids[at]
        view.trick[to] = state.trick[at]
        view.tricks[to] = state.tricks[at]
        view.voids[to] = state.voids[at]
        view.hand_sizes[to] = count(state.hand[at])
        side = (seat + to) % sides if to < sides else np.int64(to)
        view.scores[to] = state.scores[side]
        view.earned[to] = state.earned[side]
        reached = np.int64(state.reached[to])
        view.reached[to] = (reached - seat) % sides if reached >= 0 else np.int64(-1)
    view.players = state.players
    view.num_sides = state.num_sides
    view.seat = seat


@compiled
def _look_at_cards(state, seat, view):
    """Cards: one's own, the kitty where it is seen, an open hand, the called card's holder."""
    declares = seat == state.declarer
    view.hand = state.hand[seat]
    view.discards = state.discards if declares else np.int64(0)
    view.kitty = state.kitty if state.kitty_shown else np.int64(0)
    view.taken = state.taken if declares or state.kitty_shown else np.int64(0)
    view.exposed = state.hand[state.declarer] if state.exposed else np.int64(0)
    view.named = state.named
    view.called = state.called
    known = state.partner >= 0 and (
        seat == state.partner or state.played[state.partner] & bit(state.called) != 0
    )
    view.partner = relative(state, seat, state.partner) if known else np.int64(-1)
    # Others see a declarer about to lead; that he is asked for the joker's suit would
    # tell them that he holds it.
    view.phase = PLAY if state.phase == NAME and not declares else np.int64(state.phase)
    view.active = 0 if state.phase == NAME else relative_set(state, seat, state.active)


@compiled
def _look_at_deal(state, seat, view):
    view.deal_number = state.deal_number
    view.calls = state.calls
    view.dealer = relative(state, seat, state.dealer)
    view.leader = relative(state, seat, state.leader)
    view.to_move = relative(state, seat, state.to_move)
    view.bid = state.bid
    view.bidder = relative(state, seat, state.bidder)
    view.passed = relative_set(state, seat, state.passed)
    view.contract = state.contract
    view.declarer = relative(state, seat, state.declarer)
    view.joker_suit = state.joker_suit
    view.led_suit = state.led_suit
    view.winning = relative(state, seat, state.winning)
    view.best = state.best
    view.suits_led = state.suits_led
    view.outcome = state.outcome
    view.winners = relative_set(state, seat, state.winners)
