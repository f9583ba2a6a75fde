"""Search agents as opponents: named by their texts, asked in batches, the same for a seed."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents import AgentError


def first_legal(masks):
    return masks.argmax(axis=1)


@pytest.mark.parametrize(
    ("ruleset", "opponents"),
    [("classic", "pimc:2"), ("classic", ["ismcts:10", "greedy"]), ("us3", ["pimc:1", "greedy"])],
)
def test_a_vector_environment_plays_against_search(ruleset, opponents):
    def rewards():
        name = f"cinqcents/{ruleset}-v0"
        env = gymnasium.make_vec(name, num_envs=6, opponents=opponents, episode="deal")
        env.reset(seed=5)
        total = np.zeros(6)
        for _ in range(30):
            masks = env.unwrapped.action_masks()
            _, reward, _, _, _ = env.step(first_legal(masks))
            total += reward
        env.close()
        return total

    first = rewards()
    assert first.any()
    np.testing.assert_array_equal(first, rewards())


def test_sb3_environments_play_against_search():
    pytest.importorskip("stable_baselines3")
    env = cc.make_sb3("classic", num_envs=4, opponents=["pimc:2", "ismcts:10"], episode="deal")
    env.seed(3)
    env.reset()
    done = 0
    for _ in range(40):
        masks = np.stack(env.env_method("action_masks"))
        _, _, dones, _ = env.step(first_legal(masks))
        done += int(dones.sum())
    assert done > 0
    env.close()


def test_a_bad_search_is_refused_before_any_game():
    with pytest.raises(AgentError, match="pimc:0"):
        gymnasium.make_vec("cinqcents/classic-v0", num_envs=2, opponents="pimc:0")
