"""The loops that environments call: one learner among others, states for critics, views as objects.

Compiled they run under every environment (``tests/envs``); here they run as plain Python too.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.envs.learners import Learners
from cinqcents_env.setup import Setup


def legal_mask(setup: Setup, states: Any, game: int) -> Any:
    mask = np.zeros(setup.num_actions, dtype=np.int8)
    setup.engine.write_mask(setup.packed[0], states[game], mask)
    return mask


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("opponents", ["random", "passive", "greedy"])
@pytest.mark.parametrize("ruleset", ["mini", "us3"])
def test_learners_are_asked_on_their_turn_and_paid_all(
    ruleset: str, opponents: str, skip_forced: bool
) -> None:
    setup = Setup(ruleset, reward="points", max_deals=1)
    learners = Learners(setup, 3, opponents, "random", "raise", skip_forced)
    rng, paid, ended = np.random.default_rng(4), np.zeros(3), 0
    learners.reset(5, rng)
    for _ in range(25):
        for game in range(3):
            mask = legal_mask(setup, learners.states, game)
            assert learners.states[game]["to_move"] == learners.seats[game]
            assert learners.masks[game].tolist() == mask.tolist()
            assert mask.sum() > skip_forced
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in learners.masks]
        learners.step(np.array(actions))
        paid += learners.rewards
        over = learners.terminated | learners.truncated
        for game in np.flatnonzero(over):
            total = np.zeros(setup.num_seats)
            setup.engine.returns(setup.packed[0], learners.states[game], True, total)
            assert paid[game] == pytest.approx(total[learners.seats[game]])
            cut = learners.result(game)["reason"] == "truncated"
            assert (learners.truncated[game], learners.terminated[game]) == (cut, not cut)
        paid[over] = 0.0
        ended += over.sum()
        learners.restart(over)
        learners.observe()
    assert ended >= 3


def test_games_that_end_are_dealt_anew_from_the_next_seed() -> None:
    setup = Setup("mini", episode="deal")
    learners = Learners(setup, 4, "random", 0, "raise", False)
    learners.reset(9, np.random.default_rng(1))
    seeds, which = learners.states["seed"].copy(), np.array([True, False, True, False])
    before = learners.states.copy()
    learners.restart(which)
    assert (learners.states["seed"] != seeds).tolist() == which.tolist()
    assert learners.states[~which].tobytes() == before[~which].tobytes()


@pytest.mark.parametrize("ruleset", ["mini", "au4", "ru2"])
def test_the_state_for_critics_is_what_every_seat_sees_and_where_the_rest_lies(
    ruleset: str,
) -> None:
    env, game = cc.make(ruleset), cc.Game(ruleset, seed=3)
    env.reset(seed=3)
    features, players = game.observation().size, game.num_players
    for _ in range(4):
        state = env.state()
        seen = state[: features * players].reshape(players, features)
        for seat, agent in enumerate(env.possible_agents):
            assert seen[seat].tolist() == game.observation(seat).tolist()
            assert env.observe(agent)["action_mask"].any() == (seat == game.to_move)
        position = game.position()
        unseen = " ".join(position.get(place, "") for place in ("stock", "kitty", "dead")).split()
        cards = [game.rules.cards.text(at) for at in range(len(game.rules.cards))]
        places = state[features * players :]
        assert {card for card, at in zip(cards, places, strict=True) if at} == set(unseen)
        action = int(game.legal_actions()[0])
        env.step(action)
        game.play(game.move_text(action))


def test_an_illegal_action_of_an_environment_changes_nothing() -> None:
    env = cc.make("mini")
    env.reset(seed=1)
    before = env.state().tolist()
    wrong = int(env.last()[0]["action_mask"].argmin())
    with pytest.raises(cc.IllegalMove):
        env.step(wrong)
    assert env.state().tolist() == before


def test_a_view_is_a_value() -> None:
    game = cc.Game("mini", seed=1)
    view, same, other = game.view(0), game.view(0), game.view(1)
    assert view == same == pickle.loads(pickle.dumps(view))
    assert view != other
    assert view != bytes(view)
    assert len({view, same, other}) == 2
    assert repr(other) == "View(rules='mini', seat=1)"
    with pytest.raises(AttributeError, match="a view has no field 'hnad'; its fields: "):
        view.hnad  # noqa: B018
    with pytest.raises(AttributeError):
        view._hidden  # noqa: B018
