"""Agents of this package inside OpenSpiel: as policies of its algorithms, and as its bots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as spiel_policy

from cinqcents_env.agents import Player, make_agent
from cinqcents_env.envs.openspiel import SpielGame, SpielState


class AgentPolicy(spiel_policy.Policy):  # type: ignore[misc]
    """An agent as an OpenSpiel policy for every seat, asked once for each view.

    Args:
        game: a game of this package.
        agent: the agent or its specification.

    Raises:
        AgentError: it does not exist, or cannot play these rules.
    """

    def __init__(self, game: SpielGame, agent: Player) -> None:
        super().__init__(game, list(range(game.setup.num_seats)))
        self.agent = make_agent(agent, game.setup.rules)
        self._known: dict[bytes, dict[int, float]] = {}

    def action_probabilities(
        self, state: SpielState, player_id: int | None = None
    ) -> dict[int, float]:
        """Probability of each legal action of the seat on move."""
        view, mask = state.table.view(state.table.to_move), state.table.mask
        key = bytes(view)
        if key not in self._known:
            answer = self.agent.policy(view, mask)
            self._known[key] = {int(a): float(answer[a]) for a in np.flatnonzero(mask)}
        return self._known[key]


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """An agent as an OpenSpiel bot, for any seat.

    Args:
        game: a game of this package.
        agent: the agent or its specification.
        seed: of its choices.

    Raises:
        AgentError: it does not exist, or cannot play these rules.
    """

    def __init__(self, game: SpielGame, agent: Player, seed: int = 0) -> None:
        super().__init__()
        self.agent = make_agent(agent, game.setup.rules)
        self._rng = np.random.default_rng(seed)

    def step(self, state: SpielState) -> int:
        """The action of the seat on move."""
        table = state.table
        return self.agent.act(table.view(table.to_move), table.mask, self._rng)

    def restart_at(self, state: Any) -> None:
        """Nothing to do: all that an agent goes by is in the view."""
