"""Results of tournaments: read as the command writes them, other files refused."""

from __future__ import annotations

import json

import pytest

from cinqcents_env.evaluation.tournament import plan_tournament, play_tournament
from cinqcents_env.evaluation.tournament_report import as_dict
from cinqcents_env.rulebook import rules
from cinqcents_env.web.standings import SHADES, StandingError, read_standing


def test_what_the_command_writes(tmp_path):
    plan = plan_tournament(rules("mini"), ["greedy", "passive"], games=200, seed=1)
    played = as_dict(play_tournament(plan, workers=1))
    (tmp_path / "result.json").write_text(json.dumps(played))
    for path in (tmp_path, tmp_path / "result.json"):
        standing = read_standing(path)
        assert standing.ruleset == "mini"
        assert {row[1] for row in standing.rows} == {"random", "greedy", "passive"}
        assert len(standing.cells) == 3
        for at, cells in enumerate(standing.cells):
            assert cells[at] == ("", None)
            assert all(abs(shade) <= SHADES for _, shade in cells[:at] + cells[at + 1 :])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", '{"agents": ["a"], "ratings": 3}', "[" * 100_000, "\xff"]
)
def test_other_files_are_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(StandingError, match=r"x\.json is no result of 'cinqcents tournament'"):
        read_standing(path)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(StandingError, match="cannot be read"):
        read_standing(tmp_path / "nothing")
    with pytest.raises(StandingError, match="cannot be read"):
        read_standing(tmp_path)
