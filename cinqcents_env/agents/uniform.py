"""The floors to clear: uniform random play, and passing whenever one may."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents.base import Agent, Array, action_names, uniform
from cinqcents_env.rulebook import Rules


class RandomAgent(Agent):
    """Every legal action with the same probability."""

    def __init__(self, rules: Rules, spec: str = "random") -> None:
        super().__init__(rules, spec)

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        running = np.cumsum(masks, axis=1, dtype=np.int32)
        chosen = rng.integers(0, running[:, -1])
        return np.asarray((running > chosen[:, None]).argmax(axis=1), dtype=np.int64)

    def _policy_batch(self, views: Array, masks: Array) -> Array:
        return uniform(masks)


class PassiveAgent(Agent):
    """Passes whenever it may, then plays at random.

    Where a rule set has no ``pass`` it plays as ``random`` does.

    Attributes:
        pass_action: index of ``pass``, -1 where there is none.
    """

    def __init__(self, rules: Rules, spec: str = "passive") -> None:
        super().__init__(rules, spec)
        names = action_names(rules)
        self.pass_action = names.index("pass") if "pass" in names else -1

    def _policy_batch(self, views: Array, masks: Array) -> Array:
        result = uniform(masks)
        if self.pass_action >= 0:
            rows = np.flatnonzero(masks[:, self.pass_action])
            result[rows] = 0.0
            result[rows, self.pass_action] = 1.0
        return result
