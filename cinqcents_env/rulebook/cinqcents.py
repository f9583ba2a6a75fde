"""Options of the two-player trick-and-meld family.

Sources: S0 Boussac 1896, S1 Foster, S3 the Dutch Binage sheet; the references in
``why`` (CL, LY, BO, BI, A-nn) are explained in ``docs/rules``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from cinqcents_env._words import shown
from cinqcents_env.cards import Pack, suit_major
from cinqcents_env.rulebook.options import (
    YES_NO,
    Check,
    Rules,
    RulesError,
    one_of,
    option,
    whole_number,
)

RANKS = "789JQKTA"
"""Ranks ascending: the ten ranks between king and ace (S0 r3)."""

PACKS = {
    "32": Pack(suit_major(RANKS)),
    "8": Pack(suit_major("QKTA", "SH")),
}
"""The 32-card pack, and the eight cards of ``mini``."""

_POINTS = whole_number(0, 5000)
_EVEN_DEAL = Check(
    lambda v: whole_number(2, 14).accepts(v) and v % 2 == 0, "an even number of cards, 2 to 14"
)
_FIVE_POINTS = Check(
    lambda v: isinstance(v, tuple) and len(v) == 5 and all(_POINTS.accepts(x) for x in v),
    "five whole numbers, for four A, T, K, Q, J",
)


@dataclass(frozen=True)
class CinqCentsRules(Rules):
    """Options of one two-player rule set; the defaults are those of ``classic``."""

    family: ClassVar[str] = "cinqcents"

    pack: str = option("32", one_of("32", "8"), "S0 r1", "number of cards; 8 is the pack of mini")
    hand_size: int = option(
        8, _EVEN_DEAL, "CL4, LY2, BO1", "cards dealt to each; the next card is turned up"
    )
    first_dealer: str | int = option(
        "random", one_of("random", 0, 1), "S0 r2", "who deals first; the deal alternates"
    )
    quint_trump: int = option(250, _POINTS, "CL12", "A T K Q J of trumps; 0: no such meld")
    quint_plain: int = option(120, _POINTS, "CL12", "A T K Q J of a plain suit")
    marriage_trump: int = option(40, _POINTS, "CL12", "K Q of trumps")
    marriage_plain: int = option(20, _POINTS, "CL12", "K Q of a plain suit")
    fours: tuple[int, ...] = option(
        (100, 80, 60, 40, 20), _FIVE_POINTS, "A-05", "points for four A, T, K, Q, J"
    )
    binage: int = option(40, _POINTS, "A-01", "points for the binage")
    binage_cards: str = option(
        "JD QS", one_of("JD QS", "JD QD"), "A-01", "the two cards of the binage"
    )
    seven_turned: int = option(10, _POINTS, "A-02", "points to the dealer who turns up a seven")
    seven_exchange: int = option(
        10, _POINTS, "CL18", "points for taking the turn-up in exchange for the trump seven"
    )
    exchange_when: str = option(
        "trick_won",
        one_of("trick_won", "own_turn"),
        "A-03",
        "after a trick won only, or before playing a card too",
    )
    exchange_uses_meld: bool = option(False, YES_NO, "A-03", "the exchange is the trick's one meld")
    exchanged_card_meldable: bool = option(
        False, YES_NO, "A-34", "the card taken may be melded before the next card is drawn"
    )
    seven_played: str = option(
        "never",
        one_of("never", "draw_if_not_exchanged", "always"),
        "A-03",
        "when playing the trump seven is worth 10",
    )
    meld_when: str = option(
        "trick_won",
        one_of("trick_won", "own_turn"),
        "A-06, A-14",
        "the trick's winner before drawing, or before playing a card too",
    )
    melds_per_trick: int = option(
        1, one_of(1, 0), "A-07", "one each time that melds may be declared, or 0 for no limit"
    )
    last_phase_melds: str = option(
        "no",
        one_of("no", "until_first_card", "trick_won"),
        "A-20, LY4",
        "melds once the stock is gone",
    )
    reuse: str = option(
        "marriage_xor_quint",
        one_of("marriage_xor_quint", "none", "exact_once"),
        "A-04",
        "which cards may be melded again",
    )
    marriage_after_quint: bool | None = option(
        None, one_of(None, True, False), "A-04", "with exact_once: a marriage after its quint"
    )
    last_phase: str = option(
        "follow_beat_trump",
        one_of("follow_beat_trump", "follow_only"),
        "A-08",
        "the follower's duty once the stock is gone",
    )
    last_trick: int = option(10, _POINTS, "A-11", "points for the last trick")
    last_draw: int = option(0, _POINTS, "A-19", "points for drawing the last card")
    brisques: str = option(
        "final_full",
        one_of("final_full", "immediate_10"),
        "A-21b",
        "11 10 4 3 2 counted at the end, or 10 for each A and T at once",
    )
    rounding: str = option(
        "exact", one_of("exact", "tens"), "LY6", "how card points are rounded at a deal's end"
    )
    final_rounding: str | None = option(
        None,
        one_of(None, "tie_exact", "all_exact", "rounded"),
        "A-15",
        "with tens: in the deal that would end the game",
    )
    pending_seven: bool = option(
        False, YES_NO, "A-16", "a turned seven that would win waits for the opponent"
    )
    stop: bool = option(True, YES_NO, "CL23", "a player may stop the game and count")
    win_at_once: bool = option(False, YES_NO, "A-21", "reaching the target ends the game")
    both_over: str | None = option(
        "raise_100",
        one_of(None, "raise_100", "only_if_equal", "higher_total", "more_card_points", "fresh_100"),
        "A-12",
        "both reach the target and nobody stopped",
    )
    irregularities: bool = option(
        False, YES_NO, "A-13", "false announcements and wrong stops are offered, and lose"
    )

    @property
    def cards(self) -> Pack:
        """The pack in use."""
        return PACKS[self.pack]

    @property
    def both_over_can_happen(self) -> bool:
        """False where the game ends at once with the first credit that reaches the target."""
        return not (self.win_at_once and self.brisques == "immediate_10")

    def _derived(self, given: Mapping[str, Any]) -> dict[str, Any]:
        new: dict[str, Any] = {}
        rounding = given.get("rounding", self.rounding)
        if "final_rounding" not in given and (rounding == "tens") != (self.rounding == "tens"):
            new["final_rounding"] = "tie_exact" if rounding == "tens" else None
        reuse = given.get("reuse", self.reuse)
        if "marriage_after_quint" not in given and reuse != self.reuse:
            new["marriage_after_quint"] = True if reuse == "exact_once" else None
        if "both_over" not in given:
            at_once = given.get("win_at_once", self.win_at_once)
            immediate = given.get("brisques", self.brisques) == "immediate_10"
            if at_once and immediate:
                new["both_over"] = None
            elif self.both_over is None:
                new["both_over"] = "higher_total"
        return new

    def _check_together(self) -> None:
        if 2 * self.hand_size + 1 >= len(self.cards):
            raise RulesError(
                f"{self.ruleset}: hand_size={self.hand_size} does not go into {self.pack} cards: "
                f"two hands and the turn-up must leave a card to draw"
            )
        self._needs("final_rounding", self.rounding == "tens", "rounding='tens'")
        self._needs("marriage_after_quint", self.reuse == "exact_once", "reuse='exact_once'")
        self._needs(
            "both_over",
            self.both_over_can_happen,
            "win_at_once=False or brisques='final_full', where both can reach the target",
        )
        if self.pack == "8":
            self._check_small_pack()

    def _needs(self, name: str, possible: bool, condition: str) -> None:
        """Refuse a missing value where the option bears on the game, and any where it does not."""
        value = getattr(self, name)
        words = next(f for f in fields(self) if f.name == name).metadata["check"].words
        if possible and value is None:
            raise RulesError(
                f"{self.ruleset}: option {name}=None does not go with {condition}; it takes "
                f"{words.replace('None, ', '')}"
            )
        if not possible and value is not None:
            raise RulesError(
                f"{self.ruleset}: option {name}={shown(value)} needs {condition}; without that it "
                f"takes None"
            )

    def _check_small_pack(self) -> None:
        nothing = dict.fromkeys(
            "quint_trump quint_plain binage seven_turned seven_exchange".split(), 0
        )
        only = {**nothing, "fours": (0, 0, 0, 0, 0), "seven_played": "never"}
        for name, valid in only.items():
            if getattr(self, name) != valid:
                raise RulesError(
                    f"{self.ruleset}: option {name}={getattr(self, name)!r} does not go with "
                    f"pack='8'; it takes {valid!r}"
                )
