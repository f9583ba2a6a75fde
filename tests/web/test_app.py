"""Pages and what is sent to them, over the wire."""

from __future__ import annotations

import json
import re

import pytest

from cinqcents_env.records import parse_record, replay
from cinqcents_env.rulebook import rulesets
from tests.web.client import Client, play, running


def test_first_page_is_small_and_names_every_game(client):
    answer = client.get("/")
    assert answer.status == 200
    size = len(answer.body)
    for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', answer.text):
        size += len(client.get(asset).body)
    assert size < 100_000
    assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", answer.text)
    for ruleset in rulesets():
        assert f'href="/new/{ruleset}"' in answer.text


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_rule_set_is_begun_and_played(client, ruleset):
    assert client.get(f"/rules/{ruleset}").status == 200
    form = client.get(f"/new/{ruleset}")
    assert form.status == 200
    path = client.begin(ruleset)
    answer = play(client, path, 12)
    assert answer.status == 200
    page = client.get(path)
    assert page.status == 200
    assert "<h1>" in page.text


@pytest.mark.parametrize("ruleset", ["mini", "bordelais", "us3"])
def test_a_whole_game_to_its_end(client, ruleset):
    path = client.begin(ruleset, seed="3")
    answer = play(client, path, 2000)
    assert "data-over" in answer.text
    record = client.get(path + "/record")
    assert record.headers["content-disposition"].startswith("attachment")
    assert replay(parse_record(record.text)).is_over
    assert client.post(path + "/undo", {"turn": answer.turn}).status in (409, 422)


def test_a_form_sent_without_the_script_leads_back_to_the_page(client):
    path = client.begin("classic")
    page = client.get(path)
    sent = {"move": page.moves[0], "turn": page.turn}
    answer = client.post(path + "/moves", sent, part=False)
    assert (answer.status, answer.headers["location"]) == (303, path)
    again = client.post(path + "/moves", sent, part=False)
    assert again.status == 409
    assert "moved on" in again.text


def test_a_card_that_may_not_be_played_is_explained(client):
    path = client.begin("classic", seed="1")
    for at in range(40):
        answer = play(client, path, 1, number=at)
        refused = {move: why for move, why in answer.buttons.items() if why and " " not in move}
        if refused:
            break
    move, why = next(iter(refused.items()))
    told = client.move(path, answer, move)
    assert told.status == 422
    assert why in told.text
    assert told.turn == answer.turn


def test_moves_that_are_none(client):
    path = client.begin("classic")
    answer = client.get(path)
    for move in ("", "XX", "AS" * 1000, "<script>", "draw\0"):
        told = client.move(path, answer, move)
        assert told.status == 422
        assert "<script>" not in told.text.replace("<script src", "")
        assert told.turn == answer.turn


def test_take_back_and_reload(client):
    path = client.begin("au4", seed="8")
    first = client.get(path)
    client.move(path, first, "pass")
    reloaded = client.get(path)
    assert reloaded.turn != first.turn
    back = client.post(path + "/undo", {"turn": reloaded.turn})
    assert back.turn == first.turn
    assert client.get(path).buttons == first.buttons
    assert client.post(path + "/undo", {"turn": first.turn}).status == 422


def test_a_restart_loses_nothing(tmp_path):
    with running(tmp_path) as port:
        client = Client(port)
        path = client.begin("us3")
        before = play(client, path, 9)
        cookies = client.cookies
    with running(tmp_path) as port:
        client = Client(port, cookies)
        assert path in client.get("/").text
        after = client.get(path)
        assert (after.turn, after.buttons, after.cards) == (
            before.turn,
            before.buttons,
            before.cards,
        )
        assert client.move(path, after, after.moves[0]).status == 200


def test_giving_up_opens_the_cards(client):
    path = client.begin("classic")
    answer = play(client, path, 3)
    assert client.get(path + "/record").status == 422
    given = client.post(path + "/end", {"turn": answer.turn})
    assert given.status == 200
    assert given.moves == []
    record = parse_record(client.get(path + "/record").text)
    assert replay(record).position()["hands"]
    assert client.move(path, answer, answer.moves[0]).status == 422
    assert client.get(path + "/replay?ply=2").status == 200


def test_games_are_listed_for_their_browser_only(port):
    mine, other = Client(port), Client(port)
    path = mine.begin("mini")
    assert path in mine.get("/").text
    assert path not in other.get("/").text


