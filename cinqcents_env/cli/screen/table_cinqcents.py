"""The two-player table on the screen, from a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cinqcents_env.cli.screen.grid import BACK, QUIET, STRONG, TURN, Card, Grid, clipped
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.engine.cinqcents.layout import OVER
from cinqcents_env.notation.moves import move_texts
from cinqcents_env.rulebook import CinqCentsRules

if TYPE_CHECKING:
    from cinqcents_env.cli.session import Told
    from cinqcents_env.engine.view import View

MELDS = 14
TRICK_AT = 24


def trump(view: View) -> str:
    """Letter of the trump suit."""
    assert isinstance(view.rules, CinqCentsRules)
    return ("SCDH" if view.rules.pack == "32" else "SH")[view.trump]


def sorted_hand(view: View, members: int) -> list[str]:
    """Cards suit by suit, trumps first, high cards first."""
    order = sorted("SHCD", key=lambda suit: suit != trump(view))
    cards = reversed(view.rules.cards.from_set(members))
    return sorted(cards, key=lambda card: order.index(card[-1]))


def headings(view: View, words: Words) -> list[str]:
    """What the title says beside rule set and deal."""
    dealer = words.who(view.seat if view.dealer == 0 else 1 - view.seat)
    return [
        words("target", view.target),
        words("trump", words.suit(trump(view))),
        words("dealer", dealer),
    ]


def draw(view: View, told: Told, words: Words, specs: list[str], grid: Grid, cells: int) -> int:
    """Draw the table above so many rows of cells; returns the first free row."""
    _plate(view, words, 1, 0, specs, grid)
    known = sorted_hand(view, int(view.known[1]))
    hidden = int(view.hand_sizes[1]) - len(known)
    cards = [Card(words.card(card)) for card in known] + [Card(BACK, "back")] * hidden
    grid.row(1, 2, cards, grid.width - 2)
    _middle(view, told, words, grid, 5)
    _plate(view, words, 0, 9, specs, grid)
    return 11


def _plate(view: View, words: Words, side: int, y: int, specs: list[str], grid: Grid) -> None:
    """Name, points and melds of a side, in two rows."""
    seat = view.seat ^ side
    turn = view.phase != OVER and view.to_move == side
    name = words.who(seat) + (f" ({specs[seat]})" if specs[seat] else "")
    points = f"{words('marked', view.marked[side])}  {words('in tricks', view.points[side])}"
    room = grid.width - len(points) - 4
    grid.write(0, y, ("▸" if turn else " ") + clipped(name, room), TURN if turn else STRONG)
    grid.write(grid.width - 1 - len(points), y, points, STRONG)
    texts, first = move_texts(view.rules), len(view.rules.cards)
    declared = [texts[first + i] for i in range(MELDS) if int(view.melds[side]) >> i & 1]
    melds = words("melds", words.melds(declared))
    grid.write(1, y + 1, clipped(melds, grid.width - 2), QUIET)


def _middle(view: View, told: Told, words: Words, grid: Grid, y: int) -> None:
    """Turn-up, stock, and the trick under way or the last one."""
    if view.turnup >= 0:
        grid.card(1, y, Card(words.card(view.rules.cards.text(view.turnup))))
        grid.write(1, y + 3, words("turn-up"), QUIET)
    if view.stock_size:
        grid.card(11, y, Card(BACK, "back"))
        grid.write(11, y + 3, words("stock", view.stock_size), QUIET)
    shade = "dim" if told.complete else "face"
    for i, (seat, move) in enumerate(told.trick):
        x = TRICK_AT + 13 * i
        grid.card(x, y, Card(words.move(move), shade))
        name = words.who(seat)
        grid.write(x, y + 3, name, QUIET)
        if told.winner == seat:
            grid.write(x + 6, y + 1, "✓", TURN)
