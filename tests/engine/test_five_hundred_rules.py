"""Rule sets of Five Hundred: packs, players, values that belong together, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from cinqcents_env.rulebook import FiveHundredRules, RulesError, rules, rulesets
from cinqcents_env.rulebook.five_hundred import PACKS

NAMES = [name for name in rulesets() if isinstance(rules(name), FiveHundredRules)]


def test_the_table() -> None:
    assert {name: (rules(name).players, len(rules(name).sides)) for name in NAMES} == {
        "us3": (3, 3),
        "ru3": (3, 3),
        "ru2": (2, 2),
        "us2": (2, 2),
        "ru4": (4, 2),
        "au4": (4, 2),
        "au5": (5, 5),
        "au6": (6, 2),
    }
    assert rules("au4").sides == ((0, 2), (1, 3))
    assert rules("au6").sides == ((0, 2, 4), (1, 3, 5))
    assert rules("au5").sides == ((0,), (1,), (2,), (3,), (4,))


@pytest.mark.parametrize("name", PACKS)
def test_packs_hold_what_they_say(name: str) -> None:
    cards = PACKS[name].cards
    assert len(cards) == int(name.rstrip("r")) == len(set(cards))
    assert [card for card in cards if card.startswith("JK")] == list(cards[-1:]) or name in (
        *("24", "42", "62"),
        "46",
    )
    assert cards[0][-1] == "S"


def test_the_fours() -> None:
    fours = {name: [c for c in PACKS[name].cards if c.startswith("4")] for name in ("43", "43r")}
    assert fours == {"43": ["4D", "4H"], "43r": ["4C", "4H"]}
    assert PACKS["46"].cards[-2:] == ("JK", "JK2")


def test_six_hand_order() -> None:
    hearts = [card[:-1] for card in PACKS["63"].cards if card.endswith("H")]
    assert hearts == "2 3 4 5 6 7 8 9 T 11 12 13 J Q K A".split()
    assert "13S" not in PACKS["63"]


@pytest.mark.parametrize(
    ("ruleset", "options", "changed"),
    [
        ("us3", {"misere": "off"}, {"misere_rank": None, "misere_value": None}),
        ("au4", {"pack": "45"}, {"kitty": 5}),
        ("au4", {"pack": 46}, {"kitty": 6}),
        ("au4", {"pack": "42"}, {"joker_lead": None, "contractor_names_joker": False}),
        ("us2", {"pack": "25"}, {"kitty": 5, "joker_lead": "not_void_suit"}),
        ("ru3", {"misere": "any_time"}, {"misere_value": 250, "misere_stops_early": False}),
        ("ru4", {"open_misere": "any_time"}, {"open_misere_value": 500}),
        ("ru3", {"open_misere": "any_time"}, {"open_misere_value": 520}),
        ("au6", {"pack": "62"}, {"kitty": 2, "joker_forced_in_misere": False}),
    ],
)
def test_dependent_options(ruleset: str, options: dict[str, Any], changed: dict[str, Any]) -> None:
    new = rules(ruleset, **options)
    assert {name: getattr(new, name) for name in changed} == changed


@pytest.mark.parametrize(
    ("ruleset", "options", "words"),
    [
        ("us3", {"misere": "off", "misere_rank": "above_7NT"}, "misere_rank.*needs misere on"),
        ("us3", {"misere_value": None}, "misere_value needs a value"),
        ("ru3", {"misere_stops_early": True}, "misere_stops_early.*needs misere"),
        ("us3", {"pack": "63"}, "pack='63' does not fit 3 hands.*33"),
        ("au4", {"pack": "65"}, "pack='65'.*63 cards at most"),
        ("au6", {"pack": 66}, "pack='66'.*63 cards at most"),
        ("au4", {"pack": "44"}, "pack='44' is not valid"),
        ("au4", {"kitty": 5}, "kitty=5 does not fit"),
        ("au4", {"dead_hand": True}, "dead_hand=True is for two players"),
        ("us2", {"dead_hand": True}, "pack='24' does not fit"),
        ("us2", {"joker_lead": "any_suit"}, "joker_lead='any_suit' needs a pack with a joker"),
        ("au4", {"pack": "42", "contractor_names_joker": True}, "names_joker=True needs a pack"),
        ("au4", {"partner": "alone"}, "partner='alone' needs five players"),
        ("au5", {"partner": None}, "partner needs a value with five players"),
        ("us3", {"lose_at": 500}, "lose_at=500.*0 for off"),
        ("us3", {"target": 0}, "target=0"),
        ("us3", {"auction": "twice"}, "auction='twice'.*until_passed"),
        ("us3", {"misere_value": True}, "misere_value=True"),
        ("us3", {"slamm": "off"}, "unknown option 'slamm'.*'slam'"),
    ],
)
def test_refusals(ruleset: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match=words) as caught:
        rules(ruleset, **options)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(ruleset)


@pytest.mark.parametrize("ruleset", NAMES)
def test_options_are_json_and_come_back(ruleset: str) -> None:
    base = rules(ruleset)
    assert base.replace(**base.options()) == base
    assert base.changed_from(base) == {}
