"""Both implementations count the stored numbers of ways to play on from fixed deals."""

from __future__ import annotations

from typing import Any

import pytest

import cinqcents_env as cc
from tests.perft.counts import by_oracle, by_package, stored

ENTRIES = stored()


def test_every_rule_set_has_three_positions() -> None:
    names = {entry["name"] for entry in ENTRIES}
    due = {f"{r} {p}" for r in cc.rulesets() for p in ("start", "middle", "end")}
    assert names == due


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_counts(entry: dict[str, Any]) -> None:
    position, counts = entry["position"], entry["counts"]
    assert by_package(position, len(counts)) == counts
    assert by_oracle(position, len(counts)) == counts


def test_mini_to_the_end() -> None:
    """The smallest game from its first card to its last."""
    position = next(e["position"] for e in ENTRIES if e["name"] == "mini start")
    assert by_package(position, 10) == by_oracle(position, 10)
