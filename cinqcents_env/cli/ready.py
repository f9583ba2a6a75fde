"""Agents that have compiled whatever they need before a game, a clock or a bar begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cinqcents_env.cli.common import bad_input
from cinqcents_env.cli.progress import told_if_slow

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.rulebook import Rules

WORDS = "getting the agents ready (the first time they are compiled) ..."
MOST = 90
"""Decisions of a deal that are looked at."""


def made_ready(rules: Rules, specs: Sequence[str]) -> None:
    """Make the agents of some specifications once, and let each decide; says so if it is slow.

    Raises:
        BadInput: there is no such agent, or it does not play these rules.
    """
    from cinqcents_env.agents import AgentError, make_agent

    with told_if_slow(WORDS), bad_input(AgentError):
        get_ready(make_agent(spec, rules) for spec in dict.fromkeys(specs))


def get_ready(agents: Iterable[Agent]) -> None:
    """Let every agent decide now and then in a deal, and step a batch once."""
    import numpy as np

    from cinqcents_env.batch import Batch
    from cinqcents_env.game import Game

    for agent in agents:
        rng, game = np.random.default_rng(0), Game(agent.rules, seed=0)
        batch = Batch(agent.rules, 1, seed=0)
        batch.step(batch.masks.argmax(axis=1))
        every = 1 + len(agent.rules.cards) // 3
        for decision in range(MOST):
            if game.is_over or game.view().deal_number:
                break
            mask = game.legal_mask()
            if decision % every == 0:
                agent.act(game.view(), mask, rng)
            game.play_action(int(rng.choice(np.flatnonzero(mask))))
