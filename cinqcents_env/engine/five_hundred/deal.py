"""Dealing: a new deal, a new game."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import below, bit, seeded
from cinqcents_env.engine.five_hundred.layout import BID, SEATS

HAND = 10


@compiled
def deal(rules, state):
    """Shuffle and deal, and put the seat left of the dealer on the bid (FH9).

    Card by card a place is drawn among those still free, which is a uniform shuffle.
    """
    clear(state)
    players = rules.num_players
    piles = players + rules.dead_hand
    rooms = np.int64(0)  # four bits a pile: cards that it still takes
    for pile in range(piles):
        rooms |= HAND << (4 * pile)
    x, m = seeded(state.seed, np.int64(state.deal_number) + 1)
    for card in range(rules.num_cards):
        place, x, m = below(rules.num_cards - card, x, m)
        pile = 0
        while pile < piles and place >= (rooms >> (4 * pile)) & 15:
            place -= (rooms >> (4 * pile)) & 15
            pile += 1
        rooms -= bit(4 * pile) if pile < piles else 0
        if pile < players:
            state.hand[pile] |= bit(card)
        elif pile < piles:
            state.dead |= bit(card)
        else:
            state.kitty |= bit(card)
    state.leader = (state.dealer + 1) % players
    state.to_move = state.leader
    state.phase = BID


@compiled
def clear(state):
    """Take all marks of the last deal off the table."""
    for seat in range(SEATS):
        state.hand[seat] = 0
        state.played[seat] = 0
        state.bids[seat] = 0
        state.trick[seat] = -1
        state.tricks[seat] = 0
        state.voids[seat] = 0
        state.reached[seat] = -1
    state.kitty = 0
    state.taken = 0
    state.discards = 0
    state.dead = 0
    state.named = 0
    state.calls = 0
    state.bid = -1
    state.bidder = -1
    state.passed = 0
    state.contract = -1
    state.declarer = -1
    state.called = -1
    state.partner = -1
    state.joker_suit = -1
    state.active = 0
    state.led_suit = -1
    state.winning = -1
    state.best = -1
    state.suits_led = 0
    state.exposed = 0
    state.jokerless = 0


@compiled
def reset(rules, state, seed):
    """A new game from a seed, with its first deal."""
    x, m = seeded(seed, 0)
    drawn, x, m = below(rules.num_players, x, m)
    state.seed = seed
    state.players = rules.num_players
    state.num_sides = rules.num_sides
    state.dealer = drawn
    state.deal_number = 0
    state.kitty_shown = rules.kitty_open
    state.outcome = 0
    state.winners = 0
    for side in range(SEATS):
        state.earned[side] = 0
        state.scores[side] = rules.start_scores[side]
        if rules.start_random and side < rules.num_sides:
            tens, x, m = below((rules.target + 9) // 10, x, m)
            state.scores[side] = 10 * tens
    deal(rules, state)
