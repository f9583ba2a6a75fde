"""Random numbers: what a seed gives, in this and every later version, and how evenly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cinqcents_env.engine.batch import GOLDEN, game_seeds
from cinqcents_env.engine.chance import advance, below, mix, next_seed, seeded, shuffle

WORD = 2**32
PINNED = [5261662397950858893, 4605229298384261273, 2683900658550150050]
"""Seeds that follow 0, 1 and 2**62 + 5."""


def word(state: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """The word that a generator state gives, and the state after it."""
    x, m = advance(*state)
    return (int(x) + (int(m) & (WORD - 1))) % WORD, (int(x), int(m))


@pytest.mark.parametrize("n", [1, 2, 5, 52, 3 << 29, 1 << 30, (1 << 30) + 1])
def test_numbers_below_a_bound_are_drawn_without_bias(n: int) -> None:
    """A word w gives w * n // 2**32, and is thrown away where w * n % 2**32 < 2**32 % n."""
    state, drawn, thrown = seeded(7, 0), [], 0
    for _ in range(60):
        own = int(state[0]), int(state[1])
        while True:
            value, own = word(own)
            if value * n % WORD >= WORD % n:
                break
            thrown += 1
        found, x, m = below(n, *state)
        assert (int(found), (int(x), int(m))) == (value * n // WORD, own)
        state = (x, m)
        drawn.append(int(found))
    assert all(0 <= one < n for one in drawn)
    assert (thrown > 5) == (WORD % n * 12 > WORD)


def test_every_order_is_as_likely() -> None:
    for size in (2, 3):
        orders: Counter[tuple[int, ...]] = Counter()
        for seed in range(600):
            cards = np.arange(4, dtype=np.int64)
            shuffle(cards, size, *seeded(seed, 1))
            orders[tuple(int(card) for card in cards[:size])] += 1
            assert cards[size:].tolist() == list(range(size, 4))
        assert len(orders) == (2 if size == 2 else 6)
        assert all(abs(number - 600 / len(orders)) < 80 for number in orders.values())


def test_seeds_that_follow_are_pinned() -> None:
    assert [int(next_seed(np.int64(seed))) for seed in (0, 1, 2**62 + 5)] == PINNED
    assert len({int(next_seed(np.int64(seed))) for seed in range(2000)}) == 2000


def test_seeds_of_a_batch_are_pinned() -> None:
    for seed in (0, 9, 2**63 - 1):
        due = [(seed + i * GOLDEN) % 2**63 for i in range(5)]
        assert game_seeds(seed, 5).tolist() == due


def undone(word: int) -> int:
    """The word that ``mix`` scrambles into this one."""
    word ^= word >> 15 ^ word >> 30
    word = word * pow(0x735A2D97, -1, WORD) % WORD
    word ^= word >> 15 ^ word >> 30
    word = word * pow(0x21F0AAAD, -1, WORD) % WORD
    return word ^ word >> 16


def test_no_seed_gives_a_generator_that_stands_still() -> None:
    """Seeds made so that the xorshift word would be 0, for ever: it is 1 instead."""
    made = 0
    for half in range(20):
        low = mix(half ^ mix(5 + 0x3C6EF372))
        assert undone(mix(half)) == half
        seed = (undone(low ^ 0x1B873593) ^ mix(low)) << 32 | half
        if seed < 2**63:
            assert int(seeded(seed, 5)[0]) == 1
            made += 1
    assert made > 5
