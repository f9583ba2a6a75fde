"""The figures of the proof add up over runs, and no game is counted twice."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.proof import figures, prove
from tests.proof.figures import COLUMNS, Figures, FiguresError
from tests.proof.portion import Rates, Tally, play_portion

ONE = ["--minutes", "0", "--workers", "1", "--rulesets", "mini", "us2", "--looks", "0.2"]


def told(path: Path) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(path.read_text())
    return whole


def test_a_second_run_goes_on_and_adds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "proof.json"
    for _ in range(2):
        assert prove.main([*ONE, "--out", str(out)]) == 0
    runs = told(out)["runs"]
    assert [run["games"]["mini"] for run in runs] == [[0, 4], [4, 8]]
    assert runs[1]["command"].endswith(
        "--first 4 --texts 1 --looks 0.2 --symmetry 1 --rulesets mini us2"
    )
    due = play_portion("mini", 0, 8, Rates(looks=0.2))
    row = told(out)["rule sets"]["mini"]
    assert {column: row[column] for column in COLUMNS} == {
        column: getattr(due, column) for column in COLUMNS
    }
    assert set(row["tried"]) == due.options
    assert f"{due.decisions:,}" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.part"))


def test_games_are_not_counted_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "proof.json"
    assert prove.main([*ONE, "--out", str(out), "--first", "10"]) == 0
    before = out.read_bytes()
    with pytest.raises(SystemExit) as stopped:
        prove.main([*ONE, "--out", str(out), "--first", "13"])
    assert stopped.value.code == 2
    assert "games 10 to 13 of mini are counted already; the next is 14" in capsys.readouterr().err
    assert out.read_bytes() == before


@pytest.mark.parametrize("text", ["{", "[]", '{"runs": [], "rule sets": {"mini": {}}}', "7"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    out = tmp_path / "notes.json"
    out.write_text(text)
    with pytest.raises(FiguresError, match=r"notes\.json: no figures of the proof"):
        Figures.read(out)
    with pytest.raises(SystemExit):
        prove.main([*ONE, "--out", str(out)])
    assert out.read_text() == text


def test_files_are_joined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, whole = (tmp_path / f"{name}.json" for name in ("one", "two", "whole"))
    prove.main([*ONE, "--out", str(one)])
    prove.main([*ONE, "--out", str(two), "--first", "4"])
    assert figures.main([str(one), str(two), "--out", str(whole)]) == 0
    rows = [told(path)["rule sets"]["us2"]["decisions"] for path in (one, two, whole)]
    assert rows[0] + rows[1] == rows[2]
    with pytest.raises(SystemExit):
        figures.main([str(one), str(one)])
    assert "counted already" in capsys.readouterr().err
    other = json.loads(two.read_text())
    other["runs"][0]["engine"] = "another"
    two.write_text(json.dumps(other))
    with pytest.raises(SystemExit):
        figures.main([str(one), str(two)])
    assert "of engine" in capsys.readouterr().err


def test_what_was_found_is_told_by_the_status(tmp_path: Path) -> None:
    out, found = tmp_path / "found.json", Figures()
    found.add("mini", Tally(games=1, decisions=9, leaks=1))
    found.write(out)
    assert figures.main([str(out)]) == 1


def test_being_told_to_end_keeps_what_was_done(tmp_path: Path) -> None:
    out = tmp_path / "proof.json"
    args = prove._parser().parse_args([*ONE[2:], "--minutes", "60", "--out", str(out)])
    proof = prove.Proof(args, Figures())
    with prove.Interruption() as interruption:
        signal.raise_signal(signal.SIGTERM)
        assert interruption.asked
        assert proof.go_on(interruption, out) is None
    assert told(out)["runs"][0]["games"] == {"mini": [0, 4], "us2": [0, 4]}
    assert told(out)["rule sets"]["us2"]["games"] == 0
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_texts_are_compared_at_the_share_told() -> None:
    every, some = (play_portion("classic", 0, 2, Rates(share, 0.0, 0.0)) for share in (1.0, 0.1))
    assert every.decisions == some.decisions  # the games are the same
    assert every.texts > every.decisions > 4 * some.texts > 0
