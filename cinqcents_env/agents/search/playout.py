"""Playing a sampled world on to the end of its deal, and solving what can be solved."""

from typing import Any

import numpy as np

engine: Any = None
greedy_action: Any = None
finish: Any = None


def play_on(rules, states, g, view, mask, table, depth):
    """Play the world ``states[g]`` to the end of its deal, every seat on what it may know.

    All play greedily; where a solver may take over (see ``finish`` of the family), it
    does so once no more than ``depth`` tricks are left.

    Args:
        rules: (1,), with ``single_deal``, so that the end of the deal ends the game.
        states: the world is played to its end.
        view, mask: scratch; table: the solver's.
    """
    while states[g].phase != engine.OVER:
        if depth > 0 and finish(rules, states, g, table, depth):
            return
        action = engine.forced(rules[0], states[g])
        if action < 0:
            engine.look(states[g], np.int64(states[g].to_move), view)
            engine.write_mask(rules[0], states[g], mask)
            action = greedy_action(rules[0], view, mask)
        engine.step(rules[0], states[g], action)
