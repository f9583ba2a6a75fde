"""The whole tree of one deal with the eight-card pack, flat in arrays.

Every deal is a root; forced moves are stepped over. The nodes of a deal stand
together, children after their parents and brothers side by side, so that a pass
forward or backward over the arrays is a walk down or up the tree.

Decisions are gathered in information sets twice: by all that the seat on move has
seen (its *history*: cards dealt and drawn, every action in order), which is perfect
recall, and by its ``View``, the record that agents are given, which forgets in what
order things came about.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import compiled, records
from cinqcents_env.engine.chance import count, lowest
from cinqcents_env.engine.cinqcents.actions import forced
from cinqcents_env.engine.cinqcents.layout import OVER, STATE, VIEW, pack_rules
from cinqcents_env.engine.cinqcents.legal import legal_set
from cinqcents_env.engine.cinqcents.view import look
from cinqcents_env.rulebook import Rules, RulesError
from cinqcents_env.rulebook.cinqcents import CinqCentsRules
from cinqcents_env.solvers.mini_histories import MAX_SYMBOLS, act_on, open_history, set_deal

CARDS, HAND = 8, 2
MAX_NODES = 4096
"""Most nodes of one deal."""
TOO_LONG, TOO_MANY = -1, -2


@dataclass(frozen=True)
class InformationSets:
    """A division of the decisions into sets that the seat on move cannot tell apart.

    Each set has one slot for each of its legal actions, in action order; a policy is
    float64 (slots,), the probabilities of each set adding up to one.

    Attributes:
        of_node: int32 (nodes,), -1 at the ends.
        first_slot: int64 (sets + 1,), where the slots of each set begin.
        owner: int8 (sets,), the seat that decides.
        action: int8 (slots,), the action of each slot.
        views: view records (sets,), one for each set.
    """

    of_node: NDArray[np.int32]
    first_slot: NDArray[np.int64]
    owner: NDArray[np.int8]
    action: NDArray[np.int8]
    views: Any

    def __len__(self) -> int:
        return len(self.owner)

    @property
    def of_slot(self) -> NDArray[np.int64]:
        """The set of each slot, int64 (slots,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.first_slot))

    def uniform(self) -> NDArray[np.float64]:
        """The policy that gives every legal action the same probability."""
        sizes = np.diff(self.first_slot)
        return np.repeat(1.0 / sizes, sizes)

    def masks(self, num_actions: int) -> NDArray[np.int8]:
        """Action masks, int8 (sets, actions)."""
        masks = np.zeros((len(self), num_actions), dtype=np.int8)
        masks[self.of_slot, self.action] = 1
        return masks


@dataclass(frozen=True)
class Tree:
    """A game of one deal in full; payoffs are seat 0's margin in points.

    Attributes:
        rules: the rules.
        roots: int64 (deals,), the first node of each deal; all equally likely.
        first_child: int32 (nodes,), -1 at the ends.
        payoff: float64 (nodes,), zero but at the ends.
        level: int8 (nodes,), actions made before the node, forced ones included.
        histories, views: the information sets, see the module's text.
        view_of: int64 (histories,), the view set of each history set.
    """

    rules: CinqCentsRules
    roots: NDArray[np.int64]
    first_child: NDArray[np.int32]
    payoff: NDArray[np.float64]
    level: NDArray[np.int8]
    histories: InformationSets
    views: InformationSets
    view_of: NDArray[np.int64]

    def by_history(self, policy: NDArray[np.float64]) -> NDArray[np.float64]:
        """A policy given by views as one given by histories."""
        sizes = np.diff(self.histories.first_slot)
        start = self.views.first_slot[self.view_of] - self.histories.first_slot[:-1]
        return np.asarray(policy[np.repeat(start, sizes) + np.arange(len(self.histories.action))])


