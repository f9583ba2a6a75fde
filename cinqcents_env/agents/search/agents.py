"""The search agents: :class:`PimcAgent` and :class:`IsmctsAgent`.

Every row of a batch gets a seed of its own from the generator, so that neither the
other rows nor the number of threads touch its answer. What a search finds for a
position, :meth:`SearchAgent.search_batch`, is also what analysis shows.
"""

from __future__ import annotations

import abc
import hashlib
import time
from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import records
from cinqcents_env.agents.base import Agent, AgentError, Array
from cinqcents_env.agents.search.horizon import STEEP, horizon_of
from cinqcents_env.agents.search.options import SearchOptions, parse_options
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.threads import parts, share
from cinqcents_env.rulebook import Rules

LOYALTY = 1.0
"""Standard errors by which another move must look better than greedy play's own."""
MOST_WORLDS = 100_000
MOST_SIMULATIONS = 1_000_000
ROUND = 8
"""Worlds, or simulations by the hundred, between two looks at the clock."""


class Findings(NamedTuple):
    """What a search found for each row of a batch.

    Attributes:
        values: float64 (n, A), value of each move for the seat on move, NaN where it was
            not tried: share of the win, or margin in points where a deal is played for.
        visits: int64 (n, A), worlds or simulations behind each value.
        policy: float64 (n, A), the search as a distribution.
        exact: bool (n,), True where the values are exact.
    """

    values: NDArray[np.float64]
    visits: NDArray[np.int64]
    policy: NDArray[np.float64]
    exact: NDArray[np.bool_]


