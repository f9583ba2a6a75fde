"""The records of Five Hundred: rules, state and view, one dtype each.

A game is one element of an array of ``STATE``; a batch is the array. Card sets are
int64; cards, seats, suits and bids are int8 with -1 for "none". Sets of seats and of
suits are small bit masks. Unused cells hold -1 or 0, so equal games have equal bytes.
"""

import functools
from typing import Any

import numpy as np

from cinqcents_env._jit import records
from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.rulebook.five_hundred import RANKS, FiveHundredRules

SEATS = 6
"""Seats that the records hold; a table may have fewer."""

MAX_CARDS = 63

BID, DISCARD, CALL, NAME, PLAY, OVER = range(6)
PHASES = ("bid", "discard", "call", "name", "play", "over")

NOT_OVER, CONTRACT, POINTS, LOSS_LIMIT, TEN_WINS, TRUNCATED, TIE, DEAL_OVER = range(8)
OUTCOMES = (
    "",
    "contract",
    "points",
    "loss limit",
    "ten wins",
    "truncated",
    "tie",
    "deal over",
)

# Bids and contracts by number: 0 to 24 are 6S 6C 6D 6H 6NT 7S ... 10NT.
SUIT_BIDS = 25
MISERE, OPEN_MISERE = 25, 26
BIDS = 27
ALL_PASSED = 27
"""The contract of a deal played in no-trumps after all have passed."""

NO_TRUMPS = 4
TRUMP_POWER = 64
"""Cards of this power and above win whatever was led."""

BOWER_POWER = TRUMP_POWER + 28
"""Power of the left bower; the right one and the jokers lie above."""

ONCE, UNTIL_PASSED, PASSER_MAY_RETURN = range(3)
UNLED_SUIT, NOT_VOID_SUIT, ANY_SUIT = range(3)

