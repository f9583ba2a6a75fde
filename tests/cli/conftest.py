"""A command line in this process, a record file and a checkpoint to use it on."""

from __future__ import annotations

import io
import json
import sys

import numpy as np
import pytest

from cinqcents_env.cli import main
from cinqcents_env.game import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import rules as rules_of


class Answer:
    """What a command answered."""

    def __init__(self, status, captured):
        self.status, self.out = status, captured.out
        self.errors = [line for line in captured.err.splitlines() if "compiling" not in line]

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def cli(capsys, monkeypatch):
    """Run the command line in this process, with a text as its input."""

    def run(*argv, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        return Answer(main([str(word) for word in argv]), capsys.readouterr())

    return run


@pytest.fixture
def refused():
    return _refused


def _refused(answer, *words, status=2):
    """One line on stderr that holds these words, and nothing else."""
    assert answer.status == status
    assert len(answer.errors) == 1
    assert answer.errors[0].startswith("cinqcents")
    for word in words:
        assert word in answer.errors[0]
    assert "Traceback" not in answer.errors[0]
    return True


@pytest.fixture
def recorded(tmp_path):
    """A file of two finished games of one deal each."""
    path, lines = tmp_path / "games.jsonl", []
    for seed in (1, 2):
        game = Game("classic", seed=seed, single_deal=True)
        while not game.is_over:
            game.play(game.legal_moves()[0])
        lines.append(game.record_line())
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def checkpoint(tmp_path):
    """Folder of a small checkpoint for classic."""
    from cinqcents_env.agents.checkpoint import save_checkpoint
    from cinqcents_env.agents.networks import NetworkSpec
    from cinqcents_env.setup import observation_size

    pytest.importorskip("safetensors")
    network = {"type": "mlp", "hidden": [8], "activation": "tanh", "value": "none"}
    spec, rng = NetworkSpec.from_json(network), np.random.default_rng(0)
    rules = rules_of("classic")
    shapes = spec.shapes(observation_size(rules), len(move_texts(rules)))
    arrays = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    training = {"command": "train it", "steps": 100}
    folder = tmp_path / "checkpoint"
    return save_checkpoint(folder, arrays, rules="classic", network=network, training=training)
