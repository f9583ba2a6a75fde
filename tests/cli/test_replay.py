"""The verb ``replay``: good records, the first failure, what is no record."""

from __future__ import annotations

import json

import pytest


def test_replay(cli, recorded):
    answer = cli("replay", recorded)
    assert (answer.status, answer.errors) == (0, [])
    assert answer.out.count("; replays") == 2
    only = cli("replay", recorded, "--game", "2", "--moves")
    assert "game 2: classic" in only.out
    assert "game 1" not in only.out
    first = json.loads(recorded.read_text().splitlines()[1])["deals"][0]
    assert first["hands"][0] in only.out
    assert ", ".join(first["moves"][:3]) in only.out
    shown = cli("replay", recorded, "--json", "--moves").json
    assert [game["game"] for game in shown["games"]] == [1, 2]
    assert shown["games"][1]["record"]["deals"][0] == first


def spoilt(recorded, change):
    """The file with its second record changed."""
    first, second = recorded.read_text().splitlines()
    record = json.loads(second)
    change(record)
    recorded.write_text(f"{first}\n{json.dumps(record)}\n")
    return recorded


def play_another_first_card(record):
    deal = record["deals"][0]
    other = deal["hands"][record["deals"][0]["dealer"]].split()[0]
    deal["moves"][0] = other


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (play_another_first_card, ("game 2", "deal 1, ply 1, move")),
        (lambda record: record["deals"][0]["moves"].insert(2, "XX"), ("deal 1, ply 3, move 'XX'",)),
        (lambda record: record["deals"][0]["hands"].reverse(), ("game 2", "deal 1", "hands")),
        (lambda record: record["result"].update(scores=[0, 0]), ("game 2", "result")),
    ],
)
def test_replay_names_the_first_failure(cli, recorded, change, words, refused):
    path = spoilt(recorded, change)
    answer = cli("replay", path)
    assert refused(answer, *words, status=1)
    assert "game 1: classic" in answer.out
    shown = cli("replay", path, "--json")
    assert refused(shown, *words, status=1)
    assert len(shown.json["games"]) == 1
    assert words[0] in shown.json["failure"]
    assert cli("replay", path, "--game", "1").status == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no games"),
        (b"{", "line 1: not JSON"),
        (b"[1]\n", "line 1"),
        (b"\xff\xfe", "cannot be read"),
        (b"{}\n", "format"),
        (b'{"format": 1}\n', "deals"),
        (b'{"format": 99, "deals": [{}]}\n', "99"),
        (b'{"format": 1, "rules": "x", "seed": 1, "deals": [{}]}\n', "unknown rule set"),
        (b'{"format": 1, "surprise": 1}\n', "surprise"),
        (b"[" * 100_000, "lists and objects"),
    ],
)
def test_replay_refuses_what_is_no_record(cli, tmp_path, content, words, refused):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    assert refused(cli("replay", path), words)


def test_replay_refuses_absent_files_and_games(cli, tmp_path, recorded, refused):
    assert refused(cli("replay", tmp_path / "nowhere"), "nowhere")
    assert refused(cli("replay", tmp_path), "cannot be read")
    answer = cli("replay", tmp_path / "nothere.jsonl")
    assert refused(answer, "nothere.jsonl cannot be read: No such file or directory")
    assert "Errno" not in answer.errors[0]
    assert refused(cli("replay", recorded, "--game", "3"), "holds 2 games", "no game 3")
