"""The strength of a shipped checkpoint, carried into its model card from the result file."""

from __future__ import annotations

import re
from pathlib import Path

from report_evaluation import strength_text
from tables import Result

from cinqcents_env.agents.checkpoint import shipped_checkpoints

BEGIN, END = "<!-- benchmarks: strength-of-this -->", "<!-- benchmarks: end -->"


def model_cards() -> dict[Path, str]:
    """Model card -> name, of every shipped checkpoint."""
    return {Path(folder) / "README.md": name for name, folder in shipped_checkpoints().items()}


def with_strength(card: str, name: str, result: Result | None) -> str:
    """A model card with its section of strength as the result has it; without one if it has none.

    Rows of ``name?exact`` stand beside those of ``name``.
    """
    block = rf"\n{re.escape(BEGIN)}.*?{re.escape(END)}\n"
    plain = re.sub(block, "", card, flags=re.DOTALL)
    rows = [row for row in (result or {"rows": []})["rows"] if row["name"].split("?")[0] == name]
    if result is None or not rows:
        return plain
    section = f"## Strength\n\n`python benchmarks/strength.py --only {name} --write`\n\n"
    section += strength_text({**result, "rows": rows})
    return f"{plain}\n{BEGIN}\n{section}\n{END}\n"
