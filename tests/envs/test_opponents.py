"""Who sits where: one player for all other seats, one for each, pools, the partner included."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents.uniform import RandomAgent
from cinqcents_env.engine.learners import ASKED
from cinqcents_env.envs.learners import Learners
from cinqcents_env.envs.opponents import unasked
from cinqcents_env.notation import move_texts
from cinqcents_env.setup import Setup

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


class Asked(RandomAgent):
    """Random play that counts how often it is asked."""

    times = 0

    def _act_batch(self, views: Any, masks: Any, rng: Any) -> Any:
        self.times += len(views)
        return super()._act_batch(views, masks, rng)


def test_only_the_packages_own_random_play_is_left_to_the_engine() -> None:
    rules = cc.rules("au4")
    assert unasked(cc.make_agent("random", rules)) == -1
    assert unasked(cc.make_agent("greedy", rules)) == ASKED
    assert unasked(cc.make_agent("passive", "classic")) == -1
    assert move_texts(rules)[unasked(cc.make_agent("passive", rules))] == "pass"
    agent = Asked(rules, "random")
    play(make("au4", opponents=agent), seed=1)
    assert agent.times > 20


def test_random_opponents_choose_uniformly() -> None:
    """First leads of the other seat, counted by their place among the eight cards held."""
    learners = Learners(Setup("classic"), 8000, "random", 0, "raise", False)
    learners.reset(7, np.random.default_rng(0))
    places = []
    for state in learners.states[learners.states["leader"] == 1]:
        card = int(state["trick"][0])
        places.append(int(state["hand"][1] & ((1 << card) - 1)).bit_count())
    assert len(places) > 3500
    counts, expected = np.bincount(places, minlength=8), len(places) / 8
    assert len(counts) == 8
    assert ((counts - expected) ** 2 / expected).sum() < 24  # seven degrees of freedom


def test_passive_opponents_leave_the_auction_to_the_learner() -> None:
    learners = Learners(Setup("au4", episode="deal"), 200, "passive", 2, "raise", False)
    learners.reset(3, np.random.default_rng(0))
    learners.step(learners.masks.argmax(axis=1).astype(np.int64))
    assert set(learners.states["declarer"].tolist()) == {2}
    assert set(learners.states["calls"].tolist()) == {4}  # three passes and the bid
    again = Learners(Setup("au4", episode="deal"), 200, "passive", 2, "raise", False)
    again.reset(3, np.random.default_rng(1))  # the deals' seed alone decides
    again.step(again.masks.argmax(axis=1).astype(np.int64))
    assert again.states.tobytes() == learners.states.tobytes()


def test_observing_some_games_leaves_the_others_alone() -> None:
    learners = Learners(Setup("mini"), 6, "random", 0, "raise", False)
    learners.reset(1, np.random.default_rng(0))
    seen = learners.observations.copy()
    learners.observations[:] = 7.0
    learners.observe(np.array([True, False, False, True, False, False]))
    assert (learners.observations[[0, 3]] == seen[[0, 3]]).all()
    assert (learners.observations[[1, 2, 4, 5]] == 7.0).all()
