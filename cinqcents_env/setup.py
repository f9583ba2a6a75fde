"""Setup: rules and episode settings together, ready for the compiled loops."""

from __future__ import annotations

import functools
import operator
import secrets
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cinqcents_env._jit import direct, records
from cinqcents_env._words import shown
from cinqcents_env.engine.batch import family_engine, loops
from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.rulebook import Rules, RulesError
from cinqcents_env.rulebook import rules as find_rules

EPISODES = ("game", "deal")
REWARDS = ("win", "points")
Scores = Sequence[int] | str | None


def observation_layout(rules: str | Rules) -> list[tuple[str, slice, str]]:
    """(name, slice, meaning) of each block of a rule set's observation, in order.

    >>> observation_layout("classic")[0]
    ('hand', slice(0, 32, None), 'own cards')
    """
    rules = find_rules(rules)
    layout, at = [], 0
    for name, length, meaning in family_engine(rules.family).observation_layout(rules):
        layout.append((name, slice(at, at + length), meaning))
        at += length
    return layout


@functools.lru_cache(maxsize=256)
def observation_size(rules: Rules) -> int:
    """Number of features of an observation."""
    return int(observation_layout(rules)[-1][1].stop)


class OneGame:
    """Loops of a family as :class:`Game` and the AEC environment call them on one game.

    Each is compiled when first asked for. Their arguments must have the very types
    given here; see :func:`cinqcents_env._jit.direct`.
    """

    def __init__(self, family: str) -> None:
        self._loops, engine = loops(family), family_engine(family)
        self._game = (records(1, engine.RULES), records(1, engine.STATE))
        self._views, self._mask = records(1, engine.VIEW), np.zeros(1, dtype=np.int8)

    @functools.cached_property
    def play(self) -> Callable[..., Any]:
        """``(rules, states, action, mask, facts)``; see the loop of that name."""
        facts = np.zeros(4, dtype=np.int64)
        return direct(self._loops.play, *self._game, 0, self._mask, facts)

    @functools.cached_property
    def advance(self) -> Callable[..., Any]:
        """``(rules, states, g, action, skip_forced, by_points, now)``."""
        return direct(self._loops.advance, *self._game, 0, 0, False, 0, np.zeros(1))

    @functools.cached_property
    def write_mask(self) -> Callable[..., Any]:
        """``(rules, states, g, mask)``."""
        return direct(self._loops.write_mask, *self._game, 0, self._mask)

    @functools.cached_property
    def observe_seat(self) -> Callable[..., Any]:
        """``(rules, states, g, seat, views, observation, mask)``."""
        seen = np.zeros(1, dtype=np.float32)
        return direct(self._loops.observe_seat, *self._game, 0, 0, self._views, seen, self._mask)


@functools.cache
def one_game(family: str) -> OneGame:
    """The loops of a family for one game."""
    return OneGame(family)


def checked_seed(seed: int | None) -> int:
    """The seed, or a fresh one for None.

    Raises:
        ValueError: not a whole number from 0 to 2**63 - 1.
    """
    if seed is None:
        return secrets.randbelow(SEED_LIMIT)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed {seed} is out of range; seeds run 0 to 2**63 - 1")
    return int(seed)


def checked_number(name: str, value: Any) -> int:
    """The value, if it is a whole number, 1 or more; else a ValueError naming it."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name}={shown(value)} is not valid; it is a whole number from 1 on")
    return int(value)


def checked_flag(name: str, value: Any) -> bool:
    """The value, if it is True or False; else a ValueError naming it."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name}={shown(value)} is not valid; it is True or False")
    return bool(value)


def checked_action(action: Any) -> int:
    """The action as int; ints, NumPy ints, arrays and tensors of one element are accepted.

    Raises:
        TypeError: anything else.
    """
    number = action.item() if isinstance(action, np.ndarray) and action.size == 1 else action
    if not isinstance(number, bool):
        try:
            return operator.index(number)
        except TypeError:
            pass
    raise TypeError(f"an action is an integer, not {type(action).__name__} {shown(action)}")


class Setup:
    """What a game is played under.

    Args:
        rules: a rule set's name or its rules.
        episode: ``"game"`` to the target, or ``"deal"``.
        reward: ``"win"`` or ``"points"``; None: win for games, points for deals.
        start_scores: points each side starts with, or ``"random"`` (uniform below
            the target, in tens).
        options: rule options to change.

    Raises:
        RulesError: any of these is not valid.
    """

    def __init__(
        self,
        rules: str | Rules,
        *,
        episode: str = "game",
        reward: str | None = None,
        start_scores: Scores = None,
        **options: Any,
    ) -> None:
        if episode not in EPISODES:
            raise RulesError(f"episode={shown(episode)} is not valid; it is 'game' or 'deal'")
        self.rules = find_rules(rules, **options)
        if episode == "deal" and not self.rules.single_deal:
            self.rules = self.rules.replace(single_deal=True)
        if reward is None:
            reward = "points" if self.rules.single_deal else "win"
        if reward not in REWARDS:
            raise RulesError(f"reward={shown(reward)} is not valid; it is 'win' or 'points'")
        self.episode, self.reward = episode, reward
        self.start_scores = self._checked_scores(start_scores)
        self.num_seats = self.rules.players
        self._prepare()

    def _checked_scores(self, scores: Scores) -> tuple[int, ...] | str | None:
        if scores is None or (isinstance(scores, str) and scores == "random"):
            return scores
        sides, target = len(self.rules.sides), self.rules.target
        given = list(scores) if isinstance(scores, tuple | list | np.ndarray) else []
        whole = all(isinstance(s, int | np.integer) and not isinstance(s, bool) for s in given)
        if len(given) != sides or not whole or not all(-100_000 < s < target for s in given):
            raise RulesError(
                f"start_scores={shown(scores)} is not valid; it is 'random' or {sides} whole "
                f"numbers below the target {target}"
            )
        return tuple(int(score) for score in given)

    def _prepare(self) -> None:
        self.loops: types.SimpleNamespace = loops(self.rules.family)
        self.engine, self.one_game = self.loops.engine, one_game(self.rules.family)
        self.packed = self.engine.pack_rules(self.rules, self.start_scores)
        self.by_points = int(self.reward == "points")
        self.num_actions = int(self.packed["num_actions"][0])
        self.num_features = observation_size(self.rules)

    def __getstate__(self) -> dict[str, Any]:
        names = ("rules", "episode", "reward", "start_scores", "num_seats")
        return {name: getattr(self, name) for name in names}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self._prepare()

    def __deepcopy__(self, memo: dict[int, Any]) -> Setup:
        return self  # nothing in it ever changes

    def new_states(self, number: int) -> np.ndarray[Any, Any]:
        """Zeroed state records."""
        return records(number, self.engine.STATE)

    def new_views(self, number: int) -> np.ndarray[Any, Any]:
        """Zeroed view records."""
        return records(number, self.engine.VIEW)

    def returns(self, states: np.ndarray[Any, Any], g: int = 0) -> np.ndarray[Any, Any]:
        """Total reward of each seat of game g so far, float64 of shape (seats,)."""
        out = np.zeros(self.num_seats)
        self.loops.write_returns(self.packed, states, g, self.by_points, out)
        return out
