"""``cinqcents generate`` as a user calls it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cinqcents_env as cc
from cinqcents_env.data import GameData

ROOT = Path(cc.__file__).parents[1]
ARGUMENTS = "generate mini --agents random greedy --games 20 --shard 5 --workers 1".split()


def test_it_says_what_it_wrote(cli, tmp_path):
    out = tmp_path / "games.parquet"
    answer = cli(*ARGUMENTS, "--out", out, "--json")
    assert answer.status == 0
    told = answer.json
    assert told["games"] == told["played_now"] == 20
    assert told["bytes"] == out.stat().st_size
    assert told["bytes_per_decision"] == told["bytes"] / told["decisions"]
    assert told["decisions_per_second"] > 0
    moves = [len(d["moves"]) for r in GameData(out).records() for d in r["deals"]]
    assert told["decisions"] == sum(moves)
    again = cli(*ARGUMENTS, "--out", out)
    assert again.status == 0
    assert "played now             0" in again.out


def test_features(cli, tmp_path):
    out = tmp_path / "decisions.parquet"
    told = cli(*ARGUMENTS, "--out", out, "--features", "--json").json
    assert told["decisions"] == GameData(out).rows


@pytest.mark.slow
def test_killed_without_warning_it_goes_on(cli, tmp_path):
    out, whole = tmp_path / "killed.parquet", tmp_path / "whole.parquet"
    words = "generate mini --agents random ismcts:200 --games 200 --shard 2 --workers".split()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cinqcents_env", *words, "2", "--out", str(out)]
    running = subprocess.Popen(command, env=environment, start_new_session=True)
    folder, end = tmp_path / "killed.parquet.shards", time.monotonic() + 600
    while len(list(folder.glob("*[0-9].parquet"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not out.exists()
    assert len(list(folder.glob("*[0-9].parquet"))) >= 3
    told = cli(*words, "1", "--out", out, "--json").json
    assert 0 < told["played_now"] <= 200 - 3 * 2
    assert cli(*words, "1", "--out", whole).status == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "whole number 1"),
        (["--agents", "gredy"], "unknown agent 'gredy'"),
        (["--agents", "greedy", "greedy"], "given twice"),
        (["--option", "target=0"], "target"),
    ],
)
def test_bad_input_is_one_line(cli, refused, tmp_path, words, said):
    refused(cli(*ARGUMENTS, "--out", tmp_path / "x.parquet", *words), said)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(cli, refused, tmp_path):
    refused(cli(*ARGUMENTS, "--out", tmp_path), "is a folder")
    refused(cli(*ARGUMENTS, "--out", tmp_path / "x.csv"), "x.csv", "Parquet", ".parquet")
    (tmp_path / "file").write_text("")
    refused(cli(*ARGUMENTS, "--out", tmp_path / "file" / "x.parquet"), "cannot be written")


def test_another_plan_is_refused(cli, refused, tmp_path):
    out = ["--out", str(tmp_path / "x.parquet")]
    assert cli(*ARGUMENTS, *out).status == 0
    refused(cli(*ARGUMENTS, *out, "--seed", 1), "seed 0", "this plan has 1")


def test_without_the_extra_it_says_which(cli, refused, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    answer = cli(*ARGUMENTS, "--out", tmp_path / "x.parquet")
    refused(answer, "pip install 'cinqcents_env[data]'", status=1)
    assert list(tmp_path.iterdir()) == []


def test_a_killed_worker_is_told_in_one_line(cli, refused, tmp_path, monkeypatch):
    from concurrent.futures.process import BrokenProcessPool

    def broken(*arguments):
        raise BrokenProcessPool("a child died")

    monkeypatch.setattr("cinqcents_env.data.files.scattered", broken)
    refused(
        cli(*ARGUMENTS, "--out", tmp_path / "x.parquet"), "a worker process was killed", status=1
    )
