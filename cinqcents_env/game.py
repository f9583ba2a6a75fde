"""Game: one game as an object."""

from __future__ import annotations

import copy
import json
import operator
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from cinqcents_env.engine.view import View
from cinqcents_env.notation import codec, move_index, move_text, move_texts
from cinqcents_env.notation.fields import rules_of
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Scores, Setup, checked_action, checked_seed

RECORD_FORMAT = 1


class IllegalMove(ValueError):
    """A move that exists but that the seat on move may not make now."""


class Game:
    """One game, deal after deal, with all cards known to the object.

    Args:
        rules: a rule set's name or its rules.
        seed: of the deals, 0 to 2**63 - 1; None draws one. ``Game(rules, seed=s)``
            is game 0 of ``Batch(rules, num_games=n, seed=s)``.
        episode, reward, start_scores: see :class:`cinqcents_env.setup.Setup`.
        options: rule options to change.

    >>> game = Game("classic", seed=7)
    >>> game.phase, len(game.legal_moves())
    ('play', 8)
    """

    def __init__(
        self,
        rules: str | Rules,
        seed: int | None = None,
        *,
        episode: str = "game",
        reward: str | None = None,
        start_scores: Scores = None,
        **options: Any,
    ) -> None:
        self.setup = Setup(
            rules, episode=episode, reward=reward, start_scores=start_scores, **options
        )
        self.seed = checked_seed(seed)
        self._states = self.setup.new_states(1)
        seeds = np.array([self.seed], dtype=np.int64)
        self.setup.loops.reset_games(self.setup.packed, self._states, seeds)
        self._start: dict[str, Any] | None = None
        self._deals = [self._deal_entry()]

    @classmethod
    def from_position(
        cls, position: Mapping[str, Any], *, episode: str = "game", reward: str | None = None
    ) -> Self:
        """A game that goes on from a position.

        Raises:
            PositionError: names the field that is wrong.
        """
        game = cls.__new__(cls)
        rules = rules_of(position)
        game.setup = Setup(rules, episode=episode, reward=reward)
        game._states = codec(rules.family).from_position(game.setup.rules, position)
        game.seed = int(game._states["seed"][0])
        game._start = game.position()
        game._deals = [game._deal_entry()]
        return game

    # what stands

    @property
    def rules(self) -> Rules:
        """The rules in force (with ``single_deal`` for an episode of one deal)."""
        return self.setup.rules

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return self.setup.num_seats

    @property
    def _state(self) -> Any:
        return self._states[0]

    @property
    def to_move(self) -> int:
        """Seat on move (meaningless once the game is over)."""
        return int(self._state["to_move"])

    @property
    def phase(self) -> str:
        """Phase of the game, such as ``play`` or ``over``."""
        return str(self.setup.engine.PHASES[self._state["phase"]])

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return bool(self._state["phase"] == self.setup.engine.OVER)

    @property
    def scores(self) -> list[int]:
        """Points marked so far, one per seat (per side where sides play)."""
        scores: list[int] = codec(self.rules.family).scores_of(self.rules, self._state)
        return scores

    @property
    def returns(self) -> list[float]:
        """Each seat's total reward; zero until something is paid."""
        return [float(x) for x in self.setup.returns(self._states)]

    @property
    def result(self) -> dict[str, Any] | None:
        """None while the game goes on, then ``winners`` (seats), ``reason``, ``scores``."""
        if not self.is_over:
            return None
        return {
            "winners": codec(self.rules.family).winners_of(self.rules, self._state),
            "reason": self.setup.engine.OUTCOMES[self._state["outcome"]],
            "scores": self.scores,
        }

    # moves

    def legal_mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """Action mask of the seat on move: int8, shape (actions,), 1 = legal."""
        mask = np.zeros(self.setup.num_actions, dtype=np.int8)
        self.setup.loops.write_mask(self.setup.packed, self._states, 0, mask)
        return mask

    def legal_moves(self) -> list[str]:
        """Texts of the legal moves, in action order; empty when the game is over."""
        texts = move_texts(self.rules)
        return [texts[i] for i in np.flatnonzero(self.legal_mask())]

    def move_text(self, action: int) -> str:
        """Text of an action index. Raises NotationError if there is no such action."""
        return move_text(self.rules, action)

    def play(self, move: str) -> None:
        """Make a move given as text.

        Raises:
            NotationError: the text is no move. The state stays as it was.
            IllegalMove: the move may not be made now. The state stays as it was.
        """
        self.play_action(move_index(self.rules, move))

    def play_action(self, action: int) -> None:
        """Make a move given as action index.

        Raises:
            TypeError: not an integer.
            IllegalMove: not legal now. The state stays as it was.
        """
        action = checked_action(action)
        deal = int(self._state["deal_number"])
        known = 0 <= action < self.setup.num_actions
        if not (known and self.setup.loops.step_game(self.setup.packed, self._states, 0, action)):
            raise IllegalMove(self._refusal(action))
        self._deals[-1]["moves"].append(self.move_text(action))
        if self._state["deal_number"] != deal and not self.is_over:
            self._deals.append(self._deal_entry())

    def _refusal(self, action: int) -> str:
        if self.is_over:
            return "the game is over; no move is legal"
        texts = move_texts(self.rules)
        name = repr(texts[action]) if 0 <= action < len(texts) else f"action {action}"
        return f"{name} is not legal for player {self.to_move}; legal: " + ", ".join(
            self.legal_moves()
        )

    # what is seen

    def view(self, seat: int | None = None) -> View:
        """What a seat (by default the one on move) may know.

        Raises:
            IndexError: there is no such seat.
        """
        views = self.setup.new_views(1)
        self.setup.loops.write_view(self._states, 0, self._checked_seat(seat), views, 0)
        return View(self.rules, views)

    def observation(self, seat: int | None = None) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Observation of a seat: float32, shape (features,); see ``observation_layout``."""
        out = np.zeros(self.setup.num_features, dtype=np.float32)
        self.setup.loops.write_observation(self.setup.packed, self.view(seat).record, 0, out)
        return out

    def _checked_seat(self, seat: int | None) -> int:
        if seat is None:
            return self.to_move
        seat = operator.index(seat)
        if not 0 <= seat < self.num_players:
            raise IndexError(f"there is no seat {seat}; seats run 0 to {self.num_players - 1}")
        return seat

    # copies and text

    def copy(self) -> Self:
        """An independent copy: the same rest of the game, later deals included."""
        return copy.deepcopy(self)

    def position(self) -> dict[str, Any]:
        """The whole state as a JSON object, hidden cards included."""
        position: dict[str, Any] = codec(self.rules.family).to_position(self.rules, self._state)
        return position

    def deal_texts(self) -> dict[str, Any]:
        """Dealer and cards as they lie: what a record notes at the start of each deal."""
        texts: dict[str, Any] = codec(self.rules.family).deal_of(self.rules, self._state)
        return texts

    @property
    def deals_begun(self) -> int:
        """Number of deals so far, the one under way included."""
        return len(self._deals)

    def _deal_entry(self) -> dict[str, Any]:
        return {**self.deal_texts(), "moves": []}

    def record(self) -> dict[str, Any]:
        """The game so far as one JSON object (a line of a record file)."""
        position = self.position()
        return copy.deepcopy(
            {
                "format": RECORD_FORMAT,
                "rules": position["rules"],
                "options": position["options"],
                "start_scores": self.setup.start_scores,
                "seed": self.seed,
                "dealer": self._deals[0]["dealer"],
                "start": self._start,
                "deals": self._deals,
                "result": self.result,
            }
        )

    def record_line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.record(), separators=(",", ":"))

    def __str__(self) -> str:
        from cinqcents_env.render import ansi

        return ansi.draw(self.view())

    def __repr__(self) -> str:
        return f"Game({self.rules.ruleset!r}, seed={self.seed}, scores={self.scores})"
