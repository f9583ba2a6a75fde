"""Where the worked examples of the two-player family are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Table(NamedTuple):
    """The public face of an implementation."""

    new: Callable[..., Any]
    start: Callable[[dict[str, Any]], Any]
    illegal: type[Exception]
