"""The Gymnasium door: one learner, opponents inside."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

import cinqcents_env as cc

from .playing import RULESETS, SETTINGS, SHORT, TWO_PLAYER, choose, frozen, lowest, settings_name

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
OPPONENTS: tuple[Any, ...] = ("random", lowest)


def make(ruleset: str, **settings: Any) -> Any:
    """The registered environment, without Gymnasium's wrappers."""
    return gymnasium.make(f"cinqcents/{ruleset}-v0", **SHORT | settings).unwrapped


def transcript(env: Any, seed: int | None, choices: int) -> list[Any]:
    """An episode of random play, frozen; the mask and the choice with each step."""
    observation, info = env.reset(seed=seed)
    rng, told, over = np.random.default_rng(choices), [], False
    while not over:
        action = choose(info["action_mask"], rng)
        told.append((frozen(observation), frozen(info), action))
        observation, reward, terminated, truncated, info = env.step(action)
        told.append((reward, terminated, truncated))
        over = terminated or truncated
    return [*told, frozen(observation), frozen(info)]


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_check_env(ruleset: str, settings: dict[str, Any]) -> None:
    for seat in (0, 1, "random"):
        check_env(make(ruleset, seat=seat, **settings))


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_check_env_with_every_opponent(ruleset: str) -> None:
    for opponents in ("greedy", "passive", ["random", "greedy"], lowest):
        check_env(make(ruleset, opponents=opponents), skip_render_check=True)


@every_ruleset
@pytest.mark.parametrize("settings", SETTINGS, ids=settings_name)
def test_learner_is_paid_what_its_seat_is_paid(ruleset: str, settings: dict[str, Any]) -> None:
    """The same game played with all cards known gives the sum of the rewards."""
    others_last = 0
    for seed in range(12):
        env = make(ruleset, opponents=lowest, seat="random", **settings)
        _, info = env.reset(seed=seed)
        game = cc.Game(env.rules, seed=int(env._learners.states["seed"][0]), **game_only(settings))
        seat, rng, total, last = env.seat, np.random.default_rng(seed), 0.0, -1
        over = truncated = terminated = False
        while not over:
            action = choose(info["action_mask"], rng)
            _, reward, terminated, truncated, info = env.step(action)
            total += reward
            over = terminated or truncated
            while game.to_move != seat or forced(env, game):
                game.play_action(lowest(None, game.legal_mask(), None))
            assert game.legal_mask()[action] == 1
            game.play_action(action)
            last = seat
            while not game.is_over and (game.to_move != seat or forced(env, game)):
                last = game.to_move
                game.play_action(lowest(None, game.legal_mask(), None))
            assert game.is_over == over
        others_last += last != seat
        assert total == pytest.approx(game.returns[seat], abs=1e-5)
        result = {key: info["result"][key] for key in ("winners", "reason", "scores")}
        assert result == game.result
        assert info["result"]["seat"] == seat
        assert truncated == (game.result["reason"] == "truncated")
    assert others_last > 0


def forced(env: Any, game: cc.Game) -> bool:
    """Whether the environment makes this move of the learner's by itself."""
    return env._learners.skip_forced and int(game.legal_mask().sum()) == 1


