"""The package against the oracle of the two-player family, over random games.

Every rule set, hand size and single option value away from its default, single deals, both
rewards, and combinations of options that hypothesis picks. The environment variable
`CINQCENTS_DIFFERENTIAL_GAMES` multiplies the number of games.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinqcents_env as cc

from .cinqcents_cards import full_pack
from .cinqcents_rule_sets import OPEN_FOR_MINI, OTHER_VALUES, RULE_SETS
from .compare import differences

GAMES = int(os.environ.get("CINQCENTS_DIFFERENTIAL_GAMES", "1"))
# Values that only mean something together with another one.
TOGETHER: dict[str, dict[str, Any]] = {
    "final_rounding": {"rounding": "tens"},
    "marriage_after_quint": {"reuse": "exact_once"},
    "pending_seven": {"meld_when": "own_turn", "target": 120},
    "both_over": {"win_at_once": False, "target": 100},
    "exchanged_card_meldable": {"melds_per_trick": 0},
}


def accepted(rules: str, options: dict[str, Any]) -> bool:
    """Whether the package takes these options."""
    try:
        cc.rules(rules, **options)
    except cc.RulesError:
        return False
    return True


def agree(
    rules: str, options: dict[str, Any], seeds: range, position: dict[str, Any] | None = None
) -> None:
    """Both sides play the same games."""
    for seed in seeds:
        compared = differences(rules, options, seed, position)
        if compared.difference is not None:
            pytest.fail(compared.difference, pytrace=False)
        assert compared.decisions > 0 or options.get("win_at_once")


def as_option(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def single_changes() -> list[Any]:
    """Every option value of every rule set, alone or with what it needs, that the package takes."""
    cases = []
    for rules, defaults in RULE_SETS.items():
        for name, values in OTHER_VALUES.items():
            for value in values:
                together = TOGETHER.get(name, {})
                for options in ({name: as_option(value)}, {**together, name: as_option(value)}):
                    is_new = value != defaults[name] or len(options) > 1
                    if is_new and accepted(rules, options):
                        label = " ".join(f"{key}={chosen}" for key, chosen in options.items())
                        case = pytest.param(rules, options, id=f"{rules} {label}")
                        if case not in cases:
                            cases.append(case)
    return cases


@pytest.mark.parametrize("rules", RULE_SETS)
def test_defaults_are_those_of_the_table(rules: str) -> None:
    package = json.loads(json.dumps(dataclasses.asdict(cc.rules(rules))))
    typed_in = dict(RULE_SETS[rules])
    if rules == "mini":
        for name in OPEN_FOR_MINI:
            typed_in[name] = package[name]
    package.pop("ruleset", None)
    assert package == typed_in


@pytest.mark.parametrize("rules", RULE_SETS)
def test_rule_set(rules: str) -> None:
    agree(rules, {}, range(12 * GAMES))


@pytest.mark.parametrize(("rules", "options"), single_changes())
def test_one_change(rules: str, options: dict[str, Any]) -> None:
    agree(rules, options, range(GAMES))


@pytest.mark.parametrize("missing", [None, (30, 20), (10, 400)])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_single_deals(rules: str, missing: tuple[int, int] | None) -> None:
    """One deal from zeros, or from scores that miss so much to the target."""
    options: dict[str, Any] = {"episode": "deal"}
    if missing:
        options["start_scores"] = tuple(RULE_SETS[rules]["target"] - points for points in missing)
    agree(rules, options, range(6 * GAMES))
    agree(rules, {**options, "reward": "win"}, range(6 * GAMES))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_points_as_reward_of_whole_games(rules: str) -> None:
    agree(rules, {"reward": "points"}, range(4 * GAMES))


def corners() -> list[Any]:
    """Option sets in which rare things are common: both at the target, ties, turned sevens."""
    ends = ("raise_100", "only_if_equal", "higher_total", "more_card_points", "fresh_100")
    low = {"target": 40, "stop": False}
    cases: list[dict[str, Any]] = []
    for end in ends:
        cases.append({**low, "both_over": end})
        cases.append({**low, "both_over": end, "hand_size": 14, "single_deal": True})
        cases.append({**low, "both_over": end, "win_at_once": True, "brisques": "final_full"})
        for final in ("tie_exact", "all_exact", "rounded"):
            tens = {"rounding": "tens", "final_rounding": final}
            cases.append({"target": 120, "stop": False, "both_over": end, **tens})
            cases.append({**low, "both_over": end, **tens})
    for win_at_once in (False, True):
        cases.append({"target": 60, "seven_turned": 60, "win_at_once": win_at_once})
        cases.append({"irregularities": True, "target": 120, "win_at_once": win_at_once})
    cases.append({"irregularities": True, "meld_when": "own_turn", "last_phase_melds": "trick_won"})
    cases.append({"exchange_when": "own_turn", "exchange_uses_meld": True, "seven_turned": 0})
    return cases


@pytest.mark.parametrize("options", corners(), ids=str)
@pytest.mark.parametrize("rules", ["classic", "lyonnais", "binage"])
def test_corners(rules: str, options: dict[str, Any]) -> None:
    if accepted(rules, options):
        agree(rules, options, range(4 * GAMES))


@pytest.mark.parametrize("single_deal", [False, True])
@pytest.mark.parametrize("win_at_once", [False, True])
@pytest.mark.parametrize("rules", ["classic", "lyonnais"])
def test_waiting_seven(rules: str, win_at_once: bool, single_deal: bool) -> None:
    """Games that begin with a turned seven worth the whole target, and melds worth it too."""
    points = dict.fromkeys(("target", "seven_turned", "marriage_plain", "marriage_trump"), 60)
    ways = {"pending_seven": True, "meld_when": "own_turn", "hand_size": 14}
    ends = {"win_at_once": win_at_once, "single_deal": single_deal}
    options: dict[str, Any] = {**points, **ways, **ends}
    for seed in range(80 * GAMES):
        if cc.Game(rules, seed=seed, **options).position()["pending_seven"]:
            agree(rules, options, range(seed, seed + 1))


def with_a_quint(shuffle: random.Random) -> dict[str, Any]:
    """A deal in which the seat on lead holds a quint."""
    cards = full_pack("32")
    shuffle.shuffle(cards)
    suit = shuffle.choice("SCDH")
    quint = [rank + suit for rank in "ATKQJ"]
    rest = [card for card in cards if card not in quint]
    hands = [" ".join(quint + rest[:3]), " ".join(rest[3:11])]
    table = {"turnup": rest[11], "trump": rest[11][1], "stock": " ".join(rest[12:])}
    return {"dealer": 1, "leader": 0, "to_move": 0, "hands": hands, **table}


@pytest.mark.parametrize("melds_per_trick", [0, 1])
@pytest.mark.parametrize("meld_when", ["own_turn", "trick_won"])
@pytest.mark.parametrize(
    "reuse",
    [
        {"reuse": "marriage_xor_quint"},
        {"reuse": "none"},
        {"reuse": "exact_once", "marriage_after_quint": True},
        {"reuse": "exact_once", "marriage_after_quint": False},
    ],
    ids=str,
)
def test_quints(reuse: dict[str, Any], meld_when: str, melds_per_trick: int) -> None:
    """Random deals hardly hold a quint, so here one is given."""
    options = {**reuse, "meld_when": meld_when, "melds_per_trick": melds_per_trick}
    for seed in range(5 * GAMES):
        shuffle = random.Random(seed)
        agree("classic", options, range(seed, seed + 1), with_a_quint(shuffle))


def option_sets() -> st.SearchStrategy[dict[str, Any]]:
    """A few options at any of their values."""
    names = st.lists(st.sampled_from(sorted(OTHER_VALUES)), min_size=2, max_size=10, unique=True)
    return names.flatmap(
        lambda chosen: st.fixed_dictionaries(
            {name: st.sampled_from(OTHER_VALUES[name]).map(as_option) for name in chosen}
        )
    )


@settings(max_examples=150 * GAMES, deadline=None, derandomize=True)
@given(rules=st.sampled_from(sorted(RULE_SETS)), options=option_sets(), seed=st.integers(0, 999))
def test_combinations(rules: str, options: dict[str, Any], seed: int) -> None:
    if accepted(rules, options):
        agree(rules, options, range(seed, seed + 1))
