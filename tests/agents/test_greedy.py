"""Greedy play: better than chance everywhere, and right where it is plain what is right."""

import os
import subprocess
import sys

import numpy as np
import pytest

from cinqcents_env._jit import PACKAGE
from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.evaluation import play_match
from cinqcents_env.game import Game
from cinqcents_env.rulebook import rules

FAMILY = ("classic", "foster", "lyonnais", "bordelais", "binage", "mini")

OPTIONS = [
    {"reuse": "none"},
    {"reuse": "exact_once", "marriage_after_quint": False},
    {"meld_when": "own_turn", "melds_per_trick": 0, "exchange_when": "own_turn"},
    {"last_phase_melds": "trick_won", "last_phase": "follow_only"},
    {"last_phase_melds": "until_first_card", "seven_played": "always"},
    {"exchange_uses_meld": True, "seven_played": "draw_if_not_exchanged", "last_draw": 10},
    {"win_at_once": True, "brisques": "immediate_10"},
    {"irregularities": True, "both_over": "fresh_100"},
    {"hand_size": 12, "rounding": "tens", "pending_seven": True, "target": 60},
    {"stop": False, "fours": (0, 0, 0, 0, 0), "binage_cards": "JD QD"},
]


def choose(position, **options):
    """Greedy's move in a position."""
    game = Game.from_position({"rules": "classic", "options": options, **position})
    agent = make_agent("greedy", game.rules)
    return game.move_text(agent.act(game.view(), game.legal_mask(), np.random.default_rng(0)))


@pytest.mark.parametrize("ruleset", FAMILY[:5])
def test_greedy_beats_random(ruleset):
    result = play_match(ruleset, "greedy", "random", games=200, seed=11)
    assert result.win_rate_interval[0] > 0.85
    assert result.illegal == 0


def test_greedy_makes_more_points_than_random_in_mini():
    assert play_match("mini", "greedy", "random", games=4000, seed=1).margin_interval[0] > 0


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_greedy_plays_every_option_and_never_loses_by_an_irregularity(options):
    ruled = rules("classic", **options)
    agent, rng = make_agent("greedy", ruled), np.random.default_rng(0)
    batch = Batch(ruled, 60, seed=4, auto_reset=False)
    while batch.live.any():
        actions = np.zeros(60, dtype=np.int64)
        rows = np.flatnonzero(batch.live)
        actions[rows] = agent.act_batch(batch.views[rows], batch.masks[rows], rng)
        batch.step(actions)
    outcomes = {batch.setup.engine.OUTCOMES[i] for i in batch.states["outcome"]}
    assert not outcomes & {"wrong stop", "false announcement"}


def test_greedy_against_random_with_irregularities():
    result = play_match("classic", "greedy", "random", games=100, seed=2, irregularities=True)
    assert result.win_rate > 0.85


HANDS = {"trump": "H", "turnup": "9H", "dealer": 1, "leader": 0, "to_move": 0}


def test_it_stops_when_that_wins():
    position = {**HANDS, "hands": ["AS KS", "9C 8C"], "stock": "7S", "phase": "play"}
    assert choose({**position, "marked": [500, 0]}) == "stop"
    assert choose({**position, "marked": [499, 0]}) != "stop"
    assert choose({**position, "marked": [499, 0]}, irregularities=True) != "stop"
    counted = {"marked": [470, 900], "captured": ["AD TD KD JD QD", ""]}
    assert choose({**position, **counted}) == "stop"


def meld_step(hand, **more):
    """A meld step of seat 0 after a won trick, cards enough to draw."""
    seen = {"hands": [hand, "7C 8C 9C 7D 8D 9D 7S"[: 3 * len(hand.split()) - 1]]}
    return {**HANDS, **seen, "phase": "meld", "stock": "8S 9S AH TH TS", **more}


def test_it_declares_the_meld_that_pays_most():
    assert choose(meld_step("KS QS JD AC AD")) == "binage"
    assert choose(meld_step("KH QH KS QS")) == "marriage H"


def test_it_never_announces_falsely():
    assert choose(meld_step("KS AS JD"), irregularities=True) == "draw"


def test_it_waits_with_a_marriage_when_the_quint_is_nearly_there():
    rest = "TS QS KS AS JC QC KC TC AC 8D 9D JD QD KD TD AD"
    near = meld_step("AH TH KH QH", stock="JH 8S 9S 7S JS", captured=[rest, "7H 8H"])
    assert choose(near) == "draw"
    gone = {**near, "stock": "7H 8S 9S 7S JS", "captured": [rest, "JH 8H"]}
    assert choose(gone) == "marriage H"


def test_a_whole_quint_goes_before_its_marriage():
    assert choose(meld_step("AS TS KS QS JS", stock="8S 9S 7H")) == "quint S"


def test_a_meld_that_reaches_the_target_is_declared_at_once():
    trumps = {**meld_step("AH TH KH QH", stock="JH"), "marked": [470, 0]}
    assert choose(trumps) == "marriage H"


def test_it_exchanges_the_seven():
    position = {**meld_step("7H AS KS"), "turnup": "TH", "stock": "8S 9S AH"}
    assert choose(position) == "exchange"


def test_in_the_last_phase_it_plays_sure_winners_and_ducks_with_points():
    last = {**HANDS, "turnup": None, "stock": "", "phase": "play"}
    assert choose({**last, "hands": ["AS 7C", "TS KC"]}) == "AS"
    reply = {**last, "trick": ["AC"], "leader": 1}
    assert choose({**reply, "hands": ["TS 7D", "8D"]}) == "7D"


def test_it_does_not_give_an_ace_away_while_cards_are_drawn():
    follow = {**HANDS, "trick": ["7H"], "leader": 1, "stock": "8S 9S 7S"}
    assert choose({**follow, "hands": ["AS 7C", "8D"]}) == "7C"


def test_a_ten_of_points_is_taken_with_the_cheapest_trump():
    follow = {**HANDS, "trick": ["TS"], "leader": 1, "stock": "8S 9S 7S"}
    assert choose({**follow, "hands": ["8H AH", "8D"]}) == "8H"


def test_interpreted_and_compiled_play_alike(tmp_path, met_in_play):
    code = (
        "import sys, numpy as np\n"
        "from cinqcents_env.agents import make_agent\n"
        "for name in sys.argv[2:]:\n"
        "    data = np.load(f'{sys.argv[1]}/{name}.npz')\n"
        "    agent = make_agent('greedy', name)\n"
        "    chosen = agent.act_batch(data['views'], data['masks'], np.random.default_rng(0))\n"
        "    assert chosen.tolist() == data['chosen'].tolist(), name\n"
    )
    for name in FAMILY:
        views, masks, _, _ = met_in_play(name, 40)
        chosen = make_agent("greedy", name).act_batch(views, masks, np.random.default_rng(0))
        np.savez(tmp_path / f"{name}.npz", views=views, masks=masks, chosen=chosen)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(PACKAGE.parent)}
    subprocess.run([sys.executable, "-c", code, str(tmp_path), *FAMILY], check=True, env=env)
