"""Greedy play for the two-player family: one decision judged at a time, on the view.

Stops when that wins, declares what pays most, exchanges, and plays the card with the
best balance of points won, points lost, melds given up and winners spent.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.cinqcents_judgement import (
    bars,
    beaters,
    best_ready,
    chance_beaten,
    declare_bonus,
    draws_left,
    keep_value,
    meld_hope,
    meld_ready,
    melding_steps,
    reserve,
    unseen,
    worth,
)
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.cinqcents.layout import MELD
from cinqcents_env.engine.cinqcents.legal import (
    counted,
    in_draw_phase,
    meld_value,
    suit_cards,
    suit_of,
)
from cinqcents_env.engine.cinqcents.step import follower_wins

DECIDES = 300.0
"""Weight of a trick that lets a player reach the target and stop."""
DENIED = 2.0
"""What the opponent makes, on average, of a draw-phase trick: a meld, or an exchange."""
TURNED_EVEN = 4.0
"""Reserve of an average last face-down card, against which the turn-up is weighed."""
THROWN = 1.5
"""Points that an opponent who lets a trick go adds to it, on average."""


@compiled
def greedy_action(rules, view, mask):
    """The action that greedy play chooses among those of the mask."""
    if mask[rules.stop_action] and counted(rules, view, 0) >= view.target:
        return np.int64(rules.stop_action)
    declared = announcement(rules, view, mask)
    if declared >= 0:
        return declared
    if view.phase == MELD:
        return np.int64(rules.draw)
    return best_card(rules, view, mask)


@compiled
def announcement(rules, view, mask):
    """The meld or exchange to make now, or -1."""
    best, best_gain = np.int64(-1), 0.0
    for meld in range(rules.num_melds):
        if mask[rules.num_cards + meld] and meld_ready(rules, view, meld, view.hand):
            gain = meld_gain(rules, view, meld)
            if gain > best_gain:
                best, best_gain = np.int64(rules.num_cards + meld), gain
    if mask[rules.exchange]:
        gain = exchange_gain(rules, view)
        slot_shared = rules.exchange_uses_meld and rules.melds_per_trick
        if gain > (best_gain if slot_shared else 0.0):
            return np.int64(rules.exchange)
    return best


@compiled
def meld_gain(rules, view, meld):
    """Points of a meld, less the best hope that declaring it destroys."""
    value = meld_value(rules, meld, view.trump)
    ends = rules.stop or rules.win_at_once or view.pending_seven
    if ends and counted(rules, view, 0) + value >= view.target:
        return value + DECIDES
    steps = melding_steps(rules, view) - 1
    loss = 0.0
    for other in range(rules.num_melds):
        if bars(rules, meld, other):
            loss = max(loss, meld_hope(rules, view, other, view.hand, steps))
    return value - loss


@compiled
def exchange_gain(rules, view):
    """Points of the exchange and of the better trump, less those of playing the seven."""
    gain = rules.seven_exchange + 0.5 * (np.int64(view.turnup) & (bit(rules.rank_bits) - 1))
    if rules.seven_played:
        gain -= 8.0
    return gain


@compiled
def best_card(rules, view, mask):
    """The card to play, among those of the mask."""
    follows, drawing = view.trick[0] >= 0, in_draw_phase(view)
    best, best_value = np.int64(-1), -1e9
    for card in range(rules.num_cards):
        if not mask[card]:
            continue
        if follows:
            value = follow_value(rules, view, card, drawing)
        elif drawing:
            value = lead_value(rules, view, card)
        else:
            value = last_lead_value(rules, view, card)
        value += seven_bonus(rules, view, card, drawing)
        if value > best_value:
            best, best_value = np.int64(card), value
    return best


@compiled
def seven_bonus(rules, view, card, drawing):
    """Ten points for the trump seven where playing it pays (A-03)."""
    seven = np.int64(view.trump) << rules.rank_bits
    if rules.seven_played == 0 or not rules.has_seven or card != seven:
        return 0.0
    if rules.seven_played == 1:
        return 10.0 if drawing else 0.0
    if rules.win_at_once and view.marked[0] + 10 >= view.target:
        return DECIDES
    return 2.0


@compiled
def trick_value(rules, view, points, hand, won):
    """Worth of winning (or losing) a trick of ``points`` and going on with ``hand``."""
    drawing = in_draw_phase(view)
    side = 0 if won else 1
    ends = rules.stop or rules.win_at_once
    total = counted(rules, view, side) + points
    if not drawing and hand == 0:
        points += rules.last_trick
    if won:
        value = points + declare_bonus(rules, view, hand)
        if drawing:
            total += best_ready(rules, view, hand)
    else:
        value = -1.0 * points
    if ends and total >= view.target:
        value += DECIDES if won else -DECIDES
    if not drawing:
        return value
    if not won:
        value -= DENIED
    if draws_left(view) == 1:
        turned = rules.last_draw + reserve(rules, view, np.int64(view.turnup)) - TURNED_EVEN
        value += -0.5 * turned if won else 0.5 * turned
    return value


@compiled
def follow_value(rules, view, card, drawing):
    """Worth of following with ``card``."""
    led = np.int64(view.trick[0])
    hand = view.hand & ~bit(card)
    won = follower_wins(rules, led, np.int64(card), view.trump)
    points = worth(rules, led) + worth(rules, card)
    value = trick_value(rules, view, points, hand, won)
    if drawing:
        return value - keep_value(rules, view, card) - reserve(rules, view, card)
    return value - keep_value(rules, view, card) - standing(rules, view, card)


@compiled
def lead_value(rules, view, card):
    """Worth of leading ``card`` while cards remain to be drawn."""
    points = worth(rules, card)
    hand = view.hand & ~bit(card)
    eager = 0.9 if points >= 10 else (0.7 if points > 0 else 0.5)
    lost = eager * chance_beaten(rules, view, card)
    value = (1.0 - lost) * trick_value(rules, view, points + THROWN, hand, True)
    value += lost * trick_value(rules, view, points + 2.0 * THROWN, hand, False)
    return value - keep_value(rules, view, card) - reserve(rules, view, card)


@compiled
def replies(rules, view, held, led):
    """Cards of ``held`` that may answer ``led`` in the last phase (CL11)."""
    following = held & suit_cards(rules, suit_of(rules, led))
    if following:
        higher = following & -(bit(led) << 1)
        return higher if higher and not rules.follow_only else following
    trumps = held & suit_cards(rules, view.trump)
    return trumps if trumps and not rules.follow_only else held


@compiled
def last_lead_value(rules, view, card):
    """Worth of leading ``card`` in the last phase: the opponent gives his best reply."""
    held = unseen(rules, view) | view.known[1]
    answers = replies(rules, view, held, card)
    hand = view.hand & ~bit(card)
    value = 1e6
    if answers == 0:
        value = trick_value(rules, view, worth(rules, card), hand, True)
    while answers:
        answer = lowest(answers)
        answers &= answers - 1
        won = not follower_wins(rules, np.int64(card), answer, view.trump)
        points = worth(rules, card) + worth(rules, answer)
        now = trick_value(rules, view, points, hand, won)
        value = min(value, now + spent(rules, view, answer))
    return value - keep_value(rules, view, card) - standing(rules, view, card)


@compiled
def standing(rules, view, card):
    """Tricks that ``card`` may still take in the last phase, in points."""
    held = unseen(rules, view) | view.known[1]
    trump = suit_of(rules, card) == view.trump
    if beaters(rules, view, card) & held == 0:
        return 6.0 if trump else 4.0
    higher = suit_cards(rules, suit_of(rules, card)) & -(bit(card) << 1) & held
    if trump:
        return 4.0
    return 1.0 if higher == 0 else -0.25 * worth(rules, card)


@compiled
def spent(rules, view, answer):
    """What the opponent gives up by answering with a card, in points."""
    trump = suit_of(rules, answer) == view.trump
    higher = suit_cards(rules, suit_of(rules, answer)) & -(bit(answer) << 1) & view.hand
    return (4.0 if trump else 0.0) + (1.0 if higher == 0 else 0.0)
