"""The README's commands and its program: understood, and run in the order in which they stand.

The commands run in one folder, one after the other, as a reader would type them; what takes long
is made smaller by further arguments, and the games are played by lines of input.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinqcents_env.cli import VERBS, build_parser

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
LINES = re.findall(r"^cinqcents .*$", README, flags=re.MULTILINE)
SMALLER = {
    "match": "--games 6",
    "tournament": "--games 200 --episode deal",
    "benchmark": "--quick --workers 1",
    "regret": "--deals 4",
    "analyse": "--agent pimc:4",
    "generate": "--games 4 --workers 1",
    "table": "--port 0 --folder table",
    "play": "--seed 7 --hint greedy",
    "film": "--plies 10",
}
"""What is added to a verb's line."""
PROGRAM = re.search(r"```python\n(import torch\n.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("line", LINES)
def test_it_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    assert build_parser().parse_args(words).run


def test_every_verb_is_shown() -> None:
    shown = {line.split()[1] for line in LINES}
    verbs = next(action for action in build_parser()._actions if action.dest == "verb")
    assert shown == set(verbs.choices or ())
    assert len(shown) == len(VERBS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where everything is run."""
    with pytest.MonkeyPatch.context() as patch:
        where = tmp_path_factory.mktemp("reader")
        patch.chdir(where)
        yield where


def run(code: str, *words: str, told: str = "") -> str:
    """What a program of its own prints that runs this code with these arguments and this input."""
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_program_trains_and_saves(folder: Path) -> None:
    assert PROGRAM is not None
    program = PROGRAM[1].replace("num_envs=256", "num_envs=32").replace("100_000", "1_024")
    run(program)
    assert (folder / "model.zip").is_file()


COMMAND = """
import sys
import cinqcents_env.web.server as server
from cinqcents_env.cli import main
server.run = lambda *made: print("served")
sys.exit(main(sys.argv[1:]))
"""
"""The command as it is, but that a server which would not end is not started."""


@pytest.mark.parametrize("line", LINES)
def test_it_runs(line: str, folder: Path) -> None:
    words = shlex.split(line, comments=True)[1:]
    first = "1\n" * 5000  # the first of the legal moves, again and again
    told = run(COMMAND, *words, *SMALLER.get(words[0], "").split(), told=first)
    assert told
    assert told.endswith("served\n") == (words[0] == "table")
    if "--out" in words:
        assert (folder / words[words.index("--out") + 1]).exists()
