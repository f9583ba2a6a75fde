"""Options of Five Hundred, the auction family for two to six players.

Sources: S2 Britannica and S4, the Russian-derived sheet, with the pagat page (PAG),
Bicycle (BIC), Hoffmann (HOF) and Trickster (TRI) for what they leave open; the
references in ``why`` (FH, F3U, F3R, F4A, A-nn) are explained in ``docs/rules``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cinqcents_env._words import shown
from cinqcents_env.cards import JOKERS, SUITS, Pack, suit_major
from cinqcents_env.rulebook.options import (
    YES_NO,
    Check,
    Rules,
    RulesError,
    one_of,
    option,
    whole_number,
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "11", "12", "13", "J", "Q", "K", "A")
"""Ranks ascending, bowers aside; 11, 12 and 13 lie between ten and jack (F6)."""

HAND_SIZE = 10
MAX_KITTY = 6
SIX_HAND = "11S 11C 11D 11H 12S 12C 12D 12H 13D 13H"
"""The cards that a six-hand pack adds."""


def _pack(lowest: str, jokers: int, extra: str = "", without: str = "") -> Pack:
    """Four suits from ``lowest`` up, with and without some cards, and the jokers."""
    ranks = [r for r in RANKS[RANKS.index(lowest) :] if r not in ("11", "12", "13")]
    cards = {rank + suit for rank in ranks for suit in SUITS}
    cards = (cards | set(extra.split())) - set(without.split())
    ordered = [card for card in suit_major(RANKS) if card in cards]
    return Pack([*ordered, *JOKERS[:jokers]])


PACKS = {
    "24": _pack("9", 0),
    "25": _pack("9", 1),
    "33": _pack("7", 1),
    "42": _pack("4", 0, without="4S 4C"),
    "43": _pack("4", 1, without="4S 4C"),
    "43r": _pack("4", 1, without="4S 4D"),
    "45": _pack("4", 1),
    "46": _pack("4", 2),
    "53": _pack("2", 1),
    "62": _pack("2", 0, extra=SIX_HAND),
    "63": _pack("2", 1, extra=SIX_HAND),
}
"""The packs by name: so many cards; ``43r`` keeps the fours of hearts and clubs (A-30)."""

TOO_LARGE = ("65", "66")


def _pack_name(pack: Any) -> Any:
    """A pack given as a number is meant by its name."""
    return str(pack) if type(pack) is int else pack


_POINTS = Check(
    lambda v: v is None or whole_number(0, 5000).accepts(v), "None or a whole number 0 to 5000"
)
_LOSS = Check(
    lambda v: whole_number(-100_000, 0).accepts(v), "0 for off, or a negative whole number"
)
_YES_NO_NONE = one_of(None, True, False)

# What comes with misères when they are switched on: for two and three players (S2),
# for four and more (PAG).
_MISERE = {"misere_rank": ("above_7NT", "above_7NT"), "misere_value": (250, 250)}
_OPEN_MISERE = {
    "open_misere_rank": ("top", "above_10D"),
    "open_misere_value": (520, 500),
    "open_misere_shown": ("before_lead", "after_first_trick"),
}
_ANY_MISERE = {
    "misere_defenders": ("per_declarer_trick", "nothing"),
    "misere_stops_early": (False, True),
    "joker_forced_in_misere": (False, True),
    "joker_low_in_misere": (False, False),
}
_JOKER = {
    "joker_lead": ("not_void_suit", "unled_suit"),
    "joker_renounced": ("may_win", "may_win"),
}
_JOKER_SWITCHES = (
    "contractor_names_joker",
    "joker_forced_in_misere",
    "joker_low_in_misere",
)


@dataclass(frozen=True)
class FiveHundredRules(Rules):
    """Options of one rule set of Five Hundred; the defaults are those of ``us3``.

    ``num_players`` and ``num_sides`` belong to the rule set and are no options;
    partners sit ``num_sides`` seats apart.
    """

    family: ClassVar[str] = "five_hundred"

    num_players: int = field(default=3, metadata={"help": "seats at the table"})
    num_sides: int = field(default=3, metadata={"help": "sides; as many as seats: no partners"})

    target: int = option(500, whole_number(1), "F3U8, F3R10, F4A10", "points that win the game")
    pack: str = option("33", one_of(*PACKS), "A-30", "name of the pack: its number of cards")
    kitty: int = option(3, whole_number(1, MAX_KITTY), "FH9", "cards left over for the declarer")
    dead_hand: bool = option(False, YES_NO, "F2R", "a third hand is dealt and out of play")
    auction: str = option(
        "once",
        one_of("once", "until_passed", "passer_may_return"),
        "F3U2, F3R3",
        "each speaks once; until all others passed; or passers may return after a new bid",
    )
    all_pass: str = option(
        "redeal", one_of("redeal", "no_trumps"), "A-24", "what follows when nobody bids"
    )
    kitty_open: bool = option(False, YES_NO, "A-23", "the kitty lies face up")
    must_trump: bool = option(False, YES_NO, "F3R6", "void in the suit led, a trump is played")
    misere: str = option(
        "any_time", one_of("off", "any_time", "after_seven"), "F3U3, F4A4", "when misère may be bid"
    )
    misere_rank: str | None = option(
        "above_7NT", one_of(None, "above_7NT", "above_8S"), "A-27", "misère's rank in the auction"
    )
    misere_value: int | None = option(250, _POINTS, "A-27", "points of a misère")
    open_misere: str = option(
        "any_time", one_of("off", "any_time"), "F3U3, F4A4", "whether open misère may be bid"
    )
    open_misere_rank: str | None = option(
        "top", one_of(None, "above_10D", "top"), "A-27", "open misère's rank in the auction"
    )
    open_misere_value: int | None = option(520, _POINTS, "A-27", "points of an open misère")
    open_misere_shown: str | None = option(
        "before_lead",
        one_of(None, "before_lead", "after_first_trick"),
        "F3U5, F4A6",
        "when the hand of an open misère is laid open",
    )
    misere_defenders: str | None = option(
        "per_declarer_trick",
        one_of(None, "nothing", "per_declarer_trick"),
        "A-29",
        "nothing, or 10 to each defender for each trick of the declarer",
    )
    misere_stops_early: bool | None = option(
        False, _YES_NO_NONE, "A-29", "a misère ends with the declarer's first trick"
    )
    joker_lead: str | None = option(
        "not_void_suit",
        one_of(None, "unled_suit", "not_void_suit", "any_suit"),
        "A-28",
        "which suits a joker led in no-trumps or misère may be given",
    )
    joker_renounced: str | None = option(
        "may_win",
        one_of(None, "may_win", "may_not"),
        "A-28",
        "a joker played to a suit in which its holder has shown void before",
    )
    contractor_names_joker: bool = option(
        False, YES_NO, "F4A7", "the declarer may give his joker a suit before the first lead"
    )
    joker_forced_in_misere: bool | None = option(
        False, _YES_NO_NONE, "F4A8", "void in the suit led, the joker must be played in a misère"
    )
    joker_low_in_misere: bool | None = option(
        False, _YES_NO_NONE, "TRI", "the joker is the lowest card in a misère"
    )
    slam: str = option(
        "off",
        one_of("off", "below_250", "below_160"),
        "FH8, A-25",
        "all ten tricks pay 250 on a contract worth less than this",
    )
    win_needs_contract: bool = option(
        True, YES_NO, "A-31", "the game is won by making a contract, not by tens alone"
    )
    tens_stop_at_490: bool = option(
        False, YES_NO, "REF", "tens carry nobody past ten points below the target"
    )
    lose_at: int = option(
        -500, _LOSS, "F3U8, F3R11, F4A10", "the game is lost at this score; 0 for off"
    )
    both_reach: str = option(
        "declarer_then_first",
        one_of("declarer_then_first", "higher"),
        "F3R10",
        "who wins when several reach the target in one deal",
    )
    ten_wins: bool = option(False, YES_NO, "A-26", "making 10H or 10NT wins the game")
    partner: str | None = option(
        None,
        one_of(None, "called_card", "alone"),
        "F5",
        "the declarer's partner among five players",
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "pack", _pack_name(self.pack))
        if self.pack in TOO_LARGE:
            raise RulesError(
                f"{self.ruleset}: option pack={self.pack!r} is not valid: a card set is one "
                f"int64, so a pack holds 63 cards at most; it takes one of {', '.join(PACKS)}"
            )
        super().__post_init__()

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.num_players

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; one seat each where there are no partners."""
        return tuple(
            tuple(range(side, self.num_players, self.num_sides)) for side in range(self.num_sides)
        )

    @property
    def cards(self) -> Pack:
        """The pack in use."""
        return PACKS[self.pack]

    @property
    def jokers(self) -> int:
        """Number of jokers in the pack."""
        return sum(joker in self.cards for joker in JOKERS)

    @property
    def any_misere(self) -> bool:
        """True where misère or open misère may be bid."""
        return self.misere != "off" or self.open_misere != "off"

    def _left_over(self, pack: Any, dead_hand: Any) -> int:
        """Cards of a pack that are not dealt to hands."""
        size = len(PACKS[pack]) if pack in PACKS else 0
        return size - HAND_SIZE * (self.num_players + bool(dead_hand))

    def _derived(self, given: Mapping[str, Any]) -> dict[str, Any]:
        pack = _pack_name(given.get("pack", self.pack))
        left = self._left_over(pack, given.get("dead_hand", self.dead_hand))
        new: dict[str, Any] = {"kitty": left} if 1 <= left <= MAX_KITTY else {}
        misere = given.get("misere", self.misere) != "off"
        open_misere = given.get("open_misere", self.open_misere) != "off"
        joker = pack not in PACKS or JOKERS[0] in PACKS[pack]
        self._switch(new, _MISERE, self.misere != "off", misere)
        self._switch(new, _OPEN_MISERE, self.open_misere != "off", open_misere)
        self._switch(new, _ANY_MISERE, self.any_misere, misere or open_misere)
        self._switch(new, _JOKER, self.jokers > 0, joker)
        if not joker:
            for name in _JOKER_SWITCHES:
                if new.get(name, getattr(self, name)):
                    new[name] = False
        return {name: value for name, value in new.items() if name not in given}

    def _switch(
        self, new: dict[str, Any], table: Mapping[str, tuple[Any, Any]], was: bool, will: bool
    ) -> None:
        """Give the options of ``table`` their usual values, or None, when switched on or off."""
        if was != will:
            column = 1 if self.num_players >= 4 else 0
            new.update({name: pair[column] if will else None for name, pair in table.items()})

    def _check_together(self) -> None:
        self._check_deal()
        for table, possible, condition in (
            (_MISERE, self.misere != "off", "misere on"),
            (_OPEN_MISERE, self.open_misere != "off", "open_misere on"),
            (_ANY_MISERE, self.any_misere, "misere or open_misere on"),
            (_JOKER, self.jokers > 0, "a pack with a joker"),
            ({"partner": 0}, self.num_players == 5, "five players"),
        ):
            for name in table:
                self._needs(name, possible, condition)
        for name in _JOKER_SWITCHES:
            if getattr(self, name) and not self.jokers:
                raise RulesError(
                    f"{self.ruleset}: option {name}=True needs a pack with a joker, "
                    f"and pack={self.pack!r} has none"
                )

    def _check_deal(self) -> None:
        """Refuse a pack, dead hand and kitty that do not fit the number of players."""
        if self.dead_hand and self.num_players != 2:
            raise RulesError(
                f"{self.ruleset}: option dead_hand=True is for two players, "
                f"not for {self.num_players}"
            )
        left = self._left_over(self.pack, self.dead_hand)
        if left < 1 or left > MAX_KITTY:
            fitting = [p for p in PACKS if 1 <= self._left_over(p, self.dead_hand) <= MAX_KITTY]
            hands = f"{self.num_players} hands"
            if self.num_players == 2:
                hands += f" and dead_hand={self.dead_hand},"
            raise RulesError(
                f"{self.ruleset}: option pack={self.pack!r} does not fit {hands} of "
                f"{HAND_SIZE} cards; packs that do: {', '.join(fitting)}"
            )
        if self.kitty != left:
            raise RulesError(
                f"{self.ruleset}: option kitty={self.kitty} does not fit pack={self.pack!r}, "
                f"which leaves {left}"
            )

    def _needs(self, name: str, possible: bool, condition: str) -> None:
        value = getattr(self, name)
        if possible and value is None:
            raise RulesError(f"{self.ruleset}: option {name} needs a value with {condition}")
        if not possible and value is not None:
            raise RulesError(f"{self.ruleset}: option {name}={shown(value)} needs {condition}")
