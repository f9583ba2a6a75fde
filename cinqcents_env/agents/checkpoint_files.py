"""The files of a checkpoint: reading with every check, writing in one stroke.

Nothing here unpickles, and nothing is read before its size has been looked at.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import stat
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents.base import CheckpointError
from cinqcents_env.agents.networks import Floats, NetworkError, check_arrays

WEIGHTS = "weights.safetensors"
META = "checkpoint.json"
CARD = "README.md"
FILES = (WEIGHTS, META, CARD)
MAX_META = 1 << 20
MAX_HEADER = 1 << 16
"""Bytes that the JSON file and the header of the weights may have."""


def safetensors_numpy() -> Any:
    """The module ``safetensors.numpy``.

    Raises:
        CheckpointError: it is not installed; names the extra that brings it.
    """
    try:
        import safetensors.numpy
    except ImportError:
        raise CheckpointError(
            "checkpoints need the package safetensors: pip install 'cinqcents_env[checkpoints]'"
        ) from None
    return safetensors.numpy


def weights_digest(data: bytes) -> str:
    """Digest of the weights file, kept in ``checkpoint.json``."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _read(path: Path, limit: int) -> bytes:
    """Contents of a regular file of at most ``limit`` bytes."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise CheckpointError(f"{path} is not a regular file")
        if info.st_size > limit:
            raise CheckpointError(f"{path} has {info.st_size} bytes; at most {limit} are read")
        with path.open("rb") as file:
            return file.read(limit + 1)[:limit]
    except FileNotFoundError:
        inside = path.parent / "checkpoint"
        hint = f"; do you mean {inside}?" if (inside / path.name).is_file() else ""
        raise CheckpointError(
            f"{path.parent} is not a checkpoint folder: {path.name} is missing{hint}"
        ) from None
    except OSError as error:
        raise CheckpointError(f"{path} cannot be read: {error.strerror}") from None


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


def read_meta(folder: Path) -> dict[str, Any]:
    """The JSON object of ``checkpoint.json``.

    Raises:
        CheckpointError: no folder, no such file, too large, or not a JSON object.
    """
    if folder.is_file():
        raise CheckpointError(
            f"{folder} is a file, a checkpoint is a folder; "
            f"a stable-baselines3 zip is brought in with import_sb3"
        )
    if not folder.is_dir():
        raise CheckpointError(f"there is no checkpoint folder {folder}")
    path = folder / META
    data = _read(path, MAX_META)
    try:
        meta = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path} is not valid JSON: {str(error)[:100]}") from None
    if not isinstance(meta, dict):
        raise CheckpointError(f"{path} must hold a JSON object, not a {type(meta).__name__}")
    return meta


def read_weights(
    folder: Path, shapes: Mapping[str, tuple[int, ...]], digest: str
) -> dict[str, Floats]:
    """The tensors of the weights file.

    Args:
        shapes: the tensors that it must hold, all float32.
        digest: what :func:`weights_digest` must give.

    Raises:
        CheckpointError: anything about the file is not as it should be.
    """
    path = folder / WEIGHTS
    body = 4 * sum(int(np.prod(shape)) for shape in shapes.values())
    data = _read(path, 8 + MAX_HEADER + body)
    _check_header(path, data, shapes, body)
    try:
        arrays = check_arrays(_from_bytes(path, data), shapes)
    except NetworkError as error:
        raise CheckpointError(f"{path}: {error}") from None
    if weights_digest(data) != digest:
        raise CheckpointError(
            f"{path} is not the file that {META} was written with: "
            f"digest {weights_digest(data)}, expected {digest[:40]}"
        )
    return arrays


def _check_header(
    path: Path, data: bytes, shapes: Mapping[str, tuple[int, ...]], body: int
) -> None:
    """Look at the header before the library does: size, names, shapes and dtypes."""
    length = struct.unpack("<Q", data[:8])[0] if len(data) >= 8 else -1
    if not 2 <= length <= MAX_HEADER:
        raise CheckpointError(
            f"{path} is not a safetensors file: a header of {length} bytes, "
            f"2 to {MAX_HEADER} are read"
        )
    if len(data) < 8 + length + body:
        raise CheckpointError(
            f"{path} is truncated: {len(data)} bytes where the network needs {8 + length + body}"
        )
    try:
        header = json.loads(data[8 : 8 + length].decode("utf-8"))
        found = {k: (v["dtype"], tuple(v["shape"])) for k, v in header.items() if k[:2] != "__"}
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise CheckpointError(f"{path} is not a safetensors file: unreadable header") from None
    for name in sorted(set(found) | set(shapes)):
        expected = ("F32", shapes[name]) if name in shapes else None
        if found.get(name) != expected:
            raise CheckpointError(
                f"{path}: tensor {name[:60]!r} is {str(found.get(name))[:80]}, "
                f"the network has {expected}"
            )


def _from_bytes(path: Path, data: bytes) -> dict[str, NDArray[Any]]:
    load = safetensors_numpy().load
    from safetensors import SafetensorError

    try:
        arrays: dict[str, NDArray[Any]] = load(data)
    except (SafetensorError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(f"{path} is not a safetensors file: {str(error)[:100]}") from None
    return arrays


def to_bytes(arrays: Mapping[str, NDArray[np.float32]]) -> bytes:
    """The arrays as a safetensors file."""
    data = safetensors_numpy().save(dict(arrays))
    assert isinstance(data, bytes)
    return data


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write a folder of files so that it appears whole or not at all.

    The files go into a hidden folder beside it, reach the disk, and take its place
    by renaming. A checkpoint that stood there is removed only after that.

    Raises:
        CheckpointError: something other than a checkpoint stands there, or the disk
            refuses. What stood there stays.
    """
    folder = Path(os.path.abspath(folder))
    if folder.exists() and not (folder.is_dir() and set(os.listdir(folder)) <= set(FILES)):
        raise CheckpointError(f"{folder} holds something other than a checkpoint; it was kept")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _scratch(folder, "part") as part:
            for name, data in contents.items():
                _write(part / name, data)
            _sync_folder(part)
            _swap(part, folder)
            _sync_folder(folder.parent)
    except OSError as error:
        raise CheckpointError(f"{folder} cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def _scratch(folder: Path, kind: str) -> Iterator[Path]:
    part = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.{kind}")
    part.mkdir()
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _swap(part: Path, folder: Path) -> None:
    """Put ``part`` in the place of ``folder``; should that fail, put the old one back."""
    if not folder.exists():
        part.rename(folder)
        return
    with _scratch(folder, "old") as old:
        folder.rename(old / "kept")
        try:
            part.rename(folder)
        except OSError:
            (old / "kept").rename(folder)
            raise
