"""Self-play: a pool of past snapshots of the policy, and the opponents drawn from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from settings import SettingsError

from cinqcents_env.agents import Agent, make_agent
from cinqcents_env.agents.checkpoint import Checkpoint, CheckpointAgent
from cinqcents_env.agents.networks import Network, NetworkSpec, check_arrays
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import observation_size

SELF = "self"
SLOTS = 720
"""Entries of a weighted list of opponents; weights are rounded to such a share."""

Arrays = Mapping[str, np.ndarray[Any, Any]]


def policy_agent(
    rules: Rules, network: Mapping[str, Any], steps: int, arrays: Arrays
) -> CheckpointAgent:
    """A policy as an agent, named by its steps; the tensors are not copied.

    Args:
        rules: what it plays.
        network: the description of its network, as checkpoints hold it.
        steps: at which the tensors were taken.
        arrays: its tensors.
    """
    spec, name = NetworkSpec.from_json(network), f"{SELF}@{steps}"
    num_actions = make_agent("random", rules).num_actions
    shapes = spec.shapes(observation_size(rules), num_actions)
    checkpoint = Checkpoint(Path(name), rules, Network(spec, check_arrays(arrays, shapes)), {})
    return CheckpointAgent(rules, checkpoint, spec=name)


class SnapshotPool:
    """The latest snapshots of a policy, each an agent on the CPU with its own weights.

    Args:
        rules: what the policy plays.
        network: the description of its network, as checkpoints hold it.
        size: snapshots kept; the oldest goes first.
    """

    def __init__(self, rules: Rules, network: Mapping[str, Any], size: int) -> None:
        self.rules = rules
        self.spec = NetworkSpec.from_json(network)
        self.snapshots: deque[tuple[int, dict[str, Any], Agent]] = deque(maxlen=size)

    @property
    def steps(self) -> list[int]:
        """Steps at which the snapshots were taken, oldest first."""
        return [steps for steps, _, _ in self.snapshots]

    @property
    def agents(self) -> list[Agent]:
        """The snapshots as agents, oldest first."""
        return [agent for _, _, agent in self.snapshots]

    def agent(self, steps: int, arrays: Arrays) -> Agent:
        """The policy with these tensors as an agent; the tensors are not copied."""
        return policy_agent(self.rules, self.spec.to_json(), steps, arrays)

    def add(self, steps: int, arrays: Arrays) -> None:
        """Add a copy of a policy's tensors, taken at ``steps``."""
        copies = {name: np.array(array) for name, array in arrays.items()}
        self.snapshots.append((steps, copies, self.agent(steps, copies)))

    def tensors(self) -> dict[str, torch.Tensor]:
        """Every snapshot's tensors, named ``pool.<steps>.<name>``."""
        return {
            f"pool.{steps}.{name}": torch.from_numpy(array)
            for steps, arrays, _ in self.snapshots
            for name, array in arrays.items()
        }

    def restore(self, steps: Sequence[int], tensors: Mapping[str, torch.Tensor]) -> None:
        """Take the snapshots of these steps out of what :meth:`tensors` gave."""
        self.snapshots.clear()
        for number in steps:
            start = f"pool.{number}."
            names = [name for name in tensors if name.startswith(start)]
            self.add(number, {name[len(start) :]: tensors[name].numpy() for name in names})


def opponent_list(
    specs: Sequence[str], weights: Sequence[float], fixed: Mapping[str, Agent], pool: SnapshotPool
) -> list[Any]:
    """What ``set_opponents`` takes: every opponent as often as its weight asks for.

    Args:
        specs: agent specs, ``self`` for the pool as a whole.
        weights: one per spec; empty: equal.
        fixed: the agents of the other specs.
        pool: past snapshots, at least one.
    """
    total = sum(weights)
    drawn: list[Agent] = []
    for i, spec in enumerate(specs):
        agents = pool.agents if spec == SELF else [fixed[spec]]
        share = weights[i] / total if weights else 1.0 / len(specs)
        if share > 0:
            drawn += agents * max(1, round(SLOTS * share / len(agents)))
    others = pool.rules.players - 1
    return drawn if others == 1 else [drawn] * others


def fixed_agents(specs: Sequence[str], weights: Sequence[float], rules: Rules) -> dict[str, Agent]:
    """The agents of all specs but ``self``.

    Raises:
        SettingsError: no opponents, or weights that do not fit them.
        AgentError: a spec that names no agent of these rules.
    """
    if not specs:
        raise SettingsError("opponents is empty; name agents, or self for past snapshots")
    fits = len(weights) == len(specs) and min(weights) >= 0 and sum(weights) > 0
    if weights and not fits:
        raise SettingsError(
            f"opponent_weights={list(weights)} must be empty or {len(specs)} numbers of at "
            f"least 0, one per opponent, not all 0"
        )
    return {spec: make_agent(spec, rules) for spec in specs if spec != SELF}
