"""Other libraries' tests of the environments: run, told, and the page is what they said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cinqcents_env as cc

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import conformance  # noqa: E402

for library in ("supersuit", "torchrl", "tianshou"):
    pytest.importorskip(library)


def measured() -> dict[str, Any]:
    """What the page was made from."""
    found: dict[str, Any] = json.loads(conformance.DATA.read_text(encoding="utf-8"))
    return found


def test_every_check_passes_on_a_rule_set_of_each_family() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/conformance.py", "--no-figures", "--rulesets", "mini", "us3"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "passed on 2 of 2 rule sets" in done.stdout
    assert done.stderr == ""


def test_the_page_is_not_stale_and_tells_of_every_rule_set() -> None:
    assert conformance.main(["--check"]) == 0
    assert conformance.faults(measured()) == []
    for row in measured()["checks"]:
        expected = conformance.MEASURED if row["unit"] else cc.rulesets()
        assert not row["results"] or set(row["results"]) == set(expected)
        assert row["results"] or row["why"]


def test_a_fault_is_named_with_its_rule_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import conformance_checks

    def broken(ruleset: str) -> None:
        raise AssertionError("observation outside of its space")

    check = conformance_checks.Check("pettingzoo", "api_test", "all", broken)
    monkeypatch.setattr(conformance_checks, "CHECKS", (check,))
    assert conformance.main(["--rulesets", "mini"]) == 1
    told = capsys.readouterr()
    said = "failed: AssertionError: observation outside of its space"
    assert told.err == f"pettingzoo api_test on mini: {said}\n"
    assert said in told.out


def test_bad_input_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert conformance.main(["--rulesets", "minny"]) == 2
    assert "unknown rule set 'minny'; valid: classic" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "supersuit", None)
    assert conformance.main(["--no-figures", "--rulesets", "mini"]) == 2
    assert "pip install 'cinqcents_env[interop,pictures]'" in capsys.readouterr().err
