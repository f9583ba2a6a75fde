"""The loops over many games, one by one, against games that are played singly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.engine.chance import next_seed, seeded
from cinqcents_env.engine.learners import ASKED
from cinqcents_env.notation import move_texts
from cinqcents_env.setup import Setup

GAMES = 5
RULESETS = ("mini", "us3")


def dealt(setup: Setup, first: int = 3) -> Any:
    """States of new games with the seeds ``first``, ``first + 1``, ..."""
    states = setup.new_states(GAMES)
    setup.loops.reset_games(setup.packed, states, np.arange(first, first + GAMES))
    return states


def singly(setup: Setup, states: Any, g: int) -> cc.Game:
    """A game object that stands where game g of some states stands."""
    game = cc.Game(setup.rules, seed=0)
    game._states[0] = states[g]
    game._begin()
    return game


def masks_of(setup: Setup, states: Any) -> Any:
    """Masks of the seats on move."""
    masks = np.zeros((len(states), setup.num_actions), dtype=np.int8)
    for g in range(len(states)):
        setup.loops.write_mask(setup.packed, states, g, masks[g])
    return masks


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("reward", ["win", "points"])
def test_a_batch_is_its_games(ruleset: str, skip_forced: bool, reward: str) -> None:
    """Rewards, flags, masks, observations and new deals of every step."""
    options = {"max_deals": 2}
    batch = cc.Batch(
        ruleset, GAMES, 4, skip_forced=skip_forced, episode="game", reward=reward, **options
    )
    games = [cc.Game(batch.rules, seed=int(seed)) for seed in batch.states["seed"]]
    rng, ended = np.random.default_rng(1), 0
    for game in games:
        skip(game, skip_forced)
    for _ in range(90):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.masks])
        before = [worth(game, reward) for game in games]
        batch.step(actions)
        for g, game in enumerate(games):
            game.play(move_texts(batch.rules)[actions[g]])
            skip(game, skip_forced)
            gained = [now - then for now, then in zip(worth(game, reward), before[g], strict=True)]
            assert batch.rewards[g].tolist() == pytest.approx(gained, abs=1e-6)
            cut = game.is_over and game.result is not None and game.result["reason"] == "truncated"
            assert bool(batch.truncated[g]) == cut
            assert bool(batch.terminated[g]) == (game.is_over and not cut)
            if game.is_over:
                ended += 1
                seed = int(next_seed(np.int64(game._states["seed"][0])))
                games[g] = game = cc.Game(batch.rules, seed=seed)
                skip(game, skip_forced)
            assert int(batch.to_move[g]) == game.to_move
            assert (batch.masks[g] == game.legal_mask()).all()
            assert (batch.observations[g] == game.observation(game.to_move)).all()
    assert ended > (GAMES if ruleset == "mini" else 0)


def skip(game: cc.Game, really: bool) -> None:
    """Play moves that leave no choice."""
    while really and not game.is_over and len(game.legal_moves()) == 1:
        game.play(game.legal_moves()[0])


def worth(game: cc.Game, reward: str) -> list[float]:
    """Rewards of the seats so far."""
    out = np.full(game.setup.num_seats, 7.0)
    by_points = reward == "points"
    game.setup.loops.write_returns(game.setup.packed, game._states, 0, by_points, out)
    return [float(value) for value in out]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("skip_forced", [False, True])
def test_games_are_played_on_until_somebody_is_asked(ruleset: str, skip_forced: bool) -> None:
    """Player 0 plays at random, player 1 is asked, player 2 takes the first action there is."""
    setup = Setup(ruleset)
    states, seats = dealt(setup), np.array([0, 1, 0, 1, 0])
    players = np.array([[(g + s) % 3 for s in range(setup.num_seats)] for g in range(GAMES)])
    first = int(np.flatnonzero(masks_of(setup, states)[1])[0])
    unasked = np.array([-1, ASKED, first], dtype=np.int64)
    live = np.array([True, True, True, True, False])
    chance, waiting = np.zeros((GAMES, 2), dtype=np.int64), np.zeros(GAMES, dtype=np.bool_)
    setup.loops.seed_chance(np.arange(GAMES), chance)
    views = setup.new_views(GAMES)
    masks = np.zeros((GAMES, setup.num_actions), dtype=np.int8)
    asked = 0
    for _ in range(30):
        before = states.copy()
        table = (states, seats, live, skip_forced, players.astype(np.int32), unasked, chance)
        number = setup.loops.await_learners(setup.packed, *table, waiting, views, masks)
        assert number == waiting.sum()
        assert states[4].tobytes() == before[4].tobytes()
        assert not waiting[4]
        legal = masks_of(setup, states)
        for g in range(4):
            game, seat = singly(setup, states, g), int(states["to_move"][g])
            assert waiting[g] == (not game.is_over and seat != seats[g])
            if waiting[g]:
                asked += 1
                assert players[g, seat] == 1
                assert views[g].tobytes() == game.view(seat).record[0].tobytes()
                assert (masks[g] == legal[g]).all()
                assert not skip_forced or legal[g].sum() > 1
        actions = np.array([np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in legal])
        setup.loops.step_games(setup.packed, states, actions, live & legal.any(axis=1))
    assert asked > 3


def test_who_need_not_be_asked_plays_at_random_or_what_is_given() -> None:
    setup = Setup("us3")
    given = cc.move_index(setup.rules, "pass")
    drawn = []
    for action in (given, -1):
        for seed in range(40):
            states, chance = dealt(setup, seed), np.zeros((GAMES, 2), dtype=np.int64)
            setup.loops.seed_chance(np.arange(seed, seed + GAMES), chance)
            start = chance.copy()
            on_move = states["to_move"].astype(np.int64)
            setup.loops.await_learners(
                setup.packed,
                states,
                (on_move + 1) % 3,
                np.ones(GAMES, dtype=np.bool_),
                False,
                np.zeros((GAMES, 3), dtype=np.int32),
                np.array([action], dtype=np.int64),
                chance,
                np.zeros(GAMES, dtype=np.bool_),
                setup.new_views(GAMES),
                np.zeros((GAMES, setup.num_actions), dtype=np.int8),
            )
            assert (states["to_move"] == (on_move + 1) % 3).all()
            calls = [singly(setup, states, g).position()["auction"] for g in range(GAMES)]
            assert all(len(call) == 1 for call in calls)
            if action == given:
                assert all(call == ["pass"] for call in calls)
                assert (chance == start).all()
            else:
                drawn += [call[0] for call in calls]
                assert (chance != start).all()
    assert len(set(drawn)) > 15


def test_learners_are_paid_once() -> None:
    setup = Setup("mini", episode="deal", reward="points")
    states, seats = dealt(setup), np.array([0, 1, 0, 1, 0])
    totals, paid = np.full((GAMES, 2), 5.0), np.zeros((GAMES, 2))
    rewards = np.full(GAMES, 5.0, dtype=np.float32)
    ended, cut = np.ones(GAMES, dtype=np.bool_), np.ones(GAMES, dtype=np.bool_)
    earned, over = np.zeros(GAMES), np.zeros(GAMES, dtype=np.bool_)
    for _ in range(40):
        legal = masks_of(setup, states)
        actions = np.array([np.flatnonzero(mask)[-1] if mask.any() else 0 for mask in legal])
        setup.loops.step_games(setup.packed, states, actions, legal.any(axis=1))
        setup.loops.pay_learners(
            setup.packed, states, seats, True, totals, paid, rewards, ended, cut
        )
        earned += rewards
        over = states["phase"] == setup.loops.engine.OVER
        assert (ended == over).all()
        assert not cut.any()
        assert (paid == totals).all()
    assert over.all()
    for g in range(GAMES):
        points = states["earned"][g].astype(int)
        assert earned[g] == pytest.approx((points[seats[g]] - points[1 - seats[g]]) / 100)
    assert (earned != 0).any()


def test_a_game_that_is_cut_off_has_not_ended() -> None:
    setup = Setup("us3", max_deals=1, episode="game", reward="win")
    states, zeros = dealt(setup), np.zeros((GAMES, 3))
    while not (states["phase"] == setup.loops.engine.OVER).all():
        legal = masks_of(setup, states)
        actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in legal])
        setup.loops.step_games(setup.packed, states, actions, legal.any(axis=1))
    flags = np.ones((2, GAMES), dtype=np.bool_)
    rewards = np.zeros(GAMES, dtype=np.float32)
    seats = np.zeros(GAMES, dtype=np.int64)
    arguments = (seats, False, zeros, zeros.copy(), rewards, flags[0], flags[1])
    setup.loops.pay_learners(setup.packed, states, *arguments)
    assert (flags[0].tolist(), flags[1].tolist()) == ([False] * GAMES, [True] * GAMES)


def test_a_decision_tells_what_came_of_it() -> None:
    for options, last in (({"max_deals": 1}, 2), ({"single_deal": True}, 1)):
        setup = Setup("us3", **options)
        states, now, told = dealt(setup), np.full(3, 9.0), 0
        loops, packed = setup.loops, setup.packed
        before = states.copy()
        assert loops.advance(packed, states, 0, setup.num_actions - 1, False, True, now) == -1
        assert loops.step_game(packed, states, 0, setup.num_actions - 1) is False
        assert states.tobytes() == before.tobytes()
        while told == 0:
            action = int(np.flatnonzero(masks_of(setup, states)[0])[0])
            told = loops.advance(packed, states, 0, action, True, True, now)
            assert told or masks_of(setup, states)[0].sum() > 1
        assert told == last
        assert now.tolist() == pytest.approx(worth(singly(setup, states, 0), "points"))
        assert states[1:].tobytes() == before[1:].tobytes()


def test_seats_are_shown_what_is_theirs() -> None:
    setup = Setup("us3")
    states, seats = dealt(setup), np.array([0, 1, 2, -1, 0])
    views = setup.new_views(GAMES)
    observations = np.full((GAMES, setup.num_features), 7.0, dtype=np.float32)
    masks = np.full((GAMES, setup.num_actions), 7, dtype=np.int8)
    setup.loops.observe_seats(setup.packed, states, seats, views, observations, masks)
    assert (observations[3] == 7.0).all()
    assert (masks[3] == 7).all()
    seen, mask = np.zeros(setup.num_features, dtype=np.float32), np.zeros_like(masks[0])
    for g, seat in enumerate(seats):
        if seat < 0:
            continue
        game = singly(setup, states, g)
        due = game.legal_mask() if seat == game.to_move else np.zeros(setup.num_actions)
        assert (observations[g] == game.observation(int(seat))).all()
        assert (masks[g] == due).all()
        assert views[g].tobytes() == game.view(int(seat)).record[0].tobytes()
        setup.loops.observe_seat(setup.packed, states, g, int(seat), views[g:], seen, mask)
        assert (seen == observations[g]).all()
        assert (mask == masks[g]).all()


def test_flagged_games_are_dealt_anew() -> None:
    setup = Setup("mini")
    states, paid = dealt(setup), np.ones((GAMES, 2))
    before, which = states.copy(), np.array([True, False, True, False, False])
    setup.loops.restart_games(setup.packed, states, which, paid)
    for g in range(GAMES):
        assert (states[g].tobytes() != before[g].tobytes()) == which[g]
        assert paid[g].tolist() == ([0.0, 0.0] if which[g] else [1.0, 1.0])
        if which[g]:
            fresh = cc.Game("mini", seed=int(next_seed(np.int64(before["seed"][g]))))
            assert states[g].tobytes() == fresh._states[0].tobytes()


def test_chance_goes_on_from_where_it_was() -> None:
    setup, chance = Setup("mini"), np.zeros((2, 2), dtype=np.int64)
    setup.loops.seed_chance(np.array([5, 6]), chance)
    assert [tuple(row) for row in chance.tolist()] == [seeded(5, -2), seeded(6, -2)]
    states, view, start = setup.new_states(3), cc.Game("mini", seed=1).view(), chance[:1].copy()
    setup.loops.sample_states(setup.packed, view.record, 0, chance[:1], states)
    first = states.tobytes()
    assert (chance[:1] != start).all()
    setup.loops.sample_states(setup.packed, view.record, 0, chance[:1], states)
    assert states.tobytes() != first
    other = np.array([[start[0, 0] + 1, start[0, 1]]])
    setup.loops.sample_states(setup.packed, view.record, 0, other, states)
    assert states.tobytes() != first


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_nobody_sees_is_written_for_critics(ruleset: str) -> None:
    setup = Setup(ruleset)
    states, out = dealt(setup), np.full(len(setup.rules.cards), 9.0, dtype=np.float32)
    setup.loops.write_hidden(setup.packed, states, 0, out)
    assert 0.0 < out.max() <= 1.0
    assert out.min() == 0.0


def test_a_game_tells_seat_phase_end_and_deal() -> None:
    setup = Setup("us3", max_deals=1)
    states, facts = dealt(setup), np.full(4, 9, dtype=np.int64)
    mask = np.zeros(setup.num_actions, dtype=np.int8)
    setup.loops.tell(setup.packed, states, mask, facts)
    assert facts.tolist() == [int(states["to_move"][0]), int(states["phase"][0]), 0, 0]
    assert (mask == masks_of(setup, states)[0]).all()
    assert setup.loops.play(setup.packed, states, setup.num_actions - 1, mask, facts) is False
    while not facts[2]:
        assert setup.loops.play(setup.packed, states, int(np.flatnonzero(mask)[0]), mask, facts)
        assert facts[0] == states["to_move"][0]
    assert facts[1] == setup.loops.engine.OVER
    illegal = np.array([0, setup.num_actions - 1, 0, setup.num_actions - 1, 0])
    every, fresh = np.ones(GAMES, dtype=np.bool_), dealt(setup)
    illegal[[0, 2, 4]] = np.flatnonzero(masks_of(setup, fresh)[0])[0]
    assert setup.loops.first_illegal(setup.packed, fresh, illegal, every) == 1
    assert setup.loops.first_illegal(setup.packed, fresh, illegal, ~np.eye(5, dtype=bool)[1]) == 3
    legal = illegal == illegal[0]
    assert setup.loops.first_illegal(setup.packed, fresh, illegal, legal) == -1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_views_are_observed_as_games_are(ruleset: str) -> None:
    setup = Setup(ruleset)
    states, seen = dealt(setup), np.full((2, setup.num_features), 9.0, dtype=np.float32)
    games = [singly(setup, states, g) for g in range(2)]
    records = np.concatenate([game.view(1).record for game in games]).view(np.recarray)
    setup.loops.observe_views(setup.packed, records, seen)
    assert (seen == [game.observation(1) for game in games]).all()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_playout_makes_the_moves_that_are_drawn(ruleset: str) -> None:
    setup, number = Setup(ruleset, max_deals=1), 90
    states, chance = dealt(setup), np.zeros((GAMES, 2), dtype=np.int64)
    setup.loops.seed_chance(np.arange(GAMES), chance)
    alone, drawn = states.copy(), chance.copy()
    assert setup.loops.random_playouts(setup.packed, states, chance, number) == GAMES * number
    engine, rules = setup.engine, setup.packed[0]
    for g in range(GAMES):
        x, m = drawn[g]
        for _ in range(number):
            action, x, m = engine.random_action(rules, alone[g], x, m)
            engine.step(rules, alone[g], action)
            if alone["phase"][g] == engine.OVER:
                engine.reset(rules, alone[g], next_seed(alone["seed"][g]))
        assert [x, m] == chance[g].tolist()
    assert alone.tobytes() == states.tobytes()
    assert (states["seed"] != dealt(setup)["seed"]).any(), "no game ended on the way"
