"""Transposition table of the endgame solver: exact keys, bounds on values, the best card.

One int64 array. Its first cells are a header: what the search under way wants to know
without passing it along. Then come entries of four cells: two keys that name the
position in full, so that no two positions are ever mistaken for each other, bounds on
its value, and the card found best.
"""

from typing import Any

import numpy as np

from cinqcents_env._jit import compiled, records
from cinqcents_env.engine.chance import MASK32
from cinqcents_env.engine.cinqcents.layout import RULES, STATE

(
    NODES,  # positions visited by the search under way
    GENERATION,  # number of the search; entries that depend on scores are valid in one only
    TRUMPS,  # cards of the trump suit
    EQUAL,  # cards worth as much as the next higher card of their suit
    CONTEXT,  # rules and trump suit, as the part of a key above the hand
    BASE,  # points that seat 0 was ahead by at the root
    TOTAL,  # card points won by either and still to be won
    ROUNDS,  # 1 if the card points of a deal are rounded to tens
    SHARE,  # entries that the search under way uses, less one: a power of two, less one
) = range(9)
HEADER = 16
ENTRY = 4
GENERATIONS = 1 << 16
FEW, SMALL = 16, 1 << 13
"""A search of no more cards than the first uses no more entries than the second."""
LIMIT = 1 << 30
"""Values lie strictly between -LIMIT and LIMIT."""
MAX_PLIES = 80
"""Longest line: 28 cards, 28 melds, and room."""


def new_table(bits: int = 16) -> tuple[Any, ...]:
    """A table of 2**bits entries of 32 bytes, for one thread at a time.

    Returns:
        A tuple to hand to the compiled functions: the int64 array, a line of state
        records (the positions from the root to the one looked at), and a copy of the rules.

    Raises:
        ValueError: ``bits`` is not a whole number from 4 to 28.
    """
    if isinstance(bits, bool) or not isinstance(bits, int) or not 4 <= bits <= 28:
        raise ValueError(f"bits={bits!r} is not valid; it is a whole number 4 to 28")
    cells = np.full(HEADER + (ENTRY << bits), -1, dtype=np.int64)
    cells[:HEADER] = 0
    return cells, records(MAX_PLIES, STATE), records(1, RULES)


@compiled
def begin_search(cells, cards):
    """Start counting positions anew; entries that depend on scores no longer hold.

    Args:
        cards: in both hands. A search of few uses a share of the table that stays in the
            processor's cache.
    """
    cells[NODES] = 0
    entries = (cells.shape[0] - HEADER) // ENTRY
    cells[SHARE] = (min(entries, np.int64(SMALL)) if cards <= FEW else entries) - 1
    cells[GENERATION] += 1
    if cells[GENERATION] == GENERATIONS:
        cells[HEADER:] = -1
        cells[GENERATION] = 1


@compiled
def slot(cells, key0, key1):
    """Where the entry of a position lies, or would lie."""
    word = ((key0 & MASK32) * 0x21F0AAAD) & MASK32
    word ^= word >> 15
    word = ((word ^ (key0 >> 32) ^ (key1 & MASK32)) * 0x735A2D97) & MASK32
    word ^= word >> 15
    word = ((word ^ (key1 >> 32)) * 0x2C1B3C6D) & MASK32
    word ^= word >> 16
    return HEADER + ENTRY * (word & cells[SHARE])


@compiled
def held(cells, at, key0, key1):
    """True if the entry at this place is the position's."""
    return cells[at] == key0 and cells[at + 1] == key1


@compiled
def recalled(cells, at, key0, key1, lower, upper):
    """(lower, upper, card): bounds and best card of a position, or those given and -1."""
    if not held(cells, at, key0, key1):
        return lower, upper, np.int64(-1)
    packed = cells[at + 2]
    return (packed >> 31) - LIMIT, (packed & ((1 << 31) - 1)) - LIMIT, cells[at + 3]


@compiled
def keep(cells, at, key0, key1, lower, upper, card):
    """Write an entry over whatever lies there."""
    cells[at] = key0
    cells[at + 1] = key1
    cells[at + 2] = ((lower + LIMIT) << 31) | (upper + LIMIT)
    cells[at + 3] = card


@compiled
def keep_result(cells, at, key0, key1, lower, upper, low, high, best, card):
    """Write what a search between ``low`` and ``high`` has shown of a position's value."""
    lower = best if best > low else lower
    upper = best if best < high else upper
    keep(cells, at, key0, key1, lower, upper, card)
