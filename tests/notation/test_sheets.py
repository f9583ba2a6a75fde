"""Rule sheets, numbered rules and options: every one in both languages, and none too many."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from cinqcents_env.notation import sheets
from cinqcents_env.notation.names import LANGUAGES
from cinqcents_env.notation.sheets import options
from cinqcents_env.rulebook import REGISTRY

FAMILIES = ("cinqcents", "five_hundred")
CITATION = re.compile(r"\b(?:S[0-4](?:-\w\w)?|[rp]\d+|A-\d+\w?|F3R11|PAG|BIC|TRI|HOF)\b")
ENGLISH = re.compile(
    r"\b(?:the|of|and|is|are|with|tricks?|trumps?|hearts|spades|clubs|diamonds|kitty|bids?"
    r"|deal|dealer|cards|melds?|wins?|no-trumps)\b"
)
"""Words that no French text holds."""
LIST = re.compile(r"'([^']*)'|\b(True|False|None|\d+)\b")


def rules_of(family):
    return next(rules for rules in REGISTRY.values() if rules.family == family)


def listed(rules, name):
    """The values that an option's check lists, as JSON; none where it is a range."""
    words = rules.__dataclass_fields__[name].metadata["check"].words
    if words == "True or False":
        return ["true", "false"]
    if not words.startswith("one of "):
        return ["null"] if words.startswith("None or ") else []
    constants = {"True": "true", "False": "false", "None": "null"}
    found = LIST.findall(words.removeprefix("one of "))
    return [quoted or constants.get(bare, bare) for quoted, bare in found]


def is_word(text):
    """Whether a value cannot be shown as it is: it holds a letter."""
    return any(letter.isalpha() for letter in text)


def numbers(text):
    """The numbers of a text; a ten is T in English."""
    return Counter(re.findall(r"\d+", re.sub(r"\bT\b", "10", text)))


# options


@pytest.mark.parametrize("family", FAMILIES)
def test_every_option_has_a_french_meaning_and_no_other_has(family):
    assert tuple(sorted(options.FRENCH[family])) == tuple(sorted(rules_of(family).option_names()))
    assert not set(options.COMMON) & set(options.CINQCENTS) & set(options.FIVE_HUNDRED)


