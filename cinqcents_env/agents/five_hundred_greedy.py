"""Greedy play for Five Hundred: bids what it counts, then judges one card at a time.

It counts the tricks of its hand for every trump suit, bids the most that they allow,
lays away what helps least, draws trumps as declarer and leads sure winners then, takes
a trick as cheaply as it can where that lasts, and ducks in a misère.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.agents.five_hundred_judgement import (
    counted_tricks,
    danger,
    higher,
    misere_risk,
    unseen,
)
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.layout import (
    BID,
    BIDS,
    CALL,
    DISCARD,
    MISERE,
    NAME,
    NO_TRUMPS,
    OPEN_MISERE,
    TRUMP_POWER,
)
from cinqcents_env.engine.five_hundred.tricks import (
    card_power,
    free_jokers,
    is_misere,
    next_player,
    suit_of,
    trump_of,
)

MISERE_RISK = 2.5
"""A misère is bid up to this risk, an open one up to half of it."""


@compiled
def greedy_action(rules, view, mask):
    """The action that greedy play chooses among those of the mask."""
    if view.phase == BID:
        return choose_bid(rules, view, mask)
    if view.phase == DISCARD:
        return rules.discard_at + least_kept(rules, view)
    if view.phase == CALL:
        return choose_call(rules, view, mask)
    if view.phase == NAME:
        return choose_suit(rules, view)
    if view.winning < 0:
        return choose_lead(rules, view, mask)
    return choose_follow(rules, view, mask)


@compiled
def same_side(rules, view, seat):
    """True if a seat (relative) is known to play with the viewer."""
    if seat == 0:
        return True
    if view.declarer < 0:
        return seat % rules.num_sides == 0
    maker = view.declarer == 0 or view.partner == 0 or view.declarer % rules.num_sides == 0
    theirs = seat in (view.declarer, view.partner) or (
        seat % rules.num_sides == view.declarer % rules.num_sides
    )
    return maker == theirs


@compiled
def choose_bid(rules, view, mask):
    """The highest bid that the count allows, or a pass."""
    partner_bid = view.bidder > 0 and view.bidder % rules.num_sides == 0
    best, best_bid = 0.0, np.int64(BIDS)
    for trump in range(5):
        counted = counted_tricks(rules, view.hand, trump)
        level = min(np.int64(counted), 10)
        if partner_bid and level <= 6 + view.bid // 5:
            continue
        bid = 5 * (level - 6) + trump
        if level >= 6 and mask[rules.bid_at + bid] and counted + 0.01 * trump > best:
            best, best_bid = counted + 0.01 * trump, np.int64(bid)
    if best_bid == BIDS or best < 7.5:
        risk = misere_risk(rules, view.hand)
        if risk <= MISERE_RISK / 2 and mask[rules.bid_at + OPEN_MISERE]:
            return rules.bid_at + OPEN_MISERE
        if risk <= MISERE_RISK and mask[rules.bid_at + MISERE]:
            return rules.bid_at + MISERE
    return rules.bid_at + best_bid


@compiled
def least_kept(rules, view):
    """The card to lay away."""
    misere, trump = is_misere(view.contract), trump_of(view.contract)
    best, best_value = np.int64(-1), 1e9
    cards = view.hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        value = -danger(rules, view, card) if misere else kept_value(rules, view, card, trump)
        if value < best_value:
            best, best_value = card, value
    return best


@compiled
def kept_value(rules, view, card, trump):
    """What a card is worth to the declarer: high ones, trumps, and length or shortness."""
    power = 1.0 * rules.power[trump, card]
    if power >= TRUMP_POWER:
        return 100.0 + power
    suit = rules.card_suit[trump, card]
    length = count(view.hand & rules.suit_cards[trump, suit])
    above = count(higher(rules, trump, card, unseen(rules, view)))
    value = 0.1 * power
    if above == 0:
        value += 50.0
    elif above == 1 and length >= 2:
        value += 15.0
    if trump == NO_TRUMPS:
        return value + 3.0 * length
    return value + 2.0 * length


@compiled
def choose_call(rules, view, mask):
    """The highest card that may be called: of trumps, else of the suit held longest."""
    trump = trump_of(view.contract)
    best, best_value = rules.alone, -1.0
    for card in range(rules.num_cards):
        if bit(card) & rules.jokers or not mask[rules.call_at + card]:
            continue
        suit = rules.card_suit[trump, card]
        length = count(view.hand & rules.suit_cards[trump, suit])
        value = rules.power[trump, card] + 0.1 * length
        if value > best_value:
            best, best_value = rules.call_at + card, value
    return best


@compiled
def choose_suit(rules, view):
    """The suit to give the joker: the longest one."""
    best, longest = np.int64(0), -1
    for suit in range(4):
        length = count(view.hand & rules.suit_cards[NO_TRUMPS, suit])
        if length > longest:
            best, longest = np.int64(suit), length
    if is_misere(view.contract) or longest >= 5:
        return rules.name_at + best
    return rules.pass_action


@compiled
def choose_lead(rules, view, mask):
    """The card to lead."""
    best, best_value = np.int64(-1), -1e9
    for card in range(rules.num_cards):
        if mask[card]:
            value = lead_value(rules, view, card)
            if value > best_value:
                best, best_value = np.int64(card), value
    if rules.joker_at < 0:
        return best
    for lead in range(8 if rules.jokers & (rules.jokers - 1) else 4):
        if mask[rules.joker_at + lead]:
            value = joker_lead_value(rules, view, lead & 3)
            if value > best_value:
                best, best_value = rules.joker_at + lead, value
    return best


@compiled
def lead_value(rules, view, card):
    """Worth of leading a card."""
    trump, out = trump_of(view.contract), unseen(rules, view)
    power = 1.0 * rules.power[trump, card]
    suit = suit_of(rules, view, card)
    if is_misere(view.contract):
        if view.declarer == 0:
            return -danger(rules, view, card)
        return -power - (50.0 if view.voids[view.declarer] & bit(suit) else 0.0)
    boss = higher(rules, trump, card, out) == 0
    trumps_out = trump != NO_TRUMPS and out & rules.suit_cards[trump, trump] != 0
    if power >= TRUMP_POWER:
        declaring = same_side(rules, view, np.int64(view.declarer))
        if not trumps_out:
            return 5.0 - 0.01 * power
        if boss:
            return 60.0 if declaring else 25.0
        return 52.0 + 0.1 * (power - TRUMP_POWER) if view.declarer == 0 else -10.0
    length = count(view.hand & rules.suit_cards[trump, suit])
    if boss:
        ruffed = trumps_out and opponent_void(rules, view, suit)
        return (15.0 if ruffed else 50.0) + (length if trump == NO_TRUMPS else -length)
    return 10.0 - 0.3 * power + (2.0 * length if trump == NO_TRUMPS else -0.5 * length)


@compiled
def opponent_void(rules, view, suit):
    """True if an opponent has shown void in a suit."""
    for seat in range(1, rules.num_players):
        if view.voids[seat] & bit(suit) and not same_side(rules, view, seat):
            return True
    return False


@compiled
def joker_lead_value(rules, view, suit):
    """Worth of leading a joker as a suit: a sure trick, kept for when nothing better is left."""
    length = count(view.hand & rules.suit_cards[NO_TRUMPS, suit])
    return -200.0 if is_misere(view.contract) else 12.0 + length


@compiled
def choose_follow(rules, view, mask):
    """The card to play to a trick that has been led."""
    best, best_value = np.int64(-1), -1e9
    last = not opponents_follow(rules, view)
    for card in range(rules.num_cards):
        if not mask[card]:
            continue
        if is_misere(view.contract):
            value = misere_value(rules, view, card, last)
        else:
            value = follow_value(rules, view, card, last)
        if value > best_value:
            best, best_value = np.int64(card), value
    return best


@compiled
def opponents_follow(rules, view):
    """True if an opponent plays to this trick after the viewer."""
    seat = next_player(rules, view, 0)
    while seat != view.leader:
        if not same_side(rules, view, seat):
            return True
        seat = next_player(rules, view, seat)
    return False


@compiled
def holds_up(rules, view, card, last):
    """Chance that a card which wins so far wins the trick."""
    if last:
        return 1.0
    trump, out = trump_of(view.contract), unseen(rules, view)
    if bit(card) & free_jokers(rules, view):
        return 1.0
    chance = 0.95
    for _ in range(count(higher(rules, trump, card, out))):
        chance *= 0.6
    if trump != NO_TRUMPS and rules.power[trump, card] < TRUMP_POWER:
        if out & rules.suit_cards[trump, trump]:
            chance *= 0.8
    return chance


@compiled
def follow_value(rules, view, card, last):
    """Worth of following with a card: the trick that it wins, less what it could win later."""
    winning = np.int64(view.winning)
    value = -later_worth(rules, view, card)
    held = 0.0
    if same_side(rules, view, winning):
        held = holds_up(rules, view, np.int64(view.trick[winning]), last)
    if card_power(rules, view, 0, card) <= view.best:
        return value + held
    return value + max(holds_up(rules, view, card, last), held)


@compiled
def later_worth(rules, view, card):
    """What a card may still win in later tricks."""
    trump, out = trump_of(view.contract), unseen(rules, view)
    power = 1.0 * rules.power[trump, card]
    above = count(higher(rules, trump, card, out))
    if bit(card) & free_jokers(rules, view):
        return 0.8
    if power >= TRUMP_POWER:
        return 0.3 + (0.4 if above == 0 else 0.0) + 0.005 * (power - TRUMP_POWER)
    if above == 0:
        return 0.45 + 0.005 * power
    return (0.15 if above == 1 else 0.0) + 0.01 * power


@compiled
def misere_value(rules, view, card, last):
    """Worth of following in a misère: the declarer ducks, the others let him win."""
    power = 1.0 * rules.power[NO_TRUMPS, card]
    wins = card_power(rules, view, 0, card) > view.best
    if view.declarer == 0:
        if not wins:
            return danger(rules, view, card)
        return -200.0 + (power if last else -power)
    if view.winning == view.declarer:
        return (-100.0 if wins else 0.0) + power
    return power if view.trick[view.declarer] >= 0 else -power
