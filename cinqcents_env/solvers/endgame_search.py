"""Search of the last phase under every option: the engine's own steps, and where possible less.

Positions are state records moved by the engine's ``step``, so that melds, stops, ends
in mid-deal and irregularities are what the engine says they are. As soon as nothing
but card play can matter any more the value is that of :mod:`endgame_cards`, which
steps nothing. The deal ends the line: the copy of the rules in the table lets no
further deal begin.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.cinqcents.layout import NOT_OVER, OVER, PLAY, TIE
from cinqcents_env.engine.cinqcents.legal import (
    counted,
    in_draw_phase,
    legal_set,
    meld_value,
)
from cinqcents_env.engine.cinqcents.score import MORE_CARD_POINTS, decision
from cinqcents_env.engine.cinqcents.step import step
from cinqcents_env.solvers.endgame_cards import (
    candidates,
    closed_up,
    next_card,
    points_of,
    prepare_cards,
    rest_margin,
)
from cinqcents_env.solvers.endgame_table import (
    BASE,
    GENERATION,
    LIMIT,
    NODES,
    ROUNDS,
    TOTAL,
    begin_search,
    keep_result,
    recalled,
    slot,
)

POINTS, GAME = 0, 1
NOT_YET, BY_RESULT, BY_MARGIN = range(3)
WIN = 1 << 28
"""Worth of a won game in the order of ``GAME``, above every margin."""


@compiled
def solvable(rules, state):
    """True in the last phase of a game that goes on: the stock is gone, no card is hidden."""
    return state.phase == PLAY and not in_draw_phase(state)


@compiled
def ahead(state, seat):
    """Points that a seat has earned more than the other since the game began."""
    return np.int64(state.earned[seat]) - np.int64(state.earned[1 - seat])


@compiled
def ended_value(state, seat, objective, base):
    """Value for a seat of a deal that has ended."""
    margin = ahead(state, seat) - (base if seat == 0 else -base)
    if objective == POINTS or state.winner < 0:
        return margin
    return margin + WIN if state.winner == seat else margin - WIN


@compiled
def melds_ahead(rules, state):
    """True if a meld may yet be declared in this deal."""
    if rules.last_phase_melds == 0:
        return False
    if rules.last_phase_melds == 1:
        if max(count(state.hand[0]), count(state.hand[1])) < rules.hand_size:
            return False
    for meld in range(rules.num_melds):
        if meld_value(rules, meld, state.trump) > 0:
            cards = rules.meld_cards[meld]
            if rules.irregularities or not (cards & ~state.hand[0] and cards & ~state.hand[1]):
                return True
    return False


@compiled
def seven_bonus(rules, state, seat):
    """What a seat will yet get for playing the trump seven."""
    seven = bit(np.int64(state.trump) << rules.rank_bits)
    owed = rules.seven_played == 2 and rules.has_seven and state.hand[seat] & seven
    return np.int64(10) if owed else np.int64(0)


@compiled
def card_play(rules, state, objective, left, cells):
    """How the value follows from the margin of pure card play: ``NOT_YET`` if it does not.

    ``BY_RESULT``: the margin tells the result of the game. ``BY_MARGIN``: there is none.
    """
    if state.pending_seven or (rules.stop and rules.irregularities):
        return NOT_YET
    if melds_ahead(rules, state):
        return NOT_YET
    over, rounds = 0, cells[ROUNDS]
    for seat in range(2):
        most = counted(rules, state, seat) + left + rules.last_trick + 5 * rounds
        over += most + seven_bonus(rules, state, seat) >= state.target
    if over and (rules.stop or rules.win_at_once or rounds):
        return NOT_YET
    if objective == POINTS or not (over or rules.single_deal):
        return BY_MARGIN
    return NOT_YET if over == 2 and rules.both_over == MORE_CARD_POINTS else BY_RESULT


@compiled
def scored(rules, state, seat, cells):
    """Card points won and not yet marked; none where the margin of the cards has them all."""
    if cells[ROUNDS]:
        return np.int64(0)
    return counted(rules, state, seat) - np.int64(state.marked[seat])


@compiled
def worth_now(rules, state, seat, follows, margin, left, cells):
    """Value for a seat of a deal of pure card play that will end with this margin of it."""
    other = 1 - seat
    gained = scored(rules, state, seat, cells) + seven_bonus(rules, state, seat)
    gained -= scored(rules, state, other, cells) + seven_bonus(rules, state, other)
    earned = ahead(state, seat) + gained + margin
    value = earned - (cells[BASE] if seat == 0 else -cells[BASE])
    if follows == BY_MARGIN:
        return value
    both = counted(rules, state, 0) + counted(rules, state, 1) + left + rules.last_trick
    both += seven_bonus(rules, state, 0) + seven_bonus(rules, state, 1)
    marked = np.int64(state.marked[seat]) - np.int64(state.marked[other])
    mine = (both + marked + gained + margin) // 2
    first, second = (mine, both - mine) if seat == 0 else (both - mine, mine)
    result, winner = decision(rules, state, first, second)
    if rules.single_deal and result in (NOT_OVER, TIE):
        winner = -1 if earned == 0 else (seat if earned > 0 else other)
    if winner < 0:
        return value
    return value + WIN if winner == seat else value - WIN


@compiled
def rest_of_cards(rules, state, follows, left, alpha, beta, cells):
    """Value for the seat on move where only card play is left."""
    seat, led = np.int64(state.to_move), np.int64(state.trick[0])
    own, other = state.hand[seat], state.hand[1 - seat]
    mine = cells[ROUNDS] * np.int64(state.points[seat])
    if follows == BY_MARGIN:
        offset = worth_now(rules, state, seat, follows, np.int64(0), left, cells)
        low, high = alpha - offset, beta - offset
        return offset + rest_margin(rules, own, other, led, mine, left, low, high, cells)
    low, high = -np.int64(LIMIT), np.int64(LIMIT)
    margin = rest_margin(rules, own, other, led, mine, left, low, high, cells)
    return worth_now(rules, state, seat, follows, margin, left, cells)


@compiled
def alike_cards(rules, state):
    """True if cards of equal worth are alike: no meld asks for them, and the seven pays nothing."""
    return not melds_ahead(rules, state) and not (rules.seven_played == 2 and rules.has_seven)


@compiled
def keys(rules, state, alike, cells):
    """Name of a position between tricks: hands, melds, card points, seat on move, search."""
    seat = np.int64(state.to_move)
    first, second = state.hand[0], state.hand[1]
    if alike:
        first, second = closed_up(first, second, cells)
    key0 = first | np.int64(state.melds[0]) << 32 | cells[GENERATION] << 46
    key1 = second | np.int64(state.points[0]) << 32 | np.int64(state.melds[1]) << 41
    begun = rules.melds_per_trick and state.step_melds > 0
    return key0, key1 | seat << 40 | (1 << 55 if begun else 0)


@compiled
def moves_of(rules, state, alike, cells):
    """(actions, likely): the legal actions, one for each set of like cards; cards to try first."""
    seat, led = np.int64(state.to_move), np.int64(state.trick[0])
    own, other = state.hand[seat], state.hand[1 - seat]
    actions = legal_set(rules, state)
    moves, likely = candidates(rules, own, other, led, cells)
    if alike:
        actions = moves | (actions >> rules.num_cards << rules.num_cards)
    return actions, likely


@compiled
def next_action(rules, actions, likely, first):
    """The action to look at next: announcements, then cards."""
    others = actions >> rules.num_cards << rules.num_cards
    if first >= 0 and actions & bit(first):
        return first
    return lowest(others) if others else next_card(rules, actions, likely, np.int64(-1))


@compiled
def advance(rules, line, depth, action):
    """Write the position after an action behind that of ``depth``; True if the deal is over."""
    line[depth + 1] = line[depth]
    step(rules, line[depth + 1], action)
    return line[depth + 1].phase == OVER


@compiled
def value_of(rules, line, depth, objective, alpha, beta, cells):
    """Value for the seat on move of the position ``line[depth]``, whatever the options.

    A value outside the window from alpha to beta may come back as a bound on that side.
    """
    state = line[depth]
    left = cells[TOTAL] - np.int64(state.points[0]) - np.int64(state.points[1])
    follows = card_play(rules, state, objective, left, cells)
    if follows != NOT_YET:
        return rest_of_cards(rules, state, follows, left, alpha, beta, cells)
    cells[NODES] += 1
    seat, between = np.int64(state.to_move), state.trick[0] < 0
    lower, upper, first = -np.int64(LIMIT) + 1, np.int64(LIMIT) - 1, np.int64(-1)
    alike = alike_cards(rules, state)
    key0, key1 = keys(rules, state, alike, cells)
    at = slot(cells, key0, key1)
    if between:
        lower, upper, first = recalled(cells, at, key0, key1, lower, upper)
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    actions, likely = moves_of(rules, state, alike, cells)
    best, best_action, low, high = -np.int64(LIMIT), first, max(alpha, lower), min(beta, upper)
    while actions and best < high:
        action = next_action(rules, actions, likely, first)
        actions &= ~bit(action)
        floor = max(low, best)
        if advance(rules, line, depth, action):
            value = ended_value(line[depth + 1], seat, objective, cells[BASE])
        elif line[depth + 1].to_move == seat:
            value = value_of(rules, line, depth + 1, objective, floor, high, cells)
        else:
            value = -value_of(rules, line, depth + 1, objective, -high, -floor, cells)
        if value > best:
            best, best_action = value, action
    if between:
        keep_result(cells, at, key0, key1, lower, upper, low, high, best, best_action)
    return best


@compiled
def prepare(rules, state, table):
    """Set the table up for a search from this position."""
    cells, line, copies = table
    begin_search(cells, count(state.hand[0]) + count(state.hand[1]))
    prepare_cards(rules, np.int64(state.trump), cells)
    cells[BASE] = ahead(state, 0)
    cells[TOTAL] = points_of(rules, state.hand[0] | state.hand[1])
    cells[TOTAL] += np.int64(state.points[0]) + np.int64(state.points[1])
    if state.trick[0] >= 0:
        cells[TOTAL] += rules.card_points[state.trick[0]]
    line[0] = state
    copies[0] = rules
    copies[0].max_deals = 0


@compiled
def exact(rules, line, depth, objective, guess, cells):
    """Exact value for the seat on move, by windows of no width from a guess on (MTD(f))."""
    lower, upper = -np.int64(LIMIT) + 1, np.int64(LIMIT) - 1
    value = guess
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = value_of(rules, line, depth, objective, beta - 1, beta, cells)
        if value < beta:
            upper = value
        else:
            lower = value
    return value


@compiled
def best_value(rules, states, g, objective, table):
    """Value of the last phase for the seat on move, as :func:`action_values` counts it.

    Returns:
        float64; NaN where the position is not :func:`solvable`.
    """
    if not solvable(rules, states[g]):
        return np.nan
    prepare(rules, states[g], table)
    cells, line, copies = table
    value = exact(copies[0], line, np.int64(0), objective, np.int64(0), cells)
    return np.float64(value + _base(states[g], cells))


@compiled
def _base(state, cells):
    return cells[BASE] if state.to_move == 0 else -cells[BASE]


@compiled
def action_values(rules, states, g, objective, table, values):
    """Exact value of each legal action for the seat on move.

    Args:
        rules: record of dtype ``RULES``.
        states: records of dtype ``STATE``; ``states[g]`` is the position, and is left as it is.
        objective: ``POINTS``: points that the seat is ahead by, since the game began, when
            the deal ends: 100 times the engine's return by points then. ``GAME``: the same
            margin, plus ``WIN`` where the deal ends the game with the seat as winner, less
            ``WIN`` where the other wins.
        table: of :func:`new_table`.
        values: float64 (A,), receives the values; NaN for actions that are not legal, and
            everywhere if the position is not :func:`solvable`.

    Returns:
        Positions visited.
    """
    values[:] = np.nan
    state = states[g]
    if not solvable(rules, state):
        return np.int64(0)
    prepare(rules, state, table)
    cells, line, copies = table
    guess, one, seat = np.int64(0), np.int64(1), np.int64(state.to_move)
    actions = legal_set(rules, state)
    while actions:
        action = lowest(actions)
        actions &= actions - 1
        if advance(copies[0], line, 0, action):
            value = ended_value(line[1], seat, objective, cells[BASE])
        elif line[1].to_move == seat:
            value = exact(copies[0], line, one, objective, guess, cells)
        else:
            value = -exact(copies[0], line, one, objective, -guess, cells)
        guess = value
        values[action] = np.float64(value + _base(state, cells))
    return cells[NODES]
