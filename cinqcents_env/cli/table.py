"""The table in the terminal: one game between a player and agents."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cinqcents_env.cli.common import is_terminal
from cinqcents_env.cli.words import told, verdict
from cinqcents_env.notation.names import move_name

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.game import Game

HELP = """\
  a move      its number in the list, or its text, such as {example}
  moves       list the legal moves again
  table       show the table again
  undo        take back your last decision and all that followed
  help        show this
  quit        leave the game"""


class Quit(Exception):
    """The player leaves the game."""


class Kept(NamedTuple):
    """The game as it stood before a decision of the player."""

    game: Game
    chance: dict[str, Any]


class Table:
    """One game in the terminal.

    Args:
        game: a new game.
        seat: the player's seat.
        agents: the agent of every other seat, None at the player's.
        hints: list the legal moves at each decision.
    """

    def __init__(
        self, game: Game, seat: int, agents: Sequence[Agent | None], *, hints: bool = True
    ) -> None:
        self.game, self.seat, self.agents, self.hints = game, seat, agents, hints
        self.rng = np.random.default_rng([game.seed, 1])
        self.kept: list[Kept] = []

    def play(self) -> None:
        """Play the game to its end.

        Raises:
            Quit: the player left it.
        """
        self._welcome()
        while not self.game.is_over:
            agent = self.agents[self.game.to_move]
            if agent is None:
                self._decide()
            else:
                mask = self.game.legal_mask()
                self._carry_out(agent.act(self.game.view(), mask, self.rng))
        self._show_table()
        result = self.game.result
        assert result is not None
        print(f"result: {verdict(result, self.seat)}; scores {self._scores()}")

    def _welcome(self) -> None:
        print(f"{self.game.rules.ruleset}, seed {self.game.seed}; 'help' lists the commands")
        for seat, agent in enumerate(self.agents):
            mine = next(side for side in self.game.rules.sides if self.seat in side)
            partner = ", your partner" if seat in mine and seat != self.seat else ""
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
        before = self._keep()
        try:
            self._carry_out(move_index(self.game.rules, words))
        except NotationError as error:
            print(f"{error}; 'moves' lists what you may do, 'help' the commands")
            return False
        except IllegalMove as error:
            print(error)
            return False
        self.kept.append(before)
        return True

    def _keep(self) -> Kept:
        return Kept(self.game.copy(), dict(self.rng.bit_generator.state))

    def _on_undo(self) -> bool:
        if not self.kept:
            print("there is no decision to take back")
            return False
        self.game, self.rng.bit_generator.state = self.kept.pop()
        print("taken back")
        return True

    def _on_moves(self) -> bool:
        self._show_moves()
        return False

    def _on_table(self) -> bool:
        self._show_table()
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
        print(ansi.draw(self.game.view(self.seat)))

    def _show_moves(self) -> None:
        for number, move in enumerate(self.game.legal_moves(), 1):
            print(f"  {number:2}  {move:<12} {move_name(move)}")

    def _scores(self) -> str:
        return " to ".join(map(str, self.game.scores))

    def _carry_out(self, action: int) -> None:
        """Make a move and tell the table of it, and of a trick or deal that it ends."""
        game = self.game
        who, deals, before = game.to_move, game.deals_begun, game.position()
        move = game.move_text(action)
        words = told(move, game.phase)
        game.play_action(action)
        if who == self.seat:
            print(f"you: {move}")
        elif words:
            print(f"player {who}: {words}")
        if game.deals_begun != deals:
            print(f"-- deal {deals} is over; scores {self._scores()}; deal {deals + 1} --")
        elif not game.is_over:
            after = game.position()
            if before["trick"] and not after["trick"]:
                winner = after["leader"]
                print("you take the trick" if winner == self.seat else f"player {winner} takes it")
