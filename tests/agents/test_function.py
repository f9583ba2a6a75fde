"""Agents on functions: they see what was trained on, and their answers are checked."""

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import CheckpointAgent, load_checkpoint, save_checkpoint


def test_a_function_sees_the_observations_and_masks_of_the_game(met_in_play):
    views, masks, observations, _ = met_in_play("us3")
    seen = []

    def logits(given, legal):
        seen.append((given.copy(), legal.copy()))
        return np.zeros(legal.shape)

    agent = cc.FunctionAgent("us3", logits)
    policy = agent.policy_batch(views, masks)
    np.testing.assert_array_equal(seen[0][0], observations)
    np.testing.assert_array_equal(seen[0][1], masks)
    np.testing.assert_allclose(policy, masks / masks.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_network_as_a_function_plays_as_its_checkpoint(tmp_path, random_arrays, deterministic):
    network = {"type": "mlp", "hidden": [8], "activation": "relu", "value": "none"}
    arrays = random_arrays("classic", network)
    folder = save_checkpoint(tmp_path / "net", arrays, rules="classic", network=network)
    net = load_checkpoint(folder).network
    ours = cc.FunctionAgent(
        "classic", lambda seen, _: net.logits(seen), "net", deterministic=deterministic
    )
    theirs = CheckpointAgent("classic", folder, deterministic=deterministic)
    matches = [
        cc.play_match("classic", agent, "random", games=20, episode=episode).as_dict()
        for episode in ("game", "deal")
        for agent in (ours, theirs)
    ]
    for match in matches:
        del match["a"], match["decisions_per_second"]
    assert matches[0] == matches[1]
    assert matches[2] == matches[3]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda seen, legal: np.zeros(3), r"logits of shape \(1, 49\), got dtype float64"),
        (lambda seen, legal: np.full(legal.shape, "x"), "got dtype <U1"),
        (lambda seen, legal: np.full(legal.shape, np.nan), "mine answered logits that are not"),
    ],
)
def test_answers_that_are_no_logits_are_named(answer, said):
    game = cc.Game("classic", seed=7)
    agent = cc.FunctionAgent("classic", answer, "mine")
    with pytest.raises(ValueError, match=said):
        agent.act(game.view(), game.legal_mask(), np.random.default_rng(0))


def test_illegal_entries_may_be_anything():
    game = cc.Game("classic", seed=7)
    agent = cc.FunctionAgent(
        "classic", lambda seen, legal: np.where(legal != 0, 0.0, np.nan), deterministic=True
    )
    mask = game.legal_mask()
    assert agent.act(game.view(), mask, np.random.default_rng(0)) == np.flatnonzero(mask)[0]


def test_a_function_of_a_view_plays_matches_under_its_name():
    def last(view, mask, rng):
        return mask.nonzero()[0][-1]

    class Last(cc.Agent):
        deterministic = True

        def _act_batch(self, views, masks, rng):
            return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    result = cc.play_match("mini", last, "random", games=20, seed=1)
    same = cc.play_match("mini", Last("mini", "last"), "random", games=20, seed=1)
    assert (result.a, result.win_rate, result.margin) == ("last", same.win_rate, same.margin)
    assert result.decisions == same.decisions
    with pytest.raises(cc.RulesError, match="unknown rule set 'minni'"):
        Last("minni", "last")
