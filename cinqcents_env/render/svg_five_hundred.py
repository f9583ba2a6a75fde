"""The Five Hundred table as SVG, for two to six seats."""

from __future__ import annotations

from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.render.ansi_five_hundred import ALL_PASSED
from cinqcents_env.render.svg_canvas import Canvas
from cinqcents_env.render.svg_cards import BACK

HEIGHT = 520
HAND_WIDTH, TRICK_WIDTH = 54.0, 40.0
PLACES: dict[int, list[tuple[float, float]]] = {
    2: [(200, 348), (200, 66)],
    3: [(200, 348), (72, 120), (328, 120)],
    4: [(200, 348), (72, 205), (200, 66), (328, 205)],
    5: [(200, 348), (72, 240), (100, 88), (300, 88), (328, 240)],
    6: [(200, 348), (72, 262), (72, 136), (200, 66), (328, 136), (328, 262)],
}
"""Middle of each seat's plate, clockwise in the order of play from the viewer's."""

CENTRE = (200.0, 212.0)
VERBS = {"bid": "bid", "discard": "lay cards away", "call": "call a card", "name": "name a suit"}


def draw(view: View, theme: str, others: tuple[View, ...]) -> Canvas:
    """The table as one seat sees it; ``others`` shows the other hands below it."""
    extra = 44 * len(others)
    canvas = Canvas(HEIGHT + extra, theme, f"{view.rules.ruleset}: {turn(view)}")
    _draw_heading(canvas, view)
    canvas.box(0, 42, 400, 342, canvas.theme.cloth, radius=0)
    _draw_middle(canvas, view)
    for seat in range(view.players):
        _draw_seat(canvas, view, seat)
    _draw_hand(canvas, view)
    for row, other in enumerate(others):
        y = HEIGHT - 2 + 44 * row
        canvas.text(10, y + 24, f"player {other.seat}", size=12, fill=canvas.theme.quiet, fit=60)
        canvas.row(sorted_hand(other, int(other.hand)), 76, y, 28, 314, centre=False)
    return canvas


def _name(view: View, seat: int) -> str:
    return "you" if seat == 0 else f"player {(view.seat + seat) % view.players}"


def turn(view: View) -> str:
    """Whose turn it is, or how the game ended."""
    if view.phase == OVER:
        winners = [_name(view, seat) for seat in range(view.players) if view.winners >> seat & 1]
        who = ", ".join(winners) + " won" if winners else "nobody wins"
        return f"{who} ({OUTCOMES[view.outcome] or 'forfeit'})"
    return f"{_name(view, view.to_move)} to {VERBS.get(PHASES[view.phase], 'play')}"


def contract(view: View) -> str:
    """The contract, or the auction so far."""
    if view.contract == ALL_PASSED:
        return "no trumps, all passed"
    if view.contract >= 0:
        words = f"{BID_TEXTS[view.contract]} by {_name(view, view.declarer)}"
        if view.called >= 0:
            words += f", called {view.rules.cards.text(view.called)}"
        if view.joker_suit >= 0:
            words += f", joker is {SUITS[view.joker_suit]}"
        return words
    if view.bid >= 0:
        return f"highest bid {BID_TEXTS[view.bid]} by {_name(view, view.bidder)}"
    return "no bid yet"


def sorted_hand(view: View, members: int) -> list[str]:
    """Jokers, then suit by suit, trumps first and high cards first."""
    cards = list(reversed(view.rules.cards.from_set(members)))
    trump = SUITS[view.contract % 5] if _has_trump(view) else ""
    order = sorted("SHCD", key=lambda suit: suit != trump)
    return sorted(cards, key=lambda c: -1 if c in JOKERS else order.index(c[-1]))


def _has_trump(view: View) -> bool:
    contract = int(view.contract)
    return 0 <= contract < 25 and contract % 5 < 4


def _draw_heading(canvas: Canvas, view: View) -> None:
    words = f"{view.rules.ruleset}  ·  deal {view.deal_number + 1}  ·  to {view.rules.target}"
    canvas.text(10, 17, words, size=13, bold=True, fit=210)
    canvas.text(
        390, 17, f"{_name(view, view.dealer)} dealt", anchor="end", fill=canvas.theme.quiet, fit=160
    )
    sides = []
    for side in range(view.num_sides):
        seats = range(side, view.players, view.num_sides)
        sides.append(f"{' + '.join(_name(view, seat) for seat in seats)}: {view.scores[side]}")
    canvas.text(10, 35, "  ·  ".join(sides), size=12, fit=380)


def _draw_middle(canvas: Canvas, view: View) -> None:
    """Contract, trump sign, the trick, or the kitty."""
    pale = "#e9f3ee"
    x, y = CENTRE
    playing = view.contract >= 0 and PHASES[view.phase] in ("play", "name", "over")
    if not playing:
        kitty = view.rules.cards.from_set(int(view.kitty or view.taken))
        canvas.row(kitty or [BACK] * 3, x - 58, y - 22, 36, 116)
        canvas.text(x, y + 44, "kitty", anchor="middle", fill=pale)
    for seat in range(view.players):
        card = int(view.trick[seat])
        if card >= 0:
            at = PLACES[view.players][seat]
            canvas.card(
                view.rules.cards.text(card),
                x + (at[0] - x) * 0.3 - TRICK_WIDTH / 2,
                y + (at[1] - y) * 0.5 - TRICK_WIDTH * 0.7,
                TRICK_WIDTH,
            )
    if _has_trump(view):
        canvas.suit(SUITS[view.contract % 5], x, y, 18)


def _draw_seat(canvas: Canvas, view: View, seat: int) -> None:
    """Plate of a seat: name, tricks and cards, what it bid."""
    theme, (x, y) = canvas.theme, PLACES[view.players][seat]
    on_move = view.phase != OVER and view.to_move == seat
    canvas.box(x - 66, y - 24, 132, 48, theme.plate, border=theme.turn if on_move else None)
    marks = " ★" if seat == view.declarer else ""
    marks += " (partner)" if 0 <= view.partner == seat else ""
    canvas.text(x, y - 9, _name(view, seat) + marks, anchor="middle", bold=True, fit=122)
    sits_out = PHASES[view.phase] == "play" and not view.active >> seat & 1
    cards = f"{view.tricks[seat]} tricks · {view.hand_sizes[seat]} cards"
    canvas.text(x, y + 6, "sits out" if sits_out else cards, anchor="middle", fit=122)
    bids = [BID_TEXTS[i] for i in range(len(BID_TEXTS)) if int(view.bids[seat]) >> i & 1]
    if view.passed >> seat & 1:
        bids.append("pass")
    voids = [SUITS[i] for i in range(4) if int(view.voids[seat]) >> i & 1]
    words = "no " + " ".join(voids) if voids else " ".join(bids)
    canvas.text(x, y + 20, words, anchor="middle", size=11, fill=theme.quiet, fit=122)


def _draw_hand(canvas: Canvas, view: View) -> None:
    """Own cards below the table, with the contract and whose turn it is."""
    theme = canvas.theme
    canvas.row(sorted_hand(view, int(view.hand)), 8, 388, HAND_WIDTH, 384)
    canvas.text(10, 482, contract(view), size=13, bold=True, fit=380)
    colour = theme.turn if view.to_move == 0 or view.phase == OVER else theme.quiet
    canvas.text(10, 504, turn(view), size=15, bold=True, fill=colour, fit=380)
    if view.exposed and view.declarer != 0:
        canvas.row(sorted_hand(view, int(view.exposed)), 80, 300, 24, 240)
