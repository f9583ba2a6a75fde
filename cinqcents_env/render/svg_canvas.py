"""A small canvas: SVG elements put one after another, in one of two colour themes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from cinqcents_env.render import svg_cards

FONT = "DejaVu Sans, Verdana, Arial, Helvetica, sans-serif"


class Theme(NamedTuple):
    """Colours of a picture."""

    ground: str
    cloth: str
    text: str
    quiet: str
    plate: str
    turn: str


THEMES = {
    "light": Theme("#f3f1ea", "#2e6b4f", "#16202a", "#4d5a66", "#ffffff", "#c77700"),
    "dark": Theme("#12181f", "#1d4636", "#eef2f5", "#a9b6c2", "#232d38", "#ffb238"),
}


class Canvas:
    """Elements of a picture 400 units wide.

    Args:
        height: height in units.
        theme: ``"light"`` or ``"dark"``.
        title: what a screen reader says.
    """

    width = 400

    def __init__(self, height: int, theme: str, title: str) -> None:
        self.height, self.title = height, title
        self.theme = THEMES[theme]
        self._elements: list[str] = []
        self._cards: set[str] = set()

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        *,
        border: str | None = None,
        radius: float = 8,
    ) -> None:
        """A rectangle with round corners."""
        line = f' stroke="{border}" stroke-width="2.5"' if border else ""
        self._elements.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'rx="{radius:g}" fill="{fill}"{line}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 12,
        bold: bool = False,
        anchor: str = "start",
        fill: str | None = None,
        fit: float | None = None,
    ) -> None:
        """One line of text; in smaller letters if it would be wider than ``fit`` units."""
        weight = ' font-weight="700"' if bold else ""
        if fit is not None:
            size = min(size, fit / (max(1, len(words)) * (0.66 if bold else 0.58)))
        self._elements.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}" '
            f'fill="{fill or self.theme.text}"{weight}>{escape(words)}</text>'
        )

    def suit(self, suit: str, x: float, y: float, size: float) -> None:
        """A suit sign, on a disc so that it is seen on any ground."""
        self._elements.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{size * 0.72:g}" fill="#fffefa"/>'
            + svg_cards.suit_sign(suit, x, y, size)
        )

    def card(self, card: str, x: float, y: float, width: float) -> None:
        """A card with its upper left corner at (x, y)."""
        self._cards.add(card)
        self._elements.append(svg_cards.card(card, x, y, width))

    def row(
        self,
        cards: Sequence[str],
        x: float,
        y: float,
        width: float,
        room: float,
        *,
        centre: bool = True,
    ) -> None:
        """Cards side by side in ``room`` units, one over the other where they are many."""
        if not cards:
            return
        step = min(width + 4, (room - width) / max(1, len(cards) - 1))
        if centre:
            x += (room - width - step * (len(cards) - 1)) / 2
        for i, card in enumerate(cards):
            self.card(card, x + i * step, y, width)

    def svg(self) -> str:
        """The picture as one SVG document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" font-family="{FONT}">'
            f"<title>{escape(self.title)}</title><defs>{svg_cards.definitions(self._cards)}</defs>"
            f'<rect width="{self.width}" height="{self.height}" fill="{self.theme.ground}"/>'
            + "".join(self._elements)
            + "</svg>"
        )
