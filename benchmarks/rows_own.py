"""The rows of this package: engine, batch, one game, and every environment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numba
import numpy as np
from common import Clock, Loop, Row, Tally, aec_loop

import cinqcents_env as cc

LIBRARY = "cinqcents_env"
BATCH_GAMES = 1024
SB3_GAMES = 256
PLAYOUT_DECISIONS = 200


@numba.njit(cache=False)
def choose(masks: Any, words: Any, actions: Any) -> int:
    """Pick a random legal action in every game; returns how many had a choice.

    Args:
        masks: int8 (n, A); words: int64 (n,), generator states; actions: int64 (n,).
    """
    choices = 0
    for g in range(masks.shape[0]):
        legal = 0
        for a in range(masks.shape[1]):
            legal += masks[g, a]
        word = words[g]
        word ^= (word << 13) & 0xFFFFFFFF
        word ^= word >> 17
        word ^= (word << 5) & 0xFFFFFFFF
        words[g] = word
        left = (word * legal) >> 32
        choices += legal > 1
        for a in range(masks.shape[1]):
            if masks[g, a]:
                if left == 0:
                    actions[g] = a
                    break
                left -= 1
    return choices


class Chooser:
    """Random legal actions for many games, at little cost."""

    def __init__(self, games: int) -> None:
        self.words = np.random.default_rng(0).integers(1, 2**32, size=games)
        self.actions = np.zeros(games, dtype=np.int64)
        choose(np.ones((1, 2), dtype=np.int8), self.words[:1].copy(), self.actions[:1])

    def __call__(self, masks: Any) -> int:
        return int(choose(masks, self.words, self.actions))


def game_length(ruleset: str) -> tuple[float, float]:
    """Mean decisions of a game under random play, and the share with a choice."""
    batch = cc.Batch(ruleset, 256, seed=1, auto_reset=False)
    chooser, decisions, unforced = Chooser(256), 0, 0
    while batch.live.any():
        decisions += int(batch.live.sum())
        unforced += chooser(batch.masks)
        batch.step(chooser.actions)
    return decisions / 256, unforced / decisions


def playouts(ruleset: str) -> Loop:
    """Random play inside compiled code, nothing observed."""
    batch = cc.Batch(ruleset, BATCH_GAMES, seed=1)
    length, share = game_length(ruleset)

    def loop(seconds: float) -> Tally:
        tally, seeds = Tally(), batch.states["seed"].copy()
        before = batch.states.tobytes()
        clock = Clock(seconds)
        while clock.running() or (batch.states["seed"] == seeds).all():
            tally.decisions += batch.random_playouts(PLAYOUT_DECISIONS)
        tally.games, tally.unforced = tally.decisions / length, tally.decisions * share
        tally.changes = int(batch.states.tobytes() != before)
        return clock.stop(tally)

    return loop


def batch_steps(ruleset: str, choosing: bool = True, games: int = BATCH_GAMES) -> Loop:
    """``Batch.step`` with observation and mask; the random choice timed with it, or not."""
    batch, chooser = cc.Batch(ruleset, games, seed=1), Chooser(games)

    def loop(seconds: float) -> Tally:
        tally, before = Tally(), batch.observations.copy()
        clock, apart = Clock(seconds), 0.0
        while clock.running() or not tally.games:
            aside = Clock(0.0)
            tally.unforced += chooser(batch.masks)
            apart += 0.0 if choosing else aside.passed()
            batch.step(chooser.actions)
            tally.decisions += games
            tally.games += np.count_nonzero(batch.terminated) + np.count_nonzero(batch.truncated)
        tally.changes = int((batch.observations != before).any(axis=1).sum())
        tally = clock.stop(tally)
        tally.cpu -= apart
        return tally

    return loop


def one_game(ruleset: str, observed: bool) -> Loop:
    """``Game`` objects: legal actions and ``play_action``; with the observation, or without."""
    game = cc.Game(ruleset, seed=1)

    def loop(seconds: float) -> Tally:
        nonlocal game
        tally, draw = Tally(), random.random
        clock = Clock(seconds)
        while clock.running():
            game = cc.Game(game.rules, seed=int(draw() * 2**53))
            before = game.observation(0)
            while not game.is_over:
                if observed:
                    game.observation(game.to_move)
                legal = game.legal_actions()
                tally.unforced += len(legal) > 1
                game.play_action(legal[int(draw() * len(legal))])
                tally.decisions += 1
            tally.games += 1
            tally.changes += int((before != game.observation(0)).any())
        return clock.stop(tally)

    return loop


def aec(ruleset: str) -> Loop:
    """PettingZoo ``env()``: ``last()``, a masked choice by index, ``step()``."""
    env = cc.make(ruleset)
    env.reset(seed=1)

    def loop(seconds: float) -> Tally:
        return aec_loop(env, seconds)

    return loop


def single(ruleset: str) -> Loop:
    """Gymnasium's single environment, a random opponent at every other seat."""
    env: Any = gymnasium.make(
        f"cinqcents/{ruleset}-v0", opponents="random", disable_env_checker=True
    )

    def loop(seconds: float) -> Tally:
        tally, draw = Tally(), random.random
        clock = Clock(seconds)
        while clock.running():
            first, info = env.reset()
            over = False
            while not over:
                legal = np.flatnonzero(info["action_mask"])
                action = legal[int(draw() * legal.size)]
                seen, _, terminated, truncated, info = env.step(action)
                over = terminated or truncated
                tally.unforced += legal.size > 1
                tally.decisions += 1
            tally.games += 1
            tally.changes += int((first != seen).any())
        return clock.stop(tally)

    return loop


