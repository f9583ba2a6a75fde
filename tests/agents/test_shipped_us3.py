"""The shipped policy for ``us3``: it bids, and gains by it."""

from __future__ import annotations

import pytest

from cinqcents_env.evaluation import contract_figures, play_match

pytest.importorskip("safetensors")

SPEC = "us3/ppo"


def test_it_beats_passive_players_and_declares_a_fair_share_of_deals() -> None:
    """Who never bids makes as many points as two passive players, and declares nothing."""
    match = play_match("us3", SPEC, "passive", games=600, seed=11, episode="deal")
    assert match.margin_interval[0] > 0
    assert match.win_rate_interval[0] > match.even
    figures = contract_figures("us3", SPEC, "passive", 200, seed=11)
    assert figures.declared >= 0.2
    assert figures.made is not None
    assert figures.made > 0.6


def test_it_beats_random_players() -> None:
    match = play_match("us3", SPEC, "random", games=300, seed=11, episode="deal")
    assert match.margin_interval[0] > 0
    assert match.win_rate_interval[0] > match.even


def test_it_bids_against_greedy_play_too() -> None:
    figures = contract_figures("us3", SPEC, "greedy", 150, seed=11)
    assert figures.declared >= 0.15
    assert figures.made is not None
    assert figures.made > 0.5
