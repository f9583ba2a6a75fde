"""Random games of the project and of the oracle agree at every decision, whatever the options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cinqcents_env as cc

from .compare_five_hundred import Trail, compare, differences
from .five_hundred_rule_sets import NAMES, TABLE

SHORT = {"max_deals": 4}
VALUES: dict[str, tuple[Any, ...]] = {
    "pack": ("24", "25", "33", "42", "43", "43r", "45", "46", "53", "62", "63"),
    "dead_hand": (False, True),
    "auction": ("once", "until_passed", "passer_may_return"),
    "all_pass": ("redeal", "no_trumps"),
    "kitty_open": (False, True),
    "must_trump": (False, True),
    "misere": ("off", "any_time", "after_seven"),
    "misere_rank": ("above_7NT", "above_8S"),
    "misere_value": (230, 250),
    "open_misere": ("off", "any_time"),
    "open_misere_rank": ("above_10D", "top"),
    "open_misere_value": (430, 500, 520),
    "open_misere_shown": ("before_lead", "after_first_trick"),
    "misere_defenders": ("nothing", "per_declarer_trick"),
    "misere_stops_early": (False, True),
    "joker_lead": ("unled_suit", "not_void_suit", "any_suit"),
    "joker_renounced": ("may_win", "may_not"),
    "contractor_names_joker": (False, True),
    "joker_forced_in_misere": (False, True),
    "joker_low_in_misere": (False, True),
    "slam": ("off", "below_250", "below_160"),
    "win_needs_contract": (False, True),
    "tens_stop_at_490": (False, True),
    "lose_at": (0, -300, -500),
    "both_reach": ("declarer_then_first", "higher"),
    "ten_wins": (False, True),
    "partner": ("called_card", "alone"),
    "target": (200, 500, 1000),
}
NO_MISERE = ("ru3", "ru2", "ru4")
NO_JOKER = ("us2",)
REFUSED: dict[str, tuple[str, ...]] = {
    "pack": ("us3", "ru3", "ru2", "au5"),
    "dead_hand": ("us3", "ru3", "ru2", "us2", "ru4", "au4", "au5", "au6"),
    "misere_rank": NO_MISERE,
    "misere_value": NO_MISERE,
    "open_misere_rank": NO_MISERE,
    "open_misere_value": NO_MISERE,
    "open_misere_shown": NO_MISERE,
    "misere_defenders": NO_MISERE,
    "misere_stops_early": NO_MISERE,
    "joker_lead": NO_JOKER,
    "joker_renounced": NO_JOKER,
    "contractor_names_joker": NO_JOKER,
    "joker_forced_in_misere": (*NO_MISERE, *NO_JOKER),
    "joker_low_in_misere": (*NO_MISERE, *NO_JOKER),
    "partner": ("us3", "ru3", "ru2", "us2", "ru4", "au4", "au6"),
}
"""Options that a rule set can only have at one value, the others left alone."""
MISERES = {
    "misere": "any_time",
    "misere_rank": "above_7NT",
    "misere_value": 250,
    "open_misere": "any_time",
    "open_misere_rank": "above_10D",
    "open_misere_value": 500,
    "open_misere_shown": "before_lead",
    "misere_defenders": "per_declarer_trick",
    "misere_stops_early": False,
    "joker_forced_in_misere": False,
    "joker_low_in_misere": False,
}
JOKER = {
    "joker_lead": "not_void_suit",
    "joker_renounced": "may_win",
    "contractor_names_joker": True,
    "joker_forced_in_misere": False,
    "joker_low_in_misere": False,
}
BUNDLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ru2", MISERES),
    ("ru3", MISERES),
    ("ru4", MISERES | {"misere_defenders": "nothing", "misere_stops_early": True}),
    ("us2", JOKER | {"pack": "25"}),
    ("au4", {"pack": "46", "joker_lead": "any_suit", "joker_renounced": "may_not"}),
    ("au4", {"win_needs_contract": False, "both_reach": "higher"}),
    ("au4", {"misere_rank": "above_8S", "misere": "any_time", "misere_stops_early": False}),
    ("au5", {"win_needs_contract": False, "all_pass": "no_trumps"}),
    ("us3", {"win_needs_contract": False, "lose_at": -100}),
)
"""Options that only count together, or that a rule set needs all at once."""


@pytest.mark.parametrize("name", NAMES)
def test_defaults_are_those_of_the_table(name: str) -> None:
    """Where the table has no value for a rule set ("-"), the project may keep any."""
    for field in (*VALUES, "max_deals"):
        expected = TABLE[name][field]
        if expected is not None:
            assert getattr(cc.rules(name), field) == expected, field


@pytest.mark.parametrize("name", NAMES)
def test_rule_sets(name: str) -> None:
    for seed in range(60):
        decisions, difference = differences(name, SHORT, seed)
        assert difference is None, difference
        assert decisions > 0


@pytest.mark.parametrize("name", NAMES)
def test_whole_games(name: str) -> None:
    trail = compare(name, {"max_deals": 40}, seed=1, vary=False)
    assert trail.difference is None, trail.difference


def other_values(name: str, field: str) -> list[Any]:
    default = getattr(cc.rules(name), field)
    return [value for value in VALUES[field] if value != default]


@pytest.mark.parametrize(
    ("name", "field"), [(n, f) for f in VALUES for n in NAMES if n not in REFUSED.get(f, ())]
)
def test_one_option_changed(name: str, field: str) -> None:
    offered = 0
    for value in other_values(name, field):
        for seed in range(4):
            try:
                _, difference = differences(name, SHORT | {field: value}, 1000 + seed)
            except cc.RulesError:
                continue
            offered += 1
            assert difference is None, difference
    assert offered


@pytest.mark.parametrize(("name", "field"), [(n, f) for f in REFUSED for n in REFUSED[f]])
def test_options_without_meaning_are_refused(name: str, field: str) -> None:
    for value in other_values(name, field):
        with pytest.raises(cc.RulesError, match=field):
            cc.rules(name, **{field: value})


@pytest.mark.parametrize(("name", "options"), BUNDLES)
def test_options_that_go_together(name: str, options: dict[str, Any]) -> None:
    for seed in range(8):
        _, difference = differences(name, SHORT | options, 2000 + seed)
        assert difference is None, difference


def changes() -> st.SearchStrategy[dict[str, Any]]:
    """Draw up to six options with values of the table."""
    one = st.sampled_from(sorted(VALUES)).flatmap(
        lambda field: st.tuples(st.just(field), st.sampled_from(VALUES[field]))
    )
    return st.lists(one, max_size=6).map(dict)


@settings(
    max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(name=st.sampled_from(NAMES), options=changes(), seed=st.integers(0, 10**6))
def test_combinations(name: str, options: dict[str, Any], seed: int) -> None:
    try:
        _, difference = differences(name, SHORT | options, seed)
    except cc.RulesError:
        return
    assert difference is None, difference


def test_random_play_reaches_what_matters() -> None:
    """The bias of the random players is worth nothing unless it brings every kind of event."""
    contracts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    joker_leads = 0
    for name in ("us3", "ru3", "au4", "au5"):
        for seed in range(60):
            trail: Trail = compare(name, {"max_deals": 3}, 5000 + seed)
            assert trail.difference is None, trail.difference
            contracts += trail.contracts
            reasons += trail.reasons
            joker_leads += trail.joker_leads
    assert {"misere", "open misere", "none"} <= set(contracts)
    assert {level for level in "6789" if contracts[f"{level}NT"]} == set("6789")
    assert {contract[:2] for contract in contracts} >= {"10"}
    assert {"contract", "points", "loss limit", "truncated", "ten wins"} <= set(reasons)
    assert joker_leads > 20
