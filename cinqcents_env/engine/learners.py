"""The loops over games in which one seat learns and the others are played inside.

Bound to a family as those of ``engine/batch.py`` are, by its ``loops``.
"""

from typing import Any

import numpy as np

engine: Any = None
skip_forced_moves: Any = None
observe_game: Any = None
play_unasked: Any = None

ASKED = -2
"""In place of an action: the player has to be asked."""


def _await_learners(
    rules, states, seats, live, skip_forced, players, unasked, chance, waiting, views, masks
):
    """Play the live games on until the learner, or a player who must be asked, is on move.

    Args:
        players: int32 (n, seats), who sits where, by number.
        unasked: int64 (players,), ``ASKED`` for a player who must be asked; one who need
            not plays at random, but takes this action wherever it is legal (-1: none).
        chance: int64 (n, 2), generator state of each game's random choices.
        waiting: bool (n,), flags the games in which a player must be asked; view and
            mask of the seat on move are written for them.

    Returns:
        How many games are flagged.
    """
    number = 0
    for g in range(states.shape[0]):
        waiting[g] = live[g] and play_unasked(
            rules, states, g, seats, skip_forced, players, unasked, chance
        )
        if waiting[g]:
            engine.look(states[g], np.int64(states[g].to_move), views[g])
            engine.write_mask(rules[0], states[g], masks[g])
            number += 1
    return number


def _play_unasked(rules, states, g, seats, skip_forced, players, unasked, chance):
    """Play one game on, see above. Returns whether a player must be asked."""
    while True:
        if skip_forced:
            skip_forced_moves(rules, states, g)
        seat = np.int64(states[g].to_move)
        if states[g].phase == engine.OVER or seat == seats[g]:
            return False
        action = unasked[players[g, seat]]
        if action == ASKED:
            return True
        if action < 0 or not engine.is_legal(rules[0], states[g], action):
            action, x, m = engine.random_action(rules[0], states[g], chance[g, 0], chance[g, 1])
            chance[g, 0], chance[g, 1] = x, m
        engine.step(rules[0], states[g], action)


def _pay_learners(rules, states, seats, by_points, totals, paid, rewards, ended, cut):
    """Pay each game's learner what it has earned since the last call; flag ended games.

    Args:
        totals, paid: float64 (n, seats), as in :func:`_settle_game`; rewards: float32 (n,).
    """
    for g in range(states.shape[0]):
        engine.returns(rules[0], states[g], by_points, totals[g])
        rewards[g] = totals[g, seats[g]] - paid[g, seats[g]]
        for seat in range(totals.shape[1]):
            paid[g, seat] = totals[g, seat]
        over = states[g].phase == engine.OVER
        cut[g] = over and states[g].outcome == engine.TRUNCATED
        ended[g] = over and not cut[g]


def _observe_seats(rules, states, seats, views, observations, masks):
    """View, observation and mask of one seat in every game, -1 to leave a game out."""
    for g in range(states.shape[0]):
        if seats[g] >= 0:
            observe_game(rules, states, g, np.int64(seats[g]), views, observations, masks)
