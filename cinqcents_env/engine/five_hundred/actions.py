"""Actions of Five Hundred: index <-> text, masks, a random choice."""

import numpy as np

from cinqcents_env._jit import borrowing, compiled
from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.engine.chance import below, count, lowest, nth
from cinqcents_env.engine.five_hundred.legal import legal_sets
from cinqcents_env.rulebook.five_hundred import FiveHundredRules

BID_TEXTS = (
    *(f"{number}{suit}" for number in range(6, 11) for suit in (*SUITS, "NT")),
    "misere",
    "open misere",
)
"""Text of every bid, by its number."""


def action_texts(rules: FiveHundredRules) -> list[str]:
    """Move text of every action, in index order; they depend on pack and players alone.

    Cards come first, then the same cards laid away, bids, pass, jokers led as a suit,
    the suit named for a joker, and with five players the cards called and ``alone``.
    """
    cards, jokers = rules.cards.cards, JOKERS[: rules.jokers]
    texts = [
        *cards,
        *(f"discard {card}" for card in cards),
        *(f"bid {bid}" for bid in BID_TEXTS),
        "pass",
        *(f"{joker}={suit}" for joker in jokers for suit in SUITS),
        *(f"name {suit}" for suit in SUITS if jokers),
    ]
    if rules.num_players == 5:
        texts += [f"call {card}" for card in cards if card not in jokers]
        texts.append("alone")
    return texts


@compiled
def _holds(actions, index):
    return 0 <= index < 63 and (actions >> index) & 1 == 1


@compiled
def is_legal(rules, state, action):
    """True if the seat on move may do this."""
    if not 0 <= action < rules.num_actions:
        return False
    first, actions, second, more = legal_sets(rules, state)
    return _holds(actions, action - first) or _holds(more, action - second)


@borrowing
def write_mask(rules, state, mask):
    """Write the action mask (int8, 1 = legal); returns the number of legal actions."""
    mask[:] = 0
    first, actions, second, more = legal_sets(rules, state)
    number = 0
    while actions:
        mask[first + lowest(actions)] = 1
        actions &= actions - 1
        number += 1
    while more:
        mask[second + lowest(more)] = 1
        more &= more - 1
        number += 1
    return number


@compiled
def forced(rules, state):
    """The only legal action, or -1 where there is a choice (or none is left)."""
    first, actions, second, more = legal_sets(rules, state)
    if actions & (actions - 1) or more & (more - 1) or (actions != 0) == (more != 0):
        return np.int64(-1)
    return first + lowest(actions) if actions else second + lowest(more)


@compiled
def random_action(rules, state, x, m):
    """(action, x, m): a legal action drawn uniformly, and the next generator state."""
    first, actions, second, more = legal_sets(rules, state)
    size = count(actions)
    total = size + count(more) if more else size
    chosen, x, m = below(total, x, m)
    if chosen < size:
        return first + nth(actions, chosen), x, m
    return second + nth(more, chosen - size), x, m