def vector(ruleset: str, opponents: str) -> Loop:
    """Gymnasium's VectorEnv: decisions of the learners, opponents inside."""
    env: Any = gymnasium.make_vec(
        f"cinqcents/{ruleset}-v0", num_envs=BATCH_GAMES, opponents=opponents
    )
    chooser = Chooser(BATCH_GAMES)
    before, info = env.reset(seed=1)

    def step() -> tuple[Any, int, int]:
        nonlocal info
        unforced = chooser(info["action_mask"])
        seen, _, terminated, truncated, info = env.step(chooser.actions)
        return seen, unforced, np.count_nonzero(terminated | truncated)

    return partial(vector_loop, step, before, BATCH_GAMES)


def sb3(ruleset: str, opponents: str) -> Loop:
    """Stable-Baselines3's VecEnv: decisions of the learners, opponents inside."""
    env = cc.make_sb3(ruleset, num_envs=SB3_GAMES, opponents=opponents, seed=1)
    chooser = Chooser(SB3_GAMES)
    before = env.reset()

    def step() -> tuple[Any, int, int]:
        unforced = chooser(np.stack(env.env_method("action_masks")).view(np.int8))
        seen, _, dones, _ = env.step(chooser.actions)
        return seen, unforced, np.count_nonzero(dones)

    return partial(vector_loop, step, before, SB3_GAMES)


def vector_loop(
    step: Callable[[], tuple[Any, int, int]], before: Any, games: int, seconds: float
) -> Tally:
    """Run a step of many environments: it gives observations, choices, ended games."""
    tally = Tally()
    clock = Clock(seconds)
    while clock.running() or not tally.games:
        seen, unforced, ended = step()
        tally.unforced += unforced
        tally.decisions += games
        tally.games += ended
    tally.changes = int((seen != before).any(axis=1).sum())
    return clock.stop(tally)


def rows(rulesets: list[str]) -> Iterator[Row]:
    """Every row of these rule sets."""
    for name in rulesets:
        row = partial(Row, library=LIBRARY, game=name)
        yield row("playouts", what="random play, engine only", make=partial(playouts, name))
        yield row(
            "batch", what="Batch.step, choice timed apart", make=partial(batch_steps, name, False)
        )
        yield row("batch", what="Batch.step and random choice", make=partial(batch_steps, name))
        yield row("object", what="Game", make=partial(one_game, name, False))
        yield row("observed", what="Game with observation", make=partial(one_game, name, True))
        yield row("aec", what="AEC env()", make=partial(aec, name))
        yield row("environment", what="Gymnasium, random opponents", make=partial(single, name))
        for opponents in ("random", "greedy"):
            yield row(
                "learners",
                what=f"Gymnasium VectorEnv x{BATCH_GAMES}, {opponents} opponents",
                make=partial(vector, name, opponents),
            )
            yield row(
                "learners",
                what=f"SB3 VecEnv x{SB3_GAMES}, {opponents} opponents",
                make=partial(sb3, name, opponents),
            )
