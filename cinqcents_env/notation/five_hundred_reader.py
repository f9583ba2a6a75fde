"""Reading positions of Five Hundred."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env._jit import records
from cinqcents_env._words import shown
from cinqcents_env.cards import JOKERS, SUITS
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.five_hundred import OVER, pack_rules
from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import (
    ALL_PASSED,
    BID,
    NO_TRUMPS,
    PLAY,
    STATE,
    bid_ranks,
)
from cinqcents_env.notation.errors import NotationError, PositionError
from cinqcents_env.notation.fields import Fields
from cinqcents_env.notation.five_hundred_turn import read_turn
from cinqcents_env.notation.moves import move_index
from cinqcents_env.rulebook import FiveHundredRules

FIELDS = (
    "rules options dealer hands kitty dead discards auction contract declarer called partner "
    "joker_suit leader to_move trick tricks scores voids suits_led reached phase deal_number "
    "seed taken played earned winning jokerless result"
).split()
MARK_LIMIT = 1_000_000
CONTRACTS = (*BID_TEXTS, "none")


def from_position(rules: FiveHundredRules, data: Any) -> np.ndarray[Any, Any]:
    """State array of shape (1,) of a position; every field has a default.

    Beyond what the game needs, a position may tell ``taken`` (cards that the declarer
    took up), ``played`` (cards that each seat has played to earlier tricks),
    ``winning`` (who is winning the trick), ``jokerless`` (seats that have shown in a misère
    that they hold no joker), ``earned`` and, when it is over, ``result``.

    Raises:
        PositionError: names the field that is wrong.
    """
    fields = Fields(data, FIELDS)
    dealer = fields.number("dealer", 0, 0, rules.players - 1)
    states = _empty(rules, fields.seed(), dealer)
    state = states[0]
    _read_cards(fields, rules, state)
    _read_numbers(fields, rules, state)
    _read_auction(fields, rules, states)
    _read_contract(fields, rules, state)
    _read_call(fields, rules, state)
    read_turn(fields, rules, states)
    return states


def _empty(rules: FiveHundredRules, seed: int, dealer: int) -> np.ndarray[Any, Any]:
    """A state before the auction whose hands are empty."""
    packed, states = pack_rules(rules), records(1, STATE)
    loops("five_hundred").reset_games(packed, states, np.array([seed], dtype=np.int64))
    state = states[0]
    for name in ("hand", "kitty", "dead"):
        state[name] = 0
    state["dealer"] = dealer
    state["leader"] = state["to_move"] = (dealer + 1) % rules.players
    return states


def _read_cards(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    pack, data, nobody = rules.cards, fields.data, [""] * rules.players
    for name, into in (("hands", "hand"), ("played", "played")):
        for seat, text in enumerate(fields.sequence(name, nobody)):
            state[into][seat] = _set_of(fields.cards(name, pack, text))
    for name in ("kitty", "dead", "discards"):
        state[name] = _set_of(fields.cards(name, pack, data.get(name, "")))
    state["taken"] = _set_of(fields.cards("taken", pack, data.get("taken", ""), claim=False))


def _set_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def _read_numbers(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    players, sides = rules.players, rules.num_sides
    state["tricks"][:players] = fields.numbers("tricks", [0] * players, 0, 10)
    for name in ("scores", "earned"):
        state[name][:sides] = fields.numbers(name, [0] * sides, -MARK_LIMIT, MARK_LIMIT)
    state["deal_number"] = fields.number("deal_number", 0, 0, rules.max_deals)
    reached = fields.data.get("reached", [])
    if not isinstance(reached, list | tuple) or any(reached.count(s) > 1 for s in reached):
        raise PositionError("reached", f"takes a list of different sides, not {shown(reached)}")
    for at, side in enumerate(reached):
        state["reached"][at] = fields.check_number("reached", side, 0, sides - 1)
    for seat, suits in enumerate(fields.sequence("voids", [""] * players)):
        state["voids"][seat] = _suits("voids", suits)
    jokerless = fields.data.get("jokerless", [])
    if not isinstance(jokerless, list | tuple):
        raise PositionError("jokerless", f"takes a list of seats, not {shown(jokerless)}")
    for seat in jokerless:
        state["jokerless"] |= 1 << fields.check_number("jokerless", seat, 0, players - 1)
    state["suits_led"] = _suits("suits_led", fields.data.get("suits_led", ""))


def _suits(name: str, value: Any) -> int:
    """Set of suits of a text such as ``"SH"``."""
    if not isinstance(value, str) or set(value) - set(SUITS):
        raise PositionError(name, f"takes suits such as 'SH', not {shown(value)}")
    return sum(1 << SUITS.index(suit) for suit in set(value))


def _read_auction(fields: Fields, rules: FiveHundredRules, states: np.ndarray[Any, Any]) -> None:
    """Replay the calls; afterwards the seat that speaks next is on move."""
    calls = fields.data.get("auction", [])
    if not isinstance(calls, list | tuple):
        raise PositionError("auction", f"takes a list of bids and passes, not {shown(calls)}")
    replay, packed = states.copy(), pack_rules(rules)
    for name in ("hand", "kitty", "scores", "deal_number"):
        replay[name] = 0
    for number, text in enumerate(calls):
        try:
            action = move_index(rules, text)
        except NotationError as error:
            raise PositionError("auction", str(error)) from None
        on_bid = replay["phase"][0] == BID and replay["calls"][0] == number
        if not on_bid or not loops("five_hundred").step_game(packed, replay, 0, action):
            raise PositionError("auction", f"{text!r} cannot be call {number + 1}")
    thrown_in = replay["calls"][0] != len(calls)
    for name in ("bids", "bid", "bidder"):
        states[name] = replay[name]
    states["calls"] = len(calls)
    states["passed"] = (1 << rules.players) - 1 if thrown_in else replay["passed"]
    states["to_move"] = replay["to_move"]
    states["phase"] = OVER if thrown_in else (BID if replay["phase"][0] == BID else PLAY)


def _read_contract(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    bid = int(state["bid"])
    text = fields.data.get("contract", CONTRACTS[bid] if state["phase"] == PLAY else None)
    if text is None:
        return
    text = fields.choice("contract", text, CONTRACTS)
    contract = CONTRACTS.index(text)
    offered = {**bid_ranks(rules), ALL_PASSED: rules.all_pass == "no_trumps"}
    if offered.get(contract, False) is False:
        raise PositionError("contract", f"{rules.ruleset} has no {text!r} under these options")
    if state["calls"] and state["phase"] != PLAY:
        raise PositionError("auction", f"does not end in the contract {text!r}")
    state["contract"] = contract
    if contract == ALL_PASSED:
        if fields.given("declarer") or bid >= 0:
            raise PositionError("declarer", "nobody declares after all have passed")
        return
    if state["calls"] and bid < 0:
        raise PositionError("contract", "is 'none' when all have passed")
    bidder, left = int(state["bidder"]), (int(state["dealer"]) + 1) % rules.players
    leader = fields.number("leader", left, 0, rules.players - 1)
    declarer = fields.number("declarer", bidder if bidder >= 0 else leader, 0, rules.players - 1)
    if bidder >= 0 and (declarer, contract) != (bidder, bid):
        raise PositionError("contract", f"is not the auction's: {BID_TEXTS[bid]} by {bidder}")
    state["declarer"] = state["bidder"] = declarer
    state["bid"] = contract


def _read_call(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    """The card called and its holder, and the suit given to the joker."""
    called = fields.card("called", rules.cards, fields.data.get("called"), claim=False)
    holder = -1
    if called >= 0:
        if rules.partner != "called_card":
            raise PositionError("called", f"{rules.ruleset} has no called card")
        trick = fields.data.get("trick")
        trick = trick if isinstance(trick, list | tuple) else []
        leader = fields.number("leader", max(int(state["declarer"]), 0), 0, rules.players - 1)
        for seat in range(rules.players):
            at = (seat - leader) % rules.players
            on_table = at < len(trick) and trick[at] == rules.cards.text(called)
            if (int(state["hand"][seat]) | int(state["played"][seat])) >> called & 1 or on_table:
                holder = seat
    partner = fields.data.get("partner", holder if holder >= 0 else None)
    if partner is not None:
        partner = fields.check_number("partner", partner, 0, rules.players - 1)
        if called < 0 or holder not in (-1, partner):
            raise PositionError("partner", "is the seat that holds the card called")
        state["partner"] = partner
    state["called"] = called
    if fields.given("joker_suit"):
        _read_joker_suit(fields, rules, state)


def _read_joker_suit(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    suit = fields.choice("joker_suit", "S", SUITS)
    declarer, contract = int(state["declarer"]), int(state["contract"])
    if declarer < 0 or not rules.jokers or (contract < 25 and contract % 5 != NO_TRUMPS):
        raise PositionError("joker_suit", "is named in no-trumps or misère by a declarer")
    jokers = _set_of([rules.cards.index(joker) for joker in JOKERS[: rules.jokers]])
    others = 0
    for seat in range(rules.players):
        if seat != declarer:
            others |= int(state["hand"][seat]) | int(state["played"][seat])
    state["joker_suit"] = SUITS.index(suit)
    state["named"] = jokers & ~others & ~int(state["discards"]) & ~int(state["kitty"])
