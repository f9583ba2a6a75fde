"""The rows of other libraries, each driven as its own documentation shows."""

from __future__ import annotations

import importlib
import random
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from common import Clock, Loop, Row, Tally, aec_loop

OPEN_SPIEL_GAMES = {
    "euchre": "euchre",
    "spades": "spades",
    "bridge": "bridge(use_double_dummy_result=false)",
    "skat": "skat",
    "hearts": "hearts",
}
RLCARD_GAMES = ("gin-rummy", "bridge", "doudizhu")
PETTINGZOO_MODULES = {
    "leduc": "leduc_holdem_v4",
    "hanabi": "hanabi_v5",
    "connect four": "connect_four_v3",
    "tictactoe": "tictactoe_v3",
}
PGX_GAMES = {"connect four": "connect_four", "leduc": "leduc_holdem", "bridge bidding": "bridge"}
PGX_GAMES_AT_ONCE = 4096
PGX_STEPS = 64
ROLLOUTS = 100
SIMULATIONS = 10


def deal(state: Any) -> None:
    """Let chance move until a player has to."""
    while state.is_chance_node():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])


def open_spiel_game(name: str, tensor: bool) -> Loop:
    """OpenSpiel's states from Python, with the tensor of the player on move or without."""
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAMES[name])
    informed = game.get_type().provides_information_state_tensor
    read = "information_state_tensor" if informed else "observation_tensor"

    def loop(seconds: float) -> Tally:
        tally, draw = Tally(), random.random
        clock = Clock(seconds)
        while clock.running():
            state = game.new_initial_state()
            first = str(state)
            deal(state)
            while not state.is_terminal():
                if tensor:
                    seen = getattr(state, read)(state.current_player())
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                tally.unforced += len(legal) > 1
                tally.decisions += 1
                deal(state)
            tally.games += 1
            tally.changes += int(any(seen) if tensor else str(state) != first)
        return clock.stop(tally)

    return loop


def open_spiel_rollouts(name: str) -> Loop:
    """OpenSpiel's C++: random rollouts by the evaluator of its tree-search bot.

    Its calls return no counts; decisions are rollouts times the mean length of the
    rest of a game after its first decision, measured beforehand from Python.
    """
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAMES[name])
    sample = open_spiel_game(name, tensor=False)(0.2)
    length = sample.decisions / sample.games - 1
    share = sample.unforced / sample.decisions

    def loop(seconds: float) -> Tally:
        tally, cpu, wall, number = Tally(), 0.0, 0.0, 0
        while cpu < seconds:
            state = game.new_initial_state()
            deal(state)
            evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, number)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 200, False, number, False)
            clock = Clock(seconds)
            root = bot.mcts_search(state)
            cpu += clock.passed()
            wall += time.perf_counter() - clock.wall
            number += 1
            tally.changes += int(root.explore_count == SIMULATIONS and len(root.children) > 0)
        tally.games = number * ROLLOUTS * SIMULATIONS
        tally.decisions = tally.games * length
        tally.unforced = tally.decisions * share
        tally.cpu, tally.wall = cpu, wall
        tally.check()
        return tally

    return loop


def open_spiel_rl(name: str) -> Loop:
    """OpenSpiel's ``rl_environment``."""
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(OPEN_SPIEL_GAMES[name])

    def loop(seconds: float) -> Tally:
        tally, draw = Tally(), random.random
        clock = Clock(seconds)
        while clock.running():
            at = env.reset()
            first = at.observations["info_state"][0]
            while not at.last():
                legal = at.observations["legal_actions"][at.observations["current_player"]]
                at = env.step([legal[int(draw() * len(legal))]])
                tally.unforced += len(legal) > 1
                tally.decisions += 1
            tally.games += 1
            tally.changes += int(at.observations["info_state"][0] != first)
        return clock.stop(tally)

    return loop


def open_spiel_rows() -> Iterator[Row]:
    """OpenSpiel: euchre, spades, bridge, skat, hearts."""
    import pyspiel  # noqa: F401  (missing: said once, for all rows)

    for name in OPEN_SPIEL_GAMES:
        row = partial(Row, library="OpenSpiel", game=name)
        rollouts = partial(open_spiel_rollouts, name)
        yield row("playouts", what="C++ rollouts", make=rollouts)
        plain, seen = (partial(open_spiel_game, name, tensor) for tensor in (False, True))
        yield row("object", what="Python API", make=plain)
        yield row("observed", what="Python API with tensor", make=seen)
        yield row("environment", what="rl_environment", make=partial(open_spiel_rl, name))


