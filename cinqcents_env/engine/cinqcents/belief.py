"""Belief: full states consistent with all that a seat knows, each one equally likely.

What a seat knows of the hidden cards is which of them the opponent holds for certain (melded
and still in hand, taken up for the seven, the turn-up drawn last) and how many there are in
his hand and in the stock. Nothing else is certain while a card is hidden. The duties to
follow, to beat and to trump begin with the draw of the last card (CL8, CL11; no option lets
them begin before), and from then on all cards that one has not seen are in the opponent's
hand: a suit shown void, or a card not beaten, can tell nothing that is not known. A meld or
an exchange not made, a stop not announced, are choices. So the unseen cards are spread
uniformly over the opponent's unknown cards and the places of the stock, order included.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import MASK32, advance, bit, count, lowest, shuffle
from cinqcents_env.engine.cinqcents.layout import MAX_STOCK, SEATS


@compiled
def unseen(rules, view):
    """Set of the cards that the viewer has not seen, or knows to lie nowhere in sight."""
    seen = view.hand | view.known[1] | view.captured[0] | view.captured[1]
    for card in view.trick:
        if card >= 0:
            seen |= bit(card)
    if view.turnup >= 0:
        seen |= bit(view.turnup)
    return (bit(rules.num_cards) - 1) & ~seen


@compiled
def worlds(rules, view):
    """Number of ways (float64) in which the unseen cards can lie, the stock's order included.

    0 if the cards that the opponent is known to hold are more than his hand.
    """
    size, missing = count(unseen(rules, view)), view.hand_sizes[1] - count(view.known[1])
    hidden = np.int64(view.stock_size)
    if missing < 0 or size < missing + hidden:
        return 0.0
    ways = 1.0
    for i in range(missing):
        ways = ways * (size - i) / (i + 1)  # whole at every step
    for i in range(hidden):
        ways *= size - missing - i
    return ways


@compiled
def prepare(rules, view):
    """What :func:`draw` needs of a view besides itself: (plan, table), here empty."""
    return np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0), dtype=np.float64)


@compiled
def draw(rules, view, plan, table, x, m, state):
    """The same as :func:`sample`; other families prepare a view once for many samples."""
    return sample(rules, view, x, m, state)


@compiled
def sample(rules, view, x, m, state):
    """Write a state drawn uniformly from those that the view allows.

    The deals to come are drawn too: the state gets a seed of its own. Returns the
    next generator state (x, m).
    """
    members = unseen(rules, view)
    size = np.int64(0)
    while members:
        state.stock[size] = lowest(members)
        members &= members - 1
        size += 1
    x, m = shuffle(state.stock, size, x, m)
    copy_known(view, state)
    other = 1 - np.int64(view.seat)
    missing = np.int64(view.hand_sizes[1])
    known = view.known[1]
    while known:
        known &= known - 1
        missing -= 1
    hand = view.known[1]
    for i in range(missing):
        hand |= bit(state.stock[size - 1 - i])
    state.hand[other] = hand
    hidden = np.int64(view.stock_size)
    for i in range(hidden):
        state.stock[i] = state.stock[size - missing - hidden + i]
    for i in range(hidden, MAX_STOCK):
        state.stock[i] = -1
    x, m = advance(x, m)
    state.seed = ((m & 0x7FFFFFFF) << 32) | ((x + (m >> 32)) & MASK32)
    return x, m


@compiled
def copy_known(view, state):
    """Copy to a state what the view tells, back in absolute seats."""
    seat = np.int64(view.seat)
    state.hand[seat] = view.hand
    for side in range(SEATS):
        who = seat ^ side
        state.known[who] = view.known[side]
        state.captured[who] = view.captured[side]
        state.used[who] = view.used[side]
        state.marked[who] = view.marked[side]
        state.points[who] = view.points[side]
        state.earned[who] = view.earned[side]
        state.melds[who] = view.melds[side]
        state.trick[side] = view.trick[side]
    state.target = view.target
    state.deal_number = view.deal_number
    state.dealer = view.dealer ^ seat
    state.leader = view.leader ^ seat
    state.to_move = view.to_move ^ seat
    state.phase = view.phase
    state.trump = view.trump
    state.turnup = view.turnup
    state.step_melds = view.step_melds
    state.step_exchanged = view.step_exchanged
    state.pending_seven = view.pending_seven
    state.outcome = view.outcome
    state.winner = view.winner if view.winner < 0 else view.winner ^ seat
    state.stock_size = view.stock_size
