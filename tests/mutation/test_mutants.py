"""Mutants are what they say, and their results are kept."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

from tests.mutation import mutate
from tests.mutation.mutants import Mutant, mutants_of

SOURCE = '''
"""A module."""
LIMIT = 7


@decorated(5)
def larger(a: int, b: int = 3) -> int:
    """The larger of two, and one more."""
    if a > b:
        return a + 1
    return b + 1


def twice(row):
    row[0] = 1
    row[0] = 1
'''


@pytest.fixture
def mutants(tmp_path: Path) -> list[Mutant]:
    path = tmp_path / "sample.py"
    path.write_text(SOURCE)
    return list(mutants_of(path))


def test_each_has_one_fault_in_the_body_of_a_function(mutants: list[Mutant]) -> None:
    faults = [f"{mutant.function}: {mutant.was} => {mutant.now}" for mutant in mutants]
    assert faults[:6] == [
        "larger: if a > b: => if a >= b:",
        "larger: return a + 1 => return a + 2",
        "larger: return a + 1 => return a - 1",
        "larger: if a > b: => if False:",
        "larger: return b + 1 => return b + 2",
        "larger: return b + 1 => return b - 1",
    ]
    assert not any("LIMIT" in fault or "decorated" in fault for fault in faults)
    assert len({mutant.key for mutant in mutants}) == len(mutants)
    assert mutants[-1].key.endswith("twice: row[0] = 1 => pass (place 2)")


def test_the_code_has_the_fault(mutants: list[Mutant]) -> None:
    answers = [
        types.FunctionType(mutant.code, {})(4, 4)
        for mutant in mutants
        if mutant.function == "larger"
    ]
    assert answers == [5, 5, 5, 5, 6, 3]


def test_a_fault_is_put_into_the_running_function(monkeypatch: pytest.MonkeyPatch) -> None:
    path = mutate.PACKAGE / "engine" / "chance.py"
    mutant = next(one for one in mutants_of(path) if one.function == "mix")
    module = types.ModuleType("chance")
    exec("def mix(word):\n    return word", module.__dict__)
    monkeypatch.setattr(mutate.importlib, "import_module", lambda name: module)
    mutate.put_in(mutant)
    assert module.mix.__code__ is mutant.code


def test_results_are_kept_until_the_file_changes(mutants: list[Mutant], tmp_path: Path) -> None:
    notes = tmp_path / "results.jsonl"
    mutate.Results(notes).note(mutants[0], {"by": "games", "found": "differences", "seconds": 0.1})
    kept = mutate.Results(notes)
    again = kept.of(mutants[0])
    assert again is not None
    assert again["by"] == "games"
    assert kept.of(mutants[1]) is None
    mutants[0].path.write_text(SOURCE + "\n")
    assert kept.of(mutants[0]) is None


def test_what_is_harmless_exists() -> None:
    """No line of the list is stale: each names a mutant of the engine as it is."""
    keys = {
        mutant.key
        for family in mutate.FAMILIES
        for path in mutate.sources(family, "")
        if path.name not in mutate.SKIPPED
        for mutant in mutants_of(path)
    }
    assert mutate.harmless() <= keys
