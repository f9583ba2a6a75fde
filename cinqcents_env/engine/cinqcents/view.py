"""What a seat may know: the view record, and the observation written from it.

``look`` is the written whitelist: nothing reaches an agent, an observation or a
picture but the fields copied here.
"""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.engine.chance import clipped, count, lowest
from cinqcents_env.engine.cinqcents.layout import MELD, OVER, SEATS
from cinqcents_env.rulebook.cinqcents import CinqCentsRules


@compiled
def look(state, seat, view):
    """Write what ``seat`` may know of ``state`` into a view; pairs are (own, opponent's)."""
    other = 1 - seat
    view.seat = seat
    view.hand = state.hand[seat]
    for side in range(SEATS):
        who = seat if side == 0 else other
        view.known[side] = state.known[who]
        view.captured[side] = state.captured[who]
        view.used[side] = state.used[who]
        view.marked[side] = state.marked[who]
        view.points[side] = state.points[who]
        view.earned[side] = state.earned[who]
        view.melds[side] = state.melds[who]
        view.hand_sizes[side] = count(state.hand[who])
        view.trick[side] = state.trick[side]
    view.target = state.target
    view.deal_number = state.deal_number
    view.dealer = state.dealer ^ seat
    view.leader = state.leader ^ seat
    view.to_move = state.to_move ^ seat
    view.phase = state.phase
    view.trump = state.trump
    view.turnup = state.turnup
    view.step_melds = state.step_melds
    view.step_exchanged = state.step_exchanged
    view.pending_seven = state.pending_seven
    view.outcome = state.outcome
    view.winner = state.winner if state.winner < 0 else state.winner ^ seat
    view.stock_size = state.stock_size


SCORE_LIMIT = 64.0
"""Scaled scores are clipped to this many targets either way."""


@borrowing
def _write_set(out, at, members):
    while members:
        out[at + lowest(members)] = 1.0
        members &= members - 1


@compiled
def _scaled(value, unit):
    return clipped(value / unit, SCORE_LIMIT)


@borrowing
def observe(rules, view, out):
    """Write the observation (float32, laid out as ``observation_layout``) of a view."""
    out[:] = 0.0
    cards = rules.num_cards
    _write_set(out, 0, view.hand)
    _write_set(out, cards, view.known[0])
    _write_set(out, 2 * cards, view.known[1])
    _write_set(out, 3 * cards, view.captured[0])
    _write_set(out, 4 * cards, view.captured[1])
    for card in view.trick:
        if card >= 0:
            out[5 * cards + card] = 1.0
    if view.turnup >= 0:
        out[6 * cards + view.turnup] = 1.0
    at = 7 * cards
    out[at + view.trump] = 1.0
    at += rules.num_suits
    for side in range(SEATS):
        _write_set(out, at, np.int64(view.melds[side]))
        at += rules.num_melds
    if view.phase == OVER:
        out[at + 3] = 1.0
    elif view.phase == MELD:
        out[at + 2] = 1.0
    else:
        out[at + (1 if view.trick[0] >= 0 else 0)] = 1.0
    _write_numbers(rules, view, out, at + 4)


@borrowing
def _write_numbers(rules, view, out, at):
    out[at] = 1.0 if view.to_move == 0 and view.phase != OVER else 0.0
    out[at + 1] = 1.0 if view.dealer == 0 else 0.0
    out[at + 2] = 1.0 if view.leader == 0 else 0.0
    out[at + 3] = view.stock_size / rules.num_cards
    out[at + 4] = view.hand_sizes[1] / rules.num_cards
    out[at + 5] = clipped(view.step_melds, 16) / 16.0
    out[at + 6] = (view.step_exchanged + 1) / rules.num_cards
    out[at + 7] = view.pending_seven
    out[at + 8] = view.deal_number / rules.max_deals
    unit = rules.target
    out[at + 9] = _scaled(view.target, unit)
    for side in range(SEATS):
        points = np.int64(view.points[side])
        counted = view.marked[side] if rules.immediate_brisques else view.marked[side] + points
        out[at + 10 + side] = _scaled(view.marked[side], unit)
        out[at + 12 + side] = points / 120.0
        out[at + 14 + side] = _scaled(view.target - counted, unit)


@borrowing
def hidden(rules, state, out):
    """Where the stock's cards lie (float32, shape (cards,)): depth from the top / cards.

    For the full state of centralised critics; no seat may see it.
    """
    out[:] = 0.0
    size = np.int64(state.stock_size)
    for depth in range(size):
        out[state.stock[size - 1 - depth]] = (depth + 1) / rules.num_cards


def observation_layout(rules: CinqCentsRules) -> list[tuple[str, int, str]]:
    """(name, length, meaning) of each block of the observation, in order."""
    num_cards = len(rules.cards)
    num_suits = 4 if rules.pack == "32" else 2
    melds = 2 * num_suits + 6
    return [
        ("hand", num_cards, "own cards"),
        ("known_own", num_cards, "own cards that the opponent has seen"),
        ("known_opponent", num_cards, "cards known to be in the opponent's hand"),
        ("captured_own", num_cards, "cards in one's own won tricks"),
        ("captured_opponent", num_cards, "cards in the opponent's won tricks"),
        ("trick", num_cards, "cards lying in the trick"),
        ("turnup", num_cards, "the face-up card under the stock"),
        ("trump", num_suits, "trump suit"),
        ("melds_own", melds, "own melds of this deal: marriages, quints, fours, binage"),
        ("melds_opponent", melds, "the opponent's melds of this deal"),
        ("phase", 4, "to lead, to follow, to declare and draw, over"),
        ("to_move", 1, "1 if this seat is on move"),
        ("dealer", 1, "1 if this seat deals"),
        ("leader", 1, "1 if this seat leads or led the trick"),
        ("stock_size", 1, "face-down cards / cards of the pack"),
        ("opponent_hand_size", 1, "cards in the opponent's hand / cards of the pack"),
        ("step_melds", 1, "melds declared at this moment, before drawing or playing / 16"),
        ("step_exchanged", 1, "(index of the card just taken in exchange + 1) / cards; 0 if none"),
        ("pending_seven", 1, "1 while the dealer's turned seven waits"),
        ("deal_number", 1, "deals finished / max_deals"),
        ("target", 1, "points to reach now / target at the start"),
        ("marked", 2, "points marked, own and opponent's, / target at the start"),
        ("card_points", 2, "card points in won tricks, own and opponent's, / 120"),
        ("to_go", 2, "points missing to the target, won tricks counted, / target at the start"),
    ]
