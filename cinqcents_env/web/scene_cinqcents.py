"""The two-player table as a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cinqcents_env.engine.cinqcents.layout import MELD, OVER
from cinqcents_env.engine.view import View
from cinqcents_env.notation import move_texts
from cinqcents_env.render.svg_cinqcents import sorted_hand, suit_of_trump
from cinqcents_env.web.parts import Choice, Group, Names, Scene, Seat, Shown
from cinqcents_env.web.reasons import (
    packed_rules,
    why_no_exchange,
    why_no_stop,
    why_not_card,
    why_not_meld,
)
from cinqcents_env.web.words import SIGNS

MELDS = 14


def scene(view: View, others: Mapping[int, View], legal: Sequence[str], names: Names) -> Scene:
    """What one seat sees; ``others`` are the views of hands that lie open."""
    words, say = names.words, names.words.say
    trump = suit_of_trump(view)
    return Scene(
        family="cinqcents",
        ruleset=view.rules.ruleset,
        deal=int(view.deal_number) + 1,
        facts=[
            (say("trumps"), f"{SIGNS[trump]} {words.suit(trump)}"),
            (say("stock"), say("stock_left", number=int(view.stock_size))),
            (say("target"), str(view.target)),
        ],
        seats=[_seat(view, side, others, names) for side in (1, 0)],
        table=_table(view, names),
        trick=_trick(view, names),
        hand=_hand(view, legal, names),
        groups=_groups(view, legal, names) if names.viewer is not None else [],
        sides=[(names.of(seat), str(view.marked[seat ^ int(view.seat)])) for seat in range(2)],
        task=_task(view),
    )


def _task(view: View) -> str:
    return "meld" if view.phase == MELD else "play"


def _seat(view: View, side: int, others: Mapping[int, View], names: Names) -> Seat:
    """A player: points, tricks, melds, and of the opponent the cards that are known."""
    say, seat = names.words.say, int(view.seat) ^ side
    tricks = int(view.captured[side]).bit_count() // 2
    notes = [
        say("marked", points=int(view.marked[side])),
        say(
            "in_trick" if tricks == 1 else "in_tricks", points=int(view.points[side]), tricks=tricks
        ),
    ]
    melds = [names.words.meld(meld) for meld in declared(view, side)]
    if melds:
        notes.append(say("melds", melds=", ".join(melds)))
    cards: list[Shown] = []
    if side == 1 or names.viewer is None:
        open_hand = others[seat].hand if seat in others else None
        members = view.known[1] if open_hand is None else open_hand
        known = sorted_hand(view, int(view.hand if side == 0 else members))
        cards = names.shown(known, int(view.hand_sizes[side]) - len(known))
    return Seat(
        name=names.of(seat),
        agent=names.labels[seat],
        mine=names.viewer == seat,
        on_move=view.phase != OVER and view.to_move == side,
        notes=notes,
        cards=cards,
        marks=[say("dealer")] if view.dealer == side else [],
    )


def declared(view: View, side: int) -> list[str]:
    """Melds that a side has declared in this deal, as move texts."""
    texts, first = move_texts(view.rules), len(view.rules.cards)
    return [texts[first + i] for i in range(MELDS) if int(view.melds[side]) >> i & 1]


def _table(view: View, names: Names) -> list[tuple[str, list[Shown]]]:
    """Stock and turn-up."""
    turned = [view.rules.cards.text(view.turnup)] if view.turnup >= 0 else []
    cards = names.shown(turned, int(view.stock_size))
    return [(names.words.say("stock"), cards)] if cards else []


def _trick(view: View, names: Names) -> list[Shown]:
    cards = [view.rules.cards.text(card) for card in view.trick.tolist() if card >= 0]
    leader = int(view.seat) ^ int(view.leader)
    return [names.played(seat, c) for seat, c in zip((leader, 1 - leader), cards, strict=False)]


def _hand(view: View, legal: Sequence[str], names: Names) -> list[Shown]:
    """Own cards, each with its move or the reason why it may not be played."""
    if names.viewer is None:
        return []
    shown = []
    for card in sorted_hand(view, int(view.hand)):
        why = ""
        if card not in legal and view.phase != OVER:
            why = why_not_card(view, card, names.words)
        shown.append(Shown(card, names.words.card(card), card, why))
    return shown


def _groups(view: View, legal: Sequence[str], names: Names) -> list[Group]:
    """Draw, exchange, stop and melds: those that may be made, and why others may not."""
    words = names.words
    if view.phase == OVER:
        return []
    now = [
        Choice(move, words.move(move), words.move(move), _points(view, move))
        for move in reversed(legal)
        if move not in view.rules.cards
    ]
    later = [
        Choice(move, words.move(move), words.move(move), _points(view, move), why)
        for move, why in _not_now(view, legal, names)
    ]
    groups = [Group(words.say("other_moves"), "moves", now, first=True)] if now else []
    return [*groups, Group(words.say("not_now"), "moves", later)] if later else groups


def _not_now(view: View, legal: Sequence[str], names: Names) -> list[tuple[str, str]]:
    """(move, why not) of what the hand holds but may not be declared now, and of the stop."""
    texts, first = move_texts(view.rules), len(view.rules.cards)
    packed = packed_rules(view)[0]
    found = []
    for meld in range(int(packed["num_melds"])):
        cards, move = int(packed["meld_cards"][meld]), texts[first + meld]
        offered = int(packed["meld_plain"][meld]) or int(packed["meld_trump"][meld])
        if cards and offered and not cards & ~int(view.hand) and move not in legal:
            found.append((move, why_not_meld(view, meld, names.words)))
    if holds_seven(view) and "exchange" not in legal:
        found.append(("exchange", why_no_exchange(view, names.words)))
    rules: Any = view.rules
    if rules.stop and "stop" not in legal:
        found.append(("stop", why_no_stop(view, names.words)))
    return found


def holds_seven(view: View) -> bool:
    """True if the seven of trumps is in the viewer's hand."""
    seven = "7" + suit_of_trump(view)
    return seven in view.rules.cards.from_set(view.hand)


def _points(view: View, move: str) -> str:
    """What a move marks at once, "" where nothing."""
    rules: Any = view.rules
    if move == "exchange":
        return str(rules.seven_exchange) if rules.seven_exchange else ""
    texts, first = move_texts(view.rules), len(view.rules.cards)
    packed, meld = packed_rules(view)[0], texts.index(move) - first
    if not 0 <= meld < int(packed["num_melds"]):
        return ""
    suits = int(packed["num_suits"])
    in_trumps = meld in (int(view.trump), int(view.trump) + suits)
    return str(int(packed["meld_trump" if in_trumps else "meld_plain"][meld]))
