"""What the verbs share: parser, errors, rule options, JSON and tables."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from cinqcents_env._files import write_whole
from cinqcents_env._words import shown
from cinqcents_env.rulebook import Rules, RulesError, suggestion
from cinqcents_env.rulebook import rules as find_rules

PROG = "cinqcents"
MESSAGE_LIMIT = 1000
"""Characters of an error message that are shown."""
FIXED = "\N{NO-BREAK SPACE}"
LANGUAGES = ("en", "fr")
"""Those of :mod:`cinqcents_env.notation.names`, which a help text need not load."""
RULESET_HELP = f"name of a rule set; '{PROG} rules' lists them"
SPEC_HELP = (
    "agent: random, passive, greedy, endgame (two-player rule sets), pimc:N, ismcts:N, "
    "cfr (mini), "
    "checkpoint:PATH, or a shipped checkpoint such as classic/ppo (either with ?deterministic "
    "for its likeliest action, ?exact for its last phase by the solver)"
)


class BadInput(Exception):
    """What was given cannot be used; status 2."""


class Failed(Exception):
    """What was asked about failed; status 1."""


class HelpFormatter(argparse.HelpFormatter):
    """Fills descriptions and breaks long examples, so that no line is wider than the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """A text that is filled, but for its indented lines, each of which stays one."""
        filled = []
        for example, lines in itertools.groupby(text.splitlines(), lambda line: line[:1] == " "):
            if example:
                filled += [part for line in lines for part in _broken(line, width - len(indent))]
            else:
                whole = " ".join(" ".join(lines).split())
                filled += textwrap.wrap(whole, width - len(indent), break_on_hyphens=False)
        return "\n".join(indent + line for line in filled)