STATE = np.dtype(
    [
        ("hand", np.int64, SEATS),  # card set in each seat's hand
        ("played", np.int64, SEATS),  # card set that each seat has played in this deal
        ("kitty", np.int64),  # card set lying in the kitty
        ("taken", np.int64),  # card set that the declarer took up
        ("discards", np.int64),  # card set that the declarer laid away
        ("dead", np.int64),  # card set of the dead hand
        ("named", np.int64),  # jokers that the contractor has given a suit
        ("seed", np.int64),  # of the deals to come
        ("bids", np.int32, SEATS),  # set of bids that each seat has made
        ("scores", np.int32, SEATS),  # of each side
        ("earned", np.int32, SEATS),  # points credited to each side since the game began
        ("deal_number", np.int16),
        ("calls", np.int16),  # bids and passes made in this deal
        ("players", np.int8),
        ("num_sides", np.int8),
        ("dealer", np.int8),
        ("leader", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("bid", np.int8),  # the standing bid
        ("bidder", np.int8),  # who made it
        ("passed", np.int8),  # set of seats that have passed (since the bid changed)
        ("contract", np.int8),
        ("declarer", np.int8),
        ("called", np.int8),  # card called
        ("partner", np.int8),  # who holds it
        ("joker_suit", np.int8),
        ("active", np.int8),  # set of seats that play to the tricks
        ("led_suit", np.int8),  # suit to follow in the trick under way
        ("winning", np.int8),  # seat that is winning it
        ("best", np.int8),  # power of that seat's card
        ("suits_led", np.int8),  # set of suits led in this deal
        ("kitty_shown", np.int8),  # 1 where the kitty lies face up
        ("exposed", np.int8),  # 1 while the declarer's hand lies open
        ("outcome", np.int8),
        ("winners", np.int8),  # set of seats
        ("trick", np.int8, SEATS),  # card of each seat in the trick under way
        ("tricks", np.int8, SEATS),  # tricks won by each seat in this deal
        ("voids", np.int8, SEATS),  # set of suits in which each seat has shown void
        ("reached", np.int8, SEATS),  # sides that reached the target in this deal, see note_reached
        ("jokerless", np.int8),  # set of seats that have shown that they hold no free joker
        ("unused", np.int8, 4),  # zero; without it the record would end in undefined bytes
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("hand", np.int64),  # own cards
        ("discards", np.int64),  # own cards laid away
        ("kitty", np.int64),  # cards seen in the kitty
        ("taken", np.int64),  # cards that the declarer is known to have taken up
        ("exposed", np.int64),  # the declarer's cards, while they lie open
        ("named", np.int64),  # jokers that have been given a suit
        ("played", np.int64, SEATS),  # cards played in this deal; arrays go by relative seat
        ("bids", np.int32, SEATS),  # set of bids made
        ("scores", np.int32, SEATS),  # own side first, then the others in order
        ("earned", np.int32, SEATS),
        ("deal_number", np.int16),
        ("calls", np.int16),
        ("players", np.int8),
        ("num_sides", np.int8),
        ("seat", np.int8),  # the absolute seat; every other seat here is relative to it
        ("dealer", np.int8),
        ("leader", np.int8),
        ("to_move", np.int8),
        ("phase", np.int8),
        ("bid", np.int8),
        ("bidder", np.int8),
        ("passed", np.int8),
        ("contract", np.int8),
        ("declarer", np.int8),
        ("called", np.int8),
        ("partner", np.int8),  # -1 while unknown to this seat
        ("joker_suit", np.int8),
        ("active", np.int8),
        ("led_suit", np.int8),
        ("winning", np.int8),
        ("best", np.int8),
        ("suits_led", np.int8),
        ("outcome", np.int8),
        ("winners", np.int8),
        ("trick", np.int8, SEATS),
        ("tricks", np.int8, SEATS),
        ("voids", np.int8, SEATS),
        ("reached", np.int8, SEATS),
        ("hand_sizes", np.int8, SEATS),
        ("jokerless", np.int8),
        ("unused", np.int8, 7),
    ],
    align=True,
)

# Actions come in blocks, of which the rules hold the first index: play a card, lay a
# card away, bid, pass, lead a joker as a suit, name the joker's suit, call a card.
_BLOCKS = "num_actions discard_at bid_at pass_action joker_at name_at call_at alone".split()
_COPIED = (
    "dead_hand kitty_open must_trump win_needs_contract tens_stop_at_490 lose_at ten_wins"
).split()
_MORE = (
    "num_cards num_players num_sides jokers high_joker auction all_pass_plays misere_after_seven "
    "open_shown_late defenders_per_trick misere_stops_early joker_lead joker_may_not "
    "names_joker joker_forced joker_low slam_below higher_wins calls_card target max_deals "
    "single_deal start_random"
).split()

RULES = np.dtype(
    [(name, np.int64) for name in _BLOCKS + _COPIED + _MORE]
    + [
        ("start_scores", np.int64, SEATS),
        ("higher_bids", np.int64, BIDS + 1),  # bids above bid b - 1; above none at 0
        ("bid_value", np.int64, BIDS),
        ("tops", np.int64, 5),  # by trumps: jokers and bowers
        ("suit_cards", np.int64, (5, 5)),  # card set by trumps (4: none) and suit (4: none)
        ("card_suit", np.int8, (5, MAX_CARDS)),  # suit by trumps and card; 4 for none
        ("power", np.int8, (5, MAX_CARDS)),  # by trumps and card
    ]
)

SLAM_BELOW = {"off": 0, "below_250": 250, "below_160": 160}


def action_blocks(rules: FiveHundredRules) -> dict[str, int]:
    """First index of each block of actions; they depend on pack and players alone."""
    cards, jokers = len(rules.cards), rules.jokers
    sizes = [
        ("card", cards),
        ("discard_at", cards),
        ("bid_at", BIDS),
        ("pass_action", 1),
        ("joker_at", 4 * jokers),
        ("name_at", 4 if jokers else 0),
        ("call_at", cards - jokers if rules.num_players == 5 else 0),
        ("alone", 1 if rules.num_players == 5 else 0),
    ]
    blocks, at = {}, 0
    for name, size in sizes:
        blocks[name] = at if size else -1
        at += size
    return {**blocks, "num_actions": at}


@functools.lru_cache(maxsize=64)
def pack_rules(
    rules: FiveHundredRules, start_scores: tuple[int, ...] | str | None = None
) -> np.ndarray[Any, Any]:
    """The options as a record array of shape (1,), dtype ``RULES``, made once and never written to.

    Args:
        rules: the options.
        start_scores: points that each side starts with, or ``"random"``.
    """
    packed = records(1, RULES)
    row = packed[0]
    for name, at in action_blocks(rules).items():
        if name != "card":
            row[name] = at
    for name in (*_COPIED, "num_players", "num_sides", "target", "max_deals", "single_deal"):
        row[name] = getattr(rules, name)
    row["num_cards"] = len(rules.cards)
    row["jokers"] = sum(1 << rules.cards.index(j) for j in JOKERS[: rules.jokers])
    row["high_joker"] = rules.cards.index("JK") if rules.jokers else -1
    row["auction"] = ("once", "until_passed", "passer_may_return").index(rules.auction)
    row["all_pass_plays"] = rules.all_pass == "no_trumps"
    row["misere_after_seven"] = rules.misere == "after_seven"
    row["open_shown_late"] = rules.open_misere_shown == "after_first_trick"
    row["defenders_per_trick"] = rules.misere_defenders == "per_declarer_trick"
    row["misere_stops_early"] = bool(rules.misere_stops_early)
    row["joker_lead"] = ("unled_suit", "not_void_suit", "any_suit", None).index(rules.joker_lead)
    row["joker_may_not"] = rules.joker_renounced == "may_not"
    row["names_joker"] = rules.contractor_names_joker
    row["joker_forced"] = bool(rules.joker_forced_in_misere)
    row["joker_low"] = bool(rules.joker_low_in_misere)
    row["slam_below"] = SLAM_BELOW[rules.slam]
    row["higher_wins"] = rules.both_reach == "higher"
    row["calls_card"] = rules.partner == "called_card"
    row["start_random"] = start_scores == "random"
    if start_scores is not None and start_scores != "random":
        row["start_scores"][: rules.num_sides] = start_scores
    _pack_bids(row, rules)
    _pack_cards(row, rules)
    return packed


def bid_ranks(rules: FiveHundredRules) -> dict[int, float]:
    """Rank in the auction of every bid that the rules know (FH1, A-27)."""
    ranks: dict[int, float] = {bid: bid for bid in range(SUIT_BIDS)}
    if rules.misere != "off":
        ranks[MISERE] = 9.5 if rules.misere_rank == "above_7NT" else 10.5
    if rules.open_misere != "off":
        ranks[OPEN_MISERE] = 22.5 if rules.open_misere_rank == "above_10D" else 24.5
    return ranks


def _pack_bids(row: Any, rules: FiveHundredRules) -> None:
    """Value of each bid and the bids above it."""
    ranks = bid_ranks(rules)
    for bid in range(SUIT_BIDS):
        row["bid_value"][bid] = 40 + 20 * bid
    row["bid_value"][MISERE] = rules.misere_value or 0
    row["bid_value"][OPEN_MISERE] = rules.open_misere_value or 0
    for standing in range(-1, BIDS):
        least = ranks.get(standing, -1.0 if standing < 0 else 99.0)
        above = sum(1 << bid for bid, rank in ranks.items() if rank > least)
        row["higher_bids"][standing + 1] = above


def _pack_cards(row: Any, rules: FiveHundredRules) -> None:
    """Suit and power of every card under every trump suit and without one (FH2)."""
    for i, card in enumerate(rules.cards.cards):
        for trump in range(5):
            suit, power = _standing(card, trump)
            row["card_suit"][trump, i] = suit
            row["power"][trump, i] = power
            row["suit_cards"][trump, suit] |= 1 << i
            row["tops"][trump] |= (power >= BOWER_POWER) << i


def _standing(card: str, trump: int) -> tuple[int, int]:
    """(suit, power) of a card; jokers have no suit in no-trumps."""
    if card in JOKERS:
        return trump, BOWER_POWER + 3 - JOKERS.index(card)
    rank, suit = RANKS.index(card[:-1]), SUITS.index(card[-1])
    if trump < NO_TRUMPS and card[:-1] == "J":
        if suit == trump:
            return trump, BOWER_POWER + 1
        if suit == trump ^ 1:  # the other suit of the colour
            return trump, BOWER_POWER
    return suit, rank + 2 + (TRUMP_POWER if suit == trump else 0)
