"""Positions and deals of the two-player family as JSON objects."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env._jit import records
from cinqcents_env.engine.cinqcents import OUTCOMES, OVER, PHASES, STATE, pack_rules
from cinqcents_env.engine.cinqcents.layout import MELD, PLAY
from cinqcents_env.notation.errors import NotationError, PositionError
from cinqcents_env.notation.fields import Fields
from cinqcents_env.notation.moves import move_index, move_texts
from cinqcents_env.rulebook import REGISTRY, CinqCentsRules

FIELDS = (
    "rules options dealer trump turnup stock hands leader to_move trick captured marked melds "
    "target phase step pending_seven deal_number seed known earned result"
).split()
MARK_LIMIT = 1_000_000


def _cards(rules: CinqCentsRules, members: Any) -> str:
    return " ".join(rules.cards.from_set(int(members)))


def _card(rules: CinqCentsRules, index: Any) -> str | None:
    return rules.cards.text(int(index)) if index >= 0 else None


def _suits(rules: CinqCentsRules) -> str:
    return "SCDH" if rules.pack == "32" else "SH"


def deal_of(rules: CinqCentsRules, state: Any) -> dict[str, Any]:
    """Hands, stock (top first) and turn-up of a state, as texts."""
    stock = [int(card) for card in state["stock"][: int(state["stock_size"])][::-1]]
    return {
        "dealer": int(state["dealer"]),
        "hands": [_cards(rules, hand) for hand in state["hand"]],
        "stock": " ".join(rules.cards.text(card) for card in stock),
        "turnup": _card(rules, state["turnup"]),
    }


def scores_of(rules: CinqCentsRules, state: Any) -> list[int]:
    """Points marked, one per seat."""
    return [int(points) for points in state["marked"]]


def winners_of(rules: CinqCentsRules, state: Any) -> list[int]:
    """Seats that have won; none while the game goes on or when nobody wins."""
    return [int(state["winner"])] if state["winner"] >= 0 else []


def to_position(rules: CinqCentsRules, state: Any) -> dict[str, Any]:
    """The whole state as a JSON object, hidden cards included."""
    texts, first = move_texts(rules), len(rules.cards)
    melds = [[texts[first + i] for i in range(14) if int(m) >> i & 1] for m in state["melds"]]
    over = int(state["phase"]) == OVER
    winner = int(state["winner"])
    return {
        "rules": rules.ruleset,
        "options": rules.changed_from(REGISTRY[rules.ruleset]),
        **deal_of(rules, state),
        "trump": _suits(rules)[int(state["trump"])],
        "leader": int(state["leader"]),
        "to_move": int(state["to_move"]),
        "trick": [rules.cards.text(int(card)) for card in state["trick"] if card >= 0],
        "captured": [_cards(rules, won) for won in state["captured"]],
        "marked": [int(points) for points in state["marked"]],
        "melds": melds,
        "target": int(state["target"]),
        "phase": PHASES[int(state["phase"])],
        "step": {
            "melds": int(state["step_melds"]),
            "exchanged": _card(rules, state["step_exchanged"]),
        },
        "pending_seven": bool(state["pending_seven"]),
        "deal_number": int(state["deal_number"]),
        "seed": int(state["seed"]),
        "known": [_cards(rules, known) for known in state["known"]],
        "earned": [int(points) for points in state["earned"]],
        "result": {"winner": winner if winner >= 0 else None, "reason": OUTCOMES[state["outcome"]]}
        if over
        else None,
    }


def from_position(rules: CinqCentsRules, data: Any) -> np.ndarray[Any, Any]:
    """State array of shape (1,) of a position; every field has a default.

    Beyond what the game needs, a position may tell ``known`` (cards of each hand
    that the other player has seen; the melded ones if left out), ``earned`` and,
    when it is over, ``result``.

    Raises:
        PositionError: names the field that is wrong.
    """
    fields = Fields(data, FIELDS)
    states = records(1, STATE)
    state = states[0]
    _read_cards(fields, rules, state)
    _read_melds(fields, rules, state)
    _read_numbers(fields, rules, state)
    _read_turn(fields, state)
    _check_hands(state)
    _read_step(fields, rules, state)
    if state["phase"] == OVER:
        _read_result(fields, state)
    elif fields.given("result"):
        raise PositionError("result", "is told only when the phase is 'over'")
    return states


def _read_cards(fields: Fields, rules: CinqCentsRules, state: Any) -> None:
    pack, data = rules.cards, fields.data
    for name, into in (("hands", "hand"), ("captured", "captured")):
        for seat, text in enumerate(fields.sequence(name, ["", ""])):
            for card in fields.cards(name, pack, text):
                state[into][seat] |= 1 << card
    trick = fields.cards("trick", pack, data.get("trick", []))
    if len(trick) > 2 or (len(trick) == 2 and data.get("phase") != "over"):
        raise PositionError("trick", "holds at most the card led")
    state["trick"] = [*trick, -1, -1][:2]
    stock = fields.cards("stock", pack, data.get("stock", ""))
    state["turnup"] = fields.card("turnup", pack, data.get("turnup"))
    if len(stock) % 2 != (state["turnup"] >= 0) or (stock and state["turnup"] < 0):
        raise PositionError(
            "stock", "face-down cards and turn-up together must be even, and none without a turn-up"
        )
    state["stock"] = -1
    state["stock"][: len(stock)] = stock[::-1]
    state["stock_size"] = len(stock)
    suits = _suits(rules)
    turned = suits[int(state["turnup"]) // (len(pack) // len(suits))] if stock else None
    trump = fields.choice("trump", turned or suits[0], suits)
    if turned and trump != turned:
        raise PositionError("trump", f"is {trump}, but the turn-up is of {turned}")
    state["trump"] = suits.index(trump)


def _read_melds(fields: Fields, rules: CinqCentsRules, state: Any) -> None:
    first = len(rules.cards)
    cards = pack_rules(rules)[0]["meld_cards"]
    for seat, texts in enumerate(fields.sequence("melds", [[], []])):
        if not isinstance(texts, list | tuple):
            raise PositionError("melds", "takes two lists of melds such as 'marriage H'")
        for text in texts:
            try:
                meld = move_index(rules, text) - first
            except NotationError as error:
                raise PositionError("melds", str(error)) from None
            if not 0 <= meld < len(move_texts(rules)) - first - 3:
                raise PositionError("melds", f"{text!r} is no meld")
            state["melds"][seat] |= 1 << meld
            state["used"][seat] |= cards[meld]
    known = fields.sequence("known", [None, None])
    for seat, text in enumerate(known):
        seen = [] if text is None else fields.cards("known", rules.cards, text, claim=False)
        if text is None:
            state["known"][seat] = state["used"][seat] & state["hand"][seat]
        for card in seen:
            if not int(state["hand"][seat]) >> card & 1:
                raise PositionError("known", f"{rules.cards.text(card)} is not in hand {seat}")
            state["known"][seat] |= 1 << card


def _read_numbers(fields: Fields, rules: CinqCentsRules, state: Any) -> None:
    state["marked"] = fields.numbers("marked", [0, 0], -MARK_LIMIT, MARK_LIMIT)
    state["earned"] = fields.numbers("earned", [0, 0], -MARK_LIMIT, MARK_LIMIT)
    state["target"] = fields.number("target", rules.target, 1, MARK_LIMIT)
    state["deal_number"] = fields.number("deal_number", 0, 0, rules.max_deals)
    state["seed"] = fields.seed()
    state["pending_seven"] = fields.flag("pending_seven")
    state["winner"] = -1
    points = pack_rules(rules)[0]["card_points"]
    for seat in range(2):
        won = int(state["captured"][seat])
        state["points"][seat] = sum(int(points[i]) for i in range(len(rules.cards)) if won >> i & 1)


def _read_turn(fields: Fields, state: Any) -> None:
    state["phase"] = PHASES.index(fields.choice("phase", "play", PHASES))
    dealer = fields.number("dealer", 0, 0, 1)
    leader = fields.number("leader", 1 - dealer, 0, 1)
    following = state["trick"][0] >= 0
    turn = 1 - leader if following else leader
    to_move = fields.number("to_move", turn, 0, 1)
    if to_move != turn and state["phase"] != OVER:
        raise PositionError("to_move", f"is {to_move}, but leader and trick make it {turn}")
    state["dealer"], state["leader"], state["to_move"] = dealer, leader, to_move
    if state["phase"] == MELD and (following or state["stock_size"] == 0):
        raise PositionError("phase", "'meld' needs an empty trick and cards to draw")
    if state["pending_seven"] and (state["phase"] != PLAY or following or to_move == dealer):
        raise PositionError("pending_seven", "holds only until the non-dealer's first card")


def _check_hands(state: Any) -> None:
    if state["phase"] == OVER:
        return
    sizes = [int(hand).bit_count() for hand in state["hand"]]
    if state["trick"][0] >= 0:
        sizes[int(state["leader"])] += 1
    if sizes[0] != sizes[1]:
        raise PositionError("hands", f"the trick counted, seats hold {sizes[0]} and {sizes[1]}")
    if sizes[0] == 0:
        raise PositionError("hands", "are empty though the game goes on")


def _read_step(fields: Fields, rules: CinqCentsRules, state: Any) -> None:
    step = fields.section("step", ("melds", "exchanged"))
    state["step_melds"] = step.number("melds", 0, 0, 15)
    taken = step.card("exchanged", rules.cards, step.data.get("exchanged"), claim=False)
    if taken >= 0 and not int(state["hand"][int(state["to_move"])]) >> taken & 1:
        raise PositionError("step", "the card exchanged is not in the hand of the seat on move")
    state["step_exchanged"] = taken


def _read_result(fields: Fields, state: Any) -> None:
    result = fields.section("result", ("winner", "reason"))
    if result.given("winner"):
        state["winner"] = result.number("winner", 0, 0, 1)
    state["outcome"] = OUTCOMES.index(result.choice("reason", "", OUTCOMES))
