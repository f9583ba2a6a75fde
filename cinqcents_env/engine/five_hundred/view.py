"""What a seat may know: the view record, and the observation written from it.

``look`` is the written whitelist: nothing reaches an agent, an observation or a
picture but the fields copied here.
"""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.engine.chance import bit, clipped, count, lowest
from cinqcents_env.engine.five_hundred.layout import (
    BIDS,
    NAME,
    OVER,
    PLAY,
    SEATS,
)
from cinqcents_env.rulebook.five_hundred import FiveHundredRules


@compiled
def relative(state, seat, other):
    """A seat as counted from ``seat``; -1 for none."""
    return np.int64(-1) if other < 0 else around(other - seat, np.int64(state.players))


@compiled
def around(place, places):
    """A place of a round table, from one that is at most one round away.

    Looking does little else, and a division takes as long as all the rest of it.
    """
    if place < 0:
        return place + places
    return place - places if place >= places else place


@compiled
def relative_set(state, seat, seats):
    """A set of seats as counted from ``seat``."""
    players = np.int64(state.players)
    seats = np.int64(seats)
    return ((seats >> seat) | (seats << (players - seat))) & (bit(players) - 1)


@compiled
def knows_partner(state, seat):
    """True if the seat knows the called partner: it is he, or the card has fallen (F5.2)."""
    partner = np.int64(state.partner)
    return partner >= 0 and (seat == partner or state.played[partner] & bit(state.called) != 0)


@compiled
def look(state, seat, view):
    """Write what ``seat`` may know of ``state`` into a view; seats are relative to it."""
    _look_at_seats(state, seat, view)
    _look_at_cards(state, seat, view)
    _look_at_deal(state, seat, view)


@compiled
def _look_at_seats(state, seat, view):
    players, sides = np.int64(state.players), np.int64(state.num_sides)
    own_side = seat % sides
    for to in range(SEATS):
        at = around(seat + to, players) if to < players else np.int64(to)
        view.played[to] = state.played[at]
        view.bids[to] = state.bids[at]
        view.trick[to] = state.trick[at]
        view.tricks[to] = state.tricks[at]
        view.voids[to] = state.voids[at]
        view.hand_sizes[to] = count(state.hand[at])
        side = around(own_side + to, sides) if to < sides else np.int64(to)
        view.scores[to] = state.scores[side]
        view.earned[to] = state.earned[side]
        reached = np.int64(state.reached[to])
        view.reached[to] = around(reached - own_side, sides) if reached >= 0 else np.int64(-1)
    view.players = state.players
    view.num_sides = state.num_sides
    view.seat = seat
    view.jokerless = relative_set(state, seat, state.jokerless)


@compiled
def _look_at_cards(state, seat, view):
    """Cards: one's own, the kitty where it is seen, an open hand, the called card's holder."""
    declares = seat == state.declarer
    view.hand = state.hand[seat]
    view.discards = state.discards if declares else np.int64(0)
    view.kitty = state.kitty if state.kitty_shown else np.int64(0)
    view.taken = state.taken if declares or state.kitty_shown else np.int64(0)
    view.exposed = state.hand[state.declarer] if state.exposed else np.int64(0)
    view.named = _named_seen(state, declares)
    view.called = state.called
    known = knows_partner(state, seat)
    view.partner = relative(state, seat, state.partner) if known else np.int64(-1)
    # Others see a declarer about to lead; that he is asked for the joker's suit would
    # tell them that he holds it.
    view.phase = PLAY if state.phase == NAME and not declares else np.int64(state.phase)
    view.active = relative_set(state, seat, state.active)


@compiled
def _named_seen(state, declares):
    """Jokers of which the seat knows that they were given a suit: its own, or once seen."""
    if declares or state.declarer < 0:
        return np.int64(state.named)
    seen = state.played[state.declarer]
    if state.exposed:
        seen |= state.hand[state.declarer]
    return state.named & seen


@compiled
def _look_at_deal(state, seat, view):
    view.deal_number = state.deal_number
    view.calls = state.calls
    view.dealer = relative(state, seat, state.dealer)
    view.leader = relative(state, seat, state.leader)
    view.to_move = relative(state, seat, state.to_move)
    view.bid = state.bid
    view.bidder = relative(state, seat, state.bidder)
    view.passed = relative_set(state, seat, state.passed)
    view.contract = state.contract
    view.declarer = relative(state, seat, state.declarer)
    view.joker_suit = state.joker_suit
    view.led_suit = state.led_suit
    view.winning = relative(state, seat, state.winning)
    view.best = state.best
    view.suits_led = state.suits_led
    view.outcome = state.outcome
    view.winners = relative_set(state, seat, state.winners)


SCORE_LIMIT = 64.0
"""Scaled scores are clipped to this many targets either way."""

FULL_HAND = 16.0


@borrowing
def _write_set(out, at, members):
    while members:
        out[at + lowest(members)] = 1.0
        members &= members - 1


@borrowing
def _write_one(out, at, index):
    if index >= 0:
        out[at + index] = 1.0


