"""Exact best response to a policy, by one walk up the whole tree.

The responder remembers everything: it answers by histories, whatever the policy
that it answers is given by. All nodes of a set of histories stand at the same level,
so one pass from the deepest level up decides each set once, when all that follows
is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import compiled
from cinqcents_env.solvers.mini_tree import InformationSets, Tree


@dataclass(frozen=True)
class Response:
    """A best response of a seat.

    Attributes:
        seat: the seat that responds.
        value: points a deal that it makes more than the other.
        of_deal: float64 (deals,), the same for each deal.
        policy: float64 (slots of the histories,), one-hot in its own sets, and what it
            answers in the other's.
    """

    seat: int
    value: float
    of_deal: NDArray[np.float64]
    policy: NDArray[np.float64]


@compiled
def write_reach(roots, first_child, of_node, first_slot, owner, policy, seat, reach):
    """Chance's and the other seat's part in coming to each node, float64 (nodes,)."""
    reach[:] = 0.0
    reach[roots] = 1.0 / len(roots)
    for n in range(first_child.shape[0]):
        if first_child[n] < 0:
            continue
        this = of_node[n]
        begin = first_slot[this]
        for k in range(first_slot[this + 1] - begin):
            chance = 1.0 if owner[this] == seat else policy[begin + k]
            reach[first_child[n] + k] = reach[n] * chance


@compiled
def write_level(nodes, first_child, of_node, first_slot, owner, seat, reach, policy, worth, value):
    """Decide the seat's sets of one level, and value the nodes of that level.

    Args:
        nodes: the decisions of the level. policy: the seat's slots are overwritten.
        worth: float64 (slots,), zero; receives what each of the seat's actions is worth,
            weighed by the reach. value: float64 (nodes,), known below this level.
    """
    for n in nodes:
        this = of_node[n]
        if owner[this] == seat:
            begin = first_slot[this]
            for k in range(first_slot[this + 1] - begin):
                worth[begin + k] += reach[n] * value[first_child[n] + k]
    for n in nodes:
        this = of_node[n]
        begin, end = first_slot[this], first_slot[this + 1]
        if owner[this] == seat:
            best = begin
            for slot in range(begin, end):
                if worth[slot] > worth[best]:
                    best = slot
            policy[begin:end] = 0.0
            policy[best] = 1.0
        value[n] = 0.0
        for slot in range(begin, end):
            value[n] += policy[slot] * value[first_child[n] + slot - begin]


def checked_policy(sets: InformationSets, policy: NDArray[np.float64]) -> NDArray[np.float64]:
    """The policy as float64, after checks.

    Raises:
        ValueError: wrong shape, a probability below zero or not finite, or a set whose
            probabilities do not add up to one.
    """
    policy = np.asarray(policy, dtype=np.float64)
    if policy.shape != sets.action.shape:
        raise ValueError(f"a policy has shape {sets.action.shape}, got {policy.shape}")
    if not np.isfinite(policy).all() or (policy < 0).any():
        raise ValueError("the probabilities of a policy are finite and not below 0")
    off = np.abs(np.add.reduceat(policy, sets.first_slot[:-1]) - 1.0)
    if off.max() > 1e-6:
        raise ValueError(f"the probabilities of a set add up to 1, not to {1 + off.max():.6g}")
    return policy


def best_response(tree: Tree, policy: NDArray[np.float64], seat: int) -> Response:
    """Best response of a seat to the other's policy.

    Args:
        tree: the game.
        policy: float64, by histories or by views; the seat's own part is not used.
        seat: 0 or 1, the seat that responds.

    Raises:
        ValueError: the policy is none of this tree, or there is no such seat.
    """
    if seat not in (0, 1):
        raise ValueError(f"there is no seat {seat}; seats are 0 and 1")
    if len(policy) == len(tree.views.action):
        policy = tree.by_history(checked_policy(tree.views, policy))
    sets = tree.histories
    answer = checked_policy(sets, policy).copy()
    flat = tree.first_child, sets.of_node, sets.first_slot, sets.owner
    value = tree.payoff if seat == 0 else -tree.payoff
    value, reach = value.copy(), np.zeros(len(value))
    write_reach(tree.roots, *flat, answer, seat, reach)
    worth = np.zeros(len(answer))
    for nodes in levels(tree):
        write_level(nodes, *flat, seat, reach, answer, worth, value)
    of_deal = value[tree.roots]
    return Response(seat, float(of_deal.mean()), of_deal, answer)


def levels(tree: Tree) -> list[NDArray[np.int64]]:
    """Decisions by the number of actions before them, the deepest first."""
    decisions = np.flatnonzero(tree.first_child >= 0)
    depth = tree.level[decisions]
    return [decisions[depth == level] for level in sorted(set(depth.tolist()), reverse=True)]


def expected_value(tree: Tree, policy: NDArray[np.float64]) -> float:
    """Points a deal that seat 0 makes more when both seats play the policy."""
    if len(policy) == len(tree.views.action):
        policy = tree.by_history(checked_policy(tree.views, policy))
    policy = checked_policy(tree.histories, policy).copy()
    sets, value = tree.histories, tree.payoff.copy()
    flat = tree.first_child, sets.of_node, sets.first_slot, sets.owner
    unused = np.zeros(0)
    for nodes in levels(tree):
        write_level(nodes, *flat, -1, unused, policy, unused, value)
    return float(value[tree.roots].mean())
