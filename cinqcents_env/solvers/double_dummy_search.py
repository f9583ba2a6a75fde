"""The search of double dummy: can the takers still win so many tricks?

Zero-window alpha-beta over single cards. At the start of a trick the table is asked for
bounds that an equal position left there: equal are positions in which the cards left of
every suit lie, from the strongest down, in the same hands, whatever cards they are.
"""

from typing import Any, NamedTuple

import numpy as np

from cinqcents_env._jit import compiled, records
from cinqcents_env.engine.chance import bit, lowest
from cinqcents_env.engine.five_hundred.layout import SEATS, STATE
from cinqcents_env.solvers.double_dummy_board import NO_SUIT, new_board
from cinqcents_env.solvers.double_dummy_bounds import bounds
from cinqcents_env.solvers.double_dummy_moves import list_moves, put, take_back
from cinqcents_env.solvers.double_dummy_order import best_first, code_of, score_moves

MOST_ACTIONS = 256
"""Room for the values of all actions of any rules."""

NO, YES, OPEN, STOPPED = range(4)
"""Answers to the question of a ply; open: its moves must be tried."""

_WORDS = np.random.default_rng(500).integers(0, 2**62, (5, 20, SEATS, 2))
"""A pair of random words for each suit, depth and holder."""

_MARKS = np.random.default_rng(501).integers(0, 2**62, (SEATS + 3, 16, 2))
"""The same for the voids of a joker's holder, the leader, the suits led, a low joker's suit."""


class Table(NamedTuple):
    """Memory of the search, good for any number of positions of any rules, one after the other."""

    entries: np.ndarray[Any, Any]
    board: np.ndarray[Any, Any]
    scratch: np.ndarray[Any, Any]
    values: np.ndarray[Any, Any]


def new_table(bits: int = 17) -> Table:
    """Memory for ``action_values`` and its like: 2**bits entries of 24 bytes.

    Raises:
        ValueError: bits not a whole number from 4 to 28.
    """
    if isinstance(bits, bool) or not isinstance(bits, int) or not 4 <= bits <= 28:
        raise ValueError(f"bits={bits!r} is not valid; it is a whole number from 4 to 28")
    entries = np.zeros((1 << bits, 3), dtype=np.int64)
    return Table(entries, new_board(), records(1, STATE), np.zeros(MOST_ACTIONS))


@compiled
def key_of(board, seat, live):
    """Two words that tell the position at the start of a trick."""
    first = board.context[0] ^ _MARKS[SEATS, seat, 0]
    second = board.context[1] ^ _MARKS[SEATS, seat, 1]
    for suit in range(5):
        cards, depth = live & board.suit[suit], 0
        while cards:
            owner = board.owner[lowest(cards)]
            cards &= cards - 1
            first ^= _WORDS[suit, depth, owner, 0]
            second ^= _WORDS[suit, depth, owner, 1]
            depth += 1
    if live & board.suit[NO_SUIT]:
        first ^= _MARKS[SEATS + 1, board.suits_led, 0]
        second ^= _MARKS[SEATS + 1, board.suits_led, 1]
        if board.low_named >= 0 and live & bit(board.low_named):
            first ^= _MARKS[SEATS + 2, board.suit_of[board.low_named], 0]
            second ^= _MARKS[SEATS + 2, board.suit_of[board.low_named], 1]
        for other in range(SEATS):
            if board.hand[other] & board.suit[NO_SUIT]:
                first ^= _MARKS[other, board.voids[other], 0]
                second ^= _MARKS[other, board.voids[other], 1]
    return first, second


@compiled
def find(entries, first, second):
    """What the table knows of a position: packed bounds, -1 for nothing."""
    at = first & (entries.shape[0] - 2)
    if entries[at, 0] == first and entries[at, 1] == second:
        return entries[at, 2]
    if entries[at + 1, 0] == first and entries[at + 1, 1] == second:
        return entries[at + 1, 2]
    return np.int64(-1)


