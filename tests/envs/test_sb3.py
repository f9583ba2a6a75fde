"""The Stable-Baselines3 doors: checker, masks, MaskablePPO."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import cinqcents_env as cc

from .playing import RULESETS, SETTINGS, SHORT, TWO_PLAYER, choose, frozen, lowest, settings_name

pytest.importorskip("sb3_contrib")
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import (
    get_action_masks,
    is_masking_supported,
)
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import (
    DummyVecEnv,
    SubprocVecEnv,
    VecMonitor,
)

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
SMALL: dict[str, Any] = {
    "n_epochs": 1,
    "batch_size": 64,
    "policy_kwargs": {"net_arch": [16]},
    "device": "cpu",
    "seed": 1,
}


def factory(ruleset: str, **settings: Any) -> Callable[[], Any]:
    """Makes a monitored single environment with a time limit, in this process or another."""

    def build() -> Any:
        import gymnasium
        from stable_baselines3.common.monitor import Monitor

        name = f"cinqcents_env:cinqcents/{ruleset}-v0"
        return Monitor(gymnasium.make(name, max_episode_steps=40, **settings))

    return build


def own_masks(vec: Any) -> list[Any]:
    """Each environment's own mask, asked for directly."""
    return [vec.env_method("action_masks", indices=i)[0] for i in range(vec.num_envs)]


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_check_env(ruleset: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(f"cinqcents/{ruleset}-v0", seat="random", **SHORT, **settings)
    check_env(env.unwrapped)


@pytest.mark.parametrize("kind", ["dummy", "subprocess", "native"])
def test_masks_of_vectorised_environments(kind: str) -> None:
    factories = [factory("mini", seat="random") for _ in range(2)]
    vec: Any
    if kind == "native":
        vec = cc.make_sb3("mini", num_envs=2, seed=1)
    else:
        vec = DummyVecEnv(factories) if kind == "dummy" else SubprocVecEnv(factories)
    try:
        vec.seed(1)
        observations = vec.reset()
        assert is_masking_supported(vec)
        rng, dones_seen = np.random.default_rng(0), 0
        while dones_seen < 8:
            masks = get_action_masks(vec)
            assert masks.shape == (2, vec.action_space.n)
            assert masks.dtype == np.bool_
            assert masks.any(axis=1).all()
            assert (masks == own_masks(vec)).all()
            held = observations[:, :8].astype(bool)
            assert not (masks[:, :8] & ~held).any(), "the mask is of another game"
            actions = np.array([choose(mask, rng) for mask in masks])
            observations, _, dones, infos = vec.step(actions)
            dones_seen += int(dones.sum())
            for env in np.flatnonzero(dones):
                assert infos[env]["terminal_observation"].shape == observations[env].shape
                assert infos[env]["TimeLimit.truncated"] is False
                assert infos[env]["episode"]["l"] > 0
                assert infos[env]["result"]["reason"] == "deal over"
    finally:
        vec.close()


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_native_door_is_the_vector_door(ruleset: str, settings: dict[str, Any]) -> None:
    """Stepped alike, both faces of the batch tell the same: rewards, ends, results, masks."""
    settings = {"skip_forced": False} | settings
    vec = cc.make_sb3(ruleset, num_envs=4, opponents=lowest, seat=1, **SHORT, **settings)
    env = gymnasium.make_vec(
        f"cinqcents/{ruleset}-v0", num_envs=4, opponents=lowest, seat=1, **SHORT, **settings
    )
    observations = vec.reset()
    env.reset(seed=1)
    for mine, theirs in ((vec.learners, env.unwrapped.learners),):
        theirs.states[:] = mine.states
        theirs._totals[:] = mine._totals
        theirs.observe()
    rng, ends = np.random.default_rng(5), 0
    for _ in range(150):
        masks = np.array(vec.env_method("action_masks"))
        actions = np.array([choose(mask, rng) for mask in masks])
        observations, rewards, dones, infos = vec.step(actions)
        others, paid, ended, cut, told = env.step(actions)
        assert rewards.tolist() == pytest.approx(paid.tolist())
        assert dones.tolist() == (ended | cut).tolist()
        assert observations.tobytes() == others.tobytes()
        for i in np.flatnonzero(dones):
            ends += 1
            assert infos[i]["result"] == told["final_info"]["result"][i]
            assert infos[i]["TimeLimit.truncated"] == bool(cut[i])
            assert infos[i]["terminal_observation"].tobytes() == told["final_obs"][i].tobytes()
    assert ends > 0


def test_seeds_and_nothing_returned_changes_later() -> None:
    def played(vec: Any) -> list[Any]:
        rng, kept = np.random.default_rng(1), [vec.reset()]
        for _ in range(60):
            masks = vec.env_method("action_masks")
            step = vec.step(np.array([choose(mask, rng) for mask in masks]))
            for info in step[3]:
                info.get("episode", {}).pop("t", None)
            kept.append([step, masks])
        told = frozen(kept)
        vec.step(np.argmax(vec.env_method("action_masks"), axis=1))
        assert frozen(kept) == told
        return [told]

    first, second = (cc.make_sb3("classic", num_envs=3, seed=4) for _ in range(2))
    assert played(first) == played(second)
    assert played(first) == played(second)
    assert played(cc.make_sb3("classic", num_envs=3, seed=5)) != played(first)
    first.seed(9)
    second.seed(9)
    assert played(first) == played(second)


def test_set_opponents_from_the_next_episode_on() -> None:
    seen: list[int] = []

    def watcher(view: Any, mask: Any, rng: Any) -> int:
        seen.append(1)
        return lowest(view, mask, rng)

    vec = cc.make_sb3("mini", num_envs=8, opponents=["random"], seat=0, seed=2)
    vec.reset()
    vec.set_opponents([watcher])
    fresh, old = np.zeros(8, dtype=bool), len(vec.learners.seating.agents)
    for _ in range(30):
        before = len(seen)
        masks = vec.action_masks()
        _, _, dones, _ = vec.step(np.argmax(masks, axis=1))
        if not (fresh | dones).any():
            assert len(seen) == before
        fresh |= dones
    assert fresh.all()
    assert seen
    for _ in range(20):
        vec.set_opponents([watcher, "random"])
        vec.step(np.argmax(vec.action_masks(), axis=1))
    assert len(vec.learners.seating.agents) <= old + 2 * 8 + 4, "opponents pile up"


def test_monitors_agree_on_returns() -> None:
    inner = cc.make_sb3("mini", num_envs=4, seed=1)
    assert inner.env_is_wrapped(Monitor) == [True] * 4  # evaluate_policy asks
    with pytest.warns(UserWarning, match="already wrapped"):
        vec = VecMonitor(inner)
    vec.reset()
    rng, ends = np.random.default_rng(0), 0
    sums = np.zeros(4)
    for _ in range(60):
        masks = get_action_masks(vec)
        _, rewards, dones, infos = vec.step(np.array([choose(mask, rng) for mask in masks]))
        sums += rewards
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["r"] == pytest.approx(sums[i], abs=1e-4)
            sums[i] = 0
            ends += 1
    assert ends > 20


@pytest.mark.parametrize("ruleset", ["classic", "mini"])
def test_maskable_ppo_on_the_native_door(ruleset: str, tmp_path: Path) -> None:
    """Trained, imported, matched: not one illegal action anywhere."""
    from cinqcents_env.agents.sb3_import import import_sb3

    vec = cc.make_sb3(ruleset, num_envs=8, opponents=["random", "greedy"], illegal="raise", seed=1)
    model = MaskablePPO("MlpPolicy", vec, n_steps=64, **SMALL)
    model.learn(512)
    model.save(tmp_path / "model.zip")
    import_sb3(tmp_path / "model.zip", tmp_path / "checkpoint", ruleset)
    for suffix in ("", "?deterministic"):
        spec = f"checkpoint:{tmp_path / 'checkpoint'}{suffix}"
        result = cc.play_match(ruleset, spec, "random", games=100, episode="deal", seed=1)
        assert result.games == 100
        assert result.illegal == 0
        env = Monitor(gymnasium.make(f"cinqcents/{ruleset}-v0", illegal="raise", episode="deal"))
        evaluate_policy(model, env, n_eval_episodes=20, deterministic=bool(suffix))


@pytest.mark.parametrize("kind", [DummyVecEnv, SubprocVecEnv])
def test_maskable_ppo_on_vectorised_gymnasium_environments(kind: Any) -> None:
    factories = [factory("classic", illegal="raise", seat="random") for _ in range(2)]
    vec = kind(factories)
    try:
        model = MaskablePPO("MlpPolicy", vec, n_steps=256, **SMALL).learn(512)
        assert model.num_timesteps == 512
    finally:
        vec.close()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"num_envs": 1.5}, "num_envs=1.5"),
        ({"seat": 9}, "seat=9"),
        ({"opponents": ["gredy"]}, "gredy"),
        ({"seed": -1}, "seed -1"),
        ({"traget": 3}, "traget"),
        ({"illegal": "no"}, "illegal='no'"),
    ],
)
def test_bad_arguments_are_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        cc.make_sb3("classic", **{"num_envs": 2} | settings)
    assert "\n" not in str(caught.value)


def test_bad_actions_are_named() -> None:
    vec = cc.make_sb3("classic", num_envs=2, illegal="raise", seed=1)
    with pytest.raises(RuntimeError, match="reset"):
        vec.step(np.array([0, 0]))
    vec.reset()
    with pytest.raises(ValueError, match="2 integers"):
        vec.step(np.array([0.5, 1.0]))
    with pytest.raises(cc.IllegalMove, match="game 0"):
        vec.step(np.array([-1, 0]))


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_forced_moves_are_not_asked(ruleset: str) -> None:
    vec = cc.make_sb3(ruleset, num_envs=8, seed=3)
    vec.reset()
    rng = np.random.default_rng(3)
    for _ in range(100):
        masks = vec.action_masks()
        assert (masks.sum(axis=1) > 1).all()
        vec.step(np.array([choose(mask, rng) for mask in masks]))
