"""Functions as agents: from observations to logits, or from a view to an action."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._words import shown
from cinqcents_env.agents.base import Agent, AgentError, Array, IllegalAction
from cinqcents_env.agents.networks import policy_of
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.view import View
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import observation_size

Logits = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]
"""Of observations float32 (n, F) and masks int8 (n, A) the logits (n, A)."""


Player = str | Agent | Callable[..., Any]
"""A specification, an agent, or a function ``(view, mask, rng) -> action``."""


class CallableAgent(Agent):
    """A function ``(view, mask, rng) -> action`` as an agent, named after the function."""

    def __init__(self, rules: Rules, function: Callable[..., Any]) -> None:
        super().__init__(rules, getattr(function, "__name__", "callable"))
        self.function = function

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        answers = [
            self.function(View(self.rules, views[i : i + 1]), masks[i].copy(), rng)
            for i in range(len(views))
        ]
        try:
            return np.array([operator.index(answer) for answer in answers], dtype=np.int64)
        except (TypeError, OverflowError):
            raise IllegalAction(
                f"agent {self.spec} must answer with an action index, got {shown(answers[0])}"
            ) from None

    def _policy_batch(self, views: Array, masks: Array) -> Array:
        """One-hot of the answers.

        Raises:
            AgentError: the function drew from ``rng``; one answer is not its policy.
        """
        rng = np.random.default_rng(0)
        before = rng.bit_generator.state
        answer = self._one_answer(views, masks, rng)
        if rng.bit_generator.state != before:
            raise AgentError(
                f"agent {self.spec} draws its actions, so that its policy is not known; "
                f"give its logits as a FunctionAgent"
            )
        return answer


class FunctionAgent(Agent):
    """Plays what a function answers, so that a policy of any library is an opponent.

    Args:
        rules: what it was trained on: a rule set's name or its rules.
        logits: a function of observations, float32 (n, F), and masks, int8 (n, A), that
            gives logits, or values of the actions, (n, A). Where the mask is zero its
            answer is not looked at.
        name: what results call it.
        deterministic: take the likeliest action instead of drawing one.

    >>> agent = FunctionAgent("classic", lambda observations, masks: masks, "uniform")
    >>> agent
    FunctionAgent('uniform', rules='classic')
    """

    def __init__(
        self,
        rules: str | Rules,
        logits: Logits,
        name: str = "function",
        *,
        deterministic: bool = False,
    ) -> None:
        super().__init__(rules_of(rules), name)
        self.deterministic = deterministic
        self._logits = logits
        self._features = observation_size(self.rules)

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        observations = np.zeros((len(views), self._features), dtype=np.float32)
        loops(self.rules.family).observe_views(self.packed, views, observations)
        logits = self._checked_logits(self._logits(observations, masks.copy()), masks)
        return policy_of(logits, masks, deterministic=self.deterministic)

    def _checked_logits(self, answer: Any, masks: Array) -> NDArray[Any]:
        """The answer as an array whose legal entries are finite numbers.

        Raises:
            ValueError: it is not one.
        """
        logits = np.asarray(answer)
        if logits.shape != masks.shape or logits.dtype.kind not in "iuf":
            raise ValueError(
                f"agent {self.spec} must answer logits of shape {masks.shape}, "
                f"got dtype {logits.dtype}, shape {logits.shape}"
            )
        if not np.isfinite(logits[masks != 0]).all():
            raise ValueError(f"agent {self.spec} answered logits that are not finite")
        return logits
