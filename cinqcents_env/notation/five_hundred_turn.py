"""Reading whose turn it is in a position of Five Hundred, and the trick under way."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinqcents_env._words import shown
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.five_hundred import OUTCOMES, OVER, PHASES, pack_rules
from cinqcents_env.engine.five_hundred.layout import (
    BID,
    CALL,
    DISCARD,
    MISERE,
    NAME,
    OPEN_MISERE,
    PLAY,
)
from cinqcents_env.notation.errors import NotationError, PositionError
from cinqcents_env.notation.fields import Fields
from cinqcents_env.notation.moves import move_index
from cinqcents_env.rulebook import FiveHundredRules


def read_turn(fields: Fields, rules: FiveHundredRules, states: np.ndarray[Any, Any]) -> None:
    """Phase, leader, trick and seat on move; checks that the hands fit them."""
    state = states[0]
    _read_phase(fields, rules, state)
    _read_leader(fields, rules, state)
    _read_trick(fields, rules, states)
    turn = int(state["to_move"])
    to_move = fields.number("to_move", turn, 0, rules.players - 1)
    if to_move != turn and state["phase"] != OVER:
        raise PositionError("to_move", f"is {to_move}, but the rest makes it {turn}")
    state["to_move"] = to_move
    if state["phase"] == OVER:
        _read_result(fields, rules, state)
    else:
        _check_hands(rules, state)


def _read_phase(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    contract, declarer = int(state["contract"]), int(state["declarer"])
    default = PHASES[PLAY if contract >= 0 else int(state["phase"])]
    phase = PHASES.index(fields.choice("phase", default, PHASES))
    if phase == BID and (contract >= 0 or state["phase"] != BID):
        raise PositionError("phase", "is 'bid', but the auction is over")
    if phase in (DISCARD, CALL, NAME, PLAY) and contract < 0:
        raise PositionError("phase", f"{PHASES[phase]!r} needs a contract")
    if phase in (DISCARD, CALL, NAME) and declarer < 0:
        raise PositionError("phase", f"{PHASES[phase]!r} needs a declarer")
    if phase == CALL and (rules.partner != "called_card" or contract in (MISERE, OPEN_MISERE)):
        raise PositionError("phase", "'call' needs a called partner and a contract of tricks")
    if phase == NAME and not rules.contractor_names_joker:
        raise PositionError("phase", "'name' needs contractor_names_joker")
    state["phase"] = phase


def _read_leader(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    """Leader and seat on move, who plays at all, and whether the hand lies open."""
    phase, contract, declarer = (int(state[name]) for name in ("phase", "contract", "declarer"))
    left = (int(state["dealer"]) + 1) % rules.players
    opened = phase in (NAME, PLAY) or (phase == OVER and contract >= 0)
    leader = declarer if opened and declarer >= 0 else left
    state["leader"] = fields.number("leader", leader, 0, rules.players - 1)
    if phase != BID:
        state["to_move"] = state["leader"] if opened else max(declarer, 0)
    if not opened:
        return
    misere = contract in (MISERE, OPEN_MISERE)
    for seat in range(rules.players):
        partner = seat != declarer and (seat - declarer) % rules.num_sides == 0
        state["active"] |= 0 if misere and partner else 1 << seat
    late = rules.open_misere_shown == "after_first_trick"
    state["exposed"] = contract == OPEN_MISERE and (not late or int(state["tricks"].sum()) > 0)
    if not int(state["active"]) >> int(state["leader"]) & 1:
        raise PositionError("leader", f"seat {state['leader']} sits out")


def _read_trick(fields: Fields, rules: FiveHundredRules, states: np.ndarray[Any, Any]) -> None:
    """Play the cards of the trick one after the other."""
    texts = fields.data.get("trick", [])
    if not isinstance(texts, list | tuple):
        raise PositionError("trick", f"takes a list of cards, not {shown(texts)}")
    state = states[0]
    if texts and state["phase"] != PLAY:
        raise PositionError("trick", "holds cards in phase 'play' only")
    if texts and len(texts) >= int(state["active"]).bit_count():
        raise PositionError("trick", "is complete")
    fields.cards("trick", rules.cards, [str(text).split("=")[0] for text in texts])
    actions = [_trick_action(rules, text, lead=number == 0) for number, text in enumerate(texts)]
    before = states.copy()
    _play(rules, states, actions, dead_joker=False)
    if not fields.given("winning"):
        return
    winning = fields.number("winning", 0, 0, rules.players - 1)
    if winning == state["winning"]:
        return
    states[:] = before
    _play(rules, states, actions, dead_joker=True)
    if winning != state["winning"]:
        raise PositionError("winning", f"is {shown(winning, 20)}, but seat {state['winning']} wins")


def _trick_action(rules: FiveHundredRules, text: Any, *, lead: bool) -> int:
    """Action of a card of the trick; a suit may be given to a joker that is led."""
    try:
        action = move_index(rules, text)
    except NotationError as error:
        raise PositionError("trick", str(error)) from None
    if action >= len(rules.cards) and not lead:
        raise PositionError("trick", f"{text} names a suit, but was not led")
    return action


def _play(
    rules: FiveHundredRules, states: np.ndarray[Any, Any], actions: list[int], *, dead_joker: bool
) -> None:
    """Make moves in one game without asking whether they are legal.

    A joker that follows shows a void by doing so. Whether its player had shown the void
    before, which may keep it from winning (A-28), is told by ``dead_joker``.
    """
    packed, played, loop = pack_rules(rules), np.ones(1, dtype=bool), loops("five_hundred")
    row, state = packed[0], states[0]
    for action in actions:
        seat = int(state["to_move"])
        if action >= len(rules.cards):
            card = int(row["high_joker"]) + (action - int(row["joker_at"])) // 4
        else:
            card = action
        state["hand"][seat] |= 1 << card
        if seat != int(state["declarer"]):
            state["named"] &= ~(1 << card)  # the suit was given to the declarer's own jokers
        led = int(state["led_suit"])
        if int(row["jokers"]) >> card & 1 and led >= 0 and not dead_joker:
            state["voids"][seat] &= ~(1 << led)
        loop.step_games(packed, states, np.array([action], dtype=np.int64), played)


def _check_hands(rules: FiveHundredRules, state: Any) -> None:
    """Every seat holds as many cards as the others, those in the trick counted."""
    sizes = {
        seat: int(state["hand"][seat]).bit_count() + int(state["trick"][seat] >= 0)
        for seat in range(rules.players)
        if state["phase"] in (BID, DISCARD, CALL) or int(state["active"]) >> seat & 1
    }
    if state["phase"] == DISCARD:
        own = sizes.pop(int(state["declarer"]))
        if own <= max(sizes.values()):
            raise PositionError("hands", "the declarer has no card to lay away")
    if len(set(sizes.values())) != 1:
        raise PositionError("hands", f"the trick counted, seats hold {list(sizes.values())} cards")
    if 0 in sizes.values():
        raise PositionError("hands", "are empty though the game goes on")


def _read_result(fields: Fields, rules: FiveHundredRules, state: Any) -> None:
    result = fields.section("result", ("winners", "reason"))
    winners = result.data.get("winners") or []
    if not isinstance(winners, list | tuple):
        raise result.error("winners", f"takes a list of seats, not {shown(winners)}")
    for seat in winners:
        state["winners"] |= 1 << result.check_number("winners", seat, 0, rules.players - 1)
    state["outcome"] = OUTCOMES.index(result.choice("reason", "", OUTCOMES))
