"""What a trained network's own value says of each move: one decision looked ahead.

In worlds drawn from what the seat may know, every legal move is made, the checkpoint's policy
plays everybody on until the seat decides again or all is over, and what was earned on the way
is added to the value that the network gives to the position then. Nobody plays on cards that
he could not know: each seat is asked with its own view of the world.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinqcents_env import belief
from cinqcents_env.agents.base import drawn_by
from cinqcents_env.agents.checkpoint import CheckpointAgent
from cinqcents_env.engine.view import View
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Setup

WORLDS = 16
"""Worlds that are looked at unless more are asked for."""
MOST_WORLDS = 4096
SHARE, MARGIN = "share of the win", "points ahead"
REST = "points ahead in the rest of the deal"
NO_HEAD, NO_REWARD, NO_WORLD = "no value head", "reward unknown", "no such layout"
REASONS = (NO_HEAD, NO_REWARD, NO_WORLD)

Floats = NDArray[np.float64]


class NoValue(ValueError):
    """A checkpoint that gives moves no value; ``reason`` is one of the ``NO_`` constants."""

    def __init__(self, reason: str, told: str) -> None:
        super().__init__(told)
        self.reason = reason


class LookAhead(NamedTuple):
    """What a checkpoint expects of a position and of every move in it.

    Attributes:
        position: value of the position as the network gives it, in ``unit``.
        values: float64 (A,), value of each legal move in ``unit``, NaN for the others.
        errors: float64 (A,), its standard error over the worlds; NaN with one world.
        worlds: number of worlds.
        unit: ``"share of the win"`` of the game (1 a win, 0 a loss) of a network trained to
            win; of one trained on points ``"points ahead"`` at the end where one deal is
            played, else ``"points ahead in the rest of the deal"``: from here to its end.
    """

    position: float
    values: Floats
    errors: Floats
    worlds: int
    unit: str


class _Scale(NamedTuple):
    """How returns become values: ``(returns - zero) * factor``, in a unit."""

    zero: float
    factor: float
    unit: str


def look_ahead(
    agent: CheckpointAgent, view: View, worlds: int = WORLDS, seed: int = 0
) -> LookAhead:
    """The value of every legal move by a checkpoint's own network, looked one decision ahead.

    A decision is one with a choice, as in training. The reward is the one that the checkpoint
    was trained on, so a network trained on points looks no further than the deal's end. World
    ``w`` takes the same chances for every move.

    Args:
        agent: a checkpoint's agent; ``deterministic`` ones play on by their likeliest moves.
        view: what the seat on move knows; nothing else is used.
        worlds: number of worlds, 1 to ``MOST_WORLDS``.
        seed: of worlds and chances.

    Raises:
        NoValue: the network has no value head, its training does not tell the reward, or no
            layout of the cards agrees with the view.
        ValueError: the seat is not on move, or ``worlds`` out of range.
    """
    if not 1 <= worlds <= MOST_WORLDS:
        raise ValueError(f"worlds={worlds} is not valid; it is 1 to {MOST_WORLDS}")
    reward, whole = _trained_on(agent)
    setup = Setup(view.rules.replace(single_deal=not whole), reward=reward)
    rng = np.random.default_rng(seed)
    try:
        drawn = belief.sample(view, rng, worlds)
    except belief.BeliefError as error:
        raise NoValue(NO_WORLD, str(error)) from None
    first = _Games(setup, drawn[:1])
    seat, legal = int(view.seat), np.flatnonzero(first.masks[0])
    if not len(legal) or first.to_move[0] != seat:
        raise ValueError(f"seat {seat} is not on move")
    now = float(setup.returns(drawn)[seat])
    scale = _scale(view.rules, setup, now)
    games = _Games(setup, np.repeat(drawn, len(legal)))
    ahead = _play_on(agent, games, seat, np.tile(legal, worlds), worlds, rng)
    found = (ahead.reshape(worlds, len(legal)) - scale.zero) * scale.factor
    values, errors = np.full((2, agent.num_actions), np.nan)
    values[legal] = found.mean(axis=0)
    if worlds > 1:
        errors[legal] = found.std(axis=0, ddof=1) / np.sqrt(worlds)
    here = now + float(agent.values_batch(view.record)[0])
    return LookAhead((here - scale.zero) * scale.factor, values, errors, worlds, scale.unit)


def _trained_on(agent: CheckpointAgent) -> tuple[str, bool]:
    """(reward, whole games or single deals) of a checkpoint's training. Raises NoValue."""
    checkpoint = agent.checkpoint
    if checkpoint.network.spec.value == "none":
        raise NoValue(NO_HEAD, f"{agent.spec} has no value head: its network gives a policy alone")
    config: Any = checkpoint.training.get("config")
    config = config if isinstance(config, dict) else {}
    reward, episode = config.get("reward"), config.get("episode")
    if reward not in ("win", "points") or episode not in ("game", "deal"):
        raise NoValue(NO_REWARD, f"{agent.spec} does not say on which reward its value was trained")
    whole = episode == "game" and not checkpoint.rules.single_deal
    return reward, whole


