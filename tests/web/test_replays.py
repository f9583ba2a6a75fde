"""Records that are sent in and fetched, replayed move by move, and analysed."""

from __future__ import annotations

import json
import re

import pytest

from cinqcents_env.game import Game
from tests.web.client import play

NDJSON = {"Content-Type": "application/x-ndjson", "X-Fragment": "1"}


def a_record(ruleset="us3", seed=4, most=10**6):
    game = Game(ruleset, seed=seed)
    while not game.is_over and most:
        game.play(game.legal_moves()[-1])
        most -= 1
    return game


def test_records_go_in_and_out(client):
    line = a_record("mini").record_line()
    answer = client.ask("POST", "/replays", line, NDJSON)
    assert answer.status == 200
    where = answer.text
    assert client.get(where.replace("/replay", "/record")).text == line + "\n"
    page = client.get(where)
    most = int(re.search(r'max="(\d+)"', page.text)[1])
    assert most == sum(len(deal["moves"]) for deal in json.loads(line)["deals"])
    for ply in (0, 1, most, most + 5):
        assert client.get(f"{where}?ply={ply}", **{"X-Fragment": "1"}).status == 200
    assert client.get(f"{where}?ply=x").status == 400
    form = client.post("/replays", {"record": line}, part=False)
    assert form.status == 303
    assert form.headers["location"].endswith("/replay")
    assert client.get(where.removesuffix("/replay")).status == 303


def test_several_records_at_once_and_one_over_several_lines(client):
    lines = "\n".join(a_record("mini", seed).record_line() for seed in range(3))
    assert client.ask("POST", "/replays", lines, NDJSON).status == 200
    assert client.get("/").text.count("uploaded") >= 3
    text = json.dumps(a_record("mini").record(), indent=2)
    assert client.ask("POST", "/replays", text, NDJSON).status == 200


BROKEN = {
    "empty": b"",
    "blank": b" \n ",
    "no JSON": b"hello",
    "bytes": b"\xff\xfe\x00",
    "a list": b"[]",
    "another format": b'{"format": 99}',
    "no deals": b'{"format": 1, "rules": "classic", "seed": 1, "deals": []}',
    "unknown rules": b'{"format": 1, "rules": "whist", "seed": 1, "deals": [{"moves": []}]}',
    "an illegal move": b'{"format": 1, "rules": "mini", "seed": 1, "deals": [{"moves": ["draw"]}]}',
    "another field": b'{"format": 1, "path": "/etc/passwd"}',
    "deep": b"[" * 100_000,
    "many": b'{"a": 1}\n' * 100,
    "markup": b'{"format": "<img src=x onerror=alert(1)>"}',
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_records_are_told_and_not_kept(client, name):
    listed = client.get("/").text.count("<li>")
    answer = client.ask("POST", "/replays", BROKEN[name], NDJSON)
    assert answer.status == 422
    assert 'role="alert"' in answer.text
    assert "<img" not in answer.text
    assert client.get("/").text.count("<li>") == listed


def test_a_record_that_is_too_long(client):
    assert client.ask("POST", "/replays", b"x" * 2_000_001, NDJSON).status == 413


def test_analysis_of_ones_own_decision(client):
    path = client.begin("classic", seed="6")
    answer = play(client, path, 4)
    asked = {"first": "classic/ppo", "second": "pimc:16"}
    found = client.post(path + "/analysis", asked)
    assert found.status == 200
    legal = answer.moves
    assert found.text.count('<th scope="row">') == len(legal)
    assert "classic/ppo gives the position" in found.text
    assert "share of the win" in found.text
    page = client.post(path + "/analysis", asked, part=False)
    assert "<html" in page.text


def test_exact_values_in_the_last_phase(client):
    path = client.begin("classic", seed="6")
    answer = play(client, path, 60)
    for _ in range(40):
        if "0 face down" in answer.text and len(answer.moves) > 1:
            break
        answer = play(client, path, 1)
    found = client.post(path + "/analysis", {"first": "greedy"})
    assert "the last phase, solved" in found.text


def test_analysis_that_is_not_to_be_had(client):
    path = client.begin("classic")
    for fields in ({}, {"first": "checkpoint:/etc"}, {"first": "us3/ppo"}, {"first": "cfr"}):
        assert client.post(path + "/analysis", fields).status == 422
    line = a_record("mini").record_line()
    where = client.ask("POST", "/replays", line, NDJSON).text.replace("/replay", "/analysis")
    assert client.post(where, {"first": "greedy", "ply": "0"}).status == 200
    assert client.post(where, {"first": "greedy", "ply": "9999"}).status == 422
