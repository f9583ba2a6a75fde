"""Belief from Python: the same chance gives the same samples, and what is wrong is named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import belief


@pytest.mark.parametrize("ruleset", ["classic", "us3"])
def test_the_same_generator_gives_the_same_samples(ruleset: str) -> None:
    view = cc.Game(ruleset, seed=1).view()
    one, two, other = (
        cc.belief.sample(view, np.random.default_rng(seed), 20).tobytes() for seed in (3, 3, 4)
    )
    assert one == two != other


@pytest.mark.parametrize("ruleset", ["classic", "au5"])
def test_samples_are_drawn_independently(ruleset: str) -> None:
    """Also the deals to come; and a second call goes on in the generator."""
    view, rng = cc.Game(ruleset, seed=1).view(), np.random.default_rng(0)
    states = np.concatenate([belief.sample(view, rng, 50), belief.sample(view, rng, 50)])
    assert states.shape == (100,)
    assert len({state.tobytes() for state in states["hand"]}) == 100
    assert len(set(states["seed"].tolist())) == 100
    assert (states["seed"] >= 0).all()


def test_worlds_of_a_fresh_deal() -> None:
    from math import factorial

    mini = cc.Game("mini", seed=1)
    assert belief.worlds(mini.view()) == 60  # two of five cards, and the order of the others
    us3 = factorial(23) / factorial(10) ** 2 / factorial(3)
    assert belief.worlds(cc.Game("us3", seed=1).view()) == pytest.approx(us3)


def contradicting() -> cc.View:
    """Seat 1 has shown void in all suits and yet holds a card."""
    position = {
        "rules": "us3",
        "dealer": 2,
        "hands": ["AS", "KS", "QS"],
        "contract": "6H",
        "declarer": 0,
        "voids": ["", "SCDH", ""],
    }
    return cc.Game.from_position(position).view(0)


def test_a_view_that_contradicts_itself() -> None:
    assert belief.worlds(contradicting()) == 0.0
    with pytest.raises(belief.BeliefError, match="seat 0 of us3 knows"):
        belief.sample(contradicting(), np.random.default_rng(0), 3)


def test_a_contradiction_does_not_stop_compiled_search() -> None:
    """What an engine loop asks for it gets: every card once, as many as each hand holds."""
    view, setup = contradicting(), cc.Game("us3", seed=0).setup
    states, chance = setup.new_states(5), np.array([[1, 1]], dtype=np.int64)
    setup.loops.sample_states(setup.packed, view.record, 0, chance, states)
    for state in states:
        assert [int(hand).bit_count() for hand in state["hand"][:3]] == [1, 1, 1]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("view", None, 3), TypeError, "rng is a numpy.random.Generator, not None"),
        (("view", "rng", 0), ValueError, "n=0 is not valid; it is a whole number from 1 on"),
        (("view", "rng", 2.0), ValueError, "n=2.0 is not valid"),
        (("game", "rng", 3), TypeError, "belief takes a View, not Game"),
    ],
)
def test_what_is_wrong_is_named(arguments: Any, error: type[Exception], words: str) -> None:
    game = cc.Game("classic", seed=1)
    given = {"view": game.view(), "game": game, "rng": np.random.default_rng(0)}
    view, rng, n = arguments
    with pytest.raises(error, match=words):
        belief.sample(given[view], given.get(rng, rng), n)


def test_a_written_position_without_all_cards() -> None:
    """Cards that a position leaves out may lie anywhere, also nowhere."""
    position = {"rules": "us3", "dealer": 2, "hands": ["AS", "KS", "QS"], "contract": "6H"}
    view = cc.Game.from_position(position | {"declarer": 0}).view(1)
    states = belief.sample(view, np.random.default_rng(0), 200)
    assert belief.worlds(view) == pytest.approx(32 * 31 * 30 * 29 * 28 / 6)
    assert (states["hand"][:, 1] == view.hand).all()
    assert len(set(states["hand"][:, 0].tolist())) > 25
