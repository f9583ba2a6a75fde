"""Marking points, and every way in which a deal or a game ends."""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.five_hundred.layout import (
    ALL_PASSED,
    CONTRACT,
    DEAL_OVER,
    LOSS_LIMIT,
    NOT_OVER,
    OVER,
    POINTS,
    SEATS,
    SUIT_BIDS,
    TEN_WINS,
    TIE,
    TRUNCATED,
)
from cinqcents_env.engine.five_hundred.tricks import is_misere

SLAM_VALUE = 250
ALL_TENS = 100
"""No more than this comes in by tens in one deal."""

TEN_HEARTS, TEN_NO_TRUMPS = 23, 24


@compiled
def finish(state, sides, outcome):
    """End the game; all the sides of the set win, or nobody where it is empty."""
    state.phase = OVER
    state.outcome = outcome
    state.winners = 0
    for seat in range(state.players):
        if sides & bit(seat % state.num_sides):
            state.winners |= bit(seat)


@compiled
def makers(rules, state):
    """Set of the sides that the contract counts for: the declarer's and the called partner's."""
    if state.declarer < 0:
        return np.int64(0)
    sides = bit(state.declarer % rules.num_sides)
    if state.partner >= 0:
        sides |= bit(state.partner % rules.num_sides)
    return sides


@compiled
def tricks_of(rules, state, sides):
    """Tricks won by a set of sides."""
    number = np.int64(0)
    for seat in range(rules.num_players):
        if sides & bit(seat % rules.num_sides):
            number += state.tricks[seat]
    return number


@compiled
def tens_of(rules, state, side):
    """Points that a side outside the contract scores by tens so far (FH7, A-29)."""
    if is_misere(state.contract):
        return 10 * np.int64(state.tricks[state.declarer]) * rules.defenders_per_trick
    return 10 * tricks_of(rules, state, bit(side))


@compiled
def with_tens(rules, score, tens):
    """A score with points by tens added; they may stop short of the target (REF)."""
    limit = rules.target - 10
    if rules.tens_stop_at_490 and score + tens > limit:
        return score if score > limit else limit
    return score + tens


@compiled
def note_reached(rules, state, winner):
    """After a trick, note the sides that their tens have now brought to the target (F3R10).

    The list is what the table sees: a called partner stands among the defenders until his
    card has fallen. He never wins by the list, for the contract comes first.
    """
    made = makers(rules, state)
    if state.partner >= 0 and state.played[state.partner] & bit(state.called) == 0:
        made &= ~bit(state.partner)
    for step in range(rules.num_sides):
        side = (winner + step) % rules.num_sides
        score = np.int64(state.scores[side])
        if made & bit(side) or score >= rules.target or score + ALL_TENS < rules.target:
            continue
        if with_tens(rules, score, tens_of(rules, state, side)) < rules.target:
            continue
        at = 0
        while state.reached[at] >= 0 and state.reached[at] != side:
            at += 1
        state.reached[at] = side


@compiled
def credit(state, side, amount):
    """Add points to a side."""
    state.scores[side] += amount
    state.earned[side] += amount


@compiled
def contract_made(rules, state):
    """True if the contract has been made."""
    if is_misere(state.contract):
        return state.tricks[state.declarer] == 0
    return tricks_of(rules, state, makers(rules, state)) >= 6 + state.contract // 5


@compiled
def contract_value(rules, state):
    """Points of the contract if made or lost; all ten tricks may pay more (FH8, A-25)."""
    value = rules.bid_value[state.contract]
    if state.contract < SUIT_BIDS and value < rules.slam_below:
        if tricks_of(rules, state, makers(rules, state)) == 10:
            return np.int64(SLAM_VALUE)
    return value


@compiled
def score_deal(rules, state):
    """Credit a deal that was played to every side. Returns whether a contract was made."""
    made, value, sides = False, np.int64(0), makers(rules, state)
    if state.contract != ALL_PASSED:
        made = contract_made(rules, state)
        value = contract_value(rules, state) if made else -rules.bid_value[state.contract]
        if state.partner >= 0:
            value = half(value)
    for side in range(rules.num_sides):
        if sides & bit(side):
            credit(state, side, value)
        else:
            score = np.int64(state.scores[side])
            credit(state, side, with_tens(rules, score, tens_of(rules, state, side)) - score)
    return made


