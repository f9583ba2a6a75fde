"""The play of tricks: suits and power of cards, duties, leads of the joker."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit
from cinqcents_env.engine.five_hundred.layout import (
    BOWER_POWER,
    MISERE,
    NO_TRUMPS,
    NOT_VOID_SUIT,
    OPEN_MISERE,
    SUIT_BIDS,
    TRUMP_POWER,
    UNLED_SUIT,
)

ALL_SUITS = 0b1111
NAMED_POWER = 32
"""A joker that has been given a suit lies above its other cards and below any trump."""


@compiled
def trump_of(contract):
    """Trump suit of a contract; ``NO_TRUMPS`` for misères and after all have passed."""
    contract = np.int64(contract)
    return contract % 5 if contract < SUIT_BIDS else np.int64(NO_TRUMPS)


@compiled
def is_misere(contract):
    """True for misère and open misère."""
    return contract in (MISERE, OPEN_MISERE)


@compiled
def free_jokers(rules, state):
    """Jokers without a suit of their own: in no-trumps and misère, unless named."""
    if trump_of(state.contract) != NO_TRUMPS:
        return np.int64(0)
    return rules.jokers & ~state.named


@compiled
def suit_of(rules, state, card):
    """Suit that a card belongs to in this contract; 4 for a joker without one (FH2)."""
    if state.named & bit(card):
        return np.int64(state.joker_suit)
    return np.int64(rules.card_suit[trump_of(state.contract), card])


@compiled
def cards_of_suit(rules, state, suit):
    """All cards of a suit in this contract."""
    cards = rules.suit_cards[trump_of(state.contract), suit]
    return cards | state.named if suit == state.joker_suit else cards


@compiled
def card_power(rules, state, seat, card):
    """Power of a card in the trick under way; -1 if it cannot win."""
    trump = trump_of(state.contract)
    if trump == NO_TRUMPS and rules.jokers & bit(card):
        return joker_power(rules, state, seat, card)
    power = np.int64(rules.power[trump, card])
    if power >= TRUMP_POWER or rules.card_suit[trump, card] == state.led_suit:
        return power
    return np.int64(-1)


@compiled
def joker_power(rules, state, seat, card):
    """Power of a joker in no-trumps or misère (F4A7, F4A8, A-28)."""
    led = np.int64(state.led_suit)
    high = np.int64(card == rules.high_joker)
    named = state.named & bit(card) != 0
    if named and led != state.joker_suit:
        return np.int64(-1)
    leads = seat == state.leader
    if rules.joker_low and is_misere(state.contract):
        return high if named or leads else np.int64(-1)
    if named:
        return NAMED_POWER + high
    if rules.joker_may_not and not leads and led >= 0 and state.voids[seat] & bit(led):
        return np.int64(-1)
    return BOWER_POWER + 2 + high


@compiled
def playable(rules, state, seat):
    """Cards that may be played as they are, without a suit given to a joker (FH4, F3R6)."""
    hand = state.hand[seat]
    free = hand & free_jokers(rules, state)
    if state.leader == seat:
        if free and free == hand and joker_suits(rules, state, seat) == 0:
            return hand
        return hand & ~free
    led = np.int64(state.led_suit)
    if led < 0:
        return hand
    following = hand & cards_of_suit(rules, state, led)
    if following:
        return following
    if free and rules.joker_forced and is_misere(state.contract):
        return free
    trump = trump_of(state.contract)
    if rules.must_trump and trump != NO_TRUMPS:
        trumps = hand & rules.suit_cards[trump, trump]
        return trumps if trumps else hand
    return hand


@compiled
def joker_suits(rules, state, seat):
    """Set of suits that a joker without one may be led as (A-28)."""
    if rules.joker_lead == UNLED_SUIT:
        return ALL_SUITS & ~np.int64(state.suits_led)
    if rules.joker_lead == NOT_VOID_SUIT:
        return ALL_SUITS & ~np.int64(state.voids[seat])
    return np.int64(ALL_SUITS)


@compiled
def joker_leads(rules, state, seat):
    """Ways to lead a joker as a suit, a set of actions counted from ``rules.joker_at``."""
    if state.leader != seat:
        return np.int64(0)
    free = state.hand[seat] & free_jokers(rules, state)
    if not free:
        return np.int64(0)
    suits = joker_suits(rules, state, seat)
    leads = np.int64(0)
    if free & bit(rules.high_joker):
        leads |= suits
    if free & ~bit(rules.high_joker):
        leads |= suits << 4
    return leads


@compiled
def next_player(rules, state, seat):
    """Seat that plays after ``seat``; sitting-out partners are passed over (F4A5)."""
    while True:
        seat = (seat + 1) % rules.num_players
        if state.active & bit(seat):
            return seat
