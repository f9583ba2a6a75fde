"""The one door to every policy: ``act`` and ``policy``, single and batched, mask required.

Evaluators, opponents inside environments and the command line all call these four
methods, so that no policy is ever asked without its mask and no illegal answer
passes unnoticed.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import interpreted
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.view import View
from cinqcents_env.rulebook import REGISTRY, Rules
from cinqcents_env.rulebook import rules as rules_of

Array = NDArray[Any]
MAX_NAMED = 6
"""Legal moves that an error message names before it stops."""


class AgentError(ValueError):
    """An agent specification that names no agent, or one that cannot play these rules."""


class CheckpointError(AgentError):
    """A checkpoint that cannot be read, is not one, or does not fit the rules."""


class IllegalAction(ValueError):
    """An agent answered with an action that its mask does not allow."""


@functools.lru_cache(maxsize=64)
def action_names(rules: Rules) -> tuple[str, ...]:
    """Move text of every action of some rules, in index order."""
    return tuple(family_engine(rules.family).action_texts(rules))


EPISODE_OPTIONS = ("first_dealer", "single_deal", "max_deals")
"""Options that say how much is played rather than how: an agent serves them all."""


def played_alike(first: Rules, second: Rules) -> bool:
    """True if the rules differ at most in :data:`EPISODE_OPTIONS`."""
    if first is second:
        return True
    if type(first) is not type(second) or first.ruleset != second.ruleset:
        return False
    return set(first.changed_from(second)) <= set(EPISODE_OPTIONS)


def describe(rules: Rules) -> str:
    """Rule set and the options in which it differs from the rule set's own, in one line."""
    base = REGISTRY.get(rules.ruleset, rules)
    changed = rules.changed_from(base) if type(base) is type(rules) else {}
    return " ".join([rules.ruleset, *(f"{name}={value!r}" for name, value in changed.items())])


def uniform(masks: Array) -> NDArray[np.float64]:
    """Equal probabilities over the legal actions; masks and result of shape (n, A)."""
    legal = (masks != 0).astype(np.float64)
    return np.asarray(legal / legal.sum(axis=1, keepdims=True))


def draw_actions(probabilities: Array, rng: np.random.Generator) -> NDArray[np.int64]:
    """One action (int64, shape (n,)) drawn from each row of probabilities (n, A).

    Rounding never lets an action of probability zero through.
    """
    return drawn_by(probabilities, rng.random(len(probabilities)))


def drawn_by(probabilities: Array, chances: Array) -> NDArray[np.int64]:
    """The actions (int64, (n,)) that chances (n,), uniform in [0, 1), draw from rows (n, A)."""
    cumulated = np.cumsum(probabilities, axis=1)
    thresholds = chances * cumulated[:, -1]
    return np.asarray((cumulated > thresholds[:, None]).argmax(axis=1), dtype=np.int64)


