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
    recorded = versions.read(versions.DATA)
    for extra, one in recorded.items():
        claimed = versions.oldest("" if extra == versions.CORE else extra)
        for name, number in claimed.items():
            assert versions.is_of(one["packages"][versions.normal(name)], number), name


def test_every_extra_was_tested_on_the_newest_and_maybe_the_oldest() -> None:
    recorded = versions.read(versions.DATA)
    told = versions.rows(recorded)
    said = versions.project()["optional-dependencies"]
    assert {extra for _, extra, *_ in told} == {"", *said} - set(versions.WORKSHOP)
    for name, extra, bound, first, last in told:
        together = extra in ("", *versions.EXTRAS)
        if (versions.CORE if together else extra) in recorded or first != "-":
            assert versions.is_of(first, bound), (extra, name)
        assert last != "-", (extra, name)


def test_the_page_tells_what_is_noted_and_that_nothing_is() -> None:
    noted = versions.record("pytest tests")
    assert "`core`: Python 3" in versions.page({"core": noted})
    assert "not noted yet" in versions.page({})


def test_what_was_not_tested_has_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "pinned", lambda file: {"ray": "2.60.1", "numpy": "3.0"})
    told = {(name, extra): rest for name, extra, *rest in versions.rows({})}
    assert told["numpy", ""] == ["1.26", "-", "3.0"]
    assert told["ray", "rllib"] == ["2.60", "2.60.1", "2.60.1"]
    assert told["torch", "train"] == ["2.4", "-", "-"]


def test_constraints_are_lines_for_pip(capsys: pytest.CaptureFixture[str]) -> None:
    assert versions.main(["--constraints"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "numpy==1.26.*" in lines
    assert len(lines) == len(set(lines)) == len(versions.oldest())
    assert versions.main(["--constraints", "--extra", "rllib"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {"numpy==1.26.*", "torch==2.4.*", "gymnasium==1.2.2"} <= set(lines)
    assert len(lines) == len({line.partition("==")[0] for line in lines})


def test_a_stale_page_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(versions, "PAGE", tmp_path / "versions.md")
    assert versions.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().out
    assert versions.main([]) == 0
    assert versions.main(["--check"]) == 0
