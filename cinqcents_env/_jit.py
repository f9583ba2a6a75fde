"""The one place that compiles.

Every compiled function of the package goes through :func:`compiled`. Numba's
disk cache looks at one source file only, so a helper edited in one module would
leave its callers in another stale; here the cache folder is keyed by a hash of
every source that the code can come from: for the engine its own floor and those
below it, for anything above them the floors that compile as well. Processes that
share the folder compile in turn: one does, the others wait and load. With
``NUMBA_DISABLE_JIT=1`` the same functions run as plain Python on ``numpy.recarray``
views.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import shutil
import sys
import tempfile
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numba
import numba.core.config
import numpy as np
import platformdirs
from numba import int64
from numba.core.cgutils import true_bit
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload

PACKAGE = Path(__file__).parent


ENGINE_SOURCES = ("_jit.py", "_words.py", "cards.py", "rulebook", "engine")
"""What compiled code of the engine can come from: nothing above it is imported there."""

COMPILED_SOURCES = (*ENGINE_SOURCES, "solvers", "agents")
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


@functools.cache
def usable_folder(folder: Path) -> Path:
    """The folder, or a copy of it for this process alone where nothing can be written there."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        return folder
    spare = Path(tempfile.mkdtemp(prefix="cinqcents-"))
    if folder.is_dir():
        shutil.copytree(folder, spare, dirs_exist_ok=True)
    atexit.register(_drop, spare, os.getpid())
    return spare


def _drop(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # not in a fork of the process that made it
        shutil.rmtree(folder, ignore_errors=True)


LONGEST_WAIT = 600.0
"""Seconds after which a process compiles beside another that still holds its turn."""

_IMPATIENT: set[Path] = set()
"""Folders for whose turn this process has waited in vain; it does not wait again."""


@functools.cache
def _lock(folder: Path, process: int) -> Any:
    """The lock file of a folder; the system frees it when its holder ends, however it does."""
    from filelock import FileLock

    return FileLock(folder / "compiling.lock", timeout=LONGEST_WAIT, thread_local=False)


@contextlib.contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Hold a folder's lock, or go without where there can be none or it has taken too long."""
    with global_compiler_lock, contextlib.ExitStack() as held:
        if folder not in _IMPATIENT:
            try:
                held.enter_context(_lock(folder, os.getpid()))
            except (OSError, NotImplementedError):  # a timeout is an OSError
                _IMPATIENT.add(folder)
        yield


def compiled(
    function: Callable[..., Any],
    *,
    nogil: bool = True,
    inlined: bool = False,
    borrows: bool = False,
) -> Any:
    """Compile a scalar function with numba, cached on disk.

    Flags: ``cache`` so that a second process starts at once, ``nogil`` so that
    threads can share the work, ``error_model="numpy"`` because no divisor in the
    package can be zero and the check would stop vectorisation.

    Args:
        nogil: let go of the interpreter.
        inlined: put the function into its callers, for an array costs seven arguments
            of a call.
        borrows: see :func:`borrowing`.
    """
    folder = usable_folder(cache_folder(function.__module__))
    before = numba.core.config.CACHE_DIR
    numba.core.config.CACHE_DIR = str(folder)
    try:
        dispatcher = numba.njit(
            cache=True,
            nogil=nogil,
            error_model="numpy",
            forceinline=inlined,
            _nrt=not borrows,
        )(function)
    finally:
        numba.core.config.CACHE_DIR = before
    return dispatcher if interpreted() else _in_turn(dispatcher, folder)


def _in_turn(dispatcher: Any, folder: Path) -> Any:
    """Make a function wait for its turn before it looks into the cache or compiles."""
    compile_or_load = dispatcher.compile

    def compile_in_turn(signature: Any) -> Any:
        with turn(folder):
            return compile_or_load(signature)

    dispatcher.compile = compile_in_turn
    return dispatcher


def borrowing(function: Callable[..., Any]) -> Any:
    """Compile a function that only reads and writes the arrays it is given.

    It may neither make an array nor return one. References to its arrays are then not
    counted, which in the loops over games takes longer than the work itself.
    """
    return compiled(function, borrows=True)


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


def specialise(
    function: Callable[..., Any], family: str, names: Mapping[str, Any], **flags: bool
) -> Any:
    """Compile a copy of ``function`` in which the globals ``names`` are bound.

    Args:
        flags: of :func:`compiled`.
    """
    return compiled(bound(function, family, names), **flags)


def lowest_bit(word: Any) -> int:
    """Index of the lowest 1 of an int64 that is not 0; a single instruction once compiled."""
    bits = int(word)
    return (bits & -bits).bit_length() - 1


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(context: Any, word: Any) -> Any:
    def generate(_: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], true_bit)

    return int64(int64), generate


@overload(lowest_bit, strict=False)  # type: ignore[untyped-decorator]
def _lowest_bit(word: Any) -> Callable[[Any], Any]:
    return lambda word: _trailing_zeros(word)


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
    folder = cache_folder()
    if interpreted() or any(usable_folder(folder).glob(f"*/batch.{family}.*.nbi")):
        return
    lasting = usable_folder(folder) == folder
    often = "once" if lasting else f"in every process, for {folder} cannot be written"
    print(
        f"cinqcents_env: compiling the engine for this machine ({often}, some seconds) ...",
        file=sys.stderr,
        flush=True,
    )
