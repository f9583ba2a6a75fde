"""A library that is not installed: one line that says which extra brings it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WITHOUT = """
import runpy, sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Gone())
sys.argv = ["script"]
{code}
"""
DOORS = [
    ("import cinqcents_env as cc; cc.make_sb3('mini', 2)", "stable_baselines3", "train"),
    ("from cinqcents_env.data.torch_data import DecisionBatches", "torch", "train"),
    ("from cinqcents_env.data import GameData; GameData('x.parquet')", "pyarrow", "data"),
    (
        "from cinqcents_env.data import generate, plan_generation\n"
        "generate(plan_generation('mini', ['random'], games=1), 'x.parquet')",
        "pyarrow",
        "data",
    ),
    ("import cinqcents_env.envs.openspiel", "pyspiel", "openspiel"),
]
SCRIPTS = [
    ("maskable_ppo", "torch"),
    ("maskable_ppo", "sb3_contrib"),
    ("maskable_ppo", "tyro"),
    ("selfplay_ppo", "torch"),
]


def without(library: str, code: str) -> tuple[int, list[str]]:
    """Exit status, and the lines of stderr, of Python in which a library is not installed."""
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(library=library, code=code)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    return told.returncode, told.stderr.splitlines()


@pytest.mark.parametrize(("code", "library", "extra"), DOORS)
def test_a_door_says_which_extra_it_needs(code: str, library: str, extra: str) -> None:
    status, lines = without(library, code)
    assert status == 1
    assert lines[-1].startswith(f"ModuleNotFoundError: {library}")
    assert lines[-1].endswith(f" is needed: pip install 'cinqcents_env[{extra}]'")
    assert not (ROOT / "x.parquet").exists()


@pytest.mark.parametrize(("script", "library"), SCRIPTS)
def test_a_training_script_says_it_in_one_line(script: str, library: str) -> None:
    path = f"training/{script}.py"
    code = f"sys.path.insert(0, 'training'); runpy.run_path({path!r}, run_name='__main__')"
    status, lines = without(library, code)
    assert status == 1
    assert lines == [f"{script}: {library} is missing: pip install 'cinqcents_env[train]'"]
