"""The two-player table as text."""

from __future__ import annotations

from cinqcents_env.engine.cinqcents import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.notation.moves import move_texts
from cinqcents_env.rulebook import CinqCentsRules

WHO = ("you", "opponent")


def _rules(view: View) -> CinqCentsRules:
    assert isinstance(view.rules, CinqCentsRules)
    return view.rules


def _cards(view: View, members: int) -> str:
    return " ".join(_rules(view).cards.from_set(members)) or "-"


def _hand(view: View) -> str:
    """Own cards, suit by suit, high cards first."""
    pack, suits = _rules(view).cards, "SCDH"
    groups = [
        [card for card in reversed(pack.from_set(view.hand)) if card[-1] == suit] for suit in suits
    ]
    return "  ".join(" ".join(group) for group in groups if group) or "-"


def _melds(view: View, side: int) -> str:
    rules = _rules(view)
    texts, first = move_texts(rules), len(rules.cards)
    declared = int(view.melds[side])
    return ", ".join(texts[first + i] for i in range(14) if declared >> i & 1) or "-"


def _trick(view: View) -> str:
    cards = [card for card in view.trick.tolist() if card >= 0]
    players = (WHO[view.leader], WHO[1 - view.leader])
    named = [
        f"{_rules(view).cards.text(card)} ({who})"
        for card, who in zip(cards, players, strict=False)
    ]
    return ", ".join(named) or "-"


def _turn(view: View) -> str:
    if view.phase == OVER:
        winner = {-1: "nobody wins", 0: "you win", 1: "the opponent wins"}[view.winner]
        return f"game over: {winner} ({OUTCOMES[view.outcome] or 'forfeit'})"
    step = "meld, exchange or draw" if PHASES[view.phase] == "meld" else "play"
    return f"{WHO[view.to_move]} to {step}"


def draw(view: View) -> str:
    """The table as one seat sees it."""
    rules = _rules(view)
    pack = rules.cards
    suit = ("SCDH" if rules.pack == "32" else "SH")[view.trump]
    turnup = pack.text(view.turnup) if view.turnup >= 0 else "-"
    lines = [
        f"{rules.ruleset}  deal {view.deal_number + 1}  player {view.seat}  "
        f"{WHO[view.dealer]} dealt  target {view.target}",
        f"trump {suit}  turn-up {turnup}  stock {view.stock_size} face down",
    ]
    for side, who in enumerate(WHO):
        lines.append(
            f"{who:9} marked {view.marked[side]:4}  in tricks {view.points[side]:3}  "
            f"melds {_melds(view, side)}"
        )
    lines.append(f"known to be in the opponent's hand: {_cards(view, int(view.known[1]))}")
    lines.append(f"trick     {_trick(view)}")
    lines.append(f"your hand {_hand(view)}")
    lines.append(_turn(view))
    return "\n".join(lines)
