"""The door that every policy goes through: masks required, answers checked."""

import pickle

import numpy as np
import pytest

from cinqcents_env.agents import Agent, AgentError, IllegalAction, agent_forms, make_agent
from cinqcents_env.agents.base import action_names
from cinqcents_env.game import Game
from cinqcents_env.rulebook import rules

SPECS = ("random", "passive", "greedy", "endgame")


def at_start(**options):
    game = Game("classic", seed=7, **options)
    return game, game.view(), game.legal_mask()


@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_acts_legally_and_its_policy_is_a_distribution(spec, met_in_play):
    agent, rng = make_agent(spec, "classic"), np.random.default_rng(0)
    views, masks, _, _ = met_in_play("classic")
    actions = agent.act_batch(views, masks, rng)
    assert actions.dtype == np.int64
    assert masks[np.arange(len(actions)), actions].all()
    policy = agent.policy_batch(views, masks)
    assert policy.dtype == np.float64
    np.testing.assert_allclose(policy.sum(axis=1), 1.0)
    assert (policy[masks == 0] == 0).all()


@pytest.mark.parametrize("spec", SPECS)
def test_one_position_is_a_batch_of_one(spec):
    game, view, mask = at_start()
    agent = make_agent(spec, "classic")
    one = agent.act(view, mask, np.random.default_rng(5))
    many = agent.act_batch(view.record, mask[None], np.random.default_rng(5))
    assert one == many[0]
    np.testing.assert_array_equal(
        agent.policy(view, mask), agent.policy_batch(view.record, mask[None])[0]
    )
    game.play_action(one)


def test_the_mask_is_required():
    _, view, mask = at_start()
    agent, rng = make_agent("random", "classic"), np.random.default_rng(0)
    with pytest.raises(TypeError):
        agent.act(view, rng=rng)
    with pytest.raises(ValueError, match="needs the action mask, got None"):
        agent.act(view, None, rng)
    with pytest.raises(ValueError, match="needs the action masks, got None"):
        agent.act_batch(view.record, None, rng)
    with pytest.raises(ValueError, match=r"must have shape \(49,\), got \(48,\)"):
        agent.act(view, mask[:-1], rng)
    with pytest.raises(ValueError, match=r"need masks of shape \(1, 49\)"):
        agent.policy_batch(view.record, np.ones((2, 49), dtype=np.int8))


@pytest.mark.parametrize("spec", SPECS)
def test_an_empty_mask_is_an_error_naming_the_seat(spec):
    game, view, mask = at_start()
    agent, rng = make_agent(spec, "classic"), np.random.default_rng(0)
    for call in (
        lambda: agent.act(view, 0 * mask, rng),
        lambda: agent.policy(view, 0 * mask),
        lambda: agent.act_batch(view.record, 0 * mask[None], rng),
    ):
        with pytest.raises(ValueError, match=f"agent {spec}, seat {game.to_move}: .* all zero"):
            call()


class Stubborn(Agent):
    """Always the same answer."""

    def __init__(self, answer):
        super().__init__(rules("classic"), "stubborn")
        self.answer = answer

    def _act_batch(self, views, masks, rng):
        return np.full(len(views), self.answer)


def test_passive_passes_whenever_it_may(met_in_play):
    agent, rng = make_agent("passive", "au4"), np.random.default_rng(0)
    views, masks, _, _ = met_in_play("au4", 60)
    passing = action_names(agent.rules).index("pass")
    actions = agent.act_batch(views, masks, rng)
    may = masks[:, passing] != 0
    assert may.any()
    assert not may.all()
    assert (actions[may] == passing).all()
    assert len(set(actions[~may])) > 3


@pytest.mark.parametrize("spec", SPECS)
def test_agents_can_be_sent_to_other_processes(spec, met_in_play):
    agent = make_agent(spec, "classic")
    views, masks, _, _ = met_in_play("classic", 20)
    twin = pickle.loads(pickle.dumps(agent))
    one, two = (a.act_batch(views, masks, np.random.default_rng(3)) for a in (agent, twin))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("answer", [46, -1, 49, 10**6])
