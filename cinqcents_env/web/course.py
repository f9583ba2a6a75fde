"""The course of a game: the game, and what everybody at the table has seen happen in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from cinqcents_env.game import Game
from cinqcents_env.notation import move_index
from cinqcents_env.records import replay, steps
from cinqcents_env.score_sheet import score_sheet
from cinqcents_env.web.tricks import CardPlayed, completed


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        kind: ``move``, ``trick`` (completed), ``deal`` (over) or ``end``.
        deal: number of the deal, from 1.
        seat: who moved or took the trick; -1 for nobody, or where it is not told.
        phase: of the game at a move.
        move: its text.
        cards: of a completed trick, in the order of play.
        scores: of the sides, at the end of a deal or of the game.
    """

    kind: str
    deal: int
    seat: int = -1
    phase: str = ""
    move: str = ""
    cards: tuple[CardPlayed, ...] = ()
    scores: tuple[int, ...] = ()

    def is_told_to(self, viewer: int | None) -> bool:
        """False for what even knowing that it happened would say too much.

        A contractor asked for his joker's suit who names none would betray that he holds it.
        """
        secret = self.kind == "move" and self.phase == "name" and self.move == "pass"
        return not secret or viewer is None or viewer == self.seat

    def hides_card_from(self, viewer: int | None) -> bool:
        """True for a discard of somebody else."""
        return self.move.startswith("discard ") and viewer is not None and viewer != self.seat


class Course:
    """A game and its events, in step.

    Attributes:
        game: the game; moves are made through :meth:`play` only.
        events: everything that has happened.
        moves: ``(seat, move)`` of every decision.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []
        self.moves: list[tuple[int, str]] = []
        self._trick: list[CardPlayed] = []

    @classmethod
    def of_record(cls, record: Mapping[str, Any], ply: int | None = None) -> Self:
        """The course of a recorded game, up to a ply (all deals counted through).

        Raises:
            ReplayError, RecordError: as :func:`cinqcents_env.records.replay`.
        """
        begun = {**record, "deals": [{**record["deals"][0], "moves": []}], "result": None}
        course = cls(replay(begun))
        pending: list[str] = []  # played once the record's reader has found no fault in it
        for number, (_, move) in enumerate(steps(record)):
            for checked in pending:
                course.play(checked)
            if ply is not None and number >= ply:
                return course
            pending = [move]
        for checked in pending:
            course.play(checked)
        return course

    def play(self, move: str) -> None:
        """Make a move of the seat on move.

        Raises:
            IllegalMove, NotationError: as :meth:`Game.play`; nothing has changed then.
        """
        game = self.game
        seat, phase, deal, view = game.to_move, game.phase, game.deals_begun, game.view()
        action = move_index(game.rules, move)
        move = game.move_text(action)
        game.play_action(action)
        self.moves.append((seat, move))
        self.events.append(Event("move", deal, seat, phase, move))
        cards = view.rules.cards
        card = move.partition("=")[0]
        if phase == "play" and card in cards:
            self._trick.append(CardPlayed(seat, card))
            done, winner = completed(view, self._trick)
            if done:
                self.events.append(Event("trick", deal, winner, cards=tuple(self._trick)))
                self._trick = []
        if game.deals_begun != deal or game.is_over:
            self._trick = []
            kind = "end" if game.is_over else "deal"
            self.events.append(Event(kind, deal, scores=score_sheet(game)[-1].scores))

    def told(self, viewer: int | None) -> list[Event]:
        """The events that a seat is told of; None sees all."""
        return [event for event in self.events if event.is_told_to(viewer)]

    def last_trick(self) -> Event | None:
        """The trick completed last in the deal under way (or the last of all, once over)."""
        for event in reversed(self.events):
            if event.kind == "trick":
                same = event.deal == self.game.deals_begun
                return event if same or self.game.is_over else None
        return None
