"""The score sheet: every point is somewhere, in the right deal, by the right thing."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import REGISTRY, rulesets
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.score_sheet import PARTS, score_sheet

HOUSE = [
    ("classic", {}),
    ("classic", {"seven_played": "always", "both_over": "fresh_100", "target": 100}),
    ("classic", {"win_at_once": True, "target": 150}),
    ("classic", {"last_draw": 10, "last_trick": 20, "rounding": "tens"}),
    ("lyonnais", {"target": 200}),
    ("lyonnais", {"target": 300, "seven_turned": 30}),
    ("foster", {}),
    ("bordelais", {"both_over": "raise_100"}),
    ("binage", {"target": 300}),
    ("mini", {}),
    *((name, {"max_deals": 8}) for name in rulesets() if REGISTRY[name].family == "five_hundred"),
    ("us3", {"target": 200, "misere_stops_early": True}),
]


def played(rules, seed, most=500, **how):
    """A game played at random, in which passes are frequent enough for contracts to be low."""
    rng, game = np.random.default_rng(seed), Game(rules, seed=seed, **how)
    for _ in range(most):
        if game.is_over:
            break
        actions = game.legal_actions()
        if game.phase == "bid" and "pass" in game.legal_moves() and rng.random() < 0.7:
            actions = [actions[game.legal_moves().index("pass")]]
        game.play_action(int(rng.choice(actions)))
    return game


@pytest.mark.parametrize(("name", "options"), HOUSE)
def test_every_point_is_on_the_sheet(name, options):
    rules = rules_of(name, **options)
    ended = 0
    for seed in range(8):
        game = played(rules, seed, start_scores="random" if seed % 2 else None)
        sheet = score_sheet(game)
        assert [deal.number for deal in sheet] == list(range(1, len(sheet) + 1))
        earned = game._states["earned"][0][: len(rules.sides)].tolist()
        if game.is_over:
            assert np.sum([deal.gained for deal in sheet], axis=0).tolist() == earned
            assert list(sheet[-1].scores) == game.scores
            ended += 1
        else:
            assert len(sheet) == game.deals_begun - 1
        for deal in sheet:
            if rules.family == "cinqcents":
                assert tuple(part for part, _ in deal.parts) == PARTS
                totals = np.sum([points for _, points in deal.parts], axis=0)
                assert totals.tolist() == list(deal.gained)
                assert all(points >= 0 for _, both in deal.parts for points in both)
            else:
                assert deal.parts == ()
    assert ended


@pytest.mark.parametrize("name", ["classic", "foster", "lyonnais", "bordelais", "binage"])
def test_parts_are_what_the_moves_of_the_deal_say(name):
    """Melds and sevens as they were marked at the table, tricks as the rest of the deal."""
    rules, seen = rules_of(name), set()
    texts, first = move_texts(rules), len(rules.cards)
    for seed in range(6):
        rng, game = np.random.default_rng(seed), Game(name, seed=seed)
        turned = game._states["earned"][0].tolist()
        told = {"melds": np.zeros(2, int), "sevens": np.array(turned)}
        deals = 1
        for _ in range(400):
            if game.is_over or game.deals_begun != deals:
                break
            action, before = int(rng.choice(game.legal_actions())), game._states.copy()
            game.play_action(action)
            gained = game._states["earned"][0] - before["earned"][0]
            if game.is_over or game.deals_begun != deals:
                break
            if texts[action] == "exchange":
                told["sevens"] += gained
                seen.add("exchange")
            elif first <= action < texts.index("draw") and texts[action] not in ("stop",):
                told["melds"] += gained
                seen.add("meld")
        parts = dict(score_sheet(game)[0].parts)
        assert parts["melds"] == tuple(told["melds"])
        assert sum(parts["sevens"]) >= sum(told["sevens"])
        if not game.is_over and rules.rounding == "exact" and rules.brisques == "final_full":
            assert sum(parts["tricks"]) == 120
        if not game.is_over:
            assert sorted(parts["last trick"]) == [0, rules.last_trick]
            assert sum(parts["last card"]) == rules.last_draw
    assert "meld" in seen


def test_a_turned_seven_is_in_the_deal_that_it_was_turned_in():
    found = 0
    for seed in range(40):
        game = played("classic", seed, most=150)
        sheet = score_sheet(game)
        if len(sheet) < 2:
            continue
        deals = game.record()["deals"]
        for deal, text in zip(sheet, deals, strict=False):
            turned = text["turnup"][0] == "7"
            sevens = dict(deal.parts)["sevens"]
            if turned:
                assert sevens[text["dealer"]] >= 10
                found += 1
            before = sheet[deal.number - 2].scores if deal.number > 1 else (0, 0)
            assert deal.scores == tuple(np.add(before, deal.gained))
    assert found > 2


def test_a_seven_that_ends_the_game_as_it_is_turned_is_a_deal_of_its_own():
    for seed in range(4000):
        game = Game("classic", seed=seed, win_at_once=True, start_scores=(380, 380))
        while not game.is_over and game.deals_begun == 1:
            game.play(game.legal_moves()[-1])
        if game.is_over and len(score_sheet(game)) == 2:
            break
    else:
        raise AssertionError("no such game")
    sheet = score_sheet(game)
    assert game.result["reason"] == "at once"
    assert sorted(sheet[1].gained) == [0, 10]
    assert dict(sheet[1].parts)["sevens"] == sheet[1].gained
    assert list(sheet[1].scores) == game.scores
    assert all(score < 500 for score in sheet[0].scores)


def test_contracts_of_five_hundred():
    made = {True: 0, False: 0, None: 0}
    thrown_in = 0
    for name in ("us3", "au4", "au5", "ru4", "us2"):
        rules = rules_of(name)
        for seed in range(6):
            game = played(rules, 100 + seed, most=300)
            for deal, text in zip(score_sheet(game), game.record()["deals"], strict=False):
                contract = deal.contract
                bids = [move for move in text["moves"] if move.startswith("bid ")]
                thrown_in += not contract.bid
                if contract.bid in ("", "all passed"):
                    assert not bids
                    assert contract.made is None
                    assert contract.declarer == -1
                    continue
                assert bids[-1] == f"bid {contract.bid}"
                sides = len(rules.sides)
                own = deal.gained[contract.declarer % sides]
                assert (own > 0) == contract.made
                made[contract.made] += 1
                if contract.partner >= 0:
                    assert deal.gained[contract.partner % sides] == own
                if "misere" not in contract.bid:
                    assert sum(contract.tricks) == 10
                    level = int("".join(c for c in contract.bid if c.isdigit()))
                    assert (contract.taken >= level) == contract.made
                    others = [s for s in range(sides) if deal.gained[s] != own]
                    if contract.partner < 0 and not rules.tens_stop_at_490:
                        tens = sum(deal.gained[side] for side in others)
                        assert tens == 10 * (10 - contract.taken)
    assert made[True] > 3
    assert made[False] > 3


def test_the_sheet_of_a_copy_and_of_a_written_position():
    game = played("classic", 3, most=120)
    assert score_sheet(game.copy()) == score_sheet(game)
    begun = Game.from_position(json.loads(json.dumps(game.position())))
    assert score_sheet(begun) == []
    while begun.deals_begun == 1 and not begun.is_over:
        begun.play(begun.legal_moves()[-1])
    (deal,) = score_sheet(begun)
    assert deal.scores == tuple(np.add(game.scores, deal.gained))
