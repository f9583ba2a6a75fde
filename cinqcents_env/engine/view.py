"""View: what one seat may know of a game, as an object."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env.rulebook.options import Rules


class View:
    """What one seat may know, read by field name.

    Pairs and seats are relative: 0 is the viewer, then the others in the order of
    play. The fields are those of the family's ``VIEW`` dtype.

    Attributes:
        rules: the rules in force.
        record: structured array of shape (1,), dtype ``VIEW`` of the family.
    """

    __slots__ = ("record", "rules")

    def __init__(self, rules: Rules, record: np.ndarray[Any, Any]) -> None:
        self.rules = rules
        self.record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        names = self.record.dtype.names or ()
        if name not in names:
            raise AttributeError(f"a view has no field {name!r}; its fields: {', '.join(names)}")
        value = self.record[name][0]
        return value if isinstance(value, np.ndarray) else value.item()

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.rules, self.record)

    def __bytes__(self) -> bytes:
        return self.record.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"View(rules={self.rules.ruleset!r}, seat={self.seat})"
