"""Belief: full states consistent with all that a seat knows, each layout equally likely.

A *layout* says where every card lies: in which hand, in the kitty, in the dead hand, among
the declarer's discards. It is consistent with a view if the rules could have led from it to
everything that the seat has seen. What the rules make certain, and nothing else, counts:

- own hand and discards, cards played, the kitty where it is seen, an open hand; the number
  of cards in every place;
- suits shown void, bowers and jokers under the contract included: a seat that did not follow
  holds no card of the suit; under ``must_trump`` neither a trump, if it played none; with
  ``joker_forced_in_misere`` no joker, if it played none; who leads a joker without a suit
  holds nothing but jokers;
- cards taken up openly stay the declarer's: in his hand, played, or laid away;
- the card called is neither in the declarer's hand nor among his discards, and its holder is
  the partner; the holder himself knows it, the others once it has fallen;
- a joker that was given a suit was in the declarer's hand then (with two jokers, one at
  least was).

Choices tell nothing more: bids, discards, calls and cards are taken as if made blindly, so
a layout counts the same however clever the play that leads to it would be. Each layout
stands for the same number of deals with a choice of discards, so this is also the uniform
distribution over the deals *and* discards that fit.

What a layout leaves open is drawn after it: which of his cards the declarer took up unseen
(each choice equally likely), whether a declarer about to lead with a joker in hand is still
to be asked for its suit (a fair coin), and the seed of the deals to come.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import MASK32, advance, below, bit, count, nth
from cinqcents_env.engine.five_hundred.deal import HAND
from cinqcents_env.engine.five_hundred.layout import (
    DISCARD,
    NAME,
    NO_TRUMPS,
    OPEN_MISERE,
    OVER,
    PLAY,
    SEATS,
)
from cinqcents_env.engine.five_hundred.spread import (
    CARDS,
    NUMBERS,
    PAIR_HOLDER,
    add_place,
    count_ways,
    new_plan,
    spread,
    total_ways,
)
from cinqcents_env.engine.five_hundred.tricks import free_jokers, trump_of

# Places of a plan: the other seats by relative seat less one, then these.
DISCARDS, KITTY, DEAD, NOWHERE = range(SEATS - 1, SEATS + 3)
"""Nowhere lie only the cards that a written position leaves out."""


@compiled
def unseen(rules, view):
    """Set of the cards of which the viewer does not see where they lie."""
    seen = view.hand | view.discards | view.kitty | view.exposed
    for seat in range(SEATS):
        seen |= view.played[seat]
    highest = bit(rules.num_cards - 1)  # with 63 cards the next bit would be the sign
    return (highest | (highest - 1)) & ~seen


@compiled
def named_pair(rules, view):
    """Unseen jokers of which the declarer holds one at least, for he gave it a suit."""
    if view.joker_suit < 0 or view.declarer <= 0:
        return np.int64(0)
    if rules.jokers & (view.played[view.declarer] | view.exposed):
        return np.int64(0)
    return rules.jokers & unseen(rules, view)


@compiled
def open_cards(view):
    """Cards that another declarer took up openly; unplayed, he holds them or laid them away."""
    return view.taken if view.declarer > 0 else np.int64(0)


@compiled
def bound_elsewhere(rules, view):
    """Cards that lie with the declarer: nowhere but in his hand or, some, in his discards."""
    named = named_pair(rules, view)
    return open_cards(view) | (named if count(named) == 1 else np.int64(0))


@compiled
def secret_card(view):
    """The called card as a set, while the viewer does not know who holds it."""
    return bit(view.called) if view.called >= 0 and view.partner < 0 else np.int64(0)


@compiled
def hand_takes(rules, view, seat):
    """Set of the cards that the hand of a (relative) seat may hold, seen ones left aside."""
    trump, voids = trump_of(view.contract), np.int64(view.voids[seat])
    refused = np.int64(0)
    for suit in range(NO_TRUMPS):
        if voids & bit(suit):
            refused |= rules.suit_cards[trump, suit]
    if seat != view.declarer:
        refused |= bound_elsewhere(rules, view)
        if view.jokerless & bit(seat):
            refused |= rules.jokers
        return ~refused
    if view.joker_suit >= 0:
        if voids & bit(view.joker_suit):
            refused |= rules.jokers
    elif view.jokerless & bit(seat):
        refused |= rules.jokers
    return ~(refused | secret_card(view))


@compiled
def laid_away(rules, view):
    """Number of cards that the declarer has laid away."""
    kitty = rules.num_cards - HAND * (rules.num_players + rules.dead_hand)
    if view.phase != DISCARD:
        return kitty
    other = (view.declarer + 1) % rules.num_players
    return kitty - (np.int64(view.hand_sizes[view.declarer]) - view.hand_sizes[other])


@compiled
def plan_of(rules, view):
    """The places that the viewer cannot look into, with room and cards taken."""
    plan, cards = new_plan(), unseen(rules, view)
    rest = count(cards)
    for seat in range(1, SEATS):
        room = np.int64(view.hand_sizes[seat])
        if seat == view.declarer and view.exposed:
            room = np.int64(0)
        takes = hand_takes(rules, view, seat) if room else np.int64(0)
        add_place(plan, room, takes & cards)
        rest -= room
    bound, named = bound_elsewhere(rules, view), named_pair(rules, view)
    room = min(laid_away(rules, view), rest) if view.declarer > 0 else np.int64(0)
    barred = secret_card(view) | (named if count(named) == 1 else np.int64(0))
    add_place(plan, room, cards & ~barred)
    rest -= room
    kitty = rules.num_cards - HAND * (rules.num_players + rules.dead_hand)
    room = min(kitty, rest) if view.declarer < 0 and not rules.kitty_open else np.int64(0)
    add_place(plan, room, cards)
    rest -= room
    room = min(HAND, rest) if rules.dead_hand else np.int64(0)
    add_place(plan, room, cards & ~bound)
    add_place(plan, rest - room, cards)
    if count(named) == 2:
        plan[NUMBERS, PAIR_HOLDER] = view.declarer - 1
    return plan


@compiled
def prepare(rules, view):
    """What :func:`draw` needs of a view: (plan, table). Once for many samples."""
    plan, named = plan_of(rules, view), named_pair(rules, view)
    pair = named if count(named) == 2 else np.int64(0)
    return plan, count_ways(plan, unseen(rules, view), pair)


@compiled
def worlds(rules, view):
    """Number of layouts that the view allows (float64); 0 if it contradicts itself."""
    plan, table = prepare(rules, view)
    return total_ways(plan, table)


@compiled
def sample(rules, view, x, m, state):
    """Write a state drawn from those that the view allows; see the module.

    The deals to come are drawn too: the state gets a seed of its own. A view that
    contradicts itself (``worlds`` is 0) gives a state that ignores some of it. Returns the
    next generator state (x, m).
    """
    plan, table = prepare(rules, view)
    return draw(rules, view, plan, table, x, m, state)


@compiled
def draw(rules, view, plan, table, x, m, state):
    """:func:`sample` with what :func:`prepare` made of the same view."""
    x, m = spread(plan, table, x, m)
    copy_known(rules, view, state)
    seat, players = np.int64(view.seat), rules.num_players
    for other in range(1, players):
        state.hand[(seat + other) % players] = plan[CARDS, other - 1]
    state.hand[seat] = view.hand
    if view.exposed:
        state.hand[state.declarer] = view.exposed
    state.discards = view.discards | plan[CARDS, DISCARDS]
    state.kitty = view.kitty | plan[CARDS, KITTY]
    state.dead = plan[CARDS, DEAD]
    x, m = draw_taken(rules, view, x, m, state)
    x, m = infer(rules, view, x, m, state)
    x, m = advance(x, m)
    state.seed = ((m & 0x7FFFFFFF) << 32) | ((x + (m >> 32)) & MASK32)
    return x, m


@compiled
def draw_taken(rules, view, x, m, state):
    """What the declarer took up: as seen, or any of the cards that he has had."""
    state.taken = view.taken
    if view.declarer <= 0 or rules.kitty_open:
        return x, m
    declarer = np.int64(state.declarer)
    his = state.hand[declarer] | state.played[declarer] | state.discards
    kitty = rules.num_cards - HAND * (rules.num_players + rules.dead_hand)
    number = count(his)
    for _ in range(min(kitty, number)):
        chosen, x, m = below(number, x, m)
        card = nth(his, chosen)
        state.taken |= bit(card)
        his &= ~bit(card)
        number -= 1
    return x, m


@compiled
def infer(rules, view, x, m, state):
    """What follows from the layout: the partner, the jokers named, whether one is asked for."""
    state.named = view.named
    if view.declarer > 0 and view.joker_suit >= 0:
        declarer = np.int64(state.declarer)
        state.named |= rules.jokers & (state.hand[declarer] | state.played[declarer])
    if view.called >= 0 and view.partner < 0:
        for seat in range(rules.num_players):
            if state.hand[seat] & bit(view.called):
                state.partner = seat
    if may_be_asked(rules, view, state):
        asked, x, m = below(2, x, m)
        if asked:
            state.phase = NAME
    return x, m


@compiled
def may_be_asked(rules, view, state):
    """True if another seat is to open the play and may have been asked for a joker's suit."""
    if not rules.names_joker or view.declarer <= 0 or view.phase != PLAY:
        return False
    if view.joker_suit >= 0 or view.to_move != view.declarer:
        return False
    for seat in range(rules.num_players):
        if view.played[seat]:
            return False
    return state.hand[state.declarer] & free_jokers(rules, state) != 0


