"""The environments of ``make interop``: what they hold, and what is said of them."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def module() -> Any:
    """The module ``tests/interop/environments.py``."""
    path = Path(__file__).parent / "environments.py"
    spec = importlib.util.spec_from_file_location("interop_environments", path)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded


environments = module()


def outcome(environment: Any, passed: bool) -> Any:
    """An outcome that nothing was run for."""
    words = "3 passed in 1.00s" if passed else "1 failed, 2 passed in 1.00s"
    return environments.Outcome(environment, passed, words, 1.0, 2.0)


def test_each_installs_its_extra_and_runs_tests_that_exist() -> None:
    for environment in environments.ENVIRONMENTS:
        assert set(environment.extras.split(",")) <= set(EXTRAS)
        assert (Path(__file__).parent / f"{environment.name}.txt").exists()
        for test in environment.tests:
            assert (ROOT / test).exists()


@pytest.mark.parametrize("passed", [True, False])
def test_the_summary_has_a_line_for_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], passed: bool
) -> None:
    monkeypatch.setattr(environments, "run", lambda each: outcome(each, passed))
    assert environments.main([]) == (0 if passed else 1)
    told = capsys.readouterr().out
    for environment in environments.ENVIRONMENTS:
        assert f"{environment.name:<8} {'passed' if passed else 'FAILED'}" in told
    assert told.count("build 1 s, tests 2 s") == len(environments.ENVIRONMENTS)


def test_an_unknown_name_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert environments.main(["rlib"]) == 2
    assert capsys.readouterr().err == "unknown environment 'rlib'; valid: rllib, agilerl\n"


def test_what_cannot_be_installed_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Failed:
        returncode = 1
        stderr = "WARNING: slow\nERROR: No matching distribution found for ray\n"

    environment = environments.Environment("rllib", "rllib", (), ())
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(environments.Environment, "contents", lambda self: "new")
    monkeypatch.setattr(environments.Environment, "versions", lambda self: "ray==2\n")
    monkeypatch.setattr(environments.subprocess, "run", lambda *_, **__: Failed)
    told = environments.run(environment)
    assert not told.passed
    assert "ERROR: No matching distribution found for ray" in told.line()
    assert not (environment.folder / environments.STAMP).exists()


TEST = """
def test_it():
    print("what it printed")
    assert {truth}
"""


@pytest.mark.parametrize("truth", [True, False])
def test_what_the_tests_print_is_shown_and_kept(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    truth: bool,
) -> None:
    (tmp_path / "test_it.py").write_text(TEST.format(truth=truth))
    monkeypatch.setattr(environments, "ROOT", tmp_path)
    monkeypatch.setattr(environments, "build", lambda environment: None)
    monkeypatch.setattr(environments.Environment, "python", Path(sys.executable))
    environment = environments.Environment("rllib", "rllib", ("test_it.py",), ("pytest",))
    environment.folder.mkdir()
    outcome = environments.run(environment)
    assert outcome.passed == truth
    assert ("1 passed in" if truth else "1 failed in") in outcome.line()
    assert f"pytest {pytest.__version__}" in outcome.line()
    told = capsys.readouterr().out
    assert "test_it.py " + ("." if truth else "F") in told
    assert ("what it printed" in told) != truth
    assert (environment.folder / "tests.log").read_text() in told


def test_the_oldest_versions_are_those_that_the_extra_claims(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = []
    monkeypatch.setattr(environments, "run", lambda each: ran.append(each) or outcome(each, True))
    assert environments.main(["--oldest", "rllib"]) == 0
    assert ran[0].folder.name == ".venv-oldest-rllib"
    assert "\ntorch==2.4.*\n" in ran[0].versions()
    assert environments.main(["rllib"]) == 0
    assert ran[1].folder.name == ".venv-interop-rllib"
    assert ran[1].contents() != ran[0].contents()
    capsys.readouterr()
    assert environments.main(["--oldest"]) == 2
    assert capsys.readouterr().err == "--oldest is of rllib; the others have one version\n"


def test_what_passed_is_noted_beside_what_passed_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environments, "RECORD", tmp_path / "interop.json")
    passes = {"rllib": True, "agilerl": False}
    monkeypatch.setattr(environments, "run", lambda each: outcome(each, passes[each.name]))
    assert environments.main(["--record"]) == 1
    assert set(json.loads((tmp_path / "interop.json").read_text())) == {"rllib"}
    passes = {"rllib": False, "agilerl": True}
    assert environments.main(["--record"]) == 1
    found = json.loads((tmp_path / "interop.json").read_text())
    assert set(found) == {"rllib", "agilerl"}
    assert found["agilerl"]["said"] == "3 passed in 1.00s"
    assert (found["agilerl"]["build"], found["agilerl"]["tests"]) == (1, 2)
