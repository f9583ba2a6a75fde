"""The PettingZoo door: copies, several environments at once, pictures, settings."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import cinqcents_env as cc
from cinqcents_env.envs.aec import NotReset, UnknownAgent

from .playing import (
    RULESETS,
    SETTINGS,
    SHORT,
    TWO_PLAYER,
    aec_transcript,
    choose,
    expected_returns,
    frozen,
    settings_name,
)

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def through_pickle(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def wrapped(env: Any) -> Any:
    return OrderEnforcingWrapper(env)


@every_ruleset
@pytest.mark.parametrize("copied", [copy.deepcopy, through_pickle])
@pytest.mark.parametrize("wrap", [lambda env: env, wrapped])
def test_copies_play_the_same_rest_and_leave_the_original_alone(
    ruleset: str, copied: Callable[[Any], Any], wrap: Callable[[Any], Any]
) -> None:
    env = wrap(cc.make(ruleset, **SHORT))
    rng = np.random.default_rng(3)
    env.reset(seed=3)
    for moves in (0, 1, 9, 30):
        for _ in range(moves):
            if not env.unwrapped._over:
                env.step(choose(env.last()[0]["action_mask"], rng))
        before = env.unwrapped._states.tobytes()
        twin, third = copied(env), copied(env)
        rest = [aec_transcript(e, None, moves, reset=False) for e in (twin, third)]
        assert rest[0] == rest[1]
        assert env.unwrapped._states.tobytes() == before
        again = copied(env)
        assert aec_transcript(again, None, moves, reset=False) == rest[0]
        assert aec_transcript(again, None, 5) == aec_transcript(twin, None, 5), "next deals"
    assert len(aec_transcript(env, None, 0, reset=False)) > 0


@every_ruleset
def test_interleaved_environments_do_not_disturb_each_other(ruleset: str) -> None:
    alone = [aec_transcript(cc.make(ruleset, **SHORT), seed, seed) for seed in (1, 2)]
    envs = [cc.make(ruleset, **SHORT) for _ in range(2)]
    rngs = [np.random.default_rng(seed) for seed in (1, 2)]
    told: list[list[Any]] = [[], []]
    for seed, env in enumerate(envs, 1):
        env.reset(seed=seed)
    while any(env.agents for env in envs):
        np.random.seed(0)  # noqa: NPY002 - nothing may depend on the global generator
        for env, rng, visits in zip(envs, rngs, told, strict=True):
            if env.agents:
                agent = env.agent_selection
                observation, reward, ended, cut, info = env.last()
                action = None if ended or cut else choose(observation["action_mask"], rng)
                visits.append(
                    (agent, frozen(observation), reward, ended, cut, frozen(info), action)
                )
                env.step(action)
    assert told == alone


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_skipping_forced_moves_changes_nothing_else(ruleset: str, settings: dict[str, Any]) -> None:
    settings = {key: value for key, value in settings.items() if key != "skip_forced"}
    for seed in range(5):
        full = cc.make(ruleset, **SHORT, **settings)
        short = cc.make(ruleset, **SHORT, **settings, skip_forced=True)
        full.reset(seed=seed)
        short.reset(seed=seed)
        rng = np.random.default_rng(seed)
        totals = [np.zeros(full.rules.players) for _ in range(2)]
        while not full._over:
            mask = full.infos[full.agent_selection]["action_mask"]
            action = choose(mask, rng)
            if mask.sum() > 1:
                assert not short._over
                assert short.agent_selection == full.agent_selection
                assert frozen(short.last()[0]) == frozen(full.last()[0])
                short.step(action)
                totals[1] += list(short.rewards.values())
            full.step(action)
            totals[0] += list(full.rewards.values())
        assert short._over
        assert totals[0] == pytest.approx(totals[1])
        assert short.result() == full.result()
        assert (short.terminations, short.truncations) == (full.terminations, full.truncations)


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_points_are_paid_from_the_scores_a_deal_starts_with(ruleset: str) -> None:
    for seed in range(8):
        start = (20, 10)
        env = cc.make(ruleset, episode="deal", start_scores=start)
        env.reset(seed=seed)
        totals = dict.fromkeys(env.possible_agents, 0.0)
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            dead = terminated or truncated
            env.step(None if dead else choose(observation["action_mask"], rng))
        expected = expected_returns(env.rules, "points", env.result(), start)
        assert list(totals.values()) == pytest.approx(expected)


@every_ruleset
def test_random_start_scores_are_tens_below_the_target(ruleset: str) -> None:
    env = cc.make(ruleset, episode="deal", start_scores="random", **turned_seven_off(ruleset))
    seen = set()
    for seed in range(80):
        env.reset(seed=seed)
        seen.update(env.final_scores())
    assert all(0 <= score < env.rules.target and score % 10 == 0 for score in seen)
    assert len(seen) >= min(8, env.rules.target // 10)


def turned_seven_off(ruleset: str) -> dict[str, Any]:
    """So that a deal marks nothing."""
    return {"seven_turned": 0} if ruleset in TWO_PLAYER else {}


@every_ruleset
def test_state_fits_its_space_and_tells_hidden_cards_apart(ruleset: str) -> None:
    env, rng = cc.make(ruleset, **SHORT), np.random.default_rng(1)
    env.reset(seed=1)
    while env.agents:
        state = env.state()
        assert state.dtype == np.float32
        assert env.state_space.contains(state)
        size = env.setup.num_features
        for seat, agent in enumerate(env.possible_agents):
            part = state[seat * size : (seat + 1) * size]
            assert part.tobytes() == env.observe(agent)["observation"].tobytes()
        env.step(None if env._over else choose(env.last()[0]["action_mask"], rng))
    if ruleset in TWO_PLAYER:
        position = cc.Game(ruleset, seed=1).position()
        stock = position["stock"].split()
        changed = position | {"stock": " ".join(reversed(stock))}
        states = []
        for each in (position, changed):
            env.reset(seed=1)
            env._states[:] = cc.Game.from_position(each)._states
            states.append(env.state())
        features = 2 * env.setup.num_features
        assert (states[0][:features] == states[1][:features]).all()
        assert (states[0] != states[1]).any()


@every_ruleset
def test_pictures_need_no_window(
    ruleset: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    ansi, human = (cc.make(ruleset, render_mode=mode) for mode in ("ansi", "human"))
    ansi.close()  # before reset
    for env in (ansi, human):
        env.reset(seed=1)
    text = ansi.render()
    assert isinstance(text, str)
    assert capsys.readouterr().out == ""
    ansi.close()
    ansi.close()
    human.step(choose(human.last()[0]["action_mask"], np.random.default_rng(0)))
    assert human.render() is None
    assert capsys.readouterr().out.strip()
    human.close()
    pixels = cc.make(ruleset, render_mode="rgb_array")
    pixels.reset(seed=1)
    drawn = pixels.render()
    assert (drawn.dtype, drawn.ndim, drawn.shape[1:]) == (np.uint8, 3, (800, 3))
    assert drawn.std() > 20
    with pytest.raises(ValueError, match=r"svg.*ansi.*human.*rgb_array"):
        cc.make(ruleset, render_mode="svg")
    silent = cc.make(ruleset)
    silent.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"ruleset": "clasic"}, "clasic.*classic"),
        ({"traget": 100}, "traget.*target"),
        ({"target": -5}, "target=-5.*whole number"),
        ({"episode": "match"}, "episode='match'.*'game' or 'deal'"),
        ({"reward": "score"}, "reward='score'.*'win' or 'points'"),
        ({"start_scores": (1, 2, 3)}, "start_scores.*2 whole numbers"),
        ({"start_scores": (500, 0)}, "start_scores.*below the target 500"),
        ({"start_scores": 5}, "start_scores=5"),
        ({"start_scores": (True, 0)}, "start_scores"),
        ({"start_scores": "zero"}, "start_scores='zero'"),
        ({"illegal": "ignore"}, "illegal='ignore'.*raise.*forfeit"),
        ({"illegal": []}, "illegal"),
        ({"render_mode": "svg"}, "render_mode='svg'"),
    ],
)
def test_bad_settings_are_named_in_one_line(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        cc.make(**{"ruleset": "classic"} | settings)
    assert "\n" not in str(caught.value)


def test_before_reset_everything_says_so():
    env = cc.make("us3", render_mode="ansi")
    agent = env.possible_agents[0]
    for ask in (
        lambda: env.last(),
        lambda: env.step(0),
        lambda: env.agent_iter(),
        lambda: env.observe(agent),
        lambda: env.view(agent),
        lambda: env.state(),
        lambda: env.render(),
        lambda: env.rewards,
    ):
        with pytest.raises(NotReset, match=r"no episode has begun; call reset\(\) first"):
            ask()
    assert not hasattr(env, "agent_selection")
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        env.nothing  # noqa: B018
    assert env.agents == []
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()


def test_a_name_that_is_no_agent_is_told_with_the_names_that_are() -> None:
    env = cc.make("us3")
    env.reset(seed=1)
    env = pickle.loads(pickle.dumps(env))
    for ask in (env.observe, env.view, env.observation_space, env.action_space):
        for name in ("player_3", 0):
            with pytest.raises(UnknownAgent) as raised:
                ask(name)
            assert str(raised.value) == (
                f"unknown agent {name!r}; valid: player_0, player_1, player_2"
            )
    assert isinstance(raised.value, KeyError), "programs that expect a mapping's error get one"


def test_the_result_has_no_reason_until_the_end_and_each_agent_its_own() -> None:
    env = cc.make("mini")
    for ask in (env.result, env.final_scores):
        with pytest.raises(NotReset):
            ask()
    env.reset(seed=1)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.result()["reason"] is None
    while not env.terminations["player_0"]:
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.result()["reason"] is not None
    first, second = (env.infos[agent]["result"] for agent in env.agents)
    first["winners"].append(99)
    assert 99 not in second["winners"]
    ended = cc.make("mini", illegal="forfeit")
    ended.reset(seed=1)
    ended.step(int(ended.observe(ended.agent_selection)["action_mask"].argmin()))
    assert ended.result()["reason"] == "forfeit"


@pytest.mark.parametrize("value", ["False", None, 1, np.array([True])])
def test_switches_are_true_or_false(value: Any) -> None:
    for make in (
        lambda: cc.make("classic", skip_forced=value),
        lambda: cc.make_sb3("classic", 2, "random", skip_forced=value),
        lambda: cc.Batch("classic", 2, skip_forced=value),
        lambda: cc.Batch("classic", 2, auto_reset=value),
    ):
        with pytest.raises(ValueError, match=r"(skip_forced|auto_reset)=.* it is True or False"):
            make()


def test_an_array_of_one_action_is_one_action() -> None:
    env = cc.make("classic")
    env.reset(seed=1)
    env.step(np.array([env.observe(env.agent_selection)["action_mask"].argmax()]))
    for action in (np.array([0, 1]), np.array([0.0]), np.array([True])):
        with pytest.raises(TypeError, match="an action is an integer"):
            env.step(action)


def test_a_view_of_a_batch_takes_whole_numbers() -> None:
    batch = cc.Batch("us3", 3, seed=0)
    assert batch.view(0, batch.to_move[0]) is not None
    with pytest.raises(TypeError):
        batch.view(0, 1.0)
