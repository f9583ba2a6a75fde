"""Errors of everything that comes in as text."""

from __future__ import annotations


class NotationError(ValueError):
    """A move text that no move of the rule set has."""


class PositionError(ValueError):
    """A position that cannot be; ``field`` names where it is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"position field {field!r}: {message}")
        self.field = field


class RecordError(ValueError):
    """A record that cannot be read or does not replay."""


class ReplayError(RecordError):
    """A record that can be read, but the game does not go as it says."""
