"""``cinqcents rules``: the list, one rule set in both languages, options on the command line."""

from __future__ import annotations

import re

import pytest

from cinqcents_env.notation import sheets
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.rulebook import rulesets


def test_rules_lists_all(cli):
    answer = cli("rules")
    assert answer.status == 0
    assert all(name in answer.out for name in rulesets())
    listed = cli("rules", "--json").json
    assert [entry["ruleset"] for entry in listed] == list(rulesets())


@pytest.mark.parametrize("name", rulesets())
def test_rules_shows_one(cli, name):
    answer = cli("rules", name)
    assert answer.status == 0
    assert all(option in answer.out for option in rules_of(name).option_names())
    shown = cli("rules", name, "--json").json
    assert {row["name"]: row["value"] for row in shown["options"]} == rules_of(name).options()
    assert all(row["valid"] and row["meaning"] for row in shown["options"])
    assert "sheet" in shown


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_in_a_language(cli, monkeypatch, name, language):
    told = " ".join(cli("rules", name, "--lang", language).out.split())
    for paragraph in sheets.sheet(name, language).strip().split("\n\n")[1:]:
        assert " ".join(paragraph.replace("``", "`").split()) in told
    shown = cli("rules", name, "--lang", language, "--json").json
    assert shown["title"] == sheets.title(name, language)
    assert shown["sheet"] == sheets.sheet(name, language)
    for row in shown["options"]:
        assert row["meaning"] == sheets.option_meaning(rules_of(name), row["name"], language)
    monkeypatch.setenv("COLUMNS", "120")
    assert sheets.title(name, language).split(" (")[0][:40] in cli("rules", "--lang", language).out


@pytest.mark.parametrize("name", rulesets())
def test_rules_tells_every_source_that_it_cites(cli, name):
    body, _, told = cli("rules", name).out.partition("\nSources\n")
    tags = {tag for tags in sheets.sources() for tag in tags.split(", ")}
    for tag in tags & set(re.findall(r"\b[A-Z]{3}\b|\bS[0-4]\b", body)):
        assert re.search(rf"^ *(?:\w+, )*{tag}(?:, \w+)*: ", told, re.MULTILINE), tag


def test_a_changed_option_is_marked_and_its_values_are_explained(cli):
    told = " ".join(cli("rules", "classic", "--option", "target=1000").out.split())
    assert "target 1000 (changed) points that win the game; a whole number 1 to 100000" in told
    assert "random (drawn at random), 0, 1 [S0 r2]" in told
    told = " ".join(cli("rules", "classic", "--lang", "fr", "--option", "stop=no").out.split())
    assert "stop false (changée)" in told


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("target=1000", 1000),
        ("stop=false", False),
        ("stop=no", False),
        ("stop=False", False),
        ("pack=32", "32"),
        ("first_dealer=0", 0),
        ("first_dealer=random", "random"),
        ('first_dealer="random"', "random"),
        ("reuse=none", "none"),
        ("fours=[9,8,7,6,5]", [9, 8, 7, 6, 5]),
        ("both_over=fresh_100", "fresh_100"),
        ("marriage_after_quint=none", None),
        ("marriage_after_quint=null", None),
    ],
)
def test_option_values(cli, text, value):
    shown = cli("rules", "classic", "--json", "--option", text).json
    values = {row["name"]: row["value"] for row in shown["options"]}
    assert values[text.partition("=")[0]] == value


def test_rules_refuses_the_unknown(cli, refused):
    assert refused(cli("rules", "clasic"), "did you mean 'classic'", "au4")
    assert refused(cli("rules", "--option", "target=3"), "rule set")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["target=x"], "whole number"),
        (["taget=100"], "did you mean 'target'"),
        (["target"], "NAME=VALUE"),
        (["target=1", "target=2"], "twice"),
        (["target=" + "9" * 5000], "target"),
        (["fours=" + "[" * 3000], "fours"),
        (["hand_size=16"], "hand_size"),
        (["final_rounding=rounded"], "rounding='tens'"),
    ],
)
def test_bad_options(cli, options, words, refused):
    argv = [word for option in options for word in ("--option", option)]
    assert refused(cli("rules", "classic", *argv), words)
