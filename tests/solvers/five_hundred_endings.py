"""Endings of Five Hundred: drawn at random, and solved by trying every way to play them.

Nothing of this knows the solver's search; moves are made by the engine's own step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import below, bit, count, lowest, nth, seeded
from cinqcents_env.engine.five_hundred.actions import random_action
from cinqcents_env.engine.five_hundred.deal import reset
from cinqcents_env.engine.five_hundred.layout import (
    ALL_PASSED,
    CALL,
    MISERE,
    NAME,
    OVER,
    PLAY,
    bid_ranks,
)
from cinqcents_env.engine.five_hundred.legal import legal_sets
from cinqcents_env.engine.five_hundred.step import open_naming, open_play, step
from cinqcents_env.rulebook import FiveHundredRules
from cinqcents_env.setup import Setup
from cinqcents_env.solvers.double_dummy import deal_points

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
def draw_ending(rules, states, g, contract, cards, seed, unnamed):
    """A random ending: hands of ``cards``, a declarer, what was shown before, a trick begun.

    Args:
        unnamed: stop where the declarer calls a card or may give his joker a suit.
    """
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
            if unnamed:
                state.phase = CALL
                state.to_move = seat
                return x, m
            other, x, m = below(rules[0].num_players, x, m)
            if other != seat:
                state.partner = other
        open_naming(rules[0], state, seat)
    if state.phase == NAME:
        if unnamed:
            return x, m
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
def is_low(state):
    """True where the seats counted play for few tricks."""
    return state.contract >= MISERE and state.contract != ALL_PASSED


@compiled
def all_values(rules, states, values):
    """Value of every legal action of ``states[0]``, NaN for the others, by plain minimax.

    Returns the best of them for the seat on move.
    """
    values[:] = np.nan
    seats, low = side_counted(rules[0], states[0]), is_low(states[0])
    many = (seats >> states[0].to_move & 1 == 1) != low
    first, plain, second, more = legal_sets(rules[0], states[0])
    best = np.nan
    while plain or more:
        if plain:
            action = first + lowest(plain)
            plain &= plain - 1
        else:
            action = second + lowest(more)
            more &= more - 1
        value = try_everything(rules, states, action, seats, low)
        values[action] = value
        if np.isnan(best) or (value > best if many else value < best):
            best = value * 1.0
    return best


@compiled
def carry_out(rules, states, g, action):
    """Make a move."""
    step(rules[0], states[g], action)


def values_before_play(setup: Setup, states: Any) -> np.ndarray[Any, Any]:
    """The same where a card is called or the joker is given a suit."""
    mask = np.zeros(setup.num_actions, dtype=np.int8)
    setup.loops.write_mask(setup.packed, states, 0, mask)
    values, unused = np.full(setup.num_actions, np.nan), np.zeros(setup.num_actions)
    low = is_low(states[0])
    for action in np.flatnonzero(mask):
        after = states.copy()
        carry_out(setup.packed, after, 0, action)
        if after[0]["phase"] == PLAY:
            values[action] = all_values(setup.packed, after, unused)
        else:
            named = values_before_play(setup, after)
            values[action] = np.nanmin(named) if low else np.nanmax(named)
    return values


@compiled
def random_move(rules, states, seed):
    """A random move of ``states[0]``."""
    x, m = seeded(seed, 1)
    wander(rules, states, 0, 1, x, m)


@compiled
def counted(rules, states):
    """Seats whose tricks are counted in ``states[0]``."""
    return side_counted(rules[0], states[0])


@compiled
def tricks_counted(states, seats):
    """Tricks of a set of seats in ``states[0]``."""
    return tricks_of_seats(states[0], seats)


@compiled
def points_of(rules, states, tricks):
    """``deal_points`` of ``states[0]``."""
    return deal_points(rules[0], states[0], tricks) * 1.0
