"""Tricks that a side is sure of, seen without search (not in misères)."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count
from cinqcents_env.engine.five_hundred.layout import SEATS
from cinqcents_env.solvers.double_dummy_board import NO_SUIT


@compiled
def above_all(own, others):
    """Those of a suit's cards that are stronger than all the others."""
    return own & ((others & -others) - 1) if others else own


@compiled
def quick_tricks(board, seat, live, left):
    """Tricks that the seat on lead can take one after the other from the top of its suits.

    Nobody may be able to ruff them, a joker without a suit counting as a trump; drawing
    all trumps first is tried as well.
    """
    hand = board.hand[seat]
    ruffs = board.suit[board.trump] & live & ~hand  # suit 4: the free jokers
    tricks = np.int64(0)
    if board.trump != NO_SUIT:
        trumps = board.suit[board.trump] & live
        tricks = count(above_all(hand & trumps, trumps & ~hand))
        if ruffs and tricks >= longest(board, seat, ruffs):
            ruffs = np.int64(0)
    for suit in range(4):
        own = hand & board.suit[suit]
        if own and suit != board.trump:
            others = board.suit[suit] & live & ~hand
            run = count(above_all(own, others))
            if run and ruffs:
                run = min(run, rounds_unruffed(board, seat, ruffs, others))
            tricks += run
    return min(tricks, left)


@compiled
def longest(board, seat, cards):
    """Most cards of a set that another seat holds."""
    most = np.int64(0)
    for other in range(SEATS):
        if other != seat:
            most = max(most, count(board.hand[other] & cards))
    return most


@compiled
def rounds_unruffed(board, seat, ruffs, suit):
    """Rounds of a suit in which every other seat that could ruff must follow."""
    rounds = np.int64(10)
    for other in range(SEATS):
        if other != seat and board.hand[other] & ruffs:
            rounds = min(rounds, count(board.hand[other] & suit))
    return rounds


@compiled
def sure_tricks(board, team, live):
    """Tricks that a side takes whoever leads: its highest trumps, or the highest joker."""
    if board.trump == NO_SUIT:
        if board.high_joker < 0 or board.joker_may_not or not live & bit(board.high_joker):
            return np.int64(0)
        return np.int64(team >> board.owner[board.high_joker] & 1)
    trumps = board.suit[board.trump] & live
    theirs = np.int64(0)
    for seat in range(SEATS):
        if team & bit(seat):
            theirs |= board.hand[seat] & trumps
    run = above_all(theirs, trumps & ~theirs)
    most = np.int64(0)
    while run:
        seat = board.owner[first_place(run)]
        most = max(most, count(run & board.hand[seat]))
        run &= ~board.hand[seat]
    return most


@compiled
def first_place(cards):
    """Bit of the strongest card."""
    return count((cards & -cards) - 1)


@compiled
def partner_wins(board, seat, team, live):
    """True if a partner of the leader can win a suit that is led to him."""
    ruffs = board.suit[board.trump] & live
    for suit in range(4):
        cards = board.suit[suit] & live
        if not cards or not board.hand[seat] & cards:
            continue
        best = np.int64(board.owner[first_place(cards)])
        if best == seat or not team & bit(best):
            continue
        if suit == board.trump or not ruffs:
            return True
        if not ruffed(board, team, suit, ruffs):
            return True
    return False


@compiled
def ruffed(board, team, suit, ruffs):
    """True if an opponent of a side can ruff the first round of a suit."""
    for other in range(SEATS):
        if not team & bit(other) and board.hand[other] & ruffs:
            if not board.hand[other] & board.suit[suit]:
                return True
    return False


@compiled
def bounds(board, seat, live, left):
    """(least, most) tricks that the takers get when ``seat`` leads, seen without search."""
    if board.misere:
        return np.int64(0), left
    team = board.takers if board.takers & bit(seat) else ~board.takers
    quick = max(quick_tricks(board, seat, live, left), sure_tricks(board, team, live))
    if quick == 0 and partner_wins(board, seat, team, live):
        quick = np.int64(1)
    other = sure_tricks(board, ~team, live)
    if board.takers & bit(seat):
        return quick, left - other
    return other, left - quick
