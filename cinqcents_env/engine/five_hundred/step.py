"""One decision carried out. The action is taken to be legal."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.five_hundred.auction import next_speaker, take_call
from cinqcents_env.engine.five_hundred.deal import deal
from cinqcents_env.engine.five_hundred.layout import (
    ALL_PASSED,
    BID,
    CALL,
    DISCARD,
    NAME,
    NO_TRUMPS,
    OPEN_MISERE,
    PLAY,
    SEATS,
)
from cinqcents_env.engine.five_hundred.score import end_deal, note_reached
from cinqcents_env.engine.five_hundred.tricks import (
    ALL_SUITS,
    card_power,
    free_jokers,
    is_misere,
    next_player,
    suit_of,
    trump_of,
)


@compiled
def step(rules, state, action):
    """Carry out a legal action of the seat on move, and what follows from it."""
    seat = np.int64(state.to_move)
    ended = False
    if state.phase == PLAY:
        if action < rules.num_cards:
            ended = play_card(rules, state, seat, action, np.int64(-1))
        else:
            lead = action - rules.joker_at
            ended = play_card(rules, state, seat, rules.high_joker + (lead >> 2), lead & 3)
    elif state.phase == BID:
        ended = call(rules, state, seat, action - rules.bid_at)
    elif state.phase == DISCARD:
        discard(rules, state, seat, action - rules.discard_at)
    elif state.phase == CALL:
        call_card(rules, state, action)
    else:
        name_joker(rules, state, seat, action)
    if ended and end_deal(rules, state):
        deal(rules, state)


@compiled
def call(rules, state, seat, bid):
    """Bid or pass, and go on to what follows. Returns True if the cards are thrown in."""
    take_call(rules, state, seat, bid)
    speaker = next_speaker(rules, state, seat)
    if speaker >= 0:
        state.to_move = speaker
    elif state.bid >= 0:
        take_kitty(rules, state)
    elif rules.all_pass_plays:
        state.contract = ALL_PASSED
        open_play(rules, state, (state.dealer + 1) % rules.num_players)
    else:
        return True
    return False


@compiled
def take_kitty(rules, state):
    """The highest bidder becomes declarer and takes up the kitty (FH3)."""
    declarer = np.int64(state.bidder)
    state.contract = state.bid
    state.declarer = declarer
    state.hand[declarer] |= state.kitty
    state.taken = state.kitty
    state.kitty = 0
    state.to_move = declarer
    state.phase = DISCARD
    close_discards(rules, state, declarer)


@compiled
def discard(rules, state, seat, card):
    """Lay a card away, as many as the kitty brought."""
    state.hand[seat] &= ~bit(card)
    state.discards |= bit(card)
    close_discards(rules, state, seat)


@compiled
def close_discards(rules, state, seat):
    """Once the declarer holds as many cards as the others, go on to call, name or play."""
    other = (seat + 1) % rules.num_players
    if count(state.hand[seat]) != count(state.hand[other]):
        return
    if rules.calls_card and not is_misere(state.contract):
        state.phase = CALL
    else:
        open_naming(rules, state, seat)


@compiled
def call_card(rules, state, action):
    """Call a card, whose holder becomes the secret partner, or play alone (F5.2)."""
    if action != rules.alone:
        card = action - rules.call_at
        state.called = card
        for other in range(rules.num_players):
            if state.hand[other] & bit(card):
                state.partner = other
    open_naming(rules, state, np.int64(state.to_move))


@compiled
def open_naming(rules, state, seat):
    """Open the play, unless the declarer may first give his joker a suit (F4A7)."""
    open_play(rules, state, seat)
    if rules.names_joker and state.hand[seat] & free_jokers(rules, state):
        state.phase = NAME


@compiled
def name_joker(rules, state, seat, action):
    """Give the joker a suit, or leave it without one."""
    if action != rules.pass_action:
        state.named = state.hand[seat] & rules.jokers
        state.joker_suit = action - rules.name_at
    state.phase = PLAY


@compiled
def open_play(rules, state, leader):
    """Put the leader on move; partners of a misère sit out (F4A5); open an open hand (F3U5)."""
    misere = is_misere(state.contract)
    state.active = 0
    for seat in range(rules.num_players):
        partner = seat != state.declarer and seat % rules.num_sides == leader % rules.num_sides
        if not misere or not partner:
            state.active |= bit(seat)
    state.leader = leader
    state.to_move = leader
    state.phase = PLAY
    if state.contract == OPEN_MISERE and not rules.open_shown_late:
        state.exposed = 1


@compiled
def play_card(rules, state, seat, card, suit):
    """Play a card; ``suit`` is the one given to a joker that is led, else -1.

    Returns True if the deal has been played to its end.
    """
    state.hand[seat] &= ~bit(card)
    state.played[seat] |= bit(card)
    state.trick[seat] = card
    if seat == state.leader:
        own = suit_of(rules, state, card) if suit < 0 else suit
        if own < 4:
            state.led_suit = own
            state.suits_led |= bit(own)
        elif state.hand[seat]:  # so led, it tells that the rest are jokers too
            state.voids[seat] = ALL_SUITS
        state.winning = seat
        state.best = card_power(rules, state, seat, card)
    else:
        follow(rules, state, seat, card)
    following = next_player(rules, state, seat)
    if following == state.leader:
        return complete_trick(rules, state)
    state.to_move = following
    return False


@compiled
def follow(rules, state, seat, card):
    """Set a card beside those that lie: does it win so far, what does it show?"""
    power = card_power(rules, state, seat, card)
    if power > state.best:
        state.best = power
        state.winning = seat
    suit = suit_of(rules, state, card)
    if state.led_suit >= 0 and suit != state.led_suit:
        state.voids[seat] |= bit(state.led_suit)
        show_lack(rules, state, seat, suit)


@compiled
def show_lack(rules, state, seat, suit):
    """Note what else a card off the suit led shows: no trump (F3R6), no free joker (F4A8)."""
    trump = trump_of(state.contract)
    if rules.must_trump and trump != NO_TRUMPS and suit != trump:
        state.voids[seat] |= bit(trump)
    if rules.joker_forced and is_misere(state.contract) and suit != NO_TRUMPS:
        state.jokerless |= bit(seat)


@compiled
def complete_trick(rules, state):
    """Give the trick to its winner, who leads next (FH5). Returns True at the deal's end."""
    winner = np.int64(state.winning)
    state.tricks[winner] += 1
    note_reached(rules, state, winner)
    for seat in range(SEATS):
        state.trick[seat] = -1
    state.led_suit = -1
    state.winning = -1
    state.best = -1
    state.leader = winner
    state.to_move = winner
    if state.contract == OPEN_MISERE:
        state.exposed = 1
    lost = rules.misere_stops_early and is_misere(state.contract) and winner == state.declarer
    return lost or state.hand[winner] == 0
