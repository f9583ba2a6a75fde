"""Card play of the last phase with both hands known: the margin of what is left to win.

Where nothing but the tricks matters (no meld to come, no target within reach) the rest
of a deal has a value of its own, whatever the scores: the points that the seat on move
makes more than the other, last trick included. Where card points are rounded to tens it
depends on those already won as well. Points for the trump seven are left out: its holder
plays it in any case.

Zero-sum alpha-beta search, positions between tricks in the table. Sets of cards are
handled all suits at once: a suit is a field of ``2 ** rank_bits`` bits.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.legal import suit_cards, suit_of
from cinqcents_env.engine.cinqcents.score import to_tens
from cinqcents_env.engine.cinqcents.step import follower_wins
from cinqcents_env.solvers.endgame_table import (
    CONTEXT,
    EQUAL,
    LIMIT,
    NODES,
    ROUNDS,
    TOTAL,
    TRUMPS,
    keep_result,
    recalled,
    slot,
)

SCORELESS = 1 << 62
"""Marks the key of an entry that holds whatever the scores."""
ROUNDED_KEY = 1 << 61
"""Marks the key of an entry in which card points are rounded."""
ROUNDED = 10
"""Most points by which rounding card points to tens moves a margin."""
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
    cells[ROUNDS] = rules.round_tens and not rules.immediate_brisques


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
def trick_of(rules, led, card, cells):
    """(won, points) of the trick for who plays this card; (False, 0) where it is led."""
    if led < 0:
        return False, np.int64(0)
    won = follower_wins(rules, led, card, cells[CONTEXT] >> 35 & 3)
    return won, rules.card_points[led] + rules.card_points[card]


@compiled
def final_margin(rules, mine, points, won, cells):
    """Margin of the last trick: of its points, or of all card points where they are rounded."""
    bonus = rules.last_trick if won else -rules.last_trick
    if not cells[ROUNDS]:
        return bonus + (points if won else -points)
    mine += points if won else 0
    return bonus + to_tens(mine) - to_tens(cells[TOTAL] - mine)


@compiled
def limits(rules, mine, left, cells):
    """(lower, upper): the margin with no further trick, and with all of them."""
    if not cells[ROUNDS]:
        return -left - rules.last_trick, left + rules.last_trick
    slack = rules.last_trick + ROUNDED
    return 2 * mine - cells[TOTAL] - slack, 2 * (mine + left) - cells[TOTAL] + slack


@compiled
def card_keys(own, other, mine, cells):
    """Name of a position between tricks for the leader."""
    key1 = other | SCORELESS
    if cells[ROUNDS]:
        key1 |= mine << 32 | cells[TOTAL] << 40 | ROUNDED_KEY
    return own | cells[CONTEXT], key1


@compiled
def rest_margin(rules, own, other, led, mine, left, alpha, beta, cells):
    """Points that the seat on move makes more than the other in the rest of the deal.

    Where card points are rounded the margin is that of the whole deal's card points.

    Args:
        own, other: hands of the seat on move and of the other.
        led: card lying in the trick, led by the other seat, or -1.
        mine: card points that the seat on move has won; 0 where nothing is rounded.
        left: card points in both hands and in the trick.
        alpha, beta: a value outside this window may come back as a bound on that side.
    """
    cells[NODES] += 1
    leads, none, first, at = led < 0, np.int64(-1), np.int64(-1), np.int64(0)
    lower, upper = limits(rules, mine, left, cells)
    key0, key1 = none, none
    if leads:
        own, other = closed_up(own, other, cells)
        key0, key1 = card_keys(own, other, mine, cells)
        at = slot(cells, key0, key1)
        lower, upper, first = recalled(cells, at, key0, key1, lower, upper)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    rounds, theirs = cells[ROUNDS], cells[ROUNDS] * (cells[TOTAL] - left - mine)
    moves, likely = candidates(rules, own, other, led, cells)
    best, best_card, low, high = -np.int64(LIMIT), first, max(alpha, lower), min(beta, upper)
    while moves and best < high:
        card = next_card(rules, moves, likely, first)
        moves, hand, floor = moves & ~bit(card), own & ~bit(card), max(low, best)
        won, points = trick_of(rules, led, card, cells)
        gain = np.int64(0) if rounds else (points if won else -points)
        scored, rest = rounds * points, left - points
        if hand == 0 and not leads:
            value = final_margin(rules, mine, points, won, cells)
        elif won:
            value = gain + rest_margin(
                rules, hand, other, none, mine + scored, rest, floor - gain, high - gain, cells
            )
        else:
            led_now = card if leads else none
            value = gain - rest_margin(
                rules, other, hand, led_now, theirs + scored, rest, gain - high, gain - floor, cells
            )
        if value > best:
            best, best_card = value, card
    if leads:
        keep_result(cells, at, key0, key1, lower, upper, low, high, best, best_card)
    return best
