"""Chance: card sets as bits, and the random numbers that deal.

All arithmetic stays inside int64 without overflow, so that compiled and
interpreted code agree. Words are 32 bits wide. A deal depends on (seed, stream)
alone: stream 0 draws the first dealer, stream d + 1 shuffles deal d.
"""

import numpy as np

from cinqcents_env._jit import borrowing, compiled, lowest_bit

MASK32 = 0xFFFFFFFF
SEED_LIMIT = 2**63
"""Seeds run from 0 to SEED_LIMIT - 1."""

MWC_MULTIPLIER = 698769069
"""Marsaglia's multiply-with-carry multiplier; its products stay below 2**62."""


@compiled
def bit(index):
    """Set with the one member ``index``."""
    return np.int64(1) << np.int64(index)


@compiled
def lowest(members):
    """Index of the lowest member of a non-empty set."""
    return lowest_bit(members)


@compiled
def count(members):
    """Number of members of a set."""
    number = 0
    while members:
        members &= members - 1
        number += 1
    return number


@compiled
def nth(members, n):
    """Index of the n-th lowest member (from 0)."""
    for _ in range(n):
        members &= members - 1
    return lowest(members)


@compiled
def clipped(value, limit):
    """A number brought within ``limit`` of zero; ``min`` and ``max`` are not had on a GPU."""
    if value > limit:
        return limit
    return -limit if value < -limit else value


@compiled
def mix(word):
    """Scramble a 32-bit word (a bijection of full avalanche)."""
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & MASK32
    word ^= word >> 15
    word = (word * 0x735A2D97) & MASK32
    return word ^ (word >> 15)


@compiled
def seeded(seed, stream):
    """Generator state (x, m) of a stream of a seed."""
    seed = np.int64(seed)
    low = mix((seed & MASK32) ^ mix(np.int64(stream) + 0x3C6EF372))
    high = mix((seed >> 32) ^ mix(low))
    x = mix(low ^ 0x1B873593) ^ mix(high)
    m = mix(high ^ 0x2545F491) ^ low
    return x if x > 0 else np.int64(1), (m | ((mix(m ^ high) & 0xFFFFFFF) << 32)) + 1


@compiled
def advance(x, m):
    """Next generator state: a xorshift word beside a multiply-with-carry word."""
    x ^= (x << 13) & MASK32
    x ^= x >> 17
    x ^= (x << 5) & MASK32
    return x, MWC_MULTIPLIER * (m & MASK32) + (m >> 32)


@compiled
def below(n, x, m):
    """Uniform integer below n, and the next generator state: (value, x, m).

    Multiplies rather than divides, and draws again in the short remainder that
    would favour some values.
    """
    while True:
        x, m = advance(x, m)
        product = ((x + (m & MASK32)) & MASK32) * n
        if (product & MASK32) >= n or (product & MASK32) >= (MASK32 + 1) % n:
            return product >> 32, x, m


@borrowing
def shuffle(deck, size, x, m):
    """Shuffle deck[:size] in place, uniformly. Returns the next generator state (x, m)."""
    for i in range(size - 1, 0, -1):
        j, x, m = below(i + 1, x, m)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
    return x, m


@compiled
def next_seed(seed):
    """Seed of the game that follows in the same place of a batch."""
    x, m = seeded(seed, -1)
    x, m = advance(x, m)
    return (((x ^ (m >> 32)) & 0x7FFFFFFF) << 32) | ((x + (m & MASK32)) & MASK32)
