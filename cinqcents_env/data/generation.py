"""Games played by agents for others to learn from: what is played, and playing it.

A run is cut into shards of a fixed number of games. Each has its own deals and random
numbers, which depend on the seed and on the number of the shard alone, so that the data
are the same however shards are spread over processes or machines.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents import Agent, AgentError, make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.engine.batch import game_seeds
from cinqcents_env.evaluation.matches import as_played, block_seed, check_numbers
from cinqcents_env.evaluation.tournament import weights_of
from cinqcents_env.game import Game
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import checked_seed

SHARD = 64
"""Games of one shard unless told otherwise."""
MAX_SEATINGS = 100_000
"""Most ways to seat the agents that are gone through."""
FORMAT, FORMAT_VERSION = "cinqcents_env games", 1


@dataclass(frozen=True)
class GenerationPlan:
    """What is played and kept.

    Attributes:
        rules, episode: what is played.
        agents: specifications; the seatings of :func:`seatings_of` take turns.
        games: number of games.
        seed: of deals and agents.
        features: keep decisions with observations, rather than games as records.
        shard: games of one shard.
        digests: what fixes the weights of agents that have any, by specification.
    """

    rules: Rules
    agents: tuple[str, ...]
    games: int
    seed: int
    episode: str = "game"
    features: bool = False
    shard: int = SHARD
    digests: tuple[tuple[str, str], ...] = ()

    @property
    def num_shards(self) -> int:
        """Number of shards; the last may be short."""
        return -(-self.games // self.shard)

    def piece(self, index: int) -> Shard:
        """The shard of a number from 0."""
        first = index * self.shard
        return Shard(self, index, first, min(self.shard, self.games - first))

    def as_dict(self) -> dict[str, Any]:
        """The plan as JSON values."""
        from cinqcents_env import __version__
        from cinqcents_env.agents.checkpoint import observation_fingerprint

        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "package": __version__,
            "ruleset": self.rules.ruleset,
            "options": json.loads(json.dumps(self.rules.options())),
            "observation": observation_fingerprint(self.rules),
            "agents": list(self.agents),
            "games": self.games,
            "seed": self.seed,
            "episode": self.episode,
            "features": self.features,
            "shard": self.shard,
            "weights": dict(self.digests),
        }


@dataclass(frozen=True)
class Shard:
    """Some games of a plan; picklable.

    Attributes:
        plan: what is played.
        index: number of the shard; with the seed it fixes deals and random numbers.
        first: number of its first game.
        games: number of its games.
    """

    plan: GenerationPlan
    index: int
    first: int
    games: int


def plan_generation(
    rules: str | Rules,
    agents: Iterable[str],
    *,
    games: int,
    seed: int | None = 0,
    episode: str = "game",
    features: bool = False,
    shard: int = SHARD,
    **options: Any,
) -> GenerationPlan:
    """A plan, checked.

    Args:
        rules: a rule set's name or its rules.
        agents: specifications, each once.
        games: number of games.
        seed: of deals and agents; None draws one.
        episode: ``"game"`` or ``"deal"``.
        features: keep decisions with observations, rather than games as records.
        shard: games of one shard; the data depend on it, since it fixes the deals.
        options: rule options to change.

    Raises:
        ValueError: numbers, seed, agents (AgentError) or options (RulesError) that are
            not valid.
    """
    rules, specs = rules_of(rules, **options), tuple(agents)
    if not specs:
        raise AgentError("no agent is given; at least one is needed")
    twice = [spec for spec in specs if specs.count(spec) > 1]
    if twice:
        raise AgentError(f"agent {twice[0]!r} is given twice")
    made = [make_agent(spec, as_played(rules, episode)) for spec in specs]
    check_numbers(games=games, shard=shard)
    digests = tuple((agent.spec, digest) for agent in made if (digest := weights_of(agent)))
    seed = checked_seed(seed)
    return GenerationPlan(rules, specs, games, seed, episode, bool(features), shard, digests)


def seatings_of(agents: int, sides: int) -> list[tuple[int, ...]]:
    """Which agent takes which side, one seating a game in turn.

    Where there are enough agents to fill the table with different ones, every way to do
    that; otherwise every way at all.
    """
    if agents >= sides:
        every: Iterable[tuple[int, ...]] = itertools.permutations(range(agents), sides)
    else:
        every = itertools.product(range(agents), repeat=sides)
    return list(itertools.islice(every, MAX_SEATINGS))


@dataclass(frozen=True)
class Decisions:
    """The decisions of some games, game after game, each in the order of play.

    Attributes:
        game: int32 (decisions,), number of the game within its shard, from 0.
        seat: int8 (decisions,), the seat on move.
        observations: float32 (decisions, features); of no length unless asked for.
        masks: int8 (decisions, actions), likewise.
        actions: int16 (decisions,).
    """

    game: NDArray[np.int32]
    seat: NDArray[np.int8]
    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    actions: NDArray[np.int16]


@dataclass(frozen=True)
class PlayedShard:
    """The games of a shard, played to the end.

    Attributes:
        shard: what was to be played.
        seated: int (games, seats), number of the agent in each seat.
        decisions: what was decided.
        returns: float64 (games, seats), total reward of each seat.
    """

    shard: Shard
    seated: NDArray[np.int64]
    decisions: Decisions
    returns: NDArray[np.float64]

    def records(self) -> list[Game]:
        """The games once more as objects, each played to its end."""
        shard, plan = self.shard, self.shard.plan
        seeds = game_seeds(block_seed(plan.seed, shard.index), shard.games)
        starts = np.searchsorted(self.decisions.game, np.arange(shard.games + 1))
        games = []
        for g, seed in enumerate(seeds.tolist()):
            game = Game(plan.rules, seed=seed, episode=plan.episode)
            for action in self.decisions.actions[starts[g] : starts[g + 1]].tolist():
                game.play_action(action)
            games.append(game)
        return games


def seats_of(shard: Shard) -> NDArray[np.int64]:
    """Number of the agent in each seat of each game of a shard, (games, seats)."""
    plan = shard.plan
    seatings = seatings_of(len(plan.agents), len(plan.rules.sides))
    seated = np.zeros((shard.games, plan.rules.players), dtype=np.int64)
    for g in range(shard.games):
        for side, agent in zip(
            plan.rules.sides, seatings[(shard.first + g) % len(seatings)], strict=True
        ):
            seated[g, list(side)] = agent
    return seated


def play_shard(shard: Shard) -> PlayedShard:
    """Play the games of a shard.

    Raises:
        IllegalAction: an agent answered with an illegal action.
    """
    plan = shard.plan
    rules = as_played(plan.rules, plan.episode)
    agents = [make_agent(spec, rules) for spec in plan.agents]
    batch = Batch(
        plan.rules,
        shard.games,
        block_seed(plan.seed, shard.index),
        episode=plan.episode,
        auto_reset=False,
    )
    seated, rng = seats_of(shard), np.random.default_rng([plan.seed, shard.index])
    steps: list[tuple[NDArray[Any], ...]] = []
    while len(rows := np.flatnonzero(batch.live)):
        actions = _chosen(batch, rows, seated, agents, rng)
        kept = rows if plan.features else rows[:0]
        steps.append(
            (rows, batch.to_move[rows], batch.observations[kept], batch.masks[kept], actions[rows])
        )
        batch.step(actions)
    returns = np.stack([batch.setup.returns(batch.states, g) for g in range(shard.games)])
    return PlayedShard(shard, seated, _gathered(steps), returns)


def _chosen(
    batch: Batch,
    rows: NDArray[np.int64],
    seated: NDArray[np.int64],
    agents: list[Agent],
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """What the agents answer in the games of these rows; 0 in the others."""
    actions = np.zeros(batch.num_games, dtype=np.int64)
    asked = seated[rows, batch.to_move[rows]]
    for number, agent in enumerate(agents):
        own = rows[asked == number]
        if len(own):
            actions[own] = agent.act_batch(batch.views.take(own), batch.masks[own], rng)
    return actions


def _gathered(steps: list[tuple[NDArray[Any], ...]]) -> Decisions:
    """Decisions made step by step in all games, put game after game."""
    game, seat, observations, masks, actions = (
        np.concatenate([step[i] for step in steps]) for i in range(5)
    )
    order = np.argsort(game, kind="stable")
    kept = order if len(observations) else order[:0]
    return Decisions(
        game=game[order].astype(np.int32),
        seat=seat[order].astype(np.int8),
        observations=observations[kept],
        masks=masks[kept],
        actions=actions[order].astype(np.int16),
    )
