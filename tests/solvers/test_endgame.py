"""The endgame solver against plain minimax over the engine's steps, and against itself."""

from __future__ import annotations

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.setup import Setup
from cinqcents_env.solvers import endgame
from cinqcents_env.solvers.endgame import (
    GAME,
    POINTS,
    EndgameError,
    action_values,
    best_value,
    new_table,
    outcome,
    solvable,
    solve,
)
from cinqcents_env.solvers.endgame_cards import rest_margin
from cinqcents_env.solvers.endgame_search import value_of
from cinqcents_env.solvers.endgame_table import GENERATION, GENERATIONS, SHARE, SMALL

from . import plain_minimax
from .endings import dealt, met, of_one_deal

TWO_PLAYER = ("classic", "foster", "lyonnais", "bordelais", "binage")
NEARS = (None, (1, 80), (-30, 60))
"""Points missing to the target: far, within reach, and reached."""
NO_END = {"stop": False, "win_at_once": False}
OPTIONS = [
    {},
    {"single_deal": True},
    {"stop": True},
    {"last_phase": "follow_only"},
    {"seven_played": "always"},
    {"brisques": "immediate_10"},
    {"brisques": "immediate_10", "stop": True, "seven_played": "always"},
    {"win_at_once": True, "stop": False, "brisques": "final_full"},
    {"win_at_once": True, "brisques": "immediate_10", "seven_played": "always"},
    *(
        {"both_over": way, **NO_END}
        for way in (
            *("raise_100", "only_if_equal", "higher_total", "more_card_points", "fresh_100"),
        )
    ),
    {"both_over": "more_card_points", "brisques": "immediate_10", **NO_END},
    *(
        {"rounding": "tens", "final_rounding": way, **more}
        for way in ("all_exact", "rounded", "tie_exact")
        for more in ({}, NO_END)
    ),
    {"last_trick": 0},
    {"last_trick": 37, "single_deal": True},
    {"last_phase_melds": "trick_won"},
    {"last_phase_melds": "trick_won", "melds_per_trick": 0, "reuse": "none"},
    {"last_phase_melds": "trick_won", "reuse": "exact_once", "rounding": "tens"},
    {"last_phase_melds": "until_first_card", "hand_size": 4, "melds_per_trick": 0},
    {"last_phase_melds": "until_first_card", "hand_size": 4, "melds_per_trick": 1},
    {"last_phase_melds": "until_first_card", "hand_size": 2, "last_phase": "follow_only"},
]
IRREGULAR = [
    {"irregularities": True, "stop": True},
    {"irregularities": True, "stop": False, "last_phase_melds": "trick_won"},
    {"irregularities": True, "last_phase_melds": "until_first_card", "hand_size": 2},
]
MINI = [
    {},
    {"last_phase": "follow_only"},
    {"last_phase_melds": "trick_won"},
    {"brisques": "immediate_10", "single_deal": False, "target": 30},
    {"stop": True, "single_deal": False, "target": 40},
]


@pytest.fixture(scope="module")
def table():
    """One table for all the tests of this file: what lies in it must not matter."""
    return new_table(12)


def legal_values(values):
    """Value of each legal action."""
    return {int(a): float(values[a]) for a in np.flatnonzero(~np.isnan(values))}


def solved(setup, states, g, objective, table):
    """The solver's values."""
    values = np.zeros(setup.num_actions)
    action_values(setup.packed[0], states, g, objective, table, values)
    return legal_values(values)


def judged(setup, states, g, objective):
    """Values by plain minimax."""
    values, line = np.zeros(setup.num_actions), setup.new_states(40)
    line[0] = states[g]
    rules = of_one_deal(setup, int(states["deal_number"][g]))
    plain_minimax.minimax_actions(rules[0], line, objective, np.zeros(2), values)
    return legal_values(values)


def agree(setup, states, table):
    """Compare solver and minimax on every state, under both objectives."""
    for g in range(len(states)):
        before = states[g].tobytes()
        for objective in (POINTS, GAME):
            want = judged(setup, states, g, objective)
            assert solved(setup, states, g, objective, table) == want, (g, objective)
            best = best_value(setup.packed[0], states, g, objective, table)
            assert best == max(want.values())
        assert states[g].tobytes() == before


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_values_are_those_of_plain_minimax(ruleset, options, table):
    for number, near in enumerate(NEARS):
        setup = Setup(ruleset, **options)
        most = min(4, setup.rules.hand_size)
        melds = "last_phase_melds" in options or ruleset == "lyonnais"
        states = dealt(setup, 8, (1, most), seed=number, near=near, courts=melds)
        agree(setup, states, table)


@pytest.mark.parametrize("options", IRREGULAR, ids=str)
@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_irregularities_lose_what_the_engine_says(ruleset, options, table):
    for number, near in enumerate(NEARS):
        setup = Setup(ruleset, **options)
        states = dealt(setup, 4, (1, 2), seed=number, near=near, courts=True)
        agree(setup, states, table)


@pytest.mark.parametrize("options", MINI, ids=str)
def test_mini_is_solved_like_the_others(options, table):
    setup = Setup("mini", **options)
    agree(setup, dealt(setup, 60, (1, 3), seed=1), table)
    agree(setup, dealt(setup, 60, (1, 2), seed=2, near=(1, 60)), table)


def test_larger_endings_agree_too(table):
    for ruleset in ("classic", "lyonnais", "binage"):
        for near in (None, (1, 100)):
            setup = Setup(ruleset)
            agree(setup, dealt(setup, 4, (5, 6), seed=5, near=near), table)


