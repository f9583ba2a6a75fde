"""The part of a search agent's specification after its colon: ``64?ms=20&threads=2``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinqcents_env.agents.base import AgentError
from cinqcents_env.rulebook import suggestion

OPTIONS = {"ms": (1, 3_600_000), "threads": (1, 1024), "depth": (0, 5), "exact": (0, 1)}
"""Options after a question mark, with the least and the most that they take."""


@dataclass(frozen=True)
class SearchOptions:
    """What a search agent is told.

    Attributes:
        number: worlds, or simulations.
        ms: milliseconds a decision after which no more are begun; 0 for no such limit.
        threads: threads that share the rows of a batch.
        depth: tricks from which the playouts of Five Hundred go on double dummy; 0: none.
        exact: 1: where every card is known, the solver's values are taken instead.
    """

    number: int
    ms: int = 0
    threads: int = 1
    depth: int = 0
    exact: int = 1


def parse_options(spec: str, argument: str, most: int, valid: Sequence[str]) -> SearchOptions:
    """Read ``N``, or ``N?NAME=VALUE&NAME=VALUE`` with names out of ``valid``.

    Raises:
        AgentError: N or an option is not valid; says what is.
    """
    number, _, rest = argument.partition("?")
    values = {"number": whole(spec, "its number", number, 1, most)}
    for item in rest.split("&") if "?" in argument else ():
        name, _, text = item.partition("=")
        if name not in valid:
            raise AgentError(
                f"agent {spec!r}: unknown option {name!r}{suggestion(name, list(valid))}; "
                f"valid: {', '.join(f'{option}=NUMBER' for option in valid)}"
            )
        if name in values:
            raise AgentError(f"agent {spec!r}: option {name} is given twice")
        values[name] = whole(spec, name, text, *OPTIONS[name])
    return SearchOptions(**values)


def whole(spec: str, name: str, text: str, low: int, high: int) -> int:
    """A whole number from low to high.

    Raises:
        AgentError: the text is none.
    """
    digits = text if len(text) <= 12 and text.isascii() and text.isdigit() else ""
    if not digits or not low <= int(digits) <= high:
        raise AgentError(
            f"agent {spec[:60]!r}: {name} {text[:20]!r} is not valid; "
            f"it is a whole number {low} to {high}"
        )
    return int(digits)
