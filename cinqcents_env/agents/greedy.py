"""The greedy agent: a compiled rule of thumb for each family.

The thumb rule of a family stands in the module ``<family>_greedy`` beside this one,
as ``greedy_action(rules, view, mask) -> action`` on single records.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import specialise
from cinqcents_env.agents.base import Agent, AgentError, Array
from cinqcents_env.rulebook import Rules

greedy_action: Any = None


def _greedy_actions(rules: Array, views: Array, masks: Array, actions: Array) -> None:
    for v in range(views.shape[0]):
        actions[v] = greedy_action(rules[0], views[v], masks[v])


@functools.cache
def greedy_actions(family: str) -> Any:
    """The compiled loop over views of a family.

    Raises:
        AgentError: the family has no greedy play.
    """
    module = f"cinqcents_env.agents.{family}_greedy"
    if importlib.util.find_spec(module) is None:
        raise AgentError(f"agent 'greedy' does not play the family {family!r}")
    names = {"greedy_action": importlib.import_module(module).greedy_action}
    loop: Any = _greedy_actions
    return specialise(loop, family, names)


class GreedyAgent(Agent):
    """Takes what pays most now; uses no randomness."""

    deterministic = True

    def __init__(self, rules: Rules, spec: str = "greedy") -> None:
        super().__init__(rules, spec)
        self._loop = greedy_actions(rules.family)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.spec)

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        actions = np.empty(len(views), dtype=np.int64)
        self._loop(self.packed, views, masks, actions)
        return actions
