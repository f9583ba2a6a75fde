"""Nothing that the command line writes is wider than the terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios

import pytest

from cinqcents_env.cli import VERBS, build_parser, common
from cinqcents_env.cli.common import Parser, examples, width

NAMES = ["", *(module.__name__.rpartition(".")[2] for module in VERBS)]
CALLED = {"browser": "table", "import_sb3": "import-sb3"}


def commands(text: str) -> list[list[str]]:
    """Words of the examples of a help text, as a shell would read them."""
    lines = text[text.index("examples:\n") + len("examples:\n") :].replace("\\\n", " ")
    return [shlex.split(line) for line in lines.splitlines()]


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("name", NAMES)
def test_no_help_is_wider_than_the_terminal(cli, monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    argv = [CALLED.get(name, name)] if name else []
    lines = cli(*argv, "--help").out.splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) < columns


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_broken_example_is_the_same_command(cli, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "400")
    whole = commands(cli(CALLED.get(name, name), "--help").out)
    monkeypatch.setenv("COLUMNS", "60")
    assert commands(cli(CALLED.get(name, name), "--help").out) == whole
    parser = build_parser()
    for words in whole:
        end = words.index("<") if "<" in words else len(words)
        parser.parse_args(words[1:end])


def test_a_description_is_filled_and_its_words_kept(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    description = "one two three four five six seven\neight nine ten " * 3
    parser = Parser(
        prog="x", description=description, epilog=examples("y --option name=value " * 5)
    )
    text = parser.format_help()
    assert max(map(len, text.splitlines())) <= 60
    assert " ".join(description.split()) in " ".join(text.split())
    assert commands(text) == [["cinqcents", *["y", "--option", "name=value"] * 5]]
    assert all("--option name=value" in line for line in text.splitlines() if "name=" in line)


class Terminal(io.StringIO):
    """A stream that goes to a terminal of a size."""

    def __init__(self, columns: int):
        super().__init__()
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))

    def fileno(self) -> int:
        return self.theirs

    def close(self) -> None:
        if not self.closed:
            os.close(self.ours)
            os.close(self.theirs)
        super().close()


@pytest.mark.parametrize(
    ("told", "out", "err", "into", "expected"),
    [
        (None, 0, 0, 0, 80),
        (None, 90, 100, 110, 90),
        (None, 0, 100, 110, 100),
        (None, 0, 0, 110, 110),
        (None, 0, 50, 110, 80),
        ("95", 90, 100, 110, 95),
        ("95", 0, 0, 0, 95),
        ("0", 0, 100, 0, 100),
        ("wide", 0, 0, 0, 80),
    ],
)
def test_the_width_is_that_of_any_terminal_there_is(monkeypatch, told, out, err, into, expected):
    monkeypatch.delenv("COLUMNS", raising=False)
    if told is not None:
        monkeypatch.setenv("COLUMNS", told)
    streams = [Terminal(columns) if columns else io.StringIO() for columns in (out, err, into)]
    for name, stream in zip(("stdout", "stderr", "stdin"), streams, strict=True):
        monkeypatch.setattr(common.sys, name, stream)
    found = width()
    monkeypatch.undo()
    for stream in streams:
        stream.close()
    assert found == expected


@pytest.mark.parametrize("argv", [("rules",), ("rules", "au4", "--lang", "fr")])
def test_the_rules_in_a_pipe_are_as_wide_as_the_terminal(argv):
    screen = Terminal(80)
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-m", "cinqcents_env", *argv],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=screen.theirs,
        env=environment,
        check=True,
        text=True,
    )
    screen.close()
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_rules_without_any_terminal(cli, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert 60 < max(map(len, cli("rules", "classic").out.splitlines())) <= 80


@pytest.mark.parametrize("columns", [80, 100])
def test_an_error_on_a_terminal_is_broken_between_words(monkeypatch, columns):
    monkeypatch.delenv("COLUMNS", raising=False)
    message = f"no file {'a/' * 60}; valid: " + "one-of-many, " * 20
    screen = Terminal(columns)
    screen.isatty = lambda: True
    monkeypatch.setattr(common.sys, "stderr", screen)
    assert common.complain("play", message, 2) == 2
    monkeypatch.undo()
    lines = screen.getvalue().splitlines()
    screen.close()
    wide = [line for line in lines if len(line) > columns]
    assert [line.split() for line in wide] == [[f"{'a/' * 60};"]]
    assert len(lines) > 3
    assert all(line.startswith("  ") for line in lines[1:])
    assert " ".join(" ".join(lines).split()) == f"cinqcents play: {message.strip()}"


def test_an_error_elsewhere_is_one_line(cli):
    errors = cli("match", "classic", "nobody", "random").errors
    assert len(errors) == 1
    assert len(errors[0]) > 120
