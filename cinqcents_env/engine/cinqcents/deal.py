"""Dealing: a new deal, a new game."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import below, bit, next_seed, seeded, shuffle
from cinqcents_env.engine.cinqcents.layout import MAX_STOCK, OVER, PLAY
from cinqcents_env.engine.cinqcents.legal import suit_of
from cinqcents_env.engine.cinqcents.score import credit


@compiled
def deal(rules, state):
    """Shuffle and deal; turn up the trump card; mark or hold back the seven (CL4-CL6).

    Packets make no difference to a uniform shuffle: the non-dealer gets the first
    ``hand_size`` cards, the dealer the next, and one more is turned up.
    """
    size = rules.num_cards
    for i in range(MAX_STOCK):
        state.stock[i] = i if i < size else -1
    x, m = seeded(state.seed, np.int64(state.deal_number) + 1)
    shuffle(state.stock, size, x, m)
    for seat in range(2):
        state.hand[seat] = 0
        state.captured[seat] = 0
        state.known[seat] = 0
        state.used[seat] = 0
        state.points[seat] = 0
        state.melds[seat] = 0
    dealer = np.int64(state.dealer)
    for i in range(2 * rules.hand_size):
        seat = 1 - dealer if i < rules.hand_size else dealer
        size -= 1
        state.hand[seat] |= bit(state.stock[size])
        state.stock[size] = -1
    size -= 1
    state.turnup = state.stock[size]
    state.stock[size] = -1
    state.stock_size = size
    state.trump = suit_of(rules, state.turnup)
    open_deal(rules, state)


@compiled
def open_deal(rules, state):
    """Put the non-dealer on the lead and deal with a turned seven (CL6, CL7, LY8)."""
    state.leader = 1 - state.dealer
    state.to_move = state.leader
    state.phase = PLAY
    state.trick[0] = -1
    state.trick[1] = -1
    state.step_melds = 0
    state.step_exchanged = -1
    state.pending_seven = 0
    seven = np.int64(state.trump) << rules.rank_bits
    if not rules.has_seven or state.turnup != seven or rules.seven_turned == 0:
        return
    dealer = np.int64(state.dealer)
    if rules.pending_seven and state.marked[dealer] + rules.seven_turned >= state.target:
        state.pending_seven = 1
    else:
        credit(rules, state, dealer, rules.seven_turned)


@compiled
def reset(rules, state, seed):
    """A new game from a seed, with its first deal.

    Should the deal itself end the game (a turned seven, started from high scores),
    the following seed is taken, so that a game always begins with a decision.
    """
    while True:
        begin(rules, state, seed)
        deal(rules, state)
        if state.phase != OVER:
            return
        seed = next_seed(seed)


@compiled
def begin(rules, state, seed):
    """Scores, dealer and seed of a new game, before its first deal."""
    x, m = seeded(seed, 0)
    drawn, x, m = below(2, x, m)
    state.seed = seed
    state.dealer = drawn if rules.first_dealer < 0 else rules.first_dealer
    state.deal_number = 0
    state.target = rules.target
    state.outcome = 0
    state.winner = -1
    for seat in range(2):
        state.earned[seat] = 0
        state.marked[seat] = rules.start_scores[seat]
        if rules.start_random:
            tens, x, m = below((rules.target + 9) // 10, x, m)
            state.marked[seat] = 10 * tens
