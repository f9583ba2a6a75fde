"""What the training scripts share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

for package in ("torch", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import support  # noqa: E402


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
