"""The loops over many games, written once and bound to each family's engine.

Every function takes arrays: ``rules`` of shape (1,), ``states`` of shape (n,).
``engine`` stands for the family's package (``engine.cinqcents`` and so on) and is
bound by :func:`loops`.
"""

import functools
import importlib
import types
from typing import Any

import numpy as np

from cinqcents_env._jit import announce_compilation, specialise
from cinqcents_env.engine.chance import next_seed, seeded
from cinqcents_env.engine.learners import (
    _await_learners,
    _observe_seats,
    _pay_learners,
    _play_unasked,
)

engine: Any = None
skip_forced_moves: Any = None
tell: Any = None
settle_game: Any = None
observe_game: Any = None
GOLDEN = 0x9E3779B97F4A7C15
"""Odd step between the seeds of neighbouring games (2**64 / golden ratio)."""


def game_seeds(seed: int, number: int) -> np.ndarray[Any, Any]:
    """Seeds (int64, shape (number,)) of the games of a batch; the first is ``seed`` itself."""
    steps = np.arange(number, dtype=np.uint64) * np.uint64(GOLDEN)
    with np.errstate(over="ignore"):
        words = (np.uint64(seed) + steps) & np.uint64(2**63 - 1)
    return words.astype(np.int64)


def _reset_games(rules, states, seeds):
    for g in range(states.shape[0]):
        engine.reset(rules[0], states[g], seeds[g])


def _skip_forced(rules, states, g):
    action = engine.forced(rules[0], states[g])
    while action >= 0:
        engine.step(rules[0], states[g], action)
        action = engine.forced(rules[0], states[g])


def _step_game(rules, states, g, action):
    """Carry out an action if it is legal. Returns whether it was."""
    if not engine.is_legal(rules[0], states[g], action):
        return False
    engine.step(rules[0], states[g], action)
    return True


def _tell(rules, states, mask, facts):
    """What a game object keeps of game 0 between moves: its mask and a few numbers.

    Args:
        facts: int64 (4,), receives seat on move, phase, 1 if the game is over, deal number.
    """
    engine.write_mask(rules[0], states[0], mask)
    facts[0] = states[0].to_move
    facts[1] = states[0].phase
    facts[2] = states[0].phase == engine.OVER
    facts[3] = states[0].deal_number


def _play(rules, states, action, mask, facts):
    """Carry out an action of game 0 and tell, if it is legal. Returns whether it was."""
    if not engine.is_legal(rules[0], states[0], action):
        return False
    engine.step(rules[0], states[0], action)
    tell(rules, states, mask, facts)
    return True


def _write_mask(rules, states, g, mask):
    return engine.write_mask(rules[0], states[g], mask)


def _write_view(states, g, seat, views, v):
    engine.look(states[g], seat, views[v])


def _write_returns(rules, states, g, by_points, out):
    engine.returns(rules[0], states[g], by_points, out)


def _first_illegal(rules, states, actions, active):
    """Index of the first active game whose action is illegal, else -1."""
    for g in range(states.shape[0]):
        if active[g] and not engine.is_legal(rules[0], states[g], actions[g]):
            return g
    return -1


def _step_games(rules, states, actions, active):
    """Carry out one (legal) action in each active game."""
    for g in range(states.shape[0]):
        if active[g]:
            engine.step(rules[0], states[g], actions[g])


def _settle_game(
    rules, states, g, by_points, skip_forced, restart, totals, paid, rewards, ended, cut
):
    """After a step of game g: skip forced moves, pay, flag its end and deal it anew.

    Args:
        totals, paid: float64 (n, seats), rewards of each game so far, now and before.
        rewards: float32 (n, seats), receives what has been earned since the last call.
        ended, cut: bool (n,), receive "terminated" and "truncated".
    """
    if skip_forced:
        skip_forced_moves(rules, states, g)
    engine.returns(rules[0], states[g], by_points, totals[g])
    for seat in range(totals.shape[1]):
        rewards[g, seat] = totals[g, seat] - paid[g, seat]
        paid[g, seat] = totals[g, seat]
    over = states[g].phase == engine.OVER
    cut[g] = over and states[g].outcome == engine.TRUNCATED
    ended[g] = over and not cut[g]
    if over and restart:
        engine.reset(rules[0], states[g], next_seed(states[g].seed))
        if skip_forced:
            skip_forced_moves(rules, states, g)
        paid[g, :] = 0.0


def _settle_games(
    rules, states, by_points, skip_forced, restart, totals, paid, rewards, ended, cut
):
    """Settle every game; the arguments are those of :func:`_settle_game`."""
    for g in range(states.shape[0]):
        settle_game(
            rules, states, g, by_points, skip_forced, restart, totals, paid, rewards, ended, cut
        )


def _play_games(
    rules,
    states,
    actions,
    active,
    by_points,
    skip_forced,
    restart,
    totals,
    paid,
    rewards,
    ended,
    cut,
    views,
    observations,
    masks,
    to_move,
):
    """One (legal) action in each active game; settle and observe each while it is at hand."""
    for g in range(states.shape[0]):
        if active[g]:
            engine.step(rules[0], states[g], actions[g])
        settle_game(
            rules, states, g, by_points, skip_forced, restart, totals, paid, rewards, ended, cut
        )
        to_move[g] = states[g].to_move
        observe_game(rules, states, g, np.int64(to_move[g]), views, observations, masks)


