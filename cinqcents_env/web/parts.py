"""What scenes are made of: cards shown, things to choose from, seats and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cinqcents_env.render.svg_cards import BACK
from cinqcents_env.web.words import Words


class Shown(NamedTuple):
    """A card on the page.

    Attributes:
        card: its text, or ``back``.
        name: in words; of a card in a trick, with who played it.
        move: the move that choosing it makes, "" where it is only shown.
        why: why it may not be chosen, "" where it may or is only shown.
    """

    card: str
    name: str
    move: str = ""
    why: str = ""
    who: str = ""


class Choice(NamedTuple):
    """A move that is no card of the hand.

    Attributes:
        move: its text.
        label: what its button says.
        spoken: what a screen reader says.
        points: what it is worth, "" where that is not said.
        why: why it may not be made now, "" where it may.
    """

    move: str
    label: str
    spoken: str
    points: str = ""
    why: str = ""


class Group(NamedTuple):
    """Moves that are offered together.

    Attributes:
        kind: ``moves``, ``bids`` or ``calls``.
        first: shown above the hand.
    """

    title: str
    kind: str
    choices: list[Choice]
    first: bool = False


class Seat(NamedTuple):
    """A player at the table.

    Attributes:
        notes: short lines: points, tricks, melds, bids.
        cards: those of the hand that are seen, and backs.
        marks: dealer, declarer, partner.
    """

    name: str
    agent: str
    mine: bool
    on_move: bool
    notes: list[str]
    cards: list[Shown]
    marks: list[str]


class SheetCell(NamedTuple):
    """What a deal brought a side, its score after it, and what brought it, in words."""

    gained: int
    total: int
    parts: list[str]


class SheetRow(NamedTuple):
    """A deal on the score sheet; ``contract`` in words, "" where there is none."""

    deal: str
    contract: str
    cells: list[SheetCell]


class Scene(NamedTuple):
    """What a page shows of a game; see :func:`cinqcents_env.web.scene.scene`."""

    family: str
    ruleset: str
    deal: int
    facts: list[tuple[str, str]]
    seats: list[Seat]
    table: list[tuple[str, list[Shown]]]
    trick: list[Shown]
    hand: list[Shown]
    groups: list[Group]
    sides: list[tuple[str, str]]
    task: str = ""
    last_trick: list[Shown] = []
    last_winner: str = ""
    status: str = ""
    log: list[tuple[int, str]] = []
    sheet: list[SheetRow] = []
    recent: list[str] = []
    turn: int = 0
    over: bool = False


class Names(NamedTuple):
    """Names of the seats, for one viewer."""

    words: Words
    viewer: int | None
    labels: tuple[str, ...]

    def of(self, seat: int, article: str = "") -> str:
        """Name of a seat, "" for none."""
        if seat < 0:
            return ""
        if seat == self.viewer:
            return self.words.say("you")
        if len(self.labels) == 2 and self.viewer is not None:
            return self.words.say(article + "opponent")
        return self.words.say(article + "player", number=seat + 1)

    def subject(self, seats: Iterable[int]) -> str:
        """Names of seats as a sentence begins with them."""
        return " + ".join(self.of(seat, "the_") for seat in seats)

    def joined(self, seats: Iterable[int]) -> str:
        """Names of several seats."""
        return " + ".join(self.of(seat) for seat in seats)

    def played(self, seat: int, card: str) -> Shown:
        """A card in a trick."""
        return Shown(card, self.words.card(card), who=self.of(seat))

    def shown(self, cards: Sequence[str], hidden: int = 0) -> list[Shown]:
        """Cards face up, and so many backs."""
        backs = [Shown(BACK, self.words.say("face_down"))] * max(0, hidden)
        return [Shown(card, self.words.card(card)) for card in cards] + backs