def test_an_illegal_answer_names_agent_seat_and_action(answer):
    game, view, mask = at_start()
    with pytest.raises(
        IllegalAction, match=f"agent stubborn, seat {game.to_move}: action {answer}"
    ):
        Stubborn(answer).act(view, mask, np.random.default_rng(0))
    with pytest.raises(IllegalAction):
        Stubborn(answer).policy(view, mask)


def test_an_answer_that_is_no_whole_number_is_illegal():
    _, view, mask = at_start()
    with pytest.raises(IllegalAction, match="must answer 1 whole numbers, got dtype float64"):
        Stubborn(1.5).act(view, mask, np.random.default_rng(0))


def test_random_choices_come_from_the_generator_given():
    _, view, mask = at_start()
    agent = make_agent("random", "classic")
    with pytest.raises(TypeError, match=r"rng must be a numpy.random.Generator, got int"):
        agent.act(view, mask, 3)
    draws = [agent.act(view, mask, np.random.default_rng(seed)) for seed in range(40)]
    assert draws == [agent.act(view, mask, np.random.default_rng(seed)) for seed in range(40)]
    assert set(draws) == set(np.flatnonzero(mask))


def test_random_play_is_uniform():
    _, view, mask = at_start()
    agent, number = make_agent("random", "classic"), 8000
    views, masks = np.repeat(view.record, number), np.repeat(mask[None], number, axis=0)
    actions = agent.act_batch(views, masks, np.random.default_rng(1))
    counts = np.bincount(actions, minlength=49)[mask != 0]
    assert abs(counts - number / mask.sum()).max() < 5 * np.sqrt(number / mask.sum())


def test_views_of_other_rules_are_refused():
    agent, rng = make_agent("greedy", "classic"), np.random.default_rng(0)
    _, view, mask = at_start(target=1000)
    with pytest.raises(ValueError, match="plays classic; the view is of classic target=1000"):
        agent.act(view, mask, rng)
    with pytest.raises(ValueError, match="needs views of the family cinqcents"):
        agent.act_batch(np.zeros(1), mask[None], rng)
    with pytest.raises(TypeError, match="needs a View, got"):
        agent.act(view.record, mask, rng)


def test_an_agent_serves_games_and_single_deals_alike():
    agent = make_agent("greedy", "classic")
    _, view, mask = at_start(episode="deal", first_dealer=1, max_deals=3)
    assert mask[agent.act(view, mask, np.random.default_rng(0))]


def test_views_may_be_slices_and_read_only(met_in_play):
    views, masks, _, _ = met_in_play("classic", 20)
    agent, rng = make_agent("greedy", "classic"), np.random.default_rng(0)
    whole = agent.act_batch(views, masks, rng)
    views.flags.writeable = False
    np.testing.assert_array_equal(agent.act_batch(views[::2], masks[::2], rng), whole[::2])


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gredy", "unknown agent 'gredy' .did you mean 'greedy'"),
        ("random:3", "'random' takes nothing after its name"),
        ("random:", "'random' takes nothing after its name"),
        ("checkpoint", "lacks its argument: checkpoint:PATH"),
        ("checkpoint:", "lacks its argument: checkpoint:PATH"),
        ("", "unknown agent ''"),
        (7, r"an agent is a text, an Agent or a function \(view, mask, rng\) -> action, got 7"),
    ],
)
def test_bad_specifications_name_themselves_and_the_valid_ones(spec, words):
    with pytest.raises(AgentError, match=words) as caught:
        make_agent(spec, "classic")
    assert ", ".join(agent_forms()) in str(caught.value)


def test_make_agent_passes_agents_through_if_they_fit():
    agent = make_agent("random", "classic")
    assert make_agent(agent, "classic") is agent
    with pytest.raises(AgentError, match="agent random plays classic, not foster"):
        make_agent(agent, "foster")
