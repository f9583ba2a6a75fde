"""The endgame agent: greedy until the stock is gone, then never worse than any other play."""

import pickle

import numpy as np
import pytest

from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.evaluation import play_match
from cinqcents_env.game import Game
from cinqcents_env.rulebook import rules, rulesets
from cinqcents_env.solvers.endgame import outcome, solve

TWO_PLAYER = ("classic", "foster", "lyonnais", "bordelais", "binage", "mini")


def last_phase(view):
    return view.stock_size == 0 and view.turnup < 0


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_it_plays_greedily_and_then_exactly(ruleset, single):
    single = single or ruleset == "mini"
    rng, solved = np.random.default_rng(0), 0
    for seed in range(11, 16):
        game = Game(ruleset, seed=seed, single_deal=single)
        agent, greedy = (make_agent(spec, game.rules) for spec in ("endgame", "greedy"))
        while not game.is_over and game.deals_begun < 3:
            view, mask = game.view(), game.legal_mask()
            chosen, liked = (game.move_text(one.act(view, mask, rng)) for one in (agent, greedy))
            if last_phase(view):
                values = solve(game, "points" if single else "game")
                ties = [move for move in values if values[move] == max(values.values())]
                assert chosen == (liked if liked in ties else ties[0])
                solved += 1
            else:
                assert chosen == liked
            game.play(chosen)
    assert solved > 10


def test_it_looks_at_the_game_not_at_the_points():
    """Within reach of the target it takes the win among moves that make as many points."""
    game, rng, told_apart = Game("classic", seed=4), np.random.default_rng(0), 0
    agent = make_agent("endgame", game.rules)
    while game.position()["turnup"] or len(game.position()["hands"][0].split()) > 6:
        game.play(game.legal_moves()[-1])
    position = game.position()
    for marked in range(380, 500, 2):
        position["marked"] = [marked, marked]
        near = Game.from_position(position)
        points, values = solve(near, "points"), solve(near, "game")
        chosen = near.move_text(agent.act(near.view(), near.legal_mask(), rng))
        assert values[chosen] == max(values.values())
        ties = [move for move in points if points[move] == max(points.values())]
        told_apart += len({outcome(values[move])[0] for move in ties}) > 1
    assert told_apart > 0


@pytest.mark.parametrize("ruleset", ["classic", "binage"])
def test_it_beats_greedy_in_the_same_deals(ruleset):
    result = play_match(ruleset, "endgame", "greedy", games=200, seed=2, episode="deal")
    assert result.margin_interval[0] > 0


def test_it_does_not_play_the_other_family():
    others = [name for name in rulesets() if name not in TWO_PLAYER]
    assert len(others) == 8
    for name in others:
        with pytest.raises(AgentError, match=f"'endgame' does not play {name}"):
            make_agent("endgame", name)


def test_it_can_be_pickled_with_a_table_in_use():
    game = Game("mini", seed=3)
    agent, rng = make_agent("endgame", rules("mini")), np.random.default_rng(0)
    while not last_phase(game.view()):
        game.play_action(agent.act(game.view(), game.legal_mask(), rng))
    view, mask = game.view(), game.legal_mask()
    chosen = agent.act(view, mask, rng)
    assert pickle.loads(pickle.dumps(agent)).act(view, mask, rng) == chosen
