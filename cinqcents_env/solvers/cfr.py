"""CFR+ on the tree of ``mini``: play that no memory and no skill can beat by much.

Counterfactual regret minimisation with regrets kept above zero, the seats taking
turns, and the average weighed by the iteration (Tammelin, 2014). The solver decides
by views unless told otherwise. With all deals in the game that loses nothing: what a
view forgets (which card of the hand was drawn, in what order tricks fell) tells
nothing of the cards that are hidden. The exploitability that it returns is measured by
a best response that remembers everything.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import compiled
from cinqcents_env.solvers.best_response import best_response
from cinqcents_env.solvers.mini_tree import InformationSets, Tree


@compiled
def match_regrets(first_slot, owner, seat, regret, policy):
    """The seat's policy in proportion to its regrets; uniform where there are none."""
    for this in range(owner.shape[0]):
        if owner[this] != seat:
            continue
        begin, end = first_slot[this], first_slot[this + 1]
        total = 0.0
        for slot in range(begin, end):
            total += regret[slot]
        for slot in range(begin, end):
            policy[slot] = regret[slot] / total if total > 0.0 else 1.0 / (end - begin)


@compiled
def walk_down(flat, policy, seat, weight, reach, own, average):
    """Reach of every node: the other's part in ``reach``, the seat's in ``own``.

    Adds the seat's policy, weighed by its own reach and ``weight``, to ``average``.
    """
    roots, first_child, of_node, first_slot, owner = flat
    for n in roots:
        reach[n] = 1.0
        own[n] = 1.0
    for n in range(first_child.shape[0]):
        child = first_child[n]
        if child < 0:
            continue
        this = of_node[n]
        begin = first_slot[this]
        for k in range(first_slot[this + 1] - begin):
            chance = policy[begin + k]
            if owner[this] == seat:
                reach[child + k], own[child + k] = reach[n], own[n] * chance
                average[begin + k] += weight * own[n] * chance
            else:
                reach[child + k], own[child + k] = reach[n] * chance, own[n]


@compiled
def walk_up(flat, policy, seat, reach, value, worth):
    """Values of all nodes for a seat; ``worth`` receives its counterfactual values, (slots,)."""
    _, first_child, of_node, first_slot, owner = flat
    worth[:] = 0.0
    for n in range(first_child.shape[0] - 1, -1, -1):
        child = first_child[n]
        if child < 0:
            continue
        this = of_node[n]
        begin = first_slot[this]
        mean = 0.0
        for k in range(first_slot[this + 1] - begin):
            mean += policy[begin + k] * value[child + k]
            if owner[this] == seat:
                worth[begin + k] += reach[n] * value[child + k]
        value[n] = mean


@compiled
def add_regrets(first_slot, owner, seat, policy, worth, regret):
    """Add what each action would have gained, never letting a regret fall below zero."""
    for this in range(owner.shape[0]):
        if owner[this] != seat:
            continue
        begin, end = first_slot[this], first_slot[this + 1]
        mean = 0.0
        for slot in range(begin, end):
            mean += policy[slot] * worth[slot]
        for slot in range(begin, end):
            regret[slot] = max(regret[slot] + worth[slot] - mean, 0.0)


@compiled
def iterate(flat, values, reach, own, policy, regret, average, worth, first, last):
    """Iterations ``first`` to ``last`` - 1; values is float64 (2, nodes), of each seat."""
    for i in range(first, last):
        for seat in range(2):
            walk_down(flat, policy, seat, float(i), reach, own, average)
            walk_up(flat, policy, seat, reach, values[seat], worth)
            add_regrets(flat[3], flat[4], seat, policy, worth, regret)
            match_regrets(flat[3], flat[4], seat, regret, policy)


def averaged(sets: InformationSets, average: NDArray[np.float64]) -> NDArray[np.float64]:
    """The policy of summed weights; uniform where a set was never reached."""
    total = np.add.reduceat(average, sets.first_slot[:-1])[sets.of_slot]
    return np.where(total > 0, average / np.where(total > 0, total, 1.0), sets.uniform())


def solve(
    tree: Tree,
    iterations: int = 1000,
    *,
    by_history: bool = False,
    goal: float = 0.0,
    every: int = 100,
    told: Callable[[int], None] = lambda iterations: None,
) -> tuple[NDArray[np.float64], float, int]:
    """An equilibrium, nearly.

    Args:
        tree: the game.
        iterations: most iterations.
        by_history: decide by histories rather than views; slower, and safe where only
            some of the deals are in the game.
        goal: exploitability at which to stop before, points a deal.
        every: iterations between two looks at the exploitability.
        told: called with the number of iterations made since the last call.

    Returns:
        The policy by views (or histories), float64 (slots,); its exploitability; iterations made.
    """
    sets = tree.histories if by_history else tree.views
    flat = tree.roots, tree.first_child, sets.of_node, sets.first_slot, sets.owner
    values = np.stack([tree.payoff, -tree.payoff])
    work = values, np.zeros(len(tree.payoff)), np.zeros(len(tree.payoff))
    slots = sets.uniform(), *(np.zeros(len(sets.action)) for _ in range(3))
    done = 0
    while True:
        last = min(done + every, iterations)
        iterate(flat, *work, *slots, done + 1, last + 1)
        told(last - done)
        done = last
        policy = averaged(sets, slots[2])
        gap = exploitability(tree, policy)
        if done >= iterations or gap <= goal:
            return policy, gap, done


def exploitability(tree: Tree, policy: NDArray[np.float64]) -> float:
    """Mean over the seats of what a best response makes against the policy, points a deal."""
    return sum(best_response(tree, policy, seat).value for seat in (0, 1)) / 2