def checked_rules(rules: Rules) -> CinqCentsRules:
    """The rules, if a tree can be grown of them.

    Raises:
        RulesError: more than one deal, or another pack than that of ``mini``.
    """
    if not isinstance(rules, CinqCentsRules) or rules.pack != "8":
        raise RulesError(f"{rules.ruleset}: only the eight-card pack of mini is small enough")
    if not rules.single_deal:
        raise RulesError(f"{rules.ruleset}: only one deal is small enough; single_deal=True")
    return rules


def all_deals(dealers: Sequence[int] = (0, 1), trumps: Sequence[int] = (0, 1)) -> NDArray[np.int64]:
    """Every deal, int64 (deals, 9): dealer, two cards of seat 0, two of seat 1, turn-up, stock.

    The stock is given from its top. 10,080 deals for each dealer, half of them with
    each trump suit.
    """
    deals = []
    for first in itertools.combinations(range(CARDS), HAND):
        rest = [card for card in range(CARDS) if card not in first]
        for second in itertools.combinations(rest, HAND):
            left = [card for card in rest if card not in second]
            for table in itertools.permutations(left):
                if table[0] // 4 in trumps:
                    deals += [(dealer, *first, *second, *table) for dealer in dealers]
    return np.array(deals, dtype=np.int64)


@compiled
def grow_deal(rules, states, histories, children, cards):
    """The nodes of one deal into states, histories (n, 5) and children (n,).

    Returns their number, or TOO_LONG or TOO_MANY.
    """
    set_deal(rules, states[0], cards)
    open_history(states[0], histories[0])
    action = forced(rules, states[0])
    if action >= 0:
        act_on(rules, states[0], histories[0], action)
    number, n = 1, 0
    while n < number:
        actions = legal_set(rules, states[n])
        children[n] = number if actions else -1
        if number + count(actions) > MAX_NODES:
            return TOO_MANY
        while actions:
            states[number] = states[n]
            histories[number] = histories[n]
            act_on(rules, states[number], histories[number], lowest(actions))
            # seat, dealer, turn-up, hand; each action and each card drawn: at most so many
            if 5 + histories[number, 4] + 2 > MAX_SYMBOLS:
                return TOO_LONG
            actions &= actions - 1
            number += 1
        n += 1
    return number


@compiled
def count_nodes(rules, states, histories, children, deals):
    """Nodes of all deals, or TOO_LONG or TOO_MANY."""
    total = 0
    for d in range(deals.shape[0]):
        number = grow_deal(rules[0], states, histories, children, deals[d])
        if number < 0:
            return number
        total += number
    return total


@compiled
def find(table, ids, low, high, new):
    """Number of a key in an open-addressed table; a new one is entered as ``new``.

    Args:
        table: int64 (size, 2), size a power of two; ids: int64 (size,), -1 where free.
    """
    size = table.shape[0]
    word = (low ^ (low >> 31) ^ (high >> 17) ^ (high << 3)) & 0x7FFFFFFF
    at = (word * 0x21F0AAAD >> 7) & (size - 1)
    while ids[at] >= 0:
        if table[at, 0] == low and table[at, 1] == high:
            return ids[at]
        at = (at + 1) & (size - 1)
    table[at, 0], table[at, 1], ids[at] = low, high, new
    return new


@compiled
def grow(rules, work, deals, table, ids, nodes, sets, slots):
    """Write all nodes and information sets. Returns the number of sets and of slots.

    Args:
        work: (states, histories, children) of one deal.
        nodes: (roots, first_child, payoff, level, set of node).
        sets: (first_slot, owner, views). slots: (action,).
    """
    states, histories, children = work
    roots, first_child, payoff, level, of_node = nodes
    first_slot, owner, views = sets
    at, num_sets, num_slots = 0, 0, 0
    for d in range(deals.shape[0]):
        number = grow_deal(rules[0], states, histories, children, deals[d])
        roots[d] = at
        for n in range(number):
            level[at + n] = histories[n, 4]
            first_child[at + n] = at + children[n] if children[n] >= 0 else -1
            of_node[at + n] = -1
            if states[n].phase == OVER:
                payoff[at + n] = states[n].earned[0] - states[n].earned[1]
                continue
            seat = np.int64(states[n].to_move)
            key = histories[n, 2 * seat], histories[n, 2 * seat + 1]
            this = find(table, ids, key[0], key[1], num_sets)
            of_node[at + n] = this
            if this == num_sets:
                owner[this] = seat
                look(states[n], seat, views[this])
                actions = legal_set(rules[0], states[n])
                while actions:
                    slots[num_slots] = lowest(actions)
                    actions &= actions - 1
                    num_slots += 1
                num_sets += 1
                first_slot[num_sets] = num_slots
        at += number
    return num_sets, num_slots