def test_a_waiting_seven_is_paid_with_the_first_card(table):
    setup = Setup("lyonnais", seven_turned=30)
    states = dealt(setup, 20, (1, 4), seed=6, near=(1, 120))
    states["pending_seven"] = 1
    agree(setup, states, table)


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [(name, {}) for name in TWO_PLAYER] + [("classic", {"hand_size": 10}), ("mini", {})],
)
def test_the_value_after_a_move_is_the_value_of_the_move(ruleset, options, table):
    """Whole last phases as met in play, every move of every position on a line."""
    setup = Setup(ruleset, **options)
    packed, states = of_one_deal(setup, 99)[0], met(setup, 3, seed=8)
    states["deal_number"] = 99
    rng, child, paid = np.random.default_rng(3), setup.new_states(1), np.zeros(2)
    for g in range(len(states)):
        state = setup.new_states(1)
        state[0] = states[g]
        while solvable(packed, state[0]):
            values = solved(setup, state, 0, POINTS, table)
            seat = int(state["to_move"][0])
            for action, value in values.items():
                child[0] = state[0]
                setup.loops.step_game(of_one_deal(setup, 99), child, 0, action)
                if solvable(packed, child[0]):
                    after = best_value(setup.packed[0], child, 0, POINTS, table)
                    after = after if child["to_move"][0] == seat else -after
                else:
                    setup.loops.write_returns(setup.packed, child, 0, 1, paid)
                    after = 100.0 * paid[seat]
                assert value == pytest.approx(after)
            chosen = int(rng.choice(list(values)))
            setup.loops.step_game(of_one_deal(setup, 99), state, 0, chosen)


def test_what_the_table_holds_never_matters():
    """Tiny, old, shared between rule sets, or about to count its searches anew."""
    setups = [Setup("classic"), Setup("lyonnais"), Setup("classic", last_phase="follow_only")]
    dealings = [dealt(setup, 6, (5, 7), seed=9, near=(20, 200)) for setup in setups]
    tiny, shared = new_table(4), new_table(14)
    for g in range(6):
        for setup, states in zip(setups, dealings, strict=True):
            for objective in (POINTS, GAME):
                fresh = solved(setup, states, g, objective, new_table(14))
                assert solved(setup, states, g, objective, tiny) == fresh
                shared[0][GENERATION] = GENERATIONS - 1 if g == 3 else shared[0][GENERATION]
                assert solved(setup, states, g, objective, shared) == fresh
    assert 0 < shared[0][GENERATION] < 100


def test_searches_of_few_and_many_cards_share_a_table():
    """The small ones use a part of it, which the large ones write over, and the other way."""
    setup, shared = Setup("lyonnais"), new_table(14)
    small, large = (dealt(setup, 4, sizes, seed=3, near=(20, 90)) for sizes in ((7, 8), (9, 9)))
    for g in range(4):
        for states, entries in ((small, SMALL), (large, 1 << 14)):
            fresh = solved(setup, states, g, GAME, new_table(14))
            assert solved(setup, states, g, GAME, shared) == fresh
            assert shared[0][SHARE] == entries - 1


def test_recursive_functions_are_compiled_for_one_set_of_types(table):
    """With two, numba's cache hands out code whose inner calls lead nowhere."""
    setup = Setup("classic")
    solved(setup, dealt(setup, 1, (4, 4), seed=1), 0, GAME, table)
    for function in (value_of, rest_margin):
        assert len(getattr(function, "signatures", ())) <= 1


def test_a_position_with_cards_to_draw_has_no_value(table):
    setup = Setup("classic")
    states = setup.new_states(1)
    setup.loops.reset_games(setup.packed, states, np.array([5]))
    values = np.zeros(setup.num_actions)
    assert not solvable(setup.packed[0], states[0])
    assert action_values(setup.packed[0], states, 0, POINTS, table, values) == 0
    assert np.isnan(values).all()
    assert np.isnan(best_value(setup.packed[0], states, 0, POINTS, table))


@pytest.mark.parametrize("bits", [3, 29, True, 8.0, "8"])
def test_a_table_of_no_size_is_refused(bits):
    with pytest.raises(ValueError, match="whole number 4 to 28"):
        new_table(bits)


# solve


def ending(ruleset="classic", seed=4, **options):
    """A game in its last phase."""
    game = cc.Game(ruleset, seed=seed, **options)
    while game.position()["turnup"]:
        game.play(game.legal_moves()[-1])
    return game


def test_solve_values_the_legal_moves_for_game_and_views_alike():
    game = ending()
    values = solve(game)
    assert list(values) == game.legal_moves()
    assert all(isinstance(value, int) for value in values.values())
    assert solve(game.view(0)) == solve(game.view(1)) == values
    assert solve(game, "game") == values  # no target within reach


def test_solve_tells_a_win_from_a_loss():
    position = ending().position()
    seat, values = position["to_move"], {}
    for mine, theirs in ((490, 0), (0, 490)):
        position["marked"] = [mine, theirs] if seat == 0 else [theirs, mine]
        values[mine] = solve(cc.Game.from_position(position), "game")
    assert outcome(max(values[490].values()))[0] == 1
    assert outcome(min(values[0].values()))[0] == -1
    assert outcome(endgame.WIN - 40) == (1, -40)
    assert outcome(-endgame.WIN + 40) == (-1, 40)


@pytest.mark.parametrize(
    ("make", "objective", "words"),
    [
        (lambda: cc.Game("classic", seed=1), "points", "still to be drawn"),
        (lambda: cc.Game("us3", seed=1), "points", "two-player rule sets"),
        (lambda: ending().position(), "points", "a Game or a View"),
        (ending, "money", "'points', 'game'"),
        (lambda: over(), "game", "the game is over"),
    ],
)
def test_solve_refuses(make, objective, words):
    with pytest.raises(EndgameError, match=words):
        solve(make(), objective)


def over():
    """A finished game."""
    game = cc.Game("mini", seed=1)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game
