"""A cold start says what it waits for; a warm one says nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cinqcents_env import _jit

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(_jit.interpreted(), reason="nothing is compiled")
def test_said_until_the_loops_of_the_family_are_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CINQCENTS_CACHE_DIR", str(tmp_path))
    folder = _jit.cache_folder() / "engine_0"
    folder.mkdir(parents=True)
    (folder / "batch.other._step_game-1.py311.nbi").touch()
    _jit.announce_compilation("cinqcents")
    assert "compiling the engine" in capsys.readouterr().err
    (folder / "batch.cinqcents._step_game-1.py311.nbi").touch()
    _jit.announce_compilation("cinqcents")
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(_jit.interpreted(), reason="nothing is compiled")
def test_a_fresh_process_says_it_before_compiling(tmp_path: Path) -> None:
    """And the name by which cached loops are known is the one that numba gives them."""
    code = (
        "from cinqcents_env.engine.batch import loops; import numpy as np\n"
        "print('before'); l = loops('cinqcents')\n"
        "l.seed_chance(np.zeros(1, np.int64), np.zeros((1, 2), np.int64))"
    )
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": str(ROOT), "CINQCENTS_CACHE_DIR": str(tmp_path), "HOME": "/"},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(done.stderr.count("compiling the engine"))
    assert said == [1, 0]
