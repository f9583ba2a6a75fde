"""The table in the terminal: one game between a player and agents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cinqcents_env.cli.common import is_terminal
from cinqcents_env.cli.plain_words import PlainWords
from cinqcents_env.cli.progress import told_if_slow
from cinqcents_env.cli.session import Event, Moved, Session, TrickWon
from cinqcents_env.notation.names import move_name

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.game import Game

SHOWN = 6
"""Moves of which a hint speaks."""


class Quit(Exception):
    """The player leaves the game."""


class Table:
    """One game in the terminal.

    Args:
        session: a new game and who plays it.
        hints: list the legal moves at each decision.
        hint: the agent that is asked for advice.
        language: ``"en"`` or ``"fr"``; texts of moves are the same in both.
    """

    def __init__(self, session: Session, *, hints: bool, hint: Agent, language: str = "en") -> None:
        self.session, self.hints, self.hint = session, hints, hint
        self.words = PlainWords(language)
        self.commands = {
            "moves": self._on_moves,
            "table": self._on_table,
            "hint": self._on_hint,
            "undo": self._on_undo,
            "help": self._on_help,
            "quit": self._on_quit,
        }

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    def play(self) -> None:
        """Play the game to its end.

        Raises:
            Quit: the player left it.
        """
        self._welcome()
        while not self.game.is_over:
            if self.session.players_turn:
                self._decide()
            else:
                self._tell(self.session.carry_out(self.session.answer()))
        self._show_table()

    def _welcome(self) -> None:
        words = self.words
        print(words("welcome", self.game.rules.ruleset, self.game.seed))
        for seat, agent in enumerate(self.session.agents):
            who = words("you") if agent is None else agent.spec
            print(words("seat", seat, words("partner", who) if self.session.partner(seat) else who))

    # the player's decision

    def _decide(self) -> None:
        """Ask until a move has been made, or one has been taken back."""
        self._show_table()
        if self.hints:
            self._show_moves()
        while True:
            typed = self._ask()
            command = self.words.command(typed)
            if command:
                if self.commands[command]():
                    return
            elif typed and self._try(typed):
                return

    def _ask(self) -> str:
        """One line of the player, trimmed. Raises Quit at the end of input."""
        try:
            if is_terminal(sys.stdin):
                line = input("> ")
            else:
                print("> ", end="", flush=True)
                line = sys.stdin.readline() if sys.stdin is not None else ""
                if not line:
                    print()
                    raise Quit
        except EOFError:
            print()
            raise Quit from None
        line = " ".join(line.split())
        return line.casefold() if self.words.command(line.casefold()) else line

    def _try(self, typed: str) -> bool:
        """Make the move that is meant; False, and say why, if there is none such."""
        from cinqcents_env.game import IllegalMove
        from cinqcents_env.notation import NotationError, move_index

        legal = self.game.legal_moves()
        move = typed
        if typed.isdecimal():
            number = int(typed[:9])
            if not 1 <= number <= len(legal):
                print(self.words("no such number", typed[:9], len(legal)))
                return False
            move = legal[number - 1]
        try:
            events = self.session.decide(move_index(self.game.rules, move))
        except NotationError as error:
            print(self.words("not a move", error=error, move=move[:40]))
            return False
        except IllegalMove as error:
            print(self.words("not legal", error=error, move=move, legal=", ".join(legal)))
            return False
        self._tell(events)
        return True

    def _on_undo(self) -> bool:
        taken = self.session.take_back()
        print(self.words("taken back" if taken else "nothing to take back"))
        return taken

    def _on_moves(self) -> bool:
        self._show_moves()
        return False

    def _on_table(self) -> bool:
        self._show_table()
        return False

    def _on_hint(self) -> bool:
        words = self.words
        with told_if_slow(words("asking", self.hint.spec)):
            found = self.session.hint(self.hint)
        print(words("thinks", found.agent))
        moves = sorted(found.moves, key=lambda move: not move.best)
        for move in moves[:SHOWN]:
            told = ""
            if move.exact is not None:
                told = words("exact", move.exact, words.unit(found.exact_unit))
            elif move.value is not None:
                told = words("value", move.value, words.unit(found.unit))
            print(f"  {move.move:<12} {move.probability:6.1%}{told}")
        return False

    def _on_help(self) -> bool:
        print(self.words.help(self.game.legal_moves()[0]))
        return False

    def _on_quit(self) -> bool:
        raise Quit

    # what is shown

    def _show_table(self) -> None:
        from cinqcents_env.render import ansi

        print()
        print(ansi.draw(self.session.view(), self.words.language))

    def _show_moves(self) -> None:
        for number, move in enumerate(self.game.legal_moves(), 1):
            print(f"  {number:2}  {move:<12} {move_name(move, self.words.language)}")

    def _tell(self, events: Sequence[Event]) -> None:
        """Tell the table of a move, and of a trick or deal that it ends."""
        words, you = self.words, self.session.seat
        for event in events:
            if isinstance(event, Moved):
                if event.words:
                    who = words("you") if event.seat == you else words("player", event.seat)
                    print(words("said", who, words.told(event.words)))
            elif isinstance(event, TrickWon):
                print(words("you take it" if event.seat == you else "takes it", event.seat))
            elif not self.game.is_over:
                number, scores = event.number, words.points(self.game.scores)
                print(words("deal over", number, scores, number + 1))
