"""Batch: buffers, copies, errors, random playouts; and what keeps compiled code honest."""

from __future__ import annotations

import ast
import copy
import importlib
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import _jit

PACKAGE = Path(cc.__file__).parent
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
RULESETS = ("classic", "mini", "au5") if INTERPRETED else cc.rulesets()
GAMES, STEPS = (3, 20) if INTERPRETED else (20, 100)


def firsts(batch: cc.Batch) -> Any:
    return np.argmax(batch.masks, axis=1)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_copies_go_on_alike(ruleset: str, copied: Any) -> None:
    batch = cc.Batch(ruleset, 4, seed=1)
    for _ in range(5):
        batch.step(firsts(batch))
    before, other = batch.states.tobytes(), copied(batch)
    for _ in range(STEPS):
        other.step(firsts(other))
    assert batch.states.tobytes() == before
    for _ in range(STEPS):
        batch.step(firsts(batch))
    for name in ("states", "observations", "masks", "to_move", "rewards", "views"):
        assert np.array_equal(getattr(batch, name), getattr(other, name)), name
    with pytest.raises(ValueError, match="read-only"):
        other.masks[0, 0] = 1


@pytest.mark.parametrize("family", ["cinqcents", "five_hundred"])
def test_records_have_no_padding(family: str) -> None:
    """Padding is not copied, so that equal games (and views) would have unequal bytes."""
    engine = importlib.import_module(f"cinqcents_env.engine.{family}")
    for dtype in (engine.STATE, engine.VIEW, engine.RULES):
        assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)


def test_illegal_steps_move_no_game() -> None:
    batch = cc.Batch("classic", 3, seed=1)
    before, actions = batch.states.tobytes(), firsts(batch)
    for wrong in (-1, 48, 49, 2**40):
        actions[2] = wrong
        with pytest.raises(cc.IllegalMove, match="game 2"):
            batch.step(actions)
    for wrong in ([0, 1], [[0, 0, 0]], [0.0, 1.0, 2.0], None):
        with pytest.raises(ValueError, match="3 integers"):
            batch.step(wrong)  # type: ignore[arg-type]
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("number", [0, -1, 2.5, "3", True, None])
def test_number_of_games_is_checked(number: Any) -> None:
    with pytest.raises(ValueError, match="num_games"):
        cc.Batch("classic", number)
    with pytest.raises(ValueError, match="number="):
        cc.Batch("classic", 1).random_playouts(number)


def test_views_outside_are_refused() -> None:
    batch = cc.Batch("classic", 2, seed=1)
    for game, seat in ((2, 0), (-1, 0), (0, 2), (0, -1)):
        with pytest.raises(IndexError, match="there is no seat"):
            batch.view(game, seat)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_saved_state_goes_on_alike(ruleset: str) -> None:
    batch = cc.Batch(ruleset, 4, seed=1, reward="points", skip_forced=True)
    other = cc.Batch(ruleset, 4, seed=2, reward="points", skip_forced=True)
    for _ in range(7):
        batch.step(firsts(batch))
        other.step(firsts(other))
    saved = {name: array.copy() for name, array in batch.get_state().items()}
    other.set_state(saved)
    for _ in range(STEPS):
        assert (other.observations == batch.observations).all()
        assert (other.masks == batch.masks).all()
        batch.step(firsts(batch))
        other.step(firsts(other))
        assert (other.rewards == batch.rewards).all()
        assert (other.terminated == batch.terminated).all()
    assert other.states.tobytes() == batch.states.tobytes()
    assert batch.random_playouts(9) == other.random_playouts(9)
    assert other.states.tobytes() == batch.states.tobytes()


def test_a_saved_state_of_other_games_is_refused() -> None:
    batch = cc.Batch("classic", 3, seed=1)
    before = batch.states.tobytes()
    for saved in (cc.Batch("classic", 2, seed=1).get_state(), {}):
        with pytest.raises(ValueError, match="saved games: states must have shape"):
            batch.set_state(saved)
    with pytest.raises(ValueError, match="states must have shape"):
        batch.set_state(cc.Batch("us3", 3, seed=1).get_state())
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_playouts(ruleset: str) -> None:
    first, second = (cc.Batch(ruleset, GAMES, seed=4) for _ in range(2))
    assert first.random_playouts(STEPS + 10) == GAMES * (STEPS + 10)
    for part in (10, STEPS):
        second.random_playouts(part)
    assert first.states.tobytes() == second.states.tobytes()
    first.observe()
    assert first.masks.any(axis=1).all()
    first.step(firsts(first))


