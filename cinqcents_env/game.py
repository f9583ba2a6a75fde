"""Game: one game as an object."""

from __future__ import annotations

import copy
import json
import operator
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from cinqcents_env.engine.view import View
from cinqcents_env.notation import NotationError, codec, move_index, move_text, move_texts
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
        self._begin()

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
        game._begin()
        return game

    def _begin(self) -> None:
        """Note the first deal, and what is asked between moves."""
        setup = self.setup
        self._mask = np.zeros(setup.num_actions, dtype=np.int8)
        self._facts = np.zeros(4, dtype=np.int64)
        self._views = setup.new_views(1)
        self._deals: list[tuple[np.ndarray[Any, Any], list[int]]] = []
        setup.loops.tell(setup.packed, self._states, self._mask, self._facts)
        self._to_move, self._phase, self._over, self._deal = self._facts.tolist()
        self._note_deal()

    def __copy__(self) -> Self:
        return self.copy()

    def _note_deal(self) -> None:
        """Keep the cards as they lie now, and from now on the moves."""
        self._moves: list[int] = []
        self._deals.append((self._states.copy(), self._moves))

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
        return self._to_move

    @property
    def phase(self) -> str:
        """Phase of the game, such as ``play`` or ``over``."""
        return str(self.setup.engine.PHASES[self._phase])

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return bool(self._over)

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
        return self._mask.copy()

    def legal_actions(self) -> list[int]:
        """Indices of the legal actions, in order; empty when the game is over."""
        actions: list[int] = self._mask.nonzero()[0].tolist()
        return actions

    def legal_moves(self) -> list[str]:
        """Texts of the legal moves, in action order; empty when the game is over."""
        texts = move_texts(self.rules)
        return [texts[i] for i in self.legal_actions()]

    def move_text(self, action: int) -> str:
        """Text of an action index. Raises NotationError if there is no such action."""
        return move_text(self.rules, action)

    def play(self, move: str) -> None:
        """Make a move given as text.

        Raises:
            NotationError: the text is no move. The state stays as it was.
            IllegalMove: the move may not be made now. The state stays as it was.
        """
        try:
            index = move_index(self.rules, move)
        except NotationError as error:
            raise NotationError(f"{error}; legal: {', '.join(self.legal_moves())}") from None
        self.play_action(index)

    def play_action(self, action: int) -> None:
        """Make a move given as action index.

        Raises:
            TypeError: not an integer.
            IllegalMove: not legal now. The state stays as it was.
        """
        index = action if type(action) is int else checked_action(action)
        setup, facts, deal = self.setup, self._facts, self._deal
        if not (
            0 <= index < setup.num_actions
            and setup.one_game.play(setup.packed, self._states, index, self._mask, facts)
        ):
            raise IllegalMove(self._refusal(index))
        self._moves.append(index)
        self._to_move, self._phase, self._over, self._deal = facts.tolist()
        if self._deal != deal and not self._over:
            self._note_deal()

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
        setup, mask = self.setup, np.empty(self.setup.num_actions, dtype=np.int8)
        out = np.empty(setup.num_features, dtype=np.float32)
        setup.one_game.observe_seat(
            setup.packed, self._states, 0, self._checked_seat(seat), self._views, out, mask
        )
        return out

    def _checked_seat(self, seat: int | None) -> int:
        if seat is None:
            return self._to_move
        seat = operator.index(seat)
        if not 0 <= seat < self.num_players:
            raise IndexError(f"there is no seat {seat}; seats run 0 to {self.num_players - 1}")
        return seat

    # copies and text

    def copy(self) -> Self:
        """An independent copy: the same rest of the game, later deals included."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._states, other._mask = self._states.copy(), self._mask.copy()
        other._facts, other._views = self._facts.copy(), self._views.copy()
        other._moves = self._moves.copy()
        other._deals = [*self._deals[:-1], (self._deals[-1][0], other._moves)]
        return other

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

    def _deal_entries(self) -> list[dict[str, Any]]:
        """Each deal as a record notes it: the cards as they lay, and the moves."""
        notes, texts = codec(self.rules.family), move_texts(self.rules)
        return [
            {**notes.deal_of(self.rules, states[0]), "moves": [texts[i] for i in moves]}
            for states, moves in self._deals
        ]

    def record(self) -> dict[str, Any]:
        """The game so far as one JSON object (a line of a record file)."""
        position, deals = self.position(), self._deal_entries()
        return {
            "format": RECORD_FORMAT,
            "rules": position["rules"],
            "options": position["options"],
            "start_scores": self.setup.start_scores,
            "seed": self.seed,
            "dealer": deals[0]["dealer"],
            "start": copy.deepcopy(self._start),
            "deals": deals,
            "result": self.result,
        }

    def record_line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.record(), separators=(",", ":"))

    def __str__(self) -> str:
        from cinqcents_env.render import ansi

        return ansi.draw(self.view())

    def svg(self, seat: int | None = None, *, theme: str = "light", all_hands: bool = False) -> str:
        """The table as one seat (by default the one on move) sees it, as an SVG document.

        Args:
            seat: who looks.
            theme: ``"light"`` or ``"dark"``.
            all_hands: show the other hands too.

        Raises:
            IndexError: there is no such seat.
            ValueError: unknown theme.
        """
        from cinqcents_env.render import svg

        seat = self._checked_seat(seat)
        others = [(seat + i) % self.num_players for i in range(1, self.num_players)]
        return svg.draw(
            self.view(seat),
            theme=theme,
            others=[self.view(other) for other in others] if all_hands else (),
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg(all_hands=self.is_over)

    def __repr__(self) -> str:
        return f"Game({self.rules.ruleset!r}, seed={self.seed}, scores={self.scores})"
