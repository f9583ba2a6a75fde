"""What others may think that the declarer took up and holds, and who reached the target first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env.engine.chance import advance, seeded
from cinqcents_env.engine.five_hundred.belief import hand_takes
from cinqcents_env.engine.five_hundred.layout import NAME, PLAY
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


def test_a_declarer_who_gave_no_suit_knows_that_he_was_asked() -> None:
    game, joker = with_joker()
    assert game.phase == "name"
    game.play("pass")
    states = belief.sample(game.view(game.to_move), np.random.default_rng(1), 100)
    assert (states["hand"][:, game.to_move] >> joker & 1).all()
    assert (states["phase"] == PLAY).all()


def test_a_declarer_with_a_joker_is_thought_asked_half_the_time() -> None:
    game, joker = with_joker()
    states = belief.sample(game.view((game.to_move + 1) % 4), np.random.default_rng(2), 4000)
    held = states[(states["hand"][:, game.to_move] >> joker & 1).astype(bool)]
    assert len(held) > 1000
    assert 0.45 < (held["phase"] == NAME).mean() < 0.55


def with_joker() -> tuple[cc.Game, int]:
    """A game whose declarer holds the joker in no-trumps, before he gives it a suit."""
    game = cc.Game("au4", seed=1)
    game.play("bid 6NT")
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    return game, game.rules.cards.index("JK")


@pytest.mark.parametrize("ruleset", ["us2", "ru2"])
def test_dead_hand_and_kitty_are_thought_as_large_as_they_are(ruleset: str) -> None:
    game = cc.Game(ruleset, seed=1, kitty_open=False, pack="33", dead_hand=True)
    for bid in ("bid 6S", "bid 7S"):
        for seat in range(2):
            for state in belief.sample(game.view(seat), np.random.default_rng(3), 10):
                assert int(state["dead"]).bit_count() == 10
                assert int(state["kitty"]).bit_count() == 3
        game.play(bid)
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    for seat in range(2):
        for state in belief.sample(game.view(seat), np.random.default_rng(4), 10):
            assert int(state["dead"]).bit_count() == 10
            assert int(state["discards"]).bit_count() == 3


@pytest.mark.parametrize(
    ("ruleset", "options"), [("ru3", {}), ("ru2", {}), ("us3", {"kitty_open": True})], ids=str
)
def test_what_was_taken_up_openly_is_not_thought_dead(
    ruleset: str, options: dict[str, Any]
) -> None:
    game = cc.Game(ruleset, seed=2, **options)
    declarer = game.to_move
    game.play("bid 7NT")
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    viewer = (declarer + 1) % game.num_players
    taken = int(game.view(viewer).taken)
    assert taken.bit_count() == 3
    for state in belief.sample(game.view(viewer), np.random.default_rng(4), 100):
        assert not int(state["dead"]) & taken
        assert (int(state["hand"][declarer]) | int(state["discards"])) & taken == taken


@pytest.mark.parametrize("ruleset", ["us3", "ru3", "au4", "au5"])
def test_nothing_is_taken_up_before_there_is_a_declarer(ruleset: str) -> None:
    game = cc.Game(ruleset, seed=1, max_deals=4)
    for _ in range(2):
        while game.phase != "bid":
            game.play(game.legal_moves()[0])
        assert [int(game.view(seat).taken) for seat in range(game.num_players)] == [0] * (
            game.num_players
        )
        assert game._states["taken"].tolist() == [0]
        game.play("bid 6S")
        while game.phase == "bid":
            game.play("pass")


def test_the_deals_to_come_differ_from_world_to_world() -> None:
    game = cc.Game("us3", seed=1)
    seeds = belief.sample(game.view(0), np.random.default_rng(1), 64)["seed"].astype(np.int64)
    assert len(set((seeds >> 32).tolist())) == len(set((seeds & 0xFFFFFFFF).tolist())) == 64
    assert (seeds >= 0).all()


def test_any_card_of_the_declarers_is_as_likely_taken_up_as_another() -> None:
    game = cc.Game("au4", seed=2)
    game.play("bid 7H")
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    declarer, places = game.to_move, [0] * 13
    for state in belief.sample(game.view((declarer + 1) % 4), np.random.default_rng(8), 4000):
        had, taken = int(state["hand"][declarer]) | int(state["discards"]), int(state["taken"])
        cards = [card for card in range(63) if had >> card & 1]
        for place, card in enumerate(cards):
            places[place] += taken >> card & 1
    assert sum(places) == 12_000
    assert all(abs(number - 12_000 / 13) < 150 for number in places)
