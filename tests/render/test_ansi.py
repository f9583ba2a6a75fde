"""The table as text: who sits out, and who only has not bid yet."""

from __future__ import annotations

import pytest

from cinqcents_env import Game
from cinqcents_env.render import ansi
from cinqcents_env.rulebook import REGISTRY, rulesets

FIVE_HUNDRED = [name for name in rulesets() if REGISTRY[name].family == "five_hundred"]


@pytest.mark.parametrize("ruleset", FIVE_HUNDRED)
def test_nobody_is_said_to_sit_out_before_the_play(ruleset):
    game = Game(ruleset, seed=4)
    while game.phase != "play":
        assert "sits out" not in ansi.draw(game.view())
        moves = [move for move in game.legal_moves() if move != "pass"]
        game.play(moves[0] if game.phase != "bid" or len(moves) > 20 else "pass")


def test_the_partner_of_a_misere_sits_out():
    game = Game("au4", seed=4)
    game.play("bid open misere")
    while game.phase == "bid":
        game.play("pass")
    declarer = game.to_move
    while game.phase != "play":
        moves = game.legal_moves()
        game.play("pass" if "pass" in moves else moves[0])
    for seat in range(4):
        lines = ansi.draw(game.view(seat)).splitlines()
        out = [line for line in lines if line.endswith("sits out")]
        partner = (declarer + 2) % 4
        name = "you" if seat == partner else f"player_{partner}"
        assert [line.split()[0] for line in out] == [name]
