"""Positions met in random play, and small checkpoints."""

from __future__ import annotations

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import save_checkpoint
from cinqcents_env.agents.networks import NetworkSpec
from cinqcents_env.batch import Batch
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import observation_size


def met_in_play(rules, number=100, seed=0, **options):
    """(views, masks, observations, to_move) of positions met in random play, one a game."""
    rules = rules_of(rules, **options)
    batch = Batch(rules, number, seed=seed)
    agent, rng = make_agent("random", rules), np.random.default_rng(seed)
    stops = rng.integers(0, 60, size=number)
    views, masks = batch.views.copy(), batch.masks.copy()
    observations, to_move = batch.observations.copy(), batch.to_move.copy()
    for ply in range(60):
        rows = stops == ply
        views[rows], masks[rows] = batch.views[rows], batch.masks[rows]
        observations[rows], to_move[rows] = batch.observations[rows], batch.to_move[rows]
        batch.step(agent.act_batch(batch.views, batch.masks, rng))
    return views, masks, observations, to_move


def random_arrays(rules, network, seed=0):
    """Random tensors for a network description."""
    rules, rng = rules_of(rules), np.random.default_rng(seed)
    num_actions = make_agent("random", rules).num_actions
    shapes = NetworkSpec.from_json(network).shapes(observation_size(rules), num_actions)
    return {name: rng.normal(0, 0.2, shape).astype(np.float32) for name, shape in shapes.items()}


MLP = {"type": "mlp", "hidden": [16, 8], "activation": "tanh", "value": "shared"}


@pytest.fixture(name="met_in_play")
def _met_in_play():
    return met_in_play


@pytest.fixture(name="random_arrays")
def _random_arrays():
    return random_arrays


@pytest.fixture
def mlp():
    """A small network description."""
    return dict(MLP)


@pytest.fixture
def saved(tmp_path):
    """Folder of a small checkpoint for classic."""
    folder = tmp_path / "runs" / "first"
    return save_checkpoint(
        folder,
        random_arrays("classic", MLP),
        rules="classic",
        network=MLP,
        training={"command": "train it", "seed": 3, "steps": 1000},
        evaluation={"note": "untested"},
    )
