"""What is told of work that takes long: on a terminal, and nowhere else."""

from __future__ import annotations

import re
import sys
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
    told = ""
    with progress.told_if_slow("loading ..."):
        while "\n" not in told:
            told += capsys.readouterr().err
            time.sleep(0.001)
    assert told + capsys.readouterr().err == "loading ...\n"


@pytest.mark.usefixtures("terminal")
def test_what_stays_slow_says_for_how_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(progress, "LINE_EVERY", 0.01)
    told = ""
    with progress.told_if_slow("loading ..."):
        while told.count("\n") < 3:
            told += capsys.readouterr().err
            time.sleep(0.001)
    assert re.fullmatch(r"loading \.\.\.\n(  \d+ s\n){2,}", told + capsys.readouterr().err)


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


def wait_for_timers() -> None:
    """Until what is told after a delay has been told."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(30)


@pytest.mark.usefixtures("terminal")
def test_lines_begin_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(progress, "LINE_EVERY", 600.0)
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with progress.progress("games", 10) as advance:
        wait_for_timers()
        advance(5)
    assert capsys.readouterr() == ("", "games: 0 of 10\n")


def test_nothing_is_told_where_output_is_piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0.0)
    progress.tell("growing the tree ...")
    with progress.told_if_slow("loading ..."):
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")
