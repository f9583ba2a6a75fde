"""The two-player table of options, typed in from the rule sheets: defaults and other values."""

from __future__ import annotations

from typing import Any

from .cinqcents_melds import Options

CLASSIC: Options = {
    "hand_size": 8,
    "target": 500,
    "first_dealer": "random",
    "quint_trump": 250,
    "quint_plain": 120,
    "marriage_trump": 40,
    "marriage_plain": 20,
    "fours": [100, 80, 60, 40, 20],
    "binage": 40,
    "binage_cards": "JD QS",
    "seven_turned": 10,
    "seven_exchange": 10,
    "exchange_when": "trick_won",
    "exchange_uses_meld": False,
    "exchanged_card_meldable": False,
    "seven_played": "never",
    "meld_when": "trick_won",
    "melds_per_trick": 1,
    "last_phase_melds": "no",
    "reuse": "marriage_xor_quint",
    "marriage_after_quint": None,
    "last_phase": "follow_beat_trump",
    "last_trick": 10,
    "last_draw": 0,
    "brisques": "final_full",
    "rounding": "exact",
    "final_rounding": None,
    "pending_seven": False,
    "stop": True,
    "win_at_once": False,
    "both_over": "raise_100",
    "irregularities": False,
    "max_deals": 100,
    "pack": "32",
    "single_deal": False,
}

RULE_SETS: dict[str, Options] = {
    "classic": CLASSIC,
    "foster": CLASSIC
    | {
        "fours": [100, 0, 80, 60, 40],
        "seven_played": "draw_if_not_exchanged",
        "reuse": "none",
    },
    "lyonnais": CLASSIC
    | {
        "target": 1000,
        "meld_when": "own_turn",
        "melds_per_trick": 0,
        "last_phase_melds": "until_first_card",
        "rounding": "tens",
        "final_rounding": "tie_exact",
        "pending_seven": True,
    },
    "bordelais": CLASSIC | {"hand_size": 6, "target": 100, "quint_trump": 500, "quint_plain": 250},
    "binage": CLASSIC
    | {
        "fours": [0, 0, 0, 0, 0],
        "exchange_uses_meld": True,
        "seven_played": "always",
        "reuse": "exact_once",
        "marriage_after_quint": True,
        "last_draw": 10,
        "brisques": "immediate_10",
        "stop": False,
        "win_at_once": True,
        "both_over": None,
    },
    "mini": CLASSIC
    | {
        "hand_size": 2,
        "quint_trump": 0,
        "quint_plain": 0,
        "fours": [0, 0, 0, 0, 0],
        "binage": 0,
        "seven_turned": 0,
        "seven_exchange": 0,
        "stop": False,
        "pack": "8",
        "single_deal": True,
    },
}

# Options that the table leaves open for `mini`, a game of one deal without a target.
OPEN_FOR_MINI = ("target", "both_over", "max_deals", "binage_cards")

# For each option, values away from some rule set's default.
OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "hand_size": (2, 4, 6, 8, 10, 12, 14),
    "target": (40, 100, 200, 500, 1000),
    "first_dealer": ("random", 0, 1),
    "quint_trump": (0, 250, 500),
    "quint_plain": (0, 120, 250),
    "marriage_trump": (0, 40, 55),
    "marriage_plain": (0, 20, 35),
    "fours": ([100, 80, 60, 40, 20], [100, 0, 80, 60, 40], [0, 0, 0, 0, 0], [1, 2, 3, 4, 5]),
    "binage": (0, 40, 75),
    "binage_cards": ("JD QS", "JD QD"),
    "seven_turned": (0, 10, 50),
    "seven_exchange": (0, 10, 50),
    "exchange_when": ("trick_won", "own_turn"),
    "exchange_uses_meld": (False, True),
    "exchanged_card_meldable": (False, True),
    "seven_played": ("never", "draw_if_not_exchanged", "always"),
    "meld_when": ("trick_won", "own_turn"),
    "melds_per_trick": (0, 1),
    "last_phase_melds": ("no", "until_first_card", "trick_won"),
    "reuse": ("marriage_xor_quint", "none", "exact_once"),
    "marriage_after_quint": (None, True, False),
    "last_phase": ("follow_beat_trump", "follow_only"),
    "last_trick": (0, 10, 25),
    "last_draw": (0, 10),
    "brisques": ("final_full", "immediate_10"),
    "rounding": ("exact", "tens"),
    "final_rounding": (None, "tie_exact", "all_exact", "rounded"),
    "pending_seven": (False, True),
    "stop": (False, True),
    "win_at_once": (False, True),
    "both_over": (
        None,
        "raise_100",
        "only_if_equal",
        "higher_total",
        "more_card_points",
        "fresh_100",
    ),
    "irregularities": (False, True),
    "max_deals": (1, 2, 100),
    "single_deal": (False, True),
}
