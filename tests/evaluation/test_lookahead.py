"""A checkpoint's value of every move: what it agrees with, what it is told, what it refuses."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env import Game, belief
from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import CheckpointAgent, save_checkpoint, shipped_checkpoints
from cinqcents_env.agents.networks import NetworkSpec
from cinqcents_env.evaluation.analysis import analyse
from cinqcents_env.evaluation.lookahead import (
    MARGIN,
    MOST_WORLDS,
    NO_HEAD,
    NO_REWARD,
    REST,
    SHARE,
    NoValue,
    look_ahead,
)
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import Setup
from cinqcents_env.solvers.endgame import solve

SHIPPED = sorted(name.partition("/")[0] for name in shipped_checkpoints())
TRAINED = {"config": {"episode": "deal", "reward": "points"}}


def decisions(ruleset, agent, seed, games, every=3, **options):
    """Decisions with a choice in games of an agent against itself."""
    rng = np.random.default_rng(seed)
    for number in range(games):
        game = Game(ruleset, seed=1000 * seed + number, **options)
        for ply in range(60):
            if game.is_over:
                break
            mask = game.legal_mask()
            if mask.sum() > 1 and ply % every == number % every:
                yield game
            game.play_action(agent.act(game.view(), mask, rng))


def untrained(folder, ruleset, training, **network):
    """A checkpoint of random numbers."""
    rules, description = rules_of(ruleset), {"type": "mlp", "hidden": [16], "activation": "relu"}
    description |= {"value": "shared", **network}
    setup, rng = Setup(rules), np.random.default_rng(0)
    shapes = NetworkSpec.from_json(description).shapes(setup.num_features, setup.num_actions)
    arrays = {n: rng.normal(size=s, scale=0.1).astype(np.float32) for n, s in shapes.items()}
    save_checkpoint(folder, arrays, rules=rules, network=description, training=training)
    return CheckpointAgent(rules, folder)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_moves_weighed_by_the_policy_are_worth_what_the_position_is(ruleset):
    agent = make_agent(f"{ruleset}/ppo", ruleset)
    gaps, positions = [], []
    games = 40 if ruleset == "mini" else 7  # its deals are short
    for game in decisions(ruleset, agent, 1, games, every=4):
        found = look_ahead(agent, game.view(), 4, seed=len(gaps))
        policy = agent.policy(game.view(), game.legal_mask())
        assert (np.isnan(found.values) == (game.legal_mask() == 0)).all()
        assert (found.errors[game.legal_mask() != 0] >= 0).all()
        gaps.append(np.where(policy > 0, policy * found.values, 0.0).sum() - found.position)
        positions.append(found.position)
    assert len(gaps) > 25
    spread = np.std(positions)
    assert abs(np.mean(gaps)) < 0.2 * spread
    assert np.corrcoef(np.add(gaps, positions), positions)[0, 1] > 0.8


def test_units_follow_what_was_trained_and_what_is_played():
    agent = make_agent("classic/ppo", "classic")
    found = look_ahead(agent, Game("classic", seed=1).view(), 4)
    assert found.unit == SHARE
    assert 0.0 < np.nanmin(found.values) <= np.nanmax(found.values) < 1.0
    deal = rules_of("classic", single_deal=True)
    assert look_ahead(make_agent("classic/ppo", deal), Game(deal, seed=1).view(), 4).unit == SHARE
    whole = look_ahead(make_agent("au4/ppo", "au4"), Game("au4", seed=1).view(), 4, seed=2)
    assert (whole.unit, whole.worlds) == (REST, 4)
    rules = rules_of("au4", single_deal=True)
    single = look_ahead(make_agent("au4/ppo", rules), Game(rules, seed=1).view(), 4, seed=2)
    assert single.unit == MARGIN
    assert single.values == pytest.approx(whole.values, nan_ok=True)  # nothing is earned yet


def test_what_was_earned_counts_where_the_deal_is_all():
    """In the rest of a deal the points marked before are left out; at its end they are in."""
    rules = rules_of("lyonnais", single_deal=True)
    agent = make_agent("lyonnais/ppo", rules)
    for game in decisions(rules, agent, 3, 6, every=2):
        ahead = 100 * game.setup.returns(game._states)[game.to_move]
        position = {**game.position(), "options": {}}
        whole = Game.from_position(position)
        single, rest = (look_ahead(agent, g.view(), 2, seed=5) for g in (game, whole))
        assert (single.unit, rest.unit) == (MARGIN, REST)
        assert single.values == pytest.approx(rest.values + ahead, nan_ok=True)
        assert single.position == pytest.approx(rest.position + ahead)


def test_with_one_trick_left_values_are_exact():
    rules, seen = rules_of("foster", single_deal=True), 0
    agent = make_agent("foster/ppo", rules)
    rng = np.random.default_rng(4)
    for seed in range(12):
        game = Game(rules, seed=seed)
        while not game.is_over:
            sizes = game.view().hand_sizes.tolist()
            if sizes == [1, 1] and not game.view().stock_size:
                found, exact = look_ahead(agent, game.view(), 2), solve(game)
                for move in game.legal_moves():
                    action = game.legal_actions()[game.legal_moves().index(move)]
                    assert found.values[action] == pytest.approx(exact[move])
                    seen += 1
            game.play_action(int(rng.choice(game.legal_actions())))
    assert seen >= 12


@pytest.mark.parametrize("ruleset", ["classic", "us3"])
def test_only_the_view_matters_and_seeds_repeat(ruleset):
    """Whatever the hidden cards are, the analysis is the same; another seed, another one."""
    agent = make_agent(f"{ruleset}/ppo", ruleset)
    different = 0
    for game in decisions(ruleset, agent, 5, 2, every=9):
        found = analyse(game, agent, 7)
        assert analyse(game, agent, 7) == found
        different += analyse(game, agent, 8) != found
        for states in np.split(belief.sample(game.view(), np.random.default_rng(1), 3), 3):
            other = game.copy()
            other._states[:] = states
            assert bytes(other.view()) == bytes(game.view())
            assert other.position() != game.position()
            assert analyse(other, agent, 7) == found
    assert different > 2


def test_more_worlds_bring_smaller_errors():
    agent, game = make_agent("classic/ppo", "classic"), Game("classic", seed=2)
    legal = game.legal_mask() != 0
    few, many = (look_ahead(agent, game.view(), n).errors[legal].mean() for n in (8, 256))
    assert many < 0.4 * few
    assert np.isnan(look_ahead(agent, game.view(), 1).errors).all()


def test_what_gives_no_value_says_why(tmp_path):
    game = Game("mini", seed=1)
    mute = untrained(tmp_path / "mute", "mini", TRAINED, value="none")
    unknown = untrained(tmp_path / "unknown", "mini", {})
    good = untrained(tmp_path / "good", "mini", TRAINED)
    assert look_ahead(good, game.view()).unit == MARGIN
    for agent, reason, words in ((mute, NO_HEAD, "no value head"), (unknown, NO_REWARD, "reward")):
        with pytest.raises(NoValue, match=words) as caught:
            look_ahead(agent, game.view())
        assert caught.value.reason == reason
        found = analyse(game, agent)
        assert (found.no_value, found.unit, found.position) == (reason, None, None)
        assert all(move.value is None and move.visits is None for move in found.moves)
        assert sum(move.probability for move in found.moves) == pytest.approx(1.0)
    strange = untrained(tmp_path / "strange", "mini", {"config": {"reward": 3, "episode": "deal"}})
    assert analyse(game, strange).no_value == NO_REWARD
    assert json.loads(json.dumps(analyse(game, good).as_dict()))["no_value"] is None


def test_what_is_refused():
    agent, game = make_agent("classic/ppo", "classic"), Game("classic", seed=1)
    for worlds in (0, MOST_WORLDS + 1):
        with pytest.raises(ValueError, match="it is 1 to 4096"):
            look_ahead(agent, game.view(), worlds)
    with pytest.raises(ValueError, match="not on move"):
        look_ahead(agent, game.view(1 - game.to_move))
