"""Other libraries' own tests of an environment, each as a function of a rule set.

A check returns nothing if the library found no fault, or a figure. Checkers that step with
actions drawn without their mask get an environment in which an illegal action loses the game
(``illegal="forfeit"``); everywhere else it raises.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_init, benchmark_step
from pettingzoo import test as pz
from pettingzoo.test.save_obs_test import test_save_obs as save_obs
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils import average_total_reward, random_demo, wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import cinqcents_env as cc

SHORT = {"max_deals": 4}
"""Random play of Five Hundred seldom ends a game; so many deals are enough here."""

Result = float | str | None


@dataclass(frozen=True)
class Check:
    """One function of a library, and how it is called.

    Attributes:
        library: distribution that it belongs to.
        name: of the function.
        what: what it looks at, in words.
        run: calls it for a rule set; None where it does not apply.
        why: why it does not apply.
        unit: of the figure that it returns; empty for a test.
    """

    library: str
    name: str
    what: str
    run: Callable[[str], Result] | None
    why: str = ""
    unit: str = ""


@contextlib.contextmanager
def processor_time(module: str) -> Any:
    """Let a module's ``time.time`` be the processor time of this process.

    Its functions measure by the clock; so what else the machine does has no part in it.
    """
    measuring: Any = sys.modules[module]
    before = measuring.time
    measuring.time = SimpleNamespace(time=time.process_time)
    try:
        yield
    finally:
        measuring.time = before


def make(ruleset: str, **settings: Any) -> Any:
    """The AEC environment."""
    return cc.make(ruleset, **SHORT, **settings)


def forgiving(ruleset: str) -> Any:
    """The AEC environment for functions that draw without the mask."""
    return make(ruleset, illegal="forfeit")


def parallel(ruleset: str, **settings: Any) -> Any:
    """Its parallel form, where seats that are not on move wait."""
    return turn_based_aec_to_parallel(make(ruleset, **settings))


def single(ruleset: str, **settings: Any) -> Any:
    """The registered single-agent environment."""
    return gymnasium.make(f"cinqcents/{ruleset}-v0", **SHORT, **settings)


def api(ruleset: str) -> None:
    """Several deals, since the test itself plays one."""
    env = make(ruleset)
    for seed in range(3):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        pz.api_test(env, num_cycles=200)


def wrapped(ruleset: str) -> None:
    """The same inside the wrappers that PettingZoo's own environments wear."""
    env = wrappers.AssertOutOfBoundsWrapper(make(ruleset))
    pz.api_test(wrappers.OrderEnforcingWrapper(env), num_cycles=100)


def seeds(ruleset: str) -> None:
    """Two environments of one seed."""
    pz.seed_test(lambda: make(ruleset), num_cycles=200)


def parallel_api(ruleset: str) -> None:
    """The parallel form."""
    pz.parallel_api_test(parallel(ruleset), num_cycles=200)


def parallel_seeds(ruleset: str) -> None:
    """The parallel form of one seed; draws without the mask."""
    parallel_seed_test(lambda: parallel(ruleset, illegal="forfeit"), num_cycles=200)


def renders(ruleset: str) -> None:
    """Every render mode."""
    pz.render_test(lambda **settings: make(ruleset, **settings))


def state(ruleset: str) -> None:
    """The full state; draws without the mask."""
    pz.state_test(forgiving(ruleset), parallel(ruleset), num_cycles=50)


def saves_observations(ruleset: str) -> Result:
    """Saves observations that are pictures; what it says of others is passed on."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        save_obs(make(ruleset))
    told = said.getvalue().partition(":")[2].strip()
    return f"does not apply: {told}" if told else None


def speed(ruleset: str) -> float:
    """Decisions a second in five seconds of random legal play."""
    said, module = io.StringIO(), "pettingzoo.test.performance_benchmark"
    with contextlib.redirect_stdout(said), processor_time(module):
        pz.performance_benchmark(make(ruleset))
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    assert found, said.getvalue()
    return float(found[1])


def average_reward(ruleset: str) -> None:
    """Rewards of all seats together, which a zero-sum game has none of."""
    assert abs(average_total_reward(forgiving(ruleset), max_episodes=3)) < 1e-6


def demo(ruleset: str) -> None:
    """A game of random legal play, drawn as text."""
    random_demo(make(ruleset, render_mode="ansi"))


def gymnasium_check(ruleset: str) -> None:
    """The single-agent environment without Gymnasium's wrappers, as the check wants it."""
    check_env(single(ruleset).unwrapped)


def gymnasium_speed(ruleset: str) -> float:
    """Steps a second; most games are short, since actions are drawn without the mask."""
    with processor_time("gymnasium.utils.performance"):
        return float(benchmark_step(single(ruleset), target_duration=1, seed=0))


def gymnasium_start(ruleset: str) -> float:
    """Environments made and reset a second."""
    with processor_time("gymnasium.utils.performance"):
        return float(benchmark_init(lambda: single(ruleset), target_duration=1, seed=0))


