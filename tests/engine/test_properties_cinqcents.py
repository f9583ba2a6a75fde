"""What holds in every game of the two-player family, whatever is played."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinqcents_env as cc

RULESETS = tuple(name for name in cc.rulesets() if cc.rules(name).family == "cinqcents")
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
"""Plain Python is some hundred times slower: fewer games then."""
LONGEST = 90
"""Decisions in a deal at most: 32 cards, 8 draws or more, melds, exchange, stop."""

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)
options_of_games = st.fixed_dictionaries(
    {},
    optional={
        "hand_size": st.sampled_from([2, 4, 6, 8, 10, 12, 14]),
        "target": st.sampled_from([1, 40, 100, 250, 505]),
        "exchange_when": st.sampled_from(["trick_won", "own_turn"]),
        "meld_when": st.sampled_from(["trick_won", "own_turn"]),
        "melds_per_trick": st.sampled_from([0, 1]),
        "last_phase_melds": st.sampled_from(["no", "until_first_card", "trick_won"]),
        "reuse": st.sampled_from(["marriage_xor_quint", "none", "exact_once"]),
        "last_phase": st.sampled_from(["follow_beat_trump", "follow_only"]),
        "brisques": st.sampled_from(["final_full", "immediate_10"]),
        "rounding": st.sampled_from(["exact", "tens"]),
        "pending_seven": st.booleans(),
        "stop": st.booleans(),
        "win_at_once": st.booleans(),
        "irregularities": st.booleans(),
        "single_deal": st.booleans(),
        "max_deals": st.sampled_from([1, 3]),
        "exchange_uses_meld": st.booleans(),
        "exchanged_card_meldable": st.booleans(),
    },
)


def choose(game: cc.Game, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(game.legal_mask())
    return int(legal[rng.integers(len(legal))])


def played_out(game: cc.Game, rng: np.random.Generator) -> list[int]:
    """Play to the end at random; the actions."""
    actions = []
    while not game.is_over:
        actions.append(choose(game, rng))
        game.play_action(actions[-1])
    return actions


def check_state(game: cc.Game) -> None:
    """Cards conserved, card points counted, mask and moves in step."""
    position, rules = game.position(), game.rules
    lying = " ".join(
        [*position["hands"], position["stock"], position["turnup"] or "", *position["trick"]]
    ).split()
    won = " ".join(position["captured"]).split()
    assert sorted(lying + won) == sorted(rules.cards.cards)
    total = 120 if rules.pack == "32" else 56
    points = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    assert sum(points.get(card[0], 0) for card in lying + won) == total
    assert len(won) % 2 == 0
    mask = game.legal_mask()
    assert mask.dtype == np.int8
    assert game.legal_moves() == [game.move_text(int(i)) for i in np.flatnonzero(mask)]
    assert bool(mask.any()) != game.is_over
    for move in game.legal_moves():
        if move in rules.cards:
            assert move in position["hands"][game.to_move].split()
    assert ("draw" in game.legal_moves()) == (game.phase == "meld")


@every_ruleset
@settings(max_examples=2 if INTERPRETED else 12, deadline=None)
@given(seed=st.integers(0, 2**63 - 1), changes=options_of_games)
def test_every_state_of_every_game(ruleset: str, seed: int, changes: dict[str, Any]) -> None:
    if ruleset == "mini":
        changes = {k: v for k, v in changes.items() if k not in ("hand_size", "target")}
    game, rng = cc.Game(ruleset, seed=seed, **changes), np.random.default_rng(seed % 2**32)
    tricks, decisions, deal = 0, 0, 0
    while not game.is_over:
        check_state(game)
        before = game.position()
        game.play_action(choose(game, rng))
        decisions += 1
        after = game.position()
        if after["deal_number"] != deal and not game.is_over:
            assert after["deal_number"] == deal + 1
            assert after["dealer"] == 1 - before["dealer"]
            assert tricks + 1 == len(game.rules.cards) // 2, "tricks of a deal"
            deal, tricks, decisions = deal + 1, 0, 0
        else:
            tricks += bool(before["trick"]) and not after["trick"]
        assert decisions < LONGEST
        assert sum(game.returns) == pytest.approx(0)
    check_state(game)
    assert game.result is not None
    assert len(game.result["winners"]) <= 1
    assert cc.Game(ruleset, seed=seed, **changes).position() != game.position()


@every_ruleset
@pytest.mark.parametrize("reward", ["win", "points"])
@pytest.mark.parametrize("episode", ["game", "deal"])
@pytest.mark.parametrize("start", [None, (20, 30), "random"])
def test_returns_are_those_of_the_formula(
    ruleset: str, reward: str, episode: str, start: Any
) -> None:
    for seed in range(2 if INTERPRETED else 20):
        setting = {"episode": episode, "reward": reward, "start_scores": start}
        game = cc.Game(ruleset, seed=seed, **setting)
        if reward == "win":
            assert game.returns == [0.0, 0.0]
        begun = game.scores if start == "random" else list(start or (0, 0))
        dealt = game.returns
        played_out(game, np.random.default_rng(seed))
        assert game.result is not None
        winners, scores = game.result["winners"], game.scores
        if reward == "points":
            first = (scores[0] - begun[0] - scores[1] + begun[1]) / 100
            if start == "random":  # what the deal marked stands in both
                first += dealt[0]
            assert game.returns == pytest.approx([first, -first])
        elif winners:
            assert game.returns == [1.0 if seat in winners else -1.0 for seat in range(2)]
        else:
            assert game.returns == [0.0, 0.0]


@every_ruleset
def test_five_hundred_seeds_never_lack_a_move_and_end(ruleset: str) -> None:
    for options in ({}, {"irregularities": True}):
        number = 3 if INTERPRETED else 500
        batch = cc.Batch(ruleset, number, seed=3, auto_reset=False, **options)
        rng, decisions = np.random.default_rng(3), 0
        while batch.live.any():
            assert (batch.masks.any(axis=1) == batch.live).all()
            decisions += 1
            assert decisions < LONGEST * batch.rules.max_deals
            noise = rng.random(batch.masks.shape) * batch.masks
            batch.step(noise.argmax(axis=1))
        assert np.allclose(batch.rewards.sum(axis=1), 0)


@every_ruleset
def test_game_is_game_of_a_batch(ruleset: str) -> None:
    games = [cc.Game(ruleset, seed=s) for s in (9,)]
    last = 4 if INTERPRETED else 50
    for number in (1, 3, last):
        batch = cc.Batch(ruleset, number, seed=9, auto_reset=False)
        assert batch.states[0].tobytes() == games[0]._state.tobytes()
    alone = cc.Batch(ruleset, 3, seed=9, auto_reset=False)
    assert (batch.states[:3] == alone.states).all(), "game i depends on (seed, i) alone"
    twins = [cc.Game(ruleset, seed=int(batch.states["seed"][i])) for i in range(min(10, last))]
    rng, totals = np.random.default_rng(1), np.zeros((last, 2))
    while batch.live.any():
        actions = (rng.random(batch.masks.shape) * batch.masks).argmax(axis=1)
        for i, game in enumerate(twins):
            if not game.is_over:
                assert (batch.masks[i] == game.legal_mask()).all()
                assert batch.to_move[i] == game.to_move
                assert batch.observations[i].tobytes() == game.observation().tobytes()
                game.play_action(actions[i])
        batch.step(actions)
        totals += batch.rewards
        for i, game in enumerate(twins):
            assert batch.states[i].tobytes() == game._state.tobytes()
    assert totals[: len(twins)] == pytest.approx(
        np.array([game.returns for game in twins]), abs=1e-4
    )


def transcript_hash(ruleset: str, seeds: int) -> str:
    """Hash over the state bytes of whole games in which the first legal action is played."""
    digest = hashlib.blake2b(digest_size=16)
    for seed in range(seeds):
        game = cc.Game(ruleset, seed=seed, target=150)
        steps = 0
        while not game.is_over:
            legal = np.flatnonzero(game.legal_mask())
            game.play_action(int(legal[(steps * 7 + seed) % len(legal)]))
            digest.update(game._states.tobytes())
            digest.update(game.observation(0).tobytes() + bytes(game.view(1)))
            steps += 1
    return digest.hexdigest()


def test_interpreted_code_plays_the_same_games() -> None:
    here = Path(__file__)
    paths = [str(Path(cc.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    code = (
        "import importlib.util as u, sys\n"
        "spec = u.spec_from_file_location('properties', sys.argv[1])\n"
        "module = u.module_from_spec(spec); spec.loader.exec_module(module)\n"
        "print(*(module.transcript_hash(name, 2) for name in module.RULESETS))\n"
    )
    other = "0" if INTERPRETED else "1"
    told = subprocess.run(
        [sys.executable, "-c", code, str(here)],
        env=os.environ | {"NUMBA_DISABLE_JIT": other, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert told == [transcript_hash(name, 2) for name in RULESETS]


@every_ruleset
def test_deals_depend_on_seed_and_number_alone(ruleset: str) -> None:
    if cc.rules(ruleset).single_deal:
        return
    deals: dict[tuple[int, int], Any] = {}
    seeds, plays = (2, 2) if INTERPRETED else (6, 3)
    for seed in range(seeds):
        for choices in range(plays):
            game = cc.Game(ruleset, seed=seed, target=100_000, max_deals=4, win_at_once=False)
            played_out(game, np.random.default_rng(choices))
            for number, deal in enumerate(game.record()["deals"]):
                dealt = {key: deal[key] for key in ("dealer", "hands", "stock", "turnup")}
                assert deals.setdefault((seed, number), dealt) == dealt
    assert len({repr(deal) for deal in deals.values()}) == len(deals) == 4 * seeds


def chi_square(counts: np.ndarray[Any, Any]) -> float:
    """Standard score of a table of counts that should be even."""
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2 / expected).sum())
    freedom = counts.size - 1
    return (statistic - freedom) / np.sqrt(2 * freedom)


@pytest.mark.skipif(INTERPRETED, reason="many deals")
@pytest.mark.parametrize("stride", ["batch", "consecutive seeds"])
def test_shuffles_are_uniform(stride: str) -> None:
    number = 40_000
    if stride == "batch":
        states = cc.Batch("classic", number, seed=1, first_dealer=0).states
    else:
        batch = cc.Batch("classic", number, seed=0, first_dealer=0)
        seeds = np.arange(number, dtype=np.int64)
        batch.setup.loops.reset_games(batch.setup.packed, batch.states, seeds)
        states = batch.states
    hands = (states["hand"][:, :, None] >> np.arange(32)) & 1
    places = [hands[:, 0].sum(0), hands[:, 1].sum(0), np.bincount(states["turnup"], minlength=32)]
    places += [np.bincount(states["stock"][:, i], minlength=32) for i in range(15)]
    scores = [chi_square(np.asarray(counts)) for counts in places]
    assert max(scores) < 5, scores
    assert min(scores[2:]) > -4, "too even to be chance"
    pairs = np.zeros((32, 32))
    np.add.at(pairs, (states["turnup"], states["stock"][:, 14]), 1)
    assert chi_square(pairs[~np.eye(32, dtype=bool)]) < 5
    dealers = cc.Batch("classic", number, seed=2).states["dealer"]
    assert abs(dealers.mean() - 0.5) < 0.02
    assert len({state.tobytes() for state in states["hand"][:2000]}) == 2000


@every_ruleset
def test_positions_copies_and_pickles_restore_the_game(ruleset: str) -> None:
    for seed in range(1 if INTERPRETED else 5):
        game, rng = cc.Game(ruleset, seed=seed), np.random.default_rng(seed)
        while not game.is_over:
            if rng.random() < (0.02 if INTERPRETED else 0.06):
                others = [
                    cc.Game.from_position(game.position()),
                    game.copy(),
                    copy.deepcopy(game),
                    pickle.loads(pickle.dumps(game)),
                ]
                before = game._states.copy()
                rests = []
                for other in others:
                    assert np.array_equal(other._states, before)
                    assert other.position() == game.position()
                    actions = played_out(other, np.random.default_rng(5))
                    rests.append((actions, other.position(), other.result, other.returns))
                assert all(rest == rests[0] for rest in rests)
                assert np.array_equal(game._states, before)
                ended = others[0].position()
                assert cc.Game.from_position(ended).position() == ended
                assert cc.Game.from_position(ended).result == others[0].result
            game.play_action(choose(game, rng))


def test_refused_moves_leave_the_state_as_it_was() -> None:
    game = cc.Game("classic", seed=1)
    before = pickle.dumps((game._states.tobytes(), game.record()))
    for action in (-1, 49, 48, 2**63, -(2**70)):
        with pytest.raises(cc.IllegalMove, match="legal"):
            game.play_action(action)
    for move in ("draw", "marriage S", "stop"):
        with pytest.raises(cc.IllegalMove, match=f"'{move}' is not legal for player"):
            game.play(move)
    for move in ("", "AX", "marriage", 3, None):
        with pytest.raises(cc.NotationError):
            game.play(move)  # type: ignore[arg-type]
    for action in (True, 1.0, None, "AS"):
        with pytest.raises(TypeError, match="an action is an integer"):
            game.play_action(action)  # type: ignore[arg-type]
    assert pickle.dumps((game._states.tobytes(), game.record())) == before