def test_options_change_the_rules(client):
    path = client.begin("classic", target="1000", meld_when="own_turn")
    assert "1000" in client.get(path).text
    for name, value in (("target", "-5"), ("target", "x"), ("fours", "[1]"), ("stop", "maybe")):
        fields = {"ruleset": "classic", "seat": "0", f"option-{name}": value}
        answer = client.post("/games", fields, part=False)
        assert answer.status == 422
        assert name in answer.text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ruleset", "whist"),
        ("ruleset", ""),
        ("seat", "7"),
        ("seat", "-1"),
        ("seat", "x"),
        ("seat", ""),
        ("agent", "checkpoint:/etc/passwd"),
        ("agent", "pimc:1000000"),
        ("agent", "nobody"),
        ("agent-1", "us3/ppo"),
        ("seed", "-1"),
        ("seed", "1.5"),
        ("seed", str(2**63)),
        ("option-target", "9" * 5000),
    ],
)
def test_games_that_cannot_be_begun(client, field, value):
    fields = {"ruleset": "classic", "seat": "0", field: value}
    answer = client.post("/games", fields, part=False)
    assert answer.status == 422
    assert 'role="alert"' in answer.text


def test_watching(client):
    path = client.begin("au5", seat="watch", agent="random")
    page = client.get(path)
    assert page.moves == []
    assert len(page.cards) > 40
    answer = client.post(path + "/steps", {"number": "1", "turn": page.turn})
    assert int(answer.turn) > int(page.turn)
    assert client.post(path + "/steps", {"number": "0", "turn": answer.turn}).status == 422
    ended = client.post(path + "/steps", {"number": "2000", "turn": answer.turn})
    while "data-over" not in ended.text:
        ended = client.post(path + "/steps", {"number": "2000", "turn": ended.turn})
    assert client.get(path + "/replay?ply=10").status == 200
    mine = client.begin("classic")
    turn = client.get(mine).turn
    assert client.post(mine + "/steps", {"number": "1", "turn": turn}).status == 422


def test_languages(port):
    client = Client(port)
    assert '<html lang="en">' in client.get("/").text
    french = client.get("/?lang=fr").text
    assert '<html lang="fr">' in french
    assert "Choisissez un jeu" in french
    path = client.begin("classic")
    page = client.get(path)
    assert '<html lang="fr">' in page.text
    assert re.search(r'aria-label="(as|roi|dame|valet|dix|neuf|huit|sept) de', page.text)
    assert "/cards/fr/" in page.text
    assert '<html lang="en">' in client.get(path + "?lang=en").text
    other = Client(port)
    assert 'lang="fr"' in other.get("/", **{"Accept-Language": "fr-CA,en;q=0.5"}).text
    assert '<html lang="en">' in other.get("/?lang=xx").text


def test_french_cards_bear_french_letters(client):
    for letter, card in (("R", "KS"), ("D", "QH"), ("V", "JC")):
        assert f">{letter}</text>" in client.get(f"/cards/fr/{card}.svg").text
    assert client.get("/cards/en/KS.svg").text.count(">K</text>") == 2
    assert client.get("/cards/fr/JK.svg").text == client.get("/cards/en/JK.svg").text


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/x",
        "/games/../../etc/passwd",
        "/games/%2e%2e%2fx",
        "/new/whist",
        "/rules/x",
        "/cards/en/ZZ.svg",
        "/cards/de/AS.svg",
        "/static/app.py",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
    ],
)
def test_what_is_not_there(client, path):
    answer = client.get(path)
    assert answer.status == 404
    assert "import" not in answer.text


def test_methods_that_are_not_answered(client):
    assert client.get("/games").status == 405
    assert client.ask("DELETE", "/", None, {}).status == 405
    assert client.post("/").status == 405


STANDING = {
    "ruleset": "classic",
    "episode": "game",
    "games": 100,
    "even": 0.5,
    "anchor": "random",
    "agents": ["random", "greedy"],
    "ratings": [
        {"agent": "greedy", "rank": 1, "rating": 310.2, "rating_interval": [280.0, 340.0]},
        {"agent": "random", "rank": 2, "rating": 0.0, "rating_interval": [0.0, 0.0]},
    ],
    "matrix": [[0.5, 0.12], [0.88, 0.5]],
}


def test_tournaments(tmp_path, client):
    assert "None" in client.get("/tournaments").text
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "result.json").write_text(json.dumps(STANDING))
    with running(tmp_path / "games", tournament_files=[tmp_path / "runs"]) as port:
        text = Client(port).get("/tournaments").text
    assert "+310" in text
    assert re.search(r'class="win-\d+">0.88<', text)
    assert re.search(r'class="loss-\d+">0.12<', text)
