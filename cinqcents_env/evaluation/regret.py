"""Regret in the last phase: points that an agent gives away once both hands are known.

Every decision of a last phase is compared with the exact value of the best action: the
difference is what it costs against best play on both sides. The deals are single
deals, so points are what is played for. By default the agent plays against itself and
both seats are measured; against another agent every deal is played once in each
seating and only the agent's own decisions count.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._first_use import announce
from cinqcents_env.agents import Agent, Player, make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.evaluation.intervals import mean_interval, rate_interval
from cinqcents_env.evaluation.matches import (
    Block,
    as_played,
    block_seed,
    check_numbers,
    json_value,
    seatings,
)
from cinqcents_env.rulebook import CinqCentsRules, Rules, RulesError
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import checked_seed

BLOCK = 256
"""Deals of one block, each with random numbers of its own."""
LOSS = 1e-9
"""Points lost that count as none."""


class NoLastPhase(ValueError):
    """Not one of the deals reached its last phase."""


@dataclass(frozen=True)
class RegretBlock:
    """What came of a block of deals, arrays of shape (deals, last phases that a deal may have).

    Attributes:
        lost: float64, points lost in each last phase; NaN where a deal ended before it.
        decisions: int64, decisions with a choice.
        worst: float64, the costliest decision.
    """

    lost: NDArray[np.float64]
    decisions: NDArray[np.int64]
    worst: NDArray[np.float64]


Spread = Callable[[Callable[[Block], RegretBlock], "list[Block]"], Iterable[RegretBlock]]
"""``map``, or the ``map`` or ``imap`` of a pool."""


@dataclass(frozen=True)
class RegretResult:
    """What an agent gives away in last phases. Intervals are 95 % intervals over the deals.

    Attributes:
        ruleset, options: what was played; options that differ from the rule set's own.
        agent, opponent: specifications; the same for play against itself.
        seed, deals: as given.
        phases: last phases that the agent played (two a deal, unless it ends before).
        decisions: its decisions with a choice in them.
        decisions_per_phase: decisions / phases.
        lost, lost_interval: points lost in a last phase, on average.
        faultless, faultless_interval: share of last phases played without loss.
        worst: points lost by the costliest decision.
    """

    ruleset: str
    options: dict[str, Any]
    agent: str
    opponent: str
    seed: int
    deals: int
    phases: int
    decisions: int
    decisions_per_phase: float
    lost: float
    lost_interval: tuple[float, float]
    faultless: float
    faultless_interval: tuple[float, float]
    worst: float

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON values (an infinite bound becomes None)."""
        return {name: json_value(value) for name, value in asdict(self).items()}

    def table(self) -> str:
        """The result as a text table."""
        low, high = self.lost_interval
        least, most = self.faultless_interval
        against = "itself" if self.opponent == self.agent else self.opponent
        rules = " ".join([self.ruleset, *(f"{k}={v}" for k, v in self.options.items())])
        rows = [
            ("rules", rules),
            ("agent", f"{self.agent}, against {against}"),
            ("last phases", f"{self.phases} (in {self.deals} deals)"),
            ("decisions", f"{self.decisions} ({self.decisions_per_phase:.2f} a last phase)"),
            ("points lost", f"{self.lost:.2f}  [{low:.2f}, {high:.2f}]  a last phase"),
            (
                "without loss",
                f"{self.faultless:.3f}  [{least:.3f}, {most:.3f}]  of last phases",
            ),
            ("worst decision", f"{self.worst:.0f} points"),
        ]
        width = max(len(name) for name, _ in rows)
        lines = [f"{name:<{width}}  {value}" for name, value in rows]
        return "\n".join([*lines, "[low, high] are 95 % intervals"])

    def __str__(self) -> str:
        return self.table()


def last_phase_regret(
    rules: str | Rules,
    agent: Player,
    opponent: Player | None = None,
    *,
    deals: int = 1000,
    seed: int | None = 0,
    block: int = BLOCK,
    spread: Spread = map,
    **options: Any,
) -> RegretResult:
    """Measure what an agent gives away in the last phases of single deals.

    Args:
        rules: a two-player rule set, or its rules.
        agent: the agent, or its specification.
        opponent: who sits opposite; None: the agent itself, and both seats are measured.
        deals: number of deals.
        seed: of deals and agents; None draws one. The same seed gives the same result.
        block: deals of one block; the result depends on it, since it fixes the deals.
        spread: plays the blocks: ``map``, or the ``map`` of a pool.
        options: rule options to change.

    Raises:
        RulesError: rules of the other family. ValueError: a number, agent (AgentError) or
            option (RulesError) is not valid. NoLastPhase: every deal ended before its last
            phase. IllegalAction: an agent answered with an illegal action.
    """
    rules = rules_of(rules, **options)
    if not isinstance(rules, CinqCentsRules):
        raise RulesError(
            f"{rules.ruleset} has no last phase with both hands known; "
            f"only the two-player rule sets have"
        )
    check_numbers(deals=deals, block=block)
    seed = checked_seed(seed)
    other = agent if opponent is None else opponent
    agents = make_agent(agent, rules), make_agent(other, rules)
    announce("the solver of last phases", "endgame_search.action_values")
    blocks = [
        Block(rules, agent, other, min(block, deals - start), seed, index, "deal")
        for index, start in enumerate(range(0, deals, block))
    ]
    play = functools.partial(measure_block, both_seats=opponent is None)
    return _summary(rules, agents, seed, list(spread(play, blocks)))


