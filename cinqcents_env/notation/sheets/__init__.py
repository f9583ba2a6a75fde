"""Rule sheets, rules by number and options in words, in English and in French.

What is said in English of a rule set and of its options stands in the rulebook; the rest is
here. A text that is missing is a KeyError, and ``tests/notation/test_sheets.py`` looks for
every one.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cinqcents_env.notation.names import LANGUAGES
from cinqcents_env.notation.sheets import (
    cinqcents,
    cinqcents_unclear,
    five_hundred,
    five_hundred_unclear,
    french_cinqcents,
    french_five_hundred,
    options,
)
from cinqcents_env.notation.sheets.sources import SOURCES
from cinqcents_env.notation.typography import typeset
from cinqcents_env.rulebook import REGISTRY, Rules
from cinqcents_env.rulebook import sheet as english_sheet

FRENCH_SHEETS = french_cinqcents.SHEETS | french_five_hundred.SHEETS
BY_NUMBER = {"cinqcents": cinqcents.RULES, "five_hundred": five_hundred.RULES}
UNCLEAR = {"cinqcents": cinqcents_unclear.UNCLEAR, "five_hundred": five_hundred_unclear.UNCLEAR}
PARTS = cinqcents.PARTS | five_hundred.PARTS
NO_OTHER = {"en": "none", "fr": "aucune"}
NOT_OFFERED = {"en": "not offered", "fr": "non proposée"}
ONE_OF = "one of "
CONSTANTS = {"True": "true", "False": "false", "None": "null"}
"""Python's writing -> that of JSON."""
_SUFFIX = re.compile(r", (?:rule set|règles) ``\w+``|\.$")


class Doubt(NamedTuple):
    """A point that the sources leave open.

    Attributes:
        question: what was not clear.
        played: what is played by default, and why.
        other: the options of another reading, in backticks, or that there is none.
    """

    number: str
    question: str
    played: str
    other: str


def _said(texts: tuple[str, str], language: str) -> str:
    return typeset(texts[tuple(LANGUAGES).index(language)], language)


def title(ruleset: str, language: str = "en") -> str:
    """What a rule set is called.

    >>> title("binage"), title("binage", "fr")
    ('Binage, the Dutch form (S3)', 'Le binage, forme hollandaise (S3)')
    """
    first = sheet(ruleset, language).strip().partition("\n")[0]
    return _SUFFIX.sub("", first)


def sheet(ruleset: str, language: str = "en") -> str:
    """The rule sheet of a rule set: title, then paragraphs; names of code in double backticks."""
    if language == "en":
        return english_sheet(ruleset)
    return typeset(FRENCH_SHEETS[ruleset], language)


def rules_by_number(ruleset: str, language: str = "en") -> list[tuple[str, dict[str, str]]]:
    """(group, number -> rule) of the groups that a rule set is made of.

    A group is named after the rule set that it belongs to, or ``common``; a later one goes
    before an earlier one where they contradict each other.

    >>> [(group, list(rules)) for group, rules in rules_by_number("ru2")][-1]
    ('ru2', ['F2R'])
    """
    groups = BY_NUMBER[REGISTRY[ruleset].family]
    return [(part, group_of(groups[part], language)) for part in PARTS[ruleset]]


def group_of(rules: dict[str, tuple[str, str]], language: str) -> dict[str, str]:
    """number -> rule of a group, in one language."""
    return {number: _said(texts, language) for number, texts in rules.items()}


def doubts(family: str, language: str = "en") -> Iterator[Doubt]:
    """What was not clear in the sources of a family, and what is played."""
    instead = {"none": NO_OTHER[language], "": typeset(NOT_OFFERED[language], language)}
    for number, texts in UNCLEAR[family].items():
        question, played = _said(texts[:2], language), _said(texts[2:4], language)
        yield Doubt(number, question, played, instead.get(texts[4], texts[4]))


def sources(language: str = "en") -> dict[str, str]:
    """Tag of a source, or tags -> what it is."""
    return {tags: _said(texts, language) for tags, texts in SOURCES.items()}


# options


def _field(rules: Rules, name: str) -> dataclasses.Field[Any]:
    return rules.__dataclass_fields__[name]


def option_meaning(rules: Rules, name: str, language: str = "en") -> str:
    """What an option of some rules means.

    >>> option_meaning(REGISTRY["classic"], "last_draw", "fr")
    'points à qui pioche la dernière carte'
    """
    if language == "en":
        return str(_field(rules, name).metadata["help"])
    return typeset(options.FRENCH[rules.family][name], language)


def value_words(name: str, value: Any, language: str = "en") -> str:
    """A value of an option, as people say it; numbers as they are.

    >>> value_words("stop", True, "fr"), value_words("brisques", "final_full", "fr")
    ('oui', 'comptés à la fin')
    >>> value_words("target", 500), value_words("fours", (100, 80, 60, 40, 20))
    ('500', '100, 80, 60, 40, 20')
    """
    text = value if isinstance(value, str) else json.dumps(value)
    known = options.VALUES.get(name, {}) | options.ANY_VALUES
    return _said(known[text], language) if text in known else text.strip("[]")


def option_choices(rules: Rules, name: str) -> list[str]:
    """The few values that an option takes, in JSON's writing but text as it is.

    None where it takes what cannot be listed.

    >>> option_choices(REGISTRY["classic"], "first_dealer")
    ['random', '0', '1']
    >>> option_choices(REGISTRY["classic"], "target")
    []
    """
    words = str(_field(rules, name).metadata["check"].words)
    if words == "True or False":
        return ["true", "false"]
    if not words.startswith(ONE_OF):
        return []
    listed = words.removeprefix(ONE_OF).split(", ")
    return [CONSTANTS.get(value, value.strip("'")) for value in listed]


def option_accepts(rules: Rules, name: str, language: str = "en") -> str:
    """What an option that is no choice among few values takes.

    >>> option_accepts(REGISTRY["classic"], "binage", "fr")
    'un nombre entier de 0 à 5000'

    Raises:
        KeyError: nobody has said it in this language.
    """
    return accepts_words(str(_field(rules, name).metadata["check"].words), language)


def accepts_words(words: str, language: str) -> str:
    """The rulebook's description of what an option takes, in a language. Raises KeyError."""
    if language == "en":
        return words
    for english, french in options.ACCEPTS:
        found = re.fullmatch(english, words)
        if found:
            return typeset(french.format(*found.groups()), language)
    raise KeyError(words)


__all__ = [
    "Doubt",
    "accepts_words",
    "doubts",
    "group_of",
    "option_accepts",
    "option_choices",
    "option_meaning",
    "rules_by_number",
    "sheet",
    "sources",
    "title",
    "value_words",
]
