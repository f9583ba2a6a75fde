"""Contracts of Five Hundred: counted as they were bid and made."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env.agents import Agent, make_agent
from cinqcents_env.agents.base import Array
from cinqcents_env.evaluation import contract_figures, play_match
from cinqcents_env.game import Game
from cinqcents_env.rulebook import FiveHundredRules, RulesError, rules, rulesets

NAMES = [name for name in rulesets() if isinstance(rules(name), FiveHundredRules)]


class Bidder(Agent):
    """Makes one bid wherever it may, else passes; plays the first legal card."""

    def __init__(self, ruleset: str, bid: str) -> None:
        super().__init__(rules(ruleset), f"bids {bid}")
        names = [Game(ruleset, seed=0).move_text(i) for i in range(self.num_actions)]
        self.wanted = [names.index(f"bid {bid}"), names.index("pass")]

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> Array:
        actions = masks.argmax(axis=1)
        for action in reversed(self.wanted):
            actions = np.where(masks[:, action] == 1, action, actions)
        return actions


@pytest.mark.parametrize("name", NAMES)
def test_a_side_that_bids_against_passers_always_declares(name: str) -> None:
    figures = contract_figures(name, Bidder(name, "6H"), "passive", 20)
    assert figures.declared == 1.0
    assert figures.passed_out == 0.0
    assert figures.deals == 20
    assert figures.seatings == len(rules(name).sides)
    assert figures.levels["6"][0] == 20 * figures.seatings
    assert figures.made == pytest.approx(figures.levels["6"][1] / figures.levels["6"][0])


def test_passers_pass_out() -> None:
    figures = contract_figures("us3", "passive", "passive", 10)
    assert (figures.declared, figures.made, figures.passed_out) == (0.0, None, 1.0)
    assert figures.levels == {}
    assert figures.line().startswith("declares 0.0% [")
    assert contract_figures("ru3", "passive", "passive", 10).passed_out == 1.0


@pytest.mark.parametrize(("bid", "level"), [("10NT", "10"), ("misere", "misere")])
def test_contracts_are_made_where_they_pay(bid: str, level: str) -> None:
    """The margin of a match says how many were made."""
    agent = Bidder("us3", bid)
    figures = contract_figures("us3", agent, "passive", 60, seed=3)
    all_, made = figures.levels[level]
    assert all_ == 180
    match = play_match("us3", agent, "passive", games=180, seed=3, episode="deal")
    assert (made > 0) == (match.win_rate > 0)
    if level == "10":
        assert made <= 2


def test_greedy_sides_declare_alike_and_the_same_seed_gives_the_same() -> None:
    first, again = (contract_figures("au4", "greedy", "greedy", 50, seed=2) for _ in range(2))
    assert first == again
    assert 0.3 < first.declared <= 0.5
    assert first.made is not None
    assert first.made > 0.5
    assert first.declared * 2 + first.passed_out == pytest.approx(1.0)


def test_the_figures_as_json_and_as_text() -> None:
    figures = contract_figures("us3", "greedy", "passive", 30, seed=1)
    told = json.loads(json.dumps(figures.as_dict()))
    assert told["agent"] == "greedy"
    assert told["opponents"] == "passive"
    assert told["declared"] == figures.declared
    assert told["made_interval"] == list(figures.made_interval or ())
    assert told["levels"]["6"] == list(figures.levels["6"])
    all_, made = figures.levels["6"]
    assert f"(made/bid at each level: 6: {made}/{all_}" in figures.line()
    assert f"makes {figures.made:.1%}" in figures.line()


def test_what_has_no_contracts_is_refused() -> None:
    with pytest.raises(RulesError, match="classic has no contracts"):
        contract_figures("classic", "greedy", "greedy")
    with pytest.raises(ValueError, match="deals=0"):
        contract_figures("us3", make_agent("greedy", "us3"), "greedy", 0)
