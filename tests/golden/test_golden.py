"""Golden playthroughs: none is missing, and each plays as it is written."""

from __future__ import annotations

import pytest

import cinqcents_env as cc
from tests.golden.cases import MARKS_ONLY, OPTIONS, cases
from tests.golden.playthrough import seed_of, written
from tests.golden.regenerate import FOLDER

CASES = cases()
AGAIN = "look at what changed, then: python -m tests.golden.regenerate {}"


def test_every_rule_set_has_one() -> None:
    for ruleset in cc.rulesets():
        assert (FOLDER / f"{ruleset}.txt").exists(), AGAIN.format(ruleset)


def test_every_option_has_one_or_only_changes_marks() -> None:
    """A new option has to be put into one of the two tables."""
    for family, representative in (("cinqcents", "classic"), ("five_hundred", "us3")):
        names = set(cc.rules(representative).option_names())
        assert names == set(OPTIONS[family]) | MARKS_ONLY[family]
        assert not set(OPTIONS[family]) & MARKS_ONLY[family]


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.exists(), AGAIN.format(name)
    text = path.read_text()
    assert written(name, CASES[name], seed_of(text)) == text, AGAIN.format(name)
    if CASES[name].base is not None:
        assert text.count(">> without the option") == 1