def _summary(
    rules: Rules, agents: tuple[Agent, Agent], seed: int, results: list[RegretBlock]
) -> RegretResult:
    lost = np.concatenate([result.lost for result in results])
    decisions = int(sum(result.decisions.sum() for result in results))
    reached = ~np.isnan(lost)
    phases = int(reached.sum())
    if not phases:
        raise NoLastPhase(f"{rules.ruleset}: no deal of {len(lost)} reached its last phase")
    played = lost[reached.any(axis=1)]
    clean = np.where(np.isnan(played), np.nan, played <= LOSS)
    mean, low, high = mean_interval(np.nanmean(played, axis=1))
    share, least, most = rate_interval(np.nanmean(clean, axis=1))
    return RegretResult(
        ruleset=rules.ruleset,
        options=rules.changed_from(rules_of(rules.ruleset)),
        agent=agents[0].spec,
        opponent=agents[1].spec,
        seed=seed,
        deals=len(lost),
        phases=phases,
        decisions=decisions,
        decisions_per_phase=decisions / phases,
        lost=mean,
        lost_interval=(max(0.0, low), high),
        faultless=share,
        faultless_interval=(least, most),
        worst=float(max(result.worst.max() for result in results)),
    )


def measure_block(block: Block, both_seats: bool) -> RegretBlock:
    """Play the deals of a block and weigh every decision of their last phases."""
    rules = as_played(block.rules, block.episode)
    agents = make_agent(block.a, rules), make_agent(block.b, rules)
    if both_seats:
        return _measure(block, (agents[0], agents[0]), (0, 1))
    parts = [
        _measure(block, (agents[0], agents[1]) if 0 in own else (agents[1], agents[0]), own)
        for own in seatings(block.rules)
    ]
    return RegretBlock(
        lost=np.concatenate([part.lost for part in parts], axis=1),
        decisions=np.concatenate([part.decisions for part in parts], axis=1),
        worst=np.concatenate([part.worst for part in parts], axis=1),
    )


def _measure(block: Block, seated: tuple[Agent, Agent], measured: tuple[int, ...]) -> RegretBlock:
    """One seating of a block; columns are the measured seats."""
    batch = Batch(
        block.rules,
        block.deals,
        block_seed(block.seed, block.index),
        episode="deal",
        auto_reset=False,
    )
    rng = np.random.default_rng([block.seed, block.index])
    scale = Scale(batch)
    while (live := batch.live).any():
        actions = np.zeros(block.deals, dtype=np.int64)
        for seat, agent in enumerate(seated):
            rows = np.flatnonzero(live & (batch.to_move == seat))
            if len(rows):
                actions[rows] = agent.act_batch(batch.views.take(rows), batch.masks[rows], rng)
                if seat in measured:
                    scale.weigh(rows, seat, actions)
        batch.step(actions)
    columns = list(measured)
    return RegretBlock(scale.lost[:, columns], scale.decisions[:, columns], scale.worst[:, columns])


class Scale:
    """Weighs decisions in the deals of a batch: arrays of shape (deals, 2), by seat."""

    def __init__(self, batch: Batch) -> None:
        from cinqcents_env.solvers.endgame import new_table

        self.batch, self._table = batch, new_table()
        self.lost = np.full((batch.num_games, 2), np.nan)
        self.decisions = np.zeros((batch.num_games, 2), dtype=np.int64)
        self.worst = np.zeros((batch.num_games, 2))

    def weigh(self, rows: NDArray[np.int64], seat: int, actions: NDArray[np.int64]) -> None:
        """Add what the actions of a seat in these games cost, in last phases."""
        from cinqcents_env.solvers.endgame_regret import regrets

        states, masks = self.batch.states, self.batch.masks
        rows = rows[(states["stock_size"][rows] == 0) & (states["turnup"][rows] < 0)]
        cost = np.zeros(len(rows))
        values = np.zeros(self.batch.setup.num_actions)
        regrets(self.batch.setup.packed, states, rows, actions, self._table, values, cost)
        self.lost[rows, seat] = np.nan_to_num(self.lost[rows, seat]) + cost
        self.decisions[rows, seat] += masks[rows].sum(axis=1) > 1
        self.worst[rows, seat] = np.maximum(self.worst[rows, seat], cost)
