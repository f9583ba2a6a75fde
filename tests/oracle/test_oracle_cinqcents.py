"""The oracle of the two-player family against the worked examples, and against its own table.

The examples are written once, for the public face of a game (`tests/rules`); here each of them,
under its own name, runs on the oracle instead of the package.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from .cinqcents import Oracle
from .cinqcents_cards import full_pack
from .cinqcents_face import DEFAULTS, IllegalMove, OracleGame
from .cinqcents_rule_sets import OTHER_VALUES, RULE_SETS

EXAMPLES = Path(__file__).resolve().parents[1] / "rules"


def examples(name: str) -> ModuleType:
    """A module of worked examples, without asking where pytest put its folder."""
    spec = importlib.util.spec_from_file_location(f"oracle_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MODULES = [examples(f"test_worked_{part}_cinqcents") for part in ("examples", "scores", "variants")]
for module in MODULES:
    tests = {name: test for name, test in vars(module).items() if name.startswith("test_T")}
    assert not tests.keys() & globals().keys(), "two examples share a name"
    globals().update(tests)


@pytest.fixture
def table() -> Any:
    """The oracle in place of the package."""
    return MODULES[0].Table(OracleGame, OracleGame.from_position, IllegalMove)


def test_every_option_has_other_values() -> None:
    assert {*OTHER_VALUES, "pack"} == set(RULE_SETS["classic"])


@pytest.mark.parametrize("rules", RULE_SETS)
def test_cards_are_conserved_and_accounts_agree(rules: str) -> None:
    """Random play: no card is lost, and what a seat knows is true."""
    game = OracleGame(rules, seed=1)
    oracle = game._oracle
    pack = set(full_pack(oracle.options["pack"]))
    for turn in range(400):
        if game.is_over:
            break
        piles = [*oracle.hands, *oracle.captured, set(oracle.trick), set(oracle.stock)]
        piles.append({oracle.turnup} if oracle.turnup else set())
        assert sum(map(len, piles)) == len(pack)
        assert set().union(*piles) == pack
        for seat in (0, 1):
            facts = oracle.known(seat)
            hidden = oracle.hands[1 - seat] | set(oracle.stock)
            assert set(facts["opponent"].split()) <= oracle.hands[1 - seat]
            assert set(facts["unseen"].split()) | set(facts["opponent"].split()) == hidden
        moves = game.legal_moves()
        assert moves
        game.play(moves[(turn * 7) % len(moves)])


def test_a_false_announcement_loses() -> None:
    position = DEFAULTS | {"target": 500, "phase": "meld", "turnup": "9H", "stock": "8H"}
    position |= {"hands": ["KS QS", "7S 8S"]}
    options = RULE_SETS["classic"] | {"irregularities": True}
    oracle = Oracle(options, position)
    assert "four A" in oracle.legal()
    oracle.play("four A")
    assert (oracle.over, oracle.winners, oracle.reason) == (True, [1], "false announcement")
    assert oracle.scores == [0, 0]
    assert oracle.legal() == set()
    with pytest.raises(ValueError, match="illegal"):
        oracle.play("draw")
