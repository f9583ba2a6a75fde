"""Ratings of many agents, fitted on all their matches at once.

The Bradley-Terry model, in the points of Elo's scale, with ``random`` at 0: 400 points
are odds of ten to one. The order of play has no part in it. With k sides at the table,
one agent against k - 1 copies of another, equal agents win 1/k of the games; the model
takes the odds of one against one, which are k - 1 times those of the lone agent.
Intervals are 95 % bootstrap intervals over the deals, which all pairings share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.evaluation.matches import json_value

ELO = 400 / math.log(10)
"""Points of Elo's scale in one unit of log odds."""
RESAMPLES = 400
HALF_A_GAME = 0.5
"""Added to both sides of every pairing, so that an agent that never lost has a rating."""


@dataclass(frozen=True)
class Rated:
    """Rating of one agent.

    Attributes:
        agent: its specification.
        rating, rating_interval: points above ``anchor``.
        rank, rank_interval: 1 is the strongest; the interval holds 95 % of the resamples.
    """

    agent: str
    rating: float
    rating_interval: tuple[float, float]
    rank: int
    rank_interval: tuple[int, int]

    def as_dict(self) -> dict[str, Any]:
        """The rating as JSON values."""
        return {name: json_value(value) for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Shares:
    """What one agent won of its games against another.

    Attributes:
        first, second: numbers of the agents.
        shares: float64 (deals,), the first one's share of the wins in each deal.
        sides: sides at the table; the first agent has one, the second all others.
    """

    first: int
    second: int
    shares: NDArray[np.float64]
    sides: int = 2


def comparisons(
    agents: int, table: Sequence[Shares], weights: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """How often each agent (row) came out before each other, float64 (agents, agents).

    Args:
        agents: their number.
        table: the pairings.
        weights: float64 (deals,) of each pairing, how often each deal counts.
    """
    wins = np.zeros((agents, agents))
    for pair, weight in zip(table, weights, strict=True):
        games = weight.sum()
        share = float((weight * pair.shares).sum() / games)
        odds = share * (pair.sides - 1)
        one_against_one = odds / (odds + 1 - share)
        for row, column, won in (
            (pair.first, pair.second, one_against_one),
            (pair.second, pair.first, 1 - one_against_one),
        ):
            wins[row, column] += games * won + HALF_A_GAME
    return wins


def strengths(wins: NDArray[np.float64], start: NDArray[np.float64] | None) -> Any:
    """Log strengths that fit the comparisons best, float64 (agents,)."""
    import choix

    return choix.ilsr_pairwise_dense(wins, initial_params=start, max_iter=10_000)


def rate(
    agents: Sequence[str], table: Sequence[Shares], anchor: str = "random", seed: int = 0
) -> list[Rated]:
    """Ratings of all agents, the strongest first.

    Args:
        agents: their specifications.
        table: every pair of agents must be linked by pairings.
        anchor: the agent whose rating is 0.
        seed: of the resamples.

    Raises:
        ValueError: the anchor is none of the agents.
        ModuleNotFoundError: ``choix`` is not installed.
    """
    if anchor not in agents:
        raise ValueError(f"the anchor {anchor!r} is none of the agents: {', '.join(agents)}")
    at = list(agents).index(anchor)
    ones = [np.ones(len(pair.shares)) for pair in table]
    fitted = strengths(comparisons(len(agents), table, ones), None)
    rng = np.random.default_rng(seed)
    samples = np.empty((RESAMPLES, len(agents)))
    for i in range(RESAMPLES):
        wins = comparisons(len(agents), table, _drawn(table, rng))
        samples[i] = strengths(wins, fitted)
    ratings = ELO * (fitted - fitted[at])
    spread = ELO * (samples - samples[:, at : at + 1])
    ranks = 1 + (spread[:, :, None] < spread[:, None, :]).sum(axis=2)
    low, high = np.quantile(spread, [0.025, 0.975], axis=0)
    first, last = np.quantile(ranks, [0.025, 0.975], axis=0, method="nearest")
    order = np.argsort(-ratings, kind="stable")
    return [
        Rated(
            agents[i],
            float(ratings[i]),
            (float(low[i]), float(high[i])),
            place,
            (int(first[i]), int(last[i])),
        )
        for place, i in enumerate(order.tolist(), start=1)
    ]


def _drawn(table: Sequence[Shares], rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """Deals drawn with replacement; pairings over the same deals draw the same ones."""
    drawn: dict[int, NDArray[np.float64]] = {}
    for pair in table:
        deals = len(pair.shares)
        if deals not in drawn:
            chosen = rng.integers(0, deals, deals)
            drawn[deals] = np.bincount(chosen, minlength=deals).astype(np.float64)
    return [drawn[len(pair.shares)] for pair in table]
