"""A warm start: the policy learns to answer as an agent does, before it plays for itself.

Where most of what a new policy tries is far worse than doing nothing, as bids of a player
who cannot play yet are, it learns to do nothing before it learns to play. A short time of
imitation takes it past that point; from there on it learns from its own games alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import cinqcents_env as cc

Told = Callable[[str, float], None]
"""Is told the agent's name and what share of the imitation is done."""


def untold(name: str, share: float) -> None:
    """For whom nobody listens."""


def imitate(policy: Any, teacher: cc.Agent, args: Any, seed: int, told: Told = untold) -> float:
    """Fit the policy to the decisions of an agent that plays all seats against itself.

    Args:
        policy: trained in place; has ``log_policy(observations, masks)``, ``parameters()``,
            an ``optimizer`` and a ``device``.
        teacher: the agent.
        args: settings of the run; ``teacher_steps`` decisions are looked at, once each.
        seed: of the games and of the agent.
        told: is called as it gets on.

    Returns:
        How often the policy's likeliest answer was the agent's, over the last decisions.
    """
    settings = {name: getattr(args, name) for name in ("episode", "reward", "start_scores")}
    batch = cc.Batch(teacher.rules, args.num_envs, seed, skip_forced=True, **settings)
    rng = np.random.default_rng(seed)
    done, alike = 0, 0.0
    while done < args.teacher_steps:
        told(teacher.spec, done / args.teacher_steps)
        shown = _decisions(batch, teacher, args.n_steps, rng)
        order = torch.from_numpy(rng.permutation(len(shown[0])))
        scores = [
            _fit(policy, [part[rows] for part in shown], args.max_grad_norm)
            for rows in order.split(args.batch_size)
        ]
        done, alike = done + len(order), float(np.mean(scores))
    return alike


def _decisions(
    batch: cc.Batch, teacher: cc.Agent, steps: int, rng: np.random.Generator
) -> list[torch.Tensor]:
    """Observations (n, F), masks (n, A) and the agent's actions (n,) of so many steps."""
    rows = []
    for _ in range(steps):
        masks = batch.masks.copy()
        actions = teacher.act_batch(batch.views, masks, rng)
        rows.append((batch.observations.copy(), masks, actions))
        batch.step(actions)
    return [torch.from_numpy(np.concatenate(part)) for part in zip(*rows, strict=True)]


def _fit(policy: Any, shown: list[torch.Tensor], max_grad_norm: float) -> float:
    """One step towards the agent's actions; how often the policy's likeliest was the same."""
    observations, masks, actions = (part.to(policy.device) for part in shown)
    log_policy = policy.log_policy(observations, masks)
    loss = torch.nn.functional.nll_loss(log_policy, actions)
    policy.optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), max_grad_norm)
    policy.optimizer.step()
    return float((log_policy.argmax(dim=1) == actions).float().mean())
