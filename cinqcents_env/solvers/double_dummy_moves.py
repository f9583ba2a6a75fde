"""Moves on the board of double dummy: which there are, made and taken back.

A move is the bit of a card, with 64 times one more than the suit added where a joker is
led as a suit. Cards of one hand between which no other card is left are one move.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.five_hundred.layout import NOT_VOID_SUIT, UNLED_SUIT
from cinqcents_env.engine.five_hundred.tricks import ALL_SUITS
from cinqcents_env.solvers.double_dummy_board import NO_SUIT, joker_strength, low_strength, strength

PLACE = 63


@compiled
def namable_suits(board, seat):
    """Set of suits that a free joker may be led as."""
    if board.joker_lead == UNLED_SUIT:
        return ALL_SUITS & ~board.suits_led
    if board.joker_lead == NOT_VOID_SUIT:
        return ALL_SUITS & ~board.voids[seat]
    return np.int64(ALL_SUITS)


@compiled
def playable_cards(board, ply, seat):
    """Cards that may be played as they are."""
    hand = board.hand[seat]
    if board.lying[ply] == 0:
        free = hand & board.suit[NO_SUIT]
        if free == hand and namable_suits(board, seat) == 0:
            return hand
        return hand & ~free
    led = board.led[ply]
    if led < 0:
        return hand
    follows = hand & board.suit[led]
    if follows:
        return follows
    if board.joker_forced and hand & board.suit[NO_SUIT]:
        return hand & board.suit[NO_SUIT]
    if board.must_trump and board.trump != NO_SUIT and hand & board.suit[board.trump]:
        return hand & board.suit[board.trump]
    return hand


@compiled
def list_moves(board, ply, seat):
    """Write the moves of a seat, one for each run of equal cards. Returns their number."""
    cards = playable_cards(board, ply, seat)
    foreign = board.start[ply] & ~board.hand[seat]
    number = 0
    previous, before = np.int64(-1), np.int64(-1)
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        suit = np.int64(board.suit_of[place])
        between = foreign & (bit(place) - 1) & -(bit(previous + 1))
        if suit != before or suit == NO_SUIT or between or place == board.low_named:
            number += 1
        board.moves[ply, number - 1] = place  # the last of a run is its lowest card
        previous, before = place, suit
    if board.lying[ply] == 0 and board.hand[seat] & board.suit[NO_SUIT]:
        number = list_joker_leads(board, ply, seat, number)
    return number


@compiled
def list_joker_leads(board, ply, seat, number):
    """Append the ways to lead a joker as a suit. Returns the number of moves."""
    jokers = board.hand[seat] & board.suit[NO_SUIT]
    while jokers:
        place = lowest(jokers)
        jokers &= jokers - 1
        suits = namable_suits(board, seat)
        while suits:
            board.moves[ply, number] = place + 64 * (lowest(suits) + 1)
            suits &= suits - 1
            number += 1
    return number


@compiled
def strength_in_trick(board, seat, place, led, leads):
    """Strength of a card played now; -1 if it cannot win."""
    if board.suit_of[place] != NO_SUIT:
        return strength(board, place, led)
    if board.joker_low:
        return low_strength(board, place, led) if leads or led < 0 else np.int64(-1)
    if board.joker_may_not and not leads and led >= 0 and board.voids[seat] & bit(led):
        return np.int64(-1)
    return joker_strength(board, place)


@compiled
def put(board, ply, seat, move):
    """Play a move. Returns the seat that plays next; ``lying`` of the next ply tells the rest."""
    place = move & PLACE
    suit = np.int64(board.suit_of[place])
    board.hand[seat] &= ~bit(place)
    board.saved[ply, 0] = board.voids[seat]
    board.saved[ply, 1] = board.suits_led
    lying = board.lying[ply] + 1
    if lying == 1:
        led = (move >> 6) - 1 if move > PLACE else suit
        led = led if led < NO_SUIT else np.int64(-1)
        if led >= 0:
            board.suits_led |= bit(led)
        elif board.hand[seat]:
            board.voids[seat] = ALL_SUITS
        winner, best = seat, strength_in_trick(board, seat, place, led, True)
    else:
        led = board.led[ply]
        winner, best = board.winner[ply], board.best[ply]
        power = strength_in_trick(board, seat, place, led, False)
        if power > best:
            winner, best = seat, power
        if led >= 0 and suit != led:
            board.voids[seat] |= bit(led)
    after = ply + 1
    board.winner[after] = winner
    if lying == board.playing:
        board.lying[after] = 0
        board.start[after] = unplayed(board)
        return winner
    board.lying[after] = lying
    board.led[after] = led
    board.best[after] = best
    board.start[after] = board.start[ply]
    return board.following[seat]


@compiled
def unplayed(board):
    """All cards in the hands."""
    cards = np.int64(0)
    for seat in range(board.hand.shape[0]):
        cards |= board.hand[seat]
    return cards


@compiled
def take_back(board, ply, seat, move):
    """Undo a move."""
    board.hand[seat] |= bit(move & PLACE)
    board.voids[seat] = board.saved[ply, 0]
    board.suits_led = board.saved[ply, 1]
