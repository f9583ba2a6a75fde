"""The table on which double dummy is searched: all hands open, cards in order of strength.

A card of the board is a bit: the cards of a suit lie side by side, the strongest at the
lowest bit, jokers without a suit behind the four suits. Only cards that can still be
played have a bit. Bowers and jokers of a trump suit, and a joker that was given a suit,
are ordinary cards here; what the rules say of other jokers stands in the options.
"""

from typing import Any

import numpy as np

from cinqcents_env._jit import compiled, records
from cinqcents_env.engine.chance import bit, lowest, mix
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, BOWER_POWER, SEATS
from cinqcents_env.engine.five_hundred.score import makers
from cinqcents_env.engine.five_hundred.tricks import (
    NAMED_POWER,
    free_jokers,
    is_misere,
    next_player,
    trump_of,
)

NO_SUIT = 4
"""The suit of a free joker, and the trump suit where there is none."""

PLIES = 64
MOVES = 24
"""Moves of one seat: ten cards, two of which may be jokers led as any of four suits."""

BOARD = np.dtype(
    [
        ("hand", np.int64, SEATS),  # card set of each seat that plays
        ("suit", np.int64, 5),  # card set of each suit, played cards included
        ("start", np.int64, PLIES),  # by ply: cards unplayed as the trick began
        ("context", np.int64, 2),  # what a value depends on besides cards and leader
        ("maximisers", np.int64),  # seats that want many tricks for the takers
        ("takers", np.int64),  # seats whose tricks are counted
        ("nodes", np.int64),
        ("limit", np.int64),
        ("stopped", np.int64),
        ("playing", np.int64),  # seats that play
        ("trump", np.int64),
        ("misere", np.int64),
        ("must_trump", np.int64),
        ("joker_lead", np.int64),
        ("joker_may_not", np.int64),
        ("joker_forced", np.int64),  # in this contract
        ("joker_low", np.int64),  # in this contract
        ("high_joker", np.int64),  # its bit where it is free, else -1
        ("low_named", np.int64),  # bit of a joker that is the lowest card of its suit, else -1
        ("suits_led", np.int64),
        ("voids", np.int64, SEATS),
        ("following", np.int64, SEATS),  # seat that plays after each
        ("led", np.int64, PLIES),  # by ply: suit led, -1 for none
        ("lying", np.int64, PLIES),  # by ply: cards in the trick
        ("winner", np.int64, PLIES),
        ("best", np.int64, PLIES),  # by ply: strength of the winner's card
        ("saved", np.int64, (PLIES, 2)),  # by ply: what a move has changed
        ("moves", np.int64, (PLIES, MOVES)),
        # The way of the search, by ply: seat on move, the question (tricks needed of those
        # left), what is known already, moves listed and tried, the move made.
        ("seat", np.int64, PLIES),
        ("need", np.int64, PLIES),
        ("left", np.int64, PLIES),
        ("least", np.int64, PLIES),
        ("most", np.int64, PLIES),
        ("key", np.int64, (PLIES, 2)),
        ("hint", np.int64, PLIES),
        ("number", np.int64, PLIES),
        ("tried", np.int64, PLIES),
        ("move", np.int64, PLIES),
        ("suit_of", np.int8, 64),
        ("owner", np.int8, 64),
        ("card", np.int8, 64),  # card of the pack
    ],
    align=True,
)


def new_board() -> np.ndarray[Any, Any]:
    """An empty board: record array of shape (1,)."""
    return records(1, BOARD)


@compiled
def counted_seats(rules, state):
    """Set of the seats whose tricks are counted: declarer and partners.

    After all have passed there is no declarer: then the side of the seat on move.
    """
    sides = makers(rules, state)
    if state.contract == ALL_PASSED:
        sides = bit(state.to_move % rules.num_sides)
    seats = np.int64(0)
    for seat in range(rules.num_players):
        if sides & bit(seat % rules.num_sides):
            seats |= bit(seat)
    return seats


@compiled
def lay_out(rules, state, board):
    """Lay a state in the phase of play out on the board."""
    everyone = bit(rules.num_players) - 1
    board.takers = counted_seats(rules, state)
    board.misere = is_misere(state.contract)
    board.maximisers = everyone & ~board.takers if board.misere else board.takers
    board.trump = trump_of(state.contract)
    board.must_trump = rules.must_trump
    board.joker_lead = rules.joker_lead
    board.joker_may_not = rules.joker_may_not
    board.joker_forced = rules.joker_forced and board.misere
    board.joker_low = rules.joker_low and board.misere
    board.suits_led = state.suits_led
    board.playing = 0
    for seat in range(SEATS):
        board.hand[seat] = 0
        board.voids[seat] = state.voids[seat]
        board.following[seat] = 0
    for seat in range(rules.num_players):
        board.following[seat] = next_player(rules, state, seat)
        board.playing += state.active >> seat & 1
    lay_cards(rules, state, board)
    lay_trick(state, board)
    set_context(rules, state, board)


