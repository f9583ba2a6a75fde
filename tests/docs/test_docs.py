"""The documentation of the rules: nothing stale, and everything that it names exists."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import sys
from pathlib import Path

import pytest

from cinqcents_env.rulebook import REGISTRY, rulesets

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {"cinqcents": "two-player.md", "five_hundred": "five-hundred.md"}
CODE = re.compile(r"`([^`]+)`")
MAPPING = "## Every rule of the sources"
UNCLEAR = "## What was not clear"


def generator():
    """The module ``docs/generate.py``, which finds its neighbours."""
    if str(DOCS) not in sys.path:
        sys.path.append(str(DOCS))
    spec = importlib.util.spec_from_file_location("docs_generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(page, heading):
    """Cells of every table row in the section with this heading."""
    text = (DOCS / "rules" / page).read_text(encoding="utf-8")
    section = text[text.index(heading) :].split("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| ") and not set(line) <= set("|- "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def known_tests():
    """Names of all test functions below ``tests``."""
    names = set()
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return names


def options_of(family):
    """Option names of a family."""
    rules = next(rules for rules in REGISTRY.values() if rules.family == family)
    return set(rules.option_names())


def exists(family, name):
    """Whether a dotted name is in the family's engine, or else in the package."""
    module, _, attribute = name.rpartition(".")
    for place in (f"cinqcents_env.engine.{family}", "cinqcents_env"):
        try:
            found = importlib.import_module(f"{place}.{module}")
        except ModuleNotFoundError:
            continue
        if hasattr(found, attribute):
            return True
    return False


def test_generated_files_are_not_stale():
    module = generator()
    stale = [
        path.name
        for path, text in module.contents().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run python docs/generate.py"


def test_check_tells_of_a_stale_file(tmp_path, monkeypatch, capsys):
    module = generator()
    monkeypatch.setattr(module, "contents", lambda: {tmp_path / "page.md": "new\n"})
    (tmp_path / "page.md").write_text("old\n")
    assert module.main(["--check"]) == 1
    assert "page.md" in capsys.readouterr().err
    assert module.main([]) == 0
    assert module.main(["--check"]) == 0


def test_every_rule_set_has_its_page():
    index = (DOCS / "rules" / "README.md").read_text(encoding="utf-8")
    for name in rulesets():
        assert f"]({name}.md)" in index
        page = (DOCS / "rules" / f"{name}.md").read_text(encoding="utf-8")
        for heading in ("## Options", "## Actions", "## Observation", "## Versions"):
            assert heading in page


@pytest.mark.parametrize("family", PAGES)
def test_functions_and_options_of_the_mapping_exist(family):
    options = options_of(family)
    wrong = [
        name
        for row in rows(PAGES[family], MAPPING)
        for name in CODE.findall(row[2])
        if not (exists(family, name) if "." in name else name in options)
    ]
    assert wrong == []


@pytest.mark.parametrize("family", PAGES)
def test_tests_of_the_mapping_exist(family):
    tests = known_tests()
    named = {name for row in rows(PAGES[family], MAPPING) for name in CODE.findall(row[3])}
    assert sorted(named - tests) == []


@pytest.mark.parametrize("family", PAGES)
def test_every_rule_is_carried_and_tested(family):
    for row in rows(PAGES[family], MAPPING):
        assert len(row) == 4
        if row[0] in ("rule", "sentence") or row[2] == "no rule of play":
            continue
        assert row[2], row
        assert CODE.findall(row[3]), row


@pytest.mark.parametrize(
    ("family", "heading", "expected"),
    [
        ("cinqcents", "### S0, the classic game", [f"r{n}" for n in range(1, 18)]),
        ("cinqcents", "### S0, Lyonnais", [f"p{n}" for n in range(1, 7)]),
        ("cinqcents", "### S0, Bordelais", [f"p{n}" for n in range(1, 6)]),
        ("cinqcents", "### S1, Foster", [str(n) for n in range(1, 18)]),
        ("cinqcents", "### S3, binage", [str(n) for n in range(1, 38)]),
        ("five_hundred", "### S2, Britannica", [str(n) for n in range(1, 23)]),
    ],
)
def test_no_rule_of_a_source_is_missing(family, heading, expected):
    text = (DOCS / "rules" / PAGES[family]).read_text(encoding="utf-8")
    section = re.split(r"\n##", text[text.index(heading) + 4 :])[0]
    found = re.findall(r"^\| (\w+) \|", section, re.MULTILINE)
    assert [name for name in found if name not in ("rule", "sentence")] == expected


@pytest.mark.parametrize("family", PAGES)
def test_other_readings_are_options(family):
    options = options_of(family)
    for row in rows(PAGES[family], UNCLEAR):
        assert set(CODE.findall(row[3])) <= options, row


@pytest.mark.parametrize("family", PAGES)
def test_every_option_is_explained(family):
    page = (DOCS / "rules" / PAGES[family]).read_text(encoding="utf-8")
    before = page[: page.index("## Options")]
    missing = [name for name in options_of(family) if f"`{name}`" not in before]
    assert missing == []


def test_the_docs_know_every_reference():
    pages = {
        family: (DOCS / "rules" / name).read_text(encoding="utf-8")
        for family, name in PAGES.items()
    }
    index = (DOCS / "rules" / "README.md").read_text(encoding="utf-8")
    for rules in REGISTRY.values():
        for field in generator().option_fields(rules):
            for reference in re.findall(r"[A-Z0-9]+-\w+|[A-Z]+\d\w*", field.metadata["why"]):
                assert reference in pages[rules.family] + index, (field.name, reference)
