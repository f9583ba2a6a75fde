"""What every shipped checkpoint has: a card that tells how it came about, and its strength."""

from __future__ import annotations

from pathlib import Path

import pytest

import cinqcents_env as cc
from cinqcents_env._jit import interpreted
from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import shipped_checkpoints

pytest.importorskip("safetensors")

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(shipped_checkpoints())
LARGEST = 2_000_000
"""Bytes of a checkpoint's folder, about."""


def test_no_rule_set_lacks_one() -> None:
    assert {name.partition("/")[0] for name in SHIPPED} == set(cc.rulesets())


@pytest.mark.parametrize("name", SHIPPED)
def test_the_card_tells_how_it_was_trained(name: str) -> None:
    ruleset = name.partition("/")[0]
    checkpoint = make_agent(name, ruleset).checkpoint  # type: ignore[attr-defined]
    training, evaluation = checkpoint.training, checkpoint.evaluation
    assert training["command"].startswith("python training/")
    assert f"{ruleset}.yaml" in training["command"]
    assert "/tmp" not in training["command"]
    assert min(training["seconds"], training["steps"]) > 0
    assert training["seed"] >= 0
    assert [match["b"] for match in evaluation["matches"]][-1] == "greedy"
    assert ("contracts" in evaluation) == (cc.rules(ruleset).family == "five_hundred")


@pytest.mark.parametrize("name", SHIPPED)
def test_it_is_small(name: str) -> None:
    ruleset, _, own = name.partition("/")
    folder = ROOT / "checkpoints" / f"{ruleset}-v0" / own
    assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST


@pytest.mark.skipif(interpreted(), reason="plays many games")
@pytest.mark.parametrize("name", SHIPPED)
def test_it_beats_greedy_play(name: str) -> None:
    ruleset = name.partition("/")[0]
    match = cc.play_match(ruleset, name, "greedy", games=1200, seed=77, episode="deal")
    assert match.margin > 0
    assert match.win_rate > match.even