def _scale(played: Rules, setup: Setup, now: float) -> _Scale:
    """How returns are told.

    Args:
        played: the rules of the game that is looked at.
        setup: what is looked ahead with.
        now: what the seat has been paid so far.
    """
    if setup.reward == "win":
        winners = len(setup.rules.sides[0])
        loss = -winners / (setup.num_seats - winners)
        return _Scale(loss, 1.0 / (1.0 - loss), SHARE)
    if played.single_deal:
        return _Scale(0.0, 100.0, MARGIN)
    return _Scale(now, 100.0, REST)


class _Games:
    """Games that go on from some states, forced moves made for everybody."""

    def __init__(self, setup: Setup, states: NDArray[Any]) -> None:
        number = len(states)
        self.setup = setup
        self.states, self.views = setup.new_states(number), setup.new_views(number)
        self.states[:] = states
        self.masks = np.zeros((number, setup.num_actions), dtype=np.int8)
        self.to_move = np.zeros(number, dtype=np.int8)
        self.totals = np.zeros((number, setup.num_seats))
        self.over = np.zeros(number, dtype=np.bool_)
        self._observations = np.zeros((number, setup.num_features), dtype=np.float32)
        self._observe()

    def _observe(self) -> None:
        buffers = (self.views, self._observations, self.masks, self.to_move)
        self.setup.loops.observe_games(self.setup.packed, self.states, *buffers)

    def step(self, actions: NDArray[np.int64], active: NDArray[np.bool_]) -> None:
        """A (legal) decision in each active game, and the forced ones after it."""
        setup, rewards = self.setup, np.zeros(self.totals.shape, dtype=np.float32)
        paid, cut = np.zeros_like(self.totals), np.zeros_like(self.over)
        ended = np.zeros_like(self.over)
        setup.loops.step_games(setup.packed, self.states, actions, active)
        settled = (self.totals, paid, rewards, ended, cut)
        setup.loops.settle_games(setup.packed, self.states, setup.by_points, 1, 0, *settled)
        self.over = ended | cut
        self._observe()


def _play_on(
    agent: CheckpointAgent,
    games: _Games,
    seat: int,
    actions: NDArray[np.int64],
    worlds: int,
    rng: np.random.Generator,
) -> Floats:
    """Returns of a seat (n,), with what the network expects where the seat decides again.

    Args:
        games: n games, those of a world beside each other.
        actions: int64 (n,), made first.
    """
    made, each = actions.copy(), len(actions) // worlds
    games.step(made, np.ones(len(made), dtype=np.bool_))
    while len(rows := np.flatnonzero(~games.over & (games.to_move != seat))):
        chances = np.repeat(rng.random(worlds), each)
        policy = agent.policy_batch(games.views[rows], games.masks[rows])
        made[rows] = drawn_by(policy, chances[rows])
        active = np.zeros(len(made), dtype=np.bool_)
        active[rows] = True
        games.step(made, active)
    ahead = games.totals[:, seat].copy()
    left = np.flatnonzero(~games.over)
    if len(left):
        ahead[left] += agent.values_batch(games.views[left])
    return ahead
