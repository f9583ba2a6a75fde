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


def test_it_takes_the_win_where_only_one_move_wins():
    """Both have just reached the target: who does not stop lets the other stop."""
    game, rng, told_apart = Game("classic", seed=4), np.random.default_rng(0), 0
    agent, points = make_agent("endgame", game.rules), {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    while game.position()["turnup"]:
        game.play(game.legal_moves()[-1])
    while not game.is_over and game.deals_begun == 1:
        position = game.position()
        won = [
            sum(points.get(card[0], 0) for card in pile.split()) for pile in position["captured"]
        ]
        position["marked"] = [500 - worth for worth in won]
        near = Game.from_position(position)
        values = solve(near, "game")
        chosen = near.move_text(agent.act(near.view(), near.legal_mask(), rng))
        assert values[chosen] == max(values.values())
        results = {move: outcome(value)[0] for move, value in values.items()}
        assert results["stop"] == 1
        told_apart += results[chosen] == 1 and -1 in results.values()
        game.play(game.legal_moves()[0])
    assert told_apart > 3


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