def rlcard_game(name: str) -> Loop:
    """RLCard's ``env.step``."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def loop(seconds: float) -> Tally:
        tally, pick = Tally(), random.choice
        clock = Clock(seconds)
        while clock.running():
            seen, _ = env.reset()
            first = seen["obs"]
            while not env.is_over():
                legal = list(seen["legal_actions"])
                seen, _ = env.step(pick(legal), False)
                tally.unforced += len(legal) > 1
                tally.decisions += 1
            tally.games += 1
            tally.changes += int(not np.array_equal(first, seen["obs"]))
        return clock.stop(tally)

    return loop


def rlcard_rows() -> Iterator[Row]:
    """RLCard: gin rummy, bridge, doudizhu."""
    import rlcard  # noqa: F401

    for name in RLCARD_GAMES:
        yield Row("environment", "RLCard", name, "env.step", partial(rlcard_game, name))


def pettingzoo_game(module: str, form: str) -> Loop:
    """A classic game of PettingZoo by the same loop as ours."""
    env = getattr(importlib.import_module(f"pettingzoo.classic.{module}"), form)()
    env.reset(seed=1)
    return partial(aec_loop, env)


def pettingzoo_rows() -> Iterator[Row]:
    """PettingZoo: leduc, hanabi, connect four, tictactoe; with its wrappers and without."""
    import pettingzoo.classic  # noqa: F401

    for name, module in PETTINGZOO_MODULES.items():
        for form in ("env", "raw_env"):
            make = partial(pettingzoo_game, module, form)
            yield Row("aec", "PettingZoo", name, f"{form}()", make)


def pgx_env(name: str) -> Any:
    """A game of Pgx; bridge bidding with the sample of results that the package holds."""
    import pgx
    from pgx import bridge_bidding

    if name != "bridge":
        return pgx.make(name)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sample.npy"
        np.save(path, np.stack([np.asarray(part) for part in bridge_bidding._load_sample_hash()]))
        return bridge_bidding.BridgeBidding(str(path))


def pgx_game(name: str) -> Loop:
    """Pgx on the CPU: compiled scan over steps of many games, random legal play."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    env, games = pgx_env(name), PGX_GAMES_AT_ONCE
    step = auto_reset(env.step, env.init)

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, chosen, dealt = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        choices = (state.legal_action_mask.sum(axis=-1) > 1).sum()
        action = jax.random.categorical(chosen, logits, axis=-1)
        state = jax.vmap(step)(state, action, jax.random.split(dealt, games))
        return (state, key), (state.terminated.sum(), choices)

    run = jax.jit(lambda state, key: jax.lax.scan(body, (state, key), None, length=PGX_STEPS))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    key = jax.random.PRNGKey(1)
    (state, key), _ = run(state, key)

    def loop(seconds: float) -> Tally:
        nonlocal state, key
        tally, before = Tally(), np.asarray(state.observation)
        clock = Clock(seconds)
        while clock.running() or not tally.games:
            (state, key), (ended, choices) = run(state, key)
            tally.games += int(ended.sum())
            tally.unforced += int(choices.sum())
            tally.decisions += games * PGX_STEPS
        tally.changes = int((np.asarray(state.observation) != before).sum())
        return clock.stop(tally)

    return loop


def pgx_rows() -> Iterator[Row]:
    """Pgx: connect four, leduc, bridge bidding."""
    import jax  # noqa: F401
    import pgx  # noqa: F401

    for name, module in PGX_GAMES.items():
        what = f"compiled, {PGX_GAMES_AT_ONCE} games"
        yield Row("batch", "Pgx (CPU)", name, what, partial(pgx_game, module))


PEERS = {
    "open_spiel": (open_spiel_rows, "open-spiel"),
    "rlcard": (rlcard_rows, "rlcard"),
    "pettingzoo": (pettingzoo_rows, "pettingzoo"),
    "pgx": (pgx_rows, "pgx"),
}
"""Worker name -> its rows, and the package whose version is printed."""
