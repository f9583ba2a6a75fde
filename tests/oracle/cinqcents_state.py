"""The table of a two-player game: everything that a full position holds, read and written."""

from __future__ import annotations

from typing import Any

from .cinqcents_cards import written
from .cinqcents_knowledge import Witness
from .cinqcents_melds import Options, cards_of_meld

Position = dict[str, Any]


class Table:
    """The state of one game; cards are texts, hands are sets."""

    def __init__(self, options: Options, position: Position) -> None:
        self.options = dict(options)
        self._passed_through = {name: position.get(name) for name in ("rules", "options", "seed")}
        self._read_table(position)
        self._read_cards(position)
        self.over = self.phase == "over"
        self.winners: list[int] = []
        self.reason: str | None = None
        self.awaiting_deal = False
        self._melds_with_trump: dict[str, list[str]] = {}
        self.earned = [0, 0]
        self._earned_in_deal = [0, 0]
        if self._is_untouched_deal():  # the turned seven was marked before this position
            self._earned_in_deal[self.dealer] = self.options["seven_turned"]

    def _read_table(self, position: Position) -> None:
        self.dealer: int = position["dealer"]
        self.leader: int = position["leader"]
        self.to_move: int = position["to_move"]
        self.phase: str = position["phase"]
        self.target: int = position["target"]
        self.deal_number: int = position["deal_number"]
        self.pending_seven: bool = position["pending_seven"]
        self.scores: list[int] = list(position["marked"])
        self.step_melds: int = position["step"]["melds"]
        self.step_card: str | None = position["step"]["exchanged"]

    def _read_cards(self, position: Position) -> None:
        self.trump: str = position["trump"]
        self.turnup: str | None = position["turnup"]
        self.stock: list[str] = position["stock"].split()
        self.hands: list[set[str]] = [set(hand.split()) for hand in position["hands"]]
        self.trick: list[str] = list(position["trick"])
        self.captured: list[set[str]] = [set(pile.split()) for pile in position["captured"]]
        self.melds: list[list[str]] = [list(declared) for declared in position["melds"]]
        self.witness = Witness()
        for seat in (0, 1):
            for meld in self.melds[seat]:
                shown = cards_of_meld(meld, self.options)
                self.witness.saw(seat, shown & self.hands[seat])

    def _is_untouched_deal(self) -> bool:
        """Whether the deal just began with a turned seven that is already marked."""
        cards_are_dealt = all(len(hand) == self.options["hand_size"] for hand in self.hands)
        nothing_done = not (any(self.captured) or self.trick or any(self.melds))
        turned = self.turnup == "7" + self.trump and not self.pending_seven
        return self.phase == "play" and cards_are_dealt and nothing_done and turned

    @property
    def drawing(self) -> bool:
        """Whether the draw phase lasts: cards lie in the stock, or the turn-up on the table."""
        return bool(self.stock) or self.turnup is not None

    def position(self) -> Position:
        """The whole state, cards in canonical order."""
        return {
            **self._passed_through,
            "dealer": self.dealer,
            "trump": self.trump,
            "turnup": self.turnup,
            "stock": " ".join(self.stock),
            "hands": [written(hand) for hand in self.hands],
            "leader": self.leader,
            "to_move": self.to_move,
            "trick": list(self.trick),
            "captured": [written(pile) for pile in self.captured],
            "marked": list(self.scores),
            "melds": [list(declared) for declared in self.melds],
            "target": self.target,
            "phase": self.phase,
            "step": {"melds": self.step_melds, "exchanged": self.step_card},
            "pending_seven": self.pending_seven,
            "deal_number": self.deal_number,
        }
