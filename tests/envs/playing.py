"""What the tests of the doors share: choices, byte copies, expected pay-offs."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

import cinqcents_env as cc

RULESETS = cc.rulesets()
TWO_PLAYER = tuple(name for name in RULESETS if cc.rules(name).family == "cinqcents")
SHORT: dict[str, Any] = {"max_deals": 4}
"""Random play of Five Hundred seldom ends a game; so many deals are enough here."""

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"reward": "points"},
    {"episode": "deal"},
    {"episode": "deal", "reward": "win", "start_scores": "random"},
    {"skip_forced": True, "start_scores": "random"},
)
"""Episode settings that every door takes."""


def settings_name(settings: dict[str, Any]) -> str:
    """A test id."""
    return ",".join(f"{key}={value}" for key, value in settings.items()) or "default"


def choose(mask: Any, rng: np.random.Generator) -> int:
    """A legal action, drawn uniformly."""
    legal = np.flatnonzero(mask)
    assert len(legal) > 0, "no legal action on a live decision"
    return int(legal[rng.integers(len(legal))])


def lowest(view: Any, mask: Any, rng: Any) -> int:
    """The first legal action: an opponent that draws nothing."""
    return int(np.flatnonzero(mask)[0])


def frozen(value: Any) -> Any:
    """A nested value as hashable bytes and texts, dtypes included."""
    if isinstance(value, dict):
        return tuple((key, frozen(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, np.ndarray) and value.dtype == object:
        return frozen(list(value))
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.shape, value.tobytes())
    return repr(value)


def aec_transcript(env: Any, seed: int | None, choices: int, *, reset: bool = True) -> list[Any]:
    """Every visit of an AEC episode of random play, the dead ones included, frozen."""
    if reset:
        env.reset(seed=seed)
    rng, visits = np.random.default_rng(choices), []
    while env.agents:
        agent = env.agent_selection
        observation, reward, terminated, truncated, info = env.last()
        dead = terminated or truncated
        action = None if dead else choose(observation["action_mask"], rng)
        visits.append(
            (agent, frozen(observation), reward, terminated, truncated, frozen(info), action)
        )
        env.step(action)
    return visits


def digest(value: Any) -> str:
    """A short hash of a transcript."""
    return hashlib.blake2b(repr(value).encode(), digest_size=16).hexdigest()


def expected_returns(
    rules: cc.Rules, reward: str, result: dict[str, Any], start: tuple[int, ...] | None = None
) -> list[float]:
    """The pay-offs by the written formula, from the result alone."""
    seats, winners = rules.players, result["winners"]
    if reward == "win":
        if not winners or len(winners) == seats:
            return [0.0] * seats
        loss = -len(winners) / (seats - len(winners))
        return [1.0 if seat in winners else loss for seat in range(seats)]
    sides = rules.sides
    earned = [now - then for now, then in zip(result["scores"], start or (0,) * 9, strict=False)]
    returns = [0.0] * seats
    for number, side in enumerate(sides):
        others = [points for i, points in enumerate(earned) if i != number]
        for seat in side:
            returns[seat] = (earned[number] - sum(others) / len(others)) / 100
    return returns