def _broken(command: str, width: int) -> list[str]:
    """An indented command in lines that a shell reads as one, no option apart from its value."""
    if len(command) <= width:
        return [command]
    parts = textwrap.wrap(
        re.sub(r"( --\S+) (?!-)", rf"\1{FIXED}", command.strip()),
        width - 2,
        initial_indent="  ",
        subsequent_indent="      ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    return " \\\n".join(parts).replace(FIXED, " ").splitlines()


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", HelpFormatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse does, but what a verb does not know is refused there and then."""
        if self.prog == PROG:
            return super().parse_known_args(args, namespace)
        options = self._option_string_actions
        for word in itertools.takewhile(lambda word: word != "--", args or ()):
            name = word.partition("=")[0]
            if re.fullmatch(r"--[a-z][a-z-]*", name) and name not in options:
                known = [option[2:] for option in options if option.startswith("--")]
                close = suggestion(name[2:], known).replace("'", "'--", 1)
                self.error(f"unknown argument {name}{close}")
        found, left = super().parse_known_args(args, namespace)
        if left:
            self.error(f"unknown argument {shown(left[0])}")
        return found, left

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is; status 2."""
        complain(self.prog.removeprefix(PROG).strip(), f"{message} ('{self.prog} --help')", 2)
        raise SystemExit(2)


def complain(verb: str, message: str, status: int) -> int:
    """Write a message as one line on stderr; returns ``status``.

    On a terminal a line that is too wide is broken between words.
    """
    line = " ".join(message.split())
    if len(line) > MESSAGE_LIMIT:
        line = line[:MESSAGE_LIMIT] + " ..."
    line = f"{f'{PROG} {verb}'.strip()}: {line}"
    if is_terminal(sys.stderr):
        line = _filled(line)
    with contextlib.suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)
    return status


def _filled(line: str) -> str:
    """A line broken between words, as wide as the terminal."""
    return textwrap.fill(
        line, width(), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def wrapped(line: str) -> str:
    """A line of an answer: broken between words on a terminal, else as it is."""
    return _filled(line) if is_terminal(sys.stdout) else line


@contextlib.contextmanager
def bad_input(*errors: type[Exception]) -> Iterator[None]:
    """Turn these errors into :class:`BadInput`."""
    try:
        yield
    except errors as error:
        raise BadInput(str(error)) from None


def examples(*lines: str) -> str:
    """Epilog of a verb's help."""
    return "\n".join(["examples:", *(f"  {PROG} {line}" for line in lines)])


# numbers


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """A type for ``add_argument``: whole numbers from low to high."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{text[:40]!r} is not valid; it is a whole number {low} to {high}"
            )
        return value

    return parse


def decimal(low: float, high: float) -> Callable[[str], float]:
    """A type for ``add_argument``: numbers from low to high."""

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{text[:40]!r} is not valid; it is a number {low:g} to {high:g}"
            )
        return value

    return parse


def seed_type() -> Callable[[str], int]:
    """A type for ``add_argument``: seeds."""
    return whole_number(0, 2**63 - 1)


# rules and their options


def add_option_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--option NAME=VALUE``, which may be repeated."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="change a rule option; may be repeated; values are JSON (1000, true, null, "
        "[100,80,60,40,20]) or plain words",
    )


def rules_from(ruleset: str, options: Sequence[str]) -> Rules:
    """Rules of a rule set with the options given on the command line.

    Raises:
        BadInput: unknown rule set or option, or a value that is not valid.
    """
    with bad_input(RulesError):
        base = find_rules(ruleset)
        changed = parse_options(base, options)
        return base.replace(**changed) if changed else base


def parse_options(base: Rules, texts: Sequence[str]) -> dict[str, Any]:
    """Values of ``NAME=VALUE`` texts.

    Raises:
        BadInput: no equals sign, unknown name, or one given twice.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals:
            raise BadInput(f"option {text[:60]!r} is not valid; it is NAME=VALUE")
        if name not in base.option_names():
            known = base.option_names()
            raise BadInput(
                f"{base.ruleset}: unknown option {name[:60]!r}{suggestion(name, known)}; "
                f"valid options: {', '.join(known)}"
            )
        if name in values:
            raise BadInput(f"option {name} is given twice")
        values[name] = option_value(base, name, value.strip())
    return values


WORDS = {"true": True, "yes": True, "false": False, "no": False, "none": None, "null": None}


def option_value(base: Rules, name: str, text: str) -> Any:
    """The value meant by a text: JSON, the text itself, or a word such as ``yes``.

    The first of these that the option accepts; when it accepts none, the JSON value,
    or the text where it is no JSON, so that the error shows what was written.
    """
    field = base.__dataclass_fields__[name]
    accepts = field.metadata["check"].accepts
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        parsed = text
    readings = [tuple(parsed) if isinstance(parsed, list) else parsed, text]
    if text.casefold() in WORDS:
        readings.append(WORDS[text.casefold()])
    return next((reading for reading in readings if accepts(reading)), readings[0])


# output


def print_json(value: Mapping[str, Any] | Sequence[Any]) -> None:
    """Write a value to stdout as JSON."""
    print(json.dumps(value, indent=2, allow_nan=False))


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file that appears whole or not at all. Raises BadInput."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def is_terminal(stream: Any) -> bool:
    """True if a stream is there and is a terminal."""
    return stream is not None and bool(stream.isatty())


LEAST_WIDTH = 80
"""Columns that the tables need."""


def width() -> int:
    """Columns to write in: ``COLUMNS``, else those of the terminal, and 80 where there is none.

    The terminal is the one that output goes to, or where it goes elsewhere, as into a pipe,
    the one that errors go to or input comes from.
    """
    told = os.environ.get("COLUMNS", "")
    columns = int(told) if told.isdecimal() else 0
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if not columns:
            with contextlib.suppress(AttributeError, OSError, ValueError):
                columns = os.get_terminal_size(stream.fileno()).columns
    return max(LEAST_WIDTH, columns)


def table(rows: Sequence[Sequence[str]], limits: Sequence[int]) -> str:
    """Rows as aligned columns, long cells wrapped; the first row is the heading.

    Args:
        rows: cells, all rows of the same length.
        limits: widest each column may be.
    """
    sizes = [min(limit, max(len(row[i]) for row in rows)) for i, limit in enumerate(limits)]
    lines = []
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, size) or [""] for cell, size in zip(row, sizes, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [cell[at] if at < len(cell) else "" for cell in cells]
            padded = [part.ljust(size) for part, size in zip(parts, sizes, strict=True)]
            lines.append("  ".join(padded).rstrip())
        if number == 0:
            lines.append("  ".join("-" * size for size in sizes))
    return "\n".join(lines)
