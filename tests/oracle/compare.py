"""Plays one two-player game on package and oracle at once, and tells the first difference."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

import cinqcents_env as cc

from .cinqcents import Oracle
from .cinqcents_cards import full_pack, written
from .compare_records import record_difference, restored

MAX_DECISIONS = 100_000  # no game is as long as that: an engine that never ends is a difference


class Difference(Exception):
    """The two sides do not agree; the text says on what."""


class Comparison(NamedTuple):
    """The number of decisions compared and the first difference, or None."""

    decisions: int
    difference: str | None


def differences(
    rules: str, options: Mapping[str, Any], seed: int, position: Mapping[str, Any] | None = None
) -> Comparison:
    """Play game `seed` of a rule set at random on both sides, or on from a position.

    `options` may also hold `episode`, `reward` and `start_scores`, which a game takes beside them.
    """
    match = Match(rules, options, seed, position)
    try:
        match.play()
    except Difference as difference:
        return Comparison(match.decisions, match.report(str(difference)))
    return Comparison(match.decisions, None)


class Match:
    """One game on both sides, with the habits of one random player.

    Mask and record are compared at every decision; the texts, whole positions and legal moves,
    at the share `written` of them, and wherever a deal or the game begins or ends.
    """

    def __init__(
        self,
        rules: str,
        options: Mapping[str, Any],
        seed: int,
        position: Mapping[str, Any] | None,
        written: float = 1.0,
    ) -> None:
        self.call = (rules, dict(options), seed)
        self.written, self.whole = written, 0  # how many decisions were compared as texts
        self.draw = random.Random(seed)  # of those; it leaves the game as it is
        if position is None:
            self.game = cc.Game(rules, seed=seed, **options)
        else:
            whole = {"rules": rules, "options": options, "seed": seed, **position}
            self.game = cc.Game.from_position(whole)
        self.choice = random.Random(f"{rules} {options} {seed}")
        self.decisions = 0
        self.history: list[str] = []
        self.moves: set[str] = set()  # of the seat on move
        every_option = json.loads(json.dumps(dataclasses.asdict(self.game.rules)))
        if options.get("episode") == "deal":
            every_option["single_deal"] = True
        usual = "points" if every_option["single_deal"] else "win"
        self.reward = options.get("reward", usual)
        start = self._before_the_deal(every_option) if position is None else self.game.position()
        self.oracle = Oracle(every_option, start)
        self.oracle.awaiting_deal = position is None  # so that a first turned seven is compared
        self.restores = seed % 3 == 0  # now and then the game goes on from its position
        self.eagerness = {
            "meld": self.choice.choice((0.05, 0.4, 0.9)),
            "false": self.choice.choice((0.0, 0.01)),
            "exchange": self.choice.choice((0.3, 0.9)),
            "stop": self.choice.choice((0.0, 0.02, 0.5)),
        }

    def _before_the_deal(self, every_option: dict[str, Any]) -> dict[str, Any]:
        start: dict[str, Any] = self.game.position()
        start |= {"hands": ["", ""], "stock": "", "turnup": None, "phase": "play"}
        start |= {"pending_seven": False, "target": every_option["target"]}
        return start | {"marked": self.call[1].get("start_scores", (0, 0))}

    def report(self, difference: str) -> str:
        """A difference with all that is needed to see it again."""
        rules, options, seed = self.call
        deal = " ".join(f"[{move}]" for move in self.history)
        last = json.dumps(self.oracle.position())
        what = f"{rules} {options} seed={seed}: {difference}"
        return f"{what}\nmoves of the deal: {deal}\noracle: {last}"

    def play(self) -> None:
        """Play to the end, comparing at every decision."""
        self._deal_if_due()
        self._compare()
        while not self.oracle.over:
            if self.decisions > MAX_DECISIONS:
                raise Difference("the game does not end")
            move = self._choose()
            self.history.append(move)
            self.decisions += 1
            self.game.play(move)
            self.oracle.make(move)
            self._deal_if_due()
            if self.restores and not self.oracle.over and self.choice.random() < 0.02:
                self._restore()
            self._compare()
        self._compare_ends()

    def _restore(self) -> None:
        """Go on from the position as JSON."""
        try:
            self.game = restored(self.game, json.loads(json.dumps(self.game.position())))
        except AssertionError as error:
            raise Difference(str(error)) from None

    def _choose(self) -> str:
        """A random move; announcements, exchange and stop as often as this player likes them."""
        moves = sorted(self.moves)
        plain = [move for move in moves if move == "draw" or len(move) == 2]
        special = {move: self._kind(move) for move in moves if move not in plain}
        for kind, chance in self.eagerness.items() if special else ():
            wanted = [move for move, its_kind in special.items() if its_kind == kind]
            if wanted and self.choice.random() < chance:
                return self.choice.choice(wanted)
        return self.choice.choice(plain)

    def _kind(self, move: str) -> str:
        if move == "stop":  # a stop that loses is as rare as a false announcement
            count = self.oracle._count(self.oracle.to_move)
            return "stop" if count >= self.oracle.target else "false"
        if move == "exchange":
            return "exchange"
        return "meld" if self.oracle._meld_is_true(move) else "false"

    def _deal_if_due(self) -> None:
        if not self.oracle.awaiting_deal:
            return
        position = self.game.position()
        cards = [card for hand in position["hands"] for card in hand.split()]
        if self.game.is_over and not cards:
            raise Difference("the game goes on, the package ended it")
        cards += [*position["stock"].split(), str(position["turnup"])]
        size = self.oracle.options["hand_size"]
        if sorted(cards) != sorted(full_pack(self.oracle.options["pack"])):
            raise Difference(f"a deal of the whole pack was due: {position}")
        if any(len(hand.split()) != size for hand in position["hands"]):
            raise Difference(f"hands of {size} were due: {position['hands']}")
        self.history.clear()  # also the mark of a deal that begins
        self.oracle.deal(position["hands"], position["stock"], position["turnup"])

    def _compare(self) -> None:
        self.moves = self.oracle.legal()
        begins = not self.history or self.oracle.over
        if self.written >= 1 or begins or self.draw.random() < self.written:
            self.whole += 1
            self._compare_texts()
        difference = record_difference(self.game, self.oracle, self.moves)
        if difference is not None:
            raise Difference(difference)

    def _compare_texts(self) -> None:
        game, oracle = self.game, self.oracle
        self._same("legal moves", sorted(game.legal_moves()), sorted(self.moves))
        self._same("game over", bool(game.is_over), oracle.over)
        self._same("phase", game.phase, oracle.phase)
        self._same("scores", [int(points) for points in game.scores], oracle.scores)
        if not oracle.over:
            self._same("seat on move", game.to_move, oracle.to_move)
            self._same("result", game.result, None)
        self._compare_returns()
        self._compare_positions(game.position(), oracle.position())

    def _compare_positions(self, theirs: dict[str, Any], ours: dict[str, Any]) -> None:
        shown = self.oracle.witness.seen_in_hand
        ours |= {"known": [written(cards) for cards in shown], "earned": self.oracle.earned}
        for position in (theirs, ours):  # the order in which melds were declared is open
            position["melds"] = [sorted(declared) for declared in position["melds"]]
        left_out = {"rules", "options", "seed", "result"}
        if self.oracle.over:  # nobody is on move, no step is under way
            left_out |= {"to_move", "leader", "step", "pending_seven"}
        self._same("fields", sorted(theirs.keys() - left_out), sorted(ours.keys() - left_out))
        for name in ours.keys() - left_out:
            self._same(f"position field {name}", theirs[name], ours[name])

    def _compare_ends(self) -> None:
        result, oracle = self.game.result, self.oracle
        if result is None:
            raise Difference("the game is over, but the package has no result")
        self._same("winners", sorted(result["winners"]), sorted(oracle.winners))
        self._same("reason", result["reason"], oracle.reason)
        self._same("final scores", [int(points) for points in result["scores"]], oracle.scores)
        self._compare_returns()

    def _compare_returns(self) -> None:
        oracle = self.oracle
        margin = (oracle.earned[0] - oracle.earned[1]) / 100
        if self.reward == "win":
            margin = 0.0 if len(oracle.winners) != 1 else (1.0, -1.0)[oracle.winners[0]]
        for seat, due in enumerate((margin, -margin)):
            paid = float(self.game.returns[seat])
            if abs(paid - due) > 1e-4:
                raise Difference(f"returns of seat {seat}: package {paid}, oracle {due}")

    @staticmethod
    def _same(what: str, package: Any, oracle: Any) -> None:
        if package != oracle:
            raise Difference(f"{what}: package {package!r}, oracle {oracle!r}")
