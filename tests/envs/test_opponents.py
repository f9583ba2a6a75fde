"""Who sits where: one player for all other seats, one for each, pools, the partner included."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import cinqcents_env as cc

from .playing import choose, lowest

SEATS = {"us3": 3, "au4": 4, "au5": 5, "au6": 6}


def make(ruleset: str, **settings: Any) -> Any:
    """The registered environment of one deal, without Gymnasium's wrappers."""
    return gymnasium.make(f"cinqcents/{ruleset}-v0", episode="deal", **settings).unwrapped


def play(env: Any, seed: int) -> float:
    """One deal of random play; what the learner was paid."""
    _, info = env.reset(seed=seed)
    rng, total, over = np.random.default_rng(seed), 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(choose(info["action_mask"], rng))
        total += float(reward)
        over = terminated or truncated
    return total


def watchers(number: int) -> tuple[list[Any], list[set[int]]]:
    """Players that play the first legal action, and the absolute seats each was asked at."""
    asked: list[set[int]] = [set() for _ in range(number)]

    def watcher(seats: set[int]) -> Any:
        def player(view: Any, mask: Any, rng: Any) -> int:
            seats.add(int(view.seat))
            return lowest(view, mask, rng)

        return player

    return [watcher(seats) for seats in asked], asked


@pytest.mark.parametrize(("ruleset", "seats"), SEATS.items())
@pytest.mark.parametrize("seat", [0, 1])
def test_one_player_a_seat_in_the_order_of_play_partner_included(
    ruleset: str, seats: int, seat: int
) -> None:
    players, asked = watchers(seats - 1)
    env = make(ruleset, opponents=players, seat=seat)
    for seed in range(4):
        play(env, seed)
    assert asked == [{(seat + offset) % seats} for offset in range(1, seats)]


@pytest.mark.parametrize(("ruleset", "seats"), SEATS.items())
def test_one_player_for_all_other_seats(ruleset: str, seats: int) -> None:
    (player,), (asked,) = watchers(1)
    env = make(ruleset, opponents=player, seat=1)
    for seed in range(4):
        play(env, seed)
    assert asked == set(range(seats)) - {1}


def test_specs_a_seat_play_as_those_specs_do() -> None:
    """Partner greedy and enemies passive: the same deals as with those agents by hand."""
    env = make("au4", opponents=["passive", "greedy", "passive"], seat=0)
    mixed = [play(env, seed) for seed in range(20)]
    env = make("au4", opponents=["passive", "passive", "passive"], seat=0)
    assert mixed != [play(env, seed) for seed in range(20)]
    env = make("au4", opponents=["passive", cc.make_agent("greedy", "au4"), "passive"], seat=0)
    assert mixed == [play(env, seed) for seed in range(20)]


def test_a_pool_for_each_seat_is_drawn_from_by_itself() -> None:
    players, asked = watchers(4)
    env = make("us3", opponents=[players[:2], players[2:]], seat=0)
    for seed in range(30):
        play(env, seed)
    assert asked == [{1}, {1}, {2}, {2}]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_list_of_another_length_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"lists {number} players; au4 has 3 other seats"):
        make("au4", opponents=["greedy"] * number)
