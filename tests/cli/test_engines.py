"""``--engine`` and ``--address``, where no Ray is needed to say what is wrong."""

from __future__ import annotations

import socket
import sys
import threading

import pytest

from cinqcents_env.evaluation import ray_workers
from cinqcents_env.evaluation.ray_workers import ClusterError, check_address, run_task, sources

WORDS = "tournament mini greedy --games 200".split()


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--address", "auto"], 2, "--address is of --engine ray"),
        (["--engine", "ray", "--workers", "2"], 2, "--workers is of --engine local"),
        (["--engine", "rey"], 2, "invalid choice"),
        (["--engine", "ray", "--address", "nowhere"], 1, "address 'nowhere' is not valid"),
        (["--engine", "ray", "--address", "host:port"], 1, "is not valid; it is HOST:PORT"),
    ],
)
def test_arguments_that_do_not_go_together(cli, refused, words, status, said):
    refused(cli(*WORDS, *words), said, status=status)


def test_without_the_extra_it_says_which(cli, refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    answer = cli(*WORDS, "--engine", "ray", "--address", "local")
    refused(answer, "pip install 'cinqcents_env[dist]'", status=1)


def answering(content):
    """A server that says one thing and closes; returns its address."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        line, _ = server.accept()
        with line, server:
            line.recv(100)
            line.sendall(content)

    threading.Thread(target=serve, daemon=True).start()
    return f"127.0.0.1:{server.getsockname()[1]}"


def test_an_address_where_nothing_answers(cli, refused):
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    answer = cli(*WORDS, "--engine", "ray", "--address", address)
    refused(answer, f"no Ray answers at {address}: Connection refused", status=1)


def test_an_address_where_something_else_answers():
    with pytest.raises(ClusterError, match="something else does"):
        check_address(answering(b"HTTP/1.0 400 Bad request\r\n\r\n"))
    check_address(answering(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])))


def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(ray_workers, "TCP_SECONDS", 0.2)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        pytest.raises(ClusterError, match="timed"),
    ):
        check_address(f"ray://127.0.0.1:{server.getsockname()[1]}")


def test_another_version_on_a_machine_is_refused():
    assert run_task(len, "abc", sources()) == 3
    with pytest.raises(ClusterError, match=r"this machine 0\.0\.1; install the same"):
        run_task(len, "abc", "0.0.1")
