"""The Five Hundred table on the screen, from a view, for two to six seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.cli.screen.grid import PLAIN, QUIET, STRONG, TURN, Card, Grid, clipped
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import OVER, PHASES, bid_ranks
from cinqcents_env.render.ansi_five_hundred import ALL_PASSED

if TYPE_CHECKING:
    from cinqcents_env.cli.session import Told
    from cinqcents_env.engine.view import View

NAME_WIDTH = 21
TRICK_ROWS = 4


def trump(view: View) -> str:
    """Letter of the trump suit, empty where there is none."""
    contract = int(view.contract)
    return SUITS[contract % 5] if 0 <= contract < 25 and contract % 5 < 4 else ""


def sorted_hand(view: View, members: int) -> list[str]:
    """Jokers, then suit by suit, trumps first and high cards first."""
    order = sorted("SHCD", key=lambda suit: suit != trump(view))
    cards = reversed(view.rules.cards.from_set(members))
    return sorted(cards, key=lambda c: -1 if c in JOKERS else order.index(c[-1]))


def headings(view: View, words: Words) -> list[str]:
    """What the title says beside rule set and deal."""
    suit = trump(view)
    return [
        words("target", view.rules.target),
        *([words("trump", words.suit(suit))] if suit else []),
        words("dealer", _who(view, words, view.dealer)),
    ]


def draw(view: View, told: Told, words: Words, specs: list[str], grid: Grid, cells: int) -> int:
    """Draw the table above so many rows of cells; returns the first free row."""
    y = _sides(view, words, grid)
    grid.write(1, y, clipped(_contract(view, words), grid.width - 2), STRONG)
    y += 1
    for seat in range(view.players):
        _seat(view, words, seat, y + seat, specs, grid)
    y += view.players
    y = _laid_out(view, words, grid, y)
    wanted = PHASES[view.phase] in ("play", "over") and told.trick
    if wanted and not (told.complete and y + TRICK_ROWS + cells > grid.height):
        _trick(told, words, grid, y)
        y += TRICK_ROWS
    return y


def _who(view: View, words: Words, seat: int) -> str:
    return words.who((view.seat + seat) % view.players)


def _sides(view: View, words: Words, grid: Grid) -> int:
    """Scores, own side first, in as many rows as they take; returns the next row."""
    x = y = 0
    for side in range(view.num_sides):
        seats = range(side, view.players, view.num_sides)
        name = "+".join(_who(view, words, seat) for seat in seats)
        if view.players > view.num_sides and side == 0 and len(seats) > 2:
            name = words("you") + f"+{len(seats) - 1}"
        text = f"{name} {view.scores[side]}"
        if x and x + 2 + len(text) > grid.width:
            x, y = 0, y + 1
        x = grid.write(x + 1, y, clipped(text, grid.width - 2), TURN if side == 0 else STRONG) + 2
    return y + 1


def _contract(view: View, words: Words) -> str:
    """The contract, or the auction so far."""
    if view.contract == ALL_PASSED:
        return words("all passed")
    if view.contract >= 0:
        bid = words.bid(BID_TEXTS[view.contract])
        text = words("contract", bid, _who(view, words, view.declarer))
        if view.called >= 0:
            text += ", " + words("called", words.card(view.rules.cards.text(view.called)))
        if view.joker_suit >= 0:
            text += ", " + words("joker is", words.suit(SUITS[view.joker_suit]))
        return text
    if view.bid >= 0:
        return words("highest", words.bid(BID_TEXTS[view.bid]), _who(view, words, view.bidder))
    return words("no bid")


def _seat(view: View, words: Words, seat: int, y: int, specs: list[str], grid: Grid) -> None:
    """One row: name, tricks or bids, suits it is void of."""
    absolute = (view.seat + seat) % view.players
    turn = view.phase != OVER and view.to_move == seat
    name = words.who(absolute) + ("*" if _partner(view, seat) else "")
    name += f" ({specs[absolute]})" if specs[absolute] else ""
    style = TURN if turn else STRONG if seat == 0 else PLAIN
    grid.write(0, y, ("▸" if turn else " ") + clipped(name, NAME_WIDTH - 2), style)
    grid.write(NAME_WIDTH, y, clipped(_doing(view, words, seat), grid.width - NAME_WIDTH), QUIET)


def _partner(view: View, seat: int) -> bool:
    """True for a seat that is known to play on the viewer's side."""
    if view.num_sides < view.players:
        return seat != 0 and seat % view.num_sides == 0
    pair = {int(view.declarer), int(view.partner)}
    return seat != 0 and view.partner >= 0 and pair == {0, seat}


def _doing(view: View, words: Words, seat: int) -> str:
    """What is known of a seat: its last bid before the play, then tricks and missing suits."""
    if view.contract < 0:
        ranks = bid_ranks(view.rules)  # type: ignore[arg-type]
        made = [bid for bid in ranks if int(view.bids[seat]) >> bid & 1]
        bids = [words.bid(BID_TEXTS[bid]) for bid in sorted(made, key=ranks.__getitem__)[-1:]]
        if view.passed >> seat & 1:
            bids.append(words("pass"))
        return words("bid", " ".join(bids)) if bids else ""
    if PHASES[view.phase] == "play" and not view.active >> seat & 1:
        return words("sits out")
    parts = [words("tricks", view.tricks[seat]), words("cards", view.hand_sizes[seat])]
    voids = [words.suit(s) for i, s in enumerate(SUITS) if int(view.voids[seat]) >> i & 1]
    if voids:
        parts.append(words("void", "".join(voids)))
    return " ".join(parts)


def _laid_out(view: View, words: Words, grid: Grid, y: int) -> int:
    """Rows of cards that the viewer has seen beside the play; returns the next row."""
    rows = [("kitty", view.kitty), ("taken", view.taken), ("laid away", view.discards)]
    for key, members in rows:
        if members:
            text = words(key, _cards(view, words, members))
            grid.write(1, y, clipped(text, grid.width - 2))
            y += 1
    if view.exposed and view.declarer != 0:
        cards = _cards(view, words, view.exposed)
        text = words("shows", _who(view, words, view.declarer), cards)
        grid.write(1, y, clipped(text, grid.width - 2))
        y += 1
    return y


def _cards(view: View, words: Words, members: int) -> str:
    return " ".join(words.card(card) for card in sorted_hand(view, int(members)))


def _trick(told: Told, words: Words, grid: Grid, y: int) -> None:
    """The trick under way, or the last one, in the order in which it was played."""
    step = min(10, (grid.width - 1) // max(1, len(told.trick)))
    for i, (seat, move) in enumerate(told.trick):
        x = 1 + step * i
        card, _, suit = move.partition("=")
        grid.card(x, y, Card(words.card(card), "dim" if told.complete else "face"))
        name = words.who(seat)
        name = f"J{seat}" if words.language == "fr" and step < len(name) + 1 else name
        name = f"P{seat}" if step < len(name) + 1 else name
        grid.write(x, y + 3, clipped(name, step - 1), TURN if told.winner == seat else QUIET)
        if suit:
            grid.write(x + 3, y, words.suit(suit), "bold")
        if told.winner == seat:
            grid.write(x + 5, y + 1, "✓", TURN)
