"""Examples in docstrings as blocks of code, for the pages made from docstrings."""

from __future__ import annotations

from typing import Any

import griffe


def fenced(text: str) -> str:
    """A docstring with each run of ``>>>`` lines, and what it prints, in a fence.

    A run ends at an empty line, as doctest has it.
    """
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        begins = line.startswith(">>> ")
        if begins and not inside:
            lines.append("```pycon")
            inside = True
        elif inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    if inside:
        lines.append("```")
    return "\n".join(lines)


class Doctests(griffe.Extension):
    """Puts the examples of every docstring into fences."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
