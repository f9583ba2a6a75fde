"""Every command of the README is one that the command line takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cinqcents_env.cli import VERBS, build_parser

README = Path(__file__).parents[2] / "README.md"
LINES = re.findall(r"^cinqcents .*$", README.read_text(encoding="utf-8"), flags=re.MULTILINE)


@pytest.mark.parametrize("line", LINES)
def test_it_is_understood(line: str) -> None:
    words = shlex.split(line, comments=True)[1:]
    assert build_parser().parse_args(words).run


def test_every_verb_is_shown() -> None:
    shown = {line.split()[1] for line in LINES}
    verbs = next(action for action in build_parser()._actions if action.dest == "verb")
    assert shown == set(verbs.choices or ())
    assert len(shown) == len(VERBS)
