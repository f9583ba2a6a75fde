"""Judging a view of the two-player family, in points: cards, melds and tricks.

Scalar functions on one rules record and one view record. Hidden cards enter only
as the set of cards not yet seen, so a judgement never depends on what a player
cannot know. In a view, pairs are (own, opponent's).
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.cinqcents.legal import in_draw_phase, meld_value, suit_cards, suit_of

TRUMP_RESERVE = 10.0
"""Points that holding back the lowest trump is worth; each rank above it adds one."""
ACE_RESERVE, TEN_RESERVE = 5.0, 2.0
"""The same for aces and tens of plain suits."""
KEPT_TRUMP, KEPT_PLAIN = 0.8, 0.25
"""Share of a card's own points that its holder will win with it later anyway."""
MELD_SHARE = 0.6
"""Weight of meld hopes: they compete for cards and for tricks, and are added up."""
WIN_A_TRICK = 0.5
"""Taken as the chance to win any one of the tricks to come."""


@compiled
def worth(rules, card):
    """Points of a card to who wins it, at the end or at once (CL19, BI4)."""
    points = rules.card_points[card]
    if rules.immediate_brisques:
        return np.int64(10) if points >= 10 else np.int64(0)
    return points


@compiled
def on_table(view):
    """Set of the cards lying in the trick."""
    cards = np.int64(0)
    for card in view.trick:
        if card >= 0:
            cards |= bit(card)
    return cards


@compiled
def unseen(rules, view):
    """Cards whose place the viewer does not know: stock, or the opponent's hand."""
    seen = view.hand | view.known[1] | view.captured[0] | view.captured[1] | on_table(view)
    if view.turnup >= 0:
        seen |= bit(view.turnup)
    return (bit(rules.num_cards) - 1) & ~seen


@compiled
def draws_left(view):
    """Cards that each player is still to draw."""
    return (np.int64(view.stock_size) + (1 if view.turnup >= 0 else 0)) // 2


@compiled
def beaters(rules, view, card):
    """All cards of the pack that take a trick to which ``card`` was led."""
    suit = suit_of(rules, card)
    higher = suit_cards(rules, suit) & -(bit(card) << 1)
    return higher if suit == view.trump else higher | suit_cards(rules, view.trump)


@compiled
def chance_beaten(rules, view, card):
    """Chance that the opponent holds a card that beats a lead of ``card``."""
    beating = beaters(rules, view, card)
    if beating & view.known[1]:
        return 1.0
    hidden = unseen(rules, view)
    number = count(hidden)
    if number == 0:
        return 0.0
    safe = 1.0 - count(beating & hidden) / number
    return 1.0 - safe ** (view.hand_sizes[1] - count(view.known[1]))


@compiled
def meld_excluded(rules, view, meld):
    """True if melds made before bar this one for the deal (CL16, A-04)."""
    if view.melds[0] & bit(meld):
        return True
    if rules.reuse == 1:
        return rules.meld_cards[meld] & view.used[0] != 0
    if meld >= 2 * rules.num_suits:
        return False
    marriage = meld < rules.num_suits
    other = meld + rules.num_suits if marriage else meld - rules.num_suits
    if not view.melds[0] & bit(other):
        return False
    return rules.reuse == 0 or (marriage and not rules.marriage_after_quint)


@compiled
def bars(rules, meld, other):
    """True if declaring ``meld`` bars ``other`` later (CL16, A-04)."""
    if meld == other:
        return False
    if rules.reuse == 1:
        return rules.meld_cards[meld] & rules.meld_cards[other] != 0
    if max(meld, other) >= 2 * rules.num_suits or abs(meld - other) != rules.num_suits:
        return False
    return rules.reuse == 0 or (meld > other and not rules.marriage_after_quint)


