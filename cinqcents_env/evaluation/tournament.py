"""Tournaments: every agent against every other on the same deals, ratings for all.

With two sides at the table each pair of agents plays one duplicate match. With more,
each plays two: one agent alone against copies of the other, and the other way round,
since what it is worth to be the odd one out need not be the same for both. All
matches use the same deals.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents import Agent, AgentError, make_agent
from cinqcents_env.evaluation.intervals import mean_interval, rate_interval
from cinqcents_env.evaluation.matches import (
    Block,
    BlockResult,
    check_numbers,
    play_block,
    seatings,
)
from cinqcents_env.evaluation.ratings import Rated, Shares, rate
from cinqcents_env.evaluation.workers import scattered
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import checked_seed

ANCHOR = "random"
"""The agent whose rating is 0; it always takes part."""
BLOCK = 128
"""Deals of one block of a tournament; a block is what a worker plays at a time."""
MIN_DEALS = 100
"""Fewest deals a pairing that ratings are fitted on: below, the interval of a win rate
may be wider than a tenth either way."""


class TooFewGames(ValueError):
    """Too few games to rank by; says how many are needed."""


@dataclass(frozen=True)
class Plan:
    """A tournament before it is played.

    Attributes:
        rules, episode: what is played.
        agents: specifications; ``random`` is among them.
        deals: deals of each pairing, each played in every seating.
        seed: of deals and agents.
        digests: what fixes the weights of agents that have any, by specification.
    """

    rules: Rules
    agents: tuple[str, ...]
    deals: int
    seed: int
    episode: str
    digests: tuple[tuple[str, str], ...] = ()

    @property
    def sides(self) -> int:
        """Sides at the table."""
        return len(self.rules.sides)

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """(one side, all others) as numbers of agents."""
        return pairings_of(len(self.agents), self.sides)

    def blocks(self) -> dict[tuple[int, int], Block]:
        """Every block by (number of the pairing, number of the block)."""
        what = self.rules, self.deals, self.seed, self.episode
        return {
            (number, block.index): block
            for number, (a, b) in enumerate(self.pairings)
            for block in blocks_of(self.agents[a], self.agents[b], *what)
        }


def pairings_of(agents: int, sides: int) -> list[tuple[int, int]]:
    """Who plays whom: each pair once with two sides at the table, else both ways round."""
    chosen = itertools.combinations if sides == 2 else itertools.permutations
    return list(chosen(range(agents), 2))


def blocks_of(
    a: str, b: str, rules: Rules, deals: int, seed: int, episode: str, block: int = BLOCK
) -> list[Block]:
    """The blocks of one pairing; ``block`` fixes which deals they hold."""
    return [
        Block(rules, a, b, min(block, deals - start), seed, index, episode)
        for index, start in enumerate(range(0, deals, block))
    ]


Scatter = Callable[[Callable[[Block], BlockResult], list[Block]], Iterable[tuple[int, BlockResult]]]
"""Results of a function over tasks with the number of the task, in any order."""
Results = dict[tuple[int, int], BlockResult]
"""What came of blocks, by (number of the pairing, number of the block)."""


def plan_tournament(
    rules: str | Rules,
    agents: Iterable[str],
    *,
    games: int = 1000,
    seed: int | None = 0,
    episode: str = "game",
    **options: Any,
) -> Plan:
    """A tournament, checked.

    Args:
        rules: a rule set's name or its rules.
        agents: specifications, each once; ``random`` is added where it is missing.
        games: games of each pairing, rounded up to whole deals of all seatings.
        seed: of deals and agents; None draws one.
        episode: ``"game"`` or ``"deal"``.
        options: rule options to change.

    Raises:
        TooFewGames: too few to rank by. ValueError: numbers, seed, agents (AgentError)
            or options (RulesError) that are not valid.
    """
    rules = rules_of(rules, **options)
    specs = list(agents)
    twice = [spec for spec in specs if specs.count(spec) > 1]
    if twice:
        raise AgentError(f"agent {twice[0]!r} is given twice")
    if ANCHOR not in specs:
        specs.append(ANCHOR)
    if len(specs) < 2:
        raise AgentError("a tournament needs an agent besides 'random'")
    made = [make_agent(spec, rules) for spec in specs]
    check_numbers(games=games)
    places = len(seatings(rules))
    deals = -(-games // places)
    if deals < MIN_DEALS:
        raise TooFewGames(
            f"{games} games a pairing are too few to rank by; {MIN_DEALS} deals in {places} "
            f"seatings are needed: at least {MIN_DEALS * places} games"
        )
    digests = tuple((agent.spec, digest) for agent in made if (digest := weights_of(agent)))
    return Plan(rules, tuple(specs), deals, checked_seed(seed), episode, digests)


def weights_of(agent: Agent) -> str:
    """What fixes the weights of an agent that has any."""
    checkpoint = getattr(agent, "checkpoint", None)
    return str(checkpoint.meta["weights_digest"]) if checkpoint is not None else ""


@dataclass(frozen=True)
class Pairing:
    """One side against all others.

    Attributes:
        first, second: specifications.
        win_rate, win_rate_interval: the first one's, draws as halves.
        margin, margin_interval: points a game that it makes more than the others' mean.
    """

    first: str
    second: str
    win_rate: float
    win_rate_interval: tuple[float, float]
    margin: float
    margin_interval: tuple[float, float]


@dataclass(frozen=True)
class Tournament:
    """A tournament that has been played. Intervals are 95 % intervals over the deals.

    Attributes:
        plan: what was played.
        pairings: in the order of the plan.
        ratings: the strongest first.
        truncated: games cut off. illegal: illegal actions attempted; always 0.
        decisions: decisions made. seconds: of all workers together.
    """

    plan: Plan
    pairings: tuple[Pairing, ...]
    ratings: tuple[Rated, ...]
    truncated: int
    illegal: int
    decisions: int
    seconds: float

    @property
    def games(self) -> int:
        """Games played in all."""
        return len(self.pairings) * self.plan.deals * len(seatings(self.plan.rules))

    def matrix(self) -> NDArray[np.float64]:
        """Win rate of each agent (row, in the order of the plan) against each other (column).

        On the diagonal stands what equal agents win.
        """
        agents = self.plan.agents
        out = np.full((len(agents), len(agents)), 1 / self.plan.sides)
        for (a, b), pairing in zip(self.plan.pairings, self.pairings, strict=True):
            out[a, b] = pairing.win_rate
            if self.plan.sides == 2:
                out[b, a] = 1 - pairing.win_rate
        return out


def play_tournament(
    plan: Plan,
    *,
    workers: int = 1,
    scatter: Scatter | None = None,
    done: Results | None = None,
    told: Callable[[tuple[int, int], BlockResult], None] = lambda key, result: None,
) -> Tournament:
    """Play what is left of a tournament and rate the agents.

    Args:
        plan: from :func:`plan_tournament`.
        workers: processes; the result is the same for any number, ``seconds`` apart.
        scatter: plays the blocks in another way, as on a Ray cluster.
        done: results of blocks that have been played.
        told: called in this process with each block as it is finished.

    Raises:
        IllegalAction: an agent answered with an illegal action.
        ModuleNotFoundError: ``choix`` is not installed; before anything is played.
    """
    import choix  # noqa: F401

    blocks = plan.blocks()
    results = {key: result for key, result in (done or {}).items() if key in blocks}
    left = [key for key in blocks if key not in results]
    tasks = [blocks[key] for key in left]
    spread = scatter(play_block, tasks) if scatter else scattered(play_block, tasks, workers)
    for index, result in spread:
        results[left[index]] = result
        told(left[index], result)
    return summary(plan, results)


def summary(plan: Plan, results: Results) -> Tournament:
    """Matrix and ratings of a tournament all of whose blocks have been played."""
    pairings, table = [], []
    for number, (a, b) in enumerate(plan.pairings):
        own = [results[key] for key in sorted(results) if key[0] == number]
        scores = np.concatenate([result.scores for result in own]).mean(axis=1)
        margins = np.concatenate([result.margins for result in own]).mean(axis=1)
        table.append(Shares(a, b, scores, plan.sides))
        pairings.append(_pairing(plan.agents[a], plan.agents[b], scores, margins))
    everything = results.values()
    return Tournament(
        plan=plan,
        pairings=tuple(pairings),
        ratings=tuple(rate(plan.agents, table, ANCHOR)),
        truncated=sum(result.truncated for result in everything),
        illegal=sum(result.illegal for result in everything),
        decisions=sum(result.decisions for result in everything),
        seconds=sum(result.seconds for result in everything),
    )


def _pairing(
    first: str, second: str, scores: NDArray[np.float64], margins: NDArray[np.float64]
) -> Pairing:
    rate_, *interval = rate_interval(scores)
    margin, *span = mean_interval(margins)
    return Pairing(first, second, rate_, _pair(interval), margin, _pair(span))


def _pair(bounds: Sequence[float]) -> tuple[float, float]:
    low, high = bounds
    return low, high
