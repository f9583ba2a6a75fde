"""Light play for the two-player family: a move from a few looks at the cards.

Much quicker than greedy play, for playouts by the hundred thousand. Announces
whatever pays, takes with the richest plain card that wins, ruffs only for aces and
tens, and throws off what it misses least.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.layout import MELD
from cinqcents_env.engine.cinqcents.legal import (
    counted,
    in_draw_phase,
    legal_set,
    meld_available,
    meld_value,
    suit_cards,
    suit_of,
)

TRUMP_KEPT = 12
"""What a trump is missed beyond its points."""
PICTURE_KEPT = 3
"""The same for kings, queens and jacks while they may still be melded."""
RICH = 10
"""Points from which a trick is worth a trump."""


@compiled
def light_action(rules, state, view, mask):
    """The move of light play; ``view`` and ``mask`` are not looked at."""
    seat = np.int64(state.to_move)
    actions = legal_set(rules, state)
    others = actions >> rules.num_cards
    if others:
        if actions & bit(rules.stop_action) and counted(rules, state, seat) >= state.target:
            return np.int64(rules.stop_action)
        meld = richest_meld(rules, state, seat, others & (bit(rules.num_melds) - 1))
        if meld >= 0:
            return rules.num_cards + meld
        if actions & bit(rules.exchange):
            return np.int64(rules.exchange)
        if state.phase == MELD:
            return np.int64(rules.draw)
    cards = actions & (bit(rules.num_cards) - 1)
    if state.trick[0] >= 0:
        return light_follow(rules, state, cards)
    if in_draw_phase(state):
        return least_missed(rules, state, cards, True)
    return light_lead(rules, state, seat, cards)


@compiled
def richest_meld(rules, state, seat, melds):
    """The meld of a set that pays most, or -1."""
    best, best_value = np.int64(-1), np.int64(0)
    while melds:
        meld = lowest(melds)
        melds &= melds - 1
        value = meld_value(rules, meld, state.trump)
        if value > best_value:
            if not rules.irregularities or meld_available(rules, state, seat, meld):
                best, best_value = meld, value
    return best


@compiled
def least_missed(rules, state, cards, melding):
    """The card of a set that its holder misses least."""
    best, least = np.int64(-1), np.int64(1000)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        points = rules.card_points[card]
        missed = 8 * points + (card & (bit(rules.rank_bits) - 1))
        if suit_of(rules, card) == state.trump:
            missed += 8 * TRUMP_KEPT
        elif melding and 0 < points < RICH:
            missed += 8 * PICTURE_KEPT
        if missed < least:
            best, least = card, missed
    return best


@compiled
def richest(rules, cards):
    """The card of a set that counts most, the lowest of equals."""
    best, most = np.int64(-1), np.int64(-1)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if rules.card_points[card] > most:
            best, most = card, rules.card_points[card]
    return best


@compiled
def light_follow(rules, state, cards):
    """The card to follow with."""
    led = np.int64(state.trick[0])
    suit = suit_of(rules, led)
    above = cards & suit_cards(rules, suit) & -(bit(led) << 1)
    drawing = in_draw_phase(state)
    if above:
        if suit != state.trump:
            return richest(rules, above)
        if not drawing or rules.card_points[led] >= RICH:
            return lowest(above)
    elif rules.card_points[led] >= RICH or not drawing:
        trumps = cards & suit_cards(rules, state.trump)
        if trumps and suit != state.trump:
            return lowest(trumps)
    return least_missed(rules, state, cards, drawing)


@compiled
def light_lead(rules, state, seat, cards):
    """The card to lead once the stock is gone: a sure winner, else the least missed."""
    other = state.hand[1 - seat]
    trumps = other & suit_cards(rules, state.trump)
    best, most = np.int64(-1), np.int64(-1)
    for suit in range(rules.num_suits):
        mine = cards & suit_cards(rules, suit)
        theirs = other & suit_cards(rules, suit)
        if not mine or (trumps and not theirs):
            continue
        if theirs:
            mine &= ~(bit(lowest(theirs)) - 1)
            rest = theirs
            while rest:
                mine &= ~(bit(lowest(rest)) - 1)
                rest &= rest - 1
        if mine:
            card = richest(rules, mine)
            if rules.card_points[card] > most:
                best, most = card, rules.card_points[card]
    return best if best >= 0 else least_missed(rules, state, cards, False)