def game_only(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings that a game takes as well."""
    return {key: value for key, value in settings.items() if key != "skip_forced"}


@every_ruleset
def test_seeds_decide_everything(ruleset: str) -> None:
    for opponents in OPPONENTS:
        first, second = (make(ruleset, opponents=opponents, seat="random") for _ in range(2))
        assert transcript(first, 7, 1) == transcript(second, 7, 1)
        np.random.seed(1)  # noqa: NPY002 - nothing may depend on the global generator
        later = [transcript(env, None, 1) for env in (first, second)]
        assert later[0] == later[1]
        assert later[0] != transcript(first, 7, 1)
        assert transcript(first, 7, 1) != transcript(second, 8, 1)


@every_ruleset
def test_copies_play_the_same_rest(ruleset: str) -> None:
    env = make(ruleset, opponents="random", seat="random")
    _, info = env.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(4):
        if not env._over:
            info = env.step(choose(info["action_mask"], rng))[4]
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env]
    rests = []
    for twin in twins:
        rng, rest, over, mask = np.random.default_rng(1), [], twin._over, twin.action_masks()
        while not over:
            observation, reward, ended, cut, told = twin.step(choose(mask, rng))
            rest.append((frozen(observation), reward, ended, cut, frozen(told)))
            over, mask = ended or cut, told["action_mask"]
        rests.append([*rest, transcript(twin, None, 2)])
    assert rests[0] == rests[1] == rests[2]


@every_ruleset
def test_nothing_returned_changes_later(ruleset: str) -> None:
    env, rng = make(ruleset), np.random.default_rng(0)
    observation, info = env.reset(seed=1)
    kept, over = [(observation, frozen(observation)), (info, frozen(info))], False
    while not over:
        assert observation.dtype == np.float32
        assert env.observation_space.contains(observation)
        assert info["action_mask"].dtype == np.int8
        assert env.action_masks().dtype == np.bool_
        assert (env.action_masks() == info["action_mask"].astype(bool)).all()
        action = choose(info["action_mask"], rng)
        info["action_mask"] = info["action_mask"].copy()
        observation, _, terminated, truncated, info = env.step(action)
        kept += [(observation, frozen(observation)), (info, frozen(info))]
        over = terminated or truncated
    assert not env.action_masks().any()
    assert all(value_then == frozen(value) for value, value_then in kept[::3])


@every_ruleset
def test_illegal_actions_forfeit_or_raise(ruleset: str) -> None:
    for reward, action in (("win", -1), ("points", 10**6), ("win", 2**70)):
        env = make(ruleset, reward=reward, seat="random", render_mode="ansi")
        _, info = env.reset(seed=5)
        side = next(side for side in env.rules.sides if env.seat in side)
        observation, paid, terminated, truncated, info = env.step(action)
        assert (terminated, truncated) == (True, False)
        unit = 1.0 if reward == "win" else env.rules.target / 100
        assert paid == pytest.approx(-unit * (env.rules.players - len(side)) / len(side))
        assert env.observation_space.contains(observation)
        assert info["result"]["reason"] == "forfeit"
        assert not {*info["result"]["winners"]} & {*side}
        assert len(info["result"]["winners"]) == env.rules.players - len(side)
        assert isinstance(env.render(), str)
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)
    env = make(ruleset, illegal="raise")
    _, info = env.reset(seed=5)
    before = env._learners.states.tobytes()
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (wrong, -1, 10**6, 2**70):
        with pytest.raises(cc.IllegalMove, match="not legal"):
            env.step(action)
    assert env._learners.states.tobytes() == before
    env.step(choose(info["action_mask"], np.random.default_rng(0)))


def test_random_seat_and_pool_are_drawn_for_each_episode() -> None:
    asked: list[str] = []

    def first(view: Any, mask: Any, rng: Any) -> int:
        asked.append("first")
        return lowest(view, mask, rng)

    def second(view: Any, mask: Any, rng: Any) -> int:
        asked.append("second")
        return lowest(view, mask, rng)

    env = make("mini", opponents=[first, second], seat="random")
    env.reset(seed=0)
    seats, met = set(), set()
    for episode in range(40):
        _, info = env.reset()
        asked.clear()
        seat = env.seat
        while not env._over:
            info = env.step(choose(info["action_mask"], np.random.default_rng(episode)))[4]
            assert env.seat == seat
        assert len(set(asked)) == 1, "an opponent left its seat in mid-game"
        seats.add(seat)
        met.add(asked[0])
    assert seats == {0, 1}
    assert met == {"first", "second"}


def test_set_opponents_holds_from_the_next_reset_on() -> None:
    env = make("classic", opponents="random", seat=0)
    _, info = env.reset(seed=1)
    asked: list[int] = []

    def watcher(view: Any, mask: Any, rng: Any) -> int:
        asked.append(view.seat)
        return lowest(view, mask, rng)

    env.set_opponents(watcher)
    for _ in range(5):
        info = env.step(choose(info["action_mask"], np.random.default_rng(0)))[4]
    assert not asked
    _, info = env.reset()
    env.step(choose(info["action_mask"], np.random.default_rng(0)))
    assert asked
    assert set(asked) == {1}


def test_time_limit_truncates() -> None:
    env = TimeLimit(gymnasium.make("cinqcents/classic-v0"), 3)
    _, info = env.reset(seed=1)
    flags = []
    for _ in range(3):
        _, _, ended, cut, info = env.step(choose(info["action_mask"], np.random.default_rng(0)))
        flags.append((ended, cut))
    assert flags == [(False, False), (False, False), (False, True)]


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"seat": 2}, ValueError, "seat=2.*0, 1, 'random'"),
        ({"seat": True}, ValueError, "seat=True"),
        ({"seat": "both"}, ValueError, "seat='both'"),
        ({"opponents": []}, ValueError, "opponents"),
        ({"opponents": None}, ValueError, "opponents"),
        ({"opponents": "gredy"}, cc.AgentError, "gredy.*greedy"),
        ({"opponents": [3]}, TypeError, "opponent.*3"),
        ({"opponents": cc.make_agent("random", "foster")}, cc.AgentError, "foster.*classic"),
        ({"illegal": "skip"}, ValueError, "illegal='skip'"),
        ({"render_mode": "svg"}, ValueError, "render_mode"),
        ({"hand_size": 7}, cc.RulesError, "hand_size=7.*even"),
        ({"episode": "trick"}, cc.RulesError, "episode='trick'"),
    ],
)
def test_bad_arguments_are_named(
    settings: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        cc.envs.single.LearnerEnv("classic", **settings)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("answer", [None, "AS", 1.5, -1, 10**6, 2**70])
def test_opponents_that_answer_wrongly_are_named(answer: Any) -> None:
    env = make("classic", opponents=lambda view, mask, rng: answer, seat=1, first_dealer=1)
    with pytest.raises(cc.IllegalAction, match="<lambda>"):
        env.reset(seed=1)


def test_step_needs_a_reset_and_an_integer() -> None:
    env = make("classic")
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    for action in (1.0, None, "AS", np.array([0, 1])):
        with pytest.raises(TypeError, match="an action is an integer"):
            env.step(action)