def sb3_check(ruleset: str) -> None:
    """The single-agent environment."""
    from stable_baselines3.common.env_checker import check_env as check

    check(single(ruleset).unwrapped)


def masking(ruleset: str) -> None:
    """Masks found by sb3-contrib, in one environment and in the vector of many."""
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    assert is_masking_supported(single(ruleset))
    many = cc.make_sb3(ruleset, 3, **SHORT)
    assert is_masking_supported(many)
    many.reset()
    assert get_action_masks(many).any(axis=1).all()


def supersuit_vector(ruleset: str) -> None:
    """The vector of two games, every seat a row."""
    import supersuit

    vector = supersuit.pettingzoo_env_to_vec_env_v1(parallel(ruleset))
    envs = supersuit.concat_vec_envs_v1(vector, 2, num_cpus=0, base_class="gymnasium")
    observation, _ = envs.reset(seed=0)
    for _ in range(100):
        masks = observation["action_mask"]
        assert masks.any(axis=1).sum() == 2  # one seat of each game is on move
        observation, *_ = envs.step(masks.argmax(axis=1))
        assert np.isfinite(observation["observation"]).all()


def torchrl_specs(ruleset: str) -> None:
    """The specs of TorchRL's wrapper, against a rollout."""
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import check_env_specs

    check_env_specs(PettingZooWrapper(make(ruleset), use_mask=True))


def tianshou_game(ruleset: str) -> None:
    """A game through Tianshou's wrapper: its rewards add up to those of the environment."""
    from tianshou.env import PettingZooEnv

    env, plain = PettingZooEnv(make(ruleset)), make(ruleset)
    observation, _ = env.reset(seed=5)
    plain.reset(seed=5)
    totals, expected = np.zeros((2, len(plain.possible_agents)))
    over = False
    while not over:
        assert observation["agent_id"] == plain.agent_selection
        action = int(np.argmax(observation["mask"]))
        plain.step(action)
        observation, rewards, terminated, truncated, _ = env.step(action)
        totals += rewards
        expected += list(plain.rewards.values())
        over = terminated or truncated
    np.testing.assert_allclose(totals, expected)


PICTURES = "observations are features, not pictures"
UNMASKED = "steps with actions drawn without the mask, and asks for an environment of {}"

CHECKS = (
    Check("pettingzoo", "api_test", "spaces, life cycle, masks, dead agents", api),
    Check("pettingzoo", "api_test, wrapped", "the same in PettingZoo's wrappers", wrapped),
    Check("pettingzoo", "seed_test", "same seed, same game", seeds),
    Check("pettingzoo", "parallel_api_test", "the parallel form", parallel_api),
    Check("pettingzoo", "parallel_seed_test", "same seed, same parallel game", parallel_seeds),
    Check("pettingzoo", "render_test", "`ansi`, `human`, `rgb_array`", renders),
    Check("pettingzoo", "state_test", "the full state and its space", state),
    Check("pettingzoo", "average_total_reward", "rewards of a zero-sum game", average_reward),
    Check("pettingzoo", "random_demo", "a game from start to end, drawn", demo),
    Check("pettingzoo", "test_save_obs", "observations as pictures", saves_observations),
    Check(
        "pettingzoo",
        "max_cycles_test",
        "games cut off after some cycles",
        None,
        UNMASKED.format("`parallel_env(max_cycles=...)`"),
    ),
    Check(
        "pettingzoo",
        "bombardment_test",
        "pictures with noise",
        None,
        f"{PICTURES}; it takes what `step` returns for an observation, and `step` returns nothing",
    ),
    Check("pettingzoo", "manual_control_test", "play by keyboard", None, "there is no `manual`"),
    Check(
        "pettingzoo",
        "performance_benchmark",
        "random legal play through `last` and `step`",
        speed,
        unit="decisions a second",
    ),
    Check("gymnasium", "check_env", "spaces, seeds, data not used twice", gymnasium_check),
    Check(
        "gymnasium",
        "benchmark_step",
        "steps of the single-agent environment",
        gymnasium_speed,
        unit="steps a second",
    ),
    Check(
        "gymnasium",
        "benchmark_init",
        "`gymnasium.make` and `reset`",
        gymnasium_start,
        unit="environments a second",
    ),
    Check("stable_baselines3", "check_env", "the single-agent environment", sb3_check),
    Check("sb3_contrib", "is_masking_supported, get_action_masks", "masks", masking),
    Check("supersuit", "concat_vec_envs_v1", "all seats as a vector", supersuit_vector),
    Check("torchrl", "check_env_specs", "the wrapper's specs and a rollout", torchrl_specs),
    Check("tianshou", "PettingZooEnv", "a game's rewards by seat", tianshou_game),
)


@contextlib.contextmanager
def quiet() -> Any:
    """A folder to throw away, and nothing on the screen: some functions write and print."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
