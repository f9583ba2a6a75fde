"""What is lost while games are played, and what is kept: a full disk, a killed worker."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cinqcents_env as cc
from cinqcents_env.cli.engines import KEPT
from cinqcents_env.evaluation import matches, sequential
from tests.processes import descendants

ROOT = Path(cc.__file__).parents[1]
TOURNAMENT = "tournament mini greedy passive --seed 3 --games".split()
GENERATE = "generate mini --agents greedy random --shard 50 --features --games".split()


@pytest.fixture
def small_disk():
    """No file may grow beyond this many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit(size):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))

    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_tournament_on_a_full_disk_keeps_its_blocks(cli, refused, tmp_path, small_disk):
    folder, whole = tmp_path / "full", tmp_path / "whole.parquet"
    words = [*TOURNAMENT, 2000, "--workers", 1, "--json"]
    assert cli(*TOURNAMENT, 200, "--workers", 1).status == 0  # to compile writes files too
    small_disk(20_000)
    answer = cli(*words, "--out", folder)
    refused(answer, "blocks.jsonl: File too large; " + KEPT, status=1)
    blocks = (folder / "blocks.jsonl").read_bytes().count(b"\n")
    assert blocks >= 2
    small_disk(resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    assert cli(*words, "--out", folder).json == cli(*words, "--out", whole).json
    assert (folder / "blocks.jsonl").read_bytes().count(b"\n") > blocks
    assert (folder / "result.json").read_bytes() == (whole / "result.json").read_bytes()


def test_no_room_for_compiled_code_is_told_with_its_folder(tmp_path):
    limit = "import resource as r; hard = r.getrlimit(r.RLIMIT_FSIZE)[1]; "
    limit += "r.setrlimit(r.RLIMIT_FSIZE, (3000, hard)); "
    limit += "from cinqcents_env.cli import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", limit, *TOURNAMENT, "200", "--workers", "1"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "CINQCENTS_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    told = done.stderr.splitlines()[-1]
    assert told.startswith("cinqcents tournament: compiled code cannot be kept: File too large; ")
    assert f"make room in {tmp_path} or name another folder by CINQCENTS_CACHE_DIR" in told


@pytest.mark.parametrize("words", [TOURNAMENT, GENERATE], ids=["tournament", "generate"])
def test_an_interrupted_command_says_what_is_kept(cli, refused, tmp_path, monkeypatch, words):
    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    for module in ("evaluation.tournament", "data.files"):
        monkeypatch.setattr(f"cinqcents_env.{module}.scattered", interrupt)
    answer = cli(*words, 200, "--workers", 1, "--out", tmp_path / "x.parquet")
    refused(answer, f"cinqcents {words[0]}: interrupted; {KEPT}", status=1)
    if words is TOURNAMENT:
        assert cli(*words, 200, "--workers", 1).errors == ["cinqcents tournament: interrupted"]


def with_a_killed_worker(words, started):
    """A command whose worker is killed once something is finished; its error."""
    command = [sys.executable, "-m", "cinqcents_env", *map(str, words), "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 300
    while not started():
        assert running.poll() is None, running.stderr.read()
        assert time.monotonic() < end
        time.sleep(0.01)
    workers = [n for n, line in descendants(running.pid) if b"spawn_main" in line]
    os.kill(workers[0], signal.SIGKILL)
    _, told = running.communicate(timeout=300)
    assert running.returncode == 1, told
    return told


@pytest.mark.slow
@pytest.mark.parametrize("words", [TOURNAMENT, GENERATE], ids=["tournament", "generate"])
def test_after_a_killed_worker_the_same_command_goes_on(cli, tmp_path, words):
    made, whole = tmp_path / "made.parquet", tmp_path / "whole.parquet"
    command = [*words, 20_000]
    told = with_a_killed_worker([*command, "--out", made], lambda: any(finished(tmp_path)))
    assert told == f"cinqcents {words[0]}: a worker process was killed; {KEPT}\n"
    assert any(finished(tmp_path))
    assert not result(made).is_file()
    for out in (made, whole):
        assert cli(*command, "--workers", 1, "--out", out).status == 0
    assert result(made).read_bytes() == result(whole).read_bytes()


def finished(folder):
    """The files with something that was finished."""
    for path in folder.glob("*/*"):
        if re.fullmatch(r"blocks\.jsonl|\d+\.parquet", path.name) and path.stat().st_size:
            yield path


def result(path):
    """The file with the result of a tournament's folder, or the file of games."""
    return path / "result.json" if path.is_dir() else path


@pytest.mark.parametrize("more", [(), ("--until", "0.01")], ids=["games", "until"])
def test_an_interrupted_match_says_what_came_of_it(cli, refused, monkeypatch, more):
    match = ["match", "mini", "greedy", "random", "--games", 4000, *more]
    play, blocks = matches.play_block, []

    def second_time(*args):
        blocks.append(args)
        if len(blocks) == 2:
            raise KeyboardInterrupt
        return play(*args)

    for module in (matches, sequential):
        monkeypatch.setattr(module, "play_block", second_time)
    answer = cli(*match)
    refused(answer, status=1)
    found = r"interrupted; greedy had won [01]\.\d{3} of [\d,]+ games; nothing is kept$"
    assert re.search(found, answer.errors[0])