class Agent:
    """A policy for one set of rules.

    A subclass implements :meth:`_policy_batch`, :meth:`_act_batch`, or both; each
    has a default made from the other. Views are structured arrays of the family's
    ``VIEW`` dtype, masks int8 of shape (n, A) with 1 = legal.

    Attributes:
        rules: the rules that it plays.
        spec: the text from which :func:`cinqcents_env.agents.make_agent` makes it.
        packed: the rules as the record array of shape (1,) that compiled code takes.
    """

    deterministic: bool = False
    """True if it never uses ``rng``."""

    def __init__(self, rules: str | Rules, spec: str) -> None:
        rules = rules_of(rules)
        engine = family_engine(rules.family)
        self.rules = rules
        self.spec = spec
        self.packed: Array = engine.pack_rules(rules)
        self._view_dtype: np.dtype[Any] = engine.VIEW
        self.num_actions = len(action_names(rules))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec!r}, rules={self.rules.ruleset!r})"

    def playing(self, rules: Rules) -> Agent:
        """This agent for rules that differ in :data:`EPISODE_OPTIONS` alone.

        It is the agent itself, or another where the episode changes what is played for.
        """
        return self

    def act(self, view: View, mask: Array, rng: np.random.Generator) -> int:
        """Action for one view.

        Args:
            view: what the seat on move may know.
            mask: int8 or bool, shape (A,), non-zero = legal.
            rng: source of every random choice.

        Raises:
            ValueError: mask missing, of another shape, or all zero; view of other rules.
            IllegalAction: the agent's answer is not legal.
        """
        return int(self.act_batch(self._record(view), self._row(mask), rng)[0])

    def policy(self, view: View, mask: Array) -> NDArray[np.float64]:
        """Probability of each action, float64 of shape (A,), zero where illegal.

        Raises:
            ValueError: as :meth:`act`.
        """
        return np.asarray(self.policy_batch(self._record(view), self._row(mask))[0])

    def act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        """Actions, int64 of shape (n,), for views (n,) and masks (n, A).

        Raises:
            ValueError, IllegalAction: as :meth:`act`.
        """
        views, masks = self._checked(views, masks)
        if not isinstance(rng, np.random.Generator):
            raise TypeError(
                f"agent {self.spec}: rng must be a numpy.random.Generator, got {type(rng).__name__}"
            )
        actions = np.asarray(self._act_batch(views, masks.copy(), rng))
        self._check_answer(views, masks, actions)
        return actions.astype(np.int64, copy=False)

    def policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        """Probabilities, float64 of shape (n, A), for views (n,) and masks (n, A).

        Raises:
            ValueError: as :meth:`act`.
        """
        views, masks = self._checked(views, masks)
        return np.asarray(self._policy_batch(views, masks), dtype=np.float64)

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> Array:
        return draw_actions(self._policy_batch(views, masks), rng)

    def _policy_batch(self, views: Array, masks: Array) -> Array:
        """One-hot of the action: right for agents that do not use ``rng``."""
        return self._one_answer(views, masks, np.random.default_rng(0))

    def _one_answer(self, views: Array, masks: Array, rng: np.random.Generator) -> Array:
        actions = np.asarray(self._act_batch(views, masks.copy(), rng))
        self._check_answer(views, masks, actions)
        result = np.zeros(masks.shape)
        result[np.arange(len(actions)), actions] = 1.0
        return result

    def _record(self, view: View) -> Array:
        if not isinstance(view, View):
            raise TypeError(f"agent {self.spec} needs a View, got {type(view).__name__}")
        if not played_alike(self.rules, view.rules):
            raise ValueError(
                f"agent {self.spec} plays {describe(self.rules)}; "
                f"the view is of {describe(view.rules)}"
            )
        return view.record

    def _row(self, mask: Array) -> Array:
        if mask is None:
            raise ValueError(f"agent {self.spec} needs the action mask, got None")
        array = np.asarray(mask)
        if array.shape != (self.num_actions,):
            raise ValueError(
                f"agent {self.spec}: the mask must have shape ({self.num_actions},), "
                f"got {array.shape}"
            )
        return array[None]

    def _checked(self, views: Array, masks: Array) -> tuple[Array, NDArray[np.int8]]:
        """Views that compiled code takes and masks as int8, after every check."""
        if masks is None:
            raise ValueError(f"agent {self.spec} needs the action masks, got None")
        views, array = self._compiled(views), np.asarray(masks)
        if array.shape != (len(views), self.num_actions):
            raise ValueError(
                f"agent {self.spec}: {len(views)} views need masks of shape "
                f"({len(views)}, {self.num_actions}), got {array.shape}"
            )
        legal = array != 0
        empty = np.flatnonzero(~legal.any(axis=1))
        if len(empty):
            raise ValueError(
                f"agent {self.spec}, seat {views['seat'][empty[0]]}: the mask of row {empty[0]} "
                f"is all zero, there is no legal action to choose"
            )
        return views, legal.astype(np.int8)

    def _compiled(self, views: Array) -> Array:
        """Views as the array that compiled, or interpreted, functions take."""
        names = getattr(getattr(views, "dtype", None), "names", None)
        if names != self._view_dtype.names or views.ndim != 1:
            raise ValueError(
                f"agent {self.spec} needs views of the family {self.rules.family}: "
                f"a structured array of its VIEW dtype, of shape (n,)"
            )
        views = np.require(views, requirements=["C", "W"])
        return views.view(np.recarray) if interpreted() else views

    def _check_answer(self, views: Array, masks: Array, actions: Array) -> None:
        if actions.shape != (len(views),) or actions.dtype.kind not in "iu":
            raise IllegalAction(
                f"agent {self.spec} must answer {len(views)} whole numbers, "
                f"got dtype {actions.dtype}, shape {actions.shape}"
            )
        inside = (actions >= 0) & (actions < self.num_actions)
        legal = inside & (masks[np.arange(len(views)), np.where(inside, actions, 0)] != 0)
        for row in np.flatnonzero(~legal)[:1]:
            names = action_names(self.rules)
            action = int(actions[row])
            text = f" ({names[action]})" if inside[row] else ""
            allowed = [names[a] for a in np.flatnonzero(masks[row])]
            more = ", ..." if len(allowed) > MAX_NAMED else ""
            raise IllegalAction(
                f"agent {self.spec}, seat {views['seat'][row]}: action {action}{text} is illegal; "
                f"legal: {', '.join(allowed[:MAX_NAMED])}{more}"
            )
