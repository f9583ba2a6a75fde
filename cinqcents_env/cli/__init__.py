"""The command line ``cinqcents``: one verb a file, each with ``add_parser`` and ``run``.

Exit status: 0, 1 (what was asked about failed, or the command was interrupted),
2 (bad input). Whatever goes wrong is told in one line on stderr.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
import traceback
from collections.abc import Sequence

from cinqcents_env._first_use import silence
from cinqcents_env.cli import (
    analyse,
    benchmark,
    browser,
    draw,
    exploit,
    film,
    generate,
    import_sb3,
    info,
    match,
    play,
    regret,
    replay,
    rules,
    tournament,
)
from cinqcents_env.cli.common import PROG, BadInput, Failed, Parser, complain
from cinqcents_env.cli.progress import told_if_slow

VERBS = (
    rules,
    play,
    match,
    tournament,
    benchmark,
    regret,
    exploit,
    analyse,
    replay,
    generate,
    draw,
    film,
    browser,
    info,
    import_sb3,
)
"""Verb modules, in the order in which ``--help`` lists them."""

READERS = ("rules",)
"""Verbs that only read data and need no engine."""
NO_ROOM = (
    "compiled code cannot be kept: {}; make room in {} or name another folder by "
    "CINQCENTS_CACHE_DIR; files that were finished are kept"
)
TRACEBACK = "CINQCENTS_TRACEBACK"
"""Environment variable: when set, an unexpected error shows where it arose."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    from cinqcents_env import __version__

    parser = Parser(
        prog=PROG,
        description="Play, measure and look up the card games called cinq cents.",
        epilog=f"'{PROG} VERB --help' shows a verb's arguments, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"{PROG} {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    for module in VERBS:
        module.add_parser(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: arguments without the program's name; None takes those of the process.

    Returns:
        The exit status: 0, 1 or 2.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    status = 0
    try:
        status = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        return complain("", f"output cannot be written: {error.strerror}", 1)
    return status


def _run(argv: Sequence[str] | None) -> int:
    """Parse and run, every error but one of output turned into a status."""
    verb = ""
    try:
        silence()
        args = build_parser().parse_args(argv)
        verb = args.verb
        if verb not in READERS:
            with told_if_slow("loading ..."):
                importlib.import_module("cinqcents_env.agents")
        status: int = args.run(args)
    except SystemExit as done:  # argparse: after --help, --version or a usage error
        return done.code if isinstance(done.code, int) else 2
    except BadInput as error:
        return complain(verb, str(error), 2)
    except Failed as error:
        return complain(verb, str(error), 1)
    except KeyboardInterrupt:
        return complain(verb, "interrupted", 1)
    except OSError as error:
        if not _keeping_compiled_code(error):
            raise  # output that cannot be written
        from cinqcents_env._jit import cache_folder

        return complain(verb, NO_ROOM.format(error.strerror, cache_folder().parent), 1)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        kind = type(error).__name__
        return complain(verb, f"unexpected {kind}: {error}; {TRACEBACK}=1 shows where", 1)
    return status


def _keeping_compiled_code(error: OSError) -> bool:
    """True if it was numba that could not write."""
    frames = traceback.walk_tb(error.__traceback__)
    return any(f.f_globals.get("__name__") == "numba.core.caching" for f, _ in frames)


def _discard_output() -> None:
    """The reader is gone: nothing more is written, at exit neither."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


__all__ = ["VERBS", "build_parser", "main"]