def grow_tree(rules: Rules, deals: NDArray[np.int64] | None = None) -> Tree:
    """Grow the tree of some deals, all of them unless given.

    Args:
        rules: ``mini``, or options of it.
        deals: as :func:`all_deals` gives them; all equally likely.

    Raises:
        RulesError: a tree of these rules would be too large.
    """
    rules = checked_rules(rules)
    packed = pack_rules(rules)
    deals = all_deals() if deals is None else np.ascontiguousarray(deals, dtype=np.int64)
    work = (
        records(MAX_NODES, STATE),
        np.zeros((MAX_NODES, 5), dtype=np.int64),
        np.zeros(MAX_NODES, dtype=np.int64),
    )
    number = int(count_nodes(packed, *work, deals))
    if number < 0:
        raise RulesError(f"{rules.ruleset}: with these options the tree of a deal is too large")
    nodes = (
        np.zeros(len(deals), dtype=np.int64),
        np.zeros(number, dtype=np.int32),
        np.zeros(number),
        np.zeros(number, dtype=np.int8),
        np.zeros(number, dtype=np.int32),
    )
    histories = _grown(packed, work, deals, nodes)
    views, view_of = merged(histories)
    return Tree(rules, *nodes[:4], histories, views, view_of)


def _grown(packed: Any, work: Any, deals: NDArray[np.int64], nodes: Any) -> InformationSets:
    """Fill the arrays of nodes; returns the sets by histories."""
    number = len(nodes[1])
    size = 1 << (2 * number).bit_length()
    table, ids = np.zeros((size, 2), dtype=np.int64), np.full(size, -1, dtype=np.int64)
    sets = (
        np.zeros(number + 1, dtype=np.int64),
        np.zeros(number, dtype=np.int8),
        records(number, VIEW),
    )
    slots = np.zeros(number, dtype=np.int8)
    num_sets, num_slots = grow(packed, work, deals, table, ids, nodes, sets, slots)
    return InformationSets(
        of_node=nodes[4],
        first_slot=sets[0][: num_sets + 1].copy(),
        owner=sets[1][:num_sets].copy(),
        action=slots[:num_slots].copy(),
        views=sets[2][:num_sets].copy(),
    )


def merged(histories: InformationSets) -> tuple[InformationSets, NDArray[np.int64]]:
    """The sets of equal views, and the one that each set of histories belongs to."""
    raw = np.ascontiguousarray(histories.views).view(np.ndarray)
    keys = raw.view(np.dtype((np.void, raw.dtype.itemsize))).ravel()
    _, first, view_of = np.unique(keys, return_index=True, return_inverse=True)
    sizes = np.diff(histories.first_slot)[first]
    first_slot = np.concatenate([[0], np.cumsum(sizes)])
    start = np.repeat(histories.first_slot[first] - first_slot[:-1], sizes)
    inside = histories.of_node >= 0
    of_node = np.full(len(histories.of_node), -1, dtype=np.int32)
    of_node[inside] = view_of.ravel()[histories.of_node[inside]]
    sets = InformationSets(
        of_node=of_node,
        first_slot=first_slot,
        owner=histories.owner[first],
        action=histories.action[start + np.arange(first_slot[-1])],
        views=histories.views[first],
    )
    return sets, view_of.ravel().astype(np.int64)
