"""Endings of Five Hundred: drawn at random, and solved by trying every way to play them.

Nothing here knows of the solver; moves are made by the engine's own step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import below, bit, count, lowest, nth, seeded
from cinqcents_env.engine.five_hundred.actions import random_action
from cinqcents_env.engine.five_hundred.deal import reset
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, MISERE, NAME, OVER, PLAY, bid_ranks
from cinqcents_env.engine.five_hundred.legal import legal_sets
from cinqcents_env.engine.five_hundred.step import open_naming, open_play, step
from cinqcents_env.rulebook import FiveHundredRules
from cinqcents_env.setup import Setup

DEPTH = 64


def contracts_of(rules: FiveHundredRules) -> np.ndarray[Any, Any]:
    """Contracts that may be played under some rules."""
    last = [ALL_PASSED] if rules.all_pass == "no_trumps" else []
    misere = [bid for bid in bid_ranks(rules) if bid >= MISERE]
    # Misères as often as trump suits: the 25 bids differ by their suit alone.
    return np.array([*range(5), *misere, *misere, *last, *range(4, 5)], dtype=np.int64)


@compiled
def trim(rules, state, cards, x, m):
    """Take cards out of every hand until ``cards`` are left, jokers only sometimes."""
    for seat in range(rules.num_players):
        keep, x, m = below(4, x, m)
        while count(state.hand[seat]) > cards:
            out = state.hand[seat] & ~rules.jokers if keep else state.hand[seat]
            at, x, m = below(count(out), x, m)
            state.hand[seat] &= ~bit(nth(out, at))
    return x, m


@compiled
def swap_joker(rules, state, x, m):
    """Often give a joker that lies outside the hands to a random one."""
    missing = rules.jokers
    for seat in range(rules.num_players):
        missing &= ~state.hand[seat]
    while missing:
        joker = missing & -missing
        missing &= missing - 1
        seat, x, m = below(rules.num_players + 1, x, m)
        if seat < rules.num_players and state.hand[seat] & ~rules.jokers:
            state.hand[seat] &= ~bit(lowest(state.hand[seat] & ~rules.jokers))
            state.hand[seat] |= joker
    return x, m


@compiled
def draw_ending(rules, states, g, contract, cards, seed):
    """A random ending: hands of ``cards``, a declarer, what was shown before, a trick begun."""
    state = states[g]
    reset(rules[0], state, seed)
    state.kitty = 0
    x, m = seeded(seed, 77)
    x, m = trim(rules[0], state, cards, x, m)
    x, m = swap_joker(rules[0], state, x, m)
    state.contract = contract
    seat, x, m = below(rules[0].num_players, x, m)
    if contract == ALL_PASSED:
        open_play(rules[0], state, seat)
    else:
        state.declarer = seat
        if rules[0].calls_card and contract < MISERE:
            other, x, m = below(rules[0].num_players, x, m)
            if other != seat:
                state.partner = other
        open_naming(rules[0], state, seat)
    if state.phase == NAME:
        x, m = wander(rules, states, g, 1, x, m)
    x, m = show_something(rules[0], state, x, m)
    moves, x, m = below(count(np.int64(state.active)), x, m)
    return wander(rules, states, g, moves, x, m)


@compiled
def wander(rules, states, g, moves, x, m):
    """Some random moves."""
    for _ in range(moves):
        action, x, m = random_action(rules[0], states[g], x, m)
        step(rules[0], states[g], action)
    return x, m


@compiled
def show_something(rules, state, x, m):
    """Another leader, suits led before and voids shown before."""
    leader, x, m = below(rules.num_players, x, m)
    if state.active & bit(leader):
        state.leader = leader
        state.to_move = leader
    some, x, m = below(16, x, m)
    more, x, m = below(16, x, m)
    state.suits_led = some | more
    for seat in range(rules.num_players):
        some, x, m = below(16, x, m)
        more, x, m = below(16, x, m)
        state.voids[seat] = some & more
    taken, x, m = below(2, x, m)
    if contract_lasts(rules, state):
        state.tricks[0] = 3 * taken
        state.tricks[1] = 2
    return x, m


@compiled
def contract_lasts(rules, state):
    """False for a misère that would have ended with a trick of its declarer."""
    return not rules.misere_stops_early or state.contract < MISERE or state.contract == ALL_PASSED


@compiled
def side_counted(rules, state):
    """Seats whose tricks are counted, from the engine's fields."""
    seats = np.int64(0)
    for seat in range(rules.num_players):
        side = seat % rules.num_sides
        if state.contract == ALL_PASSED:
            own = side == state.to_move % rules.num_sides
        else:
            own = side == state.declarer % rules.num_sides or seat == state.partner
        if own:
            seats |= bit(seat)
    return seats


@compiled
def tricks_of_seats(state, seats):
    """Tricks of a set of seats."""
    number = np.int64(0)
    for seat in range(state.players):
        if seats & bit(seat):
            number += state.tricks[seat]
    return number


@compiled
def try_everything(rules, states, first_action, seats, low):
    """Tricks of ``seats`` after an action in ``states[0]`` and best play, by plain minimax.

    Args:
        states: room for one state a move deep; the rules must end the game with the deal.
        low: the seats play for few tricks.
    """
    open_moves = np.zeros((DEPTH, 2), dtype=np.int64)
    value = np.zeros(DEPTH, dtype=np.int64)
    depth, action = 0, first_action
    while True:
        # play the action at depth + 1
        states[depth + 1] = states[depth]
        depth += 1
        step(rules[0], states[depth], action)
        state = states[depth]
        if state.phase == OVER:
            value[depth] = tricks_of_seats(state, seats)
            open_moves[depth] = 0
        else:
            _, plain, _, more = legal_sets(rules[0], state)
            open_moves[depth, 0] = plain
            open_moves[depth, 1] = more
            value[depth] = -1
        while open_moves[depth, 0] == 0 and open_moves[depth, 1] == 0:
            if depth == 1:
                return value[1]
            depth -= 1
            mine = seats >> states[depth].to_move & 1 == 1
            old, new = value[depth], value[depth + 1]
            if old < 0 or (new > old if mine != low else new < old):
                value[depth] = new
        if open_moves[depth, 0]:
            action = lowest(open_moves[depth, 0])
            open_moves[depth, 0] &= open_moves[depth, 0] - 1
        else:
            action = rules[0].joker_at + lowest(open_moves[depth, 1])
            open_moves[depth, 1] &= open_moves[depth, 1] - 1


@compiled
def all_values(rules, states, values):
    """Value of every legal action of ``states[0]``, NaN for the others, by plain minimax."""
    values[:] = np.nan
    seats = side_counted(rules[0], states[0])
    low = states[0].contract >= MISERE and states[0].contract != ALL_PASSED
    first, plain, second, more = legal_sets(rules[0], states[0])
    while plain:
        action = first + lowest(plain)
        plain &= plain - 1
        values[action] = try_everything(rules, states, action, seats, low)
    while more:
        action = second + lowest(more)
        more &= more - 1
        values[action] = try_everything(rules, states, action, seats, low)


def ending_setup(ruleset: str, **options: Any) -> Setup:
    """Rules whose game is over with the deal, so that its tricks can be counted."""
    return Setup(ruleset, episode="deal", **options)


__all__ = ["PLAY", "all_values", "contracts_of", "draw_ending", "ending_setup"]
