"""A progress bar on stderr for what takes longer than two seconds."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from cinqcents_env.cli.common import is_terminal

DELAY = 2.0
"""Seconds before anything is shown."""
LINE_EVERY = 5.0
"""Seconds between two lines where there is no bar."""


class Advance(Protocol):
    """What the work calls as it gets on."""

    def __call__(self, amount: int) -> None: ...


@contextlib.contextmanager
def progress(words: str, total: int, *, at_most: bool = False) -> Iterator[Advance]:
    """Show how far some work has come; nothing when output is piped or it is quick.

    Args:
        words: what is done.
        total: the sum of the amounts that the yielded function will be given.
        at_most: the work may end before that, so that the time left is not known.
    """
    if not (is_terminal(sys.stderr) and is_terminal(sys.stdout)):
        yield lambda amount: None
        return
    try:
        import rich.progress
    except ImportError:
        with _lines(words, total) as advance:
            yield advance
        return
    with _bar(rich.progress, words, total, at_most) as advance:
        yield advance


@contextlib.contextmanager
def told_if_slow(words: str) -> Iterator[None]:
    """Say in a line what is done, should it take long, and from time to time for how long.

    Nothing when output is piped.
    """
    if not (is_terminal(sys.stderr) and is_terminal(sys.stdout)):
        yield
        return
    done = threading.Event()
    clock = threading.Thread(target=_waiting, args=(words, done), daemon=True)
    clock.start()
    try:
        yield
    finally:
        done.set()
        clock.join()


def _waiting(words: str, done: threading.Event) -> None:
    """The lines of :func:`told_if_slow`, until ``done`` is set."""
    begun = time.monotonic()
    if done.wait(DELAY):
        return
    print(words, file=sys.stderr, flush=True)
    while not done.wait(LINE_EVERY):
        print(f"  {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


def tell(words: str) -> None:
    """Say what begins now; nothing when output is piped."""
    if is_terminal(sys.stderr) and is_terminal(sys.stdout):
        print(words, file=sys.stderr, flush=True)


def telling(advance: Advance, amount: Callable[[Any, Any], int]) -> Any:
    """A ``map`` that advances with each result by ``amount(item, result)``."""

    def spread(work: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            result = work(item)
            advance(amount(item, result))
            yield result

    return spread


@contextlib.contextmanager
def _lines(words: str, total: int) -> Iterator[Advance]:
    """Plain lines, the first after the delay, whether there was any advance or not."""
    done, next_line = 0, time.monotonic() + DELAY

    def say() -> None:
        nonlocal next_line
        next_line = time.monotonic() + LINE_EVERY
        print(f"{words}: {done} of {total}", file=sys.stderr, flush=True)

    def advance(amount: int) -> None:
        nonlocal done
        done += amount
        if time.monotonic() >= next_line and done < total:
            say()

    timer = threading.Timer(DELAY, say)
    timer.daemon = True
    timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        timer.join()


@contextlib.contextmanager
def _bar(library: Any, words: str, total: int, at_most: bool) -> Iterator[Advance]:
    """A bar that appears after the delay and goes when the work is done."""
    import rich.console

    bar = library.Progress(
        library.TextColumn("{task.description}"),
        library.BarColumn(),
        library.MofNCompleteColumn(),
        library.TimeElapsedColumn(),
        *(() if at_most else (library.TextColumn("left"), library.TimeRemainingColumn())),
        console=rich.console.Console(file=sys.stderr),
        transient=True,
    )
    task = bar.add_task(words, total=total)
    timer = threading.Timer(DELAY, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda amount: bar.advance(task, amount)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
