"""Everything that the screen shows of a game, as sheets of characters."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.screen import side
from cinqcents_env.cli.screen.choices import Choices
from cinqcents_env.cli.screen.grid import Grid, clipped
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.cli.screen.sheet import WIDTH, sheet
from cinqcents_env.rulebook import CinqCentsRules

if TYPE_CHECKING:
    from cinqcents_env.cli.session import Session
    from cinqcents_env.evaluation.analysis import Analysis

COLUMNS, LINES = 80, 24
"""What the table needs."""
SIDE_WIDTH = 29
FRAME = 8
"""Lines that are not the middle: title, hand, status, keys."""


class Frame:
    """What is seen of a session at a size; made of the player's view and what he was told.

    Args:
        session: the game.
        words: of the table.
        width, height: of the screen.
    """

    def __init__(self, session: Session, words: Words, width: int, height: int) -> None:
        self.session, self.words = session, words
        self.width, self.height = width, height
        self.specs = ["" if agent is None else agent.spec for agent in session.agents]
        family = session.game.rules.family
        self._table: Any = importlib.import_module(f"cinqcents_env.cli.screen.table_{family}")

    @property
    def fits(self) -> bool:
        """True if the table fits on the screen."""
        return self.width >= COLUMNS and self.height >= LINES

    @property
    def table_width(self) -> int:
        """Columns of the table itself."""
        return max(COLUMNS, self.width) - SIDE_WIDTH - 1

    def choices(self) -> Choices:
        """The choices of the decision that stands; none where it is not the player's."""
        game, view = self.session.game, self.session.view()
        mine = self.session.players_turn
        legal = game.legal_moves() if mine else []
        hand = self._table.sorted_hand(view, int(view.hand))
        found = Choices(hand, legal, self.words, self.table_width, mine and game.phase == "bid")
        if mine and isinstance(game.rules, CinqCentsRules) and game.rules.irregularities:
            found.go_to("draw") or found.go_to(legal[0])  # other moves may lose the game
        return found

    def title(self) -> str:
        """Rule set, deal, trumps, dealer."""
        view, words = self.session.view(), self.words
        parts = [view.rules.ruleset, words("deal", view.deal_number + 1)]
        return clipped(" " + " · ".join(parts + self._table.headings(view, words)), self.width)

    def middle(self, choices: Choices) -> Grid:
        """The table, and beneath it the moves that put down no card."""
        grid = Grid(self.table_width, self.height - FRAME)
        view, rows = self.session.view(), choices.rows
        row = self._table.draw(view, self.session.told, self.words, self.specs, grid, rows)
        choices.draw_cells(grid, max(row, grid.height - rows))
        return grid

    def side(self, found: Analysis | None) -> Grid:
        """The hint if there is one, else what happened."""
        height = self.height - FRAME
        if found is not None:
            lines = side.hint(found, self.words, SIDE_WIDTH - 1, height)
        else:
            lines = side.story(self.session, self.words, SIDE_WIDTH - 1, height)
        grid = Grid(SIDE_WIDTH, height)
        for y, (text, style) in enumerate(lines):
            grid.write(1, y, text, style)
        return grid

    def ending(self) -> str:
        """How the game ended; empty while it goes on."""
        result = self.session.game.result
        if result is None:
            return ""
        won = "you win" if self.session.seat in result["winners"] else "you lose"
        return self.words("game over", self.words(won if result["winners"] else "nobody wins"))

    def status(self) -> str:
        """What is awaited."""
        game, words = self.session.game, self.words
        if game.is_over:
            return self.ending()
        if self.session.players_turn:
            return words("your turn", words.names.phases[game.phase])
        return words("thinks", f"{words.who(game.to_move)} ({self.specs[game.to_move]})")

    def rules(self) -> list[str]:
        """The rules that are played: sheet, options, sources."""
        from cinqcents_env.cli.rules import shown

        return shown(self.session.game.rules, self.words.language, WIDTH)

    def sheet(self) -> list[str]:
        """The score sheet, with how the game ended."""
        ending = self.ending()
        return [*sheet(self.session, self.words), *(["", ending] if ending else [])]
