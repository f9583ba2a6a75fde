"""A sign of life while something takes its time; loads nothing heavy, so that it can come first."""

from __future__ import annotations

import contextlib
import multiprocessing
import sys
from collections.abc import Iterator

GETTING_READY = "getting ready (the first time the engine and the agents are compiled)"


@contextlib.contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show on a terminal that something is going on, until it is done.

    Nothing is shown where output is piped, nor in a worker process, which shares the terminal.
    """
    if not sys.stderr.isatty() or multiprocessing.parent_process() is not None:
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield


__all__ = ["GETTING_READY", "waiting"]
