"""A small sheet of characters, and cards drawn on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.text import Text

CARD_WIDTH = 5
STEP = 4
"""Columns from one card to the next that half covers it."""
BACK = "▒▒▒"

PLAIN, QUIET, STRONG, TURN = "", "grey62", "bold", "bold yellow"
RED_SUITS = "♥♦"
SHADES = {
    "face": ("black on grey93", "bold red3 on grey93"),
    "dim": ("grey70 on grey23", "indian_red on grey23"),
    "chosen": ("bold black on gold1", "bold red3 on gold1"),
    "back": ("grey62 on dark_blue", "grey62 on dark_blue"),
}
"""Style of a card with a black and with a red suit, by how it lies."""


class Card(NamedTuple):
    """A card to draw: its label, and how it lies (a key of :data:`SHADES`)."""

    label: str
    shade: str = "face"


class Grid:
    """Cells of a character and a style each; what lies outside is left out.

    Args:
        width, height: in cells.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = PLAIN) -> int:
        """Write a text from a cell on; returns the column behind it."""
        for i, character in enumerate(text):
            if 0 <= x + i < self.width and 0 <= y < self.height:
                self._cells[y][x + i] = (character, style)
        return x + len(text)

    def card(self, x: int, y: int, card: Card) -> None:
        """Draw a card with its upper left corner at a cell."""
        shade = SHADES[card.shade][card.label[-1:] in RED_SUITS]
        label = BACK if card.shade == "back" else card.label.ljust(3)
        for row, text in enumerate(("╭───╮", f"│{label}│", "╰───╯")):
            self.write(x, y + row, text, shade)

    def row(self, x: int, y: int, cards: Sequence[Card], width: int) -> None:
        """Draw cards from left to right, each over the one before, within some columns."""
        step = spread(len(cards), width)
        for i, card in enumerate(cards):
            self.card(x + i * step, y, card)

    def lines(self) -> list[str]:
        """The characters alone, without blanks at the ends of lines."""
        return ["".join(character for character, _ in row).rstrip() for row in self._cells]

    def text(self) -> Text:
        """The sheet as a rich text."""
        from rich.text import Text

        result = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                result.append("\n")
            for character, style in row:
                result.append(character, style or None)
        return result


def spread(number: int, width: int) -> int:
    """Columns between cards so that this many fit into a width."""
    if number < 2:
        return STEP
    return max(1, min(STEP, (width - CARD_WIDTH) // (number - 1)))


def clipped(text: str, width: int) -> str:
    """A text that fits into a width, with an ellipsis where it is cut.

    >>> clipped("marriage of hearts", 10)
    'marriage …'
    """
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"
