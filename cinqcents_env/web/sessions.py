"""One game at a table: its seats, the moves of player and agents, and its form on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any, Self

from cinqcents_env.notation import RecordError
from cinqcents_env.web.course import Course
from cinqcents_env.web.opponents import Opponents

FORMAT = 1
MAX_STEPS = 100_000
"""Moves of agents in a row, far above what any game takes."""


class TableError(ValueError):
    """What is asked of a game at the table cannot be done; ``sentence`` names what to say.

    Attributes:
        sentence: name in the catalogue of sentences.
        values: what fills the sentence in.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence)
        self.sentence, self.values = sentence, values


class Session:
    """A game that is played, watched or replayed.

    Args:
        name: the unguessable name by which the browser asks for it.
        owner: whose list it stands in.
        course: the game so far.
        agents: specification of every seat's agent, None at the player's.
        kind: ``game`` or ``replay``.
        created: when it began, in seconds since 1970; None: now.
        closed: True once the player has given the game up; the cards are open then.

    Attributes:
        lock: held by whoever reads or changes the game.
    """

    def __init__(
        self,
        name: str,
        owner: str,
        course: Course,
        agents: list[str | None],
        *,
        kind: str = "game",
        created: float | None = None,
        closed: bool = False,
    ) -> None:
        self.name, self.owner, self.kind = name, owner, kind
        self.course, self.agents = course, agents
        self.created = time.time() if created is None else created
        self.closed = closed
        self.lock = threading.RLock()

    @property
    def seat(self) -> int | None:
        """The player's seat, None where only agents play."""
        return self.agents.index(None) if None in self.agents and self.kind == "game" else None

    @property
    def is_open(self) -> bool:
        """True where all hands may be seen: nobody plays, or the game has ended."""
        return self.seat is None or self.closed or self.course.game.is_over

    @property
    def labels(self) -> list[str]:
        """What sits at each seat, "" for a person."""
        return [spec or "" for spec in self.agents]

    # moves

    def play(self, move: str, opponents: Opponents) -> None:
        """Make the player's move, then those of the agents up to his next decision.

        Raises:
            TableError: it is not his turn, or the game has ended.
            IllegalMove, NotationError: the move; nothing has changed then.
        """
        game = self.course.game
        if self.closed or game.is_over:
            raise TableError("why_over")
        if self.seat is None or game.to_move != self.seat:
            raise TableError("why_turn")
        self.course.play(move)
        self.advance(opponents)

    def advance(self, opponents: Opponents, most: int = MAX_STEPS) -> None:
        """Let agents move until the player is on move, or so many times."""
        game = self.course.game
        for _ in range(most):
            if game.is_over or self.closed:
                return
            spec = self.agents[game.to_move]
            if spec is None:
                return
            self.course.play(opponents.choose(spec, game, len(self.course.moves)))

    def take_back(self) -> None:
        """Return to the player's last decision.

        Raises:
            TableError: there is none, or the cards are open.
        """
        if self.is_open:
            raise TableError("no_take_back")
        own = [i for i, (seat, _) in enumerate(self.course.moves) if seat == self.seat]
        if not own:
            raise TableError("nothing_to_take_back")
        self.course = Course.of_record(self.course.game.record(), own[-1])

    # on disk

    def as_dict(self) -> dict[str, Any]:
        """The session as JSON values; its ``record`` is one of :mod:`cinqcents_env.records`."""
        return {
            "format": FORMAT,
            "name": self.name,
            "owner": self.owner,
            "kind": self.kind,
            "created": self.created,
            "closed": self.closed,
            "agents": self.agents,
            "record": self.course.game.record(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The session of a file.

        Raises:
            RecordError, ReplayError: it is no session, or its record does not replay.
        """
        if data.get("format") != FORMAT:
            raise RecordError(f"table format {data.get('format')!r} is not known; it is {FORMAT}")
        try:
            course = Course.of_record(data["record"])
            return cls(
                str(data["name"]),
                str(data["owner"]),
                course,
                list(data["agents"]),
                kind=str(data["kind"]),
                created=float(data["created"]),
                closed=bool(data["closed"]),
            )
        except (KeyError, TypeError, IndexError) as error:
            raise RecordError(f"not a game of the table: {type(error).__name__} {error}") from None
