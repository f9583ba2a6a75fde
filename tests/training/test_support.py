"""What the training scripts share."""

from __future__ import annotations

import io
import multiprocessing
import sys
from pathlib import Path

import pytest

for package in ("torch", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import support  # noqa: E402
from matches import results  # noqa: E402
from waiting import waiting  # noqa: E402


def test_the_command_to_play_can_be_typed_as_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setenv("PATH", "/nowhere")
    rest = "play mini --against checkpoint:runs/mini/checkpoint"

    def told() -> str:
        return support.how_to_play("mini", Path("runs/mini/checkpoint"))

    assert told() == f"to play it: python -m cinqcents_env {rest}"
    (programs / "cinqcents").touch(mode=0o755)
    assert told() == f"to play it: bin/cinqcents {rest}"
    monkeypatch.setenv("PATH", str(programs))
    assert told() == f"to play it: cinqcents {rest}"


MATCH = {
    "b": "greedy",
    "win_rate": 0.61,
    "win_rate_interval": (0.58, 0.64),
    "even": 0.5,
    "margin": 12.34,
    "margin_interval": (None, 15.0),
    "games": 2000,
    "episode": "game",
}


def test_the_columns_of_results_stand_below_their_names() -> None:
    *_, heading, row = results([MATCH]).splitlines()
    for name, cell in {
        "against": "greedy",
        "won": "0.610  [0.580, 0.640]",
        "even": "0.500",
    }.items():
        assert heading.index(name) == row.index(cell)
    assert heading.index("points ahead") == row.index("+12.3  [+nan, +15.0]")
    assert heading.index("games") == row.index("2000")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_takes_time_is_told_on_a_terminal_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for stream, told in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with waiting("loading PyTorch"):
            pass
        assert ("loading PyTorch" in stream.getvalue()) == told
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: object())
    with waiting("loading PyTorch"):
        pass
    assert terminal.getvalue() == "", "a worker shares its parent's terminal"
