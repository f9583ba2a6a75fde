"""A Ray cluster of this machine: what it plays is what processes play, whatever it loses."""

from __future__ import annotations

import contextlib
import http.server
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import cinqcents_env as cc
from tests.processes import descendants

ray = pytest.importorskip("ray")
ROOT = Path(cc.__file__).parents[1]
ENVIRONMENT = os.environ | {
    "PYTHONPATH": str(ROOT),
    "RAY_AUTH_MODE": "disabled",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_worker_niceness": "0",
}
WAIT = 600
"""Seconds that anything here may take on a busy machine."""


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Addresses and process of a cluster of two processors."""
    port, client = free_port(), free_port()
    folder = tmp_path_factory.mktemp("r")
    words = ["--head", f"--port={port}", "--num-cpus=2", "--include-dashboard=false"]
    words += [f"--temp-dir={folder}", f"--ray-client-server-port={client}"]
    with ray_start(folder / "log", *words) as head:
        yield SimpleNamespace(
            address=f"127.0.0.1:{port}", client=f"ray://127.0.0.1:{client}", process=head
        )


@contextlib.contextmanager
def ray_start(log, *words):
    """A process of ``ray start`` that has started."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *words]
    with log.open("w") as file:
        process = subprocess.Popen(
            [*command, "--disable-usage-stats"], env=ENVIRONMENT, stdout=file, stderr=file
        )
    try:
        end = time.monotonic() + WAIT
        while "Ray runtime started" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end
            time.sleep(0.2)
        yield process
    finally:
        process.terminate()
        process.wait(WAIT)


def command(*words):
    return [sys.executable, "-W", "ignore", "-m", "cinqcents_env", *map(str, words)]


def answer(*words, status=0):
    """What a command writes to stdout; to stderr if it shall fail."""
    told = subprocess.run(
        command(*words), env=ENVIRONMENT, capture_output=True, text=True, timeout=WAIT
    )
    assert told.returncode == status, told.stderr
    return told.stderr if status else told.stdout


def test_a_tournament_is_the_same_to_the_byte(cluster, tmp_path):
    words = "tournament mini greedy passive --games 600 --json".split()
    local = answer(*words, "--workers", 1, "--out", tmp_path / "local")
    for number, address in enumerate((cluster.address, cluster.client)):
        engine = ["--engine", "ray", "--address", address, "--out", tmp_path / f"{number}"]
        assert answer(*words, *engine) == local
        results = [
            (tmp_path / name / "result.json").read_bytes() for name in (f"{number}", "local")
        ]
        assert results[0] == results[1]


def test_a_lost_machine_changes_nothing_in_the_answer(cluster, tmp_path):
    words = "tournament mini greedy passive --games 30000 --json".split()
    engine = ["--engine", "ray", "--address", cluster.address, "--out", tmp_path / "ray"]
    blocks = tmp_path / "ray" / "blocks.jsonl"
    second = [f"--address={cluster.address}", "--num-cpus=2"]
    with ray_start(tmp_path / "log", *second) as machine:
        running = subprocess.Popen(
            command(*words, *engine), env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )
        while not blocks.exists() or not blocks.stat().st_size:
            assert running.poll() is None
            time.sleep(0.01)
        (raylet,) = (n for n, line in descendants(machine.pid) if b"raylet/raylet" in line[:500])
        os.kill(raylet, signal.SIGKILL)
        told, _ = running.communicate(timeout=WAIT)
    assert running.returncode == 0
    assert told == answer(*words, "--workers", 1)


def test_a_killed_worker_is_replaced_and_nothing_counts_twice(cluster, tmp_path):
    words = "generate mini --agents greedy random --games 900 --shard 3 --features".split()
    on_ray, local = tmp_path / "ray.parquet", tmp_path / "local.parquet"
    engine = ["--engine", "ray", "--address", cluster.address]
    running = subprocess.Popen(
        command(*words, "--out", on_ray, *engine), env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    shards, killed, end = tmp_path / "ray.parquet.shards", 0, time.monotonic() + WAIT
    while not killed and running.poll() is None and time.monotonic() < end:
        workers = [
            n for n, line in descendants(cluster.process.pid) if line.startswith(b"ray::run_task")
        ]
        if workers and 1 <= len(list(shards.glob("*[0-9].parquet"))) < 250:
            os.kill(workers[0], signal.SIGKILL)
            killed = workers[0]
        time.sleep(0.01)
    assert running.wait(WAIT) == 0
    assert killed
    answer(*words, "--out", local, "--workers", 1)
    assert on_ray.read_bytes() == local.read_bytes()


def test_an_error_of_an_agent_is_told_as_it_is(cluster):
    from cinqcents_env.evaluation.ray_workers import run_task, sources

    assert run_task(len, [1, 2], sources()) == 2
    told = answer(
        *(
            "tournament",
            "mini",
            "checkpoint:/nowhere",
            "--engine",
            "ray",
            "--address",
            cluster.address,
        ),
        status=2,
    )
    assert "/nowhere" in told
    assert len(told.splitlines()) == 1


def test_the_code_of_the_page_runs(cluster, tmp_path):
    page = (
        (ROOT / "docs" / "ray.md").read_text(encoding="utf-8").replace("HOST:6379", cluster.address)
    )
    blocks = re.findall(r"^```(sh|python)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    ran = 0
    for language, code in blocks:
        lines = [shlex.split(line)[1:] for line in code.splitlines()] if language == "sh" else []
        for words in [command(*line) for line in lines] or [[sys.executable, "-c", code]]:
            told = subprocess.run(
                words, env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, timeout=WAIT
            )
            assert told.returncode == 0, told.stderr
            assert told.stdout
            ran += 1
    assert ran == 3
    assert (tmp_path / "games.parquet").exists()


@contextlib.contextmanager
def web_server():
    """A server of something else; yields its port."""
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_a_wrong_address_is_one_line_within_seconds():
    from cinqcents_env.evaluation.ray_workers import ClusterError, check_address

    with web_server() as port:
        for address in (f"127.0.0.1:{port}", f"127.0.0.1:{free_port()}", "nowhere.invalid:6379"):
            began = time.monotonic()
            with pytest.raises(ClusterError, match="no Ray answers at"):
                check_address(address)
            assert time.monotonic() - began < 8
    words = ["tournament", "mini", "greedy", "--engine", "ray", "--address"]
    told = answer(*words, f"127.0.0.1:{free_port()}", status=1)
    assert "no Ray answers at" in told
    assert len(told.splitlines()) == 1
