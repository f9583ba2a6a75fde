"""``cinqcents info``: what a checkpoint is."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from cinqcents_env.cli.common import bad_input, examples, print_json, width

LONGEST = 6
"""Lines of a value that the table shows."""
THOUSANDS = 10_000
"""From here on numbers are shown with separators."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "info",
        help="show what a checkpoint is",
        description="Show what a checkpoint is: rule set, network, training, evaluation. Every "
        "file is\nchecked; no code in them is ever run.",
        epilog=examples("info classic/ppo", "info runs/classic/checkpoint --json"),
    )
    parser.add_argument(
        "checkpoint",
        metavar="CHECKPOINT",
        help="a checkpoint folder, or the name of a shipped checkpoint such as classic/ppo",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Load the checkpoint and describe it."""
    from cinqcents_env.agents import CheckpointError

    with bad_input(CheckpointError):
        description = _described(args.checkpoint)
    if args.json:
        print_json(description)
    else:
        _show(description)
    return 0


def _described(name: str) -> dict[str, Any]:
    """A checkpoint as a JSON object; nothing of it is left unread."""
    from cinqcents_env.agents.checkpoint import find_checkpoint, load_checkpoint

    name = name.removeprefix("checkpoint:")
    checkpoint = load_checkpoint(find_checkpoint(name, shipped_first=False))
    features, actions = checkpoint.meta["observation"]["features"], checkpoint.meta["num_actions"]
    shapes = checkpoint.network.spec.shapes(features, actions)
    parameters = sum(_product(shape) for shape in shapes.values())
    return {"folder": str(checkpoint.folder), "parameters": parameters, **checkpoint.meta}


def _product(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _show(description: dict[str, Any]) -> None:
    changed = description.get("options_changed") or {}
    rows = [
        ("folder", description["folder"]),
        (
            "plays",
            " ".join([description["ruleset"], *(f"{k}={_text(changed[k])}" for k in changed)]),
        ),
        ("observation", f"{description['observation']['features']} features"),
        ("actions", description["num_actions"]),
        ("parameters", f"{description['parameters']:,}"),
    ]
    for section in ("network", "training", "evaluation"):
        fields = description[section] or {"": "nothing recorded"}
        rows += [(f"{section} {name}".strip(), value) for name, value in fields.items()]
    size = max(len(name) for name, _ in rows)
    for name, value in rows:
        lines = textwrap.wrap(_text(value), max(width() - size - 2, 20)) or [""]
        print("\n".join(f"{head:<{size}}  {line}" for head, line in _beside(name, lines)))


def _beside(name: str, lines: list[str]) -> list[tuple[str, str]]:
    """Lines with a name before the first of them; no more of them than are to be read."""
    if len(lines) > LONGEST:
        lines = [*lines[:LONGEST], "... (--json shows all)"]
    return [(name if number == 0 else "", line) for number, line in enumerate(lines)]


def _text(value: Any) -> str:
    """A value for people: pairs without brackets, matches by what they came to."""
    if isinstance(value, dict | list | str) and not value:
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(part)}" for name, part in value.items())
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return "; ".join(_played(part) for part in value)
    if isinstance(value, bool | None):
        return json.dumps(value)
    if isinstance(value, int) and abs(value) >= THOUSANDS:
        return f"{value:,}"
    text = value if isinstance(value, str) else json.dumps(value)
    return " ".join(text.split())


def _played(part: dict[str, Any]) -> str:
    """A match or count of contracts in a few words; anything else pair by pair."""
    if {"b", "win_rate", "games", "episode"} <= part.keys():
        rate, games = part["win_rate"], f"{part['games']} {part['episode']}s"
        return f"against {part['b']} {rate:.3f} of {games} won"
    if {"agent", "opponents", "declared"} <= part.keys():
        return f"{part['agent']} against {part['opponents']} declares {part['declared']:.1%}"
    return _text(part)
