"""What greedy play in Five Hundred counts: tricks in a hand, cards that still lie out.

All functions work on a view, or on a card set and a trump suit.
"""

import numpy as np

from cinqcents_env._jit import compiled
from cinqcents_env.engine.chance import bit, count, lowest
from cinqcents_env.engine.five_hundred.layout import NO_TRUMPS

KITTY_TRICKS = 0.3
"""What each card of the kitty adds to a hand, on average."""
LONE_OPPONENT = 1.0
"""What a hand makes beyond the count when one opponent has to beat it alone."""


@compiled
def unseen(rules, view):
    """Cards that may still lie against the viewer: other hands, kitty, dead hand, discards."""
    seen = view.hand | view.discards | view.kitty
    for seat in range(rules.num_players):
        seen |= view.played[seat]
    highest = bit(rules.num_cards - 1)  # with 63 cards the next bit would be the sign
    return (highest | (highest - 1)) & ~seen


@compiled
def higher(rules, trump, card, cards):
    """Those of ``cards`` that beat ``card`` in its own suit."""
    power = rules.power[trump, card]
    rivals = cards & rules.suit_cards[trump, rules.card_suit[trump, card]]
    beating = np.int64(0)
    while rivals:
        rival = lowest(rivals)
        rivals &= rivals - 1
        if rules.power[trump, rival] > power:
            beating |= bit(rival)
    return beating


@compiled
def trump_tricks(rules, hand, trump):
    """Tricks that the trumps of a hand make: the high ones, and the length."""
    mine = hand & rules.suit_cards[trump, trump]
    others = rules.suit_cards[trump, trump] & ~hand
    tricks, length = 0.0, count(mine)
    while mine:
        card = lowest(mine)
        mine &= mine - 1
        above = count(higher(rules, trump, card, others))
        if above == 0:
            tricks += 1.0
        elif above == 1:
            tricks += 0.85
        elif above == 2:
            tricks += 0.65
        else:
            tricks += 0.45
    return tricks + 0.3 * max(length - 4, 0)


@compiled
def side_tricks(rules, hand, trump, suit):
    """Tricks that a plain suit makes by its high cards, or a short one by ruffs."""
    mine = hand & rules.suit_cards[trump, suit]
    others = rules.suit_cards[trump, suit] & ~hand
    length = count(mine)
    if length == 0:
        return 0.4 if trump != NO_TRUMPS else -0.5
    tricks = 0.0
    while mine:
        card = lowest(mine)
        mine &= mine - 1
        above = count(higher(rules, trump, card, others))
        if above == 0:
            tricks += 0.9
        elif above == 1 and length >= 2:
            tricks += 0.45
        elif above == 2 and length >= 3:
            tricks += 0.2
    if trump == NO_TRUMPS:
        return tricks + 0.35 * max(length - 4, 0)
    return tricks


@compiled
def hand_tricks(rules, hand, trump):
    """Tricks that a hand makes with this trump suit, or in no-trumps."""
    tricks = 0.0
    for suit in range(4):
        if suit != trump:
            tricks += side_tricks(rules, hand, trump, suit)
    if trump == NO_TRUMPS:
        return tricks + count(hand & rules.jokers)
    return tricks + trump_tricks(rules, hand, trump)


@compiled
def counted_tricks(rules, hand, trump):
    """Tricks that the declarer's side makes: his hand, the kitty, and what partners add."""
    kitty = rules.num_cards - 10 * (rules.num_players + rules.dead_hand)
    own = hand_tricks(rules, hand, trump) + KITTY_TRICKS * kitty
    if rules.num_players == 2:
        own += LONE_OPPONENT
    partners = rules.num_players // rules.num_sides - 1 + rules.calls_card
    others = rules.num_players - 1
    return own + max(10.0 - own, 0.0) * partners / others


@compiled
def misere_risk(rules, hand):
    """How far a hand is from losing every trick: 0 is safe.

    The lowest card of a suit has to duck under what others hold in the first round, the
    next one in the second, and so on: what lies below a card, less its place, counts.
    """
    risk = 4.0 * count(hand & rules.jokers)
    for suit in range(4):
        whole = rules.suit_cards[NO_TRUMPS, suit]
        cards, place = hand & whole, 0
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            lower = count(whole & ~hand & (bit(card) - 1))
            risk += max(lower - place, 0) * 8.0 / count(whole)
            place += 1
    return 2.0 * risk if rules.num_players == 2 else risk


@compiled
def danger(rules, view, card):
    """How likely a card is to take a trick in a misère: unseen cards below, less those above."""
    if bit(card) & rules.jokers:
        return 100.0
    out = unseen(rules, view) & rules.suit_cards[NO_TRUMPS, rules.card_suit[NO_TRUMPS, card]]
    lower = count(out & (bit(card) - 1))
    return 2.0 * lower - count(out) + 0.1 * rules.power[NO_TRUMPS, card]
