"""The Gymnasium vector door: many learners over the native batch."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from packaging.version import Version

import cinqcents_env as cc

from .playing import RULESETS, SETTINGS, SHORT, choose, frozen, lowest, settings_name

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def make_vec(ruleset: str, num_envs: int, **settings: Any) -> Any:
    """The registered vector environment."""
    return gymnasium.make_vec(f"cinqcents/{ruleset}-v0", num_envs=num_envs, **SHORT | settings)


def choices(masks: Any, rng: np.random.Generator) -> Any:
    return np.array([choose(mask, rng) for mask in masks])


def firsts(masks: Any) -> Any:
    return np.argmax(masks, axis=1)


@every_ruleset
def test_make_vec_stands_on_the_native_batch(ruleset: str) -> None:
    envs = make_vec(ruleset, 5)
    assert type(envs.unwrapped).__name__ == "LearnerVectorEnv"
    assert envs.num_envs == 5
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    single = gymnasium.make(f"cinqcents/{ruleset}-v0", **SHORT)
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    assert infos["action_mask"].shape == (5, envs.single_action_space.n)
    assert infos["action_mask"].dtype == np.int8
    assert (envs.unwrapped.action_masks() == infos["action_mask"].astype(bool)).all()
    envs.close()
    envs.close()


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_first_env_is_the_single_env(ruleset: str, settings: dict[str, Any]) -> None:
    """Whatever the number of games, game 0 is that of the single door."""
    for number in (1, 4):
        envs = make_vec(ruleset, number, opponents=lowest, seat=1, **settings).unwrapped
        one = gymnasium.make(
            f"cinqcents/{ruleset}-v0", opponents=lowest, seat=1, **SHORT, **settings
        ).unwrapped
        observations, infos = envs.reset(seed=11)
        observation, info = one.reset(seed=11)
        over = False
        while not over:
            assert observations[0].tobytes() == observation.tobytes()
            assert (infos["action_mask"][0] == info["action_mask"]).all()
            actions = firsts(infos["action_mask"])
            observations, rewards, terminated, truncated, infos = envs.step(actions)
            observation, reward, ended, cut, info = one.step(int(actions[0]))
            assert (rewards[0], terminated[0], truncated[0]) == (pytest.approx(reward), ended, cut)
            over = ended or cut
        assert infos["final_obs"][0].tobytes() == observation.tobytes()
        assert infos["final_info"]["result"][0] == info["result"]


@every_ruleset
def test_autoreset_within_the_step(ruleset: str) -> None:
    envs, rng = make_vec(ruleset, 6, seat="random", episode="deal"), np.random.default_rng(2)
    observations, infos = envs.reset(seed=2)
    kept, ends = [(observations, frozen(observations))], 0
    for _ in range(120):
        observations, rewards, terminated, truncated, infos = envs.step(
            choices(infos["action_mask"], rng)
        )
        kept += [(observations, frozen(observations)), (rewards, frozen(rewards))]
        assert envs.observation_space.contains(observations)
        assert (infos["action_mask"].sum(axis=1) > 0).all()
        assert rewards.shape == (6,)
        ended = terminated | truncated
        assert ("final_obs" in infos) == bool(ended.any())
        for env in np.flatnonzero(ended):
            ends += 1
            assert infos["_final_obs"][env]
            assert infos["_final_info"][env]
            assert infos["final_obs"][env].shape == envs.single_observation_space.shape
            assert infos["final_obs"][env].tobytes() != observations[env].tobytes()
            assert infos["final_info"]["result"][env]["reason"]
            assert not infos["final_info"]["action_mask"][env].any()
    assert ends > 5
    assert all(frozen(value) == then for value, then in kept)


def test_infos_have_the_keys_of_gymnasiums_own_vector_environments() -> None:
    own = gymnasium.make_vec(
        "cinqcents/mini-v0",
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
    )
    native = make_vec("mini", 2)
    told = []
    for envs in (own, native):
        _, infos = envs.reset(seed=1)
        first = set(infos)
        while "final_info" not in infos:
            infos = envs.step(firsts(infos["action_mask"]))[4]
        told.append((first, set(infos), set(infos["final_info"])))
    assert told[0] == told[1]


@pytest.mark.skipif(
    Version(gymnasium.__version__) < Version("1.4"),
    reason="before 1.4 Gymnasium's wrapper leaves out the first step of same-step autoreset",
)
@pytest.mark.parametrize("ruleset", ["classic", "mini", "us3", "au5"])
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_episode_statistics(ruleset: str, settings: dict[str, Any]) -> None:
    envs = RecordEpisodeStatistics(make_vec(ruleset, 4, seat="random", **settings))
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    sums, lengths, seen = np.zeros(4), np.zeros(4, dtype=int), 0
    while seen < 12:
        _, rewards, terminated, truncated, infos = envs.step(choices(infos["action_mask"], rng))
        sums += rewards
        lengths += 1
        for env in np.flatnonzero(terminated | truncated):
            seen += 1
            assert infos["episode"]["r"][env] == pytest.approx(sums[env])
            assert infos["episode"]["l"][env] == lengths[env]
            seat = infos["final_info"]["result"][env]["seat"]
            assert 0 <= seat < envs.unwrapped.rules.players
            sums[env], lengths[env] = 0.0, 0


@every_ruleset
def test_seeds_and_copies(ruleset: str) -> None:
    def played(envs: Any, seed: int | None) -> list[Any]:
        rng = np.random.default_rng(3)
        observations, infos = envs.reset(seed=seed)
        told = [frozen(observations)]
        for _ in range(40):
            step = envs.step(choices(infos["action_mask"], rng))
            infos = step[4]
            told.append(frozen(list(step)))
        return told

    first, second = (make_vec(ruleset, 3, seat="random").unwrapped for _ in range(2))
    seeded = played(first, 5)
    np.random.seed(1)  # noqa: NPY002 - nothing may depend on the global generator
    assert played(second, 5) == seeded
    copies = [copy.deepcopy(first), pickle.loads(pickle.dumps(first))]
    later = [played(envs, None) for envs in (first, second, *copies)]
    assert later[0] == later[1] == later[2] == later[3] != seeded
    assert played(first, 6) != seeded


def test_games_of_a_vector_differ() -> None:
    observations, _ = make_vec("classic", 64, seat=0).reset(seed=1)
    assert len({row.tobytes() for row in observations}) == 64


@every_ruleset
def test_illegal_actions_forfeit_one_game_or_raise(ruleset: str) -> None:
    envs = make_vec(ruleset, 3, seat=1).unwrapped
    _, infos = envs.reset(seed=3)
    actions = firsts(infos["action_mask"])
    actions[1] = -1
    _, rewards, terminated, truncated, infos = envs.step(actions)
    assert terminated[1]
    assert not truncated[1]
    assert infos["final_info"]["result"][1]["reason"] == "forfeit"
    assert 1 not in infos["final_info"]["result"][1]["winners"]
    assert rewards[1] < 0
    assert not terminated[0]
    assert infos["action_mask"][1].any(), "the game was not dealt anew"
    envs = make_vec(ruleset, 3, illegal="raise").unwrapped
    _, infos = envs.reset(seed=3)
    before = envs.learners.states.tobytes()
    actions = firsts(infos["action_mask"])
    actions[2] = int(np.flatnonzero(infos["action_mask"][2] == 0)[0])
    with pytest.raises(cc.IllegalMove, match="game 2"):
        envs.step(actions)
    assert envs.learners.states.tobytes() == before


def test_bad_arguments_are_named() -> None:
    for number in (0, -3, 2.5, "4", True):
        with pytest.raises(ValueError, match="num_envs"):
            cc.envs.vector.LearnerVectorEnv("classic", number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="render_mode"):
        cc.envs.vector.LearnerVectorEnv("classic", 2, render_mode="ansi")
    with pytest.raises(ValueError, match="seat=7"):
        cc.envs.vector.LearnerVectorEnv("classic", 2, seat=7)
    envs = cc.envs.vector.LearnerVectorEnv("classic", 2)
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.array([0, 0]))
    envs.reset(seed=1)
    for actions in ([0], [[0, 0]], [0.0, 1.0], ["a", "b"], None):
        with pytest.raises(ValueError, match="2 integers"):
            envs.step(actions)  # type: ignore[arg-type]
