"""The records of the two-player family: rules, state and view, one dtype each.

A game is one element of an array of ``STATE``; a batch is the array. Card sets are
int64, card fields int8 with -1 for "no card". Unused cells hold -1 or 0, so equal
games have equal bytes.
"""

import functools
from typing import Any

import numpy as np

from cinqcents_env._jit import records
from cinqcents_env.rulebook.cinqcents import CinqCentsRules

SEATS = 2
MAX_STOCK = 32
MAX_MELDS = 14

PLAY, MELD, OVER = 0, 1, 2
PHASES = ("play", "meld", "over")

(
    NOT_OVER,
    MERITS,
    STOPPED,
    WRONG_STOP,
    FALSE_ANNOUNCEMENT,
    AT_ONCE,
    PENDING_SEVEN,
    TRUNCATED,
    TIE,
    DEAL_OVER,
) = range(10)
OUTCOMES = (
    "",
    "merits",
    "stop",
    "wrong stop",
    "false announcement",
    "at once",
    "pending seven",
    "truncated",
    "tie",
    "deal over",
)

STATE = np.dtype(
    [
        ("hand", np.int64, SEATS),  # card set in each seat's hand
        ("captured", np.int64, SEATS),  # card set of each seat's won tricks
        ("known", np.int64, SEATS),  # cards of a hand that the other seat has seen
        ("used", np.int64, SEATS),  # cards that a seat has melded in this deal
        ("seed", np.int64),  # of the deals to come
        ("marked", np.int32, SEATS),  # points marked
        ("points", np.int32, SEATS),  # card points in the won tricks
        ("earned", np.int32, SEATS),  # points credited since the game began
        ("melds", np.int32, SEATS),  # set of melds declared in this deal
        ("target", np.int32),
        ("deal_number", np.int16),
        ("dealer", np.int8),
        ("leader", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("trump", np.int8),
        ("turnup", np.int8),
        ("trick", np.int8, SEATS),  # card led, card that followed
        ("step_melds", np.int8),  # melds made in the step under way
        ("step_exchanged", np.int8),  # card taken from the table in it
        ("pending_seven", np.int8),
        ("outcome", np.int8),
        ("winner", np.int8),
        ("stock_size", np.int8),  # face-down cards
        ("stock", np.int8, MAX_STOCK),  # the top card is stock[stock_size - 1]
        ("unused", np.int8, 4),  # zero; without it the record would end in undefined bytes
    ],
    align=True,
)

RULES = np.dtype(
    [(name, np.int64) for name in ("num_cards", "num_suits", "rank_bits", "num_melds")]
    + [(name, np.int64) for name in ("exchange", "stop_action", "draw", "num_actions")]
    + [
        (name, np.int64)
        for name in (
            "hand_size target first_dealer seven_turned seven_exchange exchange_own_turn "
            "exchange_uses_meld exchanged_card_meldable seven_played meld_own_turn "
            "melds_per_trick last_phase_melds reuse marriage_after_quint follow_only last_trick "
            "last_draw immediate_brisques round_tens final_rounding pending_seven stop "
            "win_at_once both_over irregularities single_deal max_deals has_seven start_random"
        ).split()
    ]
    + [
        ("start_scores", np.int64, SEATS),
        ("meld_cards", np.int64, MAX_MELDS),
        ("meld_plain", np.int64, MAX_MELDS),
        ("meld_trump", np.int64, MAX_MELDS),
        ("card_points", np.int64, MAX_STOCK),
    ]
)

VIEW = np.dtype(
    [
        ("hand", np.int64),  # own cards
        ("known", np.int64, SEATS),  # cards of a hand that the other knows: own, opponent's
        ("captured", np.int64, SEATS),
        ("used", np.int64, SEATS),
        ("marked", np.int32, SEATS),
        ("points", np.int32, SEATS),
        ("earned", np.int32, SEATS),
        ("melds", np.int32, SEATS),
        ("target", np.int32),
        ("deal_number", np.int16),
        ("hand_sizes", np.int8, SEATS),
        ("seat", np.int8),  # the absolute seat; all pairs here are (own, opponent's)
        ("dealer", np.int8),  # 0 own, 1 the opponent; leader, to_move, winner likewise
        ("leader", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("trump", np.int8),
        ("turnup", np.int8),
        ("trick", np.int8, SEATS),
        ("step_melds", np.int8),
        ("step_exchanged", np.int8),
        ("pending_seven", np.int8),
        ("outcome", np.int8),
        ("winner", np.int8),
        ("stock_size", np.int8),
        ("unused", np.int8),
    ],
    align=True,
)

SEVEN_PLAYED = ("never", "draw_if_not_exchanged", "always")
LAST_PHASE_MELDS = ("no", "until_first_card", "trick_won")
REUSE = ("marriage_xor_quint", "none", "exact_once")
FINAL_ROUNDING = (None, "tie_exact", "all_exact", "rounded")
BOTH_OVER = (
    None,
    "raise_100",
    "only_if_equal",
    "higher_total",
    "more_card_points",
    "fresh_100",
)
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
BRISQUES = {"A": 10, "T": 10}
"""All that counts in tricks where aces and tens are marked at once (BI4)."""


@functools.lru_cache(maxsize=64)
def pack_rules(
    rules: CinqCentsRules, start_scores: tuple[int, ...] | str | None = None
) -> np.ndarray[Any, Any]:
    """The options as a record array of shape (1,), dtype ``RULES``, made once and never written to.

    Args:
        rules: the options.
        start_scores: points that each seat starts with, or ``"random"``.
    """
    packed = records(1, RULES)
    row = packed[0]
    suits = 4 if rules.pack == "32" else 2
    cards, melds = len(rules.cards), 2 * suits + 6
    row["num_cards"], row["num_suits"], row["num_melds"] = cards, suits, melds
    row["rank_bits"] = 3 if rules.pack == "32" else 2
    row["exchange"], row["stop_action"], row["draw"] = (cards + melds + i for i in range(3))
    row["num_actions"] = cards + melds + 3
    row["has_seven"] = rules.pack == "32"
    for name in (
        "hand_size target seven_turned seven_exchange exchange_uses_meld "
        "exchanged_card_meldable melds_per_trick last_trick last_draw pending_seven stop "
        "win_at_once irregularities single_deal max_deals"
    ).split():
        row[name] = getattr(rules, name)
    row["first_dealer"] = -1 if rules.first_dealer == "random" else rules.first_dealer
    row["exchange_own_turn"] = rules.exchange_when == "own_turn"
    row["meld_own_turn"] = rules.meld_when == "own_turn"
    row["seven_played"] = SEVEN_PLAYED.index(rules.seven_played)
    row["last_phase_melds"] = LAST_PHASE_MELDS.index(rules.last_phase_melds)
    row["reuse"] = REUSE.index(rules.reuse)
    row["marriage_after_quint"] = rules.marriage_after_quint is not False
    row["follow_only"] = rules.last_phase == "follow_only"
    row["immediate_brisques"] = rules.brisques == "immediate_10"
    row["round_tens"] = rules.rounding == "tens"
    row["final_rounding"] = FINAL_ROUNDING.index(rules.final_rounding)
    row["both_over"] = BOTH_OVER.index(rules.both_over)
    row["start_random"] = start_scores == "random"
    if start_scores is not None and start_scores != "random":
        row["start_scores"] = start_scores
    _pack_melds(row, rules, suits)
    worth = BRISQUES if rules.brisques == "immediate_10" else CARD_POINTS
    row["card_points"][:cards] = [worth.get(card[0], 0) for card in rules.cards.cards]
    return packed


def _pack_melds(row: Any, rules: CinqCentsRules, suits: int) -> None:
    """Card set and value of each meld: marriages, quints by suit, fours, binage."""
    pack, names = rules.cards, "SCDH" if suits == 4 else "SH"
    melds: list[tuple[list[str], int, int]] = []
    for suit in names:
        melds.append((["K" + suit, "Q" + suit], rules.marriage_plain, rules.marriage_trump))
    for suit in names:
        cards = [rank + suit for rank in "ATKQJ"]
        melds.append((cards, rules.quint_plain, rules.quint_trump))
    for rank, value in zip("ATKQJ", rules.fours, strict=True):
        melds.append(([rank + suit for suit in names], value, value))
    melds.append((rules.binage_cards.split(), rules.binage, rules.binage))
    for i, (cards, plain, trump) in enumerate(melds):
        if all(card in pack for card in cards):
            row["meld_cards"][i] = pack.to_set(cards)
            row["meld_plain"][i], row["meld_trump"][i] = plain, trump
