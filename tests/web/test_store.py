"""Games on disk: nothing lost by a restart, nothing made of what a request names."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from cinqcents_env.game import Game
from cinqcents_env.notation import RecordError
from cinqcents_env.records import replay
from cinqcents_env.web import store as store_module
from cinqcents_env.web.course import Course
from cinqcents_env.web.opponents import Opponents
from cinqcents_env.web.sessions import Session, TableError
from cinqcents_env.web.store import Store, StoreError, new_name


def session(owner="me", seed=1, ruleset="classic"):
    game = Game(ruleset, seed=seed)
    agents = [None, *["greedy"] * (game.num_players - 1)]
    made = Session(new_name(), owner, Course(game), agents)
    made.advance(Opponents())
    return made


def test_names_are_long_and_never_the_same():
    names = {new_name() for _ in range(1000)}
    assert len(names) == 1000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", name) for name in names)


def test_a_restart_loses_nothing(tmp_path):
    store, opponents = Store(tmp_path), Opponents()
    games = [session(seed=seed) for seed in range(5)]
    for number, made in enumerate(games):
        store.add(made)
        for _ in range(number):
            made.play(made.course.game.legal_moves()[0], opponents)
            store.save(made)
    again = Store(tmp_path)
    assert len(again) == 5
    assert again.unread == []
    for made in games:
        found = again.find(made.name)
        assert found is not made
        assert found.course.game.record() == made.course.game.record()
        assert found.course.events == made.course.events
        assert (found.seat, found.owner, found.agents) == (0, "me", made.agents)
        data = json.loads((tmp_path / f"{made.name}.json").read_bytes())
        assert replay(data["record"]).position() == made.course.game.position()


def test_agents_answer_the_same_after_a_restart(tmp_path):
    store, opponents = Store(tmp_path), Opponents()
    made = session(seed=4)
    made.agents[1] = "random"
    store.add(made)
    again = Store(tmp_path).find(made.name)
    for side, source in ((made, opponents), (again, Opponents())):
        for _ in range(6):
            side.play(side.course.game.legal_moves()[-1], source)
    assert again.course.moves == made.course.moves


def test_take_back():
    made, opponents = session(seed=2), Opponents()
    before = made.course.game.position()
    made.play(made.course.game.legal_moves()[0], opponents)
    after = made.course.game.position()
    made.take_back()
    assert made.course.game.position() == before
    made.play(made.course.game.legal_moves()[0], opponents)
    assert made.course.game.position() == after
    made.take_back()
    with pytest.raises(TableError, match="nothing_to_take_back"):
        made.take_back()
    made.closed = True
    with pytest.raises(TableError, match="no_take_back"):
        made.take_back()


def test_lists_are_by_owner_the_newest_first(tmp_path):
    store = Store(tmp_path)
    mine = [session("me", seed) for seed in range(3)]
    for at, made in enumerate(mine):
        made.created = float(at)
        store.add(made)
    store.add(session("you"))
    assert [listed.name for listed in store.of("me")] == [made.name for made in reversed(mine)]
    assert len(store.of("you")) == 1
    assert store.of("") == []


@pytest.mark.parametrize("name", ["../x", "..", "", "x" * 5000, "\0", "a/b", ".json"])
def test_what_is_not_known_never_becomes_a_path(tmp_path, name):
    with pytest.raises(KeyError):
        Store(tmp_path).find(name)


def test_files_that_are_no_games_are_left_alone(tmp_path):
    store = Store(tmp_path)
    made = session()
    store.add(made)
    for name, text in {
        "a.json": "[[[[",
        "b.json": "[]",
        "c.json": "{}",
        "d.json": json.dumps({**made.as_dict(), "name": "../../etc/passwd"}),
        "e.txt": "",
    }.items():
        (tmp_path / name).write_text(text)
    again = Store(tmp_path)
    assert len(again) == 1
    assert again.unread == ["a.json", "b.json", "c.json", "d.json"]
    assert all((tmp_path / name).exists() for name in again.unread)


def test_a_game_whose_record_was_changed_is_refused(tmp_path):
    store = Store(tmp_path)
    made = session()
    store.add(made)
    path = tmp_path / f"{made.name}.json"
    data = json.loads(path.read_bytes())
    data["record"]["deals"][0]["moves"] = ["draw"]
    path.write_text(json.dumps(data))
    with pytest.raises(ValueError, match="ply 1, move 'draw'"):
        Store(tmp_path).find(made.name)
    data["format"] = 99
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError, match="format"):
        Store(tmp_path).find(made.name)


def test_a_game_in_use_is_never_loaded_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "LOADED", 2)
    store = Store(tmp_path)
    games = [session(seed=seed) for seed in range(6)]
    for made in games:
        store.add(made)
    assert len(store._loaded) == 2
    assert all(store.find(made.name) is made for made in games)


def test_full_folders_and_folders_that_cannot_be_written(tmp_path, monkeypatch):
    store = Store(tmp_path / "games")
    monkeypatch.setattr(store_module, "MAX_GAMES", 1)
    store.add(session())
    with pytest.raises(TableError, match="too_many_games"):
        store.add(session())
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file"):
        Store(tmp_path / "file")


def test_what_cannot_be_written_is_told_and_not_listed(tmp_path, monkeypatch):
    store = Store(tmp_path)

    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store_module, "write_whole", full)
    with pytest.raises(TableError) as told:
        store.add(session())
    assert told.value.values == {"reason": "No space left on device"}
    assert len(store) == 0


def test_many_threads_play_many_games(tmp_path):
    store, opponents = Store(tmp_path), Opponents()
    games = [session(seed=seed) for seed in range(12)]
    for made in games:
        store.add(made)

    def play(made):
        for _ in range(8):
            with made.lock:
                made.play(made.course.game.legal_moves()[0], opponents)
                store.save(made)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, games))
    again = Store(tmp_path)
    for made in games:
        assert again.find(made.name).course.moves == made.course.moves
