"""``cinqcents rules``: the rule sets, or one with its options and its sheet."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    BadInput,
    add_option_argument,
    examples,
    print_json,
    rules_from,
    table,
    width,
)
from cinqcents_env.rulebook import REGISTRY, Rules, sheet

FAMILIES = {"cinqcents": "cinq cents", "five_hundred": "Five Hundred"}


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "rules",
        help="list the rule sets, or show one: options and rule sheet",
        description="List the rule sets; or show one: every option with its value, what it "
        "accepts,\nwhere it comes from and what it means, and the rule sheet.",
        epilog=examples(
            "rules",
            "rules lyonnais",
            "rules classic --option target=1000 --option stop=false",
            "rules au4 --json",
        ),
    )
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=RULESET_HELP)
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the rule sets, or show one."""
    if args.ruleset is None:
        if args.option:
            raise BadInput("--option needs a rule set")
        _list(as_json=args.json)
        return 0
    rules = rules_from(args.ruleset, args.option)
    if args.json:
        print_json(described(rules))
    else:
        _show(rules)
    return 0


def title(ruleset: str) -> str:
    """First line of a rule sheet, without the full stop."""
    return sheet(ruleset).strip().splitlines()[0].rstrip(".")


def _list(*, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"ruleset": name, "family": r.family, "players": r.players, "title": title(name)}
                for name, r in REGISTRY.items()
            ]
        )
        return
    rows = [["rule set", "game", "players", "title"]]
    for name, rules in REGISTRY.items():
        short = title(name).replace(f", rule set ``{name}``", "")
        rows.append([name, FAMILIES[rules.family], str(rules.players), short])
    print(table(rows, (12, 12, 7, width() - 37)))


def option_rows(rules: Rules) -> list[dict[str, Any]]:
    """Name, value, default, valid values, reference and meaning of every option."""
    values, defaults = rules.options(), REGISTRY[rules.ruleset].options()
    return [
        {
            "name": field.name,
            "value": values[field.name],
            "default": defaults[field.name],
            "valid": field.metadata["check"].words,
            "reference": field.metadata["why"],
            "meaning": field.metadata["help"],
        }
        for field in dataclasses.fields(rules)
        if "check" in field.metadata
    ]


def described(rules: Rules) -> dict[str, Any]:
    """A rule set as a JSON object."""
    return {
        "ruleset": rules.ruleset,
        "title": title(rules.ruleset),
        "family": rules.family,
        "players": rules.players,
        "sides": [list(side) for side in rules.sides],
        "options": option_rows(rules),
        "sheet": sheet(rules.ruleset),
    }


def _value(row: dict[str, Any]) -> str:
    changed = " (changed)" if row["value"] != row["default"] else ""
    return json.dumps(row["value"]).strip('"') + changed


def _show(rules: Rules) -> None:
    print(sheet(rules.ruleset).strip())
    print()
    rows = [["option", "value", "valid values", "reference", "meaning"]]
    for row in option_rows(rules):
        rows.append([row["name"], _value(row), row["valid"], row["reference"], row["meaning"]])
    rest = width() - 23 - 20 - 10 - 8
    print(table(rows, (23, 20, rest // 2, 10, rest - rest // 2)))
