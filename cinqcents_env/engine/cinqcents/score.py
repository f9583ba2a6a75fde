"""Marking points, and every way in which a deal or a game ends."""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.engine.cinqcents.layout import (
    AT_ONCE,
    DEAL_OVER,
    MERITS,
    NOT_OVER,
    OVER,
    STOPPED,
    TIE,
    TRUNCATED,
    WRONG_STOP,
)

RAISE_100, ONLY_IF_EQUAL, HIGHER_TOTAL, MORE_CARD_POINTS, FRESH_100 = 1, 2, 3, 4, 5
TIE_EXACT, ALL_EXACT = 1, 2


@compiled
def finish(state, winner, outcome):
    """End the game."""
    state.phase = OVER
    state.winner = winner
    state.outcome = outcome


@compiled
def mark(state, seat, amount):
    """Add points to a seat."""
    state.marked[seat] += amount
    state.earned[seat] += amount


@compiled
def credit(rules, state, seat, amount):
    """Add points to a seat; with ``win_at_once`` reaching the target wins (BI11)."""
    mark(state, seat, amount)
    if rules.win_at_once and state.phase != OVER and state.marked[seat] >= state.target:
        finish(state, seat, AT_ONCE)


@compiled
def to_tens(points):
    """Points to the nearest ten, fives up (LY6)."""
    return (points + 5) // 10 * 10


@compiled
def decision(rules, state, first, second):
    """(outcome, winner) of these totals at the end of a deal (CL24, CL25, A-12)."""
    over0 = first >= state.target
    over1 = second >= state.target
    if over0 != over1:
        return MERITS, 0 if over0 else 1
    if not over0 or rules.both_over in (RAISE_100, FRESH_100):
        return NOT_OVER, -1
    if rules.both_over == MORE_CARD_POINTS:
        first, second = np.int64(state.points[0]), np.int64(state.points[1])
    if first != second:
        return MERITS, 0 if first > second else 1
    return (NOT_OVER if rules.both_over == ONLY_IF_EQUAL else TIE), -1


@compiled
def final_points(rules, state):
    """Card points that each seat marks at the end of a deal (CL19, LY6, A-15)."""
    first, second = np.int64(state.points[0]), np.int64(state.points[1])
    if rules.immediate_brisques:
        return np.int64(0), np.int64(0)
    if not rules.round_tens:
        return first, second
    tens0, tens1 = to_tens(first), to_tens(second)
    outcome, _ = decision(rules, state, state.marked[0] + tens0, state.marked[1] + tens1)
    if outcome != NOT_OVER:
        both_fives = first % 10 == 5 and second % 10 == 5
        if rules.final_rounding == ALL_EXACT or (rules.final_rounding == TIE_EXACT and both_fives):
            return first, second
    return tens0, tens1


@compiled
def end_deal(rules, state):
    """Count the tricks, and end the game or leave it ready for the next deal.

    Returns True if another deal follows.
    """
    first, second = final_points(rules, state)
    mark(state, 0, first)
    mark(state, 1, second)
    outcome, winner = decision(rules, state, state.marked[0], state.marked[1])
    if rules.single_deal and outcome in (NOT_OVER, TIE):
        outcome, winner = margin(state)
    if outcome != NOT_OVER:
        finish(state, winner, outcome)
        return False
    if state.marked[0] >= state.target and state.marked[1] >= state.target:
        play_on(rules, state)
    state.deal_number += 1
    if state.deal_number >= rules.max_deals:
        finish(state, -1, TRUNCATED)
        return False
    state.dealer = 1 - state.dealer
    return True


@compiled
def margin(state):
    """(outcome, winner) of a game of one deal: who made more points in it."""
    if state.earned[0] == state.earned[1]:
        return TIE, -1
    return DEAL_OVER, 0 if state.earned[0] > state.earned[1] else 1


@compiled
def play_on(rules, state):
    """Both are over and the game goes on: a higher target, or a new game of 100."""
    if rules.both_over == FRESH_100:
        state.target = 100
        state.marked[0] = 0
        state.marked[1] = 0
    else:
        state.target += 100


@compiled
def stop(rules, state, seat):
    """The seat stops the game; its count decides (CL23)."""
    if not rules.immediate_brisques:
        mark(state, 0, state.points[0])
        mark(state, 1, state.points[1])
    if state.marked[seat] >= state.target:
        finish(state, seat, STOPPED)
    else:
        finish(state, 1 - seat, WRONG_STOP)


@borrowing
def returns(rules, state, by_points, out):
    """Total reward of each seat so far, into ``out`` (float64, shape (2,))."""
    for seat in range(2):
        if by_points:
            out[seat] = (state.earned[seat] - state.earned[1 - seat]) / 100.0
        elif state.winner < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if state.winner == seat else -1.0
