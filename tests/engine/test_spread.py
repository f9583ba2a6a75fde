"""Cards spread over places that take some of them: every way, each as often as any other."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from cinqcents_env.engine.five_hundred.spread import (
    CARDS,
    NUMBERS,
    PAIR_HOLDER,
    PLACES,
    add_place,
    count_ways,
    new_plan,
    spread,
    total_ways,
)
from tests.engine.layouts import chi_square

SAMPLES = 40
"""For each way."""

CASES = {
    "places of one group apart": ((1, "01234"), (1, "01"), (1, "01234"), (2, "012345")),
    "the first group the largest": ((3, "01234"), (1, "12"), (1, "24")),
    "the last group the largest": ((1, "012"), (1, "024"), (3, "01234")),
    "nobody refuses a card": ((1, "0123"), (2, "0123"), (1, "0123")),
    "one place": ((3, "012"),),
    "a place without room": ((0, "01"), (2, "01"), (1, "012")),
    "no way": ((1, "0"), (1, "0"), (1, "012")),
}


def ways(places: tuple[tuple[int, str], ...], holder: int) -> list[tuple[int, ...]]:
    """Every way, as the set of each place; the first two cards are the pair."""
    cards = range(sum(room for room, _ in places))
    found = []
    for owners in itertools.product(range(len(places)), repeat=len(cards)):
        fits = all(str(card) in places[owner][1] for card, owner in zip(cards, owners, strict=True))
        full = all(owners.count(place) == room for place, (room, _) in enumerate(places))
        if fits and full and (holder < 0 or holder in owners[:2]):
            sets = [0] * len(places)
            for card, owner in zip(cards, owners, strict=True):
                sets[owner] |= 1 << card
            found.append(tuple(sets))
    return found


@pytest.mark.parametrize("name", CASES)
def test_every_way_is_equally_likely(name: str) -> None:
    places = CASES[name]
    for holder in range(-1, len(places)):
        plan = new_plan()
        for room, takes in places:
            add_place(plan, room, sum(1 << int(card) for card in takes))
        plan[NUMBERS, PAIR_HOLDER] = holder
        cards = (1 << sum(room for room, _ in places)) - 1
        table = count_ways(plan, cards, 3 if holder >= 0 else 0)
        due = ways(places, holder)
        assert total_ways(plan, table) == pytest.approx(len(due)), holder
        if not due:
            continue
        drawn: Counter[tuple[int, ...]] = Counter()
        x, m = 12345, 67890
        for _ in range(SAMPLES * len(due)):
            x, m = spread(plan, table, x, m)
            drawn[tuple(plan[CARDS, : plan[NUMBERS, PLACES]].tolist())] += 1
        assert total_ways(plan, table) == pytest.approx(len(due)), "whatever lies there"
        assert set(drawn) == set(due), holder
        assert chi_square(drawn, len(due)) < 5.0, holder


def test_without_a_way_cards_go_where_there_is_room() -> None:
    """Card 1 fits nowhere; what is left of the room takes it."""
    places = ((1, 0b101), (1, 0b101), (1, 0b101))
    for seed in range(40):
        plan = new_plan()
        for room, takes in places:
            add_place(plan, room, takes)
        add_place(plan, 0, 0b111)
        table = count_ways(plan, 0b111, 0)
        assert total_ways(plan, table) == 0
        spread(plan, table, seed * 7919, seed * 104729 + 1)
        assert [int(cards).bit_count() for cards in plan[CARDS, :4]] == [1, 1, 1, 0]
