"""A position holds everything: read back, it gives the record of the game, byte for byte."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cinqcents_env as cc
from tests.oracle.compare_records import restored
from tests.proof.cases import RULESETS
from tests.proof.portion import game_options
from tests.proof.walks import walk


@pytest.mark.parametrize("ruleset", RULESETS)
def test_records_come_back(ruleset: str) -> None:
    for number in range(8):
        rng = random.Random(number)

        def look(game: cc.Game, oracle: Any, rng: random.Random = rng) -> None:
            if oracle.over or rng.random() < 0.15:
                restored(game, game.position())

        options = game_options(ruleset, number) if number else {}
        assert walk(ruleset, options, number, look, texts=0.0).difference is None