@compiled
def keep(entries, first, second, left, least, most, hint):
    """Note bounds: of two places the first keeps the larger position, the second the last."""
    at = first & (entries.shape[0] - 2)
    known = entries[at, 0] == first and entries[at, 1] == second
    if not known and left < entries[at, 2] >> 8 & 15:
        at += 1
    entries[at, 0] = first
    entries[at, 1] = second
    entries[at, 2] = least | most << 4 | left << 8 | hint << 12


@compiled
def reaches(board, entries, root, seat, need, left):
    """True if the takers get ``need`` of the ``left`` tricks that are not complete.

    The search keeps its way in the board, ply by ply, instead of calling itself.
    """
    ply = root
    set_question(board, ply, seat, need, left)
    answer = enter(board, entries, ply)
    while answer == OPEN or ply > root:
        if answer == OPEN:
            descend(board, ply)
            ply += 1
            answer = enter(board, entries, ply)
        else:
            ply -= 1
            answer = ascend(board, entries, ply, answer)
    return answer == YES


@compiled
def set_question(board, ply, seat, need, left):
    """What is asked at a ply."""
    board.seat[ply] = seat
    board.need[ply] = need
    board.left[ply] = left


@compiled
def enter(board, entries, ply):
    """Answer the question of a ply at once, or list its moves."""
    seat, hint = board.seat[ply], np.int64(0)
    if board.lying[ply] == 0:
        answer = look_up(board, entries, ply)
        if answer != OPEN:
            return answer
        hint = board.hint[ply]
    board.nodes += 1
    if board.nodes > board.limit:
        board.stopped = 1
        return STOPPED
    board.number[ply] = list_moves(board, ply, seat)
    board.tried[ply] = 0
    if board.number[ply] > 1:
        score_moves(board, ply, seat, board.number[ply], hint)
    return OPEN


@compiled
def look_up(board, entries, ply):
    """Answer at the start of a trick from counts and from the table; else note what they say."""
    seat, need, left = board.seat[ply], board.need[ply], board.left[ply]
    if need <= 0 or need > left:
        return YES if need <= 0 else NO
    live = board.start[ply]
    least, most = bounds(board, seat, live, left)
    if need <= least or need > most:
        return YES if need <= least else NO
    first, second = key_of(board, seat, live)
    known, hint = find(entries, first, second), np.int64(0)
    if known >= 0:
        least, most, hint = max(least, known & 15), min(most, known >> 4 & 15), known >> 12
        if need <= least or need > most:
            return YES if need <= least else NO
    board.key[ply, 0] = first
    board.key[ply, 1] = second
    board.least[ply] = least
    board.most[ply] = most
    board.hint[ply] = hint
    return OPEN


@compiled
def descend(board, ply):
    """Play the next move of a ply and put the question of the next one."""
    seat = board.seat[ply]
    move = best_first(board, ply, board.tried[ply], board.number[ply])
    board.tried[ply] += 1
    board.move[ply] = move
    following = put(board, ply, seat, move)
    need, left = board.need[ply], board.left[ply]
    if board.lying[ply + 1] == 0:
        need -= board.takers >> following & 1
        left -= 1
    set_question(board, ply + 1, following, need, left)


@compiled
def ascend(board, entries, ply, answer):
    """Take the last move of a ply back; its answer if that or no other move settles it."""
    seat, move = board.seat[ply], board.move[ply]
    take_back(board, ply, seat, move)
    if answer == STOPPED:
        return answer
    wanted = YES if board.maximisers >> seat & 1 else NO
    if answer != wanted and board.tried[ply] < board.number[ply]:
        return OPEN
    if board.lying[ply] == 0:
        least, most, hint = board.least[ply], board.most[ply], board.hint[ply]
        if answer == YES:
            least = board.need[ply]
        else:
            most = board.need[ply] - 1
        if answer == wanted:
            hint = code_of(board, ply, move)
        first, second = board.key[ply, 0], board.key[ply, 1]
        keep(entries, first, second, board.left[ply], least, most, hint)
    return answer
