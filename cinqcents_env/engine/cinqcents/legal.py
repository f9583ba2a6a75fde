"""What the seat on move may do, as a set of actions in one int64.

Playing card ``c`` is action ``c``, so a set of cards is a set of actions.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.cinqcents.layout import MELD, OVER


@compiled
def suit_of(rules, card):
    """Suit number of a card."""
    return np.int64(card) >> rules.rank_bits


@compiled
def suit_cards(rules, suit):
    """All cards of a suit."""
    size = np.int64(1) << rules.rank_bits
    return (bit(size) - 1) << (np.int64(suit) * size)


@compiled
def in_draw_phase(state):
    """True while a card or the turn-up remains to be drawn."""
    return state.stock_size > 0 or state.turnup >= 0


@compiled
def playable(rules, state, seat):
    """Cards that a seat may play (CL8, CL11)."""
    hand = state.hand[seat]
    if state.trick[0] < 0 or in_draw_phase(state):
        return hand
    led = np.int64(state.trick[0])
    following = hand & suit_cards(rules, suit_of(rules, led))
    if following:
        beating = following & -(bit(led) << 1)
        return beating if beating and not rules.follow_only else following
    trumps = hand & suit_cards(rules, state.trump)
    return trumps if trumps and not rules.follow_only else hand


@compiled
def meld_value(rules, meld, trump):
    """Points of a meld; 0 where the rules have no such meld (CL12)."""
    if meld == trump or meld == trump + rules.num_suits:
        return rules.meld_trump[meld]
    return rules.meld_plain[meld]


@compiled
def meld_available(rules, state, seat, meld):
    """True if the seat holds the meld and the rules let it be declared (CL16, A-04)."""
    cards = rules.meld_cards[meld]
    if cards & ~state.hand[seat] or state.melds[seat] & bit(meld):
        return False
    taken = state.step_exchanged
    if taken >= 0 and not rules.exchanged_card_meldable and cards & bit(taken):
        return False
    if rules.reuse == 1:
        return cards & state.used[seat] == 0
    if meld >= 2 * rules.num_suits:
        return True
    marriage = meld < rules.num_suits
    other = meld + rules.num_suits if marriage else meld - rules.num_suits
    if not state.melds[seat] & bit(other):
        return True
    return rules.reuse == 2 and (not marriage or rules.marriage_after_quint == 1)


@compiled
def may_meld(rules, state, seat):
    """True if this is a moment for melds at all (CL13, CL14, LY4, A-20)."""
    if rules.melds_per_trick and state.step_melds >= rules.melds_per_trick:
        return False
    if in_draw_phase(state):
        return state.phase == MELD or rules.meld_own_turn == 1
    if rules.last_phase_melds == 0:
        return False
    whole = count(state.hand[seat]) >= rules.hand_size
    if rules.last_phase_melds == 1:
        return whole
    return not whole and state.trick[0] < 0


@compiled
def may_exchange(rules, state, seat):
    """True if the seat may take the turn-up for its trump seven (CL18)."""
    if not rules.has_seven or state.turnup < 0:
        return False
    if state.phase != MELD and not rules.exchange_own_turn:
        return False
    if rules.exchange_uses_meld and rules.melds_per_trick:
        if state.step_melds >= rules.melds_per_trick:
            return False
    seven = np.int64(state.trump) << rules.rank_bits
    return state.hand[seat] & bit(seven) != 0


@compiled
def counted(rules, state, seat):
    """Points marked plus those in the won tricks: what a stop is judged by (CL23)."""
    if rules.immediate_brisques:
        return np.int64(state.marked[seat])
    return np.int64(state.marked[seat]) + state.points[seat]


@compiled
def melds_open(rules, state, seat):
    """Set of the melds that are legal to announce, true ones or all (A-13)."""
    melds = np.int64(0)
    for meld in range(rules.num_melds):
        if rules.irregularities or meld_available(rules, state, seat, meld):
            if meld_value(rules, meld, state.trump) > 0:
                melds |= bit(meld)
    return melds


@compiled
def legal_set(rules, state):
    """Set of legal actions of the seat on move; empty when the game is over."""
    if state.phase == OVER:
        return np.int64(0)
    seat = np.int64(state.to_move)
    actions = bit(rules.draw) if state.phase == MELD else playable(rules, state, seat)
    if may_meld(rules, state, seat):
        actions |= melds_open(rules, state, seat) << rules.num_cards
    if may_exchange(rules, state, seat):
        actions |= bit(rules.exchange)
    if rules.stop:
        if rules.irregularities or counted(rules, state, seat) >= state.target:
            actions |= bit(rules.stop_action)
    return actions
