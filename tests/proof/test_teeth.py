"""The checks bite: each finds the fault that it is there for."""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import cinqcents_env as cc
from tests.proof import leaks, recovery, symmetry, worlds
from tests.proof.cases import AUCTION, TWO_PLAYER
from tests.proof.portion import Rates, Tally, play_numbered
from tests.proof.symmetry import chosen, exchanges, turned

ORACLE = Path(__file__).parents[1] / "oracle"
GLUE = ("compare", "test_")
"""Modules that set package and oracle side by side; all others are the oracles."""


def test_the_oracles_import_nothing_from_the_package() -> None:
    pure = [path for path in ORACLE.glob("*.py") if not path.name.startswith(GLUE)]
    assert len(pure) > 10
    allowed = {"__future__", "typing", "dataclasses", "collections", "itertools", "random"}
    for path in pure:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = {str(node.module).split(".")[0]}
            else:
                continue
            assert names <= allowed | {"functools", "collections.abc"}, path.name


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
@pytest.mark.parametrize("hidden", ["hands", "seed"])
def test_a_leak_is_found(ruleset: str, hidden: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A door that shows the others' hands, or the seed of the deals to come."""
    honest = leaks.shown

    def telling(game: cc.Game, seat: int) -> dict[str, Any]:
        return honest(game, seat) | {"door": game.position()[hidden]}

    monkeypatch.setattr(leaks, "shown", telling)
    tally = Tally()
    play_numbered(tally, ruleset, {}, 1, Rates(looks=1.0))
    assert tally.leaks == 1
    assert tally.failure is not None
    assert "can tell by door" in tally.failure["words"]


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
def test_a_fact_withheld_is_found(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of the observation that tells a fact, emptied."""
    facts = {
        "classic": "hand known_own known_opponent captured_own captured_opponent trick turnup "
        "trump melds_own phase to_move dealer leader stock_size opponent_hand_size "
        "step_melds target marked",
        "au4": "hand discards trick played bids contract suits_led voids declarer dealer "
        "leader to_move tricks hand_sizes scores phase",
    }[ruleset].split()
    honest = recovery.Reading.block
    for emptied in facts:

        def block(self: Any, name: str, emptied: str = emptied) -> list[float]:
            values = honest(self, name)
            return [0.0] * len(values) if name == emptied else values

        monkeypatch.setattr(recovery.Reading, "block", block)
        found = 0
        for number in range(12):
            tally = Tally()
            play_numbered(tally, ruleset, {}, number, Rates(looks=0.2))
            found += tally.withheld
            if found:
                break
        assert found, emptied


def test_an_asymmetry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = cc.Game.observation

    def crooked(self: cc.Game, seat: int | None = None) -> Any:
        out = honest(self, seat)
        out[-1] += 0.5 if seat == 0 else 0.0
        return out

    monkeypatch.setattr(cc.Game, "observation", crooked)
    assert "observation of seat" in symmetry.turning_walk("classic", {}, 1)[1]
    assert "observation of seat" in symmetry.turning_walk("au4", {}, 1)[1]


@pytest.mark.parametrize("ruleset", [*TWO_PLAYER, *AUCTION])
def test_turning_all_the_way_round_changes_nothing(ruleset: str) -> None:
    game = cc.Game(ruleset, seed=4)
    rng = random.Random(4)
    for _ in range(9):
        game.play(chosen(game, rng))
    again = game.copy()
    for _ in range(game.num_players):
        again = cc.Game.from_position(turned(again, 1))
    assert again.position() == game.position()


@pytest.mark.parametrize(
    ("ruleset", "options", "number"),
    [
        ("classic", {}, 1),  # the binage tells spades and diamonds apart from the rest
        ("classic", {"binage": 0}, 23),
        ("classic", {"binage_cards": "JD QD"}, 5),
        ("mini", {}, 1),
        ("us3", {}, 7),  # within colours, and colour for colour
        ("au4", {}, 3),  # the black fours are missing
        ("ru4", {}, 1),
    ],
)
def test_exchanges_of_suits(ruleset: str, options: dict[str, Any], number: int) -> None:
    assert len(exchanges(cc.rules(ruleset, **options))) == number


def test_other_worlds_keep_what_is_known() -> None:
    """A sampled world has every card once, and the seat's own cards where they were."""
    from tests.oracle.compare import Match

    match, rng, moved = Match("classic", {}, 3, None), random.Random(3), 0
    for _ in range(40):
        match._deal_if_due()
        for seat in (0, 1):
            before = match.game.position()
            world = worlds.other_world(match.game, match.oracle.known(seat), seat, rng)
            assert world is not None
            assert world["hands"][seat] == before["hands"][seat]
            assert len(world["stock"]) == len(before["stock"])
            lying = [
                sorted(" ".join([*at["hands"], at["stock"]]).split()) for at in (world, before)
            ]
            assert lying[0] == lying[1]
            moved += world["hands"] != before["hands"]
        match.moves = match.oracle.legal()
        move = match._choose()
        match.game.play(move)
        match.oracle.play(move)
    assert moved > 60
