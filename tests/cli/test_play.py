"""The verb ``play``: whole games through stdin, commands, errors, nothing hidden shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cinqcents_env as cc
from cinqcents_env.cli.record_file import RecordFile
from cinqcents_env.cli.words import told
from cinqcents_env.game import Game
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.rulebook import rulesets

ONE_DEAL = ("--option", "single_deal=true")


@pytest.mark.parametrize("name", rulesets())
def test_play_a_whole_deal(cli, tmp_path, name):
    record = tmp_path / "games.jsonl"
    argv = ["play", name, "--against", "random", "--seed", "5", "--record", record, *ONE_DEAL]
    answer = cli(*argv, stdin="1\n" * 300)
    assert (answer.status, answer.errors) == (0, [])
    assert answer.out.splitlines()[-1].startswith("result: ")
    players = rules_of(name).players
    assert all(f"player {seat}: " in answer.out for seat in range(1, players))
    assert cli(*argv, stdin="1\n" * 300).status == 0
    replayed = cli("replay", record, "--json").json
    assert replayed["failure"] is None
    assert len(replayed["games"]) == 2
    assert replayed["games"][0] == {**replayed["games"][1], "game": 1}


def test_play_a_whole_game_to_the_target(cli, tmp_path):
    record = tmp_path / "games.jsonl"
    argv = ("play", "classic", "--against", "greedy", "--seat", "1", "--record", record)
    answer = cli(*argv, "--seed", "5", "--option", "target=300", stdin="1\n" * 3000)
    assert answer.status == 0
    assert "-- deal 1 is over; scores" in answer.out
    assert "take the trick" in answer.out
    (line,) = record.read_text().splitlines()
    game = json.loads(line)
    assert game["options"] == {"target": 300}
    assert game["result"]["winners"]


def test_play_takes_texts_and_commands(cli, tmp_path):
    record = tmp_path / "games.jsonl"
    own = Game("classic", seed=3, first_dealer=1).legal_moves()
    lines = ["nonsense", "7H" if "7H" not in own else "7D", "0", "99", "undo", "MOVES", "help", ""]
    lines += ["table", f"  {own[2].lower()} ", "undo", own[1], "quit"]
    argv = ("play", "classic", "--against", "greedy", "--seed", "3", "--record", record)
    answer = cli(*argv, "--option", "first_dealer=1", "--hints", "off", stdin="\n".join(lines))
    assert (answer.status, answer.errors) == (0, [])
    for words in (
        "'nonsense' is not a move of classic",
        "is not legal for player 0",
        "there is no move 0; moves are numbered 1 to 8",
        "there is no decision to take back",
        f"   1  {own[0]} ",
        "take back your last decision",
        f"you: {own[2]}\n",
        "taken back",
        f"you: {own[1]}\n",
        "game left unfinished",
    ):
        assert words in answer.out
    moves = json.loads(record.read_text())["deals"][0]["moves"]
    assert moves[0] == own[1]
    assert own[2] not in moves[:1]


def test_undo_restores_the_opponents_chance(cli):
    argv = ("play", "classic", "--against", "random", "--seed", "3", "--option", "first_dealer=1")
    once = cli(*argv, stdin="2\nquit\n").out
    again = cli(*argv, stdin="1\nundo\n2\nquit\n").out
    reply = [line for line in once.splitlines() if line.startswith("player 1: ")][-1]
    assert [line for line in again.splitlines() if line.startswith("player 1: ")][-1] == reply


def test_hints_off_hides_the_list(cli):
    argv = ("play", "classic", "--against", "random", "--seed", "3", "--option", "first_dealer=1")
    assert "   1  " in cli(*argv).out
    assert "   1  " not in cli(*argv, "--hints", "off").out


@pytest.mark.parametrize("seed", range(5))
def test_play_shows_no_hidden_card(cli, seed):
    game = Game("classic", seed=seed, first_dealer=1)
    dealt = game.deal_texts()
    hidden = {*dealt["hands"][1].split(), *dealt["stock"].split()}
    argv = ("play", "classic", "--against", "random", "--option", "first_dealer=1")
    answer = cli(*argv, "--seed", seed)
    assert not hidden & set(answer.out.split())
    assert answer.out.rstrip().endswith("game left unfinished")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("nogame", "--against", "random"), "unknown rule set"),
        (("classic", "--against", "rndom"), "did you mean 'random'"),
        (("classic", "--against", "random", "random"), "1 other seats"),
        (("us3", "--against", "random", "random", "random"), "2 other seats"),
        (("classic", "--against", "random", "--seat", "2"), "no seat 2"),
        (("classic", "--against", "random", "--record", "no/such/folder/x"), "cannot be written"),
        (("classic", "--against", "random", "--option", "target=0"), "target"),
    ],
)
def test_play_refuses(cli, argv, words, refused):
    assert refused(cli("play", *argv), words)


@pytest.mark.parametrize("name", rulesets())
def test_what_others_are_told_hides_discards(name):
    texts = move_texts(rules_of(name))
    hidden = [text for text in texts if told(text, "discard") != text]
    assert all(text.startswith("discard ") for text in hidden)
    assert all(told(text, "name") == "" for text in texts if text == "pass")


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_a_killed_game_is_in_its_file(tmp_path):
    record = tmp_path / "games.jsonl"
    record.write_text('{"other": 1}\n')
    command = [sys.executable, "-m", "cinqcents_env", "play", "classic", "--against", "greedy"]
    command += ["--record", str(record), "--seed", "3", "--plain"]
    environment = os.environ | {"PYTHONPATH": str(Path(cc.__file__).parents[1])}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as running:
        for line in running.stdout:
            if line.startswith("you to play"):
                break
        running.stdin.write("1\n")
        running.stdin.flush()
        end = time.monotonic() + 60
        while moves_of(record) < 1:
            assert time.monotonic() < end
            time.sleep(0.05)
        running.kill()
    assert record.read_text().startswith('{"other": 1}\n')


def moves_of(record):
    """How many moves the game in the second line of a file has; 0 where there is no such line."""
    lines = record.read_text().splitlines()[1:]
    return sum(len(deal["moves"]) for line in lines for deal in json.loads(line)["deals"])


def test_two_games_in_one_file_spoil_nothing(tmp_path):
    path = tmp_path / "games.jsonl"
    games = [cc.Game("mini", seed=seed) for seed in (1, 2)]
    files = [RecordFile(str(path)) for _ in games]
    for _ in range(2):
        for game, file in zip(games, files, strict=True):
            game.play(game.legal_moves()[0])
            file.keep(game)
    files[1].keep(games[1])
    lines = path.read_text().splitlines()
    assert lines[-1] == games[1].record_line()
    assert games[0].record_line() in lines
    assert all(json.loads(line) for line in lines)
