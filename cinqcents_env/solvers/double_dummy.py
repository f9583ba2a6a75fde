"""Double dummy for Five Hundred: best play of both sides with all hands open.

The value of a position is the number of tricks that the declaring side (declarer and
partners, the called one included) has at the end of the deal when it plays for as many
as it can get and all others together play against it; in a misère the declarer plays for
as few as he can. After all have passed there is no declarer: there the side of the seat
on move plays for tricks against all others.

Compiled functions take ``rules`` (1,) and ``states`` (n,) as everywhere, and a table
from :func:`new_table`. They solve states in the phases play, name and call; in others
they answer -1 and write NaN.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.layout import CALL, NAME, PLAY
from cinqcents_env.engine.five_hundred.legal import legal_sets
from cinqcents_env.engine.five_hundred.step import step
from cinqcents_env.solvers.double_dummy_board import counted_seats, lay_out
from cinqcents_env.solvers.double_dummy_moves import PLACE, list_moves, put, take_back
from cinqcents_env.solvers.double_dummy_search import Table, new_table, reaches

NO_LIMIT = 1 << 62

__all__ = [
    "NO_LIMIT",
    "Table",
    "action_values",
    "best_value",
    "counted_seats",
    "is_solvable",
    "limited_action_values",
    "limited_best_value",
    "new_table",
    "tricks_left",
    "tricks_taken",
]


@compiled
def tricks_left(state):
    """Tricks of the deal that are not complete, for a state in the phase of play."""
    return count(state.hand[state.to_move])


@compiled
def tricks_taken(rules, state):
    """Tricks that the declaring side has."""
    taken, seats = np.int64(0), counted_seats(rules, state)
    for seat in range(rules.num_players):
        if seats & bit(seat):
            taken += state.tricks[seat]
    return taken


@compiled
def is_solvable(state):
    """True where contract and leader are fixed: in play, or when only a name is missing."""
    return state.phase in (PLAY, NAME, CALL)


@compiled
def countable(rules, state):
    """Most tricks that the declaring side may still get; a misère may end with its first."""
    left = tricks_left(state)
    return min(left, np.int64(1)) if rules.misere_stops_early and state.contract > 24 else left


@compiled
def search_value(board, entries, ply, seat, left, most, guess):
    """Tricks, of ``most`` at the most, that the takers get; -1 if the limit stopped the search.

    Looks at ``guess`` first and goes on from there one by one.
    """
    least = np.int64(0)
    need = min(max(guess, np.int64(1)), most)
    while least < most:
        if reaches(board, entries, ply, seat, need, left):
            least = need
        else:
            most = need - 1
        if board.stopped:
            return np.int64(-1)
        need = least + 1 if need <= least else most
    return least


@compiled
def open_search(table, limit):
    """Begin to count nodes."""
    board = table.board[0]
    board.nodes = 0
    board.stopped = 0
    board.limit = limit


@compiled
def play_value(rules, state, table):
    """Value of a state in the phase of play; -1 if the limit stopped the search."""
    board = table.board[0]
    lay_out(rules, state, board)
    left, most, seat = tricks_left(state), countable(rules, state), np.int64(state.to_move)
    found = search_value(board, table.entries, 0, seat, left, most, (most + 1) // 2)
    return found if found < 0 else found + tricks_taken(rules, state)


@compiled
def play_values(rules, state, table, values):
    """Value of every card of a state in the phase of play."""
    board = table.board[0]
    lay_out(rules, state, board)
    seat, taken = np.int64(state.to_move), tricks_taken(rules, state)
    guess = (countable(rules, state) + 1) // 2
    number = list_moves(board, 0, seat)
    for i in range(number):
        move, left, most = board.moves[0, i], tricks_left(state), countable(rules, state)
        following = put(board, 0, seat, move)
        gain = np.int64(0)
        if board.lying[1] == 0:
            gain = board.takers >> following & 1
            left -= 1
        found = search_value(board, table.entries, 1, following, left, most - gain, guess - gain)
        take_back(board, 0, seat, move)
        if found < 0:
            return
        guess = found + gain
        write_value(rules, board, i, seat, values, taken + gain + found)


@compiled
def write_value(rules, board, i, seat, values, value):
    """Write the value of a move to its action, and to those of the cards it stands for."""
    move = board.moves[0, i]
    place = move & PLACE
    if move > PLACE:
        joker = np.int64(board.card[place]) - rules.high_joker
        values[rules.joker_at + 4 * joker + (move >> 6) - 1] = value
        return
    cards = board.hand[seat] & board.suit[board.suit_of[place]] & ((bit(place) << 1) - 1)
    for earlier in range(i):
        other = board.moves[0, earlier]
        if other <= PLACE:
            cards &= ~((bit(other) << 1) - 1)
    while cards:
        values[board.card[lowest(cards)]] = value
        cards &= cards - 1


@compiled
def named_values(rules, state, table, values):
    """Value of every card called and every suit given to the joker."""
    scratch = table.scratch[0]
    first, actions, second, more = legal_sets(rules, state)
    for _ in range(count(actions) + count(more)):
        if actions:
            action = first + lowest(actions)
            actions &= actions - 1
        else:
            action = second + lowest(more)
            more &= more - 1
        table.scratch[0] = state
        step(rules, scratch, action)
        if scratch.phase == NAME:
            value = best_name(rules, table)
        else:
            value = play_value(rules, scratch, table)
        if value < 0:
            return
        values[action] = value


@compiled
def best_name(rules, table):
    """Value of the scratch state, in which the declarer may give his joker a suit."""
    scratch = table.scratch[0]
    first, _actions, second, _ = legal_sets(rules, scratch)
    best = np.int64(-1)
    misere = scratch.contract > 24
    for suit in range(5):
        action = first + suit if suit < 4 else second
        scratch.named = 0
        scratch.joker_suit = -1
        scratch.phase = NAME
        step(rules, scratch, action)
        value = play_value(rules, scratch, table)
        if value < 0:
            return value
        if best < 0 or (value < best if misere else value > best):
            best = value
    return best


@compiled
def limited_action_values(rules, states, g, table, values, limit):
    """Like :func:`action_values`; returns -1 where it gave up after ``limit`` nodes.

    Values found until then stay, the others are NaN.
    """
    state = states[g]
    open_search(table, limit)
    values[:] = np.nan
    if state.phase == PLAY:
        play_values(rules[0], state, table, values)
    elif is_solvable(state):
        named_values(rules[0], state, table, values)
    else:
        return np.int64(-1)
    return np.int64(-1) if table.board[0].stopped else table.board[0].nodes


@compiled
def action_values(rules, states, g, table, values):
    """Tricks of the declaring side in the whole deal after each legal action.

    Args:
        values: float64 (actions,), receives them; NaN for actions that are not legal.

    Returns:
        Nodes searched.
    """
    return limited_action_values(rules, states, g, table, values, NO_LIMIT)


@compiled
def limited_best_value(rules, states, g, table, limit):
    """Like :func:`best_value`, but -1 where it gave up after ``limit`` nodes."""
    state = states[g]
    open_search(table, limit)
    if state.phase == PLAY:
        return play_value(rules[0], state, table)
    if state.phase == NAME:
        table.scratch[0] = state
        return best_name(rules[0], table)
    if state.phase == CALL:
        return best_call(rules[0], state, table)
    return np.int64(-1)


@compiled
def best_call(rules, state, table):
    """Value of the best card to call; -1 if the limit stopped the search."""
    best = np.int64(-1)
    values = np.full(rules.num_actions, np.nan)
    named_values(rules, state, table, values)
    for action in range(rules.num_actions):
        if values[action] > best:
            best = np.int64(values[action])
    return np.int64(-1) if table.board[0].stopped else best


@compiled
def best_value(rules, states, g, table):
    """Tricks of the declaring side in the whole deal with best play from here."""
    return limited_best_value(rules, states, g, table, NO_LIMIT)
