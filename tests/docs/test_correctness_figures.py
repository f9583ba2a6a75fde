"""The figures on the page about correctness are those of the recorded runs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def script() -> ModuleType:
    """The script that fills the page in."""
    spec = importlib.util.spec_from_file_location("figures", DOCS / "correctness_figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_filled_in() -> None:
    assert script().main(["--check"]) == 0, "run: python docs/correctness_figures.py"


def test_only_the_marked_blocks_change() -> None:
    page = "a\n<!-- figures: proof -->\nold\n<!-- end: proof -->\nz\n"
    new = script().filled(page, {"proof": "new"})
    assert new == page.replace("old", "new")
    with pytest.raises(SystemExit, match="markers"):
        script().filled("nothing", {"proof": "new"})


def test_the_score_of_a_sample_has_its_interval() -> None:
    run = {"mutants": 900, "drawn": 300, "tried": 290, "score": 0.9}
    assert script().score_words(run) == "90.0% [86.0%, 92.9%]"
    assert script().score_words(run | {"drawn": 900}) == "90.0%"
