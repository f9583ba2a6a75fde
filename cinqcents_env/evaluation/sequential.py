"""Matches that stop by themselves, with an interval that stays true however often one looks.

The interval is a confidence sequence: with probability 95 % it holds the true win rate
at every number of deals at once, so stopping by what it shows does no harm. It is the
predictable plug-in empirical-Bernstein sequence for means of bounded values
(Waudby-Smith and Ramdas, *Estimating means of bounded random variables by betting*,
2024, theorem 2), with bets sized for the half width that is asked for: with variance v
of a deal it takes some 7.4 v / half_width**2 deals, twice what an interval for a number
fixed beforehand takes.
"""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents import Player, make_agent
from cinqcents_env.evaluation.matches import (
    Block,
    BlockResult,
    MatchResult,
    check_numbers,
    play_block,
    seatings,
    summary,
)
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import Scores, checked_seed

METHOD = "empirical-Bernstein confidence sequence (Waudby-Smith and Ramdas 2024), 95 %"
ERROR = 0.05
"""Probability that the interval ever misses."""
LARGEST_BET = 0.5
BLOCK = 64
"""Deals between two looks."""
MIN_HALF_WIDTH, MAX_HALF_WIDTH = 0.0005, 0.5
LIMIT = 1_000_000
"""Games after which a match ends in any case, unless told otherwise."""


class ConfidenceSequence:
    """An interval for the mean of values in [0, 1] that come one after the other.

    The values need the same mean given those before, as independent deals have.

    Args:
        half_width: the half width for which bets are sized; any other is reached later.
        error: probability that the interval ever misses the mean.
    """

    def __init__(self, half_width: float, error: float = ERROR) -> None:
        self.half_width, self.error = half_width, error
        self.number = 0
        self._sum, self._squares = 0.5, 0.25  # of values and deviations, one made up of each
        self._bets = self._staked = self._spent = 0.0
        self._low, self._high = 0.0, 1.0

    def add(self, values: NDArray[np.float64]) -> None:
        """Take more values into account and narrow the interval.

        Raises:
            ValueError: a value is not in [0, 1].
        """
        values = np.asarray(values, dtype=np.float64)
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError("the values of a confidence sequence lie in [0, 1]")
        for value in values.tolist():
            before = self._sum / (self.number + 1)
            bet = min(LARGEST_BET, self.half_width * (self.number + 1) / self._squares)
            self._bets += bet
            self._staked += bet * value
            self._spent += (value - before) ** 2 * (-math.log1p(-bet) - bet)
            self.number += 1
            self._sum += value
            self._squares += (value - self._sum / (self.number + 1)) ** 2
        if self.number:
            middle = self._staked / self._bets
            half = (math.log(2 / self.error) + self._spent) / self._bets
            self._low = max(self._low, middle - half)
            self._high = min(self._high, middle + half)

    @property
    def interval(self) -> tuple[float, float]:
        """The narrowest bounds so far."""
        return self._low, self._high


@dataclass(frozen=True)
class Sequential:
    """How a match that stops by itself came to its end.

    Attributes:
        until: the half width asked for.
        method: of the interval.
        stopped: ``"decided"`` (the interval lies on one side of even play),
            ``"half width"`` (it is as narrow as asked for) or ``"games"`` (the most
            games allowed).
        looks: how often it was looked at the interval.
    """

    until: float
    method: str
    stopped: str
    looks: int


@dataclass(frozen=True)
class SequentialResult(MatchResult):
    """A match that stopped by itself.

    ``win_rate_interval`` holds at every look; ``margin_interval`` is that of a number
    of deals fixed beforehand and only a guide here.
    """

    sequential: Sequential

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return super().as_dict() | {"sequential": dataclasses.asdict(self.sequential)}

    def table(self) -> str:
        """The result as a text table."""
        words = {
            "decided": "the interval lies on one side of even play",
            "half width": f"the interval is within {self.sequential.until:g} either way",
            "games": "no more games were allowed; undecided",
        }[self.sequential.stopped]
        return f"{super().table()}\nstopped          after {self.games} games: {words}"


def play_until(
    rules: str | Rules,
    a: Player,
    b: Player,
    *,
    until: float,
    games: int = LIMIT,
    seed: int | None = 0,
    episode: str = "game",
    start_scores: Scores = None,
    told: Callable[[BlockResult], None] = lambda result: None,
    **options: Any,
) -> SequentialResult:
    """Play A against B until the win rate is known well enough or the match is decided.

    After every 64 deals the interval is looked at. The match ends when it lies wholly
    above or below the win rate of equal agents, when half its width is at most
    ``until``, or when the games are played.

    Args:
        rules, a, b, seed, episode, start_scores, options: as for ``play_match``.
        until: half width of the interval of the win rate, 0.0005 to 0.5.
        games: most games, rounded up to whole deals of all seatings.
        told: called with each block as it is finished.

    Raises:
        ValueError: as for ``play_match``, or ``until`` is not valid. IllegalAction.
    """
    _check_until(until)
    rules = rules_of(rules, **options)
    check_numbers(games=games)
    agents = make_agent(a, rules), make_agent(b, rules)
    seed, deals = checked_seed(seed), -(-games // len(seatings(rules)))
    sequence, began, stopped = ConfidenceSequence(until), time.perf_counter(), ""
    results: list[BlockResult] = []
    while not stopped:
        left = min(BLOCK, deals - sequence.number)
        block = Block(rules, *agents, left, seed, len(results), episode, start_scores)
        results.append(play_block(block))
        told(results[-1])
        sequence.add(results[-1].scores.mean(axis=1))
        stopped = _reason(sequence, 1 / len(seatings(rules)), deals)
    result = summary(rules, agents, episode, seed, results, time.perf_counter() - began)
    fields = {f.name: getattr(result, f.name) for f in dataclasses.fields(result)}
    return SequentialResult(
        **fields | {"win_rate_interval": sequence.interval},
        sequential=Sequential(until, METHOD, stopped, len(results)),
    )


def _check_until(until: float) -> None:
    if not isinstance(until, int | float) or not MIN_HALF_WIDTH <= until <= MAX_HALF_WIDTH:
        raise ValueError(
            f"until={until} is not valid; it is a half width, {MIN_HALF_WIDTH} to {MAX_HALF_WIDTH}"
        )


def _reason(sequence: ConfidenceSequence, even: float, deals: int) -> str:
    """Why to stop now, or nothing."""
    low, high = sequence.interval
    if low > even or high < even:
        return "decided"
    if (high - low) / 2 <= sequence.half_width:
        return "half width"
    return "games" if sequence.number >= deals else ""
