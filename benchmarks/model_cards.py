"""Model cards of the shipped checkpoints: what the checkpoint says, and how strong it was found."""

from __future__ import annotations

import json
from pathlib import Path

from report_evaluation import strength_text
from safetensors.numpy import load_file
from tables import Result

from cinqcents_env.agents.checkpoint import shipped_checkpoints
from cinqcents_env.agents.checkpoint_files import CARD, META, WEIGHTS
from cinqcents_env.agents.model_card import model_card


def model_cards() -> dict[Path, str]:
    """Model card -> name, of every shipped checkpoint."""
    return {Path(folder) / CARD: name for name, folder in shipped_checkpoints().items()}


def card_text(card: Path, name: str, result: Result | None) -> str:
    """What a shipped checkpoint's model card should say.

    Args:
        card: its file; the checkpoint's others lie beside it.
        name: of the checkpoint, such as ``classic/ppo``.
        result: of ``strength.py``, or None if it has not been run.
    """
    meta = json.loads((card.parent / META).read_text(encoding="utf-8"))
    parameters = sum(array.size for array in load_file(card.parent / WEIGHTS).values())
    return model_card(card.parent.name, meta, parameters) + strength_section(name, result)


def strength_section(name: str, result: Result | None) -> str:
    """The section of strength, rows of ``name?exact`` beside those of ``name``; "" without any."""
    rows = [row for row in (result or {"rows": []})["rows"] if row["name"].split("?")[0] == name]
    if result is None or not rows:
        return ""
    command = f"`python benchmarks/strength.py --only {name} --write`"
    return f"\n## Strength\n\n{command}\n\n{strength_text({**result, 'rows': rows})}\n"