@borrowing
def observe(rules, view, out):
    """Write the observation (float32, laid out as ``observation_layout``) of a view."""
    out[:] = 0.0
    cards, players = rules.num_cards, rules.num_players
    _write_set(out, 0, view.hand)
    _write_set(out, cards, view.discards)
    _write_set(out, 2 * cards, view.kitty | view.taken)
    _write_set(out, 3 * cards, view.exposed)
    _write_one(out, 4 * cards, view.called)
    at = 5 * cards
    for seat in range(players):
        _write_one(out, at, view.trick[seat])
    for seat in range(players):
        at += cards
        _write_set(out, at, view.played[seat])
    at += cards
    for seat in range(players):
        _write_set(out, at, np.int64(view.bids[seat]))
        at += BIDS
    _write_one(out, at, view.contract)
    at = _write_suits(rules, view, out, at + BIDS + 1)
    at = _write_seats(rules, view, out, at)
    _write_numbers(rules, view, out, at)


@borrowing
def _write_suits(rules, view, out, at):
    _write_one(out, at, view.led_suit)
    _write_set(out, at + 4, np.int64(view.suits_led))
    _write_one(out, at + 8, view.joker_suit)
    if view.named:
        _write_set(out, at + 12, view.named >> rules.high_joker)
    at += 14
    for seat in range(rules.num_players):
        _write_set(out, at, np.int64(view.voids[seat]))
        at += 4
    return at


@borrowing
def _write_seats(rules, view, out, at):
    players = rules.num_players
    _write_one(out, at, view.declarer)
    _write_one(out, at + players, view.partner)
    _write_set(out, at + 2 * players, np.int64(view.passed))
    _write_one(out, at + 3 * players, view.dealer)
    _write_one(out, at + 4 * players, view.leader)
    if view.phase != OVER:
        _write_one(out, at + 5 * players, view.to_move)
    _write_one(out, at + 6 * players, view.winning)
    at += 7 * players
    for seat in range(players):
        out[at + seat] = view.tricks[seat] / 10.0
        out[at + players + seat] = view.hand_sizes[seat] / FULL_HAND
    return at + 2 * players


@borrowing
def _write_numbers(rules, view, out, at):
    sides = rules.num_sides
    for side in range(sides):
        score = view.scores[side] / rules.target
        out[at + side] = clipped(score, SCORE_LIMIT)
        if view.reached[side] >= 0:
            out[at + sides + view.reached[side]] = 1.0 - side / sides
    at += 2 * sides
    out[at] = view.deal_number / rules.max_deals
    phase = np.int64(view.phase)
    if phase == OVER or (phase == PLAY and view.winning >= 0):
        phase += 1
    out[at + 1 + phase] = 1.0


@borrowing
def hidden(rules, state, out):
    """Cards in nobody's hand that no seat need know (float32, shape (cards,)).

    1 for the kitty on the table, 0.5 for the dead hand; for the full state of
    centralised critics. No seat may see it.
    """
    out[:] = 0.0
    _write_set(out, 0, state.kitty)
    dead = state.dead
    while dead:
        out[lowest(dead)] = 0.5
        dead &= dead - 1


def observation_layout(rules: FiveHundredRules) -> list[tuple[str, int, str]]:
    """(name, length, meaning) of each block of the observation, in order.

    Seats are relative: 0 is the viewer, then the others in the order of play.
    """
    cards, players, sides = len(rules.cards), rules.num_players, rules.num_sides
    return [
        ("hand", cards, "own cards"),
        ("discards", cards, "own cards laid away"),
        ("kitty", cards, "cards seen in the kitty, or taken up from it"),
        ("exposed", cards, "the declarer's cards while they lie open"),
        ("called", cards, "the card called"),
        ("trick", cards, "cards lying in the trick"),
        ("played", cards * players, "cards that each seat has played in this deal"),
        ("bids", BIDS * players, "bids that each seat has made: 6S ... 10NT, misères"),
        ("contract", BIDS + 1, "the contract: a bid, or no-trumps after all passed"),
        ("led_suit", 4, "suit to follow in the trick"),
        ("suits_led", 4, "suits led in this deal"),
        ("joker_suit", 4, "suit given to the joker by the declarer"),
        ("named", 2, "jokers that were given this suit"),
        ("voids", 4 * players, "suits in which each seat has shown void"),
        ("declarer", players, "who declares"),
        ("partner", players, "the called partner, once known to this seat"),
        ("passed", players, "who has passed (since the bid changed)"),
        ("dealer", players, "who deals"),
        ("leader", players, "who leads or led the trick"),
        ("to_move", players, "who is on move"),
        ("winning", players, "who is winning the trick"),
        ("tricks", players, "tricks won by each seat / 10"),
        ("hand_sizes", players, "cards in each hand / 16"),
        ("scores", sides, "points of each side, own first, / target"),
        ("reached", sides, "1: first side to reach the target in this deal; less: a later one"),
        ("deal_number", 1, "deals finished / max_deals"),
        ("phase", 7, "bid, discard, call, name, to lead, to follow, over"),
    ]
