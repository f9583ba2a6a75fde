"""Where the work of a verb is done: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import argparse
import contextlib
import functools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from cinqcents_env.cli.common import BadInput, Failed, whole_number

MAX_WORKERS = 1024
KEPT = "what was finished is kept, and the same command goes on from there"


def add_engine_arguments(parser: argparse.ArgumentParser) -> None:
    """Add ``--workers``, ``--engine`` and ``--address``."""
    parser.add_argument(
        "--workers", type=whole_number(1, MAX_WORKERS), help="processes (default: all cores)"
    )
    parser.add_argument(
        "--engine",
        choices=("local", "ray"),
        default="local",
        help="processes of this machine (default), or a Ray cluster; the result is the same",
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS",
        help="of the Ray cluster: HOST:PORT, ray://HOST:PORT, auto (the one of this machine, the "
        "default), or local (one started for this command)",
    )


def scatter_from(args: argparse.Namespace) -> Callable[..., Any] | None:
    """What spreads the work as the arguments say; None for processes.

    Raises:
        BadInput: an argument of the other engine is given.
        Failed: nothing answers at the address.
    """
    if args.engine == "local":
        if args.address is not None:
            raise BadInput("--address is of --engine ray")
        return None
    if args.workers is not None:
        raise BadInput("--workers is of --engine local; on Ray the cluster says how many")
    from cinqcents_env.evaluation.ray_workers import AUTO, check_address, scattered_on_ray

    address = args.address or AUTO
    with engine_errors(kept=False):
        check_address(address)
    return functools.partial(scattered_on_ray, address=address)


@contextlib.contextmanager
def engine_errors(*, kept: bool) -> Iterator[None]:
    """Turn what may go wrong with workers into :class:`Failed`.

    What is printed meanwhile goes to stderr: Ray tells on stdout of machines and workers that it
    has lost, and the answer, with ``--json`` above all, is to be the same whatever was lost.

    Args:
        kept: whether what was finished is kept.
    """
    from concurrent.futures.process import BrokenProcessPool

    from cinqcents_env.evaluation.ray_workers import ClusterError

    more = f"; {KEPT}" if kept else ""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except ClusterError as error:
        raise Failed(str(error)) from None
    except KeyboardInterrupt:
        if not kept:
            raise
        raise Failed(f"interrupted{more}") from None
    except BrokenProcessPool:
        raise Failed(f"a worker process was killed{more}") from None
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise Failed("ray is needed: pip install 'cinqcents_env[dist]'") from None
