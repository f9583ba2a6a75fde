"""A game whose deals are chance's to choose, with what each seat has seen: no pyspiel needed.

Between the decisions of a :class:`Table` stand chance nodes: one deal is chosen digit by
digit, from the seed from which it is shuffled, or at once from a list. A game goes on to
its next deal in the same way, so that nothing is random but chance.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cinqcents_env import belief
from cinqcents_env.engine.view import View
from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import codec, move_text
from cinqcents_env.rulebook import RulesError
from cinqcents_env.setup import Setup

DIGITS, BASE = 9, 128
"""A seed is 63 bits: so many digits of this base."""
SEEDS, ALL, CORNER = "seeds", "all", "corner"
MAX_LISTED = 1_000_000
"""Most deals that a list of them may have."""


@dataclass(frozen=True)
class Deals:
    """What chance chooses a deal from.

    Attributes:
        text: as a user writes it.
        sizes: number of outcomes of each chance node of a deal.
        cards: int64 (deals, 9) as ``all_deals`` of the tree of ``mini`` gives them, or
            None where outcomes make up a seed.
    """

    text: str
    sizes: tuple[int, ...]
    cards: NDArray[np.int64] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return deals_of, (self.text,)


@functools.cache
def deals_of(text: str) -> Deals:
    """Deals named by a text.

    ``seeds``: every seed. ``seeds:N``: the deals of seeds 0 to N - 1, each one outcome.
    For ``mini`` alone, ``all``: every deal there is, each one outcome. ``corner:K``: those
    by seat 1 with the queen of spades turned up and the same K cards (0 to 2) on top of
    the stock.

    Raises:
        RulesError: none of these.
    """
    from cinqcents_env.solvers.mini_tree import all_deals

    if text == SEEDS:
        return Deals(text, (BASE,) * DIGITS)
    if text == ALL:
        cards = all_deals()
        return Deals(text, (len(cards),), cards)
    name, _, known = text.partition(":")
    if name == SEEDS and known.isdecimal() and 1 <= int(known) <= MAX_LISTED:
        return Deals(text, (int(known),))
    if name == CORNER and known in ("0", "1", "2"):
        cards = _corner(all_deals((1,), (0,)), int(known))
        return Deals(text, (len(cards),), cards)
    raise RulesError(
        f"deals={text[:40]!r} is not valid; it is 'seeds', 'seeds:N' with N 1 to {MAX_LISTED}, "
        "or for mini 'all' or 'corner:K' with K 0 to 2"
    )


def _corner(deals: NDArray[np.int64], known: int) -> NDArray[np.int64]:
    alike = deals[:, 5] == 0
    for at in range(known):
        alike &= deals[:, 6 + at] == 1 + at
    return np.ascontiguousarray(deals[alike])


def checked_deals(text: str, setup: Setup) -> Deals:
    """The deals that a text names, if these rules can be dealt so. Raises RulesError."""
    from cinqcents_env.solvers.mini_tree import checked_rules

    deals = deals_of(text)
    if deals.cards is not None:
        checked_rules(setup.rules)
    return deals


class Table:
    """One game with its chance nodes.

    Args:
        setup: what is played; ``start_scores`` is None or fixed.
        deals: what chance chooses from.
        skip_forced: carry out decisions with a single legal action at once.

    Attributes:
        states: the game's record, shape (1,); while a deal is due, as before the action
            that made it due.
        due: a deal is due, chance is on move.
        mask: int8 (actions,), of the seat on move.
    """

    def __init__(self, setup: Setup, deals: Deals, skip_forced: bool = False) -> None:
        self.setup, self.deals, self.skip_forced = setup, deals, skip_forced
        self.states = setup.new_states(1)
        self.mask = np.zeros(setup.num_actions, dtype=np.int8)
        self._facts = np.zeros(4, dtype=np.int64)
        self._views = [b""] * setup.num_seats
        self._past = [b""] * setup.num_seats
        self.due, self._pending, self._digits = True, -1, ()

    due: bool
    _pending: int
    """The action that made the deal due; -1 for the first deal."""
    _digits: tuple[int, ...]

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.states, other.mask = self.states.copy(), self.mask.copy()
        other._facts = self._facts.copy()
        other._views, other._past = self._views.copy(), self._past.copy()
        return other

    # what stands

    @property
    def dealt(self) -> bool:
        """Cards have been dealt: the first deal is not due."""
        return not (self.due and self._pending < 0)

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return not self.due and bool(self._facts[2])

    @property
    def to_move(self) -> int:
        """Seat on move; meaningless while a deal is due or when the game is over."""
        return int(self._facts[0])

    @property
    def outcomes(self) -> int:
        """Number of outcomes of the chance node, all equally likely."""
        return self.deals.sizes[len(self._digits)]

    def legal_actions(self) -> list[int]:
        """Legal actions of the seat on move, in order; none when the game is over."""
        actions: list[int] = self.mask.nonzero()[0].tolist()
        return actions

    def returns(self) -> list[float]:
        """Each seat's total reward, zero until the game is over."""
        if not self.is_over:
            return [0.0] * self.setup.num_seats
        return [float(x) for x in self.setup.returns(self.states)]

    def text(self) -> str:
        """The whole state, hidden cards included: a position as JSON, and what is due."""
        if not self.dealt:
            return f"first deal {list(self._digits)}"
        position = codec(self.setup.rules.family).to_position(self.setup.rules, self.states[0])
        told = json.dumps(position, separators=(",", ":"))
        if not self.due:
            return told
        return f"{told} {move_text(self.setup.rules, self._pending)}; deal {list(self._digits)}"

    # moves

    def choose(self, outcome: int) -> None:
        """Chance chooses.

        Raises:
            IllegalMove: no deal is due, or there is no such outcome.
        """
        if not self.due or not 0 <= outcome < self.outcomes:
            raise IllegalMove(f"chance has no outcome {outcome} here")
        self._digits = (*self._digits, outcome)
        if len(self._digits) == len(self.deals.sizes):
            self._deal()
            self._skip()

    def play(self, action: int) -> None:
        """The seat on move acts.

        Raises:
            IllegalMove: not legal now; nothing has changed.
        """
        if self.due or not 0 <= action < len(self.mask) or not self.mask[action]:
            raise IllegalMove(f"action {action} is not legal; legal: {self.legal_actions()}")
        self._play(action)
        self._skip()

    def _skip(self) -> None:
        while self.skip_forced and not self.due and self.mask.sum() == 1:
            self._play(int(self.mask.argmax()))

    def _play(self, action: int) -> None:
        setup, before, deal, seat = self.setup, self.states.copy(), self._facts[3], self.to_move
        setup.one_game.play(setup.packed, self.states, action, self.mask, self._facts)
        if self._facts[3] != deal and self._has_dealt():
            self.states = before
            self.due, self._pending, self._digits = True, action, ()
            setup.loops.tell(setup.packed, self.states, self.mask, self._facts)
        else:
            self._note(seat, action)

    def _has_dealt(self) -> bool:
        """With one more deal counted: whether cards were dealt for another."""
        outcome = self.setup.engine.OUTCOMES[self.states["outcome"][0]]
        ended_by_its_turnup = self.setup.rules.family == "cinqcents" and outcome != "truncated"
        return not self._facts[2] or ended_by_its_turnup

    def _deal(self) -> None:
        setup, action, seat = self.setup, self._pending, self.to_move
        self.due, self._pending = False, -1
        if self.deals.cards is not None:
            from cinqcents_env.solvers.mini_histories import set_deal

            set_deal(setup.packed[0], self.states[0], self.deals.cards[self._digits[0]])
        elif action < 0:
            seeds = np.array([self._seed()], dtype=np.int64)
            setup.loops.reset_games(setup.packed, self.states, seeds)
        else:
            self.states["seed"] = self._seed()
            setup.one_game.play(setup.packed, self.states, action, self.mask, self._facts)
            self._note(seat, action)
            return
        setup.loops.tell(setup.packed, self.states, self.mask, self._facts)
        self._note(-1, -1)

    def _seed(self) -> int:
        """The seed that the digits make up."""
        seed = 0
        for digit, size in zip(self._digits, self.deals.sizes, strict=True):
            seed = seed * size + digit
        return seed

    # what is seen

    def _note(self, actor: int, action: int) -> None:
        """Add to each seat's past what it sees anew, and to the actor's what it did."""
        for seat in range(self.setup.num_seats):
            seen = bytes(self.view(seat))
            if seen != self._views[seat] or seat == actor:
                did = action.to_bytes(2, "little") if seat == actor else b""
                self._past[seat] = _digest(self._past[seat] + did + seen)
                self._views[seat] = seen

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        views = self.setup.new_views(1)
        self.setup.loops.write_view(self.states, 0, seat, views, 0)
        return View(self.setup.rules, views)

    def observe(self, seat: int, out: NDArray[np.float32]) -> None:
        """Write a seat's observation, float32 (features,); zeros before the first deal."""
        if not self.dealt:
            out[:] = 0.0
            return
        setup, mask = self.setup, np.empty_like(self.mask)
        views = setup.new_views(1)
        seen = np.empty(setup.num_features, dtype=np.float32)
        setup.one_game.observe_seat(setup.packed, self.states, 0, seat, views, seen, mask)
        out[:] = seen

    def information(self, seat: int) -> str:
        """All that a seat has seen and done, in order, as a digest, and its view now in full.

        Two states have the same text for a seat if and only if it cannot tell them apart
        by anything since the game began (perfect recall).
        """
        return f"{seat} {self._past[seat].hex()} {self._views[seat].hex()}"

    def resampled(self, seat: int, rng: np.random.Generator) -> Table:
        """A table that this seat cannot tell from this one, the hidden cards drawn anew.

        What the others have seen before is forgotten: their pasts begin with what they see
        in the new table.

        Raises:
            IllegalMove: a deal is due. BeliefError: as :func:`cinqcents_env.belief.sample`.
        """
        if self.due:
            raise IllegalMove("a deal is due; there are no hidden cards to draw anew")
        other: Table = self.__deepcopy__({})
        other.states = belief.sample(self.view(seat), rng, 1)
        setup = self.setup
        setup.loops.tell(setup.packed, other.states, other.mask, other._facts)
        other._past = [self._past[s] if s == seat else b"" for s in range(setup.num_seats)]
        other._views = [self._views[s] if s == seat else b"" for s in range(setup.num_seats)]
        other._note(-1, -1)
        return other


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()
