"""Corners of the two-player engine that games reach too seldom to be found by playing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc

from .tables import last_trick, seated, won_trick


def turned_round(game: cc.Game) -> cc.Game:
    """The same game with the seats changed."""
    position = game.position()
    for name in ("hands", "captured", "marked", "melds", "known", "earned"):
        position[name] = position[name][::-1]
    for name in ("dealer", "leader", "to_move"):
        position[name] = 1 - position[name]
    return cc.Game.from_position(position)


def test_what_loses_the_game_loses_it_for_either_seat() -> None:
    irregular = {"irregularities": True}
    for move, reason in (("four A", "false announcement"), ("stop", "wrong stop")):
        for turned in (False, True):
            game = won_trick("KC QC 8S", marked=[490, 20], options=irregular)
            game = turned_round(game) if turned else game
            seat = game.to_move
            game.play(move)
            assert game.result is not None
            assert (game.result["winners"], game.result["reason"]) == ([1 - seat], reason)
            assert [game.view(one).winner for one in (seat, 1 - seat)] == [1, 0]


def test_seat_1_alone_may_decide_how_the_last_deal_is_rounded() -> None:
    """55 to 65 card points: exact where 70 of them would end the game, else 60 to 70."""
    options = {"rounding": "tens"}
    for marked, scores in ((435, [155, 500]), (430, [155, 495]), (420, [160, 490])):
        assert last_trick(55, marked=[100, marked], options=options).scores == scores


def test_a_game_cut_off_has_no_winner() -> None:
    game = last_trick(70, options={"max_deals": 1})
    assert game.result is not None
    assert game.result["reason"] == "truncated"
    assert [game.view(seat).winner for seat in range(2)] == [-1, -1]


@pytest.mark.parametrize("led", [(), ("9H",)])
def test_the_seven_that_wins_at_once_ends_the_trick(led: tuple[str, ...]) -> None:
    """Ten points for the trump seven reach the target: the trick goes to nobody any more."""
    options = {"win_at_once": True, "seven_played": "always"}
    cards: dict[str, Any] = {"turnup": "TH", "trick": list(led), "options": options}
    game = seated("7H 8S 9S", marked=[490, 0], **cards)
    game.play("7H")
    assert game.result == {"winners": [0], "reason": "at once", "scores": [500, 0]}
    position = game.position()
    assert position["trick"] == [*led, "7H"]
    assert position["captured"] == ["", ""]
    assert position["to_move"] == 0


def test_a_game_that_ends_while_a_seven_waits_leaves_nothing_to_the_next() -> None:
    options = {"pending_seven": True, "meld_when": "own_turn", "seven_turned": 60, "target": 60}
    scores = (55, 55)
    batch = cc.Batch("lyonnais", num_games=64, seed=8, start_scores=scores, **options)
    before, waited = batch.states["pending_seven"].copy(), 0
    for _ in range(40):
        batch.step(np.array([np.flatnonzero(mask)[-1] for mask in batch.masks]))  # melds first
        for g in np.flatnonzero(batch.terminated):
            fresh = cc.Game(batch.rules, seed=int(batch.states["seed"][g]), start_scores=scores)
            assert batch.states[g].tobytes() == fresh._states[0].tobytes()
            waited += int(before[g])
        before = batch.states["pending_seven"].copy()
    assert waited > 2


def test_drawn_scores_are_the_same_in_every_version() -> None:
    drawn = [cc.Game("classic", seed=seed, start_scores="random").scores for seed in range(5)]
    assert drawn == [[450, 420], [480, 60], [210, 370], [110, 460], [180, 0]]


def test_drawn_scores_reach_to_the_last_ten_below_the_target() -> None:
    for target, most in ((500, 490), (505, 500), (95, 90)):
        options = {"seven_turned": 0, "target": target}
        games = [cc.Game("classic", seed=s, start_scores="random", **options) for s in range(300)]
        scores = {score for game in games for score in game.scores}
        assert (min(scores), max(scores)) == (0, most)


def test_returns_are_written_over_whatever_lay_there() -> None:
    game = cc.Game("classic", seed=1)
    for by_points in (False, True):
        out = np.full(2, 9.0)
        game.setup.loops.write_returns(game.setup.packed, game._states, 0, by_points, out)
        assert out.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("worth", [0, 1, 60])
def test_a_turned_seven_brings_what_the_rules_say(worth: int) -> None:
    games = [cc.Game("classic", seed=seed, seven_turned=worth) for seed in range(60)]
    turned = [game for game in games if game.position()["turnup"][0] == "7"]
    assert len(turned) > 2
    for game in turned:
        dealer = game.position()["dealer"]
        assert [game.scores[dealer], game.scores[1 - dealer]] == [worth, 0]
