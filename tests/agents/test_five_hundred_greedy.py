"""Greedy play in Five Hundred: what it bids and makes, and some decisions one can judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.engine.five_hundred.layout import SUIT_BIDS
from cinqcents_env.game import Game
from cinqcents_env.rulebook import FiveHundredRules, rules, rulesets

NAMES = [name for name in rulesets() if isinstance(rules(name), FiveHundredRules)]


def choice(game: Game) -> str:
    """The move that greedy play makes in a game."""
    agent = make_agent("greedy", game.rules)
    return game.move_text(agent.act(game.view(), game.legal_mask(), np.random.default_rng(0)))


def playing(hands: list[str], ruleset: str = "us3", **fields: Any) -> Game:
    """A game in play, seat 0 declaring and leading."""
    position = {"rules": ruleset, "dealer": len(hands) - 1, "hands": hands, "declarer": 0}
    return Game.from_position(position | {"contract": "6S"} | fields)


@pytest.mark.parametrize("name", ["us3", "au4"])
def test_it_declares_often_and_makes_most_of_it(name: str) -> None:
    agent, rng = make_agent("greedy", rules(name, single_deal=True)), np.random.default_rng(0)
    batch = Batch(name, 400, seed=1, episode="deal", auto_reset=False)
    while batch.masks.any():
        live = np.flatnonzero(batch.masks.any(axis=1))
        actions = np.zeros(400, dtype=np.int64)
        actions[live] = agent.act_batch(batch.views[live], batch.masks[live], rng)
        batch.step(actions)
    declared = batch.views["declarer"] >= 0
    assert declared.mean() >= 0.6
    views = batch.views[declared]
    sides = views["num_sides"].astype(int)
    makers = views["declarer"] % sides
    seats = np.arange(views["tricks"].shape[1])
    own = (views["tricks"] * (seats[None] % sides[:, None] == makers[:, None])).sum(axis=1)
    contract = views["contract"].astype(int)
    made = np.where(contract < SUIT_BIDS, own >= 6 + contract // 5, own == 0)
    assert made.mean() > 0.5


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_rule_set_to_the_end_and_beats_chance(name: str) -> None:
    table = rules(name, single_deal=True)
    greedy, other = make_agent("greedy", table), make_agent("random", table)
    rng, total = np.random.default_rng(0), 0.0
    for seed in range(60):
        game = Game(table, seed=seed)
        side = seed % len(table.sides)
        while not game.is_over:
            agent = greedy if game.to_move in table.sides[side] else other
            game.play_action(agent.act(game.view(), game.legal_mask(), rng))
        total += game.returns[table.sides[side][0]]
    assert total > 0


def test_a_strong_hand_is_bid_and_a_weak_one_passed() -> None:
    strong = "JK JS JC AS KS QS TS AH KH AD"
    weak = ["9S 8S QC TC 8C KD 9D QH TH 8H", "AC KC 9C 7C QD JD TD 8D 7H 9H"]
    game = Game.from_position({"rules": "us3", "dealer": 2, "hands": [strong, *weak]})
    assert choice(game) in ("bid 9S", "bid 10S")
    game = Game.from_position({"rules": "us3", "dealer": 2, "hands": [weak[0], weak[1], strong]})
    assert choice(game) == "pass"


def test_a_hand_of_low_cards_is_bid_as_misere() -> None:
    hands = ["7S 8S 9S 7C 8C 9C 7D 8D 9D 7H", "AS KS QS AC KC QC AD KD QD JK"]
    game = Game.from_position(
        {"rules": "us3", "dealer": 2, "hands": [*hands, "JS TS JC TC JD TD JH TH 8H 9H"]}
    )
    assert "misere" in choice(game)


def test_the_declarer_draws_trumps_from_the_top() -> None:
    game = playing(["JK 9S 7D", "AS 8C 9C", "KS TC 9D"])
    assert choice(game) == "JK"


def test_it_takes_a_trick_as_cheaply_as_it_can_when_last() -> None:
    game = playing(["9H 7S", "8H 8S", "AH KH"], contract="6C")
    for move in ("9H", "8H"):
        game.play(move)
    assert choice(game) == "KH"


def test_it_leaves_a_sure_trick_to_its_partner() -> None:
    hands = ["TH 7S", "8H 8S", "KH 9S", "9H TS"]
    game = playing(hands, ruleset="au4", contract="6C", leader=1, declarer=1)
    for move in ("8H", "KH", "9H"):
        game.play(move)
    assert game.legal_moves() == ["TH"]
    hands[0] = "AH TH"
    game = playing(hands, ruleset="au4", contract="6C", leader=1, declarer=1)
    for move in ("8H", "KH", "9H"):
        game.play(move)
    assert choice(game) == "TH"


def test_it_ducks_in_a_misere() -> None:
    game = playing(["9H KH 7S", "TH 8S 9S", "7H TS JS"], contract="misere", leader=1)
    for move in ("TH", "7H"):
        game.play(move)
    assert choice(game) == "9H"


def test_defenders_let_the_declarer_win_in_a_misere() -> None:
    game = playing(["TH 7S 8S", "9H AH 9S", "7H TS JS"], contract="misere")
    game.play("TH")
    assert choice(game) == "9H"


def test_it_lays_away_worthless_cards() -> None:
    hand = "JK JS JC AS KS QS TS AH KH AD 7C 8D 9H"
    game = playing(
        [hand, "9S 8S 7S 9C 8C TC KC QC AC 7D", "JH TH 8H 7H QH JD TD 9D KD QD"],
        phase="discard",
        contract="9S",
    )
    laid = set()
    while game.phase == "discard":
        move = choice(game)
        laid.add(move.split()[1])
        game.play(move)
    assert laid == {"7C", "8D", "9H"}


def test_it_calls_a_high_trump_in_five_handed_play() -> None:
    game = Game("au5", seed=2)
    for move in ("bid 7S", *["pass"] * 4):
        game.play(move)
    while game.phase == "discard":
        game.play(choice(game))
    assert game.phase == "call"
    assert choice(game).startswith("call")
