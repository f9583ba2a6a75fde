"""The two-player table as text."""

from __future__ import annotations

from cinqcents_env.engine.cinqcents import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.notation.moves import move_texts
from cinqcents_env.render.ansi_words import Words
from cinqcents_env.rulebook import CinqCentsRules

WHO = ("you", "opponent")
"""Keys of the words for the two sides, the viewer's first."""


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


def _melds(view: View, side: int, words: Words) -> str:
    rules = _rules(view)
    texts, first = move_texts(rules), len(rules.cards)
    declared = int(view.melds[side])
    return ", ".join(words.meld(texts[first + i]) for i in range(14) if declared >> i & 1) or "-"


def _trick(view: View, words: Words) -> str:
    cards = [card for card in view.trick.tolist() if card >= 0]
    players = (WHO[view.leader], WHO[1 - view.leader])
    named = [
        f"{_rules(view).cards.text(card)} ({words(who)})"
        for card, who in zip(cards, players, strict=False)
    ]
    return ", ".join(named) or "-"


def _turn(view: View, words: Words) -> str:
    if view.phase == OVER:
        winner = {-1: "nobody", 0: "you win", 1: "opponent wins"}[view.winner]
        return words.over(words(winner), OUTCOMES[view.outcome])
    return words.turn(words(WHO[view.to_move]), PHASES[view.phase])


def draw(view: View, words: Words) -> str:
    """The table as one seat sees it."""
    rules = _rules(view)
    pack = rules.cards
    suit = ("SCDH" if rules.pack == "32" else "SH")[view.trump]
    turnup = pack.text(view.turnup) if view.turnup >= 0 else "-"
    title = (
        rules.ruleset,
        words("deal", view.deal_number + 1, view.seat),
        words("dealt", words(WHO[view.dealer])),
        words("target", view.target),
    )
    lines = ["  ".join(title), words("talon", suit, turnup, view.stock_size)]
    for side, who in enumerate(WHO):
        points = (view.marked[side], view.points[side])
        lines.append(words("side", words(who), *points, _melds(view, side, words)))
    lines.append(words("known", _cards(view, int(view.known[1]))))
    lines.append(words("trick", _trick(view, words)))
    lines.append(words("hand", _hand(view)))
    lines.append(_turn(view, words))
    return "\n".join(lines)
