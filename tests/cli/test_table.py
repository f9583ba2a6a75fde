"""``cinqcents table``: the server starts, says where it is, answers, and ends when told to."""

from __future__ import annotations

import builtins
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from cinqcents_env.web import server
from cinqcents_env.web.opponents import Opponents


@pytest.fixture
def started(monkeypatch):
    """Ports of the servers that a command would have run; none answers."""
    ports = []
    monkeypatch.setattr(
        server, "run", lambda made, listener: ports.append(listener.getsockname()[1])
    )
    return ports


def test_it_prints_where_it_is_and_answers_until_interrupted(tmp_path):
    command = [sys.executable, "-m", "cinqcents_env", "table", "--port", "0"]
    with subprocess.Popen(
        [*command, "--folder", str(tmp_path / "games")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        address = re.fullmatch(r"table: (http://127\.0\.0\.1:\d+/)\n", process.stdout.readline())
        assert process.stdout.readline() == f"games: {tmp_path / 'games'}\n"
        assert "browser" in process.stdout.readline()
        with urllib.request.urlopen(address[1], timeout=30) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert [line for line in errors.splitlines() if "compiling" not in line] == []


def test_the_loopback_is_usual_and_others_are_warned_of(cli, tmp_path, started):
    answer = cli("table", "--port", "0", "--folder", tmp_path)
    assert (answer.status, answer.errors) == (0, [])
    assert f"http://127.0.0.1:{started[0]}/" in answer.out
    answer = cli("table", "--port", "0", "--folder", tmp_path, "--host", "0.0.0.0")
    assert answer.status == 0
    assert answer.errors == [
        "warning: 0.0.0.0 is reached from other machines; whoever can reach it can play here, "
        "without a password and without encryption"
    ]


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("x", False)],
)
def test_what_the_loopback_is(host, loopback):
    assert server.is_loopback(host) is loopback


def test_logs_of_others_stay_open(tmp_path):
    class Kept(logging.Handler):
        shut = False

        def close(self):
            self.shut = True
            super().close()

    kept = Kept()
    server.make_server(tmp_path)
    assert not kept.shut
    kept.close()


def test_an_agent_that_plays_nothing_is_refused_at_the_start(cli, refused, tmp_path, started):
    for spec, said in {
        "gredy": "unknown agent 'gredy' (did you mean 'greedy'?)",
        "checkpoint:nowhere": "nowhere",
        "classic/nix": "nix",
    }.items():
        refused(cli("table", "--port", "0", "--folder", tmp_path, "--agent", spec), said)
    assert started == []


def test_an_agent_is_offered_where_it_can_play():
    offered = Opponents(["us3/ppo?deterministic", "endgame", "pimc:3"]).offered
    more = {"us3/ppo?deterministic", "endgame", "pimc:3"}
    assert more & set(offered("classic", "cinqcents")) == {"endgame", "pimc:3"}
    assert more & set(offered("us3", "five_hundred")) == {"us3/ppo?deterministic", "pimc:3"}
    assert more & set(offered("au4", "five_hundred")) == {"pimc:3"}


def test_what_cannot_be_listened_on_or_read(cli, tmp_path, started, refused):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = cli("table", "--port", port, "--folder", tmp_path)
        assert refused(answer, str(port), "cannot be used", "--port")
    (tmp_path / "file").write_text("x")
    assert refused(cli("table", "--folder", tmp_path / "file"), "file")
    assert refused(cli("table", "--host", "no such host", "--folder", tmp_path), "no address")
    where = ("--folder", tmp_path / "games")
    assert refused(cli("table", "--tournament", tmp_path / "no", *where), "cannot be read")
    assert refused(cli("table", "--tournament", tmp_path / "file", *where), "no result")
    assert refused(cli("table", "--port", "70000"), "65535")
    assert started == []


def test_without_the_extra(cli, monkeypatch, refused):
    found = builtins.__import__

    def missing(name, *rest):
        if name == "cinqcents_env.web":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    assert refused(cli("table"), "uvicorn is needed", "cinqcents_env[web]", status=1)
