"""Information-set Monte Carlo tree search: one tree, a new world for each simulation.

The tree is that of a single observer, the seat on move: its edges are the moves that
this seat sees, whoever makes them, and every seat maximises its own value at its own
moves. A simulation samples a world from the view, descends by UCB among the moves that
are legal in that world, with the number of times that a move was available in place of
the parent's visits, adds one node and plays the deal on, the first decisions greedily and
the rest by light play. In an auction other seats call as greedy play does. Moves that the
observer does not see (another seat's discards) are made by the playout's own play and leave
no edge.
"""

from __future__ import annotations

import functools
import importlib
import math
from typing import Any

import numpy as np

from cinqcents_env._jit import specialise
from cinqcents_env.agents.search.pimc import search_names
from cinqcents_env.engine.chance import advance, below, seeded

engine: Any = None
draw: Any = None
prepare: Any = None
is_private: Any = None
light_action: Any = None
worth: Any = None
write_choices: Any = None
pick_edge: Any = None
descend: Any = None
back_up: Any = None
greedy_action: Any = None
finish_playout: Any = None
grow: Any = None
harvest: Any = None

EXPLORATION = 0.7
"""UCB: the weight of sqrt(log(available) / visits), in units of the horizon's scale."""

CAREFUL = 8
"""Decisions with a choice that a playout makes greedily before it goes on by light play."""

FIRST, NEXT, PARENT, ACTION, MOVER, VISITS, AVAILABLE = range(7)
NODE_FIELDS = 7
NO_NODE = -1


def _pick_edge(rules, state, mask, number, node, nodes, totals, weight, x, m):
    """(node, action, new, x, m): the edge to follow from a node, or the one to add.

    Args:
        mask: int8 (A,), the moves allowed, ``number`` of them; it is used up.
    """
    tried, best, most = 0, np.int64(NO_NODE), -1e18
    child = np.int64(nodes[node, FIRST])
    while child >= 0:
        if mask[nodes[child, ACTION]]:
            mask[nodes[child, ACTION]] = 0
            nodes[child, AVAILABLE] += 1
            tried += 1
            visits = nodes[child, VISITS]
            bonus = math.sqrt(math.log(nodes[child, AVAILABLE] + 1.0) / visits)
            value = totals[child] / visits + weight * bonus
            if value > most:
                best, most = child, value
        child = np.int64(nodes[child, NEXT])
    if tried == number:
        return best, np.int64(nodes[best, ACTION]), False, x, m
    skip, x, m = below(number - tried, x, m)
    action = np.int64(0)
    while mask[action] == 0 or skip > 0:
        skip -= mask[action] != 0
        action += 1
    return np.int64(NO_NODE), action, True, x, m


def _descend(rules, states, view, mask, chosen, nodes, totals, used, weight, x, m):
    """(leaf, used, x, m): one way down the tree in the world ``states[0]``, one node added."""
    state = states[0]
    root_seat = np.int64(state.to_move)
    node = np.int64(0)
    while state.phase != engine.OVER:
        if is_private(state, root_seat):
            action = light_action(rules, state, view, mask)
            engine.step(rules, state, action)
            continue
        number = np.int64(0)
        if node == 0:
            for action in range(chosen.shape[0]):
                mask[action] = chosen[action] != 0
                number += mask[action]
        else:
            number = write_choices(rules, state, root_seat, view, mask)
        child, action, new, x, m = pick_edge(
            rules, state, mask, number, node, nodes, totals, weight, x, m
        )
        if new:
            child = used
            used += 1
            nodes[child, FIRST] = NO_NODE
            nodes[child, NEXT] = nodes[node, FIRST]
            nodes[child, PARENT] = node
            nodes[child, ACTION] = action
            nodes[child, MOVER] = state.to_move
            nodes[child, VISITS] = 0
            nodes[child, AVAILABLE] = 1
            totals[child] = 0.0
            nodes[node, FIRST] = child
        engine.step(rules, state, action)
        node = child
        if new:
            break
    return node, used, x, m


def _back_up(rules, state, node, nodes, totals, horizon):
    """Credit the ended world to every node on the way down."""
    while node > 0:
        mover = np.int64(nodes[node, MOVER])
        nodes[node, VISITS] += 1
        totals[node] += worth(rules, state, mover, horizon)
        node = np.int64(nodes[node, PARENT])


def _finish_playout(rules, state, view, mask):
    """Play a world to the end of its deal: greedily at first, then by light play."""
    careful = CAREFUL
    while state.phase != engine.OVER:
        action = engine.forced(rules, state) if careful > 0 else np.int64(-1)
        if action < 0 and careful > 0:
            engine.look(state, np.int64(state.to_move), view)
            engine.write_mask(rules, state, mask)
            action = greedy_action(rules, view, mask)
            careful -= 1
        elif action < 0:
            action = light_action(rules, state, view, mask)
        engine.step(rules, state, action)


def _grow(rules, views, v, chosen, seed, scratch, first, last, used, horizon):
    """Simulations ``first`` to ``last`` of one row; returns the nodes in use.

    The first call, with one node in use, begins a new tree.
    """
    states, seen, mask, nodes, totals = scratch
    if first == 0:
        nodes[0, FIRST] = NO_NODE
    scale = EXPLORATION * (0.5 if horizon[0] else 2.0 * horizon[2])
    plan = prepare(rules[0], views[v])
    for simulation in range(first, last):
        x, m = seeded(seed, simulation)
        x, m = draw(rules[0], views[v], plan, x, m, states[0])
        x, m = advance(x, m)
        leaf, used, x, m = descend(
            rules[0], states, seen[0], mask, chosen, nodes, totals, used, scale, x, m
        )
        finish_playout(rules[0], states[0], seen[0], mask)
        back_up(rules[0], states[0], leaf, nodes, totals, horizon)
    return used


def _harvest(scratch, sums, visits):
    """Write what the root's edges hold: float64 (A,) sums of values, int64 (A,) visits."""
    _, _, _, nodes, totals = scratch
    child = np.int64(nodes[0, FIRST])
    while child >= 0:
        visits[nodes[child, ACTION]] = nodes[child, VISITS]
        sums[nodes[child, ACTION]] = totals[child]
        child = np.int64(nodes[child, NEXT])


def _grow_trees(rules, views, chosen, counts, seeds, sums, visits, scratch, number, horizon):
    """Search every row with more than one move; the root's edges go into the arrays.

    Args:
        sums: float64 (n, A), values added up; visits: int64 (n, A).
        scratch: a state record, a view record, int8 (A,), int32 nodes (number + 1, 7) and
            float64 totals (number + 1,).
    """
    for v in range(views.shape[0]):
        if counts[v] < 2:
            continue
        grow(rules, views, v, chosen[v], seeds[v], scratch, 0, number, 1, horizon)
        harvest(scratch, sums[v], visits[v])


@functools.cache
def ismcts_loops(family: str) -> tuple[Any, Any, Any]:
    """The compiled (grow_trees, grow, harvest) of a family."""
    names = dict(search_names(family))
    light = importlib.import_module(f"cinqcents_env.agents.search.light_{family}")
    names["light_action"] = light.light_action
    for function in (_pick_edge, _back_up, _descend, _finish_playout, _grow, _harvest):
        names[function.__name__[1:]] = specialise(function, family, names)
    return specialise(_grow_trees, family, names), names["grow"], names["harvest"]
