"""What agents that are not ours may do: write into the mask, fail, draw without a policy."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents import AgentError, IllegalAction, make_agent
from cinqcents_env.evaluation.analysis import analyse
from cinqcents_env.evaluation.exploit import exploitability


def spoils_its_mask(observations, masks):
    masks[:] = 1 - masks
    return np.where(masks == 1, -1e9, 0.0)


class Spoiler(cc.Agent):
    """Allows itself everything, then plays what it likes."""

    def _act_batch(self, views, masks, rng):
        masks[:] = 1
        return np.zeros(len(views), dtype=np.int64)


@pytest.mark.parametrize("ruleset", ["classic", "us3"])
def test_a_mask_that_is_written_into_changes_no_rule(ruleset):
    agent = cc.FunctionAgent(ruleset, spoils_its_mask, "slip")
    many = cc.make_sb3(ruleset, 4, agent, seed=0)
    many.reset()
    for _ in range(100):
        masks = many.action_masks()
        assert masks.any(axis=1).all()
        many.step(masks.argmax(axis=1))
    assert cc.play_match(ruleset, agent, "random", games=6, episode="deal").illegal == 0


def play_deals(env):
    for seed in range(20):
        env.reset(seed=seed)
        for _ in range(5):
            env.step(int(env.unwrapped.action_masks().argmax()))


def test_an_agent_cannot_allow_itself_moves():
    env = gymnasium.make("cinqcents/classic-v0", opponents=Spoiler("classic", "spoiler"))
    with pytest.raises(IllegalAction, match=r"agent spoiler, seat \d: action 0 \(7S\) is illegal"):
        play_deals(env)


class Broken(Exception):
    """What an agent of this file raises in the middle of a turn."""


class Flaky:
    """Random legal actions; breaks off when ``left`` has counted down."""

    __name__ = "flaky"

    def __init__(self):
        self.left = None

    def __call__(self, view, mask, rng):
        if self.left is not None:
            self.left -= 1
            if not self.left:
                raise Broken
        return int(rng.choice(np.flatnonzero(mask)))


def environments(flaky):
    """The three doors with opponents inside: reset, masks and step of each."""
    env = gymnasium.make("cinqcents/us3-v0", opponents=flaky, episode="deal").unwrapped
    yield lambda: env.reset(seed=3), env.action_masks, env.step
    many = cc.make_sb3("classic", 3, flaky, seed=0)
    yield many.reset, many.action_masks, many.step
    vector = gymnasium.make_vec("cinqcents/classic-v0", num_envs=3, opponents=flaky)
    yield lambda: vector.reset(seed=3), vector.action_masks, vector.step


def play_on(masks, step):
    for _ in range(20):
        step(masks().argmax(axis=-1))


def test_after_a_broken_turn_the_environment_asks_for_reset():
    flaky = Flaky()
    for reset, masks, step in environments(flaky):
        reset()
        flaky.left = 3
        with pytest.raises(Broken):
            play_on(masks, step)
        with pytest.raises(RuntimeError, match=r"broken off; call reset\(\) before step\(\)"):
            step(masks().argmax(axis=-1))
        flaky.left = None
        reset()
        step(masks().argmax(axis=-1))


def test_one_answer_of_a_function_that_draws_is_not_its_policy():
    def drawing(view, mask, rng):
        return int(rng.choice(np.flatnonzero(mask)))

    def first(view, mask, rng):
        return int(np.flatnonzero(mask)[0])

    game = cc.Game("mini", seed=1)
    for ask in (
        lambda: make_agent(drawing, "mini").policy(game.view(), game.legal_mask()),
        lambda: exploitability("mini", drawing),
        lambda: analyse(game, drawing),
    ):
        with pytest.raises(AgentError, match=r"draws its actions.*FunctionAgent"):
            ask()
    policy = make_agent(first, "mini").policy(game.view(), game.legal_mask())
    assert policy[game.legal_actions()[0]] == policy.sum() == 1.0
