"""The table in the terminal: one game between a player and agents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cinqcents_env.cli.common import is_terminal
from cinqcents_env.cli.session import Event, Moved, Session, TrickWon
from cinqcents_env.notation.names import move_name

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.game import Game

SHOWN = 6
"""Moves of which a hint speaks."""

HELP = """\
  a move      its number in the list, or its text, such as {example}
  moves       list the legal moves again
  table       show the table again
  hint        ask an agent what it would do
  undo        take back your last decision and all that followed
  help        show this
  quit        leave the game"""


class Quit(Exception):
    """The player leaves the game."""


class Table:
    """One game in the terminal.

    Args:
        session: a new game and who plays it.
        hints: list the legal moves at each decision.
        hint: the agent that is asked for advice.
        language: of the names of moves.
    """

    def __init__(self, session: Session, *, hints: bool, hint: Agent, language: str = "en") -> None:
        self.session, self.hints, self.hint, self.language = session, hints, hint, language

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
        print(f"{self.game.rules.ruleset}, seed {self.game.seed}; 'help' lists the commands")
        for seat, agent in enumerate(self.session.agents):
            partner = ", your partner" if self.session.partner(seat) else ""
            print(f"player {seat}: {'you' if agent is None else agent.spec + partner}")

    # the player's decision

    def _decide(self) -> None:
        """Ask until a move has been made, or one has been taken back."""
        self._show_table()
        if self.hints:
            self._show_moves()
        while True:
            words = self._ask()
            command = getattr(self, f"_on_{words}", None) if words.isidentifier() else None
            if command is not None:
                if command():
                    return
            elif words and self._try(words):
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
        return line.casefold() if line.isalpha() else line

    def _try(self, words: str) -> bool:
        """Make the move that these words mean; False, and say why, if they mean none."""
        from cinqcents_env.game import IllegalMove
        from cinqcents_env.notation import NotationError, move_index

        legal = self.game.legal_moves()
        if words.isdecimal():
            number = int(words[:9])
            if not 1 <= number <= len(legal):
                print(f"there is no move {words[:9]}; moves are numbered 1 to {len(legal)}")
                return False
            words = legal[number - 1]
        try:
            events = self.session.decide(move_index(self.game.rules, words))
        except NotationError as error:
            print(f"{error}; 'moves' lists what you may do, 'help' the commands")
            return False
        except IllegalMove as error:
            print(error)
            return False
        self._tell(events)
        return True

    def _on_undo(self) -> bool:
        if not self.session.take_back():
            print("there is no decision to take back")
            return False
        print("taken back")
        return True

    def _on_moves(self) -> bool:
        self._show_moves()
        return False

    def _on_table(self) -> bool:
        self._show_table()
        return False

    def _on_hint(self) -> bool:
        found = self.session.hint(self.hint)
        print(f"{found.agent} thinks:")
        moves = sorted(found.moves, key=lambda move: not move.best)
        for move in moves[:SHOWN]:
            value = "" if move.value is None else f"  {move.value:.3f} {found.unit}"
            exact = "" if move.exact is None else f"  exactly {move.exact:g} {found.exact_unit}"
            print(f"  {move.move:<12} {move.probability:6.1%}{exact or value}")
        return False

    def _on_help(self) -> bool:
        print(HELP.format(example=self.game.legal_moves()[0]))
        return False

    def _on_quit(self) -> bool:
        raise Quit

    # what is shown

    def _show_table(self) -> None:
        from cinqcents_env.render import ansi

        print()
        print(ansi.draw(self.session.view()))

    def _show_moves(self) -> None:
        for number, move in enumerate(self.game.legal_moves(), 1):
            print(f"  {number:2}  {move:<12} {move_name(move, self.language)}")

    def _scores(self) -> str:
        return " to ".join(map(str, self.game.scores))

    def _tell(self, events: Sequence[Event]) -> None:
        """Tell the table of a move, and of a trick or deal that it ends."""
        you = self.session.seat
        for event in events:
            if isinstance(event, Moved):
                if event.words:
                    who = "you" if event.seat == you else f"player {event.seat}"
                    print(f"{who}: {event.words}")
            elif isinstance(event, TrickWon):
                print(
                    "you take the trick" if event.seat == you else f"player {event.seat} takes it"
                )
            elif not self.game.is_over:
                number, scores = event.number, self._scores()
                print(f"-- deal {number} is over; scores {scores}; deal {number + 1} --")
