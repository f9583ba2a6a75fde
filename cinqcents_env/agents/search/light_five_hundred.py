"""Light play for Five Hundred: greedy until the first card, then a look at the powers.

Leads the strongest card, takes a trick as cheaply as it can unless its own side is
taking it, else throws the weakest; ducks in a misère.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.five_hundred_greedy import greedy_action
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.five_hundred.actions import forced, write_mask
from cinqcents_env.engine.five_hundred.layout import PLAY
from cinqcents_env.engine.five_hundred.score import makers
from cinqcents_env.engine.five_hundred.tricks import (
    card_power,
    is_misere,
    joker_leads,
    playable,
    trump_of,
)
from cinqcents_env.engine.five_hundred.view import look


@compiled
def light_action(rules, state, view, mask):
    """The move of light play; ``view`` and ``mask`` are scratch."""
    if state.phase != PLAY:
        action = forced(rules, state)
        if action >= 0:
            return action
        look(state, np.int64(state.to_move), view)
        write_mask(rules, state, mask)
        return greedy_action(rules, view, mask)
    seat = np.int64(state.to_move)
    cards = playable(rules, state, seat)
    if cards == 0:
        return rules.joker_at + lowest(joker_leads(rules, state, seat))
    if cards & (cards - 1) == 0:
        return lowest(cards)
    if state.winning < 0:
        return extreme(rules, state, cards, not is_misere(state.contract))
    return light_follow(rules, state, seat, cards)


@compiled
def extreme(rules, state, cards, strongest):
    """The strongest card of a set, or the weakest."""
    trump = trump_of(state.contract)
    best, best_power = np.int64(-1), np.int64(-1000)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        power = np.int64(rules.power[trump, card])
        if not strongest:
            power = -power
        if power > best_power:
            best, best_power = card, power
    return best


@compiled
def light_follow(rules, state, seat, cards):
    """The card to follow with."""
    winners, losers, rest = np.int64(0), np.int64(0), cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if card_power(rules, state, seat, card) > state.best:
            winners |= bit(card)
        else:
            losers |= bit(card)
    if is_misere(state.contract):
        if seat == state.declarer:
            return extreme(rules, state, losers if losers else winners, True)
        under = losers if losers and state.winning == state.declarer else cards
        return extreme(rules, state, under, False)
    taking = makers(rules, state)
    ours = taking >> (seat % rules.num_sides) & 1
    theirs = taking >> (state.winning % rules.num_sides) & 1
    same = seat % rules.num_sides == state.winning % rules.num_sides
    together = same or (ours == theirs and taking != 0)
    if winners and not together:
        return extreme(rules, state, winners, False)
    return extreme(rules, state, losers if losers else winners, False)
