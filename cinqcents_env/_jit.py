"""The one place that compiles.

Every compiled function of the package goes through :func:`compiled`. Numba's
disk cache looks at one source file only, so a helper edited in one module would
leave its callers in another stale; here the cache folder is keyed by a hash of
every source that the code can come from: for the engine its own floor and those
below it, for anything above them the floors that compile as well. With
``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python on ``numpy.recarray``
views.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import numba
import numba.core.config
import numpy as np
import platformdirs

PACKAGE = Path(__file__).parent


ENGINE_SOURCES = ("_jit.py", "_words.py", "cards.py", "rulebook", "engine")
"""What compiled code of the engine can come from: nothing above it is imported there."""

COMPILED_SOURCES = (*ENGINE_SOURCES, "solvers", "agents", "evaluation")
"""What any compiled code can come from."""


def _files(names: tuple[str, ...]) -> list[Path]:
    paths = [PACKAGE / name for name in names]
    files = (path.rglob("*.py") if path.is_dir() else [path] for path in paths)
    return sorted(file for found in files for file in found)


@functools.cache
def _sources_hash(names: tuple[str, ...]) -> str:
    """Hash of some source files of the package, and of the versions that compile them."""
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for path in _files(names):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder(module: str = "cinqcents_env.engine") -> Path:
    """Folder of the compiled code of a module; ``CINQCENTS_CACHE_DIR`` overrides its parent."""
    parent = os.environ.get("CINQCENTS_CACHE_DIR") or platformdirs.user_cache_dir("cinqcents_env")
    below = module.startswith(("cinqcents_env.engine", "cinqcents_env.cards"))
    return Path(parent) / _sources_hash(ENGINE_SOURCES if below else COMPILED_SOURCES)


def compiled(function: Callable[..., Any], *, nogil: bool = True) -> Any:
    """Compile a scalar function with numba, cached on disk.

    Flags: ``cache`` so that a second process starts at once, ``nogil`` so that
    threads can share the work, ``error_model="numpy"`` because no divisor in the
    package can be zero and the check would stop vectorisation.
    """
    before = numba.core.config.CACHE_DIR
    numba.core.config.CACHE_DIR = str(cache_folder(function.__module__))
    try:
        return numba.njit(
            cache=True,
            nogil=nogil,
            error_model="numpy",
        )(function)
    finally:
        numba.core.config.CACHE_DIR = before


def bound(function: Callable[..., Any], family: str, names: Mapping[str, Any]) -> Any:
    """A copy of ``function`` in which the globals ``names`` are bound.

    The loops over games are written once and bound to each family's engine in
    this way. The qualified name carries the family, which keeps the two copies
    apart in the cache.
    """
    assert isinstance(function, types.FunctionType)
    copy = types.FunctionType(
        function.__code__,
        {**function.__globals__, **names},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__qualname__ = f"{family}.{function.__qualname__}"
    copy.__module__ = function.__module__
    copy.__doc__ = function.__doc__
    return copy


def specialise(function: Callable[..., Any], family: str, names: Mapping[str, Any]) -> Any:
    """Compile a copy of ``function`` in which the globals ``names`` are bound."""
    return compiled(bound(function, family, names))


def direct(function: Any, *arguments: Any) -> Callable[..., Any]:
    """A compiled function for arguments of these very types, without the check of their types.

    The check costs more than a move of a game does. Arguments of other types would be
    misread, so this is for callers that made every array themselves.
    """
    if interpreted():
        return cast(Callable[..., Any], function)
    signature = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(signature)
    return cast(Callable[..., Any], function.overloads[signature].entry_point)


def kernel(function: Callable[..., Any], family: str, names: Mapping[str, Any]) -> Any:
    """The same as a CUDA kernel; the scalar functions it calls are compiled for the device.

    ``cuda`` in the function is :mod:`numba.cuda`, or its simulator under
    ``NUMBA_ENABLE_CUDASIM=1``.
    """
    from numba import cuda

    return cuda.jit(bound(function, family, {**names, "cuda": cuda}))


def interpreted() -> bool:
    """True when compiled functions run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return bool(numba.core.config.DISABLE_JIT)


def records(number: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Zeroed array of records that compiled, or interpreted, functions take."""
    array = np.zeros(number, dtype=dtype)
    return array.view(np.recarray) if interpreted() else array


def announce_compilation(family: str) -> None:
    """Say on stderr what the first game of a family waits for, unless its loops are cached.

    The folder itself tells nothing: numba makes it before anything is compiled.
    """
    if interpreted() or any(cache_folder().glob(f"*/batch.{family}.*.nbi")):
        return
    print(
        "cinqcents_env: compiling the engine for this machine (once, some seconds) ...",
        file=sys.stderr,
        flush=True,
    )
