"""Reading the fields of a position, with an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cinqcents_env._words import shown
from cinqcents_env.cards import CardError, Pack
from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.notation.errors import PositionError
from cinqcents_env.rulebook import Rules, RulesError
from cinqcents_env.rulebook import rules as find_rules


class Fields:
    """The fields of one position, each read with its default.

    Args:
        data: the JSON object.
        known: names of all fields.
        inside: the field that holds this object, for the errors.

    Raises:
        PositionError: not an object, or a field that does not exist.
    """

    def __init__(self, data: Any, known: Sequence[str], inside: str = "") -> None:
        self._inside = f"{inside}." if inside else ""
        if not isinstance(data, Mapping):
            raise PositionError("position", f"is a JSON object, not {type(data).__name__}")
        for name in data:
            if name not in known:
                raise self.error(str(name), f"does not exist; fields: {', '.join(known)}")
        self.data = data
        self._named: dict[str, str] = {}

    def error(self, name: str, message: str) -> PositionError:
        """The error that names a field, and the field around it where there is one."""
        return PositionError(self._inside + name, message)

    def given(self, name: str) -> bool:
        """True if the field stands in the position and is not null."""
        return self.data.get(name) is not None

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number from low to high."""
        return self.check_number(self._inside + name, self.data.get(name, default), low, high)

    @staticmethod
    def check_number(name: str, value: Any, low: int, high: int) -> int:
        """The value, if it is a whole number from low to high."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise PositionError(name, f"takes a whole number {low} to {high}, not {shown(value)}")
        return value

    def numbers(self, name: str, default: list[int], low: int, high: int) -> list[int]:
        """A list of whole numbers, as long as the default."""
        values = self.sequence(name, default)
        return [self.check_number(name, value, low, high) for value in values]

    def flag(self, name: str) -> bool:
        """true or false (the default)."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise self.error(name, f"takes true or false, not {shown(value)}")
        return value

    def choice(self, name: str, default: str, values: Sequence[str]) -> str:
        """One of some texts."""
        value = self.data.get(name, default)
        if not isinstance(value, str) or value not in tuple(values):
            raise self.error(name, f"takes one of {', '.join(values)}, not {shown(value)}")
        return value

    def section(self, name: str, known: Sequence[str]) -> Fields:
        """The fields of an object inside the position; null or left out: an empty one."""
        value = self.data.get(name)
        if value is not None and not isinstance(value, Mapping):
            raise self.error(name, f"takes an object or null, not {shown(value)}")
        return Fields(value or {}, known, inside=name)

    def sequence(self, name: str, default: list[Any]) -> list[Any]:
        """A list as long as the default."""
        value = self.data.get(name, default)
        if not isinstance(value, list | tuple) or len(value) != len(default):
            raise self.error(name, f"takes a list of {len(default)}, not {shown(value)}")
        return list(value)

    def cards(self, name: str, pack: Pack, value: Any, *, claim: bool = True) -> list[int]:
        """Card indices of a text such as ``"AS TH"`` or of a list of card texts.

        With ``claim`` the cards lie here and can lie nowhere else.
        """
        if isinstance(value, str):
            value = value.split()
        if not isinstance(value, list | tuple):
            raise self.error(name, f"takes cards such as 'AS TH', not {shown(value)}")
        indices = []
        for card in value:
            try:
                indices.append(pack.index(card))
            except CardError as error:
                raise self.error(name, str(error)) from None
            if claim and card in self._named:
                raise self.error(name, f"{card} lies in {self._named[card]!r} already")
            if claim:
                self._named[card] = name
        if len(set(indices)) != len(indices):
            raise self.error(name, "names a card twice")
        return indices

    def card(self, name: str, pack: Pack, value: Any, *, claim: bool = True) -> int:
        """Index of one card, or -1 for null."""
        if value is None:
            return -1
        if not isinstance(value, str):
            raise self.error(name, f"takes a card such as 'AS' or null, not {shown(value)}")
        return self.cards(name, pack, [value], claim=claim)[0]

    def seed(self) -> int:
        """The seed of the deals to come."""
        return self.number("seed", 0, 0, SEED_LIMIT - 1)


def rules_of(data: Any) -> Rules:
    """The rules that a position or record names in ``rules`` and ``options``.

    Raises:
        PositionError: they do not exist or contradict each other.
    """
    if not isinstance(data, Mapping):
        raise PositionError("position", f"is a JSON object, not {type(data).__name__}")
    options = data.get("options", {})
    if not isinstance(options, Mapping):
        raise PositionError("options", f"takes an object, not {shown(options)}")
    try:
        base = find_rules(data.get("rules", "classic"))
    except RulesError as error:
        raise PositionError("rules", str(error)) from None
    try:
        return base.replace(**{str(k): v for k, v in options.items()}) if options else base
    except RulesError as error:
        raise PositionError("options", str(error)) from None
