"""A portion of the proof: some games of one rule set, with everything that is checked."""

from __future__ import annotations

import dataclasses
import random
import traceback
from collections.abc import Mapping
from typing import Any

import cinqcents_env as cc
from tests.proof.cases import drawn, single_changes
from tests.proof.knowledge import knowledge
from tests.proof.leaks import leak
from tests.proof.recovery import withheld
from tests.proof.symmetry import exchanging_walk, turning_walk
from tests.proof.walks import walk


@dataclasses.dataclass(frozen=True)
class Rates:
    """How often what takes long is done; mask and record are compared at every decision."""

    texts: float = 1.0  # of the decisions: whole positions and legal moves compared as texts
    looks: float = 0.05  # of the decisions: every seat looked at for leaks
    symmetry: float = 1.0  # of the games: turned round the table, and with suits exchanged


@dataclasses.dataclass
class Tally:
    """Figures of one rule set; the failures in words."""

    games: int = 0
    decisions: int = 0  # compared with the oracle
    texts: int = 0  # of these, compared as whole texts too
    differences: int = 0
    looks: int = 0  # seats looked at
    worlds: int = 0  # of these, how often a hidden card lay otherwise
    leaks: int = 0
    withheld: int = 0
    symmetric: int = 0  # decisions compared with a turned game or exchanged suits
    asymmetries: int = 0
    options: set[str] = dataclasses.field(default_factory=set)
    failure: dict[str, Any] | None = None

    def add(self, other: Tally) -> None:
        """Count another portion in."""
        for item in dataclasses.fields(self):
            mine, theirs = getattr(self, item.name), getattr(other, item.name)
            if item.name == "failure":
                self.failure = mine or theirs
            else:
                setattr(self, item.name, mine | theirs if isinstance(mine, set) else mine + theirs)

    @property
    def is_clean(self) -> bool:
        """True while nothing is wrong."""
        return not (self.differences or self.leaks or self.withheld or self.asymmetries)


class Found(Exception):
    """A leak, or a fact withheld: the walk ends here."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class Looker:
    """Looks at a share of the decisions of a walk with every seat's eyes."""

    def __init__(self, tally: Tally, share: float, rng: random.Random) -> None:
        self.tally, self.share, self.rng = tally, share, rng
        self.found: Found | None = None

    def __call__(self, game: cc.Game, oracle: Any) -> None:
        """Check what every seat is shown here."""
        if self.rng.random() >= self.share:
            return
        for seat in range(game.num_players):
            known = knowledge(oracle, seat)
            self.tally.looks += 1
            moved, told = leak(game, known, seat, self.rng)
            self.tally.worlds += moved
            missing = withheld(game, known, seat)
            if told or missing:
                self.found = Found("leaks" if told else "withheld", told or missing)
                raise self.found


def game_options(ruleset: str, number: int) -> dict[str, Any]:
    """Options of a numbered game: by turns the next single value, and drawn ones."""
    changes = single_changes(ruleset)
    if number % 2:
        return dict(changes[number // 2 % len(changes)])
    return drawn(ruleset, random.Random(f"{ruleset} {number}"))


def play_portion(ruleset: str, first: int, games: int, rates: Rates = Rates()) -> Tally:
    """Play numbered games of a rule set; stops at the first failure.

    Args:
        first: number of the first game, which fixes options and seed of each.
        rates: how often what takes long is done.
    """
    tally = Tally()
    for number in range(first, first + games):
        play_numbered(tally, ruleset, game_options(ruleset, number), number, rates)
        if not tally.is_clean:
            break
    return tally


def play_numbered(
    tally: Tally,
    ruleset: str,
    options: Mapping[str, Any],
    number: int,
    rates: Rates = Rates(),
) -> None:
    """One game with every check."""
    rng = random.Random(f"look {ruleset} {number}")
    look = Looker(tally, rates.looks, rng)
    done = walk(ruleset, options, number, look, rates.texts)
    tally.games += 1
    tally.decisions += done.decisions
    tally.texts += done.texts
    tally.options |= {f"{name}={value}" for name, value in options.items()}
    case = {"ruleset": ruleset, "options": dict(options), "seed": number}
    if done.difference:
        kind = look.found.kind if look.found else "differences"
        setattr(tally, kind, getattr(tally, kind) + 1)
        tally.failure = {**case, "kind": kind, "words": done.difference, "record": done.record}
        return
    for symmetry in (turning_walk, exchanging_walk) if rng.random() < rates.symmetry else ():
        try:
            decisions, error = symmetry(ruleset, options, number)
        except Exception:
            decisions, error = 0, traceback.format_exc(limit=-3)
        tally.symmetric += decisions
        if error:
            tally.asymmetries += 1
            tally.failure = {**case, "kind": "asymmetries", "words": error, "record": None}
            return
