"""The Five Hundred table as text, for two to six seats."""

from __future__ import annotations

from cinqcents_env.cards import SUITS
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.render.ansi_words import Words

ALL_PASSED = len(BID_TEXTS)
"""Contract number of the no-trump game played after all have passed."""


def _seat(view: View, seat: int, words: Words) -> str:
    """``you``, or the absolute name of another seat."""
    return words("you") if seat == 0 else words("player", (view.seat + seat) % view.players)


def _cards(view: View, members: int) -> str:
    return " ".join(view.rules.cards.from_set(members)) or "-"


def _hand(view: View, members: int) -> str:
    """Cards suit by suit, high cards first, jokers last."""
    cards = list(reversed(view.rules.cards.from_set(members)))
    jokers = [card for card in cards if card.startswith("JK")]
    groups = [[c for c in cards if c[-1] == suit and c not in jokers] for suit in SUITS]
    return "  ".join(" ".join(group) for group in [*groups, jokers] if group) or "-"


def _contract(view: View, words: Words) -> str:
    if view.contract == ALL_PASSED:
        return words("all passed")
    if view.contract >= 0:
        text = words("by", BID_TEXTS[view.contract], _seat(view, view.declarer, words))
        if view.called >= 0:
            holder = f" ({_seat(view, view.partner, words)})" if view.partner >= 0 else ""
            text += words("called", view.rules.cards.text(view.called)) + holder
        if view.joker_suit >= 0:
            text += words("named", SUITS[view.joker_suit])
        return text
    if view.bid >= 0:
        return words("highest", BID_TEXTS[view.bid], _seat(view, view.bidder, words))
    return words("no bid")


def _sides(view: View, words: Words) -> str:
    """Scores, own side first, each side by its seats."""
    sides = []
    for side in range(view.num_sides):
        seats = range(side, view.players, view.num_sides)
        names = "+".join(_seat(view, seat, words) for seat in seats)
        sides.append(f"{names} {view.scores[side]}")
    return "   ".join(sides)


def _seat_line(view: View, seat: int, words: Words) -> str:
    card = int(view.trick[seat])
    played = view.rules.cards.text(card) if card >= 0 else "-"
    bids = [BID_TEXTS[i] for i in range(len(BID_TEXTS)) if int(view.bids[seat]) >> i & 1]
    voids = "".join(suit for i, suit in enumerate(SUITS) if int(view.voids[seat]) >> i & 1)
    line = words("seat", _seat(view, seat, words), played, view.tricks[seat])
    if view.passed >> seat & 1:
        bids.append(words("pass"))
    if bids:
        line += words("bids", ", ".join(bids))
    if voids:
        line += words("void", voids)
    playing = int(view.active)  # empty before the first lead: nobody sits out of a contract yet
    return line + words("sits out") if playing and not playing >> seat & 1 else line


def _turn(view: View, words: Words) -> str:
    if view.phase == OVER:
        seats = [seat for seat in range(view.players) if view.winners >> seat & 1]
        who = ", ".join(_seat(view, seat, words) for seat in seats)
        return words.over(words("won", who) if who else words("nobody"), OUTCOMES[view.outcome])
    return words.turn(_seat(view, view.to_move, words), PHASES[view.phase])


def draw(view: View, words: Words) -> str:
    """The table as one seat sees it."""
    title = (
        view.rules.ruleset,
        words("deal", view.deal_number + 1, view.seat),
        words("dealt", _seat(view, view.dealer, words)),
    )
    lines = [
        "  ".join(title),
        words("scores", _sides(view, words)),
        words("contract", _contract(view, words)),
    ]
    lines += [_seat_line(view, seat, words) for seat in range(view.players)]
    piles = (("kitty", view.kitty), ("taken", view.taken), ("laid away", view.discards))
    lines += [words(name, _cards(view, int(cards))) for name, cards in piles if cards]
    if view.exposed and view.declarer != 0:
        shown = _hand(view, int(view.exposed))
        lines.append(words("shows", _seat(view, view.declarer, words), shown))
    lines.append(words("hand", _hand(view, int(view.hand))))
    lines.append(_turn(view, words))
    return "\n".join(lines)
