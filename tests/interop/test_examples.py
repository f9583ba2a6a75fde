"""The examples: each trains for a few hundred steps and plays its policy against random."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

RUNS = [
    ("maskable_ppo_single", "--ruleset mini --steps 256"),
    ("maskable_ppo_vector", "--ruleset mini --steps 1024 --envs 16 --out OUT"),
    ("cleanrl_ppo", "--ruleset us3 --steps 1024 --envs 16"),
    ("torchrl_ppo", "--ruleset mini --steps 256 --batch 128"),
    ("tianshou_selfplay", "--ruleset mini --steps 256"),
    ("supersuit_a2c", "--ruleset us3 --steps 256 --envs 2"),
    ("clone_pimc", "--ruleset mini --data-games 20 --passes 1 --data OUT.parquet --out OUT"),
]
MISSING = [
    ("maskable_ppo_single", "sb3_contrib", "train"),
    ("maskable_ppo_vector", "sb3_contrib", "train"),
    ("cleanrl_ppo", "torch", "train"),
    ("torchrl_ppo", "tensordict", "interop"),
    ("tianshou_selfplay", "tianshou", "interop"),
    ("supersuit_a2c", "supersuit", "interop"),
    ("clone_pimc", "pyarrow", "data"),
    ("rllib_ppo", "ray", "rllib"),
    ("agilerl_dqn", "agilerl", "agilerl"),
]


WITHOUT = """
import runpy, sys

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name == {library!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Gone())
sys.argv = ["example"]
runpy.run_path("examples/{name}.py", run_name="__main__")
"""


def python(*words: str) -> subprocess.CompletedProcess[str]:
    """Python in the repository, as a user calls it."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(("name", "words"), RUNS, ids=[name for name, _ in RUNS])
def test_it_trains_and_plays_random(tmp_path: Path, name: str, words: str) -> None:
    settings = words.replace("OUT", str(tmp_path / "out")).split()
    told = python(f"examples/{name}.py", *settings, "--games", "12")
    assert told.returncode == 0, told.stderr
    assert re.search(r"^match +\S+ against random", told.stdout, re.MULTILINE)
    assert re.search(r"^win rate +[\d.]+ +\[-?[\d.]+, [\d.]+\]", told.stdout, re.MULTILINE)
    assert re.search(r"^illegal actions +0$", told.stdout, re.MULTILINE)


@pytest.mark.parametrize(("name", "library", "extra"), MISSING, ids=[m[0] for m in MISSING])
def test_a_missing_library_is_one_line_that_names_the_extra(
    name: str, library: str, extra: str
) -> None:
    told = python("-c", WITHOUT.format(name=name, library=library))
    assert told.returncode == 1
    assert told.stderr == f"{library} is missing: pip install 'cinqcents_env[{extra}]'\n"


def test_every_example_is_run_by_a_test() -> None:
    own = {name for name, _ in RUNS}
    here = Path(__file__)
    others = [path for path in (ROOT / "tests").rglob("test_*.py") if path != here]
    told = "".join(path.read_text(encoding="utf-8") for path in others)
    for path in EXAMPLES.glob("*.py"):
        assert path.stem in own or path.name in told, path.name
    assert own <= {name for name, _, _ in MISSING}
