"""Score cards and the leaderboard made of them."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path

import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.evaluation.exploit import agent_policy
from cinqcents_env.evaluation.scorecard import QUICK, games_of, score_card
from cinqcents_env.evaluation.scorecard_report import (
    CardError,
    leaderboard,
    markdown,
    read_card,
    table,
)
from cinqcents_env.evaluation.speed import decision_speed, positions
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.mini_tree import all_deals, grow_tree

pytest.importorskip("choix")
ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))


@pytest.fixture(scope="module")
def card():
    told = []
    made = score_card("foster", "greedy", size=QUICK, told=told.append)
    assert sum(told) == games_of("foster", "greedy", QUICK)
    return made


def full(card, name, rating):
    """A card as the whole protocol would give it."""
    card = copy.deepcopy(card)
    card["protocol"]["size"] = "full"
    card["agent"]["spec"] = name
    card["rating"][name] = {"rating": rating, "interval": [rating - 5, rating + 5]}
    return card


def test_a_card_is_json_and_shows_every_figure(card):
    assert json.loads(json.dumps(card, allow_nan=False)) == card
    for text in (table(card), markdown(card)):
        for match in card["matches"]:
            assert f"{match['win_rate']:.3f}" in text
        assert "last phases" in text
        assert "decisions a second" in text
    assert card["made_with"]["versions"]["choix"]


def test_cards_are_read_and_others_refused(card, tmp_path):
    path = tmp_path / "benchmark.json"
    path.write_text(json.dumps(card))
    assert read_card(path) == card
    for wrong in ("", "[]", "{}", '{"protocol": {"name": "another"}}'):
        path.write_text(wrong)
        with pytest.raises(CardError, match=r"benchmark\.json is not a"):
            read_card(path)


def test_the_leaderboard_ranks_full_cards_of_this_version(card):
    older = full(card, "old", 999.0)
    older["protocol"]["version"] = 0
    cards = {"a": full(card, "a", 100.0), "b": full(card, "b", 300.0), "old": older, "quick": card}
    page = leaderboard(cards)
    assert page.index("| `b` |") < page.index("| `a` |") < page.index("| `random` (anchor) |")
    assert "| `old` |" not in page
    assert "Not ranked, since of another version, size or options: `old`, `quick`" in page
    assert "No card has been made yet" in leaderboard({})


def test_the_page_is_fresh_and_other_weights_are_refused(card, tmp_path):
    import leaderboard as script

    assert script.main(["--check"]) == 0
    folder = tmp_path / "foster-v0" / "x"
    folder.mkdir(parents=True)
    (folder / "benchmark.json").write_text(json.dumps(card))
    (folder / "checkpoint.json").write_text('{"weights_digest": "abc"}')
    with pytest.raises(CardError, match="made with other weights"):
        script.cards(tmp_path)
    (folder / "checkpoint.json").write_text('{"weights_digest": null}')
    assert list(script.cards(tmp_path)) == ["foster/x"]


def test_speed_is_taken_at_decisions_with_a_choice():
    rules = rules_of("mini")
    views, masks = positions(rules)
    assert len(views) == len(masks) == 256
    assert masks.sum(axis=1).min() > 1
    assert len({view.tobytes() for view in views}) > 100
    speed = decision_speed(rules, make_agent("random", rules), 0.01)
    assert 0 < speed.batch < speed.single
    assert speed.as_dict()["single_per_second"] == pytest.approx(1 / speed.single)


def test_an_agent_that_is_no_policy_is_refused():
    tree = grow_tree(rules_of("mini"), all_deals((1,), (0,))[:1])
    for change, words in ((lambda p: p + 0.1, "illegal action"), (lambda p: p / 2, "add up to 1")):
        agent = make_agent("random", "mini")
        answer = agent._policy_batch
        agent._policy_batch = lambda v, m, a=answer, c=change: c(a(v, m))
        with pytest.raises(ValueError, match=words):
            agent_policy(tree, agent)
