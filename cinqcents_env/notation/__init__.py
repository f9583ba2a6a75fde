"""Text and JSON: moves, positions, records."""

from __future__ import annotations

import importlib
from typing import Any

from cinqcents_env.notation.errors import NotationError, PositionError, RecordError
from cinqcents_env.notation.moves import move_index, move_text, move_texts


def codec(family: str) -> Any:
    """The family's module of ``to_position``, ``from_position`` and ``deal_of``."""
    return importlib.import_module(f"cinqcents_env.notation.{family}")


__all__ = [
    "NotationError",
    "PositionError",
    "RecordError",
    "codec",
    "move_index",
    "move_text",
    "move_texts",
]
