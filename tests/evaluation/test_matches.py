"""Duplicate matches: fair to the last half point, repeatable, with honest intervals."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cinqcents_env.agents import Agent, AgentError, IllegalAction
from cinqcents_env.batch import Batch
from cinqcents_env.evaluation import play_match
from cinqcents_env.evaluation.intervals import (
    mean_interval,
    rate_interval,
    t_quantile,
    wilson_interval,
)
from cinqcents_env.evaluation.matches import Block, block_seed, play_block, seatings
from cinqcents_env.rulebook import RulesError, rules, rulesets


def same_play(first, second):
    """True if two results agree in everything but their speed."""
    one, two = first.as_dict(), second.as_dict()
    return all(one[k] == two[k] for k in one if k != "decisions_per_second")


@pytest.mark.parametrize("spec", ["random", "greedy"])
@pytest.mark.parametrize("ruleset", ["classic", "mini"])
def test_equal_agents_come_out_exactly_equal(spec, ruleset):
    result = play_match(ruleset, spec, spec, games=60, seed=3)
    assert result.win_rate == 0.5
    assert result.margin == 0.0
    low, high = result.win_rate_interval
    assert low < 0.5 < high


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_rule_set_can_be_matched(ruleset):
    result = play_match(ruleset, "random", "random", games=12, seed=1, max_deals=4)
    places = len(seatings(rules(ruleset)))
    assert result.win_rate == pytest.approx(1 / places)
    assert result.games == result.deals * places
    assert result.even == pytest.approx(1 / places)


def test_swapping_the_agents_mirrors_the_result():
    there = play_match("classic", "greedy", "random", games=40, seed=5)
    back = play_match("classic", "random", "greedy", games=40, seed=5)
    assert there.win_rate == pytest.approx(1 - back.win_rate)
    assert there.margin == pytest.approx(-back.margin)


def test_the_same_seed_gives_the_same_result():
    first, again = (
        play_match("classic", "random", "greedy", games=20, seed=9, episode="deal")
        for _ in range(2)
    )
    assert same_play(first, again)
    one, two = (play_match("mini", "greedy", "random", games=40, seed=s) for s in (1, 2))
    assert one.margin != two.margin


def test_the_result_does_not_depend_on_how_blocks_are_spread():
    def backwards(function, blocks):
        return [function(block) for block in reversed(blocks)][::-1]

    def play(spread):
        return play_match("mini", "greedy", "random", games=300, seed=4, block=32, spread=spread)

    here = play(map)
    assert here.games == 300
    assert same_play(here, play(backwards))
    with ThreadPoolExecutor(2) as pool:
        assert same_play(here, play(pool.map))


def test_longer_matches_begin_with_the_same_blocks():
    ruled = rules("mini")
    blocks = [Block(ruled, "greedy", "random", 16, 4, index) for index in range(2)]
    results = [play_block(block) for block in blocks]
    whole = play_match("mini", "greedy", "random", games=64, seed=4, block=16)
    mean = np.concatenate([result.scores for result in results]).mean()
    assert whole.win_rate == pytest.approx(mean)
    assert len({block_seed(4, index) for index in range(100)}) == 100


class Watcher(Agent):
    """Plays at random and notes the hands that it was dealt."""

    def __init__(self, ruled):
        super().__init__(ruled, "watcher")
        self.seen = {0: [], 1: []}

    def _act_batch(self, views, masks, rng):
        for seat in (0, 1):
            first = (views["stock_size"] == 15) & (views["hand_sizes"].sum(axis=1) == 16)
            self.seen[seat] += views["hand"][first & (views["seat"] == seat)].tolist()
        return masks.argmax(axis=1)


def test_both_seatings_get_the_same_deals():
    ruled = rules("classic", max_deals=1)
    one, two = Watcher(ruled), Watcher(ruled)
    play_match(ruled, one, two, games=20, seed=2, episode="deal")
    assert sorted(one.seen[0]) == sorted(two.seen[0])
    assert sorted(one.seen[1]) == sorted(two.seen[1])
    assert len(one.seen[0]) + len(one.seen[1]) == 10


def test_points_and_wins_are_those_of_the_games():
    result = play_match("mini", "greedy", "random", games=2, seed=6)
    assert result.margin == pytest.approx(_margin_by_hand(6))


def _margin_by_hand(seed):
    """Mean margin of greedy over the two seatings of the first deal, from the rewards."""
    from cinqcents_env.agents import make_agent

    agents, margins = [make_agent(spec, "mini") for spec in ("greedy", "random")], []
    for seat in (0, 1):
        batch, rng = (
            Batch("mini", 1, block_seed(seed, 0), auto_reset=False),
            np.random.default_rng([seed, 0]),
        )
        total = 0.0
        while batch.live.any():
            agent = agents[0 if batch.to_move[0] == seat else 1]
            batch.step(agent.act_batch(batch.views, batch.masks, rng))
            total += 100 * batch.rewards[0, seat]
        margins.append(total)
    return np.mean(margins)


class Cheat(Agent):
    """Answers an illegal action."""

    def __init__(self, ruled):
        super().__init__(ruled, "cheat")

    def _act_batch(self, views, masks, rng):
        return masks.argmin(axis=1)


def test_an_illegal_answer_ends_the_match():
    with pytest.raises(IllegalAction, match=r"agent cheat, seat [01]"):
        play_match("classic", Cheat(rules("classic")), "random", games=2)


@pytest.mark.parametrize("games", [0, -2, 1.5, True, None])
def test_bad_numbers_of_games(games):
    with pytest.raises(ValueError, match=r"games=.* is not valid; it is a whole number above 0"):
        play_match("classic", "random", "random", games=games)


def test_bad_agents_and_rules_are_refused_before_play():
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        play_match("classic", "nobody", "random")
    with pytest.raises(RulesError):
        play_match("classic", "random", "random", goal=3)
    with pytest.raises(ValueError, match="seed -1 is out of range"):
        play_match("classic", "random", "random", seed=-1)


def test_odd_numbers_of_games_are_rounded_up_to_whole_deals():
    result = play_match("mini", "random", "random", games=5)
    assert (result.games, result.deals, result.seatings) == (6, 3, 2)


def test_start_scores_and_options_reach_the_games():
    result = play_match(
        "classic", "greedy", "random", games=40, start_scores=(490, 490), hand_size=6, seed=1
    )
    assert result.options == {"hand_size": 6}
    assert result.decisions / result.games < 60


def test_the_result_as_json_and_as_text():
    result = play_match("mini", "greedy", "random", games=2, seed=1)
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["margin_interval"] == [None, None]
    assert data["games"] == 2
    assert data["illegal"] == 0
    assert data["deterministic"] == [True, False]
    text = result.table()
    assert "greedy against random" in text
    assert "win rate" in text


# intervals


def test_t_quantiles():
    table = {1: 12.706, 2: 4.303, 5: 2.571, 7: 2.365, 30: 2.042, 100: 1.984, 10**6: 1.960}
    for degrees, value in table.items():
        assert t_quantile(degrees) == pytest.approx(value, abs=5e-4)


def test_intervals_cover_the_truth_about_95_times_in_100():
    rng = np.random.default_rng(0)
    hits = 0
    for _ in range(2000):
        pairs = rng.binomial(2, 0.3, size=40) / 2
        _, low, high = rate_interval(pairs)
        hits += low <= 0.3 <= high
    assert 0.93 < hits / 2000 < 0.97


def test_an_interval_is_never_empty_and_holds_the_mean():
    for values in ([1.0] * 10, [0.0] * 10, [0.5] * 4, [1.0], [1.0, 0.5], [0.0, 1.0, 0.5]):
        mean, low, high = rate_interval(np.array(values))
        assert 0.0 <= low <= mean <= high <= 1.0
        assert low < high
    assert mean_interval(np.array([3.0])) == (3.0, -np.inf, np.inf)
    assert wilson_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_intervals_shrink_with_more_games():
    few, many = (play_match("mini", "greedy", "random", games=n, seed=1) for n in (100, 1600))
    assert np.diff(many.margin_interval)[0] < np.diff(few.margin_interval)[0] / 2.5
