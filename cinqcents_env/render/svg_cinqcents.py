"""The two-player table as SVG."""

from __future__ import annotations

from cinqcents_env.engine.cinqcents.layout import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.notation.moves import move_texts
from cinqcents_env.render.svg_canvas import Canvas
from cinqcents_env.render.svg_cards import BACK

HEIGHT = 470
HAND_WIDTH, TABLE_WIDTH, SMALL_WIDTH = 54.0, 50.0, 34.0


def draw(view: View, theme: str, others: tuple[View, ...]) -> Canvas:
    """The table as one seat sees it; ``others`` shows the other hand too."""
    canvas = Canvas(HEIGHT, theme, f"{view.rules.ruleset}: {turn(view)}")
    _draw_heading(canvas, view)
    shown = others[0].hand if others else None
    _draw_opponent(canvas, view, shown)
    _draw_middle(canvas, view)
    _draw_own(canvas, view)
    return canvas


def turn(view: View) -> str:
    """Whose turn it is, or how the game ended."""
    if view.phase == OVER:
        winner = {-1: "nobody wins", 0: "you win", 1: "the opponent wins"}[view.winner]
        return f"{winner} ({OUTCOMES[view.outcome] or 'forfeit'})"
    if view.to_move == 1:
        return "the opponent is on move"
    return "meld, exchange or draw" if PHASES[view.phase] == "meld" else "you are on move"


def sorted_hand(view: View, members: int) -> list[str]:
    """Cards suit by suit, trumps first, high cards first."""
    cards = list(reversed(view.rules.cards.from_set(members)))
    trump = suit_of_trump(view)
    order = [trump, *(suit for suit in "SHCD" if suit != trump)]
    return sorted(cards, key=lambda card: order.index(card[-1]))


def suit_of_trump(view: View) -> str:
    """Letter of the trump suit."""
    suits = "SCDH" if len({card[-1] for card in view.rules.cards.cards}) == 4 else "SH"
    return suits[view.trump]


def _draw_heading(canvas: Canvas, view: View) -> None:
    words = f"{view.rules.ruleset}  ·  deal {view.deal_number + 1}  ·  to {view.target}"
    canvas.text(10, 18, words, size=13, bold=True, fit=220)
    who = "you dealt" if view.dealer == 0 else "the opponent dealt"
    canvas.text(390, 18, who, anchor="end", fill=canvas.theme.quiet, fit=150)


def _plate(canvas: Canvas, view: View, side: int, y: float) -> None:
    """Name, points and melds of a side; framed when it is on move."""
    theme = canvas.theme
    on_move = view.phase != OVER and view.to_move == side
    canvas.box(6, y, 388, 42, theme.plate, border=theme.turn if on_move else None)
    name = f"{'You' if side == 0 else 'Opponent'} (player {view.seat ^ side})"
    canvas.text(14, y + 17, name, size=13, bold=True, fit=160)
    tricks = int(view.captured[side]).bit_count() // 2
    points = f"{view.marked[side]} marked  ·  {view.points[side]} in {tricks} tricks"
    canvas.text(386, y + 17, points, anchor="end", size=13, fit=205)
    texts, first = move_texts(view.rules), len(view.rules.cards)
    declared = int(view.melds[side])
    melds = [texts[first + i] for i in range(14) if declared >> i & 1]
    words = "melds: " + (", ".join(melds) if melds else "none")
    canvas.text(14, y + 34, words, size=12, fill=theme.quiet, fit=372)


def _draw_opponent(canvas: Canvas, view: View, shown: int | None) -> None:
    _plate(canvas, view, 1, 26)
    canvas.box(0, 74, 400, 288, canvas.theme.cloth, radius=0)
    known = sorted_hand(view, int(view.known[1] if shown is None else shown))
    hidden = int(view.hand_sizes[1]) - len(known)
    canvas.row([*known, *[BACK] * hidden], 10, 82, SMALL_WIDTH, 380)


def _draw_middle(canvas: Canvas, view: View) -> None:
    """Stock and turn-up at the left, the trick in the middle, captured cards at the right."""
    pale = "#e9f3ee"
    if view.turnup >= 0:
        canvas.card(view.rules.cards.text(view.turnup), 52, 165, TABLE_WIDTH)
    if view.stock_size > 0:
        canvas.card(BACK, 16, 165, TABLE_WIDTH)
        canvas.text(41, 252, f"{view.stock_size} left", anchor="middle", fill=pale)
    else:
        canvas.text(41, 252, "stock gone", anchor="middle", fill=pale, fit=70)
    canvas.text(20, 155, "trumps", fill=pale)
    canvas.suit(suit_of_trump(view), 76, 151, 16)
    cards = [view.rules.cards.text(card) for card in view.trick.tolist() if card >= 0]
    canvas.text(200, 155, "trick", anchor="middle", fill=pale)
    for card, side in zip(cards, (view.leader, 1 - view.leader), strict=False):
        who = "you" if side == 0 else "opponent"
        x = 146.0 if side == 0 else 204.0
        canvas.card(card, x, 165, TABLE_WIDTH)
        canvas.text(x + 25, 252, who, anchor="middle", fill=pale)
    if not cards:
        canvas.text(200, 205, "no card yet", anchor="middle", fill=pale)
    for side, y in ((1, 162), (0, 212)):
        taken = int(view.captured[side]).bit_count()
        who = "yours" if side == 0 else "theirs"
        if taken:
            canvas.card(BACK, 290, y, 26)
        canvas.text(322, y + 22, f"{taken} {who}", fill=pale, fit=74)
    canvas.text(290, 155, "captured", fill=pale)


def _draw_own(canvas: Canvas, view: View) -> None:
    canvas.row(sorted_hand(view, int(view.hand)), 8, 276, HAND_WIDTH, 384)
    _plate(canvas, view, 0, 368)
    colour = canvas.theme.turn if view.to_move == 0 or view.phase == OVER else canvas.theme.quiet
    canvas.text(200, 436, turn(view), anchor="middle", size=15, bold=True, fill=colour, fit=380)
    if view.pending_seven and view.phase != OVER:
        canvas.text(200, 456, "the trump seven is still to be marked", anchor="middle", fit=380)
