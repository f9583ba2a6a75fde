"""The engine of Five Hundred in random play: what must hold in every game."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from cinqcents_env._jit import interpreted, records
from cinqcents_env.engine.batch import game_seeds, loops
from cinqcents_env.game import Game
from cinqcents_env.rulebook import FiveHundredRules, rules, rulesets

NAMES = [name for name in rulesets() if isinstance(rules(name), FiveHundredRules)]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {"max_deals": 4}) for name in NAMES),
    (
        "us3",
        {"auction": "passer_may_return", "all_pass": "no_trumps", "joker_renounced": "may_not"},
    ),
    ("au4", {"pack": "46", "joker_low_in_misere": True, "misere": "any_time"}),
    ("au4", {"pack": "42", "win_needs_contract": False, "both_reach": "higher"}),
    ("ru4", {"misere": "any_time", "open_misere": "any_time", "max_deals": 4}),
    ("au5", {"partner": "alone", "tens_stop_at_490": True, "lose_at": 0, "max_deals": 5}),
    ("au6", {"pack": "62", "auction": "once", "single_deal": True}),
    ("us2", {"pack": "25", "contractor_names_joker": True, "joker_lead": "any_suit"}),
]
IDS = [f"{name}-{number}" for number, (name, _) in enumerate(VARIANTS)]


def pick(game: Game, rng: np.random.Generator) -> int:
    """A random legal action, low bids and misères being likelier than in a uniform choice."""
    actions = np.flatnonzero(game.legal_mask())
    assert len(actions), "no legal action before the end"
    if game.phase == "bid" and rng.random() < 0.6:
        texts = [game.move_text(int(a)) for a in actions]
        wanted = [a for a, t in zip(actions, texts, strict=True) if "misere" in t or t == "pass"]
        return int(rng.choice(wanted if rng.random() < 0.8 else actions[:3]))
    return int(rng.choice(actions))


def check_cards(game: Game) -> None:
    """Every card lies in one place and no seat has more or fewer than the deal allows."""
    position = game.position()
    places = [*position["hands"], *position["played"], position["kitty"], position["dead"]]
    cards = [card for text in [*places, position["discards"]] for card in text.split()]
    cards += [card.split("=")[0] for card in position["trick"]]
    assert sorted(cards) == sorted(game.rules.cards.cards)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=IDS)
def test_every_game_ends_and_keeps_its_cards(name: str, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(7)
    for seed in range(8):
        game = Game(name, seed=seed, **options)
        for _ in range(20_000):
            before = game.position()
            game.play_action(pick(game, rng))
            check_cards(game)
            after = game.position()
            dealt = after["deal_number"] != before["deal_number"]
            if dealt and before["phase"] == "play" and "misere" not in before["contract"]:
                assert sum(before["tricks"]) == 9
            if game.is_over:
                break
        assert game.is_over
        assert game.legal_moves() == []
        assert game.legal_mask().sum() == 0
        assert game.result is not None


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=IDS)
def test_returns_sum_to_zero(name: str, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(3)
    for seed in range(6):
        for reward in ("win", "points"):
            game = Game(name, seed=seed, reward=reward, **options)
            while not game.is_over:
                game.play_action(pick(game, rng))
                assert sum(game.returns) == pytest.approx(0.0, abs=1e-9)
            result = game.result
            assert result is not None
            if reward == "win" and result["winners"]:
                winners = result["winners"]
                assert all(game.returns[seat] == 1.0 for seat in winners)
                loss = -len(winners) / (game.num_players - len(winners))
                losers = set(range(game.num_players)) - set(winners)
                assert all(game.returns[seat] == pytest.approx(loss) for seat in losers)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=IDS)
def test_observations_stay_in_bounds_and_positions_come_back(
    name: str, options: dict[str, Any]
) -> None:
    rng = np.random.default_rng(5)
    game = Game(name, seed=11, **options)
    for _ in range(300):
        if game.is_over:
            break
        for seat in range(game.num_players):
            seen = game.observation(seat)
            assert np.isfinite(seen).all()
            assert abs(seen).max() <= 64
            assert seen.any()
        assert Game.from_position(game.position())._states.tobytes() == game._states.tobytes()
        game.play_action(pick(game, rng))


@pytest.mark.parametrize("name", NAMES)
def test_illegal_actions_are_those_outside_the_mask(name: str) -> None:
    rng = np.random.default_rng(1)
    game = Game(name, seed=5)
    compiled, packed = game.setup.loops, game.setup.packed
    for _ in range(80):
        if game.is_over:
            break
        mask = game.legal_mask()
        for action in range(-3, game.setup.num_actions + 3):
            states = game._states.copy()
            legal = compiled.step_game(packed, states, 0, action)
            assert legal == (0 <= action < len(mask) and mask[action] == 1)
            assert legal or states.tobytes() == game._states.tobytes()
        game.play_action(pick(game, rng))


@pytest.mark.parametrize("name", NAMES)
def test_a_view_does_not_move_with_what_is_hidden(name: str) -> None:
    """Deal the cards that a seat cannot know anew: its view and mask stay the same."""
    rng = np.random.default_rng(2)
    for seed in range(2):
        game = Game(name, seed=seed, max_deals=5)
        for _ in range(90):
            if game.is_over:
                break
            for seat in range(game.num_players):
                other = shuffled(game, seat, rng)
                if other is not None:
                    assert bytes(other.view(seat)) == bytes(game.view(seat))
                    assert (other.observation(seat) == game.observation(seat)).all()
            game.play_action(pick(game, rng))


def shuffled(game: Game, seat: int, rng: np.random.Generator) -> Game | None:
    """The same game with what ``seat`` cannot see dealt anew; None where that is not simple."""
    position = game.position()
    declarer, view = position["declarer"], game.view(seat)
    secret = view.partner < 0 and position["partner"] is not None
    if position["phase"] == "name" or secret or position["joker_suit"]:
        return None
    open_hand = declarer if view.exposed else -1
    named = [("hands", s) for s in range(game.num_players) if s not in (seat, open_hand)]
    if not game.rules.kitty_open:
        named.append(("kitty", -1))
    elif declarer not in (None, seat):
        return None
    named += [("dead", -1)] + ([("discards", -1)] if declarer != seat else [])
    piles = [position[k][s] if s >= 0 else position[k] for k, s in named]
    sizes = [len(pile.split()) for pile in piles]
    cards = [card for pile in piles for card in pile.split()]
    rng.shuffle(cards)
    for (key, s), size in zip(named, sizes, strict=True):
        text, cards = " ".join(cards[:size]), cards[size:]
        if s >= 0:
            position[key][s] = text
        else:
            position[key] = text
    if declarer != seat:
        position["taken"] = ""
    return Game.from_position(position)


@pytest.mark.parametrize("dtype", ["STATE", "VIEW"])
def test_records_hold_no_undefined_bytes(dtype: str) -> None:
    record = getattr(loops("five_hundred").engine, dtype)
    assert record.itemsize == sum(record[field].itemsize for field in record.names)


def digest() -> str:
    """Hash of states and observations after random playouts of every variant."""
    engine_loops, total = loops("five_hundred"), hashlib.sha256()
    for name, options in VARIANTS:
        table = rules(name, **options)
        packed = engine_loops.engine.pack_rules(table)
        states = records(2, engine_loops.engine.STATE)
        seeds, chance = game_seeds(9, 2), np.zeros((2, 2), dtype=np.int64)
        engine_loops.reset_games(packed, states, seeds)
        engine_loops.seed_chance(seeds, chance)
        size = sum(length for _, length, _ in engine_loops.engine.observation_layout(table))
        views = records(2, engine_loops.engine.VIEW)
        seen = np.zeros((2, size), dtype=np.float32)
        masks = np.zeros((2, int(packed["num_actions"][0])), dtype=np.int8)
        for _ in range(12):
            engine_loops.random_playouts(packed, states, chance, 17)
            engine_loops.observe_seats(
                packed, states, states["to_move"].astype(np.int64), views, seen, masks
            )
            for array in (states, views, seen, masks):
                total.update(array.tobytes())
    return total.hexdigest()


@pytest.mark.skipif(interpreted(), reason="compares with the interpreted run")
def test_interpreted_play_equals_compiled_play() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == digest()


if __name__ == "__main__":
    print(digest())
