"""Double dummy for Five Hundred: best play of both sides with all hands open.

The value of a position is the number of tricks that the declaring side (declarer and
partners, the called one included) has at the end of the deal when it plays for as many
as it can get and all others together play against it; in a misère the declarer plays for
as few as he can. After all have passed there is no declarer: there the side of the seat
on move plays for tricks against all others.

:func:`solve` and :func:`makeable` are for people; the compiled functions for search are
``action_values``, ``best_value`` and their ``limited`` forms, on the package's arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinqcents_env._first_use import announce
from cinqcents_env._jit import compiled
from cinqcents_env._words import shown
from cinqcents_env.cards import SUITS
from cinqcents_env.engine.five_hundred.deal import HAND
from cinqcents_env.engine.five_hundred.layout import CALL, MISERE, NAME, NO_TRUMPS, PHASES, PLAY
from cinqcents_env.engine.five_hundred.step import open_naming
from cinqcents_env.game import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import FiveHundredRules, Rules
from cinqcents_env.setup import Setup
from cinqcents_env.solvers.double_dummy_board import counted_seats
from cinqcents_env.solvers.double_dummy_search import Table, new_table
from cinqcents_env.solvers.double_dummy_values import (
    NO_LIMIT,
    action_values,
    best_value,
    deal_points,
    is_solvable,
    limited_action_values,
    limited_best_value,
    tricks_left,
    tricks_taken,
)

__all__ = [
    "NO_LIMIT",
    "NotSolvable",
    "Table",
    "action_values",
    "best_value",
    "counted_seats",
    "deal_points",
    "is_solvable",
    "limited_action_values",
    "limited_best_value",
    "makeable",
    "move_values",
    "new_table",
    "solve",
    "tricks_left",
    "tricks_taken",
]

DENOMINATIONS = (*SUITS, "NT", "misere")


class NotSolvable(ValueError):
    """A position that double dummy does not solve, or hands that are none."""


def solve(game: Game, table: Table | None = None, *, limit: int = NO_LIMIT) -> dict[str, int]:
    """Tricks of the declaring side in the whole deal after each legal move.

    Args:
        game: a game of Five Hundred in the phase play, name or call.
        table: from :func:`new_table`, to keep what is found from call to call.
        limit: nodes after which to give up.

    Raises:
        NotSolvable: another family or phase, or the limit was reached.

    >>> game = Game("us3", seed=4)
    >>> for move in "bid 6S", "pass", "pass":
    ...     game.play(move)
    >>> while game.phase == "discard":
    ...     game.play(game.legal_moves()[0])
    >>> values = solve(game)
    >>> sorted(values) == sorted(game.legal_moves()), max(values.values())
    (True, 3)
    """
    if game.rules.family != "five_hundred":
        raise NotSolvable(f"double dummy is for Five Hundred, not for {game.rules.ruleset!r}")
    return move_values(game.setup, game._states, 0, table, limit=limit)


def move_values(
    setup: Setup,
    states: np.ndarray[Any, Any],
    g: int = 0,
    table: Table | None = None,
    *,
    limit: int = NO_LIMIT,
) -> dict[str, int]:
    """The same for game ``g`` of an array of states.

    Raises:
        NotSolvable: another phase, or the limit was reached.
    """
    if not is_solvable(states[g]):
        raise NotSolvable(
            f"the phase is {PHASES[states[g]['phase']]!r}; double dummy solves the phases "
            f"{PHASES[PLAY]}, {PHASES[NAME]} and {PHASES[CALL]}"
        )
    values = np.empty(setup.num_actions)
    own = table or new_table()
    announce("the double dummy solver", "double_dummy_values.search_value")
    if limited_action_values(setup.packed, states, g, own, values, limit) < 0:
        raise NotSolvable(f"not solved within {limit} nodes")
    texts = move_texts(setup.rules)
    return {texts[action]: int(values[action]) for action in np.flatnonzero(values == values)}


def makeable(
    rules: str | Rules, hands: Sequence[str], table: Table | None = None
) -> dict[str, list[int]]:
    """Tricks that each seat's side takes as declarer, with the seat on lead, by denomination.

    Five-player tables: the declarer plays alone. ``misere`` stands there where the rules
    have it, with the fewest tricks that the declarer can be held to (his deal may end
    with the first).

    Args:
        rules: a rule set of Five Hundred or its name.
        hands: the cards of each seat in play, such as ``"AS KS JK"``; all of one size.
        table: from :func:`new_table`.

    Raises:
        NotSolvable: another family, or not as many hands as seats, or of unequal size.
        CardError: not a card of the pack, or one named twice.

    >>> makeable("us2", ["AS KS", "QS AH"])["NT"]
    [2, 1]
    """
    setup = Setup(rules, episode="deal")
    if not isinstance(setup.rules, FiveHundredRules):
        raise NotSolvable(f"double dummy is for Five Hundred, not for {setup.rules.ruleset!r}")
    dealt = _states_of(setup, hands)
    own = table or new_table()
    found: dict[str, list[int]] = {}
    for denomination, name in enumerate(DENOMINATIONS):
        contract = MISERE if denomination > NO_TRUMPS else denomination
        if contract == MISERE and setup.rules.misere == "off":
            continue
        found[name] = []
        for seat in range(setup.num_seats):
            states = dealt.copy()
            open_deal(setup.packed, states, 0, contract, seat)
            found[name].append(int(best_value(setup.packed, states, 0, own)))
    return found


def _states_of(setup: Setup, hands: Sequence[str]) -> np.ndarray[Any, Any]:
    """A state with these hands.

    Raises:
        NotSolvable: not as many hands as seats, or of unequal size.
    """
    cards = [hand.split() for hand in hands]
    sizes = {len(hand) for hand in cards}
    if len(cards) != setup.num_seats or len(sizes) != 1 or not 1 <= min(sizes) <= HAND:
        raise NotSolvable(
            f"hands {shown(list(hands))} are not valid; "
            f"it takes {setup.num_seats} of equal size, 1 to {HAND} cards each"
        )
    pack = setup.rules.cards
    pack.to_set([card for hand in cards for card in hand])
    states = setup.new_states(1)
    setup.loops.reset_games(setup.packed, states, np.zeros(1, dtype=np.int64))
    for seat, hand in enumerate(cards):
        states["hand"][0, seat] = pack.to_set(hand)
    return states


@compiled
def open_deal(rules, states, g, contract, declarer):
    """Put a declarer on lead to play a contract with the hands as they are."""
    states[g].contract = contract
    states[g].declarer = declarer
    open_naming(rules[0], states[g], declarer)
