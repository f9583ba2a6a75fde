"""Decisions as torch batches."""

from __future__ import annotations

import pytest
import torch
from torch.utils.data import DataLoader

from cinqcents_env.data import DataError, GameData, generate, plan_generation
from cinqcents_env.data.torch_data import DecisionBatches


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "data.parquet"
    agents = ["random", "greedy"]
    generate(plan_generation("mini", agents, games=30, shard=8, features=True), path)
    return path


def actions(batches):
    return torch.cat([batch["action"] for batch in batches]).tolist()


def test_in_order_they_are_the_rows_of_the_file(path):
    data = GameData(path)
    expected = [int(a) for group in range(data.groups) for a in data.arrays(group)["action"]]
    batches = list(DecisionBatches(path, 16, seed=None, skip_forced=False))
    assert actions(batches) == expected
    first = batches[0]
    assert {k: (tuple(v.shape), v.dtype) for k, v in first.items()} == {
        "observation": ((16, data.arrays(0)["observation"].shape[1]), torch.float32),
        "mask": ((16, data.arrays(0)["mask"].shape[1]), torch.bool),
        "action": ((16,), torch.int64),
        "return": ((16,), torch.float32),
    }
    assert all(bool(b["mask"].gather(1, b["action"][:, None]).all()) for b in batches)


def test_shuffled_they_are_the_same_decisions_anew_on_each_pass(path):
    shuffled, plain = DecisionBatches(path, seed=5), DecisionBatches(path, seed=None)
    first, second = actions(shuffled), actions(shuffled)
    assert first != second
    assert sorted(first) == sorted(second) == sorted(actions(plain))
    assert actions(DecisionBatches(path, seed=5)) == first


def test_forced_decisions_are_left_out_unless_asked_for(path):
    free = list(DecisionBatches(path))
    assert min(int(batch["mask"].sum(dim=1).min()) for batch in free) > 1
    every = list(DecisionBatches(path, skip_forced=False))
    assert len(actions(every)) == GameData(path).rows > len(actions(free))


def test_decisions_of_one_agent(path):
    kinds = [len(actions(DecisionBatches(path, agents=(a,)))) for a in ("random", "greedy")]
    assert sum(kinds) == len(actions(DecisionBatches(path)))
    assert min(kinds) > 0


def test_workers_of_a_loader_share_the_file(path):
    loader = DataLoader(DecisionBatches(path, seed=None), batch_size=None, num_workers=2)
    assert sorted(actions(loader)) == sorted(actions(DecisionBatches(path)))


def test_what_cannot_be_is_refused(path, tmp_path):
    with pytest.raises(DataError, match="no agent 'pimc:4'; it has random, greedy"):
        DecisionBatches(path, agents=("pimc:4",))
    with pytest.raises(ValueError, match="batch_size=0"):
        DecisionBatches(path, 0)
    games = tmp_path / "games.parquet"
    generate(plan_generation("mini", ["random"], games=2), games)
    with pytest.raises(DataError, match="--features"):
        DecisionBatches(games)