@compiled
def lay_cards(rules, state, board):
    """Give every card that can still be played, or lies in the trick, its bit."""
    cards = np.int64(0)
    for seat in range(rules.num_players):
        if state.active & bit(seat):
            cards |= state.hand[seat]
            if state.trick[seat] >= 0:
                cards |= bit(state.trick[seat])
    at = 0
    board.low_named = -1
    free = free_jokers(rules, state)
    for suit in range(4):
        members = rules.suit_cards[board.trump, suit]
        if suit == state.joker_suit:
            members |= state.named
        at = lay_suit(rules, state, board, suit, at, cards & members & ~free)
    board.high_joker = -1
    if rules.high_joker >= 0 and cards & free & bit(rules.high_joker):
        board.high_joker = at
    lay_suit(rules, state, board, NO_SUIT, at, cards & free)


@compiled
def power_of(rules, board, card):
    """Rank of a card within its suit on the board."""
    if board.trump == NO_SUIT and rules.jokers & bit(card):
        high = card == rules.high_joker
        return high if board.joker_low else NAMED_POWER + high
    return np.int64(rules.power[board.trump, card])


@compiled
def lay_suit(rules, state, board, suit, at, members):
    """Lay a suit from bit ``at`` on, strongest first. Returns the next free bit."""
    first = at
    while members:
        card = lowest(members)
        members &= members - 1
        place, power = at, power_of(rules, board, card)
        while place > first and power_of(rules, board, board.card[place - 1]) < power:
            board.card[place] = board.card[place - 1]
            place -= 1
        board.card[place] = card
        at += 1
    board.suit[suit] = bit(at) - bit(first)
    for place in range(first, at):
        board.suit_of[place] = suit
        seat = holder(state, board.card[place])
        board.owner[place] = seat
        if board.joker_low and state.named & bit(board.card[place]):
            board.low_named = place
        if state.hand[seat] & bit(board.card[place]):
            board.hand[seat] |= bit(place)
    return at


@compiled
def holder(state, card):
    """Seat that holds a card or has it in the trick."""
    for seat in range(SEATS):
        if state.active & bit(seat) and state.hand[seat] & bit(card):
            return seat
    for seat in range(SEATS):
        if state.trick[seat] == card:
            return seat
    return 0


@compiled
def lay_trick(state, board):
    """The trick under way."""
    board.start[0] = 0
    board.lying[0] = 0
    for suit in range(5):
        board.start[0] |= board.suit[suit]
    led = np.int64(state.led_suit)
    board.led[0] = led
    board.winner[0] = state.winning
    board.best[0] = -1
    for seat in range(SEATS):
        board.lying[0] += state.trick[seat] >= 0
    if state.winning < 0:
        return
    place = np.int64(0)
    while board.card[place] != state.trick[state.winning]:
        place += 1
    if board.suit_of[place] == NO_SUIT:
        high = state.best >= BOWER_POWER
        board.best[0] = joker_strength(board, place) if high else low_strength(board, place, led)
    else:
        board.best[0] = strength(board, place, led)


@compiled
def strength(board, place, led):
    """Strength of a card of a suit in a trick: -1 if it cannot win."""
    suit = board.suit_of[place]
    if suit == board.trump:
        return 200 - np.int64(place)
    if suit == led:
        return 100 - np.int64(place)
    return np.int64(-1)


@compiled
def joker_strength(board, place):
    """Strength of a free joker that wins."""
    return np.int64(300) + (place == board.high_joker)


@compiled
def low_strength(board, place, led):
    """Strength of a free joker that is led where jokers are low: below its suit.

    The higher of two jokers still beats the other one, which was given that suit.
    """
    high = np.int64(place == board.high_joker)
    if high and board.low_named >= 0 and board.suit_of[board.low_named] == led:
        return 100 - board.low_named
    return high


@compiled
def set_context(rules, state, board):
    """Two words for all that the value of a position depends on besides the cards."""
    words = board.trump | board.takers << 3 | np.int64(state.active) << 9
    words |= np.int64(board.misere) << 15 | np.int64(board.must_trump) << 16
    words |= np.int64(rules.num_players) << 17
    options = board.joker_lead | board.joker_may_not << 3 | board.joker_forced << 4
    options |= board.joker_low << 5 | np.int64(rules.misere_stops_early and board.misere) << 6
    low = mix(mix(words) ^ options)
    high = mix(low ^ 0x3C6EF372)
    board.context[0] = low << 30 ^ high
    board.context[1] = mix(low ^ 0x2545F491) << 30 ^ mix(high ^ 0x1B873593)
