"""``?exact``: a checkpoint's policy, with the last phase by the solver."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.agents.checkpoint import save_checkpoint
from cinqcents_env.evaluation.regret import last_phase_regret


@pytest.fixture
def saved(tmp_path, mlp, random_arrays):
    """A checkpoint of a policy that knows nothing."""
    return save_checkpoint(
        tmp_path / "one", random_arrays("classic", mlp), rules="classic", network=mlp
    )


def in_last_phase(views):
    """Where nothing is left to be drawn."""
    return (views["stock_size"] == 0) & (views["turnup"] < 0)


def test_it_is_the_network_before_and_the_solver_after(saved, met_in_play):
    views, masks, _, _ = met_in_play("classic")
    last = in_last_phase(views)
    assert 10 < last.sum() < len(views)
    both = make_agent(f"checkpoint:{saved}?exact", "classic").policy_batch(views, masks)
    network = make_agent(f"checkpoint:{saved}", "classic").policy_batch(views, masks)
    endgame = make_agent("endgame", "classic").policy_batch(views, masks)
    np.testing.assert_array_equal(both[~last], network[~last])
    np.testing.assert_array_equal(both[last], endgame[last])
    assert (both[last] != network[last]).any()


def test_it_loses_nothing_in_last_phases(saved):
    assert last_phase_regret("classic", f"checkpoint:{saved}?exact", deals=20).lost == 0.0
    assert last_phase_regret("classic", f"checkpoint:{saved}", deals=20).lost > 1.0


def test_flags_join(saved, met_in_play):
    views, masks, _, _ = met_in_play("classic")
    agent = make_agent(f"checkpoint:{saved}?deterministic&exact", "classic")
    assert agent.deterministic
    assert (agent.policy_batch(views, masks).max(axis=1) == 1.0).all()
    assert pickle.loads(pickle.dumps(agent)).spec == agent.spec


def test_it_plays_for_the_game_or_for_points(saved):
    agent = make_agent(f"checkpoint:{saved}?exact", "classic")
    deal = make_agent(agent, cc.rules("classic", single_deal=True))
    assert deal.spec == agent.spec
    assert (agent._ending._objective, deal._ending._objective) == (
        make_agent("endgame", "classic")._objective,
        make_agent("endgame", cc.rules("classic", single_deal=True))._objective,
    )
    assert agent._ending._objective != deal._ending._objective
    assert make_agent(deal, cc.rules("classic", single_deal=True)) is deal


def test_the_auction_game_has_no_such_phase(tmp_path, mlp, random_arrays):
    folder = save_checkpoint(tmp_path / "one", random_arrays("us3", mlp), rules="us3", network=mlp)
    with pytest.raises(AgentError, match="us3 has no last phase to play exactly"):
        make_agent(f"checkpoint:{folder}?exact", "us3")
