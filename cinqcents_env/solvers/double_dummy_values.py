"""Values of positions of Five Hundred by double dummy, in tricks and in points.

All functions here are compiled. ``rules`` has shape (1,), ``states`` (n,) and the table
comes from ``new_table``. States in the phases play, name and call are solved; for
others the answer is -1 and NaN.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.deal import HAND
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, CALL, NAME, OVER, PLAY
from cinqcents_env.engine.five_hundred.legal import legal_sets
from cinqcents_env.engine.five_hundred.score import SLAM_VALUE, half, makers, with_tens
from cinqcents_env.engine.five_hundred.step import step
from cinqcents_env.engine.five_hundred.tricks import is_misere
from cinqcents_env.solvers.double_dummy_board import counted_seats, lay_out
from cinqcents_env.solvers.double_dummy_moves import PLACE, list_moves, put, take_back
from cinqcents_env.solvers.double_dummy_search import reaches

NO_LIMIT = 1 << 62


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
    if rules.misere_stops_early and is_misere(state.contract):
        return min(left, np.int64(1))
    return left


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
def named_value(rules, state, table, action):
    """Value of a card called or a suit given to the joker; -1 if the limit stopped the search."""
    scratch = table.scratch[0]
    table.scratch[0] = state
    step(rules, scratch, action)
    if scratch.phase == NAME:
        return best_name(rules, table)
    return play_value(rules, scratch, table)


@compiled
def named_values(rules, state, table, values):
    """Value of every card called and every suit given to the joker. Returns the best one.

    -1 if the limit stopped the search. Calls and names are the declarer's to choose.
    """
    first, actions, second, more = legal_sets(rules, state)
    best = np.int64(-1)
    while actions or more:
        if actions:
            action = first + lowest(actions)
            actions &= actions - 1
        else:
            action = second + lowest(more)
            more &= more - 1
        value = named_value(rules, state, table, action)
        if value < 0:
            return value
        values[action] = value
        best = better(state, best, value)
    return best


@compiled
def better(state, best, value):
    """The value that the declarer prefers; -1 stands for none yet."""
    if best < 0:
        return value
    return min(best, value) if is_misere(state.contract) else max(best, value)


@compiled
def best_name(rules, table):
    """Value of the scratch state, in which the declarer may give his joker a suit."""
    scratch = table.scratch[0]
    best = np.int64(-1)
    for suit in range(5):
        scratch.named = 0
        scratch.joker_suit = -1
        scratch.phase = NAME
        step(rules, scratch, rules.name_at + suit if suit < 4 else rules.pass_action)
        value = play_value(rules, scratch, table)
        if value < 0:
            return value
        best = better(scratch, best, value)
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
    if is_solvable(state):
        return named_values(rules[0], state, table, table.values)
    return np.int64(-1)


@compiled
def best_value(rules, states, g, table):
    """Tricks of the declaring side in the whole deal with best play from here."""
    return limited_best_value(rules, states, g, table, NO_LIMIT)


@compiled
def deal_points(rules, state, tricks):
    """Points that a played deal pays the declaring side, less those of the others.

    The others count by their mean, as in the pay-off by points; of declarer and called
    partner, each has the half. Where tens stop short of the target, that is heeded if
    there is one other side; how several share their tricks is not known here.

    Args:
        tricks: tricks of the declaring side in the whole deal.
    """
    sides = makers(rules, state)
    if state.contract == ALL_PASSED:
        sides = bit(state.to_move % rules.num_sides)
    others = rules.num_sides - count(sides)
    theirs = other_points(rules, state, sides, others, tricks)
    if state.contract == ALL_PASSED:
        own = 10 * np.int64(tricks)
        if others == 1:
            score = np.int64(state.scores[state.to_move % rules.num_sides])
            own = with_tens(rules, score, own) - score
    else:
        own = contract_points(rules, state, tricks)
    return own - theirs


@compiled
def contract_points(rules, state, tricks):
    """Points of each declaring side for a number of tricks (FH7, FH8)."""
    value = np.int64(rules.bid_value[state.contract])
    if is_misere(state.contract):
        return value if tricks == 0 else -value
    if tricks < 6 + state.contract // 5:
        value = -value
    elif value < rules.slam_below and tricks == 10:
        value = np.int64(SLAM_VALUE)
    return half(value) if state.partner >= 0 else value


@compiled
def other_points(rules, state, sides, others, tricks):
    """Mean points of the other sides."""
    if others == 0:
        return 0.0
    if is_misere(state.contract):
        total = 10 * np.int64(tricks) * rules.defenders_per_trick * others
    else:
        total = 10 * (tricks_in_deal(rules, state) - np.int64(tricks))
    if others == 1:
        side = lowest((bit(rules.num_sides) - 1) & ~sides)
        score = np.int64(state.scores[side])
        total = with_tens(rules, score, total) - score
    return total / others


@compiled
def tricks_in_deal(rules, state):
    """Tricks of the whole deal."""
    number = np.int64(0)
    if state.phase == PLAY:
        number = tricks_left(state)
    elif state.phase != OVER:
        number = np.int64(HAND)
    for seat in range(rules.num_players):
        number += state.tricks[seat]
    return number
