"""Corners of belief: the lowest card called, and jokers that were given a suit."""

from __future__ import annotations

import random

import numpy as np

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env.engine.five_hundred.layout import NAME
from tests.proof.leaks import believed


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


def named(held: str, after: int = 0) -> tuple[cc.Game, int]:
    """A game in which the first seat gave its joker a suit; who holds the joker ``held``.

    Args:
        after: how many seats after the declarer he sits; 0: anywhere.
    """
    for seed in range(400):
        game = cc.Game("au4", seed=seed, pack="46")
        declarer = game.to_move
        hands = game.position()["hands"]
        owners = [seat for seat in range(4) if held in hands[seat].split() and seat != declarer]
        other = "JK" if held == "JK2" else "JK2"
        if not owners or other not in hands[declarer].split():
            continue
        if after and owners[0] != (declarer + after) % 4:
            continue
        game.play("bid 10NT")
        while game.phase in ("bid", "discard"):
            game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
        if game.phase == "name":
            game.play("name H")
            return game, owners[0]
    raise AssertionError("no such deal")


def test_the_only_joker_unseen_lies_with_the_declarer() -> None:
    """Who holds one joker knows that the other was given its suit, and was not laid away."""
    for held, other in (("JK", "JK2"), ("JK2", "JK")):
        game, owner = named(held)
        bit, declarer = game.rules.cards.index(other), game.position()["declarer"]
        for state in belief.sample(game.view(owner), np.random.default_rng(3), 100):
            assert int(state["hand"][declarer]) >> bit & 1
            assert int(state["named"]) == 1 << bit


def test_a_named_joker_is_named_in_every_world() -> None:
    game, _ = named("JK")
    for seat in range(4):
        for number in range(20):
            other = believed(game, seat, random.Random(number))
            again = cc.Game.from_position(other.position())
            assert again._states[0].tobytes() == other._states[0].tobytes()


def test_who_sees_neither_joker_leaves_the_declarer_one() -> None:
    for after in (1, 2, 3):
        game, owner = named("JK", after)
        jokers = sum(1 << game.rules.cards.index(one) for one in ("JK", "JK2"))
        declarer = game.position()["declarer"]
        for seat in {0, 1, 2, 3} - {declarer, owner}:
            both = set()
            for state in belief.sample(game.view(seat), np.random.default_rng(4), 200):
                held = int(state["hand"][declarer]) & jokers
                assert held
                assert int(state["named"]) & held == int(state["named"])
                both.add(held)
            assert len(both) == 3, "either joker, or both"


def test_a_declarer_who_has_played_his_joker_need_not_hold_the_other() -> None:
    game, owner = named("JK2")
    declarer, mine = game.position()["declarer"], game.rules.cards.index("JK2")
    while game.to_move != declarer or "JK" not in game.legal_moves():
        move = next(move for move in game.legal_moves() if not move.startswith("JK"))
        game.play(move)
    game.play("JK")
    for seat in {0, 1, 2, 3} - {declarer, owner}:
        states = belief.sample(game.view(seat), np.random.default_rng(5), 400)
        holders = {
            who for state in states for who in range(4) if int(state["hand"][who]) >> mine & 1
        }
        assert holders == {0, 1, 2, 3} - {seat}


def test_whether_the_declarer_is_asked_for_a_suit_is_not_seen() -> None:
    game = cc.Game("au4", seed=1)
    declarer, joker = game.to_move, game.rules.cards.index("JK")
    game.play("bid 6NT")
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    assert game.phase == "name"
    for seat in {0, 1, 2, 3} - {declarer}:
        states = belief.sample(game.view(seat), np.random.default_rng(6), 400)
        held = [bool(int(state["hand"][declarer]) >> joker & 1) for state in states]
        asked = [bool(state["phase"] == NAME) for state in states]
        assert set(zip(held, asked, strict=True)) == {(False, False), (True, False), (True, True)}