@compiled
def half(value):
    """Half of a contract's value, towards zero, for declarer and called partner (F5.3)."""
    return value // 2 if value >= 0 else -(-value // 2)


@compiled
def at_target(rules, state):
    """Set of the sides at or above the target."""
    sides = np.int64(0)
    for side in range(rules.num_sides):
        if state.scores[side] >= rules.target:
            sides |= bit(side)
    return sides


@compiled
def best_of(rules, state, sides):
    """Those of a set of sides that have the highest score."""
    best = np.int64(0)
    highest = np.int64(-(2**40))
    for side in range(rules.num_sides):
        if sides & bit(side):
            if state.scores[side] > highest:
                highest = np.int64(state.scores[side])
                best = bit(side)
            elif state.scores[side] == highest:
                best |= bit(side)
    return best


@compiled
def target_winners(rules, state, made):
    """Set of the sides that win by reaching the target (F3U8, F3R10, F4A10).

    In a misère the declarer's tricks feed all defenders alike: of those whom they bring
    to the target the highest was there first, and those with as much were there with it.
    """
    reaching = at_target(rules, state)
    declaring = reaching & makers(rules, state) if made else np.int64(0)
    if rules.win_needs_contract:
        reaching = declaring
    if rules.higher_wins or not reaching:
        return best_of(rules, state, reaching)
    if declaring:
        return declaring
    brought = np.int64(0)
    for at in range(SEATS):
        side = np.int64(state.reached[at])
        if side >= 0 and reaching & bit(side):
            if not is_misere(state.contract):
                return bit(side)
            brought |= bit(side)
    return best_of(rules, state, brought if brought else reaching)


@compiled
def decide(rules, state, made):
    """(sides, outcome) after a deal that was played; (0, ``NOT_OVER``) if the game goes on."""
    everyone = bit(rules.num_sides) - 1
    if made and rules.ten_wins and TEN_HEARTS <= state.contract <= TEN_NO_TRUMPS:
        return makers(rules, state), TEN_WINS
    winners = target_winners(rules, state, made)
    if winners == everyone:
        return np.int64(0), TIE
    if winners:
        return winners, CONTRACT if made and winners & makers(rules, state) else POINTS
    losing = np.int64(0)
    for side in range(rules.num_sides):
        if rules.lose_at < 0 and state.scores[side] <= rules.lose_at:
            losing |= bit(side)
    if losing:
        return best_of(rules, state, everyone & ~losing), LOSS_LIMIT
    return np.int64(0), NOT_OVER


@compiled
def end_deal(rules, state):
    """Score a deal, unless it was thrown in (A-24). Returns True if another deal follows."""
    state.deal_number += 1
    sides, outcome = np.int64(0), NOT_OVER
    if state.contract >= 0:
        sides, outcome = decide(rules, state, score_deal(rules, state))
    if outcome == NOT_OVER and rules.single_deal:
        sides, outcome = deal_winners(rules, state), DEAL_OVER
    if outcome == NOT_OVER and state.deal_number >= rules.max_deals:
        outcome = TRUNCATED
    if outcome != NOT_OVER:
        finish(state, sides, outcome)
        return False
    state.dealer = (state.dealer + 1) % rules.num_players
    return True


@compiled
def deal_winners(rules, state):
    """Sides that made the most points in a game of one deal; none if all made the same."""
    best = np.int64(0)
    for side in range(rules.num_sides):
        top = True
        for other in range(rules.num_sides):
            top = top and state.earned[other] <= state.earned[side]
        if top:
            best |= bit(side)
    return np.int64(0) if best == bit(rules.num_sides) - 1 else best


@borrowing
def returns(rules, state, by_points, out):
    """Total reward of each seat so far, into ``out`` (float64, shape (players,))."""
    if by_points:
        total = 0.0
        for side in range(rules.num_sides):
            total += state.earned[side]
        for seat in range(rules.num_players):
            own = state.earned[seat % rules.num_sides]
            out[seat] = (own - (total - own) / (rules.num_sides - 1)) / 100.0
        return
    winners = np.int64(state.winners)
    number = count(winners)
    for seat in range(rules.num_players):
        if number == 0:
            out[seat] = 0.0
        elif winners & bit(seat):
            out[seat] = 1.0
        else:
            out[seat] = -number / (rules.num_players - number)
