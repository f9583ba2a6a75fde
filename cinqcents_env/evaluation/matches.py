"""Duplicate matches: the same deals played with the seats rotated.

Every deal is played once in each seating, with the same random numbers, and counts
as one observation: its mean over the seatings. So the luck of the deal cancels, two
equal policies come out exactly equal, and intervals are those of paired means.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._words import shown
from cinqcents_env.agents import Agent, Player, make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.evaluation.intervals import mean_interval, rate_interval
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import Scores, checked_seed

BLOCK = 256
"""Deals of one block. Each block has its own random numbers, so that the result is the
same however blocks are spread over processes."""

Spread = Callable[[Callable[["Block"], "BlockResult"], "list[Block]"], Iterable["BlockResult"]]
"""``map``, or the ``map`` or ``imap`` of a pool."""


@dataclass(frozen=True)
class Block:
    """Some deals of a match, to be played in every seating; picklable.

    Attributes:
        rules, episode, start_scores: what is played.
        a, b: the agents, or their specifications.
        deals: number of deals.
        seed: of the match.
        index: of the block; with the seed it fixes deals and random numbers.
    """

    rules: Rules
    a: Player
    b: Player
    deals: int
    seed: int
    index: int
    episode: str = "game"
    start_scores: Scores = None


@dataclass(frozen=True)
class BlockResult:
    """What came of a block.

    Attributes:
        scores: float64 (deals, seatings): A's share of the win: 1, 0, or 1/2 in a draw.
        margins: float64 (deals, seatings): A's points less the mean of the others'.
        truncated: games cut off.
        illegal: illegal actions attempted.
        decisions: decisions made.
        seconds: time taken.
    """

    scores: NDArray[np.float64]
    margins: NDArray[np.float64]
    truncated: int
    illegal: int
    decisions: int
    seconds: float


@dataclass(frozen=True)
class Played:
    """The deals of a block, played to the end in one seating.

    Attributes:
        batch: the ended games.
        truncated, illegal, decisions: as in :class:`BlockResult`.
    """

    batch: Batch
    truncated: int
    illegal: int
    decisions: int


@dataclass(frozen=True)
class MatchResult:
    """A match of A against B, over the same deals in every seating.

    Intervals are 95 % confidence intervals over the deals.

    Attributes:
        ruleset, options: what was played; options that differ from the rule set's own.
        a, b: specifications of the agents.
        deterministic: for A and B, whether it always answers a position alike.
        episode, seed: as given.
        games, deals, seatings: games = deals x seatings.
        win_rate, win_rate_interval: A's share of wins, draws as halves.
        even: the win rate of equal agents (1/2 with two sides, 1/3 with three, ...).
        margin, margin_interval: points a game that A makes more than the others' mean.
        truncated: games cut off by ``max_deals``.
        illegal: illegal actions attempted; always 0, since one ends the match.
        decisions, decisions_per_second: decisions of both, and their rate.
    """

    ruleset: str
    options: dict[str, Any]
    a: str
    b: str
    deterministic: tuple[bool, bool]
    episode: str
    seed: int
    games: int
    deals: int
    seatings: int
    win_rate: float
    win_rate_interval: tuple[float, float]
    even: float
    margin: float
    margin_interval: tuple[float, float]
    truncated: int
    illegal: int
    decisions: int
    decisions_per_second: float

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON values (an infinite bound becomes None)."""
        return {name: json_value(value) for name, value in asdict(self).items()}

    def table(self) -> str:
        """The result as a text table."""
        low, high = self.win_rate_interval
        down, up = self.margin_interval
        rows = [
            ("rules", " ".join([self.ruleset, *(f"{k}={v}" for k, v in self.options.items())])),
            ("match", f"{self.a} against {self.b}, whole {self.episode}s"),
            ("games", f"{self.games:,} ({self.deals:,} deals in {self.seatings} seatings)"),
            ("win rate", f"{self.win_rate:.3f}  [{low:.3f}, {high:.3f}]"),
            ("even", f"{self.even:.3f}"),
            ("points a game", f"{self.margin:+.1f}  [{down:+.1f}, {up:+.1f}]  ahead of the others"),
            ("cut off", f"{self.truncated}, not over after the option max_deals"),
            ("illegal actions", f"{self.illegal}"),
            ("decisions", f"{self.decisions:,} ({self.decisions_per_second:,.0f} a second)"),
        ]
        width = max(len(name) for name, _ in rows)
        lines = [f"{name:<{width}}  {value}" for name, value in rows]
        lines.append(f"the figures are those of {self.a}; [low, high] are 95 % intervals")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.table()


