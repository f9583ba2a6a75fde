"""The verb ``analyse``: positions and records, what agents say of them, what is refused."""

from __future__ import annotations

import json

import pytest

from cinqcents_env.game import Game
from cinqcents_env.solvers.endgame import solve


@pytest.fixture
def position(tmp_path):
    """A file with the first decision of a game."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(Game("classic", seed=3).position(), indent=1))
    return path


def solved_position(tmp_path):
    game = Game("classic", seed=4, single_deal=True)
    while game.view().stock_size or game.view().turnup >= 0:
        game.play(game.legal_moves()[-1])
    path = tmp_path / "solved.json"
    path.write_text(json.dumps(game.position()))
    return path, game


def test_a_position_is_analysed(cli, position):
    answer = cli("analyse", position, "--agent", "pimc:4")
    assert (answer.status, answer.errors) == (0, [])
    assert "classic, player" in answer.out
    assert "share of the win" in answer.out
    shown = cli("analyse", position, "--agent", "pimc:4", "--json").json
    assert len(shown["moves"]) == 8
    assert sum(move["probability"] for move in shown["moves"]) == pytest.approx(1.0)
    assert all(0 <= move["value"] <= 1 and move["visits"] == 4 for move in shown["moves"])
    assert shown["exact"] is None
    text = position.read_text()
    assert cli("analyse", "-", "--agent", "pimc:4", "--json", stdin=text).json == shown


def test_agents_without_values_show_their_policy(cli, position):
    shown = cli("analyse", position, "--agent", "random", "--json").json
    assert {move["probability"] for move in shown["moves"]} == {1 / 8}
    assert shown["unit"] is None
    assert all(move["value"] is None for move in shown["moves"])
    plain = cli("analyse", position, "--agent", "greedy").out
    assert "value" not in plain
    assert "1.000" in plain


def test_the_last_phase_shows_exact_values(cli, tmp_path):
    path, game = solved_position(tmp_path)
    shown = cli("analyse", path, "--agent", "greedy", "--json").json
    assert (shown["exact"], shown["exact_unit"]) == ("last phase", "points ahead")
    assert [m["move"] for m in shown["moves"]] != []
    assert {m["move"] for m in shown["moves"]} == set(game.legal_moves())
    assert all(isinstance(move["exact"], float) for move in shown["moves"])
    assert "exact: last phase, points ahead" in cli("analyse", path, "--agent", "greedy").out


def test_a_single_legal_move_has_its_exact_value_too(cli, tmp_path):
    path, game = solved_position(tmp_path)
    while len(game.legal_moves()) > 1:
        game.play(game.legal_moves()[0])
    path.write_text(json.dumps(game.position()))
    shown = cli("analyse", path, "--agent", "pimc:1", "--json").json
    assert shown["exact"] == "last phase"
    (only,) = shown["moves"]
    assert (only["value"], only["visits"]) == (None, 0)
    ahead = only["exact"]
    seat = game.to_move
    while not game.is_over:
        game.play(max(solve(game).items(), key=lambda item: item[1])[0])
    assert ahead == pytest.approx(100 * game.returns[seat])


def test_double_dummy_is_shown_where_nothing_is_hidden(cli, tmp_path):
    """A declarer who plays last to the last trick sees every card; nobody does at the start."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(last_trick().position()))
    shown = cli("analyse", path, "--agent", "greedy", "--json").json
    assert (shown["exact"], shown["exact_unit"]) == ("double dummy", "tricks of the declaring side")
    assert 0 <= shown["moves"][0]["exact"] <= 10
    path.write_text(json.dumps(Game("us3", seed=1).position()))
    assert cli("analyse", path, "--agent", "greedy", "--json").json["exact"] is None


def last_trick():
    """A game of us3 in which the declarer is to play the last card of all."""
    for seed in range(200):
        game = Game("us3", seed=seed, single_deal=True)
        while not game.is_over and game.phase != "play":
            moves = game.legal_moves()
            opening = "bid 6S" if "bid 6S" in moves else "pass"
            game.play(opening if game.phase == "bid" else moves[0])
        while not game.is_over:
            view = game.view()
            if sum(view.hand_sizes) == 1 and view.declarer == 0:
                return game
            game.play(game.legal_moves()[0])
    raise AssertionError("no such game")


def test_a_record_is_analysed_at_a_ply(cli, recorded):
    first = cli("analyse", recorded, "--ply", "0", "--agent", "pimc:2", "--json").json
    assert len(first["moves"]) == 8
    record = json.loads(recorded.read_text().splitlines()[0])
    moves = sum(len(deal["moves"]) for deal in record["deals"])
    last = cli("analyse", recorded, "--agent", "greedy", "--json").json
    assert last == cli("analyse", recorded, "--ply", moves - 1, "--agent", "greedy", "--json").json
    assert len(last["moves"]) == 1
    second = cli("analyse", recorded, "--game", "2", "--ply", "1", "--agent", "greedy", "--json")
    assert second.status == 0


def test_bad_input_is_named(cli, tmp_path, position, recorded, refused):
    missing = tmp_path / "none.json"
    assert refused(cli("analyse", missing), "none.json", "cannot be read")
    assert refused(cli("analyse", "-", stdin=""), "is empty")
    assert refused(cli("analyse", "-", stdin="{"), "not JSON")
    assert refused(cli("analyse", "-", stdin="[1]"), "a record is a JSON object")
    assert refused(cli("analyse", "-", stdin="[" * 100_000), "lists and objects")
    assert refused(cli("analyse", "-", stdin='{"rules": "clasic"}'), "clasic")
    assert refused(cli("analyse", "-", stdin='{"rules": "classic", "trumps": "S"}'), "trumps")
    assert refused(cli("analyse", position, "--ply", "3"), "--ply and --game are for records")
    assert refused(cli("analyse", recorded, "--ply", "999"), "there is no ply 999")
    assert refused(cli("analyse", recorded, "--game", "3"), "holds 2 games")
    assert refused(cli("analyse", recorded, "--ply", "-1"), "whole number")
    assert refused(cli("analyse", position, "--agent", "pimc:0"), "pimc:0", "1 to 100000")
    assert refused(cli("analyse", position, "--agent", "us3/ppo"), "us3")
    game = Game("classic", seed=1, single_deal=True)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    over = json.dumps(game.position())
    assert refused(cli("analyse", "-", stdin=over), "over")
