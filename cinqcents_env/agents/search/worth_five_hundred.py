"""What the end of a deal is worth to a seat of Five Hundred, and which moves to try."""

import math

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.five_hundred_greedy import greedy_action
from cinqcents_env.agents.five_hundred_judgement import counted_tricks, higher, misere_risk, unseen
from cinqcents_env.agents.search.horizon import POINTS, SPREAD, STEEP, WHOLE
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.five_hundred import belief
from cinqcents_env.engine.five_hundred.actions import write_mask
from cinqcents_env.engine.five_hundred.layout import (
    BID,
    CALL,
    DEAL_OVER,
    DISCARD,
    MISERE,
    NAME,
    NO_TRUMPS,
    OPEN_MISERE,
    SUIT_BIDS,
    TIE,
    TRUNCATED,
)
from cinqcents_env.engine.five_hundred.tricks import trump_of
from cinqcents_env.engine.five_hundred.view import look

BOLD = 2.0
"""Bids of up to so many tricks more than a hand counts are tried."""
RISKY = 7.0
"""Misères up to this risk are tried."""
CALLED_TRUMPS = 3
"""Cards of other hands above a trump that may still be called."""


@compiled
def worth(rules, state, seat, horizon):
    """Value of an ended deal to a seat: share of the win, or margin in points.

    Args:
        horizon: float64, see :mod:`cinqcents_env.agents.search.horizon`.
    """
    sides = np.int64(rules.num_sides)
    side = seat % sides
    if horizon[WHOLE] == 0.0:
        total = 0.0
        for other in range(sides):
            total += state.earned[other]
        own = 1.0 * state.earned[side]
        return own - (total - own) / (sides - 1)
    if state.outcome not in (DEAL_OVER, TIE, TRUNCATED):
        winners, members = np.int64(state.winners), rules.num_players // sides
        return 1.0 * members / count(winners) if winners & bit(seat) else 0.0
    best = np.int64(state.scores[0])
    for other in range(1, sides):
        best = max(best, np.int64(state.scores[other]))
    left = 0.5 + max(rules.target - best, 0) / horizon[POINTS]
    unit = STEEP / (horizon[SPREAD] * math.sqrt(left))
    total = 0.0
    for other in range(sides):
        total += math.exp(max(min(unit * (state.scores[other] - state.scores[side]), 60.0), -60.0))
    return 1.0 / total


@compiled
def write_candidates(rules, view, mask, chosen):
    """The moves worth trying (int8, 1 = try); returns their number.

    Bids far beyond the count of the hand and low cards to call are left out; every
    other legal move is tried.
    """
    number = 0
    for action in range(rules.num_actions):
        keep = mask[action] != 0
        if keep and view.phase == BID:
            keep = bid_in_reach(rules, view, action - rules.bid_at)
        elif keep and view.phase == CALL and action != rules.alone:
            keep = worth_calling(rules, view, action - rules.call_at)
        chosen[action] = keep
        number += keep
    return number


@compiled
def bid_in_reach(rules, view, bid):
    """True if a bid is worth trying; a pass always is."""
    if bid < SUIT_BIDS:
        level = 6 + bid // 5
        return counted_tricks(rules, view.hand, bid % 5) + BOLD >= level
    if bid in (MISERE, OPEN_MISERE):
        return misere_risk(rules, view.hand) <= RISKY
    return True


@compiled
def worth_calling(rules, view, card):
    """True for the best card out of each suit, and the best few trumps."""
    trump = trump_of(view.contract)
    above = count(higher(rules, trump, card, unseen(rules, view)))
    is_trump = trump != NO_TRUMPS and rules.suit_cards[trump, trump] & bit(card) != 0
    return above == 0 or (is_trump and above <= CALLED_TRUMPS)


@compiled
def write_choices(rules, state, seat, view, mask):
    """The moves that a tree grown for ``seat`` branches over; returns their number.

    In auction and call the seat's own worth trying, and of another seat greedy play's
    one: left to explore, others would bid at random in most of the tree. Else all.
    """
    number = write_mask(rules, state, mask)
    if state.phase not in (BID, CALL):
        return number
    look(state, np.int64(state.to_move), view)
    if state.to_move == seat:
        return write_candidates(rules, view, mask, mask)
    action = greedy_action(rules, view, mask)
    mask[:] = 0
    mask[action] = 1
    return np.int64(1)


@compiled
def is_private(state, seat):
    """True if what the seat on move decides stays hidden from ``seat``: discards, names."""
    return state.to_move != seat and state.phase in (DISCARD, NAME)


@compiled
def prepare(rules, view):
    """What :func:`draw` needs of a view."""
    return belief.prepare(rules, view)


@compiled
def draw(rules, view, plan, x, m, state):
    """Write a world drawn from those that the view allows; the next generator state (x, m)."""
    return belief.draw(rules, view, plan[0], plan[1], x, m, state)
