"""The equilibrium of mini as an agent: the same in every seat and suit, and hard to beat."""

from __future__ import annotations

import numpy as np
import pytest

from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.agents.cfr import SUITS, turned
from cinqcents_env.evaluation.exploit import agent_policy, exploitability
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.mini_tree import grow_tree

MINI = rules_of("mini")


@pytest.fixture(scope="module")
def whole():
    return grow_tree(MINI)


def test_nobody_takes_a_hundredth_of_a_point_from_it(whole):
    """Over all deals, by an opponent with perfect memory: it has an answer to every view."""
    result = exploitability("mini", "cfr", tree=whole)
    assert 0 <= result.exploitability < 0.005
    assert result.as_leader == pytest.approx(-3.002, abs=0.01)


def test_seats_and_suits_make_no_difference(whole):
    views, swapped = turned(whole.views.views)
    assert set(views["trump"].tolist()) == {0}
    assert swapped.mean() == 0.5
    assert len(np.unique(np.asarray(views))) * 4 == len(views)
    policy = agent_policy(whole, make_agent("cfr", MINI))
    masks = whole.views.masks(len(SUITS))
    full = np.zeros(masks.shape)
    full[whole.views.of_slot, whole.views.action] = policy
    full[swapped] = full[swapped][:, SUITS]
    keys = [view.tobytes() for view in np.asarray(views)]
    first = {key: row for row, key in reversed(list(enumerate(keys)))}
    assert np.allclose(full, full[[first[key] for key in keys]])


def test_changing_suits_changes_the_texts():
    texts = move_texts(MINI)
    other = str.maketrans("SH", "HS")
    for action, text in enumerate(texts):
        if text[0] in "AKQT" or text.split()[0] in ("marriage", "quint"):
            word, last = text[:-1], text[-1]
            assert texts[SUITS[action]] == word + last.translate(other)
        else:
            assert SUITS[action] == action


def test_other_rules_are_refused():
    with pytest.raises(AgentError, match=r"agent 'cfr': classic: only the eight-card pack"):
        make_agent("cfr", "classic")
    with pytest.raises(AgentError, match="us3"):
        make_agent("cfr", "us3")
