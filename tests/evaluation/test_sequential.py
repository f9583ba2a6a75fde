"""Matches that stop by themselves: right at every look, and no longer than need be."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env.evaluation.matches import play_match
from cinqcents_env.evaluation.sequential import ConfidenceSequence, play_until


def peeked(rate, half_width, rng, most=4000):
    """Whether an interval ever missed the rate, and how many deals it took."""
    sequence, missed = ConfidenceSequence(half_width), False
    while sequence.number < most:
        sequence.add(rng.binomial(2, rate, 32) / 2)
        low, high = sequence.interval
        missed |= not low <= rate <= high
        if (high - low) / 2 <= half_width:
            break
    return missed, sequence.number


@pytest.mark.parametrize("rate", [0.5, 0.8, 0.02])
def test_peeking_does_no_harm(rate):
    rng = np.random.default_rng(7)
    missed = [peeked(rate, 0.03, rng)[0] for _ in range(400)]
    assert np.mean(missed) <= 0.05


def test_it_takes_about_as_many_deals_as_promised():
    rng = np.random.default_rng(8)
    taken = [peeked(0.5, 0.03, rng)[1] for _ in range(50)]
    assert np.mean(taken) == pytest.approx(7.4 * 0.125 / 0.03**2, rel=0.2)


def test_the_interval_only_narrows_and_lies_in_bounds():
    rng, sequence, last = np.random.default_rng(9), ConfidenceSequence(0.05), (0.0, 1.0)
    assert sequence.interval == last
    for _ in range(40):
        sequence.add(rng.random(16))
        low, high = sequence.interval
        assert last[0] <= low < high <= last[1]
        last = low, high
    for wrong in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match=r"in \[0, 1\]"):
            sequence.add(np.array([wrong]))


def test_a_clear_difference_is_decided_early():
    result = play_until("classic", "greedy", "random", until=0.02, seed=1)
    assert result.sequential.stopped == "decided"
    assert result.win_rate_interval[0] > 0.5
    assert result.games < 2000
    assert result.games == 2 * 64 * result.sequential.looks
    assert f"after {result.games} games" in result.table()
    same = play_match("classic", "greedy", "random", games=result.games, seed=1, block=64)
    assert (result.win_rate, result.margin) == (same.win_rate, same.margin)


def test_equal_agents_are_played_to_the_half_width():
    result = play_until("mini", "random", "random", until=0.1)
    low, high = result.win_rate_interval
    assert result.sequential.stopped == "half width"
    assert low <= 0.5 <= high
    assert high - low <= 0.2


def test_the_most_games_end_it():
    result = play_until("mini", "random", "passive", until=0.001, games=101)
    assert (result.games, result.sequential.stopped) == (102, "games")
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["sequential"]["until"] == 0.001
    assert "sequence" in data["sequential"]["method"]


@pytest.mark.parametrize("until", [0, -1, 0.6, float("nan"), "x"])
def test_bad_half_widths(until):
    with pytest.raises(ValueError, match=r"until=.* is not valid"):
        play_until("mini", "random", "random", until=until)
