"""The documentation site: navigation, glossary and the pages that other files rely on."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from cinqcents_env.engine.cinqcents.layout import VIEW as TWO_PLAYER_VIEW
from cinqcents_env.engine.five_hundred.layout import VIEW as FIVE_HUNDRED_VIEW
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import REGISTRY, rules

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def hooks():
    """The module ``docs/hooks.py``."""
    spec = importlib.util.spec_from_file_location("docs_hooks", DOCS / "hooks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def configuration():
    """``mkdocs.yml`` as the site is built with it."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    return hooks().on_config(yaml.safe_load(text))


def pages(nav):
    """Every page that a navigation names."""
    for entry in nav:
        for value in entry.values():
            yield from pages(value) if isinstance(value, list) else [value]


def test_every_page_is_in_the_navigation():
    named = list(pages(configuration()["nav"]))
    assert len(named) == len(set(named))
    assert set(named) == {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    assert all(f"rules/{name}.md" in named for name in REGISTRY)


def test_marks_of_cross_references_are_taken_out():
    html = "see :class:<code>~cinqcents_env.game.Game</code> and :func:<code>play</code>"
    assert hooks().on_page_content(html) == "see <code>Game</code> and <code>play</code>"


def test_links_out_of_the_site_become_names_of_files():
    page = SimpleNamespace(file=SimpleNamespace(src_uri="rules/classic.md"))
    text = "[the example](../../README.md), [`README.md`](../../README.md), [p](../payoffs.md)"
    told = hooks().on_page_markdown(text, page=page)
    assert told == "the example (`README.md`), `README.md`, [p](../payoffs.md)"


def glossary():
    """Cells of every row of the glossary's words of the card table."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8").split("## Cards")[1]
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith("| English"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def code_names():
    """Moves, options, view fields, and the letters of ranks and suits."""
    names = set("ATKQJSCDH")
    for ruleset in REGISTRY:
        names |= set(move_texts(rules(ruleset))) | set(REGISTRY[ruleset].option_names())
    names |= set(TWO_PLAYER_VIEW.names) | set(FIVE_HUNDRED_VIEW.names)
    return names


def test_the_glossary_names_things_that_exist():
    rows, known = list(glossary()), code_names()
    assert len(rows) > 40
    for row in rows:
        assert len(row) == 5
        assert all(row)
        assert re.fullmatch(r"`[^`]+`( `[^`]+`)*", row[4]), row
        assert set(re.findall(r"`([^`]+)`", row[4])) <= known, row


@pytest.mark.parametrize("name", ["CITATION.cff", "SECURITY.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_what_strangers_look_for_is_there(name):
    assert (ROOT / name).read_text(encoding="utf-8").strip()


def test_the_citation_names_the_version():
    from cinqcents_env import __version__

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"]
    assert citation["authors"]
