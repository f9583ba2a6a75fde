"""The verb ``play`` at a terminal: when it opens the full table, and how."""

from __future__ import annotations

import json
import re
import sys

import pytest

from cinqcents_env.cli import screen
from cinqcents_env.cli.play import LANGUAGES
from cinqcents_env.notation import names


def test_the_languages_of_the_command_are_those_of_the_names():
    assert tuple(names.LANGUAGES) == LANGUAGES


@pytest.fixture
def terminal(monkeypatch):
    """Make the verb believe that it sits at a terminal."""
    from cinqcents_env.cli import play

    monkeypatch.setattr(play, "is_terminal", lambda stream: True)


def test_the_command_opens_the_table_on_a_terminal(cli, monkeypatch, terminal, tmp_path):
    asked, record = {}, tmp_path / "games.jsonl"

    def play(session, **how):
        asked.update(how, seat=session.seat)
        while not session.game.is_over:
            turn = session.players_turn
            session.decide(session.game.legal_actions()[0]) if turn else session.carry_out(
                session.answer()
            )

    monkeypatch.setattr(screen, "play", play)
    argv = ["play", "mini", "--against", "random", "--seat", "1", "--hint", "cfr", "--lang", "fr"]
    answer = cli(*argv, "--pace", "0", "--record", record, "--seed", "1")
    assert (answer.status, answer.errors) == (0, [])
    assert answer.out.startswith("résultat : vous ")
    assert asked.pop("hint").spec == "cfr"
    assert asked == {"language": "fr", "pace": 0, "seat": 1}
    assert json.loads(record.read_text())["result"] is not None


def test_leaving_the_table_is_said(cli, monkeypatch, terminal):
    monkeypatch.setattr(screen, "play", lambda session, **how: None)
    answer = cli("play", "mini", "--against", "random")
    assert answer.out == "game left unfinished\n"


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "game left unfinished; {} holds it"),
        ("fr", "partie quittée avant la fin ; elle est dans {}"),
    ],
)
def test_leaving_names_the_file_of_the_game(
    cli, monkeypatch, terminal, tmp_path, language, words, plain
):
    monkeypatch.setattr(screen, "play", lambda session, **how: None)
    record = tmp_path / "games.jsonl"
    argv = ["play", "mini", "--against", "random", "--lang", language, "--record", record]
    answer = cli(*argv, *(["--plain"] if plain else []), stdin="quit\n")
    assert (answer.status, answer.errors) == (0, [])
    assert answer.out.splitlines()[-1].removeprefix("> ") == words.format(record)
    assert json.loads(record.read_text())["result"] is None


@pytest.mark.parametrize("seed", range(6))
def test_the_result_is_told_in_french(cli, seed):
    argv = ["play", "mini", "--against", "random", "--seed", seed, "--plain"]
    option = ("--option", "single_deal=true")
    english, french = (
        cli(*argv, "--lang", language, *option, stdin="1\n" * 99).out.splitlines()[-1]
        for language in ("en", "fr")
    )
    assert english.startswith("result: ")
    outcome = english.removeprefix("result: ").partition(" (")[0]
    told = {
        "you win": "vous gagnez",
        "you lose to player 1": "vous perdez contre joueur 1",
        "nobody wins": "personne ne gagne",
    }
    assert french.startswith(f"résultat : {told[outcome]} (")
    assert "; scores" not in french
    assert re.findall(r"\d+", french) == re.findall(r"\d+", english)


def test_plain_text_on_a_terminal_where_it_is_asked_for(cli, terminal):
    answer = cli("play", "mini", "--against", "random", "--plain", "--seed", "1", stdin="quit\n")
    assert (answer.status, answer.errors) == (0, [])
    assert "mini, seed 1; 'help' lists the commands" in answer.out


def test_plain_text_where_the_library_lacks(cli, monkeypatch, terminal):
    monkeypatch.setitem(sys.modules, "textual", None)
    answer = cli("play", "mini", "--against", "random", "--seed", "1", stdin="quit\n")
    assert answer.status == 0
    assert answer.errors == [
        "plain text: the full table needs textual: pip install 'cinqcents_env[play]'"
    ]
    assert "mini, seed 1" in answer.out


def test_plain_hints_and_french_names(cli):
    argv = ("play", "classic", "--against", "greedy", "--seed", "3", "--lang", "fr", "--plain")
    answer = cli(*argv, "--option", "first_dealer=1", stdin="hint\nquit\n")
    assert answer.status == 0
    assert "greedy pense :" in answer.out
    assert " de cœur" in answer.out
    assert "100.0%" in answer.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("--hint", "nobody"), "unknown agent 'nobody'"),
        (("--lang", "de"), "invalid choice: 'de'"),
        (("--pace", "-1"), "a number 0 to 60"),
    ],
)
def test_the_command_refuses(cli, argv, words, refused):
    assert refused(cli("play", "classic", "--against", "random", *argv), words)
