"""What a search takes the end of a deal of Five Hundred to be worth to a seat."""

from __future__ import annotations

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents.search.horizon import horizon_of
from cinqcents_env.agents.search.worth_five_hundred import worth
from cinqcents_env.engine.five_hundred.layout import CONTRACT, DEAL_OVER, OVER
from cinqcents_env.setup import Setup


def ended(ruleset: str, winners: list[int], outcome: int, scores: list[int]):
    """Rules, state and horizon of a deal that has ended."""
    setup = Setup(ruleset, episode="game", reward="win")
    states = setup.new_states(1)
    setup.loops.reset_games(setup.packed, states, np.array([1]))
    states["phase"], states["outcome"] = OVER, outcome
    states["winners"] = sum(1 << seat for seat in winners)
    states["scores"][0, : len(scores)] = scores
    return setup.packed, states, horizon_of(cc.rules(ruleset))


@pytest.mark.parametrize(
    ("ruleset", "winners", "values"),
    [
        ("au4", [0, 2], [1.0, 0.0, 1.0, 0.0]),
        ("au6", [1, 3, 5], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]),
        ("us3", [1], [0.0, 1.0, 0.0]),
        ("us3", [0, 2], [0.5, 0.0, 0.5]),
        ("au5", [3], [0.0, 0.0, 0.0, 1.0, 0.0]),
    ],
)
def test_a_won_game_is_worth_one_to_each_of_the_side(
    ruleset: str, winners: list[int], values: list[float]
) -> None:
    rules, states, horizon = ended(ruleset, winners, CONTRACT, [])
    seats = range(cc.rules(ruleset).players)
    assert [worth(rules[0], states[0], seat, horizon) for seat in seats] == values


@pytest.mark.parametrize("ruleset", ["au4", "us3", "au6"])
def test_no_lead_is_worth_more_than_the_game(ruleset: str) -> None:
    sides = 2 if ruleset != "us3" else 3
    rules, states, horizon = ended(ruleset, [], DEAL_OVER, [480, *[-400] * (sides - 1)])
    values = [worth(rules[0], states[0], seat, horizon) for seat in range(sides)]
    assert 0.9 < values[0] < 1.0
    assert sum(values) == pytest.approx(1.0)
