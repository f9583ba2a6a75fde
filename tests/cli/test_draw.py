"""The verbs ``draw`` and ``film``: pictures of positions and records."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image

import cinqcents_env as cc


@pytest.fixture
def position(tmp_path):
    game = cc.Game("us3", seed=2)
    game.play("pass")
    path = tmp_path / "position.json"
    path.write_text(json.dumps(game.position()))
    return path, game


def test_a_position_as_svg(cli, position, tmp_path):
    path, game = position
    out = tmp_path / "x.svg"
    assert cli("draw", path, "--out", out).status == 0
    assert out.read_text() == game.svg()
    assert cli("draw", path, "--seat", "2", "--theme", "dark", "--out", out).status == 0
    assert out.read_text() == game.svg(2, theme="dark")


def test_a_record_at_a_ply_as_png(cli, recorded, tmp_path):
    out = tmp_path / "x.png"
    assert cli("draw", recorded, "--ply", "3", "--width", "300", "--out", out).status == 0
    with Image.open(out) as drawn:
        assert drawn.size[0] == 300
    early, late = tmp_path / "early.svg", tmp_path / "late.svg"
    assert cli("draw", recorded, "--ply", "0", "--out", early).status == 0
    assert cli("draw", recorded, "--game", "2", "--all-hands", "--out", late).status == 0
    assert early.read_text() != late.read_text()


def test_a_film(cli, recorded, tmp_path):
    out = tmp_path / "x.gif"
    done = cli("film", recorded, "--plies", "4", "--width", "200", "--out", out)
    assert (done.status, done.errors) == (0, [])
    film = Image.open(io.BytesIO(out.read_bytes()))
    assert film.n_frames == 5
    assert film.size[0] == 200


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("draw", "{record}", "--out", "{folder}/x.jpg"), ("x.jpg", ".svg or .png")),
        (("film", "{record}", "--out", "{folder}/x.mp4"), ("x.mp4", ".gif")),
        (
            ("draw", "{record}", "--ply", "99999", "--out", "{folder}/x.svg"),
            ("there is no ply 99999",),
        ),
        (
            ("draw", "{record}", "--game", "9", "--out", "{folder}/x.svg"),
            ("holds 2 games", "game 9"),
        ),
        (("draw", "{record}", "--seat", "4", "--out", "{folder}/x.svg"), ("no seat 4",)),
        (("draw", "{folder}/none", "--out", "{folder}/x.svg"), ("none", "cannot be read")),
        (("draw", "{record}", "--out", "{folder}/no/x.svg"), ("x.svg", "cannot be written")),
        (("draw", "{position}", "--ply", "3", "--out", "{folder}/x.svg"), ("position", "--ply")),
        (("film", "{position}", "--out", "{folder}/x.gif"), ("position", "takes a record")),
    ],
)
def test_bad_input_is_named(cli, recorded, position, refused, tmp_path, arguments, words):
    names = {"record": recorded, "folder": tmp_path, "position": position[0]}
    answer = cli(*(argument.format(**names) for argument in arguments))
    assert refused(answer, *words)
    assert not list(tmp_path.glob("*x.*"))


def test_what_is_no_game_is_refused(cli, refused, tmp_path):
    path, out = tmp_path / "bad.json", tmp_path / "x.svg"
    for text, words in (
        ("[]", "a JSON object"),
        ("{}", "position field"),
        ("", "is empty"),
        ("{", "not JSON"),
    ):
        path.write_text(text)
        assert refused(cli("draw", path, "--out", out), words)
    assert not out.exists()


def test_the_input_is_read(cli, position, recorded, tmp_path):
    path, game = position
    out = tmp_path / "x.svg"
    assert cli("draw", "-", "--out", out, stdin=path.read_text()).status == 0
    assert out.read_text() == game.svg()
    one = json.dumps(json.loads(recorded.read_text().splitlines()[0]), indent=1)
    for text, ply in ((recorded.read_text(), "2"), (one, "2")):
        assert cli("draw", "-", "--ply", ply, "--out", out, stdin=text).status == 0
    from_file = tmp_path / "y.svg"
    assert cli("draw", recorded, "--ply", "2", "--out", from_file).status == 0
    assert out.read_text() == from_file.read_text()
