"""Loops over games shared among threads: each takes a run of neighbouring games.

Compiled loops let go of the interpreter, so plain threads suffice, and a game's
course cannot depend on how many there are. They sleep while they wait: threads that
spin until the next call, as OpenMP's do, cost a crowded machine more than they gain.
"""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np


def parts(games: int, threads: int) -> list[slice]:
    """The runs of games that the threads take: even, in order, none of them empty."""
    threads = min(games, threads)
    bounds = [games * i // threads for i in range(threads + 1)]
    return [slice(first, last) for first, last in itertools.pairwise(bounds)]


@functools.cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads that help the caller's, one set for each process (a fork has none)."""
    return ThreadPoolExecutor(threads, thread_name_prefix=f"cinqcents-{process}")


def share(games: list[slice], loop: Callable[..., Any], rules: Any, *arguments: Any) -> list[Any]:
    """Call a loop on each part of the games, the first part in the caller's own thread.

    Args:
        games: the parts, see :func:`parts`.
        loop: takes rules and arguments; lets go of the interpreter while it runs.
        arguments: arrays, one row for each game, and numbers.

    Returns:
        What the loop answered, part by part.
    """
    if len(games) == 1:
        return [loop(rules, *arguments)]

    def work(part: slice) -> Any:
        rows = (a[part] if isinstance(a, np.ndarray) else a for a in arguments)
        return loop(rules, *rows)

    pool = _pool(len(games) - 1, os.getpid())
    others = [pool.submit(work, part) for part in games[1:]]
    try:
        first = work(games[0])
    finally:
        answers = [other.result() for other in others]
    return [first, *answers]
