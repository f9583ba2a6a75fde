"""Corners of belief: the lowest card called, and jokers that were given a suit."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env.engine.five_hundred.layout import NAME, PLAY
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


def named(held: str, after: int = 0, suit: str = "H") -> tuple[cc.Game, int]:
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
            game.play(f"name {suit}")
            return game, owners[0]
    raise AssertionError("no such deal")


def test_the_only_joker_unseen_lies_with_the_declarer() -> None:
    """Who holds one joker knows that the other was given its suit, and was not laid away."""
    for held, other, suit in (("JK", "JK2", "H"), ("JK2", "JK", "S")):
        game, owner = named(held, suit=suit)
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


def test_cards_taken_up_openly_lie_with_the_declarer_whoever_looks() -> None:
    game = cc.Game("ru3", seed=2)
    declarer = game.to_move
    for call in ("bid 6S", "pass", "pass"):
        game.play(call)
    while game.phase == "discard":
        game.play(game.legal_moves()[0])
    for seat in {0, 1, 2} - {declarer}:
        taken = int(game.view(seat).taken)
        assert taken
        for state in belief.sample(game.view(seat), np.random.default_rng(7), 200):
            assert (int(state["hand"][declarer]) | int(state["discards"])) & taken == taken


def test_a_sample_leaves_nothing_of_what_lay_in_its_place() -> None:
    for ruleset, moves in (("classic", 9), ("au4", 12), ("au5", 20), ("ru3", 15)):
        game = cc.Game(ruleset, seed=5)
        for _ in range(moves):
            game.play(game.legal_moves()[-1])
        loops, view = game.setup.loops, game.view(game.to_move)
        clean, used = game.setup.new_states(4), game.setup.new_states(4)
        used.view(np.uint8)[:] = 0x55
        for states in (clean, used):
            loops.sample_states(game.setup.packed, view.record, 0, np.array([[3, 4]]), states)
        for name in set(clean.dtype.names or ()) - {"unused"}:
            assert (clean[name] == used[name]).all(), f"{ruleset}: {name}"


def test_cards_taken_up_unseen_are_any_that_the_declarer_has_had() -> None:
    game = cc.Game("au4", seed=2)
    game.play("bid 7H")
    while game.phase in ("bid", "discard"):
        game.play("pass" if game.phase == "bid" else game.legal_moves()[0])
    declarer = game.to_move
    for _ in range(5):
        game.play(game.legal_moves()[0])
    drawn = Counter()
    for state in belief.sample(game.view((declarer + 1) % 4), np.random.default_rng(8), 300):
        had = state["hand"][declarer] | state["played"][declarer] | state["discards"]
        taken = int(state["taken"])
        assert taken.bit_count() == 3
        assert taken & int(had) == taken
        drawn["played"] += bool(taken & int(state["played"][declarer]))
        drawn["held"] += bool(taken & int(state["hand"][declarer]))
        drawn["laid away"] += bool(taken & int(state["discards"]))
    assert min(drawn.values()) > 20
    assert len(drawn) == 3


def test_nobody_is_asked_for_a_suit_amid_the_play() -> None:
    game = cc.Game("au4", seed=1)
    declarer = game.to_move
    game.play("bid 6NT")
    while game.phase != "play":
        game.play("pass" if game.phase in ("bid", "name") else game.legal_moves()[0])
    game.play("AC" if "AC" in game.legal_moves() else game.legal_moves()[0])
    while game.to_move != declarer:
        game.play(game.legal_moves()[0])
    for seat in {0, 1, 2, 3} - {declarer}:
        states = belief.sample(game.view(seat), np.random.default_rng(9), 200)
        assert (states["phase"] == PLAY).all()


def test_who_threw_another_card_in_misere_holds_no_joker() -> None:
    looked = 0
    for seed in range(30):
        game, rng = cc.Game("au4", seed=seed, max_deals=1), random.Random(seed)
        for call in ("bid 7S", "bid misere"):
            game.play(call)
        while game.phase == "bid":
            game.play("pass")
        while not game.is_over:
            for seat in range(4):
                view = game.view(seat)
                bare = {who for who in range(1, 4) if int(view.jokerless) >> who & 1}
                if view.joker_suit >= 0:  # his joker counts as a card of that suit
                    bare -= {int(view.declarer)}
                if not bare or belief.worlds(view) == 1:
                    continue
                joker = game.rules.cards.index("JK")
                for state in belief.sample(view, np.random.default_rng(10), 60):
                    for who in bare:
                        assert not int(state["hand"][(seat + who) % 4]) >> joker & 1
                looked += 1
            game.play(rng.choice(game.legal_moves()))
    assert looked > 5
