"""The search agents: :class:`PimcAgent` and :class:`IsmctsAgent`.

Every row of a batch gets a seed of its own from the generator, so that neither the
other rows nor the number of threads touch its answer. What a search finds for a
position, :meth:`SearchAgent.search_batch`, is also what analysis shows.
"""

from __future__ import annotations

import abc
import hashlib
import math
import time
from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._first_use import announce
from cinqcents_env._jit import records
from cinqcents_env.agents.base import Agent, AgentError, Array
from cinqcents_env.agents.search.horizon import STEEP, horizon_of, new_table
from cinqcents_env.agents.search.ismcts import NODE_FIELDS, ismcts_loops
from cinqcents_env.agents.search.options import SearchOptions, parse_options
from cinqcents_env.agents.search.pimc import FIRST_CHOICE, SOLVED, pimc_loop, row_loops
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.threads import parts, share
from cinqcents_env.rulebook import Rules

TIED = 1e-9
"""Values and probabilities no further apart than this are equal."""
LOYALTY, LOYALTY_ALONE = 8.0, 4.0
"""How much better than greedy play's own move another must look; in Five Hundred without partners.

In standard errors, for one world; the fewer for N worlds by a factor sqrt(N). True gaps
between sound moves are of one size however many worlds are looked at, so the less a search
sees of them the surer it has to be. The figures were chosen by a few
matches on classic, binage, us3 and au4.
"""
MOST_WORLDS = 100_000
MOST_SIMULATIONS = 1_000_000
ROUND = 8
"""Worlds between two looks at the clock."""
SIMULATIONS = 200
"""The same for simulations."""


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
    option_names: tuple[str, ...] = ("ms", "threads")

    def __init__(self, rules: Rules, spec: str, argument: str) -> None:
        super().__init__(rules, spec)
        self.argument = argument
        self.options: SearchOptions = parse_options(
            spec, argument, self.most, self._valid_options(rules)
        )
        self._engine = loops(rules.family).engine
        if not hasattr(self._engine, "sample"):
            raise AgentError(f"agent {spec!r} does not play the family {rules.family!r}")
        self._packed = self._engine.pack_rules(rules.replace(single_deal=True))
        self._horizon = horizon_of(rules)
        self._scratch: deque[Any] = deque()
        self._solvers: deque[Any] = deque()

    @classmethod
    def _valid_options(cls, rules: Rules) -> tuple[str, ...]:
        """Options that change something: the solver's last phase is the two-player family's."""
        return cls.option_names + (("exact",) if rules.family == "cinqcents" else ())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.spec, self.argument)

    def playing(self, rules: Rules) -> Agent:
        """Another agent where one plays for points and the other to win."""
        same = rules.single_deal == self.rules.single_deal
        return self if same else type(self)(rules, self.spec, self.argument)

    def search_batch(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        """Search every row from its own seed (int64 (n,), from 0 on)."""
        views, masks = self._checked(views, masks)
        return self._search(views, masks, seeds)

    def solve_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        """Exact values of the legal moves where they are known, in the unit of a search.

        Returns:
            float64 (n, A); NaN for illegal moves, and in rows of which nothing is known.
        """
        views, masks = self._checked(views, masks)
        counts, seeds = np.full(len(views), 2), np.zeros(len(views), dtype=np.int64)
        exact = self._solve(views, counts, seeds, masks.shape)
        return np.where((counts == SOLVED)[:, None], exact, np.nan)

    def _solve(
        self, views: Array, counts: Array, seeds: NDArray[np.int64], shape: tuple[int, ...]
    ) -> NDArray[np.float64]:
        """Exact values of the rows with more than one move to try; marks them in ``counts``."""
        _, solve_rows = row_loops(self.rules.family)
        exact = np.zeros(shape)
        arrays = (views, counts, seeds, exact)
        self._share(solve_rows, arrays, self._horizon, packed=self.packed, solver=True)
        return exact

    def _search(self, views: Array, masks: Array, seeds: NDArray[np.int64]) -> Findings:
        announce("search", f"pimc.{self.rules.family}._choose_moves")
        choose_moves, _ = row_loops(self.rules.family)
        chosen, counts = np.zeros(masks.shape, dtype=np.int8), np.zeros(len(masks), dtype=np.int64)
        exact = np.zeros(masks.shape)
        choose_moves(self._packed, views, masks, chosen, counts)
        if self.options.exact:
            exact = self._solve(views, counts, seeds, masks.shape)
        found = self._explore(views, chosen, counts, seeds)
        solved = counts == SOLVED
        values = np.where(solved[:, None], exact, found.values)
        policy = np.where(solved[:, None], _best_of(exact), found.policy)
        return Findings(values, found.visits, policy, solved)

    @abc.abstractmethod
    def _explore(
        self, views: Array, chosen: Array, counts: Array, seeds: NDArray[np.int64]
    ) -> Findings:
        """What the search finds in the rows with more than one move and no exact values."""

    @abc.abstractmethod
    def _new_scratch(self) -> Any:
        """Records and arrays that one thread works on."""

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        seeds = rng.integers(2**62, size=len(views))
        return _drawn(self._search(views, masks, seeds).policy, seeds)

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        return self._search(views, masks, view_seeds(views)).policy

    def _new_solver(self) -> Any:
        return records(1, self._engine.STATE), new_table(self.rules.family)

    def _share(
        self,
        loop: Any,
        arrays: tuple[Any, ...],
        *rest: Any,
        packed: Any = None,
        solver: bool = False,
    ) -> None:
        """Call a compiled loop on all rows, each thread with scratch of its own."""
        kept = self._solvers if solver else self._scratch
        new = self._new_solver if solver else self._new_scratch

        def work(packed: Any, *mine: Any) -> None:
            try:
                scratch = kept.pop()
            except IndexError:
                scratch = new()
            loop(packed, *mine, scratch, *rest)
            kept.append(scratch)

        rules = self._packed if packed is None else packed
        share(parts(len(arrays[0]), self.options.threads), work, rules, *arrays)


def view_seeds(views: Array) -> NDArray[np.int64]:
    """A seed for each view that depends on nothing else."""
    digests = [hashlib.blake2b(view.tobytes(), digest_size=8).digest() for view in views]
    return np.array([int.from_bytes(d, "little") >> 2 for d in digests], dtype=np.int64)


def _best_of(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Equal probabilities over the moves of highest value; NaN stands for no value."""
    values = np.where(np.isnan(values), -np.inf, values)
    tied = values >= values.max(axis=1, keepdims=True) - TIED
    return np.asarray(tied / tied.sum(axis=1, keepdims=True))


def _drawn(policy: NDArray[np.float64], seeds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The likeliest action of each row; ties are drawn by the row's seed."""
    tied = policy >= policy.max(axis=1, keepdims=True) - TIED
    wanted = (seeds >> 7) % tied.sum(axis=1) + 1
    return np.asarray((tied.cumsum(axis=1) == wanted[:, None]).argmax(axis=1), dtype=np.int64)


class PimcAgent(SearchAgent):
    """Perfect-information Monte Carlo over N sampled worlds: ``pimc:N``.

    Greedy play's own move is the first choice: another must look better by some
    standard errors, the more of them the fewer the worlds (see ``LOYALTY``). The policy
    weighs each move by how likely it is, given the spread of the values over the
    worlds, that it is the best one: exp(-1.7 * gap / standard error of the gap),
    divided by the sum of such terms.
    """

    most = MOST_WORLDS
    option_names = ("ms", "threads")

    @classmethod
    def _valid_options(cls, rules: Rules) -> tuple[str, ...]:
        only = ("depth",) if rules.family == "five_hundred" else ()
        return super()._valid_options(rules) + only

    def _new_scratch(self) -> Any:
        mask = np.zeros(self.num_actions, dtype=np.int8)
        states, view = records(2, self._engine.STATE), records(1, self._engine.VIEW)
        table = new_table(self.rules.family) if self.options.depth else 0
        return states, view, mask, table

    def _explore(
        self, views: Array, chosen: Array, counts: Array, seeds: NDArray[np.int64]
    ) -> Findings:
        options = self.options
        try_worlds = pimc_loop(self.rules.family, options.depth > 0)
        sums, squares = np.zeros(chosen.shape), np.zeros((*chosen.shape, 2))
        worlds, deadline = 0, time.perf_counter() + options.ms * len(views) / 1000.0
        arrays = (views, chosen, counts, seeds, sums, squares)
        while worlds < options.number:
            more = min(worlds + (ROUND if options.ms else options.number), options.number)
            self._share(try_worlds, arrays, worlds, more, self._horizon, options.depth)
            worlds = more
            if options.ms and time.perf_counter() >= deadline:
                break
        loyalty = loyalty_of(self.rules) / math.sqrt(worlds)
        return _weighed(chosen, counts, sums, squares[:, :, 0], worlds, loyalty)


def loyalty_of(rules: Rules) -> float:
    """Standard errors, for one world, by which a move must look better than greedy play's."""
    alone = rules.family == "five_hundred" and all(len(side) == 1 for side in rules.sides)
    return LOYALTY_ALONE if alone else LOYALTY


def _weighed(
    chosen: Array, counts: Array, sums: Array, squares: Array, worlds: int, loyalty: float
) -> Findings:
    """Means and policy of what was added up over some worlds.

    Args:
        chosen: int8 (n, A): 1 for a move that was tried, 2 for the first choice.
        loyalty: standard errors by which others must look better than the first choice.
    """
    kept, tried = chosen != 0, (chosen != 0) & (counts[:, None] > 1)
    means = sums / worlds
    average = (means * kept).sum(axis=1, keepdims=True) / kept.sum(axis=1, keepdims=True)
    spread = np.maximum(squares / worlds - (means - average) ** 2, 0.0)
    first = (chosen == FIRST_CHOICE).argmax(axis=1)[:, None]
    error = np.sqrt((spread + np.take_along_axis(spread, first, axis=1)) / worlds)
    judged = np.where(kept, means - loyalty * error * (chosen != FIRST_CHOICE), -np.inf)
    gaps = judged.max(axis=1, keepdims=True) - judged
    best = np.take_along_axis(spread, gaps.argmin(axis=1)[:, None], axis=1)
    error = np.sqrt((spread + best) / worlds) + 1e-12
    weights = np.exp(-STEEP * np.minimum(gaps / error, 400.0)) * kept
    policy = weights / weights.sum(axis=1, keepdims=True)
    visits = np.where(tried, worlds, 0).astype(np.int64)
    return Findings(np.where(tried, means, np.nan), visits, policy, np.zeros(len(sums), np.bool_))


class IsmctsAgent(SearchAgent):
    """Information-set Monte Carlo tree search with N simulations: ``ismcts:N``.

    It plays the move visited most; its policy is the share of the visits.
    """

    most = MOST_SIMULATIONS

    def _new_scratch(self) -> Any:
        nodes = np.zeros((self.options.number + 1, NODE_FIELDS), dtype=np.int32)
        mask = np.zeros(self.num_actions, dtype=np.int8)
        state, view = records(1, self._engine.STATE), records(1, self._engine.VIEW)
        return state, view, mask, nodes, np.zeros(len(nodes))

    def _explore(
        self, views: Array, chosen: Array, counts: Array, seeds: NDArray[np.int64]
    ) -> Findings:
        sums, visits = np.zeros(chosen.shape), np.zeros(chosen.shape, dtype=np.int64)
        arrays = (views, chosen, counts, seeds, sums, visits)
        if self.options.ms:
            self._share(self._grow_in_time, arrays)
        else:
            grow_trees, _, _ = ismcts_loops(self.rules.family)
            self._share(grow_trees, arrays, self.options.number, self._horizon)
        policy = np.where(counts[:, None] > 1, visits, chosen != 0).astype(np.float64)
        policy /= policy.sum(axis=1, keepdims=True)
        values = np.where(visits > 0, sums / np.maximum(visits, 1), np.nan)
        return Findings(values, visits, policy, np.zeros(len(sums), dtype=np.bool_))

    def _grow_in_time(
        self,
        packed: Any,
        views: Array,
        chosen: Array,
        counts: Array,
        seeds: NDArray[np.int64],
        sums: Array,
        visits: Array,
        scratch: Any,
    ) -> None:
        """Row by row, each until its time is up."""
        _, grow, harvest = ismcts_loops(self.rules.family)
        number, horizon = self.options.number, self._horizon
        for row in np.flatnonzero(counts > 1):
            done, used = 0, 1
            deadline = time.perf_counter() + self.options.ms / 1000.0
            while done < number and (done == 0 or time.perf_counter() < deadline):
                more = min(done + SIMULATIONS, number)
                seed, some = seeds[row], chosen[row]
                used = grow(packed, views, row, some, seed, scratch, done, more, used, horizon)
                done = more
            harvest(scratch, sums[row], visits[row])
