"""What changes while a run goes on: how much is done, entropy weight, step size."""

from __future__ import annotations

from typing import Any


def share_done(args: Any, steps: int, seconds: float) -> float:
    """Share of a run that is done, 0 to 1, by its limit of steps or of minutes."""
    by_steps = steps / args.total_steps if args.total_steps else 0.0
    by_time = seconds / (60.0 * args.minutes) if args.minutes else 0.0
    return min(1.0, float(max(by_steps, by_time)))


def entropy_weight(args: Any, done: float) -> float:
    """Weight of the entropy bonus when a share of the run is done."""
    first, last = args.ent_coef, args.final_ent_coef
    return float(first if last is None else first + (last - first) * done)


def step_size(args: Any, done: float) -> float:
    """Adam's step size when a share of the run is done."""
    return float(args.learning_rate * (1.0 - done if args.linear_decay else 1.0))
