"""The option table of the auction game as the oracle's tests need it, one column a rule set."""

from __future__ import annotations

from typing import Any

NAMES = ("us3", "ru3", "ru2", "us2", "ru4", "au4", "au5", "au6")
PAIRS = [[0, 2], [1, 3]]

US3: dict[str, Any] = {
    "players": 3,
    "sides": [[0], [1], [2]],
    "pack": "33",
    "dead_hand": False,
    "auction": "once",
    "all_pass": "redeal",
    "kitty_open": False,
    "must_trump": False,
    "misere": "any_time",
    "misere_rank": "above_7NT",
    "misere_value": 250,
    "open_misere": "any_time",
    "open_misere_rank": "top",
    "open_misere_value": 520,
    "open_misere_shown": "before_lead",
    "misere_defenders": "per_declarer_trick",
    "misere_stops_early": False,
    "joker_lead": "not_void_suit",
    "joker_renounced": "may_win",
    "contractor_names_joker": False,
    "joker_forced_in_misere": False,
    "joker_low_in_misere": False,
    "slam": "off",
    "win_needs_contract": True,
    "tens_stop_at_490": False,
    "lose_at": -500,
    "both_reach": "declarer_then_first",
    "ten_wins": False,
    "partner": None,
    "target": 500,
    "max_deals": 100,
}
NO_MISERE: dict[str, Any] = {
    "misere": "off",
    "misere_rank": None,
    "misere_value": None,
    "open_misere": "off",
    "open_misere_rank": None,
    "open_misere_value": None,
    "open_misere_shown": None,
    "misere_defenders": None,
    "misere_stops_early": None,
    "joker_forced_in_misere": None,
    "joker_low_in_misere": None,
}
RU3 = (
    US3
    | NO_MISERE
    | {
        "auction": "until_passed",
        "all_pass": "no_trumps",
        "kitty_open": True,
        "must_trump": True,
        "slam": "below_250",
        "win_needs_contract": False,
        "lose_at": 0,
        "ten_wins": True,
    }
)
AU4 = US3 | {
    "players": 4,
    "sides": PAIRS,
    "pack": "43",
    "auction": "until_passed",
    "misere": "after_seven",
    "open_misere_rank": "above_10D",
    "open_misere_value": 500,
    "open_misere_shown": "after_first_trick",
    "misere_defenders": "nothing",
    "misere_stops_early": True,
    "joker_lead": "unled_suit",
    "contractor_names_joker": True,
    "joker_forced_in_misere": True,
    "slam": "below_250",
}
NO_JOKER: dict[str, Any] = {
    "joker_lead": None,
    "joker_renounced": None,
    "contractor_names_joker": None,
    "joker_forced_in_misere": None,
    "joker_low_in_misere": None,
}
SINGLE_FIVE = [[seat] for seat in range(5)]
TABLE: dict[str, dict[str, Any]] = {
    "us3": US3,
    "ru3": RU3,
    "ru2": RU3 | {"players": 2, "sides": [[0], [1]], "dead_hand": True},
    "us2": US3 | NO_JOKER | {"players": 2, "sides": [[0], [1]], "pack": "24"},
    "ru4": RU3 | {"players": 4, "sides": PAIRS, "pack": "43r"},
    "au4": AU4,
    "au5": AU4 | {"players": 5, "sides": SINGLE_FIVE, "pack": "53", "partner": "called_card"},
    "au6": AU4 | {"players": 6, "sides": [[0, 2, 4], [1, 3, 5]], "pack": "63"},
}


def options_of(name: str, **changes: Any) -> dict[str, Any]:
    """Give the options of a rule set with some of them changed."""
    unknown = set(changes) - set(US3) - {"single_deal"}
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    return TABLE[name] | changes
