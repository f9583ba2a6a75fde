"""Games played for data: what is kept agrees with the games, and with any way of playing them."""

from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

import cinqcents_env as cc
from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.data import GameData, generate, plan_generation
from cinqcents_env.data.columns import write_shard
from cinqcents_env.data.generation import seatings_of
from cinqcents_env.evaluation.workers import scattered


def written(tmp_path, ruleset="mini", agents=("random", "greedy"), **settings):
    """A small file of game data."""
    path = tmp_path / f"{ruleset}.parquet"
    settings = {"games": 20, "shard": 8, **settings}
    generate(plan_generation(ruleset, agents, **settings), path)
    return path


@pytest.mark.parametrize(("ruleset", "episode"), [("classic", "game"), ("us3", "deal")])
def test_records_replay_to_what_the_columns_say(tmp_path, ruleset, episode):
    path = written(tmp_path, ruleset, games=6, episode=episode)
    table = pq.read_table(path).to_pylist()
    assert [row["game"] for row in table] == list(range(6))
    for row, record in zip(table, GameData(path).records(), strict=True):
        game = cc.replay(record)
        assert game.is_over
        assert game.seed == row["seed"]
        assert sum(len(deal["moves"]) for deal in record["deals"]) == row["decisions"]
        assert game.result["winners"] == row["winners"]
        assert game.result["reason"] == row["reason"]
        assert len(row["agents"]) == game.num_players
        paid = cc.Game(game.rules, seed=0, reward="points" if episode == "deal" else "win")
        assert paid.setup.returns(game._states).tolist() == pytest.approx(row["returns"])


def test_decisions_are_what_the_seats_saw(tmp_path):
    games = written(tmp_path, "classic", games=4)
    table = pq.read_table(games).to_pylist()
    (tmp_path / "features").mkdir()
    path = written(tmp_path / "features", "classic", games=4, features=True)
    data = GameData(path)
    arrays = {
        name: np.concatenate([data.arrays(group)[name] for group in range(data.groups)])
        for name in data.arrays(0)
    }
    row = 0
    for number, record in enumerate(GameData(games).records()):
        ended, game = cc.replay(record), cc.Game("classic", seed=record["seed"])
        ply = 0
        while not game.is_over:
            seat = game.to_move
            assert arrays["game"][row] == number
            assert arrays["ply"][row] == ply
            assert arrays["seat"][row] == seat
            assert arrays["agent"][row] == table[number]["agents"][seat]
            assert np.array_equal(arrays["observation"][row], game.observation())
            assert np.array_equal(arrays["mask"][row], game.legal_mask())
            assert arrays["return"][row] == ended.returns[seat]
            game.play_action(int(arrays["action"][row]))
            row, ply = row + 1, ply + 1
        assert game.position() == ended.position()
    assert row == data.rows


def test_the_agent_that_is_named_made_the_decision(tmp_path):
    data = GameData(written(tmp_path, agents=("passive", "greedy"), features=True))
    greedy = make_agent("greedy", "mini")
    asked = 0
    for number, record in enumerate(_records(tmp_path)):
        for game, move in _steps(record):
            agent = data.plan["agents"][seatings_of(2, 2)[number % 2][game.to_move]]
            if agent == "greedy":
                chosen = greedy.act(game.view(), game.legal_mask(), np.random.default_rng(0))
                assert game.move_text(chosen) == move
                asked += 1
    assert asked > 20


def _records(tmp_path):
    (tmp_path / "records").mkdir()
    path = written(tmp_path / "records", agents=("passive", "greedy"))
    return list(GameData(path).records())


def _steps(record):
    from cinqcents_env.records import steps

    return steps(record)


@pytest.mark.parametrize("features", [False, True])
def test_the_file_does_not_depend_on_the_order_of_the_shards(tmp_path, features):
    from cinqcents_env.data.files import Store, fill

    plan = plan_generation("mini", ["random"], games=20, shard=6, seed=3, features=features)
    generate(plan, tmp_path / "one.parquet")

    def backwards(function, tasks):
        return reversed([(i, function(task)) for i, task in enumerate(tasks)])

    fill(Store(tmp_path / "other.parquet", plan), scatter=backwards)
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "other.parquet").read_bytes()


@pytest.mark.slow
def test_shards_of_processes_are_those_of_one():
    plan = plan_generation("mini", ["random", "greedy"], games=20, shard=2)
    shards = [plan.piece(i) for i in range(plan.num_shards)]
    alone = [write_shard(shard).content for shard in shards]
    spread = dict(scattered(write_shard, shards, 2))
    assert [spread[i].content for i in range(len(shards))] == alone


def test_another_seed_is_other_data():
    contents = {
        write_shard(plan_generation("mini", ["random"], games=8, seed=seed).piece(0)).content
        for seed in (0, 1)
    }
    assert len(contents) == 2


@pytest.mark.parametrize(
    ("agents", "sides", "expected"),
    [
        (1, 2, [(0, 0)]),
        (2, 2, [(0, 1), (1, 0)]),
        (3, 2, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]),
    ],
)
def test_agents_take_the_sides_in_every_way(agents, sides, expected):
    assert seatings_of(agents, sides) == expected


def test_partners_are_the_same_agent(tmp_path):
    path = written(tmp_path, "au4", ("random", "passive"), games=2, episode="deal")
    seated = [row["agents"] for row in pq.read_table(path).to_pylist()]
    assert seated == [["random", "passive"] * 2, ["passive", "random"] * 2]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"games": 0}, "games=0"),
        ({"shard": 0}, "shard=0"),
        ({"agents": []}, "no agent"),
        ({"agents": ["random", "random"]}, "given twice"),
        ({"agents": ["gredy"]}, "unknown agent"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_plans_are_refused(settings, words):
    given = {"agents": ["random"], "games": 1, **settings}
    with pytest.raises((ValueError, AgentError), match=words):
        plan_generation("mini", given.pop("agents"), **given)
