"""One random game on package and oracle at once, with a look at every decision.

This drives the comparisons of ``tests/oracle`` and keeps hold of the game, so that a
difference comes with a record that replays up to it.
"""

from __future__ import annotations

import dataclasses
import random
import traceback
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import cinqcents_env as cc
from tests.oracle import compare
from tests.oracle import compare_five_hundred as auction
from tests.oracle.five_hundred import Oracle
from tests.oracle.five_hundred_rule_sets import TABLE
from tests.proof.cases import SHORT, family

Look = Callable[[cc.Game, Any], None]
"""Called at every decision with the game and the oracle, which agree so far."""


class Walk(NamedTuple):
    """How many decisions were compared, the first difference, and a record up to it.

    ``texts`` of the decisions were compared as whole texts too, not by mask and record alone.
    """

    decisions: int
    texts: int
    difference: str | None
    record: str | None


def walk(
    ruleset: str,
    options: Mapping[str, Any],
    seed: int,
    look: Look | None = None,
    texts: float = 1.0,
) -> Walk:
    """Play game ``seed`` at random on both sides; whatever the package raises is a difference.

    Args:
        texts: share of the decisions at which whole texts are compared.
    """
    short = {**SHORT[family(ruleset)], **options}
    kind = TwoPlayerWalk if family(ruleset) == "cinqcents" else AuctionWalk
    one = kind(ruleset, short, seed, look, texts)
    try:
        difference = one.run()
    except Exception as error:
        where = traceback.format_exc(limit=-3)
        difference = f"{ruleset} {short} seed {seed}: {type(error).__name__}: {error}\n{where}"
    return Walk(one.decisions, one.texts, difference, one.record() if difference else None)


class TwoPlayerWalk:
    """A walk through one game of the two-player family."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        seed: int,
        look: Look | None,
        texts: float,
    ) -> None:
        paid = {**options, "reward": ("win", "points")[seed // 2 % 2]}
        self.match = Looking(ruleset, paid, seed, None, texts)
        self.match.look = look

    @property
    def decisions(self) -> int:
        """Decisions compared so far."""
        return self.match.decisions

    @property
    def texts(self) -> int:
        """Of these, with whole texts."""
        return self.match.whole

    def record(self) -> str:
        """The game so far as a record line."""
        return self.match.game.record_line()

    def run(self) -> str | None:
        """Play to the end; the first difference in words."""
        try:
            self.match.play()
        except compare.Difference as difference:
            return self.match.report(str(difference))
        return None


class Looking(compare.Match):
    """A comparison that calls ``look`` after each."""

    look: Look | None = None

    def _compare(self) -> None:
        super()._compare()
        if self.look is not None:
            self.look(self.game, self.oracle)


class AuctionWalk:
    """A walk through one game of Five Hundred."""

    def __init__(
        self,
        ruleset: str,
        options: Mapping[str, Any],
        seed: int,
        look: Look | None,
        texts: float,
    ) -> None:
        self.look, self.history = look, []
        self.trail = auction.Trail(written=texts, draw=random.Random(seed))
        self.name = f"{ruleset} {dict(options)} seed {seed}"
        self.plan = auction.Plan(random.Random(f"{ruleset} {seed}"))
        reward = ("win", "points")[seed // 2 % 2]
        self.game = cc.Game(ruleset, seed=seed, reward=reward, **options)
        rules = dataclasses.asdict(self.game.rules)
        rules["players"], rules["sides"] = TABLE[ruleset]["players"], TABLE[ruleset]["sides"]
        if seed % 3:
            self.game = auction.varied_start(self.game, self.plan, rules["target"])
        self.oracle = Oracle(rules, self.game.position())

    @property
    def decisions(self) -> int:
        """Decisions compared so far."""
        return self.trail.decisions

    @property
    def texts(self) -> int:
        """Of these, with whole texts."""
        return self.trail.whole

    def record(self) -> str:
        """The game so far as a record line."""
        return self.game.record_line()

    def run(self) -> str | None:
        """Play to the end; the first difference in words."""
        trail, oracle = self.trail, self.oracle
        trail.difference = auction.difference_now(self.game, oracle, trail, begins=True)
        while trail.difference is None:
            if self.look is not None:
                self.look(self.game, oracle)
            if oracle.over:
                return None
            self.game = auction.step(self.game, oracle, self.plan, trail, self.history)
        moves = " ".join(self.history)
        return f"{self.name}: {trail.difference}\nmoves of the deal: {moves}"
