"""What is said where a library that an extra brings is not installed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Let imports that fail inside say which extra brings the library, in one line.

    Raises:
        ModuleNotFoundError: that of the import, in these words.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        said = f"{error.name} is needed: pip install 'cinqcents_env[{extra}]'"
        raise ModuleNotFoundError(said, name=error.name) from None
