"""Figures and tables as the generated pages show them."""

from __future__ import annotations

from typing import Any

Result = dict[str, Any]


def number(value: float) -> str:
    """A figure with three digits that count."""
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    if value >= 1e3:
        return f"{value / 1e3:.3g} k"
    return f"{value:.3g}"


def ratio(value: float, base: float | None) -> str:
    """How many times a base."""
    if not base:
        return "-"
    times = value / base
    return f"{times:.0f}" if times >= 10 else f"{times:.2g}"


def table(heading: list[str], rows: list[list[str]]) -> str:
    """A Markdown table whose columns also line up as text."""
    widths = [max(len(line[i]) for line in [heading, *rows]) for i in range(len(heading))]
    rule = ["-" * width for width in widths]
    lines = [heading, rule, *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def machine_line(result: Result) -> str:
    """One paragraph on where a result comes from."""
    where = result["machine"]
    packages = ", ".join(f"{name} {version}" for name, version in where["packages"].items())
    return (
        f"{where['processor']}, {where['cores']} cores, load {where['load']} at the start; "
        f"Python {where['python']}, {packages}."
    )
