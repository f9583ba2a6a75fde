"""No door shows a seat anything that it cannot know.

Cards that a seat has not seen are dealt again among the places that it cannot look into:
the other's hand, but for the cards known there, and the face-down stock. Everything that
the seat is given must stay as it was, byte for byte.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from cinqcents_env.render import ansi

from .playing import TWO_PLAYER, choose, frozen

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"irregularities": True},
    {"meld_when": "own_turn", "exchange_when": "own_turn", "melds_per_trick": 0},
)


def dealt_again(position: dict[str, Any], seat: int, rng: np.random.Generator) -> dict[str, Any]:
    """The same position to ``seat``, with what it has not seen lying otherwise."""
    other = 1 - seat
    hand, known = (position[name][other].split() for name in ("hands", "known"))
    hidden = [card for card in hand if card not in known]
    stock = position["stock"].split()
    unseen = rng.permutation(hidden + stock).tolist()
    hands = list(position["hands"])
    hands[other] = " ".join(known + unseen[: len(hidden)])
    return position | {"hands": hands, "stock": " ".join(unseen[len(hidden) :]), "seed": 99}


def given_to(game: cc.Game, seat: int) -> Any:
    """All that the object tells a seat, as bytes and text."""
    view = game.view(seat)
    mine = [game.legal_moves(), game.legal_mask().tobytes()] if game.to_move == seat else []
    return [game.observation(seat).tobytes(), bytes(view), ansi.draw(view), *mine]


def info_of(env: Any, game: cc.Game, seat: int) -> Any:
    """What the AEC door gives a seat in this position, ``last`` included."""
    env._states[:] = game._states
    env._select(None)
    agent = env.possible_agents[seat]
    given = [frozen(env.observe(agent)), frozen(env.infos[agent]), bytes(env.view(agent))]
    if env.agent_selection == agent:
        given += [frozen(env.last()), env.render()]
    return given


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_unseen_cards_move_nothing(ruleset: str, options: dict[str, Any]) -> None:
    rng, moved = np.random.default_rng(5), 0
    for seed in range(100):
        if moved >= 150:
            break
        game = cc.Game(ruleset, seed=seed, **options)
        env = cc.make(ruleset, render_mode="ansi", **options)
        env.reset(seed=seed)
        while not game.is_over and game.position()["deal_number"] < 2:
            position = game.position()
            for seat in range(2):
                other = cc.Game.from_position(dealt_again(position, seat, rng))
                moved += other.position()["hands"] != position["hands"]
                assert given_to(other, seat) == given_to(game, seat)
                assert info_of(env, other, seat) == info_of(env, game, seat)
            game.play_action(choose(game.legal_mask(), rng))
    assert moved >= 150


@pytest.mark.parametrize("ruleset", TWO_PLAYER)
def test_learner_doors_show_the_learner_only_what_its_seat_knows(ruleset: str) -> None:
    """The Gymnasium, vector and Stable-Baselines3 doors show the seat's own observation."""
    learners = cc.make_sb3(ruleset, num_envs=16, seat="random", seed=1, skip_forced=False)
    observations = learners.reset()
    rng = np.random.default_rng(6)
    for _ in range(30):
        masks = learners.action_masks()
        for env in range(16):
            state = learners.learners.states[env : env + 1].copy()
            seat = int(learners.learners.seats[env])
            game = cc.Game(learners.rules)
            game._states[:] = state
            again = cc.Game.from_position(dealt_again(game.position(), seat, rng))
            assert again.observation(seat).tobytes() == observations[env].tobytes()
            assert (again.legal_mask() == masks[env]).all()
        observations, _, _, _ = learners.step(
            np.array([choose(mask, rng) for mask in masks], dtype=np.int64)
        )


def test_cards_that_were_shown_stay_known() -> None:
    """Melded cards, the card exchanged and the turn-up drawn are seen by both."""
    shown = {"meld": 0, "exchange": 0, "turnup": 0}
    for seed in range(60):
        game = cc.Game("lyonnais", seed=seed, exchange_when="own_turn")
        rng = np.random.default_rng(seed)
        while not game.is_over and game.position()["deal_number"] == 0:
            seat, before = game.to_move, game.position()
            moves = game.legal_moves()
            melds = [m for m in moves if " " in m or m in ("binage", "exchange")]
            move = melds[0] if melds else moves[rng.integers(len(moves))]
            game.play(move)
            if game.is_over or game.position()["deal_number"]:
                break
            seen = game.view(1 - seat)
            names = [
                card for i, card in enumerate(game.rules.cards.cards) if seen.known[1] >> i & 1
            ]
            if move == "exchange":
                assert before["turnup"] in names
                shown["exchange"] += 1
            elif move.startswith("marriage"):
                assert {"K" + move[-1], "Q" + move[-1]} <= set(names)
                shown["meld"] += 1
            elif move == "draw" and before["turnup"] and not game.position()["turnup"]:
                holder = 1 - seat
                known = game.view(seat).known[1]
                index = game.rules.cards.index(before["turnup"])
                assert known >> index & 1
                assert before["turnup"] in game.position()["hands"][holder].split()
                shown["turnup"] += 1
    assert all(number > 5 for number in shown.values()), shown
