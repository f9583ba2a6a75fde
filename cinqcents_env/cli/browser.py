"""``cinqcents table``: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path
from typing import Any

from cinqcents_env.cli.common import (
    SPEC_HELP,
    BadInput,
    Failed,
    bad_input,
    examples,
    whole_number,
)
from cinqcents_env.cli.progress import told_if_slow
from cinqcents_env.cli.ready import WORDS

PORT = 8500


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "table",
        help="play, watch, replay and analyse games in the browser",
        description="Start a local server and print its address. Games are kept as records in a "
        "folder, so\nthat neither reloading a page nor starting the table again loses one. Needs "
        "the extra\n'web'. Control-C ends it.",
        epilog=examples(
            "table",
            "table --port 9000 --agent checkpoint:runs/classic/checkpoint",
            "table --tournament runs/tournament",
        ),
    )
    _add_address(parser)
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="where games are kept (default: user data)"
    )
    parser.add_argument(
        "--agent",
        action="append",
        default=[],
        metavar="SPEC",
        help=f"offer one more agent; may be repeated; {SPEC_HELP}",
    )
    parser.add_argument(
        "--tournament",
        action="append",
        type=Path,
        default=[],
        metavar="PATH",
        help="show a result of 'cinqcents tournament': its folder or JSON; may be repeated",
    )
    parser.set_defaults(run=run)


def _add_address(parser: argparse.ArgumentParser) -> None:
    """Arguments that say where the table is asked for."""
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=PORT,
        metavar="N",
        help=f"port to listen on (default {PORT}); 0 takes any that is free",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on (default 127.0.0.1, which only this machine reaches)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="host name under which the table may be asked for besides localhost and plain "
        "addresses; may be repeated",
    )


def run(args: argparse.Namespace) -> int:
    """Start the server and answer until interrupted."""
    try:
        from cinqcents_env.web import server
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "cinqcents_env":
            raise
        raise Failed(f"{name} is needed: pip install 'cinqcents_env[web]'") from None
    from cinqcents_env.agents import AgentError
    from cinqcents_env.web.standings import StandingError
    from cinqcents_env.web.store import StoreError

    folder = (args.folder or server.usual_folder()).expanduser()
    with told_if_slow(WORDS), bad_input(StoreError, StandingError, AgentError):
        made = server.make_server(
            folder, agents=args.agent, tournament_files=args.tournament, names=args.name
        )
    try:
        listener = server.listening(args.host, args.port)
    except server.ServerError as error:
        raise BadInput(f"{error}; --port chooses another") from None
    with listener:
        if not server.is_loopback(args.host):
            print(
                f"warning: {args.host} is reached from other machines; whoever can reach it can "
                "play here, without a password and without encryption",
                file=sys.stderr,
            )
        print(f"table: {server.address_of(args.host, listener)}", flush=True)
        print(f"games: {folder}", flush=True)
        print("open the address in a browser; Ctrl-C ends the table", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.run(made, listener)
    return 0
