"""What the player may choose: cards of the hand, and moves in cells above it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cinqcents_env.cli.screen.grid import STRONG, Card, Grid, clipped, spread
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS

HAND_ROW = 100
"""Row of the cards, beneath all cells."""
BID_ROWS = BID_COLUMNS = 5
"""Of the table of bids; what is no bid of tricks lies in the row beneath."""
HAND_HEIGHT = 5
CALL_WIDTH = 3
MARK, STAR = "•", "★"


@dataclass(frozen=True)
class Choice:
    """One thing on the table that may or may not be chosen.

    Attributes:
        move: text of the move, None where it may not be made now.
        label: what is written.
        row, column: where it lies; the cards lie in :data:`HAND_ROW`.
    """

    move: str | None
    label: str
    row: int
    column: int


class Choices:
    """The player's choices at one decision, and the one that the cursor is on.

    Args:
        hand: texts of the cards in the order in which they are held.
        legal: texts of the legal moves, empty where it is not the player's turn.
        words: of the table.
        width: columns that the cells may take.
        bids: show the whole auction, legal or not.
    """

    def __init__(
        self, hand: list[str], legal: list[str], words: Words, width: int, bids: bool
    ) -> None:
        self.star: str | None = None
        playable = {_card_of(move): move for move in legal if _card_of(move) in hand}
        self.cards = [
            Choice(playable.get(card), words.card(card), HAND_ROW, i) for i, card in enumerate(hand)
        ]
        others = [move for move in legal if move not in playable.values()]
        if bids:
            self.cells, self.cell_width = _auction(others, words), width // BID_COLUMNS
        else:
            self.cells, self.cell_width = _cells(others, words, width)
        self.at = self._first()

    def _first(self) -> Choice | None:
        """Where the cursor starts: on a pass, else on a move in a cell, else on a card."""
        possible = self.possible()
        passing = [choice for choice in possible if choice.move == "pass"]
        return next(iter(passing or possible), None)

    def possible(self) -> list[Choice]:
        """The legal ones, cells first."""
        return [choice for choice in (*self.cells, *self.cards) if choice.move is not None]

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return 1 + max((cell.row for cell in self.cells), default=-1)

    def go(self, across: int, down: int) -> None:
        """Move the cursor one choice right or left, or one row down or up."""
        here = self.at
        if here is None:
            return
        if across:
            row = [choice for choice in self.possible() if choice.row == here.row]
            self.at = row[(row.index(here) + across) % len(row)]
            return
        further = [c for c in self.possible() if (c.row - here.row) * down > 0]
        if further:
            nearest = min(abs(choice.row - here.row) for choice in further)
            row = [c for c in further if abs(c.row - here.row) == nearest]
            self.at = min(row, key=lambda choice: abs(self._x(choice) - self._x(here)))

    def _x(self, choice: Choice) -> int:
        return choice.column * (4 if choice.row == HAND_ROW else self.cell_width)

    def prefer(self, move: str) -> None:
        """Mark a move with the star and put the cursor on it."""
        self.star = move
        self.go_to(move)

    def go_to(self, move: str) -> bool:
        """Put the cursor on a move; False if it is not among the legal ones."""
        found = [choice for choice in self.possible() if choice.move == move]
        if found:
            self.at = found[0]
        return bool(found)

    def draw_cells(self, grid: Grid, y: int) -> None:
        """Write the cells from a row of the grid on; where room lacks, those about the cursor."""
        room = grid.height - y
        at = self.at.row if self.at is not None and self.at.row < self.rows else 0
        first = max(0, min(at - room // 2, self.rows - room))
        for cell in self.cells:
            if not first <= cell.row < first + room:
                continue
            star = STAR if cell.move is not None and cell.move == self.star else ""
            x = cell.column * self.cell_width
            style = "grey35" if cell.move is None else STRONG
            if cell is self.at:
                style = "bold black on gold1"
            grid.write(
                x,
                y + cell.row - first,
                clipped(f" {star}{cell.label} ", self._end(cell, grid.width) - x),
                style,
            )
        edge = grid.width - 2
        if first:
            grid.write(edge, y, "▲", STRONG)
        if first + room < self.rows:
            grid.write(edge, grid.height - 1, "▼", STRONG)

    def _end(self, cell: Choice, width: int) -> int:
        """Column at which the next cell of the row begins, or the row ends."""
        after = [c.column for c in self.cells if c.row == cell.row and c.column > cell.column]
        return min(after) * self.cell_width if after else width

    def draw_hand(self, width: int) -> Grid:
        """The cards, the chosen one raised, with a mark under those that may be chosen."""
        grid, step = Grid(width, HAND_HEIGHT), spread(len(self.cards), width - 2)
        some = any(card.move is not None for card in self.cards)
        for i, card in enumerate(self.cards):
            shade = "chosen" if card is self.at else "face" if card.move or not some else "dim"
            raised = card is self.at
            grid.card(1 + i * step, 0 if raised else 1, Card(card.label, shade))
            if card.move is not None:
                starred = card.move == self.star
                grid.write(2 + i * step, 4, STAR if starred else MARK, "bold yellow")
        return grid


def _card_of(move: str) -> str:
    """The card of the hand that a move puts down, if it is that and no more."""
    return move.removeprefix("discard ")


def _cells(moves: list[str], words: Words, width: int) -> tuple[list[Choice], int]:
    """Moves in as many equal columns as there is room for."""
    calls = any(move.startswith("call ") for move in moves)
    labels = [words.card(m[5:]) if m.startswith("call ") else words.move(m) for m in moves]
    widest = 3 + (CALL_WIDTH if calls else max(map(len, labels), default=1))
    columns = max(1, width // widest)
    cells = [
        Choice(move, label, i // columns, i % columns)
        for i, (move, label) in enumerate(zip(moves, labels, strict=True))
    ]
    if calls:  # the word for playing alone needs a row of its own
        cells[-1] = replace(cells[-1], row=cells[-2].row + 1, column=0)
    return cells, min(width, widest)


def _auction(moves: list[str], words: Words) -> list[Choice]:
    """All bids of tricks as a table, five suits wide, and the others beneath."""
    legal = set(moves)
    cells = []
    for number, bid in enumerate(BID_TEXTS[: BID_ROWS * BID_COLUMNS]):
        row, column = divmod(number, BID_COLUMNS)
        text = f"bid {bid}"
        cells.append(Choice(text if text in legal else None, words.move(text), row, column))
    rest = [move for move in moves if move not in {cell.move for cell in cells}]
    cells += [Choice(move, words.move(move), BID_ROWS, 2 * i) for i, move in enumerate(rest)]
    return cells
