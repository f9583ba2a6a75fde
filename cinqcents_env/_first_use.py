"""A word on stderr before what compiles for long the first time that it is called from Python."""

from __future__ import annotations

import multiprocessing
import sys

_SILENT: set[str] = set()
"""What has been said in this process, and ``"all"`` where somebody else says it."""


def silence() -> None:
    """Say nothing in this process: the command line tells what it waits for by itself."""
    _SILENT.add("all")


def announce(what: str, function: str) -> None:
    """Say that ``what`` is being compiled, unless it lies in the cache.

    Args:
        what: in words, such as ``"the solver"``.
        function: a compiled function that it needs, ``module.function`` as the cache names it.
    """
    if multiprocessing.parent_process() or _SILENT & {"all", what}:
        return
    from cinqcents_env._jit import cache_folder, interpreted, usable_folder

    _SILENT.add(what)
    if interpreted():
        return
    folder = usable_folder(cache_folder("cinqcents_env.solvers"))
    if any(folder.glob(f"*/{function}-*.nbi")):
        return
    print(
        f"cinqcents_env: compiling {what} for this machine (once, up to a minute) ...",
        file=sys.stderr,
        flush=True,
    )


__all__ = ["announce", "silence"]
