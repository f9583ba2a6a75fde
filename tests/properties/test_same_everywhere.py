"""One game is one game: alone, in a batch, interpreted, in another process, from any copy."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinqcents_env as cc
from tests.proof.cases import SHORT, accepted, family, single_changes
from tests.properties.transcript import chosen, digests

ROOT = Path(__file__).parents[2]
RULESETS = cc.rulesets()


# processes


def started(**environment: str) -> subprocess.Popen[str]:
    """The transcript of every rule set, in a process with these environment variables."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.properties.transcript"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_other_processes_and_plain_python_play_the_same_games() -> None:
    others = {
        "hash seed 1": started(PYTHONHASHSEED="1"),
        "hash seed 2, interpreted": started(PYTHONHASHSEED="2", NUMBA_DISABLE_JIT="1"),
    }
    here = digests()
    for name, process in others.items():
        out, _ = process.communicate(timeout=300)
        assert process.returncode == 0
        assert json.loads(out) == here, name


# batches


@pytest.mark.parametrize("how", [{}, {"reward": "points"}, {"start_scores": "random"}], ids=str)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_alone_and_in_batches(ruleset: str, how: dict[str, Any]) -> None:
    """Every game of a batch against the same game alone, at every decision to its end."""
    options = {**SHORT[family(ruleset)], "max_deals": 2, **how}
    batch = cc.Batch(ruleset, num_games=4, seed=21, auto_reset=False, **options)
    larger = cc.Batch(ruleset, num_games=6, seed=21, **options)
    assert (larger.states[:4] == batch.states).all()
    games = [cc.Game(ruleset, seed=int(s["seed"]), **options) for s in batch.states]
    assert games[0].seed == 21
    rngs = [random.Random(seed) for seed in range(4)]
    paid = [[0.0] * game.num_players for game in games]
    while batch.live.any():
        actions = np.zeros(4, dtype=np.int64)
        for g, game in enumerate(games):
            same_moment(batch, g, game)
            if batch.live[g]:
                actions[g] = cc.move_index(game.rules, chosen(game.legal_moves(), rngs[g]))
        live = batch.live
        batch.step(actions)
        for g, game in enumerate(games):
            if live[g]:
                game.play_action(int(actions[g]))
                paid[g] = [old + float(r) for old, r in zip(paid[g], batch.rewards[g], strict=True)]
    for g, game in enumerate(games):
        assert game.is_over
        assert batch.states[g].tobytes() == game._states.tobytes()
        np.testing.assert_allclose(paid[g], game.returns, atol=1e-4)


def same_moment(batch: cc.Batch, g: int, game: cc.Game) -> None:
    """The buffers of a game of the batch are what the game alone tells."""
    assert batch.states[g].tobytes() == game._states.tobytes()
    assert batch.masks[g].tobytes() == game.legal_mask().tobytes()
    if not game.is_over:
        assert batch.to_move[g] == game.to_move
        assert batch.observations[g].tobytes() == game.observation().tobytes()
        assert batch.views[g].tobytes() == bytes(game.view())


# copies


def by_position(game: cc.Game) -> cc.Game:
    """Through a position as JSON text."""
    told = json.loads(json.dumps(game.position()))
    return cc.Game.from_position(told, episode=game.setup.episode, reward=game.setup.reward)


COPIES: dict[str, Callable[[cc.Game], cc.Game]] = {
    "copy": cc.Game.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "position": by_position,
    "record": lambda game: cc.replay(json.loads(game.record_line())),
}


@st.composite
def games(draw: st.DrawFn) -> tuple[str, dict[str, Any], int, int]:
    """A rule set, options, a seed, and how many moves are made before the copy."""
    ruleset = draw(st.sampled_from(RULESETS))
    options = draw(st.sampled_from([{}, *single_changes(ruleset)]))
    options = {**SHORT[family(ruleset)], **options}
    if "max_deals" not in options and accepted(ruleset, {**options, "max_deals": 3}):
        options["max_deals"] = 3
    return ruleset, options, draw(st.integers(0, 2**63 - 1)), draw(st.integers(0, 120))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(case=games())
def test_copies_go_the_same_way(case: tuple[str, dict[str, Any], int, int]) -> None:
    """Copies made at any point play the same rest, later deals included, and disturb nothing."""
    ruleset, options, seed, cut = case
    game, rng = cc.Game(ruleset, seed=seed, **options), random.Random(seed)
    for _ in range(cut):
        if not game.is_over:
            game.play(chosen(game.legal_moves(), rng))
    before, copies = game._states.tobytes(), {name: make(game) for name, make in COPIES.items()}
    assert game._states.tobytes() == before
    record = game.record_line()
    while True:
        for name, other in copies.items():
            assert other._states.tobytes() == game._states.tobytes(), name
            assert other.legal_moves() == game.legal_moves(), name
        if game.is_over:
            break
        move = chosen(game.legal_moves(), rng)
        for other in copies.values():
            other.play(move)
        assert game._states.tobytes() != copies["copy"]._states.tobytes()
        game.play(move)
    for name, other in copies.items():
        assert other.returns == game.returns, name
        assert other.result == game.result, name
    assert cc.replay(json.loads(record))._states.tobytes() == before


# environments side by side


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_environments_interleaved(ruleset: str) -> None:
    """Stepping another environment between the steps of one changes nothing in it."""
    options = {"max_deals": 2}
    alone = visits(ruleset, options, 3)
    one, other = visits(ruleset, options, 3), visits(ruleset, options, 4)
    seen = []
    while (visit := next(one, None)) is not None:
        seen.append(visit)
        next(other, None)
    assert seen == list(alone)


def visits(ruleset: str, options: dict[str, Any], seed: int) -> Any:
    """Every visit of an episode of random play."""
    env, rng = cc.make(ruleset, **options), random.Random(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        dead = terminated or truncated
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        given = {name: value.tobytes() for name, value in observation.items()}
        yield agent, given, reward, terminated, truncated, repr(info)
        env.step(None if dead else legal[int(rng.random() * len(legal))])
