"""What was wrong with a request: in the browser's language, whatever a form can bring about."""

from __future__ import annotations

import functools
import json
import re

import pytest

from cinqcents_env.agents import AgentError
from cinqcents_env.game import Game
from cinqcents_env.notation import RecordError, ReplayError
from cinqcents_env.records import replay
from cinqcents_env.rulebook import REGISTRY, RulesError
from cinqcents_env.web.new_games import chosen_rules, option_fields
from cinqcents_env.web.refusals import CONDITIONS, refusal
from cinqcents_env.web.replays import read_upload
from cinqcents_env.web.sessions import TableError
from cinqcents_env.web.words import Words
from tests.notation.test_sheets import ENGLISH

FRENCH = Words("fr")
TYPED = ("", "0", "1", "-1", "13", "14", "99999999", "many", "[1, 2]", "x" * 101)
SWITCHES = (
    {"misere": "off"},
    {"open_misere": "off"},
    {"misere": "off", "open_misere": "off"},
    {"pack": "24"},
    {"pack": "42"},
    {"pack": "8"},
    {"rounding": "tens"},
    {"reuse": "exact_once"},
    {"win_at_once": "true", "brisques": "immediate_10"},
)


def refused(ruleset, chosen):
    """The error of a form with these options, None where it can be played."""
    try:
        chosen_rules(ruleset, {f"option-{name}": value for name, value in chosen.items()})
    except RulesError as error:
        return error
    return None


@functools.cache
def errors_of(ruleset):
    """Errors of a rule set with one option changed, and with another switch beside it."""
    known = set(REGISTRY[ruleset].option_names())
    switches = [switch for switch in ({}, *SWITCHES) if set(switch) <= known]
    found = [
        refused(ruleset, {**switch, field.name: value})
        for field in option_fields(REGISTRY[ruleset])
        for value in field.values or TYPED
        for switch in switches
    ]
    return [error for error in found if error is not None]


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_rules_that_a_form_may_ask_for_are_refused_in_french(ruleset):
    seen = 0
    for error in errors_of(ruleset):
        made = refusal(error, FRENCH)
        assert made.detail == "", str(error)
        assert not ENGLISH.findall(re.sub("«.*?»", "", made.told)), made.told
        assert "None" not in made.told.replace("valeurs None", "")
        assert made.told.endswith(".")
        assert refusal(error, Words("en")).told == " ".join(str(error).split())[:500]
        seen += 1
    assert seen > 20


def test_every_condition_is_met():
    told = {str(error) for name in REGISTRY for error in errors_of(name)}
    for condition in CONDITIONS:
        assert any(condition in line for line in told), condition


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        (
            {"target": "0"},
            "L’option « target » n’accepte pas 0 ; il faut un nombre entier de 1 à 100000.",
        ),
        (
            {"both_over": "null"},
            "L’option « both_over » ne peut être sans objet quand les deux joueurs "
            "peuvent atteindre le but.",
        ),
        (
            {"pack": "8", "hand_size": "4"},
            "Des mains de 4 cartes ne vont pas avec 8 cartes : deux "
            "mains et la retourne doivent laisser une carte à piocher.",
        ),
    ],
)
def test_what_is_said(chosen, told):
    said = refusal(refused("classic", chosen), FRENCH).told
    assert said.replace("\u202f", " ").replace("\u00a0", " ") == told


def broken_records():
    game = Game("mini", seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    good = game.record()

    def changed(**fields):
        return json.dumps({**good, **fields}).encode()

    deal = good["deals"][0]
    yield b""
    yield b"\xff"
    yield b"not json"
    yield b"[1]"
    yield b"{}\n" * 30
    yield changed(format="other")
    yield changed(deals=[])
    yield changed(more=1)
    yield changed(deals=[{**deal, "moves": ["JK", *deal["moves"]]}])
    yield changed(deals=[{**deal, "moves": [*deal["moves"], "AS"]}])
    yield changed(deals=[{**deal, "moves": 3}])
    yield changed(deals=[deal, deal])
    yield changed(deals=[{**deal, "turnup": "KH" if deal.get("turnup") != "KH" else "AH"}])
    yield changed(result={**good["result"], "reason": "tie"})


def test_uploads_are_refused_in_french():
    for body in broken_records():
        with pytest.raises(RecordError) as caught:
            _ = [replay(record) for record in read_upload(body)]
        made = refusal(caught.value, FRENCH)
        assert made.detail == "", str(caught.value)
        assert not ENGLISH.findall(re.sub("«.*?»", "", made.told)), made.told


def test_other_errors_are_named_in_french_and_quoted_in_english():
    made = refusal(ReplayError("the record  cannot be opened:\nbad start"), FRENCH)
    assert made == (
        "Ce n’est pas une partie que l’on puisse revoir.",
        "the record cannot be opened: bad start",
    )
    assert refusal(AgentError("agent 'x' is not offered; offered: greedy"), FRENCH).detail == ""
    assert refusal(AgentError("no network here"), FRENCH).detail == "no network here"
    assert refusal(TableError("bad_seed"), FRENCH).told.startswith("Une graine")


def test_the_page_says_it(client):
    form = {"ruleset": "classic", "seat": "0", "option-target": "0"}
    page = client.post("/games?lang=fr", form, part=False)
    assert page.status == 422
    assert "il faut un nombre entier" in page.text
    part = client.post("/replays?lang=fr", {"record": "{}"})
    assert part.status == 422
    assert "Le format None" in part.text
    assert '<q lang="en">' not in page.text + part.text
    opened = {**Game("mini", seed=1).record(), "rules": "nothing"}
    other = client.post("/replays?lang=fr", {"record": json.dumps(opened)})
    assert other.status == 422
    assert '<q lang="en">' in other.text
