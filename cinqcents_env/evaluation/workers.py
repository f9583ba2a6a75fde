"""Work spread over processes: tasks in, results as they come."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Environment variables that keep each worker to one core."""
AHEAD = 4
"""Tasks handed out at a time, for each worker: results are not kept once they are told."""


def all_cores() -> int:
    """Number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def scattered(
    function: Callable[[Task], Result], tasks: Sequence[Task], workers: int = 1
) -> Iterator[tuple[int, Result]]:
    """Results of a function over tasks, with the number of the task, in no fixed order.

    Args:
        function: of a module, so that another process finds it.
        tasks: picklable unless there is one worker.
        workers: processes; with 1 everything happens in this one, in order.

    A script that uses more than one worker needs ``if __name__ == "__main__":``, since
    each worker imports it anew. Workers end with this process, however it ends.
    """
    workers = min(workers, len(tasks))
    if workers <= 1:
        for index, task in enumerate(tasks):
            yield index, function(task)
        return
    context = multiprocessing.get_context("spawn")
    with _one_thread_each(), ProcessPoolExecutor(workers, context, _prepare) as pool:
        waiting, running = iter(enumerate(tasks)), dict[Future[Result], int]()
        try:
            while True:
                for index, task in itertools.islice(waiting, AHEAD * workers - len(running)):
                    running[pool.submit(function, task)] = index
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start now use one thread, unless the user has said otherwise."""
    added = [name for name in ONE_THREAD if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _prepare() -> None:
    """Die of an interrupt without a word, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