@compiled
def meld_ready(rules, view, meld, hand):
    """True if ``hand`` holds the meld and it may be declared in this step."""
    cards = rules.meld_cards[meld]
    if meld_value(rules, meld, view.trump) <= 0 or cards & ~hand:
        return False
    taken = np.int64(view.step_exchanged)
    if taken >= 0 and not rules.exchanged_card_meldable and cards & bit(taken):
        return False
    return not meld_excluded(rules, view, meld)


@compiled
def later_chance(rules, steps):
    """Chance of a moment to declare in one of ``steps`` tricks to come."""
    if rules.meld_own_turn:
        return 1.0 if steps > 0 else 0.0
    return 1.0 - (1.0 - WIN_A_TRICK) ** max(steps, 0)


@compiled
def meld_hope(rules, view, meld, hand, steps):
    """Expected points of a meld from ``hand``: value x chance to complete and declare it.

    Args:
        steps: tricks to come whose winner may declare.
    """
    value = meld_value(rules, meld, view.trump)
    if value <= 0 or meld_excluded(rules, view, meld):
        return 0.0
    missing = rules.meld_cards[meld] & ~hand
    gone = view.captured[0] | view.captured[1] | view.known[1] | on_table(view)
    if missing & gone:
        return 0.0
    chance = later_chance(rules, steps)
    draws = draws_left(view)
    hidden = count(unseen(rules, view))
    for _ in range(count(missing)):
        if draws <= 0 or hidden <= 0:
            return 0.0
        chance *= min(draws / hidden, 1.0)
        draws -= 1
        hidden -= 1
    return value * chance


@compiled
def melding_steps(rules, view):
    """Tricks to come, the present one included, whose winner may declare a meld."""
    if in_draw_phase(view):
        return draws_left(view)
    return np.int64(view.hand_sizes[0]) - 1 if rules.last_phase_melds == 2 else np.int64(0)


@compiled
def keep_value(rules, view, card):
    """Meld points that playing ``card`` gives up."""
    steps = melding_steps(rules, view)
    total = 0.0
    for meld in range(rules.num_melds):
        if rules.meld_cards[meld] & bit(card):
            total += meld_hope(rules, view, meld, view.hand, steps)
    if is_exchangeable(rules, view, card):
        total += (rules.seven_exchange + 4.0) * later_chance(rules, steps)
    return MELD_SHARE * total


@compiled
def is_exchangeable(rules, view, card):
    """True if ``card`` is the trump seven and the turn-up can still be had for it."""
    seven = np.int64(view.trump) << rules.rank_bits
    return rules.has_seven == 1 and card == seven and view.turnup >= 0


@compiled
def reserve(rules, view, card):
    """What a card is worth as a winner of later tricks, while cards remain to be drawn."""
    points = worth(rules, card)
    if suit_of(rules, card) == view.trump:
        rank = np.int64(card) & (bit(rules.rank_bits) - 1)
        return TRUMP_RESERVE + rank + KEPT_TRUMP * points
    high = rules.card_points[card]
    if high == 11:
        return ACE_RESERVE + KEPT_PLAIN * points
    return TEN_RESERVE + KEPT_PLAIN * points if high == 10 else 0.0


@compiled
def best_ready(rules, view, hand):
    """Points of the best meld that could be declared from ``hand``."""
    best = np.int64(0)
    for meld in range(rules.num_melds):
        if meld_ready(rules, view, meld, hand):
            best = max(best, meld_value(rules, meld, view.trump))
    return best


@compiled
def declare_bonus(rules, view, hand):
    """What winning the present trick is worth for declaring from ``hand``."""
    steps = melding_steps(rules, view)
    if steps <= 0:
        return 0.0
    missed = 1.0 - later_chance(rules, steps - 1)
    bonus = best_ready(rules, view, hand) * max(missed, 0.0 if rules.meld_own_turn else 0.25)
    seven = np.int64(view.trump) << rules.rank_bits
    if hand & bit(seven) and is_exchangeable(rules, view, seven):
        bonus += (rules.seven_exchange + 4.0) * missed
    return bonus
