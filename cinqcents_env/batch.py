"""Batch: many games at once, all seats learning, in fixed buffers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from cinqcents_env.engine.batch import game_seeds
from cinqcents_env.engine.threads import parts, share
from cinqcents_env.engine.view import View
from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Scores, Setup, checked_flag, checked_number, checked_seed


class Batch:
    """Many games of one rule set, stepped together by compiled code.

    The buffers below are written in place by :meth:`step`; copy what must last.
    Game ``i`` depends on (seed, i) alone, whatever the number of games.

    Args:
        rules: a rule set's name or its rules.
        num_games: number of games.
        seed: of the deals; None draws one.
        episode, reward, start_scores: see :class:`cinqcents_env.setup.Setup`.
        skip_forced: step over decisions with a single legal action.
        auto_reset: deal ended games anew within the step that ends them. Without it
            an ended game has an all-zero mask and :meth:`step` passes it over.
        num_threads: threads that share the games in :meth:`step`, :meth:`observe` and
            :meth:`random_playouts`; what comes out is the same for any number. More
            than the cores there are gain nothing; below some hundred games nor do two.
        options: rule options to change.

    Attributes:
        observations: float32 (games, features), of the seat on move.
        masks: int8 (games, actions), 1 = legal, for the seat on move; read-only.
        to_move: int8 (games,), seat on move.
        rewards: float32 (games, seats), paid by the last step.
        terminated, truncated: bool (games,), games that ended in the last step.
        views: view records (games,), of the seat on move.
    """

    def __init__(
        self,
        rules: str | Rules,
        num_games: int,
        seed: int | None = None,
        *,
        episode: str = "game",
        reward: str | None = None,
        start_scores: Scores = None,
        skip_forced: bool = False,
        auto_reset: bool = True,
        num_threads: int = 1,
        **options: Any,
    ) -> None:
        num_games = checked_number("num_games", num_games)
        self.num_threads = checked_number("num_threads", num_threads)
        self.setup = Setup(
            rules, episode=episode, reward=reward, start_scores=start_scores, **options
        )
        self.num_games = num_games
        self.skip_forced = checked_flag("skip_forced", skip_forced)
        self.auto_reset = checked_flag("auto_reset", auto_reset)
        self._allocate()
        self.reset(seed)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    def _allocate(self) -> None:
        setup, games = self.setup, self.num_games
        self.states = setup.new_states(games)
        self.views = setup.new_views(games)
        self.observations = np.zeros((games, setup.num_features), dtype=np.float32)
        self._masks = np.zeros((games, setup.num_actions), dtype=np.int8)
        self._show_masks()
        self.to_move = np.zeros(games, dtype=np.int8)
        self.rewards = np.zeros((games, setup.num_seats), dtype=np.float32)
        self._totals = np.zeros((games, setup.num_seats))
        self._paid = np.zeros_like(self._totals)
        self.terminated = np.zeros(games, dtype=np.bool_)
        self.truncated = np.zeros(games, dtype=np.bool_)
        self._live = np.ones(games, dtype=np.bool_)
        self._parts = parts(games, self.num_threads)
        self._chance = np.zeros((games, 2), dtype=np.int64)

    def _show_masks(self) -> None:
        self.masks = self._masks.view()
        self.masks.flags.writeable = False

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self._show_masks()

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew from a seed; None draws one."""
        self.seed = checked_seed(seed)
        seeds = game_seeds(self.seed, self.num_games)
        self.setup.loops.reset_games(self.setup.packed, self.states, seeds)
        self.setup.loops.seed_chance(seeds, self._chance)
        self._paid[:] = 0.0
        self._live[:] = True
        self._settle(restart=False)
        self._paid[:] = 0.0  # what the deal itself paid comes with the first step
        self.rewards[:] = 0.0
        self.observe()

    def _share(self, loop: Callable[..., Any], *arguments: Any) -> list[Any]:
        """A loop over games, each thread on its part of them; what each part answered."""
        return share(self._parts, loop, self.setup.packed, self.states, *arguments)

    def _settle(self, restart: bool) -> None:
        self._share(self.setup.loops.settle_games, *self._settling(restart))

    def _settling(self, restart: bool) -> tuple[Any, ...]:
        """What settling takes besides rules and states."""
        return (
            self.setup.by_points,
            int(self.skip_forced),
            int(restart),
            self._totals,
            self._paid,
            self.rewards,
            self.terminated,
            self.truncated,
        )

    def observe(self) -> None:
        """Write observation, mask, view and seat on move of every game into the buffers."""
        self._share(self.setup.loops.observe_games, *self._observing())

    def _observing(self) -> tuple[Any, ...]:
        """The buffers that observing writes."""
        return self.views, self.observations, self._masks, self.to_move

    def step(self, actions: npt.ArrayLike) -> None:
        """One decision in every game.

        Args:
            actions: integers, shape (games,).

        Raises:
            IllegalMove: an action is not legal; names the first such game. No game
                has moved.
            ValueError: wrong shape or not integers.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self.num_games} integers, not {chosen.dtype} of shape {chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        self._check(chosen)
        self._share(
            self.setup.loops.play_games,
            chosen,
            self._live,
            *self._settling(restart=self.auto_reset),
            *self._observing(),
        )
        if not self.auto_reset:
            self.terminated &= self._live
            self.truncated &= self._live
            self._live &= ~(self.terminated | self.truncated)

    def _check(self, chosen: npt.NDArray[np.int64]) -> None:
        """Refuse illegal actions before any game has moved."""
        answers = self._share(self.setup.loops.first_illegal, chosen, self._live)
        for games, wrong in zip(self._parts, answers, strict=True):
            if wrong >= 0:
                game = games.start + int(wrong)
                raise IllegalMove(self._refusal(game, int(chosen[game])))

    def _refusal(self, game: int, action: int) -> str:
        texts = move_texts(self.rules)
        name = repr(texts[action]) if 0 <= action < len(texts) else f"action {action}"
        legal = ", ".join(texts[i] for i in np.flatnonzero(self._masks[game]))
        return f"game {game}: {name} is not legal for player {self.to_move[game]}; legal: {legal}"

    @property
    def live(self) -> npt.NDArray[np.bool_]:
        """Games that are still going on (all of them with ``auto_reset``)."""
        return self._live.copy()

    def get_state(self) -> dict[str, npt.NDArray[Any]]:
        """Copies of the arrays that the course of all games depends on, records as bytes."""
        return {
            "states": self.states.view(np.uint8).reshape(self.num_games, -1).copy(),
            "paid": self._paid.copy(),
            "live": self._live.copy(),
            "chance": self._chance.copy(),
        }

    def set_state(self, saved: Mapping[str, npt.NDArray[Any]]) -> None:
        """Go on from what :meth:`get_state` gave, in a batch made with the same arguments.

        The arrays are taken as they are; bytes that no game wrote make no game.

        Raises:
            ValueError: an array is missing or of another shape, as for another number of
                games; nothing has changed.
        """
        own = self.get_state()
        for name, array in own.items():
            if name not in saved or saved[name].shape != array.shape:
                got = saved[name].shape if name in saved else "none"
                raise ValueError(f"saved games: {name} must have shape {array.shape}, got {got}")
        bytes_of = np.ascontiguousarray(saved["states"], dtype=np.uint8)
        self.states[:] = bytes_of.view(self.states.dtype).reshape(self.num_games)
        self._paid[:], self._live[:] = saved["paid"], saved["live"]
        self._chance[:] = saved["chance"]
        self.rewards[:], self.terminated[:], self.truncated[:] = 0.0, False, False
        self.observe()

    def random_playouts(self, number: int) -> int:
        """Make ``number`` random decisions in every game inside compiled code.

        Ended games are dealt anew. Returns how many decisions were made. The buffers
        are not written; :meth:`observe` does that. What these decisions earn in games
        still going on is not paid by later steps.

        Raises:
            ValueError: not a whole number from 1 on.
        """
        number = checked_number("number", number)
        self.setup.loops.restart_games(self.setup.packed, self.states, ~self._live, self._paid)
        self._live[:] = True
        made = self._share(self.setup.loops.random_playouts, self._chance, number)
        self._settle(restart=False)
        self.rewards[:] = 0.0
        return int(sum(made))

    def view(self, game: int, seat: int) -> View:
        """What a seat may know of one game.

        Raises:
            IndexError: there is no such game or seat.
            TypeError: one of them is no whole number.
        """
        game, seat = operator.index(game), operator.index(seat)
        if not 0 <= game < self.num_games or not 0 <= seat < self.setup.num_seats:
            raise IndexError(
                f"there is no seat {seat} of game {game}; games run 0 to {self.num_games - 1}, "
                f"seats 0 to {self.setup.num_seats - 1}"
            )
        views = self.setup.new_views(1)
        self.setup.loops.write_view(self.states, game, seat, views, 0)
        return View(self.rules, views)

    def scores(self) -> npt.NDArray[np.int64]:
        """Points marked, int64 (games, sides)."""
        name = "marked" if self.rules.family == "cinqcents" else "scores"
        return np.asarray(self.states[name], dtype=np.int64)[:, : len(self.rules.sides)].copy()
