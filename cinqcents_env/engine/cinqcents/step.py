"""One decision carried out. The action is taken to be legal."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit
from cinqcents_env.engine.cinqcents.deal import deal
from cinqcents_env.engine.cinqcents.layout import (
    FALSE_ANNOUNCEMENT,
    MELD,
    OVER,
    PENDING_SEVEN,
    PLAY,
)
from cinqcents_env.engine.cinqcents.legal import (
    in_draw_phase,
    meld_available,
    meld_value,
    suit_of,
)
from cinqcents_env.engine.cinqcents.score import credit, end_deal, finish, stop


@compiled
def step(rules, state, action):
    """Carry out a legal action of the seat on move."""
    seat = np.int64(state.to_move)
    if action < rules.num_cards:
        play_card(rules, state, seat, action)
    elif action < rules.exchange:
        declare_meld(rules, state, seat, action - rules.num_cards)
    elif action == rules.exchange:
        exchange_seven(rules, state, seat)
    elif action == rules.stop_action:
        stop(rules, state, seat)
    else:
        draw_cards(rules, state, seat)


@compiled
def end_step(state):
    """The step under way ends with a card played or drawn."""
    state.step_melds = 0
    state.step_exchanged = -1


@compiled
def play_card(rules, state, seat, card):
    """Play a card: lead it, or follow and so complete the trick."""
    if state.pending_seven:
        state.pending_seven = 0
        credit(rules, state, np.int64(state.dealer), rules.seven_turned)
        if state.phase == OVER:
            return
    state.hand[seat] &= ~bit(card)
    state.known[seat] &= ~bit(card)
    end_step(state)
    leads = state.trick[0] < 0
    state.trick[0 if leads else 1] = card
    credit_seven(rules, state, seat, card)
    if state.phase == OVER:
        return
    if leads:
        state.to_move = 1 - seat
    else:
        complete_trick(rules, state, seat)


@compiled
def credit_seven(rules, state, seat, card):
    """Ten points for playing the trump seven, where the rules give them (A-03)."""
    if rules.seven_played == 0 or not rules.has_seven:
        return
    if card != np.int64(state.trump) << rules.rank_bits:
        return
    if rules.seven_played == 2 or in_draw_phase(state):
        credit(rules, state, seat, 10)


@compiled
def follower_wins(rules, led, followed, trump):
    """True if the second card takes the trick (CL2, CL9)."""
    suit = suit_of(rules, followed)
    if suit == suit_of(rules, led):
        return followed > led
    return suit == trump


@compiled
def complete_trick(rules, state, follower):
    """Give the trick to its winner and go on to what follows."""
    led, followed = np.int64(state.trick[0]), np.int64(state.trick[1])
    winner = follower if follower_wins(rules, led, followed, state.trump) else 1 - follower
    state.captured[winner] |= bit(led) | bit(followed)
    state.points[winner] += rules.card_points[led] + rules.card_points[followed]
    state.trick[0] = -1
    state.trick[1] = -1
    state.leader = winner
    state.to_move = winner
    if rules.immediate_brisques:
        credit(rules, state, winner, rules.card_points[led] + rules.card_points[followed])
    if state.phase == OVER:
        return
    if in_draw_phase(state):
        state.phase = MELD
    elif state.hand[winner] == 0:
        credit(rules, state, winner, rules.last_trick)
        if state.phase != OVER and end_deal(rules, state):
            deal(rules, state)


@compiled
def draw_cards(rules, state, winner):
    """The winner draws, then the loser; the turn-up goes last (CL10)."""
    loser = 1 - winner
    size = np.int64(state.stock_size)
    state.hand[winner] |= bit(state.stock[size - 1])
    state.stock[size - 1] = -1
    end_step(state)
    state.phase = PLAY
    if size > 1:
        state.hand[loser] |= bit(state.stock[size - 2])
        state.stock[size - 2] = -1
        state.stock_size = size - 2
        return
    state.hand[loser] |= bit(state.turnup)
    state.known[loser] |= bit(state.turnup)
    state.turnup = -1
    state.stock_size = 0
    credit(rules, state, loser, rules.last_draw)


@compiled
def declare_meld(rules, state, seat, meld):
    """Declare a meld; one that is not there loses the game (CL12, CL26)."""
    if rules.irregularities and not meld_available(rules, state, seat, meld):
        finish(state, 1 - seat, FALSE_ANNOUNCEMENT)
        return
    state.melds[seat] |= bit(meld)
    state.used[seat] |= rules.meld_cards[meld]
    state.known[seat] |= rules.meld_cards[meld]
    state.step_melds += 1
    credit(rules, state, seat, meld_value(rules, meld, state.trump))
    answer_pending_seven(state, seat)


@compiled
def exchange_seven(rules, state, seat):
    """Take the turn-up for the trump seven (CL18)."""
    seven = np.int64(state.trump) << rules.rank_bits
    taken = np.int64(state.turnup)
    state.hand[seat] = (state.hand[seat] & ~bit(seven)) | bit(taken)
    state.known[seat] = (state.known[seat] & ~bit(seven)) | bit(taken)
    state.turnup = seven
    state.step_exchanged = taken
    if rules.exchange_uses_meld:
        state.step_melds += 1
    credit(rules, state, seat, rules.seven_exchange)
    answer_pending_seven(state, seat)


@compiled
def answer_pending_seven(state, seat):
    """Announced points that reach the target win against a waiting seven (LY8, A-16)."""
    if state.pending_seven and state.phase != OVER and state.marked[seat] >= state.target:
        finish(state, seat, PENDING_SEVEN)
