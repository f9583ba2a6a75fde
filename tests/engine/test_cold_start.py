"""Processes that start together compile once; a cache that nobody can write still serves."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cinqcents_env import _jit

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(_jit.interpreted(), reason="nothing is compiled")

DEAL = """
import numpy as np
from numba.core import event
from cinqcents_env._jit import records
from cinqcents_env.engine.batch import loops
from cinqcents_env.rulebook import rules

class Counter(event.Listener):
    number = 0
    def on_start(self, what):
        self.number += 1
    def on_end(self, what):
        pass

counter = Counter()
event.register("numba:compile", counter)
loop = loops("cinqcents")
states = records(3, loop.engine.STATE)
loop.reset_games(loop.engine.pack_rules(rules("classic")), states, np.arange(3))
print(counter.number, states["hand"].sum())
"""


def started(cache: Path, code: str = DEAL) -> subprocess.Popen[str]:
    """A fresh process that runs the code with its compiled code in ``cache``."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT), "CINQCENTS_CACHE_DIR": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finished(process: subprocess.Popen[str]) -> tuple[int, int, str]:
    """(functions compiled, what was dealt, what it said on stderr)."""
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    compiled, dealt = out.split()
    return int(compiled), int(dealt), errors


def test_four_processes_compile_once_between_them(tmp_path: Path) -> None:
    alone, dealt, _ = finished(started(tmp_path / "alone"))
    assert alone > 5
    together = [finished(process) for process in [started(tmp_path / "shared") for _ in range(4)]]
    assert {answer for _, answer, _ in together} == {dealt}
    assert sum(number for number, _, _ in together) == alone
    assert finished(started(tmp_path / "shared"))[:2] == (0, dealt)


def test_a_holder_that_is_killed_blocks_nobody(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from cinqcents_env._jit import turn\n"
        f"with turn(Path({str(tmp_path)!r})): print('held', flush=True); time.sleep(600)"
    )
    holder = started(tmp_path, code)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    waiting = started(tmp_path, code)
    time.sleep(1.0)
    assert waiting.poll() is None
    for process in (holder, waiting):
        process.kill()
        if process is holder:
            assert waiting.stdout is not None
            assert waiting.stdout.readline() == "held\n"
        process.communicate()


def test_without_a_place_for_the_cache_each_process_compiles_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    compiled, _, said = finished(started(tmp_path / "file"))
    assert compiled > 0
    assert said.count("\n") == 1
    assert "in every process, for" in said
    assert "cannot be written" in said


def test_a_cache_that_may_only_be_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "step.nbi").write_text("index")

    def refused(**_: Any) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(_jit.tempfile, "TemporaryFile", refused)
    spare = _jit.usable_folder(tmp_path)
    assert spare != tmp_path
    assert (spare / "engine" / "step.nbi").read_text() == "index"
    _jit._drop(spare, os.getpid() + 1)
    assert spare.exists()
    _jit._drop(spare, os.getpid())
    assert not spare.exists()
    assert (tmp_path / "engine" / "step.nbi").exists()
