"""The model card of a checkpoint: Markdown, generated from ``checkpoint.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

MAX_VALUE = 300


def model_card(name: str, meta: Mapping[str, Any], parameters: int) -> str:
    """Text of the README of a checkpoint.

    Args:
        name: of the checkpoint.
        meta: the contents of ``checkpoint.json``.
        parameters: number of weights.
    """
    ruleset = meta["ruleset"]
    lines = [f"# {name}: a policy for `{ruleset}`", ""]
    lines += [
        "Generated from `checkpoint.json`; do not edit.",
        "",
        "```python",
        "from cinqcents_env.agents import make_agent",
        "",
        f'agent = make_agent("checkpoint:PATH/TO/{name}", "{ruleset}")',
        "```",
        "",
        "Loading reads numbers and JSON only; no code in these files is ever run. The agent",
        "draws from its policy; add `?deterministic` for its likeliest action.",
    ]
    if meta["family"] == "cinqcents":
        lines[-1] = lines[-1].removesuffix(".") + ", `?exact` to have"
        lines.append("the last phase played by the solver, without a mistake.")
    network = {**meta["network"], "parameters": parameters}
    lines += _section("Network", network)
    changed = meta.get("options_changed") or {}
    lines += _section("Rules", {"ruleset": ruleset, "family": meta["family"], **changed})
    training = dict(meta["training"])
    command = training.pop("command", None)
    lines += _section("Training", training)
    if isinstance(command, str) and command:
        lines += ["", "```sh", *command.replace("`", "").split(" && "), "```"]
    evaluation = dict(meta["evaluation"])
    matches = evaluation.pop("matches", [])
    contracts = evaluation.pop("contracts", [])
    lines += _section("Evaluation", evaluation) if evaluation or not matches else []
    lines += _matches(matches)
    lines += _contracts(contracts)
    return "\n".join(lines) + "\n"


def _section(title: str, fields: Mapping[str, Any]) -> list[str]:
    lines = ["", f"## {title}", ""]
    if not fields:
        return [*lines, "Nothing recorded."]
    rows = [f"| {_cell(key)} | {_cell(value)} |" for key, value in fields.items()]
    return [*lines, "| field | value |", "|---|---|", *rows]


def _matches(matches: Any) -> list[str]:
    """Table of duplicate matches, as ``MatchResult.as_dict`` gives them."""
    if not isinstance(matches, Sequence) or not matches:
        return []
    lines = ["", "## Duplicate matches", ""]
    lines += [
        "| against | games | win rate | 95 % interval | points a game |",
        "|---|---|---|---|---|",
    ]
    for match in matches:
        if isinstance(match, Mapping):
            cells = ("b", "games", "win_rate", "win_rate_interval", "margin")
            lines.append("| " + " | ".join(_cell(match.get(c, "")) for c in cells) + " |")
    return lines


def _contracts(contracts: Any) -> list[str]:
    """Table of contracts, as ``ContractFigures.as_dict`` gives them."""
    if not isinstance(contracts, Sequence) or not contracts:
        return []
    lines = ["", "## Contracts", "", "By level: contracts of it, and those made.", ""]
    lines += [
        "| agent | against | deals | declares | makes | by level |",
        "|---|---|---|---|---|---|",
    ]
    for figures in contracts:
        if isinstance(figures, Mapping):
            cells = ("agent", "opponents", "deals", "declared", "made", "levels")
            lines.append("| " + " | ".join(_cell(figures.get(c, "")) for c in cells) + " |")
    return lines


def _cell(value: Any) -> str:
    if isinstance(value, float):
        text = f"{value:.4g}"
    elif isinstance(value, list | tuple) and all(isinstance(x, float) for x in value):
        text = " to ".join(f"{x:.4g}" for x in value)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + " ..."
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
