"""Through Shimmy an OpenSpiel game answers as our own PettingZoo environment does."""

from __future__ import annotations

import numpy as np
import pytest
from shimmy import OpenSpielCompatibilityV0

import cinqcents_env as cc
from cinqcents_env.envs.openspiel import PREFIX
from cinqcents_env.rulebook import rulesets


def both(ruleset, seed):
    """Shimmy's environment after its reset, and ours with the deal that it drew."""
    theirs = OpenSpielCompatibilityV0(game_name=PREFIX + ruleset, config={"episode": "deal"})
    theirs.reset(seed=seed)
    drawn = 0
    for digit in theirs.game_state.history():
        drawn = drawn * 128 + digit
    ours = cc.make(ruleset, episode="deal")
    ours.reset(seed=drawn)
    return theirs, ours


@pytest.mark.parametrize("ruleset", [name for name in rulesets() if name != "mini"])
def test_a_deal_through_shimmy_is_ours(ruleset):
    rng = np.random.default_rng(5)
    theirs, ours = both(ruleset, seed=11)
    assert theirs.possible_agents == ours.possible_agents
    for agent in ours.possible_agents:
        assert theirs.action_space(agent) == ours.action_space(agent)
    decisions, paid = 0, dict.fromkeys(ours.possible_agents, 0.0)
    while True:
        assert theirs.agent_selection == ours.agent_selection
        seen, _, terminated, truncated, info = theirs.last()
        expected, _, over, _, _ = ours.last()
        assert (terminated, truncated) == (over, False)
        if over:
            break
        assert np.array_equal(seen, expected["observation"])
        assert np.array_equal(info["action_mask"], expected["action_mask"])
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        theirs.step(action)
        ours.step(action)
        paid = {agent: paid[agent] + ours.rewards[agent] for agent in paid}
        decisions += 1
    assert decisions > 10
    assert theirs.rewards == pytest.approx(paid)  # ours pays as points are marked
