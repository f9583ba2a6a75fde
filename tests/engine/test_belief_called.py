"""The lowest card of the pack can be called like any other, and its holder is believed in."""

from __future__ import annotations

import numpy as np

import cinqcents_env as cc
from cinqcents_env import belief


def called(card: str) -> cc.Game:
    """A game in which a card has been called that the declarer lacks."""
    for seed in range(50):
        game = cc.Game("au5", seed=seed)
        game.play("bid 7NT")
        while game.phase in ("bid", "discard"):
            game.play("pass" if game.phase == "bid" else game.legal_moves()[-1])
        if f"call {card}" in game.legal_moves():
            game.play(f"call {card}")
            return game
    raise AssertionError(f"{card} was never to be called")


def test_the_called_card_is_not_the_declarers() -> None:
    for card in ("2S", "AH"):
        game, rng = called(card), np.random.default_rng(2)
        position = game.position()
        declarer, bit = position["declarer"], game.rules.cards.index(card)
        viewer = next(s for s in range(5) if s not in (declarer, position["partner"]))
        for state in belief.sample(game.view(viewer), rng, 200):
            holder = [seat for seat in range(5) if int(state["hand"][seat]) >> bit & 1]
            assert declarer not in holder
            assert holder in ([], [int(state["partner"])])
            assert holder or state["partner"] == -1
            assert not int(state["discards"]) >> bit & 1
