"""Text and JSON: moves, positions, records."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cinqcents_env.notation.errors import NotationError, PositionError, RecordError, ReplayError

if TYPE_CHECKING:
    from cinqcents_env.notation.moves import move_index, move_text, move_texts
    from cinqcents_env.notation.ptn import PtnDeal, PtnError, read_ptn, write_ptn

_LATER = {
    **dict.fromkeys(("move_index", "move_text", "move_texts"), "moves"),
    **dict.fromkeys(("PtnDeal", "PtnError", "read_ptn", "write_ptn"), "ptn"),
}
"""Names that need an engine, imported when first used -> their module."""


def codec(family: str) -> Any:
    """The family's module of ``to_position``, ``from_position`` and ``deal_of``."""
    return importlib.import_module(f"cinqcents_env.notation.{family}")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(importlib.import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "NotationError",
    "PositionError",
    "PtnDeal",
    "PtnError",
    "RecordError",
    "ReplayError",
    "codec",
    "move_index",
    "move_text",
    "move_texts",
    "read_ptn",
    "write_ptn",
]
