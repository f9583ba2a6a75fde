"""A playthrough: one game as text that a person can read and check against the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import cinqcents_env as cc
from tests.golden.cases import Case

LIMIT = 700
"""Moves that are written; longer games end there."""


def written(name: str, case: Case, seed: int) -> str:
    """The whole text of a playthrough."""
    rules = json.dumps({"options": case.options, "beside": case.base, "seed": seed})
    lines = [f"# {name}: {case.ruleset}", f"# {rules}"]
    lines += Playthrough(case, seed).lines()
    return "\n".join(lines) + "\n"


def seed_of(text: str) -> int:
    """The seed in the heading of a playthrough."""
    return int(json.loads(text.splitlines()[1][2:])["seed"])


def parting(case: Case, seed: int) -> int | None:
    """Number of the move before which an option shows, None if the game does not show it."""
    play = Playthrough(case, seed)
    for _ in play.lines():
        if play.parted is not None:
            return play.parted
    return None


class Playthrough:
    """One game of a case, beside the same moves under the rules it is told apart from."""

    def __init__(self, case: Case, seed: int) -> None:
        self.game = cc.Game(case.ruleset, seed=seed, **case.options)
        self.base = cc.Game(case.ruleset, seed=seed, **case.base) if case.base is not None else None
        self.rng = random.Random(f"playthrough {seed}")
        self.parted: int | None = None

    def lines(self) -> Iterator[str]:
        """The text, line by line, as the game goes on."""
        yield from self._deal()
        number = 0
        while not self.game.is_over and number < LIMIT:
            number += 1
            yield from self._where_they_part(number)
            yield from self._move(number)
        yield from self._where_they_part(number + 1)
        yield from self._end(number)

    def _where_they_part(self, number: int) -> Iterator[str]:
        base, game = self.base, self.game
        if base is None or self.parted is not None:
            return
        there = base.result if base.is_over else base.legal_moves()
        here = game.result if game.is_over else game.legal_moves()
        if (base.to_move, there) == (game.to_move, here):
            return
        self.parted = number
        if base.is_over:
            assert base.result is not None
            yield f"      >> without the option the game is over: {_result(base)}"
        else:
            yield (
                f"      >> without the option player {base.to_move} is on move and may: "
                f"{', '.join(base.legal_moves())}"
            )

    def _move(self, number: int) -> Iterator[str]:
        game, before = self.game, self.game.position()
        seat, moves = game.to_move, game.legal_moves()
        move = self._chosen(moves)
        scores = game.scores
        game.play(move)
        if self.base is not None and self.parted is None:
            self.base.play(move)
        line = f"{number:4}  player {seat}  {move:16} of {len(moves):2}"
        if game.scores != scores:
            line += f"   marked {' : '.join(map(str, game.scores))}"
        yield line
        after = game.position()
        if before["deal_number"] != after["deal_number"] and not game.is_over:
            yield from self._deal()
        else:
            yield from _taken(before, after)

    def _chosen(self, moves: list[str]) -> str:
        """A random move: melds and exchange often, false ones and high bids seldom."""
        telling = [m for m in moves if m.startswith(("marriage", "quint", "four", "bin", "exch"))]
        bids = [move for move in moves if move.startswith("bid")]
        draw = self.rng.random()
        if "pass" in moves and (draw < 0.6 or not bids) and not moves[0].startswith("name"):
            return "pass"
        if bids:
            miseres = [move for move in bids if "misere" in move]
            few = miseres if miseres and draw > 0.85 else bids[:3]
            return few[int(self.rng.random() * len(few))]
        if telling and len(telling) < 10 and draw < 0.6:
            return telling[int(self.rng.random() * len(telling))]
        plain = [move for move in moves if move not in telling and move != "stop"]
        pool = plain if plain and draw < 0.97 else moves
        return pool[int(self.rng.random() * len(pool))]

    def _deal(self) -> Iterator[str]:
        position = self.game.position()
        yield f"deal {position['deal_number'] + 1}, dealt by player {position['dealer']}"
        for seat, hand in enumerate(position["hands"]):
            yield f"      player {seat} holds {hand}"
        for name in ("turnup", "stock", "kitty", "dead"):
            if position.get(name):
                yield f"      {name}: {position[name]}"

    def _end(self, number: int) -> Iterator[str]:
        if not self.game.is_over:
            yield f"the text ends here, after {number} moves"
            return
        yield f"game over: {_result(self.game)}"


def _result(game: cc.Game) -> str:
    result: dict[str, Any] | None = game.result
    assert result is not None
    winners = " and ".join(f"player {seat}" for seat in result["winners"]) or "nobody"
    return f"{winners} ({result['reason']}), marked {' : '.join(map(str, result['scores']))}"


def _taken(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Who takes the trick, and a contract that stands."""
    for name in ("captured", "tricks"):
        for seat, (old, new) in enumerate(
            zip(before.get(name, []), after.get(name, []), strict=True)
        ):
            if old != new:
                yield f"      player {seat} takes the trick"
    if before.get("contract") != after.get("contract"):
        who = "all passed" if after["declarer"] is None else f"player {after['declarer']} declares"
        yield f"      {who}: {after['contract']}"