class SearchAgent(Agent):
    """What both kinds of search share: options, seeds, threads.

    Args:
        rules: what is played; with ``single_deal`` for points, else to win the game.
        spec: the specification.
        argument: its part after the colon.

    Raises:
        AgentError: the argument is not valid, or the family has no beliefs to sample.
    """

    most: int

    def __init__(self, rules: Rules, spec: str, argument: str) -> None:
        super().__init__(rules, spec)
        self.argument = argument
        self.options: SearchOptions = parse_options(spec, argument, self.most)
        self._engine = loops(rules.family).engine
        if not hasattr(self._engine, "sample"):
            raise AgentError(f"agent {spec!r} does not play the family {rules.family!r}")
        self._packed = self._engine.pack_rules(rules.replace(single_deal=True))
        self._horizon = horizon_of(rules)
        self._scratch: deque[Any] = deque()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.spec, self.argument)

    def search_batch(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        """Search every row from its own seed (int64 (n,), from 0 on)."""
        views, masks = self._checked(views, masks)
        return self._search(views, masks, seeds)

    @abc.abstractmethod
    def _search(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        """What the search finds."""

    @abc.abstractmethod
    def _new_scratch(self) -> Any:
        """Records and arrays that one thread works on."""

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        seeds = rng.integers(2**62, size=len(views))
        return _best(self._scores(self._search(views, masks, seeds)), seeds)

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        return self._search(views, masks, view_seeds(views)).policy

    @abc.abstractmethod
    def _scores(self, found: Findings) -> NDArray[np.float64]:
        """What the choice goes by, NaN where a move was not tried."""

    def _share(self, loop: Any, arrays: tuple[Any, ...], *rest: Any) -> None:
        """Call a compiled loop on all rows, each thread with scratch of its own."""

        def work(packed: Any, *mine: Any) -> None:
            try:
                scratch = self._scratch.pop()
            except IndexError:
                scratch = self._new_scratch()
            loop(packed, *mine, scratch, *rest)
            self._scratch.append(scratch)

        share(parts(len(arrays[0]), self.options.threads), work, self._packed, *arrays)


def view_seeds(views: Array) -> NDArray[np.int64]:
    """A seed for each view that depends on nothing else."""
    digests = [hashlib.blake2b(view.tobytes(), digest_size=8).digest() for view in views]
    return np.array([int.from_bytes(d, "little") >> 2 for d in digests], dtype=np.int64)


def _best(scores: NDArray[np.float64], seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The action of highest score in each row; ties are drawn by the row's seed."""
    scores = np.where(np.isnan(scores), -np.inf, scores)
    tied = scores >= scores.max(axis=1, keepdims=True) - 1e-9
    wanted = (seeds >> 7) % tied.sum(axis=1) + 1
    return np.asarray((tied.cumsum(axis=1) == wanted[:, None]).argmax(axis=1), dtype=np.int64)


class PimcAgent(SearchAgent):
    """Perfect-information Monte Carlo over N sampled worlds: ``pimc:N``.

    The policy weighs each move by how likely it is, given the spread of the values over
    the worlds, that it is the best one: exp(-1.7 * gap / standard error of the gap),
    divided by the sum of such terms.
    """

    most = MOST_WORLDS

    def _new_scratch(self) -> Any:
        mask = np.zeros(self.num_actions, dtype=np.int8)
        return records(2, self._engine.STATE), records(1, self._engine.VIEW), mask

    def _scores(self, found: Findings) -> NDArray[np.float64]:
        return np.where(found.policy > 0, found.policy, np.nan)

    def _search(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        from cinqcents_env.agents.search.pimc import pimc_loops

        choose_moves, try_worlds = pimc_loops(self.rules.family)
        chosen, counts = np.zeros(masks.shape, dtype=np.int8), np.zeros(len(masks), dtype=np.int64)
        sums, squares = np.zeros(masks.shape), np.zeros((*masks.shape, 2))
        choose_moves(self._packed, views, masks, chosen, counts)
        worlds, deadline = 0, time.perf_counter() + self.options.ms * len(views) / 1000.0
        arrays = (views, chosen, counts, seeds, sums, squares)
        while worlds < self.options.number:
            step = ROUND if self.options.ms else self.options.number
            more = min(worlds + step, self.options.number)
            self._share(try_worlds, arrays, worlds, more, self._horizon)
            worlds = more
            if self.options.ms and time.perf_counter() >= deadline:
                break
        return _weighed(chosen, sums, squares[:, :, 0], worlds)


def _weighed(chosen: Array, sums: Array, squares: Array, worlds: int) -> Findings:
    """Means and policy of what was added up over some worlds.

    Args:
        chosen: int8 (n, A): 1 for a move that was tried, 2 for the first choice.
    """
    kept = chosen != 0
    number = kept.sum(axis=1, keepdims=True)
    means = sums / worlds
    centred = means - (means * kept).sum(axis=1, keepdims=True) / number
    spread = np.maximum(squares / worlds - centred**2, 0.0)
    first = (chosen == 2).argmax(axis=1)[:, None]
    error = np.sqrt((spread + np.take_along_axis(spread, first, axis=1)) / worlds)
    judged = np.where(kept, means, -np.inf)
    judged -= LOYALTY * error * (chosen == 1)
    gaps = judged.max(axis=1, keepdims=True) - judged
    best = np.take_along_axis(spread, gaps.argmin(axis=1)[:, None], axis=1)
    error = np.sqrt((spread + best) / worlds) + 1e-12
    weights = np.exp(-STEEP * np.minimum(gaps / error, 400.0)) * kept
    policy = weights / weights.sum(axis=1, keepdims=True)
    tried = kept & (number > 1)
    visits = np.where(tried, worlds, 0).astype(np.int64)
    values = np.where(tried, means, np.nan)
    return Findings(values, visits, policy, np.zeros(len(sums), dtype=np.bool_))


class IsmctsAgent(SearchAgent):
    """Information-set Monte Carlo tree search with N simulations: ``ismcts:N``.

    It plays the move visited most; its policy is the share of the visits.
    """

    most = MOST_SIMULATIONS

    def _new_scratch(self) -> Any:
        from cinqcents_env.agents.search.ismcts import NODE_FIELDS

        nodes = np.zeros((self.options.number + 1, NODE_FIELDS), dtype=np.int32)
        mask = np.zeros(self.num_actions, dtype=np.int8)
        return records(1, self._engine.STATE), mask, nodes, np.zeros(len(nodes))

    def _scores(self, found: Findings) -> NDArray[np.float64]:
        return np.where(found.policy > 0, found.policy, np.nan)

    def _search(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        from cinqcents_env.agents.search.ismcts import ismcts_loop
        from cinqcents_env.agents.search.pimc import pimc_loops

        choose_moves, _ = pimc_loops(self.rules.family)
        grow_trees = ismcts_loop(self.rules.family)
        chosen, counts = np.zeros(masks.shape, dtype=np.int8), np.zeros(len(masks), dtype=np.int64)
        sums, visits = np.zeros(masks.shape), np.zeros(masks.shape, dtype=np.int64)
        choose_moves(self._packed, views, masks, chosen, counts)
        arrays = (views, chosen, counts, seeds, sums, visits)
        self._share(grow_trees, arrays, self.options.number, self._horizon)
        policy = np.where(counts[:, None] > 1, visits, chosen != 0).astype(np.float64)
        policy /= policy.sum(axis=1, keepdims=True)
        values = np.where(visits > 0, sums / np.maximum(visits, 1), np.nan)
        return Findings(values, visits, policy, np.zeros(len(sums), dtype=np.bool_))
