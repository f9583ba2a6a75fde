"""Order in which double dummy tries the moves; it changes the effort, never the answer."""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.layout import SEATS
from cinqcents_env.solvers.double_dummy_board import NO_SUIT
from cinqcents_env.solvers.double_dummy_moves import PLACE, strength_in_trick

SCORE = 1 << 10
"""A listed move is its score times this, and the move."""


@compiled
def depth_of(board, ply, place):
    """Cards of the suit that are stronger than this one."""
    return count(board.start[ply] & board.suit[board.suit_of[place]] & (bit(place) - 1))


@compiled
def code_of(board, ply, move):
    """A move independent of the cards gone: suit and depth in it, above 0; 0 for joker leads."""
    if move > PLACE:
        return np.int64(0)
    return np.int64(board.suit_of[move]) * 32 + depth_of(board, ply, move) + 1


@compiled
def score_moves(board, ply, seat, number, hint):
    """Add a score to each listed move."""
    team = board.maximisers if board.maximisers & bit(seat) else ~board.maximisers
    leads = board.lying[ply] == 0
    threat, support = np.int64(-1), np.int64(-1)
    if not leads:
        threat, support = still_to_come(board, ply, seat, team)
    for i in range(number):
        move = board.moves[ply, i]
        place = move & PLACE
        if leads:
            score = lead_score(board, ply, seat, team, move)
        elif board.misere:
            score = misere_score(board, ply, seat, place)
        else:
            score = follow_score(board, ply, seat, team, place, threat, support)
        if hint and code_of(board, ply, move) == hint:
            score += 5000
        board.moves[ply, i] = score * SCORE + move


@compiled
def best_first(board, ply, at, number):
    """Bring the best of the moves not yet tried to ``at``; returns it."""
    chosen = at
    for i in range(at + 1, number):
        if board.moves[ply, i] > board.moves[ply, chosen]:
            chosen = i
    best = board.moves[ply, chosen]
    board.moves[ply, chosen] = board.moves[ply, at]
    board.moves[ply, at] = best
    return best & (SCORE - 1)


@compiled
def still_to_come(board, ply, seat, team):
    """Strongest cards that opponents and partners can still play to the trick."""
    threat, support = np.int64(-1), np.int64(-1)
    led = board.led[ply]
    other = board.following[seat]
    for _ in range(board.playing - board.lying[ply] - 1):
        power = strongest(board, other, led)
        if team & bit(other):
            support = max(support, power)
        else:
            threat = max(threat, power)
        other = board.following[other]
    return threat, support


@compiled
def strongest(board, seat, led):
    """Strength of the best card that a seat can play to a suit."""
    hand = board.hand[seat]
    follows = hand & board.suit[led] if led >= 0 else np.int64(0)
    if follows:
        return strength_in_trick(board, seat, lowest(follows), led, False)
    ruffs = hand & board.suit[board.trump]
    if ruffs:
        return strength_in_trick(board, seat, lowest(ruffs), led, False)
    return np.int64(-1)


@compiled
def lead_score(board, ply, seat, team, move):
    """How promising a lead looks."""
    if move > PLACE:
        return np.int64(500)
    suit = np.int64(board.suit_of[move])
    if suit == NO_SUIT:
        return np.int64(500)
    depth = depth_of(board, ply, move)
    cards = board.start[ply] & board.suit[suit]
    if board.misere:
        return 500 + 10 * depth - 3 * count(cards)
    own = count(board.hand[seat] & cards)
    top = np.int64(board.owner[lowest(cards)])
    score = 500 + 4 * own + depth
    ruffs = board.suit[board.trump] & board.start[ply]
    if suit == board.trump:
        score += 10
    elif ruffs:
        score += ruff_prospects(board, seat, team, suit, ruffs)
    if depth == 0:
        return score + 60
    if top != seat and team & bit(top):
        return score + 50
    if top == seat:
        return score + 10
    return score + (20 if partner_second(board, cards, team) else 0)


@compiled
def partner_second(board, cards, team):
    """True if the side holds the second card of a suit."""
    rest = cards & (cards - 1)
    return rest != 0 and team & bit(board.owner[lowest(rest)]) != 0


@compiled
def ruff_prospects(board, seat, team, suit, ruffs):
    """Better if a partner ruffs the suit led, worse if an opponent does."""
    score = np.int64(0)
    for other in range(SEATS):
        hand = board.hand[other]
        if other != seat and hand & ruffs and not hand & board.suit[suit]:
            score += 30 if team & bit(other) else -50
    return score


@compiled
def follow_score(board, ply, seat, team, place, threat, support):
    """How promising a card looks in a trick under way."""
    led = board.led[ply]
    power = strength_in_trick(board, seat, place, led, False)
    best = board.best[ply]
    held = team & bit(board.winner[ply]) != 0 and best > threat
    held = held or (support > threat and support > best)
    depth = depth_of(board, ply, place)
    suit = board.suit_of[place]
    if power > best:
        if held:
            return 440 + depth
        if power > threat:
            return 600 + depth
        return 480 - depth if threat >= 0 else 600 + depth
    if suit == led:
        return 500 + depth
    length = count(board.hand[seat] & board.suit[suit])
    return 500 + 3 * depth - 2 * length


@compiled
def misere_score(board, ply, seat, place):
    """How promising a card looks in a misère: the declarer ducks high, the others low."""
    led = board.led[ply]
    power = strength_in_trick(board, seat, place, led, False)
    depth = depth_of(board, ply, place)
    wins = power > board.best[ply]
    if board.takers & bit(seat):
        return 500 - depth if not wins else 400 + depth
    if board.takers & bit(board.winner[ply]):
        return 500 - depth if not wins else 400 + depth
    return 500 + depth
