"""Which games are played: every rule set, each option value alone, and combinations."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping
from typing import Any

import cinqcents_env as cc
from tests.oracle.cinqcents_rule_sets import OTHER_VALUES
from tests.oracle.test_differential_five_hundred import VALUES

RULESETS = cc.rulesets()
TWO_PLAYER = tuple(name for name in RULESETS if cc.rules(name).family == "cinqcents")
AUCTION = tuple(name for name in RULESETS if cc.rules(name).family == "five_hundred")
SHORT: dict[str, dict[str, Any]] = {"cinqcents": {}, "five_hundred": {"max_deals": 3}}
"""Random play of Five Hundred seldom ends a game; so many deals are enough."""

TOGETHER: dict[str, dict[str, Any]] = {
    "final_rounding": {"rounding": "tens"},
    "marriage_after_quint": {"reuse": "exact_once"},
    "pending_seven": {"meld_when": "own_turn", "target": 120},
    "both_over": {"win_at_once": False, "target": 100},
}
"""Values that mean something only together with another one."""


def family(ruleset: str) -> str:
    """Name of the family of a rule set."""
    return cc.rules(ruleset).family


def values(family: str) -> Mapping[str, tuple[Any, ...]]:
    """The values of each option that are tried."""
    return OTHER_VALUES if family == "cinqcents" else VALUES


def accepted(ruleset: str, options: Mapping[str, Any]) -> bool:
    """True if the rule set takes these options."""
    try:
        cc.rules(ruleset, **options)
    except cc.RulesError:
        return False
    return True


def _option(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@functools.cache
def single_changes(ruleset: str) -> tuple[dict[str, Any], ...]:
    """Every option value away from the rule set's own, alone or with what it needs."""
    own, cases = cc.rules(ruleset), []
    for name, choices in values(own.family).items():
        for value in map(_option, choices):
            for options in ({name: value}, {**TOGETHER.get(name, {}), name: value}):
                changed = getattr(own, name) != value or len(options) > 1
                if changed and options not in cases and accepted(ruleset, options):
                    cases.append(options)
    return tuple(cases)


def drawn(ruleset: str, rng: random.Random) -> dict[str, Any]:
    """Options for one game: none, one value, or a combination of up to ten."""
    kind = rng.random()
    if kind < 0.3:
        return {}
    if kind < 0.6:
        return dict(rng.choice(single_changes(ruleset)))
    table = values(family(ruleset))
    for _ in range(50):
        names = rng.sample(sorted(table), rng.randint(2, 10))
        options = {name: _option(rng.choice(table[name])) for name in names}
        if accepted(ruleset, options):
            return options
    return {}
