"""Card play of the last phase with both hands known: the margin of what is left to win.

Where nothing but the tricks matters (no meld to come, no target within reach, no
rounding) the rest of a deal has a value of its own, whatever the scores: the points
that the seat on move makes more than the other, last trick included. Points for the
trump seven are left out: its holder plays it in any case.

Zero-sum alpha-beta search, positions between tricks in the table. Sets of cards are
handled all suits at once: a suit is a field of ``2 ** rank_bits`` bits.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.legal import suit_cards, suit_of
from cinqcents_env.engine.cinqcents.step import follower_wins
from cinqcents_env.solvers.endgame_table import (
    CONTEXT,
    EQUAL,
    LIMIT,
    NODES,
    TRUMPS,
    bounds,
    held,
    keep,
    slot,
)

SCORELESS = 1 << 62
"""Marks the key of an entry that holds whatever the scores."""
LOWEST_RANKS, HIGHEST_RANKS = 0x01010101, 0x80808080
SMALL_LOWEST, SMALL_HIGHEST = 0x11, 0x88


@compiled
def prepare_cards(rules, trump, cells):
    """Write what the search asks of rules and trump suit into the table's header."""
    cells[TRUMPS] = suit_cards(rules, trump)
    equal = np.int64(0)
    for card in range(rules.num_cards - 1):
        same_suit = suit_of(rules, card) == suit_of(rules, card + 1)
        if same_suit and rules.card_points[card] == rules.card_points[card + 1]:
            equal |= bit(card)
    cells[EQUAL] = equal
    context = rules.last_trick
    context = 4 * context + trump
    context = 2 * context + rules.follow_only
    context = 2 * context + rules.immediate_brisques
    context = 2 * context + rules.has_seven
    cells[CONTEXT] = context << 32


@compiled
def points_of(rules, members):
    """Card points of a set."""
    points = np.int64(0)
    while members:
        points += rules.card_points[lowest(members)]
        members &= members - 1
    return points


@compiled
def up_to_highest(rules, members):
    """Every card that is not above the highest member of its suit; nothing of absent suits."""
    if rules.rank_bits == 3:
        members |= (members >> 1) & 0x7F7F7F7F
        members |= (members >> 2) & 0x3F3F3F3F
        return members | ((members >> 4) & 0x0F0F0F0F)
    members |= (members >> 1) & 0x77
    return members | ((members >> 2) & 0x33)


@compiled
def sure_leads(rules, own, other, cells):
    """Cards that win the trick when led, whatever is answered."""
    reached = up_to_highest(rules, other)
    sure = own & ~reached
    if other & cells[TRUMPS] == 0:
        return sure
    if rules.rank_bits == 3:
        return sure & ((reached & LOWEST_RANKS) * 0xFF)
    return sure & ((reached & SMALL_LOWEST) * 0x0F)


@compiled
def distinct(own, other, cells):
    """Own cards without those to which the next higher one is equal in all that counts.

    Two cards are alike that are worth the same, with nothing of the other hand between.
    """
    equal = cells[EQUAL]
    gone = ~(own | other)
    alike = (own >> 1) & equal
    spread = ((gone & alike) >> 1) & equal & ~alike
    while spread:
        alike |= spread
        spread = ((gone & alike) >> 1) & equal & ~alike
    return own & ~alike


@compiled
def closed_up(own, other, cells):
    """The same position with every card moved down to a gone one of equal worth below it.

    Only the order matters among cards worth the same, so positions that differ in
    which of them are gone are one.
    """
    cards = own | other
    gaps = (cards >> 1) & ~cards & cells[EQUAL]
    while gaps:
        above = gaps << 1
        own = (own & ~above) | ((own & above) >> 1)
        other = (other & ~above) | ((other & above) >> 1)
        cards = own | other
        gaps = (cards >> 1) & ~cards & cells[EQUAL]
    return own, other


@compiled
def answers(rules, own, led, cells):
    """Cards that may answer the one led (CL11)."""
    following = own & suit_cards(rules, suit_of(rules, led))
    if following:
        beating = following & -(bit(led) << 1)
        return beating if beating and not rules.follow_only else following
    trumps = own & cells[TRUMPS]
    return trumps if trumps and not rules.follow_only else own


@compiled
def next_card(rules, moves, likely, first):
    """The card to look at next: the one found best before, likely ones from the top, small ones."""
    if first >= 0 and moves & bit(first):
        return first
    wide = rules.rank_bits == 3
    good = moves & likely
    if good:
        ranks = np.int64(HIGHEST_RANKS if wide else SMALL_HIGHEST)
        while good & ranks == 0:
            ranks >>= 1
        return lowest(good & ranks)
    ranks = np.int64(LOWEST_RANKS if wide else SMALL_LOWEST)
    while moves & ranks == 0:
        ranks <<= 1
    return lowest(moves & ranks)


@compiled
def candidates(rules, own, other, led, cells):
    """(moves, likely): the cards worth looking at, and those that should come first."""
    if led < 0:
        return distinct(own, other, cells), sure_leads(rules, own, other, cells)
    moves = answers(rules, own, led, cells)
    alone = distinct(own, other | bit(led), cells)
    likely = np.int64(0)
    suit = suit_cards(rules, suit_of(rules, led))
    if moves & suit:
        likely = moves & -(bit(led) << 1) & suit
    elif suit != cells[TRUMPS]:
        likely = moves & cells[TRUMPS]
    return moves & alone, likely


@compiled
def rest_margin(rules, own, other, led, left, alpha, beta, cells):
    """Points that the seat on move makes more than the other in the rest of the deal.

    Args:
        own, other: hands of the seat on move and of the other.
        led: card lying in the trick, led by the other seat, or -1.
        left: card points in both hands and in the trick.
        alpha, beta: a value outside this window may come back as a bound on that side.
    """
    cells[NODES] += 1
    leads, none = led < 0, np.int64(-1)
    lower, upper, first = -left - rules.last_trick, left + rules.last_trick, none
    if leads:
        own, other = closed_up(own, other, cells)
    key0, key1, at = own | cells[CONTEXT], other | SCORELESS, np.int64(0)
    if leads:
        at = slot(cells, key0, key1)
        if held(cells, at, key0, key1):
            lower, upper = bounds(cells, at)
            first = cells[at + 3]
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    trump = cells[CONTEXT] >> 35 & 3
    moves, likely = candidates(rules, own, other, led, cells)
    best, best_card, low = -np.int64(LIMIT), none, max(alpha, lower)
    high = min(beta, upper)
    while moves and best < high:
        card = next_card(rules, moves, likely, first)
        moves &= ~bit(card)
        hand = own & ~bit(card)
        floor = max(low, best)
        if leads:
            value = -rest_margin(rules, other, hand, card, left, -high, -floor, cells)
        else:
            won = follower_wins(rules, led, card, trump)
            points = rules.card_points[led] + rules.card_points[card]
            if hand == 0:
                value = points + rules.last_trick
                value = value if won else -value
            elif won:
                value = points + rest_margin(
                    rules, hand, other, none, left - points, floor - points, high - points, cells
                )
            else:
                value = -points - rest_margin(
                    rules, other, hand, none, left - points, -high - points, -floor - points, cells
                )
        if value > best:
            best, best_card = value, card
    if leads:
        lower = best if best > low else lower
        upper = best if best < high else upper
        keep(cells, at, key0, key1, lower, upper, best_card)
    return best
