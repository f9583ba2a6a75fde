"""Games of one deal with the eight-card pack, played with what each seat has seen noted.

A history is two words of symbols for each seat: the seat, the dealer, the turn-up, the
cards dealt to it, then every action and every card that it draws, in order.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.actions import forced
from cinqcents_env.engine.cinqcents.deal import begin, open_deal
from cinqcents_env.engine.cinqcents.layout import MAX_STOCK
from cinqcents_env.engine.cinqcents.legal import suit_of
from cinqcents_env.engine.cinqcents.step import step

DRAWN, FLAG = 21, 29
"""Symbols: actions 0 to 20, cards dealt or drawn 21 to 28, seat and dealer 29, 30."""
SYMBOL_BITS, WORD_SYMBOLS = 5, 12
MAX_SYMBOLS = 2 * WORD_SYMBOLS


@compiled
def set_deal(rules, state, cards):
    """Put a deal, int64 (9,) as in ``all_deals``, on the table."""
    begin(rules, state, np.int64(0))
    state.dealer = cards[0]
    for seat in range(2):
        state.hand[seat] = bit(cards[1 + 2 * seat]) | bit(cards[2 + 2 * seat])
        state.captured[seat] = 0
        state.known[seat] = 0
        state.used[seat] = 0
        state.points[seat] = 0
        state.melds[seat] = 0
    state.turnup = cards[5]
    state.trump = suit_of(rules, cards[5])
    for i in range(MAX_STOCK):
        state.stock[i] = -1
    for i in range(3):
        state.stock[i] = cards[8 - i]
    state.stock_size = 3
    open_deal(rules, state)


@compiled
def note(history, seat, symbol):
    """Add a symbol to what a seat has seen; history is int64 (5,): two words a seat, length."""
    low = history[2 * seat]
    mask = (np.int64(1) << (SYMBOL_BITS * WORD_SYMBOLS)) - 1
    top = low >> (SYMBOL_BITS * (WORD_SYMBOLS - 1))
    history[2 * seat + 1] = ((history[2 * seat + 1] << SYMBOL_BITS) & mask) | top
    history[2 * seat] = ((low << SYMBOL_BITS) & mask) | symbol


@compiled
def note_cards(history, seat, cards):
    """Add the cards that a seat has been dealt or has drawn."""
    while cards:
        note(history, seat, DRAWN + lowest(cards))
        cards &= cards - 1


@compiled
def open_history(state, history):
    """What each seat has seen of a fresh deal."""
    history[:] = 0
    for seat in range(2):
        note(history, seat, FLAG + seat)
        note(history, seat, FLAG + state.dealer)
        note(history, seat, DRAWN + state.turnup)
        note_cards(history, seat, state.hand[seat])


@compiled
def act(rules, state, history, action):
    """Carry out an action; both seats see it, each sees what it draws."""
    before0, before1 = np.int64(state.hand[0]), np.int64(state.hand[1])
    step(rules, state, action)
    for seat in range(2):
        note(history, seat, action)
        gained = state.hand[seat] & ~(before0 if seat == 0 else before1)
        note_cards(history, seat, gained)
    history[4] += 1


@compiled
def act_on(rules, state, history, action):
    """Carry out an action and the forced moves after it."""
    while action >= 0:
        act(rules, state, history, action)
        action = forced(rules, state)
