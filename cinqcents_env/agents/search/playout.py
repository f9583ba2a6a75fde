"""Playing a sampled world on to the end of its deal by greedy play."""

from typing import Any

import numpy as np

engine: Any = None
greedy_action: Any = None


def play_on(rules, state, view, mask):
    """Play a world to the end of its deal, every seat greedily on what it may know.

    Args:
        rules: with ``single_deal``, so that the end of the deal ends the game.
        state: the world; it is played to its end.
        view, mask: scratch.
    """
    while state.phase != engine.OVER:
        action = engine.forced(rules, state)
        if action < 0:
            engine.look(state, np.int64(state.to_move), view)
            engine.write_mask(rules, state, mask)
            action = greedy_action(rules, view, mask)
        engine.step(rules, state, action)
