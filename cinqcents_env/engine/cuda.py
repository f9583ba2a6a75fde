"""CUDA kernels over many games: deal, step, observe, with the engine's own functions.

One thread a game. Arrays are device arrays of numba; ``numba.cuda.as_cuda_array``
takes torch's tensors as such without copying. Rules have shape (1,), the others a
row for each game. Needs a CUDA device, or numba's simulator with compilation off
(``NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1``).
"""

import functools
import types
from typing import Any

import numpy as np

from cinqcents_env._jit import kernel
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.chance import next_seed

cuda: Any = None
engine: Any = None

THREADS_PER_BLOCK = 128


def _reset(rules: Any, states: Any, seeds: Any) -> None:
    """Deal every game from its seed."""
    g = cuda.grid(1)
    if g < states.shape[0]:
        engine.reset(rules[0], states[g], seeds[g])


def _step(
    rules: Any,
    states: Any,
    actions: Any,
    by_points: Any,
    totals: Any,
    paid: Any,
    rewards: Any,
    status: Any,
) -> None:
    """One decision of every game; ended games are dealt anew from the next seed.

    Args:
        actions: int64 (n,).
        totals, paid: float64 (n, seats), reward of the episode so far, now and before.
        rewards: float32 (n, seats), receives what this step paid.
        status: int8 (n,), receives -1 illegal (nothing moved), 0 going on,
            1 terminated, 2 truncated.
    """
    g = cuda.grid(1)
    if g >= states.shape[0]:
        return
    if not engine.is_legal(rules[0], states[g], actions[g]):
        status[g] = -1
        return
    engine.step(rules[0], states[g], actions[g])
    engine.returns(rules[0], states[g], by_points, totals[g])
    status[g] = 0
    for seat in range(rewards.shape[1]):
        rewards[g, seat] = totals[g, seat] - paid[g, seat]
        paid[g, seat] = totals[g, seat]
    if states[g].phase == engine.OVER:
        status[g] = 2 if states[g].outcome == engine.TRUNCATED else 1
        engine.reset(rules[0], states[g], next_seed(states[g].seed))
        for seat in range(rewards.shape[1]):
            paid[g, seat] = 0.0


def _observe(
    rules: Any, states: Any, views: Any, observations: Any, masks: Any, to_move: Any
) -> None:
    """View, observation and mask of the seat on move in every game."""
    g = cuda.grid(1)
    if g < states.shape[0]:
        seat = np.int64(states[g].to_move)
        to_move[g] = seat
        engine.look(states[g], seat, views[g])
        engine.observe(rules[0], views[g], observations[g])
        engine.write_mask(rules[0], states[g], masks[g])


def blocks(games: int) -> tuple[int, int]:
    """(blocks, threads) of a launch: ``kernels(family).step[blocks(n)](...)``."""
    return (games + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK, THREADS_PER_BLOCK


@functools.cache
def kernels(family: str) -> types.SimpleNamespace:
    """The kernels ``reset``, ``step`` and ``observe`` of a family."""
    names = {"engine": family_engine(family)}
    return types.SimpleNamespace(
        reset=kernel(_reset, family, names),
        step=kernel(_step, family, names),
        observe=kernel(_observe, family, names),
    )
