"""Opponents inside self-play: who sits where, for how long, and how often."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc

pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parents[2] / "training"))

import torch
from actor_critic import ActorCritic
from past_selves import Opponents

from cinqcents_env.agents.networks import NetworkSpec
from cinqcents_env.setup import Setup


def opponents(ruleset: str, games: int, **settings: Any) -> Opponents:
    """Opponents of a batch of that many games."""
    chosen: dict[str, Any] = {"share": 1.0, "alone": False, "specs": ["self"], "weights": []}
    chosen |= {"fixed": {}, "size": 3, "rng": np.random.default_rng(0)} | settings
    return Opponents(cc.rules(ruleset), games, **chosen)


def network(ruleset: str, favourite: int | None = None) -> ActorCritic:
    """A small network; it plays its favourite action wherever that is legal."""
    setup = Setup(ruleset)
    net = ActorCritic(NetworkSpec((4,)), setup.num_features, setup.num_actions)
    if favourite is not None:
        with torch.no_grad():
            net.policy[-1].bias[favourite] = 1000.0
    return net


def test_past_selves_hold_one_side_or_all_but_one() -> None:
    for alone, seats in ((False, 2), (True, 2)):
        held = opponents("au4", 300, alone=alone)
        held.add(network("au4"))
        held.draw(np.arange(300))
        assert set(held.held.sum(axis=1)) == {seats}
        assert {tuple(row) for row in held.held.tolist()} == {
            (True, False, True, False),
            (False, True, False, True),
        }
    three = opponents("us3", 300, alone=True)
    three.add(network("us3"))
    three.draw(np.arange(300))
    assert set(three.held.sum(axis=1)) == {2}
    few = opponents("us3", 4000, share=0.25)
    few.add(network("us3"))
    few.draw(np.arange(4000))
    assert few.held.any(axis=1).mean() == pytest.approx(0.25, abs=0.03)
    assert ((few.who >= 0) == few.held.any(axis=1)).all()


def test_an_opponent_plays_its_own_seats_and_stays_to_the_end_of_the_episode() -> None:
    batch = cc.Batch("classic", 64, 3, episode="deal", skip_forced=True)
    draw = 48
    held = opponents("classic", 64, share=0.5)
    held.add(network("classic", favourite=draw))
    held.draw(np.arange(64))
    generator, rng = torch.Generator().manual_seed(0), np.random.default_rng(1)
    changes = 0
    for step in range(60):
        if step == 20:
            held.add(network("classic"))
        before = held.who.copy()
        actions = (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)
        own = actions.copy()
        observations = torch.from_numpy(batch.observations)
        masks = torch.from_numpy(batch.masks.copy())
        learns = held.act(batch, observations, masks, actions, generator)
        assert (learns == ~held.held[np.arange(64), batch.to_move]).all()
        assert (actions[learns] == own[learns]).all()
        first = ~learns & (held.who == 0) & (batch.masks[:, draw] == 1)
        assert (actions[first] == draw).all()
        batch.step(actions)
        over = batch.terminated | batch.truncated
        held.settle(batch.rewards, over)
        assert (held.who == before)[~over].all()
        changes += int((held.who != before).sum())
    assert changes > 20
    assert held.win_rates[0] != 0.5


def test_hard_opponents_are_met_more_and_the_easiest_goes_first() -> None:
    held = opponents("mini", 8000)
    for _ in range(3):
        held.add(network("mini"))
    held.win_rates |= {0: 0.25, 1: 0.95, 2: 0.6}
    held.draw(np.arange(8000))
    shares = np.bincount(held.who, minlength=3) / 8000
    weights = np.array([0.8, 0.1, 0.45]) / 1.35
    assert np.abs(shares - weights).max() < 0.02
    held.who[held.who == 1] = -1
    held.add(network("mini"))
    assert held.pool == [0, 2, 3]
    assert set(held.selves) == {0, 2, 3}


def test_one_that_goes_while_it_plays_is_kept_until_its_episode_ends() -> None:
    held = opponents("mini", 2, size=1)
    held.add(network("mini"))
    held.draw(np.arange(2))
    held.add(network("mini"))
    assert held.pool == [1]
    assert set(held.selves) == {0, 1}
    held.settle(np.zeros((2, 2), np.float32), np.ones(2, bool))
    assert set(held.who) == {1}
    held.add(network("mini"))
    assert set(held.selves) == {1, 2}


def test_fixed_agents_are_met_by_weight() -> None:
    agent = cc.make_agent("greedy", "mini")
    held = opponents(
        "mini", 4000, specs=["greedy", "self"], weights=[3, 1], fixed={"greedy": agent}
    )
    held.draw(np.arange(4000))
    assert set(held.who) == {-2}, "there is no past self yet"
    held.add(network("mini"))
    held.draw(np.arange(4000))
    assert (held.who == -2).mean() == pytest.approx(0.75, abs=0.03)


def test_episodes_are_judged_by_the_learners_side() -> None:
    held = opponents("us3", 3)
    held.add(network("us3"))
    held.draw(np.arange(3))
    held.held[:] = [[True, False, False]] * 3
    rewards = np.array([[3, 0, 0], [-1, 2, -1], [0, 0, 0]], np.float32)
    held.settle(rewards, np.array([True, False, False]))
    assert held.win_rates[0] == pytest.approx(0.495)
    held.held[1] = [True, False, False]
    held.settle(np.zeros((3, 3), np.float32), np.array([False, True, False]))
    assert held.win_rates[0] == pytest.approx(0.99 * 0.495 + 0.01)