@pytest.mark.parametrize("ruleset", REGISTRY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_rule_set_is_said(ruleset, language):
    rules = REGISTRY[ruleset]
    for name, value in rules.options().items():
        assert sheets.option_meaning(rules, name, language)
        said = sheets.value_words(name, value, language)
        assert said
        assert "_" not in said
        if not listed(rules, name) or listed(rules, name) == ["null"]:
            assert sheets.option_accepts(rules, name, language)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_value_that_is_a_word_is_said_in_both_languages(family):
    rules = rules_of(family)
    for name in rules.option_names():
        for value in listed(rules, name):
            known = options.VALUES.get(name, {}) | options.ANY_VALUES
            assert value in known or not is_word(value), (name, value)


def test_no_text_of_a_value_is_left_over():
    known = {
        (name, value)
        for family in FAMILIES
        for name in rules_of(family).option_names()
        for value in listed(rules_of(family), name)
    }
    said = {(name, value) for name, values in options.VALUES.items() for value in values}
    assert said - known == set()
    for name, values in options.VALUES.items():
        for language in (0, 1):
            assert len({texts[language] for texts in values.values()}) == len(values), name


def test_no_description_of_what_an_option_takes_is_left_over():
    told = {
        rules_of(family).__dataclass_fields__[name].metadata["check"].words
        for family in FAMILIES
        for name in rules_of(family).option_names()
    }
    for english, french in options.ACCEPTS:
        assert any(re.fullmatch(english, words) for words in told), english
        assert french.count("{}") == re.compile(english).groups


def test_a_value_without_a_word_is_shown_as_it_is():
    assert sheets.value_words("fours", [100, 0, 80, 60, 40], "fr") == "100, 0, 80, 60, 40"
    assert sheets.value_words("pack", "43", "fr") == "43"
    with pytest.raises(KeyError, match="one of"):
        sheets.option_accepts(REGISTRY["classic"], "reuse", "fr")


# sheets


def test_every_rule_set_has_a_french_sheet_and_no_other_has():
    assert list(sheets.FRENCH_SHEETS) == [*sheets.PARTS]
    assert set(sheets.FRENCH_SHEETS) == set(REGISTRY)


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_sheets_cite_the_same_in_both_languages(ruleset):
    english, french = (sheets.sheet(ruleset, language) for language in LANGUAGES)
    pairs = list(zip(english.split("\n\n"), french.split("\n\n"), strict=True))
    assert pairs
    for one, other in pairs:
        assert CITATION.findall(one) == CITATION.findall(other)
        assert re.findall("``(\\w+)``", one) == re.findall("``(\\w+)``", other)
        assert numbers(one) == numbers(other), other
        assert len(other) > 0.7 * len(one)
    for language in LANGUAGES:
        assert f"``{ruleset}``" in sheets.sheet(ruleset, language).splitlines()[0]
        assert "`" not in sheets.title(ruleset, language)


@pytest.mark.parametrize("family", FAMILIES)
def test_numbered_rules_say_the_same_numbers_in_both_languages(family):
    members = {name for name, rules in REGISTRY.items() if rules.family == family}
    groups = sheets.BY_NUMBER[family]
    assert set(groups) <= members | {"common"}
    numbered = [number for rules in groups.values() for number in rules]
    assert len(numbered) == len(set(numbered))
    for rules in groups.values():
        for number, (english, french) in rules.items():
            assert english != french or re.fullmatch(r"\d+ \w+\.", english), number
            assert english.endswith(".")
            assert french.endswith(".")
            assert numbers(english) == numbers(french), number
            assert re.findall("`(\\w+)`", english) == re.findall("`(\\w+)`", french)


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_a_rule_set_is_made_of_groups_that_exist(ruleset):
    parts = sheets.rules_by_number(ruleset)
    assert [name for name, _ in parts] == list(sheets.PARTS[ruleset])
    assert sum(len(rules) for _, rules in parts) > 8
    own = sheets.BY_NUMBER[REGISTRY[ruleset].family]
    assert parts[-1][0] == ruleset or ruleset not in own


def test_every_group_belongs_to_some_rule_set():
    used = {part for parts in sheets.PARTS.values() for part in parts}
    assert used == {name for groups in sheets.BY_NUMBER.values() for name in groups}


@pytest.mark.parametrize("family", FAMILIES)
def test_doubts_are_told_in_both_languages(family):
    names = set(rules_of(family).option_names())
    english, french = (list(sheets.doubts(family, language)) for language in LANGUAGES)
    for one, other in zip(english, french, strict=True):
        assert one.number == other.number
        assert all(one)
        assert all(other)
        assert one.question != other.question
        assert numbers(one.question + " " + one.played) == numbers(
            other.question + " " + other.played
        )
        cited = CITATION.findall(one.question + " " + one.played)
        assert cited == CITATION.findall(other.question + " " + other.played)
        assert set(re.findall("`(\\w+)`", one.other)) <= names
        assert ("`" in one.other) == ("`" in other.other)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_an_option_refers_to_is_a_rule_a_doubt_or_a_source(family):
    rules = rules_of(family)
    known = {n for group in sheets.BY_NUMBER[family].values() for n in group}
    known |= {doubt.number for either in FAMILIES for doubt in sheets.doubts(either)}
    known |= {tag for tags in sheets.sources() for tag in tags.split(", ")}
    for name in rules.option_names():
        why = rules.__dataclass_fields__[name].metadata["why"]
        for cited in filter(None, why.split(", ")):
            assert cited.split()[0] in known, (name, cited)


def french_texts():
    """Every French text of this package."""
    yield from sheets.FRENCH_SHEETS.items()
    for family in FAMILIES:
        yield from options.FRENCH[family].items()
        yield from ((d.number, d.question + d.played) for d in sheets.doubts(family, "fr"))
        for group in sheets.BY_NUMBER[family].values():
            yield from sheets.group_of(group, "fr").items()
    for name, values in options.VALUES.items():
        yield from ((name, texts[1]) for texts in values.values())


def test_no_english_word_is_left_in_a_french_text():
    for name, text in french_texts():
        assert not ENGLISH.findall(text), (name, text)
        assert not re.search(r"\w[;:!?](?:\s|$)", text), (name, text)


def test_sheets_are_typeset():
    text = sheets.sheet("classic", "fr")
    assert "\u202f;" in text
    assert "\u00a0:" in text
    assert "l’atout" in text
    assert json.dumps(text).count("'") == 0
