"""Decisions of many games, seat by seat: buffers of an iteration, and their advantages.

A seat's next state is its own next decision, whoever moves in between; its reward is all
that the seat has earned from one decision to the next, the end of the episode included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Floats = NDArray[np.float32]


def advantages(
    rewards: Floats,
    ended: NDArray[np.bool_],
    seats: NDArray[np.int64],
    values: Floats,
    last_seats: NDArray[np.int64],
    last_values: Floats,
    gamma: float,
    gae_lambda: float,
) -> tuple[Floats, NDArray[np.bool_]]:
    """Generalised advantage estimates over each seat's own decisions.

    At the horizon only the seat on move knows the value of its next decision. Each other
    seat's last decision in an unfinished episode is open: the one before looks forward to
    its value, and it has no advantage itself.

    Args:
        rewards, ended: (T, G, seats) and (T, G), paid by each step; whether it was the last.
        seats, values: (T, G), who decided, and the value of that.
        last_seats, last_values: (G,), who is on move after the last step, and the value.
        gamma, gae_lambda: discount, and lambda, from one own decision to the next.

    Returns: advantages (T, G), and where a decision is closed and has one (T, G).
    """
    result, closed = np.zeros_like(values), np.zeros_like(values, dtype=np.bool_)
    next_value = np.zeros(rewards.shape[1:], dtype=np.float32)
    next_advantage, earned = np.zeros_like(next_value), np.zeros_like(next_value)
    games, known = np.arange(values.shape[1]), np.zeros_like(next_value, dtype=np.bool_)
    next_value[games, last_seats], known[games, last_seats] = last_values, True
    for t in reversed(range(len(values))):
        over = ended[t]
        next_value[over], next_advantage[over], earned[over], known[over] = 0.0, 0.0, 0.0, True
        earned += rewards[t]
        own = games, seats[t]
        delta = earned[own] + gamma * next_value[own] - values[t]
        closed[t] = known[own]
        result[t] = np.where(closed[t], delta + gamma * gae_lambda * next_advantage[own], 0.0)
        next_value[own], next_advantage[own], earned[own] = values[t], result[t], 0.0
        known[own] = True
    return result, closed


class Decisions:
    """The decisions of one iteration: ``steps`` in each of ``games`` games.

    Tensors lie on ``device``; what only :func:`advantages` needs lies in NumPy arrays.
    """

    def __init__(
        self,
        steps: int,
        games: int,
        features: int,
        actions: int,
        seats: int,
        unseen: int,
        device: Any,
    ) -> None:
        shape = (steps, games)
        self.observations = torch.zeros((*shape, features), device=device)
        self.unseen = torch.zeros((*shape, unseen), device=device)
        self.masks = torch.zeros((*shape, actions), dtype=torch.bool, device=device)
        self.actions = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probs = torch.zeros(shape, device=device)
        self.values = torch.zeros(shape, device=device)
        self.seats = np.zeros(shape, dtype=np.int64)
        self.rewards = np.zeros((*shape, seats), dtype=np.float32)
        self.ended = np.zeros(shape, dtype=np.bool_)
        self.learns = np.ones(shape, dtype=np.bool_)

    def rows(
        self, last_seats: NDArray[np.int64], last_values: Tensor, gamma: float, gae_lambda: float
    ) -> dict[str, Tensor]:
        """The closed decisions of the learner, one a row, with advantages and returns.

        Args:
            last_seats, last_values, gamma, gae_lambda: see :func:`advantages`.
        """
        gained, closed = advantages(
            self.rewards,
            self.ended,
            self.seats,
            self.values.cpu().numpy(),
            last_seats,
            last_values.cpu().numpy(),
            gamma,
            gae_lambda,
        )
        device = self.values.device
        picked = torch.from_numpy(np.flatnonzero(closed & self.learns)).to(device)
        flat = {
            "observations": self.observations,
            "unseen": self.unseen,
            "masks": self.masks,
            "actions": self.actions,
            "log_probs": self.log_probs,
            "values": self.values,
            "advantages": torch.from_numpy(gained).to(device),
        }
        rows = {name: t.flatten(0, 1)[picked] for name, t in flat.items()}
        rows["returns"] = rows["advantages"] + rows["values"]
        return rows
