"""The score sheet: what each deal that has ended brought each side, and by what.

Everything on it is known to everybody at the table once the deal is over.

>>> from cinqcents_env import Game
>>> game = Game("mini", seed=3)
>>> while not game.is_over:
...     game.play(game.legal_moves()[-1])
>>> [deal] = score_sheet(game)
>>> deal.number, deal.gained, dict(deal.parts)["last trick"]
(1, (45, 21), (10, 0))
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from cinqcents_env.engine.five_hundred.actions import BID_TEXTS
from cinqcents_env.engine.five_hundred.layout import ALL_PASSED, BIDS, MISERE, OPEN_MISERE
from cinqcents_env.game import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import CinqCentsRules, Rules
from cinqcents_env.setup import Setup

PARTS = ("melds", "sevens", "tricks", "last trick", "last card")
"""What brings points in the two-player family: melds; the seven of trumps turned, exchanged or
played; cards in tricks, as they were marked; the last trick; the last card of the stock."""

Points = tuple[int, ...]


class Contract(NamedTuple):
    """The contract of a deal of Five Hundred.

    Attributes:
        bid: its text; ``"all passed"`` where that was played, ``""`` for a deal thrown in.
        declarer, partner: seats, -1 for none; ``partner`` is the one whose card was called.
        tricks: of each seat.
        taken: tricks of the declaring side.
        made: None where nobody had to make it.
    """

    bid: str
    declarer: int
    partner: int
    tricks: Points
    taken: int
    made: bool | None


class DealScore(NamedTuple):
    """A deal that has ended.

    Attributes:
        number: from 1.
        gained: points of each side in it.
        scores: of each side when it had ended.
        parts: (one of ``PARTS``, points of each seat) in the two-player family, else empty.
        contract: None in the two-player family.
    """

    number: int
    gained: Points
    scores: Points
    parts: tuple[tuple[str, Points], ...] = ()
    contract: Contract | None = None


class _Ended(NamedTuple):
    """A deal played again: points earned since the game began, then what the sheet says."""

    earned: Points
    scores: Points
    parts: tuple[tuple[str, Points], ...]
    contract: Contract | None


def score_sheet(game: Game) -> list[DealScore]:
    """The deals of a game that have ended, the first one first.

    Points that belong to a deal are in it, such as those of the seven that its dealer turned
    up; the scores beside it are those that it was begun with.
    """
    played = game._deals if game.is_over else game._deals[:-1]
    sides = range(len(game.rules.sides))
    begun = tuple(0 for _ in sides)
    if game._start is not None:  # what a written position says has been earned
        begun = _earned(game.rules, game._deals[0][0])
    sheet = []
    for number, (states, moves) in enumerate(played, 1):
        ended = _ended(game.rules, states.tobytes(), tuple(moves))
        opened = tuple(_earned(game.rules, states)[i] - begun[i] for i in sides)
        parts = _with(ended.parts, "sevens", opened)
        gained = tuple(ended.earned[i] - begun[i] for i in sides)
        sheet.append(DealScore(number, gained, ended.scores, parts, ended.contract))
        begun = ended.earned
    return _settled(game, sheet, begun)


def _settled(game: Game, sheet: list[DealScore], begun: Points) -> list[DealScore]:
    """The sheet with what the deal that ended the game at once brought: a seven turned up."""
    if not game.is_over:
        return sheet
    after = _earned(game.rules, game._states)
    more = tuple(now - then for now, then in zip(after, begun, strict=True))
    if any(more):
        parts = _with(tuple((name, (0,) * len(more)) for name in PARTS), "sevens", more)
        sheet.append(DealScore(len(sheet) + 1, more, tuple(game.scores), parts))
    return sheet


def _earned(rules: Rules, states: np.ndarray[Any, Any]) -> Points:
    return tuple(int(points) for points in states["earned"][0][: len(rules.sides)])


def _with(
    parts: tuple[tuple[str, Points], ...], name: str, points: Points
) -> tuple[tuple[str, Points], ...]:
    """Parts with points added to one of them."""
    return tuple(
        (part, tuple(a + b for a, b in zip(own, points, strict=True)) if part == name else own)
        for part, own in parts
    )


@functools.lru_cache(maxsize=64)
def _setup(rules: Rules) -> Setup:
    """Rules under which a deal stays on the table when it is over."""
    return Setup(rules.replace(single_deal=True))


@functools.lru_cache(maxsize=4096)
def _ended(rules: Rules, begun: bytes, moves: tuple[int, ...]) -> _Ended:
    """A deal played again from the state that it began with."""
    setup = _setup(rules)
    states = setup.new_states(1)
    states[:] = np.frombuffer(begun, dtype=states.dtype)
    parts: tuple[tuple[str, Points], ...] = ()
    if isinstance(rules, CinqCentsRules):
        parts = _two_player_parts(setup, states, moves)
        scores = tuple(int(points) for points in states["marked"][0])
        return _Ended(_earned(rules, states), scores, parts, None)
    for move in moves:
        setup.loops.step_game(setup.packed, states, 0, move)
    scores = tuple(int(points) for points in states["scores"][0][: len(rules.sides)])
    return _Ended(_earned(rules, states), scores, parts, _contract(rules, states[0]))


def _two_player_parts(
    setup: Setup, states: np.ndarray[Any, Any], moves: tuple[int, ...]
) -> tuple[tuple[str, Points], ...]:
    """What each part brought each seat, while the moves of a deal are made."""
    found = {name: np.zeros(2, dtype=np.int64) for name in PARTS}
    texts, packed = move_texts(setup.rules), setup.packed
    whole = {"exchange": "sevens", "stop": "tricks", "draw": "last card"}
    for move in moves:
        before = states.copy()
        setup.loops.step_game(packed, states, 0, move)
        gained = np.subtract(states["earned"][0], before["earned"][0], dtype=np.int64)
        if move >= packed["num_cards"][0]:
            found[whole.get(texts[move], "melds")] += gained
        elif gained.any():
            _share_out(packed, before, states, move, gained, found)
    return tuple((name, (int(points[0]), int(points[1]))) for name, points in found.items())


def _share_out(
    packed: np.ndarray[Any, Any],
    before: np.ndarray[Any, Any],
    after: np.ndarray[Any, Any],
    card: int,
    gained: np.ndarray[Any, Any],
    found: dict[str, np.ndarray[Any, Any]],
) -> None:
    """Add the points (2,) that a card brought to the parts: sevens, tricks, the last trick.

    In this order the rules mark them: a turned seven that waited, the seven played, cards
    taken at once, the last trick, cards counted at the end. Marking may end the game between.
    """
    rules, was, left = packed[0], before[0], gained.copy()
    if was["pending_seven"]:
        _move_points(left, found["sevens"], int(was["dealer"]), int(rules["seven_turned"]))
    drawing = was["stock_size"] > 0 or was["turnup"] >= 0
    seven = rules["has_seven"] and card == int(was["trump"]) << int(rules["rank_bits"])
    if seven and (rules["seven_played"] == 2 or (rules["seven_played"] == 1 and drawing)):
        _move_points(left, found["sevens"], int(was["to_move"]), 10)
    for seat in range(2):
        taken = int(after["captured"][0, seat]) & ~int(was["captured"][seat])
        if taken and rules["immediate_brisques"]:
            cards = [i for i in range(int(rules["num_cards"])) if taken >> i & 1]
            brought = int(rules["card_points"][cards].sum())
            _move_points(left, found["tricks"], seat, brought)
        if taken and not after["hand"][0].any():
            _move_points(left, found["last trick"], seat, int(rules["last_trick"]))
    found["tricks"] += left


def _move_points(
    left: np.ndarray[Any, Any], part: np.ndarray[Any, Any], seat: int, points: int
) -> None:
    """Take points out of what is left into a part, unless the game ended before they came."""
    if left[seat] >= points:
        left[seat] -= points
        part[seat] += points


def _contract(rules: Rules, state: Any) -> Contract:
    """The contract of an ended deal of Five Hundred, and what came of it."""
    contract, declarer = int(state["contract"]), int(state["declarer"])
    tricks = tuple(int(number) for number in state["tricks"][: rules.players])
    if not 0 <= contract < BIDS:
        bid = "all passed" if contract == ALL_PASSED else ""
        return Contract(bid, -1, -1, tricks, 0, None)
    partner, sides = int(state["partner"]), len(rules.sides)
    own = {seat % sides for seat in (declarer, partner) if seat >= 0}
    taken = sum(number for seat, number in enumerate(tricks) if seat % sides in own)
    made = taken >= 6 + contract // 5
    if contract in (MISERE, OPEN_MISERE):
        made = tricks[declarer] == 0
    return Contract(BID_TEXTS[contract], declarer, partner, tricks, taken, made)
