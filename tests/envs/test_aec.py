"""The PettingZoo door: conformance, life cycle, rewards, errors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

import cinqcents_env as cc

from .playing import (
    RULESETS,
    SETTINGS,
    SHORT,
    TWO_PLAYER,
    aec_transcript,
    choose,
    digest,
    expected_returns,
    frozen,
    settings_name,
)

# api_test says so of every dict observation of an environment it does not list.
dict_observations = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@dict_observations
@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_api(ruleset: str, settings: dict[str, Any]) -> None:
    env = cc.make(ruleset, **SHORT, **settings)
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        api_test(env, num_cycles=30)


@every_ruleset
def test_seeds(ruleset: str) -> None:
    seed_test(lambda: cc.make(ruleset, **SHORT), num_cycles=60)


@every_ruleset
def test_render_modes(ruleset: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **settings: cc.make(ruleset, **SHORT, **settings))
    assert capsys.readouterr().out


@every_ruleset
def test_parallel_conversions(ruleset: str) -> None:
    with pytest.raises(AssertionError, match="parallelizable"):
        aec_to_parallel(cc.make(ruleset))
    parallel_api_test(turn_based_aec_to_parallel(cc.make(ruleset, **SHORT)), num_cycles=60)
    env, rng = cc.make(ruleset, **SHORT, reward="points"), np.random.default_rng(1)
    parallel = turn_based_aec_to_parallel(cc.make(ruleset, **SHORT, reward="points"))
    env.reset(seed=5)
    observations, _ = parallel.reset(seed=5)
    totals = [dict.fromkeys(env.possible_agents, 0.0) for _ in range(2)]
    while parallel.agents:
        mover = env.agent_selection
        action = choose(observations[mover]["action_mask"], rng)
        env.step(action)
        observations, rewards, *_ = parallel.step(dict.fromkeys(parallel.agents, action))
        for agent in rewards:
            totals[0][agent] += rewards[agent]
            totals[1][agent] += env.rewards[agent]
    assert totals[0] == pytest.approx(totals[1])
    assert all(env.terminations.values()) or all(env.truncations.values())


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_every_agent_ends_once_and_is_paid_what_the_formula_says(
    ruleset: str, settings: dict[str, Any]
) -> None:
    env = cc.make(ruleset, **SHORT, **settings)
    for seed in range(6):
        env.reset(seed=seed)
        rng, ended, result = np.random.default_rng(seed), [], {}
        totals = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            if terminated or truncated:
                assert terminated != truncated
                assert env.unwrapped.final_scores() == info["result"]["scores"]
                assert not observation["action_mask"].any()
                ended.append(agent)
                result = info["result"]
                env.step(None)
            else:
                assert "result" not in info
                env.step(choose(observation["action_mask"], rng))
        assert sorted(ended) == env.possible_agents
        assert env.agents == []
        if env.setup.start_scores is None or env.setup.reward == "win":
            expected = expected_returns(env.rules, env.setup.reward, result)
            assert list(totals.values()) == pytest.approx(expected)
        assert sum(totals.values()) == pytest.approx(0, abs=1e-9)


@every_ruleset
def test_dead_agents_take_none_only(ruleset: str) -> None:
    env, rng = cc.make(ruleset, **SHORT), np.random.default_rng(0)
    env.reset(seed=0)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(choose(env.last()[0]["action_mask"], rng))
    assert len({*env.terminations.values()}) == len({*env.truncations.values()}) == 1
    for left in range(len(env.possible_agents), 0, -1):
        assert len(env.agents) == left
        before = frozen([env.agents, env.agent_selection, env.infos])
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        assert frozen([env.agents, env.agent_selection, env.infos]) == before
        env.step(None)
    with pytest.warns(UserWarning, match="does nothing"):
        env.step(None)
    assert env.agents == []
    for agent in env.possible_agents:
        assert env.observation_space(agent).contains(env.observe(agent))


@every_ruleset
def test_legal_actions_succeed_and_others_change_nothing(ruleset: str) -> None:
    env, rng = cc.make(ruleset, **SHORT), np.random.default_rng(2)
    env.reset(seed=2)
    for _ in range(12):
        for _ in range(int(rng.integers(1, 9))):
            if not env._over:
                env.step(choose(env.last()[0]["action_mask"], rng))
        if env._over:
            env.reset()
        mask = env.infos[env.agent_selection]["action_mask"]
        legal = np.flatnonzero(mask)
        before = env._states.tobytes(), frozen([env.infos, env.rewards, env._cumulative_rewards])
        outside = [-1, -len(mask), len(mask), 2**31, 2**63, -(2**70)]
        for action in [*np.flatnonzero(mask == 0)[:20], *outside]:
            with pytest.raises(cc.IllegalMove, match=env.agent_selection):
                env.step(action)
        after = env._states.tobytes(), frozen([env.infos, env.rewards, env._cumulative_rewards])
        assert after == before
        for action in legal[:6]:
            copy = pickle_copy(env)
            copy.step(action)
            assert copy._states.tobytes() != before[0]
        assert env._states.tobytes() == before[0]


def pickle_copy(value: Any) -> Any:
    """Through pickle and back."""
    import pickle

    return pickle.loads(pickle.dumps(value))


@every_ruleset
def test_forfeit_ends_the_game_for_the_side_that_errs(ruleset: str) -> None:
    for reward, wrong in (("win", -1), ("points", 10_000), ("win", 2**70)):
        env = cc.make(ruleset, illegal="forfeit", reward=reward, render_mode="ansi")
        env.reset(seed=3)
        seat = env.possible_agents.index(env.agent_selection)
        side = next(side for side in env.rules.sides if seat in side)
        env.step(wrong)
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        winners = [s for s in range(env.rules.players) if s not in side]
        for info in env.infos.values():
            assert info["result"]["reason"] == "forfeit"
            assert info["result"]["winners"] == winners
        unit = 1.0 if reward == "win" else env.rules.target / 100
        paid = list(env.rewards.values())
        assert paid == [1.0 * unit if s in winners else paid[seat] for s in range(len(paid))]
        assert paid[seat] == pytest.approx(-unit * len(winners) / len(side))
        assert isinstance(env.render(), str)


@pytest.mark.parametrize("action", [True, 1.0, "AS", [1], np.array([1, 2]), 1 + 0j])
def test_actions_that_are_no_integers_are_refused(action: Any) -> None:
    env = cc.make("classic")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is an integer"):
        env.step(action)


def test_integer_likes_are_actions() -> None:
    torch = pytest.importorskip("torch")
    for kind in (int, np.int8, np.int64, np.uint8, np.array, torch.tensor):
        env = cc.make("classic")
        env.reset(seed=1)
        before = env.agent_selection
        env.step(kind(int(np.flatnonzero(env.last()[0]["action_mask"])[0])))
        assert env.agent_selection != before


def test_same_game_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import playing, cinqcents_env as cc\n"
        "for name in cc.rulesets():\n"
        "    env = cc.make(name, **playing.SHORT)\n"
        "    print(name, playing.digest(playing.aec_transcript(env, 7, 7)))\n"
    )
    here = Path(__file__).parent
    paths = [str(Path(cc.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONHASHSEED": "77", "PYTHONPATH": os.pathsep.join(paths)}
    told = subprocess.run(
        [sys.executable, "-c", code, str(here)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for line in told.splitlines():
        name, other = line.split()
        assert digest(aec_transcript(cc.make(name, **SHORT), 7, 7)) == other, name
        assert digest(aec_transcript(cc.make(name, **SHORT), 8, 7)) != other, name
    assert len(told.splitlines()) == len(RULESETS)


@every_ruleset
def test_resets_go_on_from_the_seed_given(ruleset: str) -> None:
    envs = [cc.make(ruleset, **SHORT) for _ in range(2)]
    deals = []
    for seed in (7, None, None, 8, 7):
        for env in envs:
            env.reset(seed=seed)
        first, second = (env.state().tobytes() for env in envs)
        assert first == second
        deals.append(first)
    assert deals[0] == deals[4]
    assert len(set(deals)) == 4


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_bad_seeds_are_named(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        cc.make("classic").reset(seed=seed)


@every_ruleset
def test_observations_fit_their_space_in_every_state(ruleset: str) -> None:
    env, rng = cc.make(ruleset, **SHORT), np.random.default_rng(4)
    env.reset(seed=4)
    kept: list[tuple[Any, Any]] = []
    while env.agents:
        for agent in env.possible_agents:
            observation = env.observe(agent)
            space = env.observation_space(agent)
            assert space.contains(observation)
            assert list(observation) == ["observation", "action_mask"]
            assert observation["observation"].dtype == space["observation"].dtype == np.float32
            assert observation["action_mask"].dtype == np.int8
            assert observation["observation"].shape == space["observation"].shape
            if agent != env.agent_selection:
                assert not observation["action_mask"].any()
            kept.append((observation, frozen(observation)))
        kept.extend((info, frozen(info)) for info in env.infos.values())
        env.step(None if env._over else choose(env.last()[0]["action_mask"], rng))
    assert all(frozen(value) == bytes_then for value, bytes_then in kept[::3])


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
@pytest.mark.parametrize("marked", [(-90_000, 480), (90_000, 100_000), (1_000_000, -1_000_000)])
def test_extreme_scores_stay_within_bounds(ruleset: str, marked: tuple[int, int]) -> None:
    position = cc.Game(ruleset, seed=1).position() | {"marked": list(marked), "target": 1_000_000}
    game = cc.Game.from_position(position)
    box = cc.make(ruleset).observation_space("player_0")["observation"]
    assert box.contains(game.observation(0))
    assert box.contains(game.observation(1))


def test_writing_into_a_returned_mask_changes_nothing() -> None:
    env = cc.make("classic")
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"].copy()
    env.observe(env.agent_selection)["action_mask"][:] = 1
    env.infos[env.agent_selection]["action_mask"][:] = 1
    assert (env.observe(env.agent_selection)["action_mask"] == mask).all()
    with pytest.raises(cc.IllegalMove):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    env.step(int(np.flatnonzero(mask)[0]))
    assert env.infos[env.agent_selection]["action_mask"].sum() < len(mask)


@every_ruleset
def test_registered_with_pettingzoo(ruleset: str) -> None:
    if not hasattr(pettingzoo, "register"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", f"cinqcents/{ruleset}-v0")
    env.reset(seed=1)
    module = getattr(cc, f"{ruleset}_v0")
    for other in (module.env(), module.raw_env(), cc.make(ruleset)):
        other.reset(seed=1)
        assert other.unwrapped.state().tobytes() == env.unwrapped.state().tobytes()


def test_opponents_are_told_where_they_play() -> None:
    with pytest.raises(cc.RulesError, match=r"opponents play inside gymnasium\.make"):
        cc.make("classic", opponents="greedy")
