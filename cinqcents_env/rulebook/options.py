"""What both families' option classes share: declaring, checking and changing options."""

from __future__ import annotations

import dataclasses
import difflib
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

from cinqcents_env._words import shown
from cinqcents_env.cards import Pack


class RulesError(ValueError):
    """An unknown rule set or option, a bad value, or values that contradict each other."""


def suggestion(wrong: str, known: Sequence[str]) -> str:
    """`` (did you mean 'x'?)`` when something close exists, else nothing."""
    close = difflib.get_close_matches(wrong, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


@dataclasses.dataclass(frozen=True)
class Check:
    """What an option accepts: ``accepts(value)``, and the words that say so."""

    accepts: Callable[[Any], bool]
    words: str


def _is_int(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def one_of(*values: Any) -> Check:
    """Accepts exactly these values (True is not 1)."""
    words = "one of " + ", ".join(repr(value) for value in values)
    return Check(lambda v: any(type(v) is type(x) and v == x for x in values), words)


def whole_number(low: int, high: int = 100_000) -> Check:
    """Accepts integers from low to high."""
    return Check(lambda v: _is_int(v) and low <= v <= high, f"a whole number {low} to {high}")


YES_NO = Check(lambda v: isinstance(v, bool), "True or False")


def option(default: Any, check: Check, why: str, help: str) -> Any:
    """A dataclass field for one option: its default, check, rule reference and meaning."""
    return dataclasses.field(default=default, metadata={"check": check, "why": why, "help": help})


@dataclasses.dataclass(frozen=True)
class Rules:
    """Base of the option classes. Fields other than ``ruleset`` are the options."""

    family: ClassVar[str]

    ruleset: str = dataclasses.field(default="", metadata={"help": "name of the rule set"})
    target: int = option(500, whole_number(1), "CL22, A-17", "points that win the game")
    single_deal: bool = option(False, YES_NO, "", "the game is one deal, won by the margin")
    max_deals: int = option(100, whole_number(1, 30_000), "", "deals before the game is cut off")

    @property
    def players(self) -> int:
        """Number of seats."""
        return 2

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):
            if "check" in item.metadata:
                self._check_one(item)
        self._check_together()

    def _check_one(self, item: dataclasses.Field[Any]) -> None:
        value = getattr(self, item.name)
        if isinstance(value, list):
            value = tuple(value)
            object.__setattr__(self, item.name, value)
        check: Check = item.metadata["check"]
        if not check.accepts(value):
            raise RulesError(
                f"{self.ruleset}: option {item.name}={shown(value)} is not valid; "
                f"it takes {check.words}"
            )
        if _is_int(value):
            object.__setattr__(self, item.name, int(value))

    def _check_together(self) -> None:
        """Refuse values that contradict each other. Raises RulesError."""

    def _derived(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Values of dependent options that follow from the given ones."""
        return {}

    @property
    def cards(self) -> Pack:
        """The pack in use."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Seats that score together; each seat alone where there are no partners."""
        return tuple((seat,) for seat in range(self.players))

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """Names of all options, in the order of the table."""
        return tuple(f.name for f in dataclasses.fields(cls) if "check" in f.metadata)

    def replace(self, **options: Any) -> Self:
        """The same rules with some options changed.

        Raises:
            RulesError: unknown option, bad value, or contradiction.
        """
        names = self.option_names()
        for name in options:
            if name not in names:
                raise RulesError(
                    f"{self.ruleset}: unknown option {name!r}{suggestion(name, names)}; "
                    f"valid options: {', '.join(names)}"
                )
        changed = {**self._derived(options), **options}
        return dataclasses.replace(self, **changed)

    def options(self) -> dict[str, Any]:
        """All options as JSON values (tuples become lists)."""
        values = {name: getattr(self, name) for name in self.option_names()}
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}

    def changed_from(self, base: Rules) -> dict[str, Any]:
        """The options in which these rules differ from ``base``, as JSON values."""
        theirs = base.options()
        return {k: v for k, v in self.options().items() if theirs[k] != v}
