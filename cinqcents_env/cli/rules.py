"""``cinqcents rules``: the rule sets, or one with its sheet and its options."""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from typing import Any

from cinqcents_env.cli.common import (
    LANGUAGES,
    RULESET_HELP,
    BadInput,
    add_option_argument,
    examples,
    print_json,
    rules_from,
    table,
    width,
)
from cinqcents_env.notation.sheets import (
    option_accepts,
    option_choices,
    option_meaning,
    sheet,
    sources,
    title,
    value_words,
)
from cinqcents_env.notation.typography import typeset
from cinqcents_env.rulebook import REGISTRY, Rules

FAMILIES = {"cinqcents": "cinq cents", "five_hundred": "Five Hundred"}
WORDS = {
    "en": {
        "list": "rule set|game|players|title",
        "heading": "{name}: {title}",
        "options": "option|value|meaning",
        "option": "{meaning}; {takes} {reference}",
        "changed": "(changed)",
        "sources": "Sources",
        "numbers": "A-01 and the like are points that the sources leave open, CL12 and the like "
        "rules by number. Both are told in docs/rules, and by 'cinqcents table' under Rules.",
        "one": "'cinqcents rules NAME' shows one: its rules, its options and its sources, which "
        "S2, PAG and the like stand for.",
    },
    "fr": {
        "list": "règles|jeu|joueurs|titre",
        "heading": "{name} : {title}",
        "options": "option|valeur|sens",
        "option": "{meaning} ; {takes} {reference}",
        "changed": "(changée)",
        "sources": "Sources",
        "numbers": "A-01 et ses pareils sont des points que les sources laissent ouverts, CL12 et "
        "ses pareils des règles numérotées. Voir docs/rules/fr, ou les règles dans "
        "'cinqcents table'.",
        "one": "'cinqcents rules NOM --lang fr' en montre un : règles, options et sources, que "
        "désignent S2, PAG et les autres sigles.",
    },
}
"""What the verb says around the texts of the rules, by language."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "rules",
        help="list the rule sets, or show one: rule sheet and options",
        description="List the rule sets; or show one: the rule sheet, every option with its value, "
        "what it\nmeans, what it accepts and where it comes from, and the sources.",
        epilog=examples(
            "rules",
            "rules lyonnais --lang fr",
            "rules classic --option target=1000 --option stop=false",
            "rules au4 --json",
        ),
    )
    parser.add_argument("ruleset", nargs="?", metavar="RULESET", help=RULESET_HELP)
    add_option_argument(parser)
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="of the texts (default en)")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the rule sets, or show one."""
    if args.ruleset is None:
        if args.option:
            raise BadInput("--option needs a rule set")
        _list(args.lang, as_json=args.json)
        return 0
    rules = rules_from(args.ruleset, args.option)
    if args.json:
        print_json(described(rules, args.lang))
    else:
        print("\n".join(shown(rules, args.lang, width())))
    return 0


def _list(language: str, *, as_json: bool) -> None:
    titles = {name: title(name, language) for name in REGISTRY}
    if as_json:
        print_json(
            [
                {"ruleset": name, "family": r.family, "players": r.players, "title": titles[name]}
                for name, r in REGISTRY.items()
            ]
        )
        return
    rows = [WORDS[language]["list"].split("|")]
    for name, rules in REGISTRY.items():
        rows.append([name, FAMILIES[rules.family], str(rules.players), titles[name]])
    print(table(rows, (12, 12, 7, width() - 37)))
    print()
    print(textwrap.fill(typeset(WORDS[language]["one"], language), width()))


# one rule set


def _takes(rules: Rules, name: str, language: str) -> str:
    """What an option takes: the few values that it can have, words explained, or in words."""
    choices = option_choices(rules, name)
    if not choices:
        return option_accepts(rules, name, language)
    if choices == ["true", "false"]:
        return "true, false"
    words = {value: value_words(name, value, language) for value in choices}
    return ", ".join(
        value if value.isdigit() or words[value] == value else f"{value} ({words[value]})"
        for value in choices
    )


def option_rows(rules: Rules, language: str = "en") -> list[dict[str, Any]]:
    """Name, value, default, valid values, reference and meaning of every option."""
    values, defaults = rules.options(), REGISTRY[rules.ruleset].options()
    return [
        {
            "name": name,
            "value": values[name],
            "default": defaults[name],
            "valid": _takes(rules, name, language),
            "reference": rules.__dataclass_fields__[name].metadata["why"],
            "meaning": option_meaning(rules, name, language),
        }
        for name in values
    ]


def described(rules: Rules, language: str = "en") -> dict[str, Any]:
    """A rule set as a JSON object."""
    return {
        "ruleset": rules.ruleset,
        "title": title(rules.ruleset, language),
        "family": rules.family,
        "players": rules.players,
        "sides": [list(side) for side in rules.sides],
        "options": option_rows(rules, language),
        "sheet": sheet(rules.ruleset, language),
    }


def cited(text: str, language: str) -> dict[str, str]:
    """Tag, or tags -> source, of the sources that a text cites."""
    return {
        tags: told.replace("*", "")
        for tags, told in sources(language).items()
        if any(re.search(rf"\b{tag}\b", text) for tag in tags.split(", "))
    }


def _wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """A paragraph in lines of so many columns, 100 at most, all but the first indented.

    Spaces at which no line breaks stay, and so do words with a hyphen.
    """
    text = re.sub(r"[ \n]+", " ", text)
    return textwrap.wrap(text, min(columns, 100), subsequent_indent=indent, break_on_hyphens=False)


def _option_cells(row: dict[str, Any], words: dict[str, str]) -> list[str]:
    """Name, value and meaning of an option as they stand in the table."""
    changed = "" if row["value"] == row["default"] else f" {words['changed']}"
    reference = f"[{row['reference']}]" if row["reference"] else ""
    meaning = words["option"].format(
        meaning=row["meaning"], takes=row["valid"], reference=reference
    )
    return [row["name"], json.dumps(row["value"]).strip('"') + changed, meaning]


def shown(rules: Rules, language: str, columns: int) -> list[str]:
    """The sheet, the options, and what the tags in both stand for.

    Args:
        rules: a rule set, perhaps with options changed.
        language: one of :data:`cinqcents_env.cli.common.LANGUAGES`.
        columns: that a line may take, at least 70.

    Returns:
        Lines of text.
    """
    words = {name: typeset(text, language) for name, text in WORDS[language].items()}
    text = sheet(rules.ruleset, language).strip().replace("``", "`")
    heading = words["heading"].format(name=rules.ruleset, title=title(rules.ruleset, language))
    lines = [*_wrapped(heading, columns), ""]
    for paragraph in text.split("\n\n")[1:]:
        lines += [*_wrapped(paragraph, columns), ""]
    rows = [words["options"].split("|")]
    rows += [_option_cells(row, words) for row in option_rows(rules, language)]
    sizes = [min(most, max(len(row[i]) for row in rows)) for i, most in enumerate((23, 20))]
    lines += table(rows, (*sizes, columns - sum(sizes) - 4)).splitlines()
    lines += ["", words["sources"]]
    for tags, told in cited(text + str(rows), language).items():
        lines += _wrapped(f"  {tags}: {told}", columns, indent="    ")
    return [*lines, "", *_wrapped(words["numbers"], columns)]
