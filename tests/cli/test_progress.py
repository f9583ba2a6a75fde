"""What is told of work that takes long: on a terminal, and nowhere else."""

from __future__ import annotations

import threading
import time

import pytest

from cinqcents_env.cli import progress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both streams are taken for a terminal."""
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)


@pytest.mark.usefixtures("terminal")
def test_what_is_slow_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    with progress.told_if_slow("loading ..."):
        for thread in threading.enumerate():
            if isinstance(thread, threading.Timer):
                thread.join(30)
    assert capsys.readouterr() == ("", "loading ...\n")


@pytest.mark.usefixtures("terminal")
def test_what_is_quick_is_not_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", 600.0)
    with progress.told_if_slow("loading ..."):
        pass
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("terminal")
def test_what_begins_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    progress.tell("growing the tree ...")
    assert capsys.readouterr() == ("", "growing the tree ...\n")


def test_nothing_is_told_where_output_is_piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    progress.tell("growing the tree ...")
    with progress.told_if_slow("loading ..."):
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")
