"""Opponents inside self-play: past selves and fixed agents that hold seats in some games.

Who holds which seats is drawn once per episode and kept to its end. Among past selves those
that the learner beats least are met most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from actor_critic import ActorCritic, frozen, sample
from numpy.typing import NDArray
from snapshots import SELF

import cinqcents_env as cc
from cinqcents_env.agents import Agent

MEMORY = 0.99
"""What is kept of a win rate from one episode to the next."""

FLOOR = 0.05
"""Least weight of a past self, that of one which never wins."""


class Opponents:
    """Who holds which seats of a batch of games besides the learner.

    Args:
        rules: what is played.
        num_games: games of the batch.
        share: of the episodes that have an opponent at all.
        alone: the learner holds one side of these and the opponent all others; else the
            opponent holds one side.
        specs: agent specs, ``self`` for the past selves as a whole.
        weights: one per spec; empty: equal.
        fixed: the agents of the other specs.
        size: past selves kept; the one beaten most often goes first.
        rng: draws episodes and the agents' actions.

    Attributes:
        held: bool (games, seats), seats that an opponent holds.
        who: int64 (games,), number of the opponent: past selves from 0 on in the order
            of their age, fixed agents from -2 down in that of ``specs``; -1 for none.
    """

    def __init__(
        self,
        rules: cc.Rules,
        num_games: int,
        *,
        share: float,
        alone: bool,
        specs: Sequence[str],
        weights: Sequence[float],
        fixed: Mapping[str, Agent],
        size: int,
        rng: np.random.Generator,
    ) -> None:
        self.sides = [list(side) for side in rules.sides]
        self.share, self.alone, self.size, self.rng = share, alone, size, rng
        self.specs = list(specs)
        self.weights = np.array(weights if weights else [1.0] * len(specs), dtype=np.float64)
        self.fixed = {-2 - at: fixed[spec] for at, spec in enumerate(specs) if spec != SELF}
        self.selves: dict[int, ActorCritic] = {}
        self.pool: list[int] = []
        self.next = 0
        self.win_rates: dict[int, float] = {}
        self.held = np.zeros((num_games, rules.players), dtype=np.bool_)
        self.who = np.full(num_games, -1, dtype=np.int64)
        self.returns = np.zeros((num_games, rules.players))

    def add(self, network: ActorCritic) -> None:
        """Take a copy of the network into the pool."""
        if len(self.pool) >= self.size:
            self.pool.remove(max(self.pool, key=self.win_rate))
        self.selves[self.next] = frozen(network)
        self.pool.append(self.next)
        self.next += 1
        met = {*self.pool, *self.who.tolist()}
        self.selves = {member: net for member, net in self.selves.items() if member in met}

    def win_rate(self, number: int) -> float:
        """How often the learner has beaten an opponent of late; 1/2 where nothing is known."""
        return self.win_rates.get(number, 0.5)

    def draw(self, games: NDArray[np.int64]) -> None:
        """Draw opponents and their seats for new episodes of these games."""
        self.held[games], self.who[games], self.returns[games] = False, -1, 0.0
        numbers, weights = self._lots()
        if not len(numbers):
            return
        chosen = games[self.rng.random(len(games)) < self.share]
        self.who[chosen] = self.rng.choice(numbers, size=len(chosen), p=weights)
        for game, side in zip(
            chosen, self.rng.integers(len(self.sides), size=len(chosen)), strict=True
        ):
            self.held[game] = self.alone
            self.held[game, self.sides[side]] = not self.alone

    def _lots(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Numbers of those who may be drawn, and how likely each is."""
        numbers, weights = [], []
        for at, spec in enumerate(self.specs):
            members = self.pool if spec == SELF else [-2 - at]
            hard = np.array([1.0 - self.win_rate(m) + FLOOR for m in members])
            numbers += members
            weights += list(self.weights[at] * hard / hard.sum()) if members else []
        total = sum(weights)
        return np.array(numbers, dtype=np.int64), np.array(weights) / (total or 1.0)

    def act(
        self,
        batch: cc.Batch,
        observations: torch.Tensor,
        masks: torch.Tensor,
        actions: NDArray[np.int64],
        generator: torch.Generator,
    ) -> NDArray[np.bool_]:
        """Overwrite the actions in the games where an opponent is on move; flags the others."""
        held = self.held[np.arange(len(actions)), batch.to_move]
        rows = np.flatnonzero(held)
        for number in np.unique(self.who[rows]):
            mine = rows[self.who[rows] == number]
            if number in self.selves:
                with torch.no_grad():
                    log_policy = self.selves[number].log_policy(observations[mine], masks[mine])
                    actions[mine] = sample(log_policy, generator).cpu().numpy()
            else:
                agent = self.fixed[number]
                actions[mine] = agent.act_batch(batch.views.take(mine), batch.masks[mine], self.rng)
        return np.asarray(~held)

    def settle(self, rewards: NDArray[np.float32], ended: NDArray[np.bool_]) -> None:
        """Count what a step paid; judge ended episodes and draw the next ones."""
        self.returns += rewards
        games = np.flatnonzero(ended)
        for game in games[self.who[games] >= 0]:
            held = self.held[game]
            gain = self.returns[game, ~held].mean() - self.returns[game, held].mean()
            number = int(self.who[game])
            won = float(np.sign(gain) + 1) / 2
            self.win_rates[number] = MEMORY * self.win_rate(number) + (1 - MEMORY) * won
        self.draw(games)

    def tensors(self) -> dict[str, torch.Tensor]:
        """Everything that :meth:`restore` takes back besides :meth:`values`."""
        result = {
            f"selves.{number}.{name}": tensor
            for number, network in self.selves.items()
            for name, tensor in network.state_dict().items()
        }
        for name in ("held", "who", "returns"):
            result[f"opponents.{name}"] = torch.from_numpy(getattr(self, name))
        return result

    def values(self) -> dict[str, Any]:
        """What JSON can hold of the state."""
        return {
            "pool": self.pool,
            "next": self.next,
            "win_rates": {str(number): rate for number, rate in self.win_rates.items()},
            "rng": self.rng.bit_generator.state,
        }

    def restore_selves(
        self, network: ActorCritic, tensors: Mapping[str, torch.Tensor], values: Mapping[str, Any]
    ) -> None:
        """Take back the past selves, whatever games are played from now on."""
        for name, tensor in tensors.items():
            if name.startswith("selves."):
                _, number, rest = name.split(".", 2)
                if int(number) not in self.selves:
                    self.selves[int(number)] = frozen(network)
                self.selves[int(number)].state_dict()[rest].copy_(tensor)
        self.pool, self.next = values["pool"][-self.size :], values["next"]
        self.win_rates = {
            int(number): rate for number, rate in values["win_rates"].items() if int(number) >= 0
        }

    def restore_games(self, tensors: Mapping[str, torch.Tensor], values: Mapping[str, Any]) -> None:
        """Take back who holds which seats of the games that go on, and their chances."""
        for name in ("held", "who", "returns"):
            getattr(self, name)[:] = tensors[f"opponents.{name}"].numpy()
        self.win_rates = {int(number): rate for number, rate in values["win_rates"].items()}
        self.rng.bit_generator.state = values["rng"]
