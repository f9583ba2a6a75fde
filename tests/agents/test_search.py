"""Search agents: specifications, seeds, threads, what they may see, how well they play."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env._jit import interpreted
from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.agents.search import agents as search_agents
from cinqcents_env.batch import Batch
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.threads import share
from cinqcents_env.evaluation import play_match
from cinqcents_env.game import Game
from tests.agents import legality

SPECS = ("pimc:4", "ismcts:40")
RULESETS = ("classic", "binage", "us3", "au4")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("pimc", "lacks its argument: pimc:N"),
        ("pimc:0", "its number '0' is not valid; it is a whole number 1 to 100000"),
        ("pimc:-3", "its number '-3' is not valid"),
        ("pimc:x", "its number 'x' is not valid"),
        ("pimc:1000000000000000000", "its number '10000000000000000000'|is not valid"),
        ("ismcts:1000001", "whole number 1 to 1000000"),
        ("pimc:4?", "unknown option ''"),
        ("pimc:4?thread=3", "unknown option 'thread' .did you mean 'threads'"),
        ("pimc:4?ms", "ms '' is not valid; it is a whole number 1 to 3600000"),
        ("pimc:4?ms=2&ms=3", "option ms is given twice"),
        ("ismcts:4?threads=0", "threads '0' is not valid"),
    ],
)
def test_bad_specifications_are_named(spec, words):
    with pytest.raises(AgentError, match=words):
        make_agent(spec, "classic")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("spec", SPECS)
def test_a_policy_is_a_distribution_over_legal_moves(spec, ruleset, met_in_play):
    views, masks, _, _ = met_in_play(ruleset, 20)
    policy = make_agent(spec, ruleset).policy_batch(views, masks)
    np.testing.assert_allclose(policy.sum(axis=1), 1.0)
    assert (policy[masks == 0] == 0).all()
    assert (policy >= 0).all()


@pytest.mark.parametrize("ruleset", ["classic", "us3"])
@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_gives_the_same_answer_however_many_threads(spec, ruleset, met_in_play):
    views, masks, _, _ = met_in_play(ruleset, 20)
    answers = [
        make_agent(form, ruleset).act_batch(views, masks, np.random.default_rng(3))
        for form in (spec, spec, f"{spec}?threads=3")
    ]
    np.testing.assert_array_equal(answers[0], answers[1])
    np.testing.assert_array_equal(answers[0], answers[2])
    agent = make_agent(spec, ruleset)
    first = agent.act_batch(views[:1], masks[:1], np.random.default_rng(3))
    assert first[0] == answers[0][0]
    again = pickle.loads(pickle.dumps(agent)).policy_batch(views, masks)
    np.testing.assert_array_equal(again, agent.policy_batch(views, masks))


def test_another_seed_gives_other_worlds(met_in_play):
    views, masks, _, _ = met_in_play("classic", 60)
    agent = make_agent("pimc:1", "classic")
    answers = {
        tuple(agent.act_batch(views, masks, np.random.default_rng(seed))) for seed in range(4)
    }
    assert len(answers) > 1


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("spec", SPECS)
def test_states_that_look_alike_are_answered_alike(spec, ruleset):
    """The hidden cards are dealt anew from the view: the answer may not move."""
    batch, rng = Batch(ruleset, 6, seed=5), np.random.default_rng(0)
    for _ in range(7):
        batch.step(make_agent("random", ruleset).act_batch(batch.views, batch.masks, rng))
    family = cc.rules(ruleset).family
    chance = np.array([[12345, 67890]], dtype=np.int64)
    agent = make_agent(spec, ruleset)
    answers = agent.act_batch(batch.views, batch.masks, np.random.default_rng(9))
    for row in range(6):
        other = copy.deepcopy(batch.states[row : row + 1])
        loops(family).sample_states(batch.setup.packed, batch.views, row, chance, other)
        views, mask = batch.setup.new_views(6), batch.masks.copy()
        views[:] = batch.views
        loops(family).write_view(other, 0, int(batch.to_move[row]), views, row)
        assert other.tobytes() != batch.states[row : row + 1].tobytes()
        again = agent.act_batch(views, mask, np.random.default_rng(9))
        assert again[row] == answers[row]


@pytest.mark.parametrize(("ruleset", "options"), legality.settings(), ids=str)
def test_no_answer_is_illegal(ruleset, options):
    number = 10 * legality.GAMES if interpreted() else 60 * legality.GAMES
    assert legality.play(ruleset, options, ("greedy", "pimc:1", "ismcts:10"), number) >= number


def test_a_time_limit_ends_a_search(met_in_play):
    views, masks, _, _ = met_in_play("classic", 2)
    seeds = np.arange(2)
    for spec in ("pimc:100000?ms=5", "ismcts:1000000?ms=5"):
        found = make_agent(spec, "classic").search_batch(views[:2], masks[:2], seeds)
        assert found.visits.max(initial=0) < 100_000


@pytest.mark.parametrize("spec", ["pimc:100000", "ismcts:1000000"])
def test_a_search_with_a_time_limit_is_spread_over_threads(spec, met_in_play, monkeypatch):
    parts = []

    def shared(games, loop, rules, *arguments):
        parts.append(len(games))
        return share(games, loop, rules, *arguments)

    monkeypatch.setattr(search_agents, "share", shared)
    views, masks, _, _ = met_in_play("classic", 8)
    agent = make_agent(f"{spec}?ms=2&threads=2&exact=0", "classic")
    found = agent.search_batch(views, masks, np.arange(len(views)))
    assert set(parts) == {2}
    assert (found.visits[masks.sum(axis=1) > 1].max(axis=1) > 0).all()


def last_phase(ruleset="classic", **options):
    """A game whose stock has just gone."""
    game = Game(ruleset, seed=4, **options)
    while game.view().stock_size or game.view().turnup >= 0:
        game.play(game.legal_moves()[-1])
    return game


def test_the_last_phase_is_solved():
    game = last_phase(episode="deal")
    agent = make_agent("pimc:1", game.rules)
    found = agent.search_batch(game.view().record, game.legal_mask()[None], np.zeros(1, np.int64))
    assert found.exact[0]
    best = np.nanmax(found.values[0])
    for _ in range(2):  # both by the solver and by playing its moves on, the margin is the same
        while not game.is_over:
            action = agent.act(game.view(), game.legal_mask(), np.random.default_rng(0))
            seat = game.to_move if not game.is_over else 0
            game.play_action(action)
        assert game.is_over
    assert abs(abs(100 * game.returns[seat]) - abs(best)) < 1e-9


def test_a_search_stops_a_game_that_it_can_win():
    game = Game("classic", seed=4, start_scores=(499, 499))
    rng = np.random.default_rng(0)
    agent = make_agent("pimc:8", "classic")
    for _ in range(100):
        if "stop" in game.legal_moves():
            break
        game.play(game.legal_moves()[0])
    seat = game.to_move
    while not game.is_over and game.to_move == seat:
        game.play_action(agent.act(game.view(), game.legal_mask(), rng))
    assert (game.result or {}).get("winners") == [seat]


@pytest.mark.skipif(interpreted(), reason="too many decisions for plain Python")
@pytest.mark.parametrize(
    ("ruleset", "spec", "games"),
    [("classic", "pimc:16", 300), ("binage", "pimc:16", 200), ("us3", "pimc:16", 300)],
)
def test_search_beats_greedy_play(ruleset, spec, games):
    result = play_match(ruleset, spec, "greedy", games=games, seed=1, episode="deal")
    assert result.margin_interval[0] > 0


@pytest.mark.parametrize("spec", ["endgame", "pimc:4", "ismcts:20"])
def test_an_agent_handed_over_plays_for_what_the_episode_is_played_for(spec: str) -> None:
    whole, deal = cc.rules("classic"), cc.rules("classic", single_deal=True)
    agent = make_agent(spec, whole)
    assert make_agent(agent, whole) is agent
    assert make_agent(agent, deal).rules == deal
    assert make_agent(agent, cc.rules("classic", max_deals=3)) is agent


def test_playouts_that_end_double_dummy_do_not_depend_on_threads_or_neighbours() -> None:
    batch = cc.Batch("us3", 6, seed=4, skip_forced=True)
    for _ in range(14):
        batch.step(np.argmax(batch.masks, axis=1))
    one, two = (make_agent(f"pimc:6?depth=3{more}", "us3") for more in ("", "&threads=2"))
    seeds = np.arange(6)
    found = one.search_batch(batch.views, batch.masks, seeds).values
    assert np.array_equal(
        found, two.search_batch(batch.views, batch.masks, seeds).values, equal_nan=True
    )
    order = np.array([5, 3, 1, 0, 2, 4])
    mixed = one.search_batch(batch.views.take(order), batch.masks[order], seeds[order]).values
    assert np.array_equal(found[order], mixed, equal_nan=True)


@pytest.mark.parametrize(
    ("ruleset", "spec"),
    [("classic", "pimc:4?depth=2"), ("us3", "ismcts:4?depth=2"), ("us3", "pimc:4?exact=0")],
)
def test_options_that_would_change_nothing_are_refused(ruleset: str, spec: str) -> None:
    with pytest.raises(cc.AgentError, match="unknown option"):
        make_agent(spec, ruleset)
