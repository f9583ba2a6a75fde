"""Which playthroughs are kept: one per rule set, one per option that changes the flow."""

from __future__ import annotations

from typing import Any, NamedTuple

import cinqcents_env as cc


class Case(NamedTuple):
    """A playthrough: rules, and for an option the rules that it is told apart from."""

    ruleset: str
    options: dict[str, Any]
    base: dict[str, Any] | None = None


def _pair(ruleset: str, name: str, value: Any, **both: Any) -> Case:
    """An option's value beside the rule set's own, all else being equal."""
    return Case(ruleset, {**both, name: value}, both)


DEAL = {"single_deal": True}
QUINTS = {"hand_size": 14, **DEAL}
SHORT = {"max_deals": 3}
NEAR = {"max_deals": 3, "start_scores": (440, 440)}
CLOSE = {"max_deals": 3, "start_scores": (440, 470), "win_needs_contract": False}

OPTIONS: dict[str, dict[str, Case]] = {
    "cinqcents": {
        "hand_size": _pair("classic", "hand_size", 6, **DEAL),
        "first_dealer": _pair("classic", "first_dealer", 1, **DEAL),
        "single_deal": _pair("classic", "single_deal", True, max_deals=2),
        "max_deals": _pair("classic", "max_deals", 1),
        "target": _pair("classic", "target", 100),
        "exchange_when": _pair("classic", "exchange_when", "own_turn", **DEAL),
        "exchange_uses_meld": _pair("classic", "exchange_uses_meld", True, **DEAL),
        "exchanged_card_meldable": _pair("classic", "exchanged_card_meldable", True, **DEAL),
        "meld_when": _pair("classic", "meld_when", "own_turn", **DEAL),
        "melds_per_trick": _pair("classic", "melds_per_trick", 0, **DEAL),
        "last_phase_melds": _pair("classic", "last_phase_melds", "trick_won", **DEAL),
        "reuse": _pair("classic", "reuse", "none", **DEAL),
        "marriage_after_quint": _pair(
            "classic", "marriage_after_quint", False, reuse="exact_once", **QUINTS
        ),
        "last_phase": _pair("classic", "last_phase", "follow_only", **DEAL),
        "pending_seven": _pair(
            "classic",
            "pending_seven",
            True,
            meld_when="own_turn",
            target=60,
            start_scores=(55, 55),
        ),
        "stop": _pair("classic", "stop", False, target=100),
        "win_at_once": _pair("classic", "win_at_once", True, target=100),
        "both_over": _pair("classic", "both_over", "higher_total", target=60, stop=False),
        "irregularities": _pair("classic", "irregularities", True, **DEAL),
    },
    "five_hundred": {
        "target": _pair("au4", "target", 200, **NEAR | {"start_scores": (150, 150)}),
        "single_deal": _pair("us3", "single_deal", True, **SHORT),
        "max_deals": _pair("us3", "max_deals", 1),
        "pack": _pair("au4", "pack", "46", max_deals=1),
        "dead_hand": Case("ru2", {"max_deals": 1}, None),
        "auction": _pair("us3", "auction", "until_passed", max_deals=1),
        "all_pass": _pair("us3", "all_pass", "no_trumps", **SHORT),
        "must_trump": _pair("us3", "must_trump", True, max_deals=1),
        "misere": _pair("us3", "misere", "after_seven", max_deals=1),
        "misere_rank": _pair("us3", "misere_rank", "above_8S", max_deals=1),
        "open_misere": _pair("us3", "open_misere", "off", max_deals=1),
        "open_misere_rank": _pair("us3", "open_misere_rank", "above_10D", max_deals=1),
        "misere_stops_early": _pair("us3", "misere_stops_early", True, **SHORT),
        "joker_lead": _pair("us3", "joker_lead", "unled_suit", max_deals=1),
        "joker_renounced": _pair("us3", "joker_renounced", "may_not", max_deals=1),
        "contractor_names_joker": _pair("us3", "contractor_names_joker", True, max_deals=1),
        "joker_forced_in_misere": _pair("us3", "joker_forced_in_misere", True, max_deals=1),
        "joker_low_in_misere": _pair("us3", "joker_low_in_misere", True, max_deals=1),
        "win_needs_contract": _pair("au4", "win_needs_contract", False, **NEAR),
        "lose_at": _pair("au4", "lose_at", -100, **SHORT),
        "both_reach": Case(
            "au4",
            {**CLOSE, "both_reach": "higher"},
            CLOSE,
        ),
        "ten_wins": _pair("au4", "ten_wins", True, **SHORT),
        "partner": _pair("au5", "partner", "alone", max_deals=1),
    },
}
"""The options that change who may do what when, or when the game ends."""

MARKS_ONLY: dict[str, set[str]] = {
    "cinqcents": set(
        "pack quint_trump quint_plain marriage_trump marriage_plain fours binage binage_cards "
        "seven_turned seven_exchange seven_played last_trick last_draw brisques rounding "
        "final_rounding".split()
    ),
    "five_hundred": set(
        "misere_value open_misere_value misere_defenders slam tens_stop_at_490 "
        "kitty_open open_misere_shown kitty".split()
    ),
}
"""Options that change what is marked or seen only, or follow from others (pack, kitty)."""


def cases() -> dict[str, Case]:
    """Every playthrough by the name of its file."""
    found = {}
    for ruleset in cc.rulesets():
        short = SHORT if cc.rules(ruleset).family == "five_hundred" else {}
        found[ruleset] = Case(ruleset, short)
    for options in OPTIONS.values():
        for name, case in options.items():
            found[f"{case.ruleset}_{name}"] = case
    return found
