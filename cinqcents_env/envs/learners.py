"""Many games with one learner each, the other seats played inside.

The Gymnasium and Stable-Baselines3 environments are faces of this class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cinqcents_env.engine.batch import game_seeds
from cinqcents_env.envs.opponents import Opponents, Seating, seat_pools
from cinqcents_env.envs.spaces import ILLEGAL, checked_choice, forfeit
from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import codec, move_texts
from cinqcents_env.setup import Setup, checked_flag, checked_number


class Learners:
    """One learner in each of many games.

    The learner is paid all that its seat has earned since its previous decision,
    the end included when another seat moved last.

    Args:
        setup: rules and episode settings.
        num_games: number of games.
        opponents: see :func:`cinqcents_env.envs.opponents.seat_pools`.
        seat: the learner's seat, or ``"random"`` for each episode.
        illegal: ``"raise"`` or ``"forfeit"`` (the learner's side loses).
        skip_forced: the learner is not asked where it has a single legal action.

    Attributes:
        observations: float32 (games, features), of the learners.
        masks: int8 (games, actions); all zero once a game has ended.
        rewards: float32 (games,); terminated, truncated: bool (games,).
        seats: int8 (games,), the learners' seats.
        rng: source of seats, opponents and the opponents' choices.
    """

    def __init__(
        self,
        setup: Setup,
        num_games: int,
        opponents: Opponents,
        seat: int | str,
        illegal: str,
        skip_forced: bool,
    ) -> None:
        self.setup, self.num_games = setup, checked_number("num_envs", num_games)
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.seat = checked_choice("seat", seat, (*range(setup.num_seats), "random"))
        self.skip_forced = checked_flag("skip_forced", skip_forced)
        self.rng = np.random.default_rng()
        self.begun = False
        self._unfinished = False
        self.seating = Seating(num_games, setup.num_seats)
        self.set_opponents(opponents)
        self._allocate()

    def _allocate(self) -> None:
        setup, games = self.setup, self.num_games
        self.states, self.views = setup.new_states(games), setup.new_views(games)
        self.observations = np.zeros((games, setup.num_features), dtype=np.float32)
        self.masks = np.zeros((games, setup.num_actions), dtype=np.int8)
        self.rewards = np.zeros(games, dtype=np.float32)
        self.terminated = np.zeros(games, dtype=np.bool_)
        self.truncated = np.zeros(games, dtype=np.bool_)
        self.seats = np.zeros(games, dtype=np.int8)
        self.forfeited = np.zeros(games, dtype=np.bool_)
        self._totals = np.zeros((games, setup.num_seats))
        self._paid = np.zeros_like(self._totals)
        self._waiting = np.zeros(games, dtype=np.bool_)
        self._turn_masks = np.zeros_like(self.masks)
        self._actions = np.zeros(games, dtype=np.int64)
        self._chance = np.zeros((games, 2), dtype=np.int64)
        self._games = np.arange(games)

    def set_opponents(self, opponents: Opponents) -> None:
        """Draw opponents from these from the next episode of each game on."""
        self.seating.set_pools(seat_pools(opponents, self.setup.rules))

    def reset(self, seed: int, rng: np.random.Generator) -> None:
        """Deal every game anew."""
        self.rng, self.begun = rng, True
        seeds = game_seeds(seed, self.num_games)
        self.setup.loops.reset_games(self.setup.packed, self.states, seeds)
        self.setup.loops.seed_chance(seeds, self._chance)
        self._paid[:] = 0.0
        self._begin(np.ones(self.num_games, dtype=np.bool_))
        self.observe()

    def restart(self, which: npt.NDArray[np.bool_]) -> None:
        """Deal the flagged games anew, each going on from its own sequence of deals."""
        self.setup.loops.restart_games(self.setup.packed, self.states, which, self._paid)
        self._begin(which)

    def _begin(self, which: npt.NDArray[np.bool_]) -> None:
        """Seat players in freshly dealt games and play to the learner's first decision.

        A game that ends before its learner has had a decision is dealt anew.
        """
        which = which.copy()
        while which.any():
            games = np.flatnonzero(which)
            self.forfeited[games] = False
            if self.seat == "random":
                self.seats[games] = self.rng.integers(self.setup.num_seats, size=len(games))
            else:
                self.seats[games] = self.seat
            self.seating.draw(games, self.seats, self.rng)
            self._play_others(which)
            which &= self.states["phase"] == self.setup.engine.OVER
            if which.any():
                self.setup.loops.restart_games(self.setup.packed, self.states, which, self._paid)

    def _play_others(self, live: npt.NDArray[np.bool_]) -> None:
        """Let the other seats play until every live game waits for its learner or is over."""
        self._unfinished = True  # until the end: an agent may fail, a user interrupt it
        while self._await(live):
            games = np.flatnonzero(self._waiting)
            players = self.seating.index[games, self.states["to_move"][games]]
            for number in np.unique(players):
                mine = games[players == number]
                self._actions[mine] = self.seating.agents[number].act_batch(
                    self.views.take(mine), self._turn_masks[mine], self.rng
                )
            self.setup.loops.step_games(
                self.setup.packed, self.states, self._actions, self._waiting
            )
        self._unfinished = False

    def _await(self, live: npt.NDArray[np.bool_]) -> int:
        """Play on to the learners, or to players who must be asked; how many these are."""
        number: int = self.setup.loops.await_learners(
            self.setup.packed,
            self.states,
            self.seats,
            live,
            self.skip_forced,
            self.seating.index,
            self.seating.unasked,
            self._chance,
            self._waiting,
            self.views,
            self._turn_masks,
        )
        return number

    def step(self, actions: npt.NDArray[np.int64]) -> None:
        """The learners' decisions, then the other seats' until the learners' next.

        Ended games stay as they are until :meth:`restart`; :meth:`observe` writes
        the observations.

        Raises:
            IllegalMove: with ``illegal="raise"``; no game has moved.
            RuntimeError: before the first :meth:`reset`, or after an opponent failed or
                was interrupted.
        """
        if not self.begun:
            raise RuntimeError("no episode has begun; call reset() before step()")
        if self._unfinished:
            raise RuntimeError("an opponent's turn was broken off; call reset() before step()")
        setup = self.setup
        legal = self._legal(actions)
        setup.loops.step_games(setup.packed, self.states, actions, legal)
        self._play_others(legal)
        setup.loops.pay_learners(
            setup.packed,
            self.states,
            self.seats,
            setup.by_points,
            self._totals,
            self._paid,
            self.rewards,
            self.terminated,
            self.truncated,
        )
        for game in np.flatnonzero(~legal):
            self._forfeit(int(game))

    def _legal(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        inside = (actions >= 0) & (actions < self.setup.num_actions)
        index = np.where(inside, actions, 0)
        legal: npt.NDArray[np.bool_] = inside & (self.masks[self._games, index] == 1)
        if self.illegal == "raise" and not legal.all():
            game = int(np.flatnonzero(~legal)[0])
            raise IllegalMove(self._refusal(game, int(actions[game])))
        return legal

    def _refusal(self, game: int, action: int) -> str:
        texts = move_texts(self.setup.rules)
        name = repr(texts[action]) if 0 <= action < len(texts) else f"action {action}"
        legal = ", ".join(texts[i] for i in np.flatnonzero(self.masks[game]))
        return f"game {game}: {name} is not legal; legal: {legal}"

    def _forfeit(self, game: int) -> None:
        seat = int(self.seats[game])
        self.rewards[game] = forfeit(self.setup, self.states, game, seat)[seat]
        self.terminated[game] = True
        self.truncated[game] = False
        self.forfeited[game] = True

    def observe(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Write the learners' observations and masks into the buffers.

        Args:
            which: the games to observe; None for all of them.
        """
        self.setup.loops.observe_seats(
            self.setup.packed,
            self.states,
            self.seats if which is None else np.where(which, self.seats, np.int8(-1)),
            self.views,
            self.observations,
            self.masks,
        )

    def result(self, game: int) -> dict[str, Any]:
        """Winners, reason, scores and the learner's seat of an ended game."""
        notes, rules = codec(self.setup.rules.family), self.setup.rules
        state = self.states[game]
        outcome = self.setup.engine.OUTCOMES[state["outcome"]]
        return {
            "winners": notes.winners_of(rules, state),
            "reason": "forfeit" if self.forfeited[game] else outcome,
            "scores": notes.scores_of(rules, state),
            "seat": int(self.seats[game]),
        }
