"""Files of game data: gone on with, refused, and whole or not there at all."""

from __future__ import annotations

import errno
import resource

import pytest

from cinqcents_env.data import DataError, GameData, generate, plan_generation
from cinqcents_env.data import files as data_files
from cinqcents_env.data.files import Store, fill


def plan_of(**settings):
    return plan_generation("mini", ["random"], **{"games": 20, "shard": 4, **settings})


@pytest.fixture
def whole(tmp_path):
    """The file of a run that was not interrupted."""
    path = tmp_path / "whole.parquet"
    generate(plan_of(), path)
    return path.read_bytes()


class Stopped(Exception):
    pass


def interrupted(path, after=2):
    """A run that ends after some shards; returns how many it played."""
    done = []

    def told(written):
        done.append(written)
        if len(done) == after:
            raise Stopped

    with pytest.raises(Stopped):
        fill(Store(path, plan_of()), told=told)
    return len(done)


def test_an_interrupted_run_goes_on(tmp_path, whole):
    path = tmp_path / "data.parquet"
    assert interrupted(path) == 2
    assert not path.exists()
    store, played = Store(path, plan_of()), []
    assert [shard.index for shard in store.left()] == [2, 3, 4]
    fill(store, told=played.append)
    assert len(played) == 3
    assert path.read_bytes() == whole
    assert not store.folder.exists()


def test_a_finished_file_is_left_alone(tmp_path):
    path = tmp_path / "data.parquet"
    size = generate(plan_of(), path)
    before = path.stat().st_mtime_ns
    assert generate(plan_of(), path) == size == path.stat().st_size
    assert path.stat().st_mtime_ns == before


def test_what_a_crash_left_half_written_is_written_again(tmp_path, whole):
    path = tmp_path / "data.parquet"
    interrupted(path)
    folder = tmp_path / "data.parquet.shards"
    (folder / "00000002.parquet.part").write_bytes(b"PAR1 half")
    (tmp_path / "data.parquet.part").write_bytes(b"half")
    generate(plan_of(), path)
    assert path.read_bytes() == whole
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["data.parquet", "whole.parquet"]


def test_a_run_can_be_made_longer_until_it_is_finished(tmp_path):
    path, longer = tmp_path / "data.parquet", plan_of(games=30)
    generate(longer, tmp_path / "at_once.parquet")
    interrupted(path, after=5)
    generate(longer, path)
    assert path.read_bytes() == (tmp_path / "at_once.parquet").read_bytes()


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize(
    ("settings", "word"),
    [({"seed": 1}, "seed"), ({"features": True}, "features"), ({"episode": "deal"}, "episode")],
)
def test_another_plan_is_refused_by_name(tmp_path, finished, settings, word):
    path = tmp_path / "data.parquet"
    if finished:
        generate(plan_of(), path)
    else:
        interrupted(path)
    with pytest.raises(DataError, match=f"with {word} "):
        generate(plan_of(**settings), path)


def test_a_full_disk_keeps_what_was_done(tmp_path, whole, monkeypatch):
    path, real, calls = tmp_path / "data.parquet", data_files.write_whole, []

    def full(target, content):
        calls.append(target)
        if len(calls) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(target, content)

    monkeypatch.setattr(data_files, "write_whole", full)
    with pytest.raises(DataError, match=r"No space left on device; 2 of 5 shards are kept in"):
        generate(plan_of(), path)
    assert not path.exists()
    monkeypatch.undo()
    generate(plan_of(), path)
    assert path.read_bytes() == whole


def test_a_file_too_large_for_the_system_leaves_the_shards(tmp_path, whole):
    path = tmp_path / "data.parquet"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) // 2, hard))
    try:
        with pytest.raises(DataError, match="File too large"):
            generate(plan_of(), path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not path.exists()
    assert not (tmp_path / "data.parquet.part").exists()
    generate(plan_of(), path)
    assert path.read_bytes() == whole


def test_a_shard_that_is_no_parquet_is_named(tmp_path):
    path = tmp_path / "data.parquet"
    interrupted(path)
    bad = tmp_path / "data.parquet.shards" / "00000001.parquet"
    bad.write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"00000001\.parquet cannot be read, remove it"):
        generate(plan_of(), path)
    assert not (tmp_path / "data.parquet.part").exists()
    bad.unlink()
    generate(plan_of(), path)


@pytest.mark.parametrize("content", [b"", b"not parquet at all"])
def test_a_file_of_something_else_is_refused(tmp_path, content):
    path = tmp_path / "data.parquet"
    path.write_bytes(content)
    with pytest.raises(DataError, match="cannot be read"):
        generate(plan_of(), path)
    assert path.read_bytes() == content


def test_parquet_of_something_else_is_refused(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), tmp_path / "x.parquet")
    with pytest.raises(DataError, match="holds no cinqcents_env games"):
        GameData(tmp_path / "x.parquet")


def test_unknown_groups_and_columns_are_named(tmp_path):
    path = tmp_path / "data.parquet"
    generate(plan_of(), path)
    data = GameData(path)
    with pytest.raises(DataError, match="row groups 0 to 4, not 5"):
        data.arrays(5)
    with pytest.raises(DataError, match="no column 'mask'"):
        data.arrays(0, ["mask"])


def test_other_observations_are_refused(tmp_path, monkeypatch):
    path = tmp_path / "data.parquet"
    generate(plan_of(), path)
    monkeypatch.setattr(
        "cinqcents_env.agents.checkpoint.observation_fingerprint", lambda rules: "other"
    )
    with pytest.raises(DataError, match="other observations"):
        GameData(path)
