"""The server: one process, on this machine only unless told otherwise."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Sequence
from pathlib import Path

import platformdirs
import uvicorn

from cinqcents_env.game import Game
from cinqcents_env.web.app import create_app
from cinqcents_env.web.opponents import Opponents

MOST_CONNECTIONS = 512


class ServerError(ValueError):
    """An address that cannot be listened on."""


def usual_folder() -> Path:
    """Where games are kept unless told otherwise: the user's data folder."""
    return platformdirs.user_data_path("cinqcents_env") / "table"


def is_loopback(host: str) -> bool:
    """True for an address that only this machine reaches."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any that is free. Raises ServerError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, address = found[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise ServerError(f"{host} is no address: {error.strerror}") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise ServerError(f"{host} port {port} cannot be used: {error.strerror}") from None
    return listener


def address_of(host: str, listener: socket.socket) -> str:
    """What to type into a browser."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}/"


def warm_up(search: bool = False) -> None:
    """Play a little, so that the first game need not wait for the compiler.

    Args:
        search: ask a searching agent too, for the first analysis.
    """
    opponents = Opponents()
    for ruleset in ("classic", "au4"):
        game = Game(ruleset, seed=1)
        for decision in range(60):
            game.play(opponents.choose("greedy", game, decision))
            game.view()
        if search:
            opponents.choose("pimc:16", Game(ruleset, seed=1), 0)


def make_server(
    folder: Path,
    *,
    agents: Sequence[str] = (),
    tournament_files: Sequence[Path] = (),
    names: Sequence[str] = (),
) -> uvicorn.Server:
    """The server, not yet running; see :func:`create_app`.

    Raises:
        StoreError, StandingError: a folder or file that cannot be read.
        AgentError: an agent that plays no rule set.
    """
    app = create_app(folder, agents=agents, tournament_files=tournament_files, names=names)
    config = uvicorn.Config(
        app,
        log_level="error",
        log_config=None,  # it would close what else in the process keeps a log
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        lifespan="off",
        ws="none",
        proxy_headers=False,
    )
    return uvicorn.Server(config)


def run(server: uvicorn.Server, listener: socket.socket) -> None:
    """Answer until interrupted."""
    threading.Thread(target=warm_up, kwargs={"search": True}, daemon=True).start()
    server.run(sockets=[listener])
