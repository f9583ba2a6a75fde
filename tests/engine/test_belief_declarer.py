"""What others may think that the declarer took up and holds, and who reached the target first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env.engine.chance import advance, seeded
from cinqcents_env.engine.five_hundred.belief import hand_takes
from cinqcents_env.engine.five_hundred.spread import CARDS, add_place, count_ways, new_plan, spread


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("us3", {}), ("us2", {}), ("au5", {}), ("ru2", {"kitty_open": False})],
    ids=str,
)
def test_as_many_cards_are_thought_taken_up_as_the_kitty_had(
    ruleset: str, options: dict[str, Any]
) -> None:
    for seed in range(3):
        game = cc.Game(ruleset, seed=seed, **options)
        kitty = len(game.deal_texts()["kitty"].split())
        game.play("bid 7NT")
        while game.phase == "bid":
            game.play("pass")
        while game.phase == "discard":
            game.play(game.legal_moves()[0])
        declarer = game.position()["declarer"]
        for seat in set(range(game.num_players)) - {declarer}:
            for state in belief.sample(game.view(seat), np.random.default_rng(seed), 20):
                taken = int(state["taken"])
                assert taken.bit_count() == kitty
                assert not taken & ~(int(state["hand"][declarer]) | int(state["discards"]))


@pytest.mark.parametrize("suit", range(4))
def test_who_is_void_in_the_jokers_suit_holds_no_joker(suit: int) -> None:
    game = cc.Game("au4", seed=1, pack="46")
    packed, view = game.setup.packed, game.view(0)
    record, jokers = view.record, int(packed["jokers"][0])
    record["declarer"], record["joker_suit"], record["contract"] = 1, suit, 4  # 6NT
    assert int(hand_takes(packed[0], record[0], 1)) & jokers == jokers
    record["voids"][0, 1] = 1 << suit
    assert int(hand_takes(packed[0], record[0], 1)) & jokers == 0
    record["voids"][0, 1] = 1 << (suit + 1) % 4
    assert int(hand_takes(packed[0], record[0], 1)) & jokers == jokers


@pytest.mark.parametrize(("ruleset", "sides"), [("us3", 3), ("au4", 2)])
def test_every_seat_sees_who_reached_the_target_first(ruleset: str, sides: int) -> None:
    for first in range(sides):
        position = cc.Game(ruleset, seed=1).position() | {"reached": [first]}
        game = cc.Game.from_position(position)
        for seat in range(game.num_players):
            due = [(first - seat) % sides] + [-1] * 5
            assert game.view(seat).reached.tolist() == due


def test_a_bound_card_is_placed_by_53_bits() -> None:
    """Three cards in three places, three ways; card 0 lies in the second place in one."""
    plan = new_plan()
    for takes in (0b011, 0b111, 0b110):
        add_place(plan, 1, takes)
    table, near = count_ways(plan, 0b111, 0), 0
    for seed in range(20_000):
        x, m = seeded(seed, 0)
        words = []
        own = x, m
        for _ in range(2):
            own = advance(*own)
            words.append((int(own[0]) + (int(own[1]) & 0xFFFFFFFF)) & 0xFFFFFFFF)
        share = (words[0] * 2**21 + (words[1] >> 11)) / 2**53
        near += abs(share - 1 / 3) < 0.0005
        spread(plan, table, x, m)
        assert bool(plan[CARDS, 0] & 1) == (share * 3 >= 1)
    assert near > 5