def json_value(value: Any) -> Any:
    """Tuples as lists, and None for what is not finite: values that JSON can hold."""
    if isinstance(value, tuple | list):
        return [json_value(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def seatings(rules: Rules) -> list[tuple[int, ...]]:
    """The seats that A takes in each seating: one side after the other; B has the rest."""
    return [tuple(side) for side in rules.sides]


def play_match(
    rules: str | Rules,
    a: Player,
    b: Player,
    *,
    games: int = 1000,
    seed: int | None = 0,
    episode: str = "game",
    start_scores: Scores = None,
    block: int = BLOCK,
    spread: Spread = map,
    **options: Any,
) -> MatchResult:
    """Play A against B over the same deals with the seats rotated.

    Args:
        rules: a rule set's name or its rules.
        a, b: agents or specifications; B takes all the seats that A leaves.
        games: number of games, rounded up to whole deals of all seatings.
        seed: of deals and agents; None draws one. The same seed gives the same result.
        episode, start_scores: as for ``Game``.
        block: deals of one block; the result depends on it, since it fixes the deals.
        spread: plays the blocks: ``map``, or the ``map`` of a pool.
        options: rule options to change.

    Raises:
        ValueError: games, block, seed, agents (AgentError) or options (RulesError) are
            not valid. IllegalAction: an agent answered with an illegal action.
    """
    rules = rules_of(rules, **options)
    check_numbers(games=games, block=block)
    agents = make_agent(a, rules), make_agent(b, rules)
    seed, deals = checked_seed(seed), -(-games // len(seatings(rules)))
    blocks = [
        Block(rules, a, b, min(block, deals - start), seed, index, episode, start_scores)
        for index, start in enumerate(range(0, deals, block))
    ]
    began = time.perf_counter()
    results = list(spread(play_block, blocks))
    return summary(rules, agents, episode, seed, results, time.perf_counter() - began)


def check_numbers(**numbers: object) -> None:
    """Raise ValueError, naming it, for a number that is not a whole number above 0."""
    for name, number in numbers.items():
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{name}={shown(number)} is not valid; it is a whole number above 0")


def summary(
    rules: Rules,
    agents: tuple[Agent, Agent],
    episode: str,
    seed: int,
    results: list[BlockResult],
    seconds: float,
) -> MatchResult:
    """Result of a match from those of its blocks."""
    scores = np.concatenate([result.scores for result in results])
    margins = np.concatenate([result.margins for result in results])
    rate, low, high = rate_interval(scores.mean(axis=1))
    margin, down, up = mean_interval(margins.mean(axis=1))
    decisions = sum(result.decisions for result in results)
    return MatchResult(
        ruleset=rules.ruleset,
        options=rules.changed_from(rules_of(rules.ruleset)),
        a=agents[0].spec,
        b=agents[1].spec,
        deterministic=(agents[0].deterministic, agents[1].deterministic),
        episode=episode,
        seed=seed,
        games=scores.size,
        deals=scores.shape[0],
        seatings=scores.shape[1],
        win_rate=rate,
        win_rate_interval=(low, high),
        even=1.0 / scores.shape[1],
        margin=margin,
        margin_interval=(down, up),
        truncated=sum(result.truncated for result in results),
        illegal=sum(result.illegal for result in results),
        decisions=decisions,
        decisions_per_second=decisions / max(seconds, 1e-9),
    )


def as_played(rules: Rules, episode: str) -> Rules:
    """The rules of an episode: agents play a single deal for points, not to win a game."""
    single = episode == "deal" and not rules.single_deal
    return rules.replace(single_deal=True) if single else rules


def play_block(block: Block) -> BlockResult:
    """Play the deals of a block in every seating."""
    began = time.perf_counter()
    rules = as_played(block.rules, block.episode)
    agents = make_agent(block.a, rules), make_agent(block.b, rules)
    seats = seatings(block.rules)
    parts = [play_deals(block, agents, own) for own in seats]
    outcomes = [_outcomes(part.batch, own) for part, own in zip(parts, seats, strict=True)]
    return BlockResult(
        scores=np.stack([scores for scores, _ in outcomes], axis=1),
        margins=np.stack([margins for _, margins in outcomes], axis=1),
        truncated=sum(part.truncated for part in parts),
        illegal=sum(part.illegal for part in parts),
        decisions=sum(part.decisions for part in parts),
        seconds=time.perf_counter() - began,
    )


def block_seed(seed: int, index: int) -> int:
    """Seed of the deals of a block."""
    word = np.random.SeedSequence([seed, index]).generate_state(1, np.uint64)[0]
    return int(word) & (2**63 - 1)


def play_deals(block: Block, agents: tuple[Agent, Agent], seats: tuple[int, ...]) -> Played:
    """The deals of a block with A in these seats; random numbers are the block's.

    Seats are asked one after the other, whoever sits there, so that random numbers
    go to seats and not to agents: equal agents then play equal games in all seatings.
    """
    batch = Batch(
        block.rules,
        block.deals,
        block_seed(block.seed, block.index),
        episode=block.episode,
        start_scores=block.start_scores,
        auto_reset=False,
    )
    rng = np.random.default_rng([block.seed, block.index])
    seated = [agents[0] if s in seats else agents[1] for s in range(block.rules.players)]
    truncated, illegal, decisions = np.zeros(block.deals, dtype=np.bool_), 0, 0
    while (live := batch.live).any():
        actions = np.zeros(block.deals, dtype=np.int64)
        for seat, agent in enumerate(seated):
            rows = np.flatnonzero(live & (batch.to_move == seat))
            if len(rows):
                masks = batch.masks[rows]
                actions[rows] = agent.act_batch(batch.views.take(rows), masks, rng)
                illegal += int((masks[np.arange(len(rows)), actions[rows]] == 0).sum())
        decisions += int(live.sum())
        batch.step(actions)
        truncated |= batch.truncated
    return Played(batch, int(truncated.sum()), illegal, decisions)


def _outcomes(
    batch: Batch, seats: tuple[int, ...]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A's share of the win and A's margin in points, float64 (deals,) each.

    Both are read from the engine's returns: joint winners share, and where nobody
    wins every seat has the same share.
    """
    won, points = _returns(batch, by_points=False), _returns(batch, by_points=True)
    mine = list(seats)
    winners = (won > 0).astype(np.float64)
    winners[winners.sum(axis=1) == 0] = 1.0
    scores = winners[:, mine].sum(axis=1) / winners.sum(axis=1)
    return scores, 100.0 * points[:, mine[0]]


def _returns(batch: Batch, *, by_points: bool) -> NDArray[np.float64]:
    """Total reward of every seat under one of the two reward schemes, (deals, seats)."""
    setup, out = batch.setup, np.zeros((batch.num_games, batch.setup.num_seats))
    for g in range(batch.num_games):
        setup.loops.write_returns(setup.packed, batch.states, g, int(by_points), out[g])
    return out
