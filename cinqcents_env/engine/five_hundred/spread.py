"""Spreading unseen cards over hidden places, every way equally likely.

A place has room for so many cards and takes some cards but not others. Places that take
the same cards form a group. The ways to fill the groups are counted card by card from the
last one back; then the cards are set down one by one, each with the odds of the ways that
remain. Cards that every place takes come last and need no table.

A *plan* is an int64 array of shape (ROWS, WIDTH): what is to be spread, and room to work.
The *table* (float64, shape (bound cards + 1, rooms)) holds the number of ways to spread the
bound cards from one on, and all free ones, for every number of cards that each group but
the last still takes; the last one takes the rest.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import MASK32, advance, below, bit, count, lowest

ROWS, WIDTH = 10, 64

# By place: room, cards taken, group, room left and cards set down so far.
ROOM, TAKES, GROUP, LEFT, CARDS = range(5)
# By group: room left, cards taken, and the table's step for one card less.
GROUP_LEFT, GROUP_TAKES, STRIDE = 5, 6, 7
# The bound cards in order, and single numbers.
ORDER, NUMBERS = 8, 9
PLACES, GROUPS, BOUND, FREE, SIZE, START, PAIR_HOLDER = range(7)

_FACTORIALS = np.ones(65, dtype=np.float64)
for _i in range(1, 65):
    _FACTORIALS[_i] = _FACTORIALS[_i - 1] * _i


@compiled
def new_plan():
    """A plan without places."""
    plan = np.zeros((ROWS, WIDTH), dtype=np.int64)
    plan[NUMBERS, PAIR_HOLDER] = -1
    return plan


@compiled
def add_place(plan, room, takes):
    """Add a place with room for so many cards, of those in ``takes``; returns its number."""
    place = plan[NUMBERS, PLACES]
    plan[ROOM, place] = room
    plan[TAKES, place] = takes
    plan[NUMBERS, PLACES] = place + 1
    return place


@compiled
def count_ways(plan, cards, pair):
    """Put the places of a plan in order and count; returns the table.

    Args:
        cards: the set to spread, as many as the places have room for.
        pair: two cards of which one at least comes to the place ``PAIR_HOLDER`` of the
            plan, or no cards.
    """
    _group_places(plan)
    _order_cards(plan, cards, pair)
    bound = plan[NUMBERS, BOUND]
    table = np.zeros((bound + 1, plan[NUMBERS, SIZE]), dtype=np.float64)
    _fill_last(plan, table)
    for i in range(bound - 1, -1, -1):
        _fill_row(plan, table[i], table[i + 1], np.int64(plan[ORDER, i]))
    return table


@compiled
def _group_places(plan):
    """Give each place its group; the group with the most room comes last."""
    numbers, places = plan[NUMBERS], plan[NUMBERS, PLACES]
    groups = 0
    for place in range(places):
        group = groups
        for other in range(place):
            alone = numbers[PAIR_HOLDER] in (place, other)
            if plan[TAKES, other] == plan[TAKES, place] and not alone:
                group = plan[GROUP, other]
        plan[GROUP, place] = group
        groups = max(groups, group + 1)
    for place in range(places):
        plan[GROUP_LEFT, plan[GROUP, place]] += plan[ROOM, place]
    largest = 0
    for group in range(groups):
        if plan[GROUP_LEFT, group] > plan[GROUP_LEFT, largest]:
            largest = group
    last = max(groups - 1, 0)
    for place in range(places):
        group = plan[GROUP, place]
        plan[GROUP, place] = last if group == largest else (largest if group == last else group)
    room = plan[GROUP_LEFT, last]
    plan[GROUP_LEFT, last] = plan[GROUP_LEFT, largest]
    plan[GROUP_LEFT, largest] = room
    for place in range(places):
        plan[GROUP_TAKES, plan[GROUP, place]] = plan[TAKES, place]
    numbers[GROUPS] = groups
    size = 1
    for group in range(last):
        plan[STRIDE, group] = size
        size *= plan[GROUP_LEFT, group] + 1
    numbers[SIZE], numbers[START] = size, size - 1


@compiled
def _order_cards(plan, cards, pair):
    """Bound cards (those that some place with room refuses, and a pair), then free ones."""
    free = cards & ~pair
    for place in range(plan[NUMBERS, PLACES]):
        if plan[ROOM, place] > 0:
            free &= plan[TAKES, place]
    plan[NUMBERS, FREE] = free
    number = 0
    for members in (pair, cards & ~free & ~pair):
        while members:
            plan[ORDER, number] = lowest(members)
            members &= members - 1
            number += 1
    plan[NUMBERS, BOUND] = number


@compiled
def _takes(plan, group, card):
    """True if the places of a group take a card."""
    return (plan[GROUP_TAKES, group] >> card) & 1 == 1


@compiled
def _fill_last(plan, table):
    """Ways to spread the free cards: a multinomial, if they are as many as the room."""
    numbers, row = plan[NUMBERS], table[table.shape[0] - 1]
    free = count(numbers[FREE])
    for at in range(row.shape[0]):
        rest, ways = free, _FACTORIALS[free]
        for group in range(numbers[GROUPS] - 1):
            left = (at // plan[STRIDE, group]) % (plan[GROUP_LEFT, group] + 1)
            ways /= _FACTORIALS[left]
            rest -= left
        row[at] = ways / _FACTORIALS[rest] if rest >= 0 else 0.0


@compiled
def _fill_row(plan, row, after, card):
    """Ways from one bound card on: the sum over the groups that it may come to.

    Where the last group would have taken too many the ways stay 0, since they are 0 in the
    last row.
    """
    last = plan[NUMBERS, GROUPS] - 1
    if _takes(plan, last, card):
        row[:] = after
    for group in range(last):
        if not _takes(plan, group, card):
            continue
        stride = plan[STRIDE, group]
        block = stride * (plan[GROUP_LEFT, group] + 1)
        for first in range(0, row.shape[0], block):
            for at in range(first + stride, first + block):
                row[at] += after[at - stride]


@compiled
def _ways(plan, table, i, at, group):
    """Ways that remain when bound card ``i`` goes to a group."""
    if plan[GROUP_LEFT, group] <= 0 or not _takes(plan, group, plan[ORDER, i]):
        return 0.0
    at -= plan[STRIDE, group]
    place = plan[NUMBERS, PAIR_HOLDER]
    if place < 0 or i > 1 or plan[GROUP, place] == group:
        return table[i + 1, at]
    holder = plan[GROUP, place]
    left = plan[GROUP_LEFT, holder]
    if i == 1:  # the first of the pair has come to the holder, or this one must
        return table[2, at] if left < plan[ROOM, place] else 0.0
    if left <= 0 or not _takes(plan, holder, plan[ORDER, 1]):
        return 0.0
    return table[2, at - plan[STRIDE, holder]]


@compiled
def _all_ways(plan, table, i, at):
    """Ways that remain before bound card ``i`` is set down."""
    if i > 1 or plan[NUMBERS, PAIR_HOLDER] < 0:
        return table[i, at]
    total = 0.0
    for group in range(plan[NUMBERS, GROUPS]):
        total += _ways(plan, table, i, at, group)
    return total


@compiled
def _clear(plan):
    """Take all cards up again."""
    for group in range(plan[NUMBERS, GROUPS]):
        plan[GROUP_LEFT, group] = 0
    for place in range(plan[NUMBERS, PLACES]):
        plan[CARDS, place] = 0
        plan[LEFT, place] = plan[ROOM, place]
        plan[GROUP_LEFT, plan[GROUP, place]] += plan[ROOM, place]


@compiled
def total_ways(plan, table):
    """Number of ways to spread the cards (float64); 0 if there is none."""
    _clear(plan)
    ways = _all_ways(plan, table, 0, plan[NUMBERS, START])
    for group in range(plan[NUMBERS, GROUPS]):
        ways *= _FACTORIALS[plan[GROUP_LEFT, group]]
    for place in range(plan[NUMBERS, PLACES]):
        ways /= _FACTORIALS[plan[ROOM, place]]
    return ways


@compiled
def spread(plan, table, x, m):
    """Set all cards down, each way equally likely; they lie in the plan's row ``CARDS``.

    If there is no way, cards go where there is room. Returns the next generator state.
    """
    _clear(plan)
    numbers = plan[NUMBERS]
    at, total = numbers[START], np.int64(0)
    for group in range(numbers[GROUPS]):
        total += plan[GROUP_LEFT, group]
    for i in range(numbers[BOUND]):
        group, x, m = _chosen_group(plan, table, i, at, x, m)
        at -= plan[STRIDE, group]
        nth, x, m = below(plan[GROUP_LEFT, group], x, m)
        _set_down(plan, plan[ORDER, i], group, nth)
        total -= 1
    free = numbers[FREE]
    while free:
        nth, x, m = below(total, x, m)
        _set_down(plan, lowest(free), np.int64(-1), nth)
        free &= free - 1
        total -= 1
    return x, m


@compiled
def _chosen_group(plan, table, i, at, x, m):
    """(group, x, m): where bound card ``i`` goes, by the ways that each group leaves."""
    x, m = advance(x, m)
    high = (x + (m & MASK32)) & MASK32
    x, m = advance(x, m)
    low = (x + (m & MASK32)) & MASK32
    total = _all_ways(plan, table, i, at)
    rest = (high * 2097152.0 + (low >> 11)) / 9007199254740992.0 * total
    chosen = np.int64(-1)
    for group in range(plan[NUMBERS, GROUPS]):
        if total > 0.0:
            ways = _ways(plan, table, i, at, group)
        else:
            ways = 1.0 * plan[GROUP_LEFT, group]
        if ways > 0.0:
            chosen = np.int64(group)
            if rest < ways:
                break
            rest -= ways
    return chosen, x, m


@compiled
def _set_down(plan, card, group, nth):
    """Set a card on the n-th free spot of a group's places (of all places for group -1)."""
    for place in range(plan[NUMBERS, PLACES]):
        if group >= 0 and plan[GROUP, place] != group:
            continue
        if nth < plan[LEFT, place]:
            plan[LEFT, place] -= 1
            plan[GROUP_LEFT, plan[GROUP, place]] -= 1
            plan[CARDS, place] |= bit(card)
            return
        nth -= plan[LEFT, place]
