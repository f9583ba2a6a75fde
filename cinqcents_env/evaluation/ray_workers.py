"""Work spread over a Ray cluster: tasks in, results as they come.

Results are those of :func:`cinqcents_env.evaluation.workers.scattered`: a task whose worker
or machine is lost is run again elsewhere, and counts once. Needs the extra ``dist``, and
this package, from the same sources, on every machine.
"""

from __future__ import annotations

import functools
import itertools
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from cinqcents_env.evaluation.workers import AHEAD, ONE_THREAD

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES = 8
"""Times that a task is run again because its worker or machine was lost."""
TCP_SECONDS, PROBE_SECONDS = 3.0, 60.0
"""How long an address may take to answer, and Ray there to let us in."""
HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
SETTINGS = 4
"""What opens an HTTP/2 connection, as Ray's are, and the kind of frame that answers it."""
LOCAL, AUTO = "local", "auto"
PROBE = "import sys, ray; ray.init(address=sys.argv[1], log_to_driver=False)"


class ClusterError(RuntimeError):
    """No Ray cluster at an address, or one that cannot do the work."""


@functools.cache
def sources() -> str:
    """What this package is made of: version, and a hash of its sources."""
    from cinqcents_env import __version__

    digest, package = blake2b(digest_size=8), Path(__file__).parents[1]
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package)}\0".encode() + path.read_bytes())
    return f"{__version__} ({digest.hexdigest()})"


def run_task(function: Callable[[Any], Any], task: Any, expected: str) -> Any:
    """What a worker does: the function on the task, if it is of the driver's package.

    Raises:
        ClusterError: this machine has another version of the package.
    """
    if sources() != expected:
        raise ClusterError(
            f"{socket.gethostname()} has cinqcents_env {sources()}, this machine {expected}; "
            "install the same on every machine"
        )
    return function(task)


def check_address(address: str) -> None:
    """Raise ClusterError, within seconds, for a text that is no address or where nothing answers.

    Ray itself would try for minutes.
    """
    if address in (LOCAL, AUTO):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ClusterError(
            f"address {address[:80]!r} is not valid; it is HOST:PORT, ray://HOST:PORT, "
            f"{AUTO!r} (the Ray of this machine) or {LOCAL!r} (one started for this)"
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), TCP_SECONDS) as line:
            line.settimeout(TCP_SECONDS)
            line.sendall(HELLO)
            answer = line.recv(9)
    except OSError as error:
        why = error.strerror or str(error)
        raise ClusterError(f"no Ray answers at {address}: {why}") from None
    if len(answer) < 4 or answer[3] != SETTINGS:
        raise ClusterError(f"no Ray answers at {address}; something else does")


def probe(address: str) -> None:
    """Raise ClusterError unless a Ray that we can use is at an address.

    Where it is none of ours, as of another version, Ray may end the process: so another
    process tries first.
    """
    command = [sys.executable, "-W", "ignore", "-c", PROBE, address]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=PROBE_SECONDS)
    except subprocess.TimeoutExpired:
        raise ClusterError(
            f"Ray at {address} lets nobody in within {PROBE_SECONDS:.0f} seconds"
        ) from None
    if told.returncode != 0:
        lines = [line for line in told.stderr.splitlines() if line.strip()]
        raise ClusterError(f"no Ray to use at {address}: {lines[-1][:300] if lines else 'none'}")


def connected(address: str) -> bool:
    """Join the cluster, unless this process is part of one; returns whether it was joined.

    Raises:
        ClusterError: there is none at the address.
        ModuleNotFoundError: ``ray`` is not installed.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    if ray.is_initialized():
        return False
    check_address(address)
    if address != LOCAL:
        probe(address)
    settings: dict[str, Any] = {"include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"env_vars": dict.fromkeys(ONE_THREAD, "1")},
            **settings,
        )
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise ClusterError(f"no Ray to use at {address}: {str(error)[:300]}") from None
    return True


def scattered_on_ray(
    function: Callable[[Task], Result], tasks: Sequence[Task], address: str = AUTO
) -> Iterator[tuple[int, Result]]:
    """Results of a function over tasks, with the number of the task, in no fixed order.

    Args:
        function: of a module of this package.
        tasks: picklable.
        address: ``HOST:PORT`` or ``ray://HOST:PORT`` of a cluster, ``"auto"`` for the one
            that runs on this machine, ``"local"`` for one that is started for this.

    Raises:
        ClusterError: no cluster, another version of the package on it, or a task whose
            workers were lost again and again.
        ModuleNotFoundError: ``ray`` is not installed.
    """
    joined = connected(address)
    import ray

    try:
        yield from _results(ray, function, tasks)
    except ray.exceptions.RayError as error:
        raise ClusterError(f"the work on Ray failed: {str(error).splitlines()[0]}") from None
    finally:
        if joined:
            ray.shutdown()


def _results(
    ray: Any, function: Callable[[Task], Result], tasks: Sequence[Task]
) -> Iterator[tuple[int, Result]]:
    """Hand out some tasks ahead, and tell results as they come."""
    remote = ray.remote(max_retries=RETRIES, num_cpus=1)(run_task)
    waiting, running = iter(enumerate(tasks)), dict[Any, int]()
    expected = sources()
    while True:
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        for index, task in itertools.islice(waiting, max(0, ahead - len(running))):
            running[remote.remote(function, task, expected)] = index
        if not running:
            return
        ready, _ = ray.wait(list(running), num_returns=1)
        for reference in ready:
            yield running.pop(reference), _got(ray, reference)


def _got(ray: Any, reference: Any) -> Any:
    """A result, or the error that the function raised, as it raised it."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, Exception):
            raise cause from None
        raise
