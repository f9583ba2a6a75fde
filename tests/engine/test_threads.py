"""Games shared among threads: the same games, whatever the number of threads."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env._jit import interpreted
from cinqcents_env.engine.threads import parts, share

STEPS, PLAYOUTS = (10, 10) if interpreted() else (80, 300)
BUFFERS = ("states", "views", "observations", "masks", "to_move", "rewards", "terminated")


def last_legal(batch: cc.Batch) -> Any:
    return batch.masks.shape[1] - 1 - np.argmax(batch.masks[:, ::-1], axis=1)


def course(batch: cc.Batch, steps: int) -> list[bytes]:
    """Everything that a batch shows over some steps and playouts, as bytes."""
    seen = []
    for _ in range(steps):
        batch.step(last_legal(batch))
        seen += [getattr(batch, name).tobytes() for name in BUFFERS]
    batch.random_playouts(PLAYOUTS)
    batch.observe()
    return seen + [getattr(batch, name).tobytes() for name in BUFFERS]


@pytest.mark.parametrize("auto_reset", [True, False])
@pytest.mark.parametrize("ruleset", ["classic", "au4"])
def test_threads_change_nothing(ruleset: str, auto_reset: bool) -> None:
    options: dict[str, Any] = {"auto_reset": auto_reset, "episode": "deal", "skip_forced": True}
    alone = course(cc.Batch(ruleset, 37, seed=3, **options), STEPS)
    for threads in (2, 3, 64):
        assert course(cc.Batch(ruleset, 37, seed=3, num_threads=threads, **options), STEPS) == alone


def test_illegal_actions_name_the_first_game() -> None:
    batch = cc.Batch("classic", 40, seed=1, num_threads=4)
    before, actions = batch.states.tobytes(), last_legal(batch)
    actions[[39, 17, 25]] = -1
    with pytest.raises(cc.IllegalMove, match="game 17"):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_copies_keep_their_threads() -> None:
    batch = cc.Batch("mini", 9, seed=1, num_threads=2)
    other = pickle.loads(pickle.dumps(batch))
    assert other.num_threads == 2
    assert course(other, 20) == course(batch, 20)


def test_callers_may_be_threads_themselves() -> None:
    alone = course(cc.Batch("mini", 50, seed=2), 40)
    with ThreadPoolExecutor(4) as pool:
        runs = pool.map(lambda _: course(cc.Batch("mini", 50, seed=2, num_threads=2), 40), range(8))
        assert all(run == alone for run in runs)


@pytest.mark.parametrize("number", [0, -1, 1.5, True, None])
def test_number_of_threads_is_checked(number: Any) -> None:
    with pytest.raises(ValueError, match="num_threads"):
        cc.Batch("classic", 4, num_threads=number)


@pytest.mark.parametrize(("games", "threads"), [(1, 1), (1, 8), (10, 3), (64, 64), (7, 2)])
def test_parts_hold_every_game_once(games: int, threads: int) -> None:
    runs = parts(games, threads)
    assert len(runs) == min(games, threads)
    assert [g for run in runs for g in range(games)[run]] == list(range(games))
    sizes = [run.stop - run.start for run in runs]
    assert max(sizes) - min(sizes) <= 1


def test_errors_of_any_part_arrive() -> None:
    def loop(rules: Any, numbers: Any) -> None:
        if numbers[0] == 4:
            raise RuntimeError("the third part")

    with pytest.raises(RuntimeError, match="the third part"):
        share(parts(6, 3), loop, None, np.arange(6))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    batch = cc.Batch("mini", 20, seed=1, num_threads=3)
    expected = course(cc.Batch("mini", 20, seed=1), 10)
    child = os.fork()
    if child == 0:
        os._exit(0 if course(batch, 10) == expected else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