@compiled
def absolute(view, other):
    """A relative seat as an absolute one; -1 for none."""
    return np.int64(-1) if other < 0 else (other + np.int64(view.seat)) % np.int64(view.players)


@compiled
def absolute_set(view, seats):
    """A set of relative seats as one of absolute seats."""
    players, seat, seats = np.int64(view.players), np.int64(view.seat), np.int64(seats)
    return ((seats << seat) | (seats >> (players - seat))) & (bit(players) - 1)


@compiled
def copy_known(rules, view, state):
    """Copy to a state what the view tells, back in absolute seats."""
    _copy_seats(view, state)
    state.deal_number = view.deal_number
    state.calls = view.calls
    state.dealer = absolute(view, view.dealer)
    state.leader = absolute(view, view.leader)
    state.to_move = absolute(view, view.to_move)
    state.phase = view.phase
    state.bid = view.bid
    state.bidder = absolute(view, view.bidder)
    state.passed = absolute_set(view, view.passed)
    state.contract = view.contract
    state.declarer = absolute(view, view.declarer)
    state.called = view.called
    state.partner = absolute(view, view.partner)
    state.joker_suit = view.joker_suit
    state.active = absolute_set(view, view.active)
    state.led_suit = view.led_suit
    state.winning = absolute(view, view.winning)
    state.best = view.best
    state.suits_led = view.suits_led
    state.jokerless = absolute_set(view, view.jokerless)
    state.outcome = view.outcome
    state.winners = absolute_set(view, view.winners)
    state.kitty_shown = rules.kitty_open
    state.exposed = lies_open(rules, view)


@compiled
def _copy_seats(view, state):
    players, sides, seat = np.int64(view.players), np.int64(view.num_sides), np.int64(view.seat)
    state.players = players
    state.num_sides = sides
    for to in range(SEATS):
        at = (seat + to) % players if to < players else np.int64(to)
        state.hand[at] = 0
        state.played[at] = view.played[to]
        state.bids[at] = view.bids[to]
        state.trick[at] = view.trick[to]
        state.tricks[at] = view.tricks[to]
        state.voids[at] = view.voids[to]
        side = (seat + to) % sides if to < sides else np.int64(to)
        state.scores[side] = view.scores[to]
        state.earned[side] = view.earned[to]
        reached = np.int64(view.reached[to])
        state.reached[to] = (reached + seat) % sides if reached >= 0 else np.int64(-1)


@compiled
def lies_open(rules, view):
    """1 if the declarer's hand lies open, the last card played or not (F3U5, F4A6)."""
    if view.contract != OPEN_MISERE or view.phase not in (NAME, PLAY, OVER):
        return 0
    for seat in range(rules.num_players):
        if view.tricks[seat] > 0:
            return 1
    return 1 - rules.open_shown_late
