"""Positions and deals of Five Hundred as JSON objects."""

from __future__ import annotations

from typing import Any

from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.engine.five_hundred import OUTCOMES, OVER, PHASES
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import NO_TRUMPS, bid_ranks
from cinqcents_env.notation.five_hundred_reader import from_position
from cinqcents_env.rulebook import REGISTRY, FiveHundredRules

CONTRACT_TEXTS = (*BID_TEXTS, "none")
"""Text of every contract; ``none`` is the no-trump deal after all have passed."""


def cards_text(rules: FiveHundredRules, members: Any) -> str:
    """Cards of a set, in index order."""
    return " ".join(rules.cards.from_set(int(members)))


def suits_text(suits: Any) -> str:
    """Suits of a set, such as ``"SH"``."""
    return "".join(suit for i, suit in enumerate(SUITS) if int(suits) >> i & 1)


def _or_none(value: Any) -> int | None:
    return int(value) if value >= 0 else None


def deal_of(rules: FiveHundredRules, state: Any) -> dict[str, Any]:
    """Dealer, hands, kitty and dead hand of a state, as texts."""
    return {
        "dealer": int(state["dealer"]),
        "hands": [cards_text(rules, hand) for hand in state["hand"][: rules.players]],
        "kitty": cards_text(rules, state["kitty"]),
        "dead": cards_text(rules, state["dead"]),
    }


def scores_of(rules: FiveHundredRules, state: Any) -> list[int]:
    """Points marked, one per side (per seat where there are no partners)."""
    return [int(points) for points in state["scores"][: rules.num_sides]]


def winners_of(rules: FiveHundredRules, state: Any) -> list[int]:
    """Seats that have won; none while the game goes on or when nobody wins."""
    return [seat for seat in range(rules.players) if int(state["winners"]) >> seat & 1]


def auction_of(rules: FiveHundredRules, state: Any) -> list[str]:
    """All calls of the deal from the dealer's left on, as move texts.

    The record holds who made which bid; since each bid beats the last, the passes in
    between follow: whoever does not own the next bid has passed at his turn.
    """
    ranks = bid_ranks(rules)
    order = [
        (bid, seat)
        for bid in sorted(ranks, key=ranks.__getitem__)
        for seat in range(rules.players)
        if int(state["bids"][seat]) >> bid & 1
    ]
    texts: list[str] = []
    passed: set[int] = set()
    holder, seat = -1, (int(state["dealer"]) + 1) % rules.players
    while len(texts) < int(state["calls"]):
        if seat == holder or (seat in passed and rules.auction != "once"):
            pass
        elif order and order[0][1] == seat:
            texts.append(f"bid {BID_TEXTS[order.pop(0)[0]]}")
            holder = seat
            if rules.auction == "passer_may_return":
                passed.clear()
        else:
            texts.append("pass")
            passed.add(seat)
        seat = (seat + 1) % rules.players
    return texts


def trick_of(rules: FiveHundredRules, state: Any) -> list[str]:
    """Cards of the trick under way in the order played; a joker led with its suit."""
    leader, texts = int(state["leader"]), []
    for step in range(rules.players):
        card = int(state["trick"][(leader + step) % rules.players])
        if card >= 0:
            texts.append(rules.cards.text(card))
    if texts and texts[0] in JOKERS and state["led_suit"] >= 0 and _is_free(rules, state, texts[0]):
        texts[0] += f"={SUITS[int(state['led_suit'])]}"
    return texts


def _is_free(rules: FiveHundredRules, state: Any, joker: str) -> bool:
    """True for a joker without a suit of its own."""
    contract = int(state["contract"])
    no_trumps = contract > 24 or contract % 5 == NO_TRUMPS
    return no_trumps and not int(state["named"]) >> rules.cards.index(joker) & 1


def to_position(rules: FiveHundredRules, state: Any) -> dict[str, Any]:
    """The whole state as a JSON object, hidden cards included."""
    players, contract = rules.players, int(state["contract"])
    joker_suit, called = int(state["joker_suit"]), int(state["called"])
    on_table = sum(1 << int(card) for card in state["trick"] if card >= 0)
    jokerless = [seat for seat in range(players) if int(state["jokerless"]) >> seat & 1]
    return {
        "rules": rules.ruleset,
        "options": rules.changed_from(REGISTRY[rules.ruleset]),
        **deal_of(rules, state),
        "discards": cards_text(rules, state["discards"]),
        "auction": auction_of(rules, state),
        "contract": CONTRACT_TEXTS[contract] if contract >= 0 else None,
        "declarer": _or_none(state["declarer"]),
        "called": rules.cards.text(called) if called >= 0 else None,
        "partner": _or_none(state["partner"]),
        "joker_suit": SUITS[joker_suit] if joker_suit >= 0 else None,
        "leader": int(state["leader"]),
        "to_move": int(state["to_move"]),
        "trick": trick_of(rules, state),
        "tricks": [int(number) for number in state["tricks"][:players]],
        "scores": scores_of(rules, state),
        "voids": [suits_text(suits) for suits in state["voids"][:players]],
        "suits_led": suits_text(state["suits_led"]),
        "reached": [int(side) for side in state["reached"] if side >= 0],
        "phase": PHASES[int(state["phase"])],
        "deal_number": int(state["deal_number"]),
        "seed": int(state["seed"]),
        "taken": cards_text(rules, state["taken"]),
        "played": [cards_text(rules, int(p) & ~on_table) for p in state["played"][:players]],
        "earned": [int(points) for points in state["earned"][: rules.num_sides]],
        "winning": _or_none(state["winning"]),
        **({"jokerless": jokerless} if jokerless else {}),
        "result": _result(rules, state),
    }


def _result(rules: FiveHundredRules, state: Any) -> dict[str, Any] | None:
    if int(state["phase"]) != OVER:
        return None
    return {"winners": winners_of(rules, state), "reason": OUTCOMES[int(state["outcome"])]}


__all__ = [
    "CONTRACT_TEXTS",
    "auction_of",
    "deal_of",
    "from_position",
    "scores_of",
    "to_position",
    "trick_of",
    "winners_of",
]
