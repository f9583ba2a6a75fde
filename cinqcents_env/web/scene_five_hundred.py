"""The Five Hundred table as a scene, for two to six seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cinqcents_env.cards import SUITS
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, BIDS, OVER, PHASES
from cinqcents_env.engine.view import View
from cinqcents_env.render.svg_five_hundred import sorted_hand
from cinqcents_env.web.parts import Choice, Group, Names, Scene, Seat, Shown
from cinqcents_env.web.reasons import packed_rules, why_not_bid, why_not_card
from cinqcents_env.web.words import SIGNS


def scene(view: View, others: Mapping[int, View], legal: Sequence[str], names: Names) -> Scene:
    """What one seat sees; ``others`` are the views of hands that lie open."""
    say = names.words.say
    return Scene(
        family="five_hundred",
        ruleset=view.rules.ruleset,
        deal=int(view.deal_number) + 1,
        facts=[
            (say("contract" if view.contract >= 0 else "highest_bid"), _contract(view, names)),
            (say("target"), str(view.rules.target)),
        ],
        seats=[_seat(view, at, others, names) for at in [*range(1, int(view.players)), 0]],
        table=_table(view, names),
        trick=_trick(view, names),
        hand=_hand(view, legal, names),
        groups=_groups(view, legal, names) if names.viewer is not None else [],
        sides=_sides(view, names),
        task=PHASES[view.phase] if view.phase != OVER else "",
    )


def _absolute(view: View, at: int) -> int:
    return int(view.seat + at) % int(view.players) if at >= 0 else -1


def _contract(view: View, names: Names) -> str:
    """The contract, or the auction so far."""
    words, say = names.words, names.words.say
    if view.contract == ALL_PASSED:
        return say("all_passed")
    if view.contract >= 0:
        name = names.of(_absolute(view, int(view.declarer)))
        told = say("by", what=words.bid(BID_TEXTS[view.contract]), name=name)
        if view.called >= 0:
            told += say("calls", card=words.the(view.rules.cards.text(view.called)))
        if view.joker_suit >= 0:
            told += say("joker_is", suit=words.suit(SUITS[view.joker_suit]))
        return told
    if view.bid >= 0:
        name = names.of(_absolute(view, int(view.bidder)))
        return say("by", what=words.bid(BID_TEXTS[view.bid]), name=name)
    return say("no_bid")


def _sides(view: View, names: Names) -> list[tuple[str, str]]:
    """(who, points) of each side, in the order of the sides."""
    sides = view.rules.sides
    own = next(i for i, seats in enumerate(sides) if int(view.seat) in seats)
    return [
        (names.joined(seats), str(view.scores[(i - own) % len(sides)]))
        for i, seats in enumerate(sides)
    ]


def _seat(view: View, at: int, others: Mapping[int, View], names: Names) -> Seat:
    """A player: tricks, bids, shown voids, and the cards that lie open."""
    say, seat = names.words.say, _absolute(view, at)
    sits_out = PHASES[view.phase] == "play" and not view.active >> at & 1
    notes = [say("sits_out")] if sits_out else []
    if view.contract >= 0:
        notes.append(say("tricks", tricks=int(view.tricks[at])))
    bids = [names.words.bid(b) for i, b in enumerate(BID_TEXTS) if int(view.bids[at]) >> i & 1]
    if view.passed >> at & 1:
        bids.append(say("passed"))
    if bids:
        notes.append(say("bids", bids=", ".join(bids)))
    voids = [SIGNS[SUITS[i]] for i in range(4) if int(view.voids[at]) >> i & 1]
    if voids:
        notes.append(say("voids", suits=" ".join(voids)))
    return Seat(
        name=names.of(seat),
        agent=names.labels[seat],
        mine=names.viewer == seat,
        on_move=view.phase != OVER and view.to_move == at,
        notes=notes,
        cards=_cards(view, at, seat, others, names),
        marks=_marks(view, at, names),
    )


def _cards(view: View, at: int, seat: int, others: Mapping[int, View], names: Names) -> list[Shown]:
    """Cards of another player: those that lie open, backs for the rest."""
    if at == 0:
        seen = sorted_hand(view, int(view.hand)) if names.viewer is None else []
        return names.shown(seen)
    members = int(view.exposed) if view.exposed and view.declarer == at else 0
    if seat in others:
        members = int(others[seat].hand)
    known = sorted_hand(view, members)
    return names.shown(known, int(view.hand_sizes[at]) - len(known))


def _marks(view: View, at: int, names: Names) -> list[str]:
    say = names.words.say
    marks = [say("dealer")] if view.dealer == at else []
    if view.declarer == at:
        marks.append(say("declarer"))
    if view.partner == at:
        marks.append(say("called_partner"))
    if names.viewer is not None and at and at % len(view.rules.sides) == 0:
        marks.append(say("your_partner"))
    return marks


def _table(view: View, names: Names) -> list[tuple[str, list[Shown]]]:
    """The kitty, what was taken up from it and what was laid away, as far as the viewer knows."""
    rules: Any = view.rules
    say, cards = names.words.say, rules.cards
    piles = []
    if view.contract < 0 or view.contract == ALL_PASSED:
        kitty = cards.from_set(int(view.kitty))
        left = 0 if kitty else int(rules.kitty)
        piles.append((say("kitty"), names.shown(kitty, left)))
    if view.taken:
        piles.append((say("taken"), names.shown(cards.from_set(int(view.taken)))))
    if view.discards:
        piles.append((say("laid_away"), names.shown(cards.from_set(int(view.discards)))))
    return piles


def _trick(view: View, names: Names) -> list[Shown]:
    """Cards of the trick under way, in the order of play."""
    if view.leader < 0:
        return []
    order = [(int(view.leader) + step) % int(view.players) for step in range(int(view.players))]
    return [
        names.played(_absolute(view, at), view.rules.cards.text(view.trick[at]))
        for at in order
        if view.trick[at] >= 0
    ]


def _hand(view: View, legal: Sequence[str], names: Names) -> list[Shown]:
    """Own cards, each with its move or the reason why it may not be played."""
    if names.viewer is None:
        return []
    shown = []
    for card in sorted_hand(view, int(view.hand)):
        away = f"discard {card}"
        if away in legal:
            shown.append(Shown(card, names.words.move(away), away))
            continue
        why = ""
        if card not in legal and view.phase != OVER:
            why = why_not_card(view, card, names.words)
        shown.append(Shown(card, names.words.card(card), card, why))
    return shown


def _groups(view: View, legal: Sequence[str], names: Names) -> list[Group]:
    """Bids, calls, suits for the joker: what may be chosen now besides a card of the hand."""
    words, phase = names.words, PHASES[view.phase]
    if not legal:
        return []
    if phase == "bid":
        return [_auction(view, legal, names)]
    moves = [m for m in legal if m not in view.rules.cards and not m.startswith("discard ")]
    if not moves:
        return []
    title = words.say("group_" + phase)
    if phase == "call":
        return [_calls(moves, title, names)]
    label = "no_joker_suit" if phase == "name" else ""
    choices = [
        Choice(move, words.say(label), words.say(label))
        if move == "pass" and label
        else Choice(move, words.move(move), words.move(move))
        for move in moves
    ]
    return [Group(title, "moves", choices, first=True)]


def _auction(view: View, legal: Sequence[str], names: Names) -> Group:
    """Every bid that the rules know, and the pass."""
    words, packed = names.words, packed_rules(view)[0]
    known = int(packed["higher_bids"][0])
    choices = [Choice("pass", words.move("pass"), words.move("pass"))]
    for bid in range(BIDS):
        move = "bid " + BID_TEXTS[bid]
        if known >> bid & 1:
            why = "" if move in legal else why_not_bid(view, bid, words)
            label = words.bid(BID_TEXTS[bid])
            points = str(int(packed["bid_value"][bid]))
            choices.append(Choice(move, label, words.move(move), points, why))
    return Group(words.say("group_bid"), "bids", choices)


def _calls(moves: Sequence[str], title: str, names: Names) -> Group:
    """Cards that may be called, high ones first, and playing alone."""
    words = names.words
    cards = sorted(
        (move for move in moves if move != "alone"),
        key=lambda move: (SUITS.index(move[-1]), -moves.index(move)),
    )
    alone = [Choice("alone", words.move("alone"), words.move("alone"))]
    called = [
        Choice(move, words.short(move.removeprefix("call ")), words.move(move)) for move in cards
    ]
    return Group(title, "calls", alone + called)