def _advance(rules, states, g, action, skip_forced, by_points, now):
    """One decision of one game: -1 illegal, 0 going on, 1 terminated, 2 truncated.

    Args:
        now: float64 (seats,), receives the total reward of each seat.
    """
    if not engine.is_legal(rules[0], states[g], action):
        return -1
    engine.step(rules[0], states[g], action)
    if skip_forced:
        skip_forced_moves(rules, states, g)
    engine.returns(rules[0], states[g], by_points, now)
    if states[g].phase != engine.OVER:
        return 0
    return 2 if states[g].outcome == engine.TRUNCATED else 1


def _observe_seat(rules, states, g, seat, views, observation, mask):
    """Observation of a seat; its mask is all zero while it is not on move."""
    engine.look(states[g], seat, views[0])
    engine.observe(rules[0], views[0], observation)
    if seat == states[g].to_move:
        engine.write_mask(rules[0], states[g], mask)
    else:
        mask[:] = 0


def _write_hidden(rules, states, g, out):
    engine.hidden(rules[0], states[g], out)


def _restart_games(rules, states, which, paid):
    """Deal the flagged games anew, each from the seed that follows its own."""
    for g in range(states.shape[0]):
        if which[g]:
            engine.reset(rules[0], states[g], next_seed(states[g].seed))
            paid[g, :] = 0.0


def _observe_game(rules, states, g, seat, views, observations, masks):
    """View, observation and mask of a seat; the mask is all zero while it is not on move."""
    engine.look(states[g], seat, views[g])
    engine.observe(rules[0], views[g], observations[g])
    if states[g].to_move == seat:
        engine.write_mask(rules[0], states[g], masks[g])
    else:
        masks[g, :] = 0


def _observe_games(rules, states, views, observations, masks, to_move):
    """View, observation and mask of the seat on move in every game."""
    for g in range(states.shape[0]):
        to_move[g] = states[g].to_move
        observe_game(rules, states, g, np.int64(to_move[g]), views, observations, masks)


def _observe_views(rules, views, observations):
    for v in range(views.shape[0]):
        engine.observe(rules[0], views[v], observations[v])


def _seed_chance(seeds, chance):
    """Generator states (int64 (n, 2)) for the choices of random play, apart from the deals."""
    for g in range(seeds.shape[0]):
        chance[g, 0], chance[g, 1] = seeded(seeds[g], -2)


def _sample_states(rules, views, v, chance, states):
    """Fill ``states`` with full states drawn uniformly from those that a view allows.

    Args:
        chance: int64 (1, 2), generator state.
    """
    x, m = chance[0, 0], chance[0, 1]
    plan, table = engine.prepare(rules[0], views[v])
    for g in range(states.shape[0]):
        x, m = engine.draw(rules[0], views[v], plan, table, x, m, states[g])
    chance[0, 0], chance[0, 1] = x, m


def _count_worlds(rules, views, v):
    """Number of layouts of the hidden cards that a view allows (float64)."""
    return engine.worlds(rules[0], views[v])


def _random_playouts(rules, states, chance, number):
    """Make ``number`` random decisions in every game; ended games are dealt anew.

    Args:
        chance: int64 (n, 2), generator state of each game's choices.
    """
    for g in range(states.shape[0]):
        x, m = chance[g, 0], chance[g, 1]
        for _ in range(number):
            action, x, m = engine.random_action(rules[0], states[g], x, m)
            engine.step(rules[0], states[g], action)
            if states[g].phase == engine.OVER:
                engine.reset(rules[0], states[g], next_seed(states[g].seed))
        chance[g, 0], chance[g, 1] = x, m
    return states.shape[0] * number


MAKE_ARRAYS = (_sample_states, _count_worlds)
"""Loops that hold arrays of their own."""


def family_engine(family: str) -> Any:
    """The engine package of a family."""
    return importlib.import_module(f"cinqcents_env.engine.{family}")


@functools.cache
def loops(family: str) -> types.SimpleNamespace:
    """The loops compiled for a family: ``reset_games``, ``step_game``, and so on."""
    announce_compilation(family)
    names: dict[str, Any] = {"engine": family_engine(family)}
    names["skip_forced_moves"] = specialise(_skip_forced, family, names, borrows=True)
    names["tell"] = specialise(_tell, family, names, borrows=True)
    for part in (_settle_game, _observe_game, _play_unasked):
        names[part.__name__[1:]] = specialise(part, family, names, borrows=True, inlined=True)
    for function in (
        _reset_games,
        _step_game,
        _play,
        _write_mask,
        _write_view,
        _write_returns,
        _first_illegal,
        _step_games,
        _settle_games,
        _play_games,
        _observe_games,
        _advance,
        _observe_seat,
        _write_hidden,
        _await_learners,
        _pay_learners,
        _restart_games,
        _observe_seats,
        _observe_views,
        _seed_chance,
        _sample_states,
        _count_worlds,
        _random_playouts,
    ):
        makes = function in MAKE_ARRAYS
        names[function.__name__[1:]] = specialise(function, family, names, borrows=not makes)
    return types.SimpleNamespace(**names)
