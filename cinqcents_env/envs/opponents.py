"""Who plays the seats that the learner does not: specs, agents, callables, pools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinqcents_env._words import shown
from cinqcents_env.agents import Agent, Player, make_agent
from cinqcents_env.agents.uniform import PassiveAgent, RandomAgent
from cinqcents_env.engine.learners import ASKED
from cinqcents_env.rulebook import Rules

Opponents = Player | Sequence[Player] | Sequence[Sequence[Player]]


def unasked(agent: Agent) -> int:
    """How the engine may play for an agent without asking it.

    Random play needs neither view nor mask, so compiled code does it on the way.

    Returns:
        ``ASKED`` if it has to be asked, -1 if it plays uniformly at random, and
        otherwise the action that it takes wherever it may before it does so.
    """
    if type(agent) is RandomAgent:
        return -1
    return agent.pass_action if type(agent) is PassiveAgent else ASKED


def as_agent(player: Player, rules: Rules) -> Agent:
    """The agent of a spec, an agent, or a callable.

    Raises:
        AgentError: the spec names no agent, or one that cannot play these rules.
        TypeError: none of these.
    """
    if isinstance(player, str | Agent) or callable(player):
        return make_agent(player, rules)
    raise TypeError(f"an opponent is a spec, an agent or a callable, not {shown(player)}")


def seat_pools(opponents: Opponents, rules: Rules) -> list[list[Agent]]:
    """The agents that may sit at each other seat, in the order of play after the learner.

    Two players: a list is a pool from which one is drawn for each episode. More
    players: a list names one player (or a list of them, a pool) for each other
    seat. One player alone sits at every other seat.

    Raises:
        ValueError: an empty list, or a list of another length than the other seats.
        AgentError, TypeError: as :func:`as_agent`.
    """
    others = rules.players - 1
    if isinstance(opponents, str | Agent) or callable(opponents):
        return [[as_agent(opponents, rules)]] * others  # one agent: asked once for all its seats
    if not isinstance(opponents, Sequence) or not opponents:
        raise ValueError("opponents is a player or a list of players with at least one in it")
    if others == 1:
        return [[as_agent(player, rules) for player in opponents]]  # type: ignore[arg-type]
    if len(opponents) != others:
        raise ValueError(
            f"opponents lists {len(opponents)} players; {rules.ruleset} has {others} other seats"
        )
    pools = []
    for entry in opponents:
        single = isinstance(entry, str | Agent) or callable(entry)
        players: Any = [entry] if single else entry
        if not players:
            raise ValueError("opponents names an empty pool for a seat")
        pools.append([as_agent(player, rules) for player in players])
    return pools


class Seating:
    """Which agent sits where in each of many games; drawn anew for each episode.

    Attributes:
        agents: every agent in use.
        index: int32 (games, seats), number in ``agents`` of who plays a seat.
        unasked: int64 (agents,), see :func:`unasked`.
    """

    def __init__(self, games: int, seats: int) -> None:
        self.agents: list[Agent] = []
        self.index = np.zeros((games, seats), dtype=np.int32)
        self.unasked = np.zeros(0, dtype=np.int64)
        self._choices: list[np.ndarray[Any, Any]] = []

    def set_pools(self, pools: list[list[Agent]]) -> None:
        """Draw from these pools from now on; games under way keep their players."""
        used = np.unique(self.index).tolist() if self.agents else []
        agents = [self.agents[i] for i in used]
        self.index = np.searchsorted(used, self.index).astype(np.int32) if used else self.index
        self._choices = []
        for pool in pools:
            numbers = []
            for agent in pool:
                found = next((i for i, known in enumerate(agents) if known is agent), None)
                if found is None:
                    agents.append(agent)
                    found = len(agents) - 1
                numbers.append(found)
            self._choices.append(np.array(numbers, dtype=np.int32))
        self.agents = agents
        self.unasked = np.array([unasked(agent) for agent in agents], dtype=np.int64)

    def draw(self, games: np.ndarray[Any, Any], learners: Any, rng: np.random.Generator) -> None:
        """Seat an opponent at every other seat of these games."""
        seats = self.index.shape[1]
        for offset, choice in enumerate(self._choices, start=1):
            picks = choice[rng.integers(len(choice), size=len(games))]
            self.index[games, (learners[games] + offset) % seats] = picks
