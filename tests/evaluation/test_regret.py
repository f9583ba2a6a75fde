"""Regret in last phases: none for exact play, what was lost for others."""

import json

import numpy as np
import pytest

from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.engine.batch import game_seeds
from cinqcents_env.evaluation import NoLastPhase, last_phase_regret
from cinqcents_env.evaluation.matches import block_seed
from cinqcents_env.evaluation.regret import BLOCK
from cinqcents_env.game import Game
from cinqcents_env.rulebook import RulesError
from cinqcents_env.solvers.endgame import solve

TWO_PLAYER = ("classic", "foster", "lyonnais", "bordelais", "binage", "mini")


@pytest.mark.parametrize("opponent", [None, "random"])
@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_exact_play_has_no_regret(ruleset, opponent):
    result = last_phase_regret(ruleset, "endgame", opponent, deals=30, seed=1)
    assert (result.lost, result.faultless, result.worst) == (0.0, 1.0, 0.0)
    assert result.decisions > 0
    assert result.faultless_interval[0] < 1.0


def test_random_play_loses_more_than_greedy_play():
    low, high = (last_phase_regret("classic", spec, deals=150) for spec in ("greedy", "random"))
    assert 0 < low.lost < high.lost
    assert high.faultless < low.faultless
    assert low.phases == high.phases == 300
    assert low.lost_interval[0] < low.lost < low.lost_interval[1]
    assert low.decisions_per_phase == low.decisions / low.phases


@pytest.mark.parametrize("ruleset", ["classic", "lyonnais"])
def test_the_figure_is_what_solve_says(ruleset):
    """The same deals played again as single games, every decision weighed by ``solve``."""
    result = last_phase_regret(ruleset, "greedy", deals=5, seed=3)
    agent, costs = make_agent("greedy", ruleset), []
    for seed in game_seeds(block_seed(3, 0), 5):
        game, lost = Game(ruleset, seed=int(seed), single_deal=True), [0, 0]
        while not game.is_over:
            view, seat = game.view(), game.to_move
            action = agent.act(view, game.legal_mask(), np.random.default_rng(0))
            if view.stock_size == 0 and view.turnup < 0:
                values = solve(game)
                lost[seat] += max(values.values()) - values[game.move_text(action)]
            game.play_action(action)
        costs.append(lost)
    assert result.lost == pytest.approx(np.mean(costs))
    assert result.faultless == pytest.approx(np.mean(np.array(costs) == 0))


def test_an_opponent_is_not_measured():
    alone = last_phase_regret("classic", "endgame", "random", deals=20, seed=5)
    assert alone.phases == 40
    assert alone.lost == 0.0
    assert "against random" in alone.table()


def test_the_same_seed_gives_the_same_result_in_blocks_of_any_order():
    def backwards(function, blocks):
        return [function(block) for block in reversed(blocks)][::-1]

    first = last_phase_regret("mini", "random", deals=70, seed=2, block=32)
    assert first == last_phase_regret("mini", "random", deals=70, seed=2, block=32)
    assert first == last_phase_regret(
        "mini", "random", deals=70, seed=2, block=32, spread=backwards
    )
    assert first != last_phase_regret("mini", "random", deals=70, seed=3, block=32)
    assert BLOCK > 70
    assert json.dumps(first.as_dict(), allow_nan=False)


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(RulesError, match="us3 has no last phase"):
        last_phase_regret("us3", "random")
    with pytest.raises(ValueError, match="deals=0"):
        last_phase_regret("classic", "random", deals=0)
    with pytest.raises(AgentError, match="rndom"):
        last_phase_regret("classic", "rndom")
    with pytest.raises(NoLastPhase, match="no deal of 3"):
        last_phase_regret("classic", "random", deals=3, target=1, stop=False, win_at_once=True)
