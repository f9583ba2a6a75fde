"""Double dummy against plain minimax over the engine's own moves, and against itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env._jit import interpreted
from cinqcents_env.cards import CardError
from cinqcents_env.engine.five_hundred.layout import CALL, NAME, OVER, PLAY
from cinqcents_env.notation import move_texts
from cinqcents_env.setup import Setup
from cinqcents_env.solvers import double_dummy
from cinqcents_env.solvers.double_dummy import NotSolvable, makeable, move_values, new_table, solve
from tests.solvers import five_hundred_endings as endings

NUMBER = 12 if interpreted() else 600
JOKER_RULES = [
    {"joker_lead": lead, "joker_renounced": renounced, **more}
    for lead in ("unled_suit", "not_void_suit", "any_suit")
    for renounced in ("may_win", "may_not")
    for more in (
        {"joker_low_in_misere": True, "misere_stops_early": False, "misere": "any_time"},
        {"joker_forced_in_misere": True, "contractor_names_joker": True},
        {"joker_forced_in_misere": False, "contractor_names_joker": True},
    )
]
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    *((name, 3, {}) for name in ("us3", "ru3", "ru2", "us2", "ru4", "au4")),
    *((name, 4, {}) for name in ("us3", "ru3", "ru2", "us2")),
    ("au5", 3, {}),
    ("au6", 2, {}),
    ("au4", 3, {"must_trump": True}),
    ("us3", 3, {"all_pass": "no_trumps"}),
    ("au4", 3, {"pack": "42", "kitty": 2, "all_pass": "no_trumps", "must_trump": True}),
    *(("us3", 3, options) for options in JOKER_RULES),
    *(("au4", 3, {"pack": "46", "kitty": 6, **options}) for options in JOKER_RULES),
]


class Ending:
    """Random endings of some rules, one after the other in the same place."""

    def __init__(self, ruleset: str, cards: int, options: dict[str, Any], bits: int = 12) -> None:
        self.setup = Setup(ruleset, episode="deal", **options)
        self.cards, self.table = cards, new_table(bits)
        self.contracts = endings.contracts_of(self.setup.rules)
        self.states = self.setup.new_states(endings.DEPTH)
        self.found, self.true = (np.zeros(self.setup.num_actions) for _ in range(2))

    def draw(self, seed: int, unnamed: bool = False) -> int:
        """Draw an ending; its phase."""
        contract = self.contracts[seed % len(self.contracts)]
        packed, states = self.setup.packed, self.states
        endings.draw_ending(packed, states, 0, contract, self.cards, seed, unnamed)
        return int(states[0]["phase"])

    def solve(self) -> int:
        """Write the value of every action; the best one."""
        packed, states = self.setup.packed, self.states
        double_dummy.action_values(packed, states, 0, self.table, self.found)
        return int(double_dummy.best_value(packed, states, 0, self.table))


def name_of(setting: tuple[str, int, dict[str, Any]]) -> str:
    ruleset, cards, options = setting
    return "-".join((ruleset, str(cards), *(f"{k}={v}" for k, v in options.items())))


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_every_move_is_worth_what_trying_everything_says(setting: Any) -> None:
    ending = Ending(*setting)
    solved = 0
    for seed in range(NUMBER):
        if ending.draw(seed) != PLAY:
            continue  # a misère that the moves before have ended
        best = ending.solve()
        assert best == endings.all_values(ending.setup.packed, ending.states, ending.true)
        np.testing.assert_array_equal(ending.found, ending.true, err_msg=f"seed {seed}")
        solved += 1
    assert solved > NUMBER // 2


@pytest.mark.parametrize(
    ("ruleset", "phase", "options"),
    [("au4", NAME, {}), ("au4", NAME, {"pack": "46", "kitty": 6}), ("au5", CALL, {})],
)
def test_calls_and_names_are_worth_the_play_after_them(
    ruleset: str, phase: int, options: dict[str, Any]
) -> None:
    ending = Ending(ruleset, 2, options)
    solved = 0
    for seed in range(40 if interpreted() else 300):
        if ending.draw(seed, unnamed=True) != phase:
            continue
        best = ending.solve()
        true = endings.values_before_play(ending.setup, ending.states)
        np.testing.assert_array_equal(ending.found, true, err_msg=f"seed {seed}")
        misere = ending.states[0]["contract"] in (25, 26)
        assert best == (np.nanmin(true) if misere else np.nanmax(true))
        solved += 1
    assert solved > 0


class Opened:
    """A whole deal with seat 0 on lead to a contract, the joker without a suit."""

    def __init__(self, ruleset: str, seed: int, contract: int) -> None:
        self.setup = Setup(ruleset, episode="deal")
        self.packed, self.states = self.setup.packed, self.setup.new_states(1)
        self.setup.loops.reset_games(self.packed, self.states, np.array([seed]))
        double_dummy.open_deal(self.packed, self.states, 0, contract, 0)
        if self.states[0]["phase"] == NAME:
            self.play("pass")

    def play(self, move: str) -> None:
        action = move_texts(self.setup.rules).index(move)
        assert self.setup.loops.step_game(self.packed, self.states, 0, action)

    def shorten(self, cards: int) -> None:
        """Take cards out of every hand until so many are left."""
        for seat in range(self.setup.num_seats):
            pack = self.setup.rules.cards
            kept = pack.from_set(self.states["hand"][0, seat])[:: 2 if cards < 6 else 1][:cards]
            self.states["hand"][0, seat] = pack.to_set(kept)

    @property
    def is_over(self) -> bool:
        return bool(self.states[0]["phase"] == OVER)

    def best(self, table: double_dummy.Table) -> int:
        """The value; the tricks of the side of seat 0 when the deal is over."""
        if self.is_over:
            tricks = self.states[0]["tricks"][:: self.setup.rules.num_sides]
            return sum(int(number) for number in tricks)
        return int(double_dummy.best_value(self.packed, self.states, 0, table))


@pytest.mark.parametrize("ruleset", ["us3", "au4"])
@pytest.mark.parametrize("contract", [0, 4, 25])
def test_only_the_side_that_errs_moves_the_value(ruleset: str, contract: int) -> None:
    table, rng = new_table(), np.random.default_rng(contract)
    for seed in range(1 if interpreted() else 4):
        deal = Opened(ruleset, seed, contract)
        deal.shorten(4 if interpreted() else 10)
        value = deal.best(table)
        while not deal.is_over:
            values = move_values(deal.setup, deal.states, 0, table)
            own = int(deal.states[0]["to_move"]) % deal.setup.rules.num_sides == 0
            many = own != (contract == 25)
            best = max(values.values()) if many else min(values.values())
            assert value == best
            move = str(rng.choice(sorted(values)))
            value = values[move]
            assert value <= best if many else value >= best
            deal.play(move)
        assert value == deal.best(table)


def relabelled(hand: str, suits: str) -> str:
    """A hand with the suits S, C, D, H written as others."""
    swap = str.maketrans("SCDH", suits)
    cards = hand.split()
    return " ".join(c if c == "JK" else c[:-1] + c[-1].translate(swap) for c in cards)


def test_suits_of_a_colour_and_the_colours_may_be_exchanged() -> None:
    table, pack = new_table(), cc.rules("us3").cards
    rng = np.random.default_rng(3)
    size = 3 if interpreted() else 7
    for _ in range(2 if interpreted() else 12):
        cards = [pack.text(i) for i in rng.permutation(len(pack))[: 3 * size]]
        hands = [" ".join(cards[seat * size : (seat + 1) * size]) for seat in range(3)]
        found = makeable("us3", hands, table)
        for suits in ("CSDH", "SCHD", "DHSC"):
            other = makeable("us3", [relabelled(hand, suits) for hand in hands], table)
            assert [found[s] for s in "SCDH"] == [other[s] for s in suits]
            assert (found["NT"], found["misere"]) == (other["NT"], other["misere"])


def test_a_small_table_a_large_one_and_a_used_one_agree() -> None:
    small, large = new_table(4), new_table(16)
    for seed in range(2 if interpreted() else 10):
        ending = Ending("au4", 3 if interpreted() else 6, {})
        ending.draw(seed)
        values = []
        for table in (small, large, large):
            double_dummy.action_values(ending.setup.packed, ending.states, 0, table, ending.found)
            values.append(ending.found.copy())
        np.testing.assert_array_equal(values[0], values[1])
        np.testing.assert_array_equal(values[0], values[2])


def test_a_limit_gives_up_and_leaves_the_table_in_order() -> None:
    table, deal = new_table(), Opened("us3", 2, 0)
    deal.shorten(5)
    packed, states = deal.packed, deal.states
    before, values = states.tobytes(), np.zeros(deal.setup.num_actions)
    assert double_dummy.limited_best_value(packed, states, 0, table, 3) == -1
    assert double_dummy.limited_action_values(packed, states, 0, table, values, 3) == -1
    with pytest.raises(NotSolvable, match="not solved within 3 nodes"):
        move_values(deal.setup, states, limit=3)
    assert states.tobytes() == before
    best = deal.best(table)
    assert best == deal.best(new_table())
    assert double_dummy.limited_best_value(packed, states, 0, table, 10**9) == best


def test_what_is_no_position_to_solve_is_refused_by_name() -> None:
    with pytest.raises(NotSolvable, match="the phase is 'bid'; double dummy solves"):
        solve(cc.Game("us3", seed=1))
    with pytest.raises(NotSolvable, match="for Five Hundred, not for 'classic'"):
        solve(cc.Game("classic", seed=1))
    with pytest.raises(NotSolvable, match="for Five Hundred, not for 'classic'"):
        makeable("classic", ["AS", "KS"])
    for hands in (["AS"], ["AS", "KS QS"], ["", ""], ["AS KS"] * 3):
        with pytest.raises(NotSolvable, match="it takes 2 of equal size, 1 to 10 cards"):
            makeable("us2", hands)
    with pytest.raises(CardError, match="not a card of this pack"):
        makeable("us2", ["AS", "7S"])
    with pytest.raises(CardError, match="AS is named twice"):
        makeable("us2", ["AS", "AS"])
    for bits in (3, 29, 16.0, True, "16"):
        with pytest.raises(ValueError, match="a whole number from 4 to 28"):
            new_table(bits)  # type: ignore[arg-type]


def test_states_in_other_phases_have_no_value() -> None:
    game, table = cc.Game("us3", seed=1), new_table(4)
    values = np.zeros(game.setup.num_actions)
    packed, states = game.setup.packed, game._states
    assert double_dummy.best_value(packed, states, 0, table) == -1
    assert double_dummy.action_values(packed, states, 0, table, values) == -1
    assert np.isnan(values).all()


def test_makeable_by_hand() -> None:
    assert makeable("us2", ["AS KS", "QS AH"]) == {
        "S": [2, 0],
        "C": [2, 1],
        "D": [2, 1],
        "H": [1, 1],
        "NT": [2, 1],
        "misere": [2, 0],
    }
    found = makeable("au4", ["JK 4H", "AS KS", "5S 6S", "QS 7S"])
    assert found["NT"] == [2, 0, 2, 0]
    assert "misere" not in makeable("ru2", ["AS", "KS"])


POINTS = [
    ("us3", {}),
    ("ru3", {"slam": "below_160"}),
    ("ru2", {"tens_stop_at_490": True}),
    ("us2", {}),
    ("ru4", {"tens_stop_at_490": True}),
    ("au4", {"misere_defenders": "per_declarer_trick", "tens_stop_at_490": True}),
    ("au5", {}),
    ("au6", {}),
]


@pytest.mark.parametrize(("ruleset", "options"), POINTS)
def test_points_of_a_deal_are_those_the_engine_credits(
    ruleset: str, options: dict[str, Any]
) -> None:
    setup = Setup(ruleset, episode="deal", start_scores="random", **options)
    states, rng = setup.new_states(1), np.random.default_rng(5)
    played = 0
    for seed in range(10 if interpreted() else 300):
        setup.loops.reset_games(setup.packed, states, np.array([seed]))
        before = states.copy()
        while states[0]["phase"] < 4:
            endings.random_move(setup.packed, states, rng.integers(2**40))
        if states[0]["phase"] != PLAY:
            continue
        before = states.copy()
        while states[0]["phase"] == PLAY:
            endings.random_move(setup.packed, states, rng.integers(2**40))
        seats = int(endings.counted(setup.packed, before))
        sides = {
            seat % setup.rules.num_sides for seat in range(setup.num_seats) if seats >> seat & 1
        }
        tricks = endings.tricks_counted(states, seats)
        earned = states[0]["earned"][: setup.rules.num_sides]
        own = np.mean([earned[side] for side in sides])
        others = [earned[side] for side in range(setup.rules.num_sides) if side not in sides]
        expected = own - (np.mean(others) if others else 0.0)
        assert endings.points_of(setup.packed, before, tricks) == pytest.approx(expected)
        played += 1
    assert played > 0
