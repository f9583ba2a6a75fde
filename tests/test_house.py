"""The repository as a whole: lengths, tests that test, and pages that name what is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("cinqcents_env", "tests", "training", "benchmarks", "examples", "docs")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted(
    path
    for place in (ROOT.glob("*.md"), *((ROOT / folder).rglob("*.md") for folder in FOLDERS))
    for path in place
)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LONGEST_FILE, LONGEST_FUNCTION = 350, 40
CHECKS = {"raises", "warns", "fail", "api_test", "seed_test", "random_sim_test", "check_env"}
"""Calls that fail by themselves: pytest's, and the tests that other libraries bring."""
EXAMPLE = "duel"
"""The rule set that CONTRIBUTING.md adds by way of example."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[Function]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, Function))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


# lengths


def test_files_and_functions_stay_small() -> None:
    """Lines of a function are those from ``def`` to its end but for its docstring's breaks."""
    for path in SOURCES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE, path
        for node in functions(path):
            docstring = ast.get_docstring(node, clean=False) or ""
            length = (node.end_lineno or 0) - node.lineno + 1 - docstring.count("\n")
            assert length <= LONGEST_FUNCTION, f"{path.name}: {node.name} has {length} lines"


# tests


def called(node: ast.AST) -> set[str]:
    """Last names of everything that is called inside."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return {ast.unparse(call.func).rpartition(".")[2] for call in calls}


def checks_itself(node: ast.AST) -> bool:
    """Whether an assertion, an error or a subprocess that must succeed is written inside."""
    if called(node) & CHECKS or any(name.startswith("assert_") for name in called(node)):
        return True
    for part in ast.walk(node):
        if isinstance(part, ast.Assert | ast.Raise):
            return True
        if isinstance(part, ast.keyword) and part.arg == "check":
            return isinstance(part.value, ast.Constant) and part.value.value is True
    return False


def test_every_test_checks_something() -> None:
    tests = [path for path in SOURCES if path.is_relative_to(ROOT / "tests")]
    helpers = [node for path in tests for node in functions(path)]
    checking: set[str] = set()
    more = {node.name for node in helpers if checks_itself(node)}
    while more - checking:
        checking |= more
        more = {node.name for node in helpers if called(node) & checking}
    idle = [
        f"{name_of(path)}: {node.name}"
        for path in tests
        for node in functions(path)
        if node.name.startswith("test_") and not checks_itself(node) and not called(node) & checking
    ]
    assert idle == []


def test_nothing_is_put_off() -> None:
    put_off = re.compile(r"TOD[O]\b|FIXM[E]\b|XX[X]\b")
    assert [name_of(p) for p in [*SOURCES, *PAGES] if put_off.search(p.read_text("utf-8"))] == []


# pages


def text_of(page: Path) -> str:
    """A page with the files that it takes in."""
    return re.sub(
        r'^--8<-- "(.+)"$',
        lambda found: text_of(ROOT / found[1]),
        page.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )


def without_code(text: str) -> str:
    """A text without its blocks of code."""
    return CODE.sub("", text)


def anchors(page: Path) -> set[str]:
    """Names that a link to a place of this page may end with, headings' as GitHub makes them."""
    text = without_code(text_of(page))
    headings = re.findall(r"^#+ +(.*?)\s*$", text, flags=re.MULTILINE)
    written = set(re.findall(r'^<a id="([\w-]+)"></a>$', text, flags=re.MULTILINE))
    return written | {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = without_code(page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_a_page_names_exist(page: Path) -> None:
    """Paths in code type that begin with a folder of the repository; ``*`` stands for some."""
    tops = "|".join((*FOLDERS, "configs", "checkpoints"))
    text = page.read_text(encoding="utf-8")
    named = re.findall(rf"`((?:{tops})/[\w./*-]*)(?:::\w+)?`", text)
    missing = [name for name in named if not list(ROOT.glob(name.rstrip("/")))]
    assert [name for name in missing if EXAMPLE not in name] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_targets_of_make_that_a_page_names_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"`make ([a-z-]+)", text)
    for block in CODE.findall(text):
        named += re.findall(r"^make ([a-z-]+)", block, flags=re.MULTILINE)
    assert set(named) <= targets


def test_the_map_of_the_house_is_whole() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("## The house")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    package = ROOT / "cinqcents_env"
    inside = {
        path.name + "/" * path.is_dir()
        for path in package.iterdir()
        if not path.name.startswith("__") and path.suffix in ("", ".py")
    }
    outside = {f"{folder}/" for folder in (*FOLDERS[1:], "configs", "checkpoints")}
    assert named == {name for name in inside if name != "_checkpoints/"} | outside
