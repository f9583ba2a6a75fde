"""The short form of ``make prove``: some games of every rule set, with every check.

``CINQCENTS_PROOF_GAMES`` multiplies the number of games.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import cinqcents_env as cc
from tests.proof import prove
from tests.proof.cases import RULESETS, family
from tests.proof.portion import Rates, Tally, play_numbered, play_portion

GAMES = int(os.environ.get("CINQCENTS_PROOF_GAMES", "1"))


def clean(tally: Tally) -> bool:
    """Fail with the failure's words, or say that all is well."""
    if tally.failure is not None:
        pytest.fail(f"{tally.failure['kind']}: {tally.failure['words']}", pytrace=False)
    return tally.is_clean


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_decision_is_looked_at(ruleset: str) -> None:
    """One game under its own rules, seen by every seat at every third decision."""
    tally = Tally()
    options = {"single_deal": True} if family(ruleset) == "cinqcents" else {"max_deals": 1}
    play_numbered(tally, ruleset, options, 1, Rates(looks=0.33))
    assert clean(tally)
    assert tally.worlds > 0.3 * tally.looks > 0  # two players, no dead hand: one knows it all


@pytest.mark.parametrize("ruleset", RULESETS)
def test_some_games(ruleset: str) -> None:
    """Option values and combinations."""
    tally = play_portion(ruleset, 2, 4 * GAMES, Rates(looks=0.03))
    assert clean(tally)
    assert tally.games == 4 * GAMES
    assert tally.symmetric > 0


CORNERS = (
    ("au4", {"pack": "46"}),  # two jokers: which of them was given a suit, only one seat knows
    ("au4", {"pack": "46", "kitty_open": True}),
    ("au5", {"open_misere_shown": "before_lead"}),
    ("lyonnais", {"target": 60, "win_at_once": True}),
)


@pytest.mark.parametrize(("ruleset", "options"), CORNERS, ids=str)
def test_corners(ruleset: str, options: dict[str, Any]) -> None:
    """Options of which single games are likely to show a leak."""
    tally = Tally()
    for number in range(3000, 3000 + 3 * GAMES):
        if tally.is_clean:
            play_numbered(tally, ruleset, options, number, Rates(looks=0.15))
    assert clean(tally)


def test_prove_ends_with_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures = tmp_path / "figures.json"
    argv = ["--minutes", "0", "--workers", "1", "--rulesets", "mini", "--out", str(figures)]
    assert prove.main(argv) == 0
    rates, heading, mini, whole = capsys.readouterr().out.splitlines()
    assert "100.0% of the games turned" in rates
    assert heading.split()[:4] == ["rule", "set", "games", "decisions"]
    assert mini.split()[0] == "mini"
    assert whole.split()[0] == "all"
    row = json.loads(figures.read_text())["rule sets"]["mini"]
    assert row["decisions"] > 0 == row["differences"] == row["leaks"] == row["withheld"]


def test_a_failure_is_told_with_a_record_that_replays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An oracle that sees another seat on move after ten decisions stops the proof."""
    from tests.oracle.cinqcents import Oracle

    honest = Oracle.legal

    def forgetful(self: Oracle) -> set[str]:
        moves = honest(self)
        return moves if len(self.captured[0]) < 4 else moves - {"draw"}

    monkeypatch.setattr(Oracle, "legal", forgetful)
    tally = play_portion("classic", 0, 2)
    assert tally.differences == 1
    assert tally.failure is not None
    assert "legal moves" in tally.failure["words"]
    record = tmp_path / "failure.jsonl"
    prove.tell(tally.failure, record)
    assert "seed 0 of classic" in capsys.readouterr().out
    replayed = cc.replay(next(iter(cc.read_records(record))))
    assert "draw" in replayed.legal_moves()
