"""The page of versions: not stale, and every lower bound is one that pip can take."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def module() -> Any:
    """The module ``docs/versions.py``."""
    spec = importlib.util.spec_from_file_location("docs_versions", ROOT / "docs" / "versions.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


versions = module()


def test_the_page_is_not_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert versions.main(["--check"]) == 0, "run python docs/versions.py"
    assert capsys.readouterr().out == "nothing stale\n"


def test_every_requirement_of_the_core_has_a_lower_bound_and_no_other() -> None:
    said = versions.project()
    for requirement in said["dependencies"]:
        assert versions.REQUIREMENT.match(requirement), requirement
    for extra in versions.EXTRAS:
        for requirement in said["optional-dependencies"][extra]:
            assert versions.REQUIREMENT.match(requirement), requirement


def test_the_oldest_versions_were_those_that_are_claimed() -> None:
    recorded = versions.json.loads(versions.DATA.read_text(encoding="utf-8"))
    for name, number in versions.oldest().items():
        assert (recorded[versions.normal(name)] + ".").startswith(number + "."), name


def test_the_newest_are_pinned_for_the_tests() -> None:
    pinned = versions.pinned("constraints.txt")
    for name in versions.claimed()[""]:
        assert versions.normal(name) in pinned, name
    for group, file in versions.OWN.items():
        own = versions.pinned(file)
        names = [name for name in versions.claimed()[group] if name in (group, "ray", "torchrl")]
        assert all(versions.normal(name) in own for name in names)


def test_constraints_are_lines_for_pip(capsys: pytest.CaptureFixture[str]) -> None:
    assert versions.main(["--constraints"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "numpy==1.26.*" in lines
    assert len(lines) == len(set(lines)) == len(versions.oldest())


def test_a_stale_page_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(versions, "PAGE", tmp_path / "versions.md")
    assert versions.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().out
    assert versions.main([]) == 0
    assert versions.main(["--check"]) == 0
