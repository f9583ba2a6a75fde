"""How fast an agent decides, on positions of real games."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents import Agent, make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.rulebook import Rules

POSITIONS = 256
"""Positions of real decisions that an agent is asked at."""
LEAST_SECONDS = 0.5


@dataclass(frozen=True)
class Speed:
    """Processor seconds a decision; forced decisions are left out.

    Attributes:
        single: with one view a call.
        batch: with 256 views a call.
    """

    single: float
    batch: float

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON values, with decisions a second beside them."""
        rates = {f"{name}_per_second": 1 / value for name, value in asdict(self).items()}
        return asdict(self) | rates


def positions(rules: Rules, seed: int = 0) -> tuple[Any, NDArray[np.int8]]:
    """Views and masks of 256 decisions with a choice, spread over games of random play."""
    batch = Batch(rules, POSITIONS, seed, skip_forced=True)
    rng = np.random.default_rng(seed)
    agent = make_agent("random", rules)
    views, masks = batch.views.copy(), batch.masks.copy()
    for turn in range(64):
        batch.step(agent.act_batch(batch.views, batch.masks, rng))
        taken = rng.permutation(POSITIONS)[: POSITIONS // 32] if turn < 63 else np.arange(0)
        views[taken], masks[taken] = batch.views[taken], batch.masks[taken]
    return views, masks


def decision_speed(rules: Rules, agent: Agent, least: float = LEAST_SECONDS) -> Speed:
    """Time an agent, after one call that compiles and loads whatever it needs.

    Args:
        rules: what it plays.
        agent: an agent.
        least: processor seconds to spend on each of the two figures, if it takes so long.
    """
    views, masks = positions(rules)
    rng = np.random.default_rng(0)
    agent.act_batch(views[:1], masks[:1], rng)

    def timed(size: int) -> float:
        made, began = 0, time.process_time()
        while (passed := time.process_time() - began) < least or made == 0:
            at = made % POSITIONS
            agent.act_batch(views[at : at + size], masks[at : at + size], rng)
            made += size
        return passed / made

    return Speed(timed(1), timed(POSITIONS))
