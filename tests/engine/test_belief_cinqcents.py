"""Beliefs of the two-player family: every way the cards can lie, each as often as any other."""

from __future__ import annotations

from collections import Counter
from math import comb, perm
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env._jit import interpreted
from tests.engine.layouts import chi_square, two_player_layouts
from tests.oracle.compare import Match

LOOKS, EACH, LIMIT = (2, 10, 60) if interpreted() else (4, 30, 1000)
"""Positions looked at, samples for each way, ways that are listed at most."""


def lying(game: cc.Game, state: Any, seat: int) -> tuple[str, str]:
    """(opponent's hand, stock from the top) of an engine state."""
    cards, size = game.rules.cards, int(state["stock_size"])
    hand = cards.from_set(int(state["hand"][1 - seat]))
    return " ".join(sorted(hand)), " ".join(cards.text(int(c)) for c in state["stock"][:size][::-1])


CASES = (
    ("mini", {}),
    ("classic", {}),
    ("lyonnais", {"hand_size": 12}),
    ("foster", {"exchange_when": "own_turn", "meld_when": "own_turn"}),
    ("binage", {"last_phase": "follow_only"}),
    ("bordelais", {"last_phase_melds": "trick_won", "melds_per_trick": 0}),
)


@pytest.mark.parametrize(("ruleset", "options"), CASES, ids=str)
def test_all_ways_are_equally_likely(ruleset: str, options: dict[str, Any]) -> None:
    tested, shown, seed = 0, 0, 0
    melds = ruleset != "mini"  # where a hand of one card melds nothing
    while (tested < LOOKS or shown < melds) and seed < 40:
        match, here = Match(ruleset, {"single_deal": True, **options}, seed, None), 0
        match._deal_if_due()
        while not match.game.is_over and here < 3:
            for seat in range(2):
                tried = compared(match, seat, tested)
                here += tried
                shown += tried and bool(match.oracle.known(seat)["opponent"])
            match.moves = match.oracle.legal()
            move = match._choose()
            match.game.play(move)
            match.oracle.play(move)
        tested, seed = tested + here, seed + 1
    assert tested >= LOOKS
    assert shown >= melds


def compared(match: Match, seat: int, seed: int) -> bool:
    """Compare samples with all the ways, where there are few but more than one."""
    game, known = match.game, match.oracle.known(seat)
    opponent, unseen = known["opponent"].split(), known["unseen"].split()
    missing = known["opponent_size"] - len(opponent)
    number = comb(len(unseen), missing) * perm(len(unseen) - missing)
    assert belief.worlds(game.view(seat)) == pytest.approx(number, rel=1e-9)
    if not 1 < number <= LIMIT:
        return False
    ways = two_player_layouts(game, seat, opponent)
    assert len(ways) == number
    states = belief.sample(game.view(seat), np.random.default_rng(seed), EACH * number)
    counts = Counter(lying(game, state, seat) for state in states)
    assert counts.keys() <= ways
    assert abs(chi_square(counts, number)) < 4.0
    return True


def test_where_all_is_known_the_sample_is_the_game_itself() -> None:
    game = cc.Game("classic", seed=4)
    while game._state["stock_size"] or game._state["deal_number"] < 2:
        game.play(game.legal_moves()[0])
    state = belief.sample(game.view(game.to_move), np.random.default_rng(0), 1)[0]
    known = [name for name in state.dtype.names if name != "seed"]
    assert [state[name].tolist() for name in known] == [
        game._state[name].tolist() for name in known
    ]


def test_the_deals_to_come_are_drawn_too() -> None:
    states = belief.sample(cc.Game("classic", seed=4).view(0), np.random.default_rng(0), 200)
    seeds = np.asarray(states["seed"], dtype=np.int64)
    drawn = (seeds[:, None] >> np.arange(63)) & 1
    assert (np.abs(drawn.mean(axis=0) - 0.5) < 0.2).all(), "each bit is set in half of them"
    assert (seeds >= 0).all()


def test_a_view_that_contradicts_itself_has_no_worlds() -> None:
    game = cc.Game("classic", seed=4)
    few, many = game.view(0), game.view(0)
    few.record["known"][0, 1] = few.record["hand"][0] << 1 & ~few.record["hand"][0]
    few.record["hand_sizes"][0, 1] = 0
    many.record["stock_size"] = 30
    for view in (few, many):
        assert belief.worlds(view) == 0.0
        with pytest.raises(belief.BeliefError, match="contradict"):
            belief.sample(view, np.random.default_rng(0), 1)
