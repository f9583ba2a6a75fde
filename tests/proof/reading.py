"""Reading an observation back by the names of its layout."""

from __future__ import annotations

from typing import Any

import numpy as np

import cinqcents_env as cc

Floats = np.ndarray[Any, np.dtype[np.float32]]


class Reading:
    """The blocks of one observation, taken apart by ``observation_layout`` alone."""

    def __init__(self, rules: cc.Rules, observation: Floats) -> None:
        self.rules = rules
        self.pack = rules.cards.cards
        self._slices = {name: part for name, part, _ in cc.observation_layout(rules)}
        self._observation = observation

    def block(self, name: str) -> list[float]:
        """The features of a block."""
        return [float(x) for x in self._observation[self._slices[name]]]

    def number(self, name: str, unit: float) -> int:
        """A scaled whole number."""
        return round(self.block(name)[0] * unit)

    def numbers(self, name: str, unit: float) -> list[int]:
        """Scaled whole numbers."""
        return [round(x * unit) for x in self.block(name)]

    def flag(self, name: str) -> bool:
        """A feature that is 0 or 1."""
        return self.block(name)[0] == 1.0

    def members(self, name: str) -> list[int]:
        """Indices of the features that are set."""
        return [i for i, x in enumerate(self.block(name)) if x]

    def only(self, name: str) -> int | None:
        """Index of the one feature that is set, None if none is."""
        found = self.members(name)
        return found[0] if found else None

    def cards(self, name: str) -> list[str]:
        """Cards of a block."""
        return [self.pack[i] for i in self.members(name)]

    def per_seat(self, name: str, players: int) -> list[list[int]]:
        """Set features of each seat's part of a block."""
        parts = np.array(self.block(name)).reshape(players, -1)
        return [np.flatnonzero(part).tolist() for part in parts]