def test_random_playouts_deal_ended_games_anew() -> None:
    batch = cc.Batch("mini", 8, seed=1, auto_reset=False)
    while batch.live.any():
        batch.step(firsts(batch))
    batch.random_playouts(3)
    batch.observe()
    assert batch.live.all()
    assert batch.masks.any(axis=1).all()
    hands = [int(hand).bit_count() for hand in batch.states["hand"].ravel()]
    assert max(hands) <= 2


def test_playouts_are_not_paid_twice() -> None:
    batch = cc.Batch("classic", GAMES, seed=2, reward="points", auto_reset=False)
    batch.random_playouts(40)
    batch.observe()
    start = np.array([batch.setup.returns(batch.states, g) for g in range(GAMES)])
    totals = np.zeros((GAMES, 2))
    while batch.live.any():
        batch.step(firsts(batch))
        totals += batch.rewards
    end = np.array([batch.setup.returns(batch.states, g) for g in range(GAMES)])
    assert totals == pytest.approx(end - start, abs=1e-4)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_skip_forced_leaves_choices_only(ruleset: str) -> None:
    batch = cc.Batch(ruleset, GAMES, seed=5, skip_forced=True)
    for _ in range(STEPS):
        assert (batch.masks.sum(axis=1) > 1).all()
        batch.step(firsts(batch))


def test_only_one_module_compiles() -> None:
    found = []
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [getattr(node, "attr", None), getattr(node, "id", None)]
            if isinstance(node, ast.ImportFrom | ast.Import):
                names += [alias.name.split(".")[0] for alias in node.names]
                names.append((getattr(node, "module", None) or "").split(".")[0])
            if {"njit", "jit", "vectorize", "guvectorize", "numba"} & set(names):
                found.append(path.name)
    assert set(found) == {"_jit.py"}


def test_only_the_hashed_floors_compile() -> None:
    """Compiled code elsewhere in the package would not be compiled anew after an edit."""
    outside = []
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] in _jit.COMPILED_SOURCES:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "cinqcents_env._jit":
                names = {alias.name for alias in node.names}
                if names & {"compiled", "specialise", "kernel"}:
                    outside.append(path.name)
    assert outside == []


def test_compiled_code_is_kept_by_a_hash_of_its_sources(tmp_path: Path) -> None:
    """An edit changes the folder of all that can hold the edited code; others share one."""
    shutil.copytree(PACKAGE, tmp_path / "cinqcents_env", ignore=shutil.ignore_patterns("_check*"))
    code = (
        "from cinqcents_env._jit import cache_folder as f\n"
        "print(f('cinqcents_env.engine.batch'), f('cinqcents_env.agents.greedy'))"
    )

    def folders() -> list[str]:
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "CINQCENTS_CACHE_DIR": "/cache", "HOME": "/"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()

    def edit(name: str) -> None:
        with (tmp_path / "cinqcents_env" / name).open("a", encoding="utf-8") as source:
            source.write("\nEDITED = 1\n")

    engine, agents = folders()
    assert engine.startswith("/cache/")
    assert folders() == [engine, agents]
    edit("cli/rules.py")
    assert folders() == [engine, agents]
    edit("agents/greedy.py")
    assert folders()[0] == engine
    assert folders()[1] != agents
    edit("cards.py")
    assert engine not in folders()


def test_editing_a_helper_changes_what_compiled_callers_answer(tmp_path: Path) -> None:
    """The case in which numba's own cache would answer from before the edit."""
    package = tmp_path / "cinqcents_env"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("_check*", "__pycache__"))
    code = (
        "import numpy as np\n"
        "from cinqcents_env._jit import compiled\n"
        "from cinqcents_env.engine.cinqcents.score import to_tens\n"
        "print(to_tens(65))\n"
    )

    def answer() -> str:
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(tmp_path), "CINQCENTS_CACHE_DIR": str(tmp_path), "HOME": "/"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert answer() == "70\n"
    score = package / "engine" / "cinqcents" / "score.py"
    text = score.read_text(encoding="utf-8")
    assert text.count("(points + 5)") == 1
    score.write_text(text.replace("(points + 5)", "(points + 4)"), encoding="utf-8")
    assert answer() == "60\n"
