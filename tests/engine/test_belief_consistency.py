"""A state drawn from a belief is another game that the seat cannot tell from its own."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env._jit import interpreted
from cinqcents_env.engine.five_hundred.belief import plan_of
from cinqcents_env.engine.five_hundred.spread import CARDS, PLACES, ROOM, TAKES
from tests.engine.test_belief_five_hundred import lively
from tests.proof.cases import AUCTION, RULESETS, drawn, family, single_changes
from tests.proof.leaks import believed, shown

WISHES = ("7", "8NT", "misere", "open misere", "7S", "none")


def cards_of(game: cc.Game) -> list[str]:
    """All cards of a position, wherever they lie."""
    position = game.position()
    places = [*position["hands"], position.get("stock"), position.get("kitty")]
    places += [position.get("discards"), position.get("dead"), position.get("turnup")]
    places += [*position.get("played", []), *position.get("captured", [])]
    trick = [move.split("=")[0] for move in position["trick"]]
    return sorted(trick + [card for text in places for card in (text or "").split()])


def settled(game: cc.Game, rng: random.Random) -> bool:
    """Play a game to its end."""
    for _ in range(4000):
        if game.is_over:
            return True
        game.play(rng.choice(game.legal_moves()))
    return False


def look(game: cc.Game, seat: int, rng: random.Random) -> bool:
    """Compare a sampled state with the game; whether hidden cards lie otherwise in it."""
    assert belief.worlds(game.view(seat)) >= 1.0
    other = believed(game, seat, rng)
    here, there = shown(game, seat), shown(other, seat)
    assert [door for door in here if here[door] != there[door]] == []
    assert cards_of(other) == cards_of(game)
    assert len(set(cards_of(other))) == len(cards_of(other))
    moved = other.position()["hands"] != game.position()["hands"]
    again = cc.Game.from_position(other.position())
    assert again._states[0].tobytes() == other._states[0].tobytes()
    if rng.random() < 0.2:
        assert settled(other, rng)
    return moved


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_seat_cannot_tell(ruleset: str) -> None:
    """Every option value and some combinations, at decisions drawn by chance."""
    rng, moved = random.Random(ruleset), 0
    cases: list[dict[str, Any]] = [{}, *single_changes(ruleset)]
    cases += [drawn(ruleset, rng) for _ in range(6)]
    for number, options in list(enumerate(cases))[:: 6 if interpreted() else 1]:
        options = {**options, "single_deal": True}
        game, wish = cc.Game(ruleset, seed=number, **options), rng.choice(WISHES)
        five_hundred, looks = family(ruleset) == "five_hundred", 0
        while not game.is_over:
            if rng.random() < 0.05 or not looks:
                looks += 1
                moved += look(game, rng.randrange(game.num_players), rng)
            game.play(lively(game, rng, wish) if five_hundred else rng.choice(game.legal_moves()))
        look(game, rng.randrange(game.num_players), rng)
    assert moved > (2 if interpreted() else 10)


@pytest.mark.parametrize("ruleset", AUCTION)
def test_the_true_cards_fit_every_constraint(ruleset: str) -> None:
    for seed in range(4):
        game, rng = cc.Game(ruleset, seed=seed, single_deal=True), random.Random(seed)
        while not game.is_over:
            seat, state = rng.randrange(game.num_players), game._states[0]
            plan = plan_of(game.setup.packed[0], game.view(seat).record[0])
            places = [state["hand"][(seat + to) % game.num_players] for to in range(1, 6)]
            places += [state["discards"], state["kitty"], state["dead"], 0]
            for place in range(PLACES + 9):
                if plan[ROOM, place]:
                    members = int(places[place])
                    assert members.bit_count() == plan[ROOM, place]
                    assert members & ~int(plan[TAKES, place]) == 0
            assert not plan[CARDS].any()
            game.play(lively(game, rng, WISHES[seed]))
