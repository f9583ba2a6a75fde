"""Contracts of Five Hundred: how often an agent's side declares, and how often it makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents import Agent, Player, make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.engine.five_hundred.layout import MISERE, OPEN_MISERE, SUIT_BIDS
from cinqcents_env.evaluation.intervals import rate_interval, wilson_interval
from cinqcents_env.evaluation.matches import (
    BLOCK,
    Block,
    as_played,
    check_numbers,
    play_deals,
    seatings,
)
from cinqcents_env.rulebook import FiveHundredRules, Rules, RulesError
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import checked_seed

LEVELS = ("6", "7", "8", "9", "10", "misere", "open misere")
"""What contracts are counted by: tricks bid, or a misère."""


@dataclass(frozen=True)
class ContractFigures:
    """Contracts of an agent over some deals, each played once with it on every side.

    Intervals are 95 % confidence intervals.

    Attributes:
        agent, opponents: specifications; the opponents sit on all the other sides.
        deals, seatings: deals x seatings were played.
        passed_out: share of them in which nobody bid.
        declared, declared_interval: share in which the agent's side declared.
        made, made_interval: share of its contracts that it made; None if it had none.
        levels: for each level bid, (contracts, of them made).
    """

    agent: str
    opponents: str
    deals: int
    seatings: int
    passed_out: float
    declared: float
    declared_interval: tuple[float, float]
    made: float | None
    made_interval: tuple[float, float] | None
    levels: Mapping[str, tuple[int, int]]

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        } | {"levels": {level: list(numbers) for level, numbers in self.levels.items()}}

    def line(self) -> str:
        """The figures as one line of text."""
        low, high = self.declared_interval
        text = f"declares {self.declared:.1%} [{low:.1%}, {high:.1%}] of the deals"
        if self.made is None or self.made_interval is None:
            return text
        low, high = self.made_interval
        levels = ", ".join(f"{level}: {made}/{all_}" for level, (all_, made) in self.levels.items())
        made = f"makes {self.made:.1%} [{low:.1%}, {high:.1%}] of its contracts"
        return f"{text}, {made} (made/bid at each level: {levels})"


def contract_figures(
    rules: str | Rules,
    agent: Player,
    opponents: Player,
    deals: int = 400,
    seed: int | None = 0,
    *,
    told: Callable[[int], None] = lambda games: None,
) -> ContractFigures:
    """Count an agent's contracts over single deals, each played with it on every side.

    Args:
        rules: a rule set of Five Hundred, or its rules.
        agent: holds all the seats of its side.
        opponents: hold all the other seats.
        deals: number of deals.
        seed: of deals and agents; None draws one.
        told: called with the number of games of each block as it is finished.

    Raises:
        RulesError: rules of another family. ValueError: the number or the seed is not
            valid. AgentError: an agent that does not exist or cannot play these rules.
    """
    rules = rules_of(rules)
    if not isinstance(rules, FiveHundredRules):
        raise RulesError(f"{rules.ruleset} has no contracts; only Five Hundred has")
    check_numbers(deals=deals)
    seed = checked_seed(seed)
    played = as_played(rules, "deal")
    agents = make_agent(agent, played), make_agent(opponents, played)
    counts = []
    for index, start in enumerate(range(0, deals, BLOCK)):
        block = Block(rules, *agents, min(BLOCK, deals - start), seed, index, "deal")
        parts = [_contracts(play_deals(block, agents, s).batch, s) for s in seatings(rules)]
        counts.append(np.stack(parts, axis=1))
        told(block.deals * len(parts))
    return _figures(agents, np.concatenate(counts))


def _contracts(batch: Batch, seats: tuple[int, ...]) -> NDArray[np.int64]:
    """What was played in each ended deal, int64 (deals, 3).

    Columns: the contract, -1 where nobody bid; whether the seats declared it; whether
    it was made.
    """
    states = batch.states
    contract = states["contract"].astype(np.int64)
    declarer = states["declarer"].astype(np.int64)
    sides = len(batch.rules.sides)
    columns = np.arange(batch.rules.players)[None] % sides
    makers = columns == declarer[:, None] % sides
    partner = states["partner"].astype(np.int64)[:, None]
    makers |= (partner >= 0) & (columns == partner % sides)
    tricks = states["tricks"][:, : batch.rules.players].astype(np.int64)
    won = (tricks * makers).sum(axis=1)
    lost_all = tricks[np.arange(len(tricks)), declarer] == 0
    made = np.where(contract < SUIT_BIDS, won >= 6 + contract // 5, lost_all)
    declared = (declarer >= 0) & (contract <= OPEN_MISERE)
    contract = np.where(declared, contract, -1)
    return np.stack([contract, declared & np.isin(declarer, seats), declared & made], axis=1)


def _figures(agents: tuple[Agent, Agent], played: NDArray[np.int64]) -> ContractFigures:
    """Figures of what was played, int64 (deals, seatings, 3)."""
    contract, own, made = played[..., 0], played[..., 1] == 1, played[..., 2] == 1
    level = np.where(contract >= MISERE, contract - MISERE + 5, contract // 5)
    levels = {}
    for i, name in enumerate(LEVELS):
        mine = own & (level == i)
        if mine.any():
            levels[name] = (int(mine.sum()), int((mine & made).sum()))
    declared, low, high = rate_interval(own.mean(axis=1))
    contracts = int(own.sum())
    rate = float(made[own].mean()) if contracts else None
    return ContractFigures(
        agent=agents[0].spec,
        opponents=agents[1].spec,
        deals=played.shape[0],
        seatings=played.shape[1],
        passed_out=float((contract < 0).mean()),
        declared=declared,
        declared_interval=(low, high),
        made=rate,
        made_interval=None if rate is None else wilson_interval(rate, contracts),
        levels=levels,
    )
