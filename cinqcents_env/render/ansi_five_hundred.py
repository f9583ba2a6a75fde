"""The Five Hundred table as text, for two to six seats."""

from __future__ import annotations

from cinqcents_env.cards import SUITS
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View

ALL_PASSED = len(BID_TEXTS)
"""Contract number of the no-trump game played after all have passed."""


def _seat(view: View, seat: int) -> str:
    """``you``, or the absolute name of another seat."""
    return "you" if seat == 0 else f"player_{(view.seat + seat) % view.players}"


def _cards(view: View, members: int) -> str:
    return " ".join(view.rules.cards.from_set(members)) or "-"


def _hand(view: View, members: int) -> str:
    """Cards suit by suit, high cards first, jokers last."""
    cards = list(reversed(view.rules.cards.from_set(members)))
    jokers = [card for card in cards if card.startswith("JK")]
    groups = [[c for c in cards if c[-1] == suit and c not in jokers] for suit in SUITS]
    return "  ".join(" ".join(group) for group in [*groups, jokers] if group) or "-"


def _contract(view: View) -> str:
    if view.contract >= 0:
        if view.contract == ALL_PASSED:
            return "no-trumps, all passed"
        text = f"{BID_TEXTS[view.contract]} by {_seat(view, view.declarer)}"
        if view.called >= 0:
            holder = f" ({_seat(view, view.partner)})" if view.partner >= 0 else ""
            text += f", called {view.rules.cards.text(view.called)}{holder}"
        if view.joker_suit >= 0:
            text += f", joker named {SUITS[view.joker_suit]}"
        return text
    if view.bid >= 0:
        return f"highest bid {BID_TEXTS[view.bid]} by {_seat(view, view.bidder)}"
    return "no bid yet"


def _sides(view: View) -> str:
    """Scores, own side first, each side by its seats."""
    sides = []
    for side in range(view.num_sides):
        seats = range(side, view.players, view.num_sides)
        names = "+".join(_seat(view, seat) for seat in seats)
        sides.append(f"{names} {view.scores[side]}")
    return "   ".join(sides)


def _seat_line(view: View, seat: int) -> str:
    card = int(view.trick[seat])
    played = view.rules.cards.text(card) if card >= 0 else "-"
    bids = [BID_TEXTS[i] for i in range(len(BID_TEXTS)) if int(view.bids[seat]) >> i & 1]
    voids = "".join(suit for i, suit in enumerate(SUITS) if int(view.voids[seat]) >> i & 1)
    line = f"{_seat(view, seat):9} plays {played:3} tricks {view.tricks[seat]:2}"
    if bids or view.passed >> seat & 1:
        line += "  bid " + (", ".join(bids) + (", pass" if view.passed >> seat & 1 else "")).lstrip(
            ", "
        )
    if voids:
        line += f"  void of {voids}"
    playing = int(view.active)  # empty before the first lead: nobody sits out of a contract yet
    return line + "  sits out" if playing and not playing >> seat & 1 else line


def _turn(view: View) -> str:
    if view.phase == OVER:
        winners = [_seat(view, seat) for seat in range(view.players) if view.winners >> seat & 1]
        who = ", ".join(winners) + " won" if winners else "nobody wins"
        return f"game over: {who} ({OUTCOMES[view.outcome] or 'forfeit'})"
    verbs = {"bid": "bid", "discard": "discard", "call": "call a card", "name": "name a suit"}
    return f"{_seat(view, view.to_move)} to {verbs.get(PHASES[view.phase], 'play')}"


def draw(view: View) -> str:
    """The table as one seat sees it."""
    lines = [
        f"{view.rules.ruleset}  deal {view.deal_number + 1}  player {view.seat}  "
        f"{_seat(view, view.dealer)} dealt",
        f"scores    {_sides(view)}",
        f"contract  {_contract(view)}",
    ]
    lines += [_seat_line(view, seat) for seat in range(view.players)]
    if view.kitty:
        lines.append(f"kitty     {_cards(view, int(view.kitty))}")
    if view.taken:
        lines.append(f"taken up  {_cards(view, int(view.taken))}")
    if view.discards:
        lines.append(f"laid away {_cards(view, int(view.discards))}")
    if view.exposed and view.declarer != 0:
        lines.append(f"{_seat(view, view.declarer)} shows {_hand(view, int(view.exposed))}")
    lines.append(f"your hand {_hand(view, int(view.hand))}")
    lines.append(_turn(view))
    return "\n".join(lines)
