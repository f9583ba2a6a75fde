"""Corners that games reach seldom or never: scalar functions asked about them directly."""

from __future__ import annotations

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.engine.chance import MASK32, advance, below, clipped
from cinqcents_env.engine.five_hundred import score
from cinqcents_env.engine.view import View
from cinqcents_env.setup import Setup
from tests.engine.five_hundred_tables import play


def test_numbers_are_brought_within_a_limit() -> None:
    assert [clipped(value, 3) for value in (-5, -3, 2, 3, 5)] == [-3, -3, 2, 3, 3]


def test_draws_that_would_favour_some_values_are_drawn_again() -> None:
    n = 3 << 29
    x, m, again, values = np.int64(1), np.int64(2), 0, []
    for _ in range(200):
        value, after, carry = below(n, x, m)
        values.append(int(value))
        x, m = advance(x, m)
        while (x, m) != (after, carry):
            assert (((x + (m & MASK32)) & MASK32) * n) & MASK32 < (MASK32 + 1) % n
            x, m = advance(x, m)
            again += 1
    assert 0 <= min(values) <= max(values) < n
    assert 20 < again < 140  # a quarter of the draws


def test_a_deal_that_ends_the_game_is_followed_by_the_next() -> None:
    assert cc.Game("binage", seed=12).deal_texts()["turnup"].startswith("7")
    target = cc.rules("binage").target
    game = cc.Game("binage", seed=12, start_scores=(target - 1, target - 1))
    assert not game.is_over
    assert game.scores == [target - 1, target - 1]
    assert not game.deal_texts()["turnup"].startswith("7")


def test_nobody_wins_where_all_sides_reach_the_target_alike() -> None:
    setup = Setup("us3", win_needs_contract=False, both_reach="higher")
    states = setup.new_states(1)
    setup.loops.reset_games(setup.packed, states, np.array([3]))
    states["scores"][0, :3] = 500
    assert score.decide(setup.packed[0], states[0], False) == (0, score.TIE)
    states["scores"][0, 1] = 510
    assert score.decide(setup.packed[0], states[0], False) == (0b010, score.POINTS)


def test_a_declarer_may_stay_alone() -> None:
    game = cc.Game("au5", seed=1)
    play(game, "bid 9S, pass, pass, pass, pass")
    while game.phase == "discard":
        game.play(game.legal_moves()[-1])
    declarer = game.position()["declarer"]
    game.play("alone")
    position = game.position()
    assert (game.phase, game.to_move, position["declarer"]) == ("play", declarer, declarer)
    assert position.get("called") is None
    assert int(game._states[0]["partner"]) == -1


@pytest.mark.parametrize(("suit", "holds"), [("C", True), ("D", False)])
def test_who_is_void_in_the_suit_of_the_named_joker_does_not_hold_it(
    suit: str, holds: bool
) -> None:
    """The declarer has named his joker a suit, then shown that he holds no card of it."""
    game = cc.Game("au4", seed=1)
    viewer = (game.to_move + 1) % 4
    record = game.view(viewer).record.copy()
    names = game.rules.cards
    record["contract"], record["declarer"] = 9, 3
    record["joker_suit"] = "SCDH".index("D")
    record["voids"][0, 3] = 1 << "SCDH".index(suit)
    belief = family_engine("five_hundred").belief
    setup = Setup(game.rules)
    takes = int(belief.hand_takes(setup.packed[0], record[0], 3))
    assert bool(takes >> names.index("JK") & 1) is holds


def test_known_cards_that_no_hand_has_room_for_leave_no_world() -> None:
    game = cc.Game("classic", seed=1)
    view = game.view(0)
    assert cc.belief.worlds(view) > 0
    record = view.record.copy()
    record["known"][0, 1] = cc.belief.sample(view, np.random.default_rng(1), 1)["hand"][0, 1]
    record["hand_sizes"][0, 1] -= 1
    assert cc.belief.worlds(View(view.rules, record)) == 0.0
