"""A game played line by line in French: nothing of it is English but the texts of moves."""

from __future__ import annotations

import re
import string

import numpy as np
import pytest

from cinqcents_env.cli import plain_words
from cinqcents_env.cli.plain_words import COMMANDS, PlainWords
from cinqcents_env.evaluation import analysis, lookahead
from cinqcents_env.game import Game
from cinqcents_env.render import ansi, ansi_words
from cinqcents_env.rulebook import rulesets

SAME = {"value", "pass"}
"""Phrases that are the same in both languages, or that hold no English word."""
ENGLISH = set(
    "you your opponent player dealt target trump turn-up stock face marked melds known hand trick "
    "scores contract kitty taken laid away shows called named highest yet plays void sits out game "
    "over wins won nobody forfeit the of and is thinks exactly take takes asking seed help lists "
    "commands partner numbered there no decision undo text needs left unfinished holds".split()
)
"""Words of the English phrases that are neither French nor part of a move's text."""
NUMBER = re.compile(r"-?\d+")
LINES = "hint\nhelp\nnonsense\n0\nundo\n"


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-zà-ÿ-]+", text.casefold()))


def fields(text: str) -> list[str]:
    return sorted(f"{name}:{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name)


@pytest.mark.parametrize("phrases", [plain_words.PHRASES, ansi_words.PHRASES], ids=["cli", "ansi"])
def test_every_phrase_has_its_french(phrases):
    assert len(phrases) > 20
    for key, (english, french) in phrases.items():
        assert french.strip(), key
        if key not in SAME:
            assert french != english
        if "{error}" not in english:
            assert english.count("{") == french.count("{"), key
            assert fields(english) == fields(french), key


def test_a_command_is_understood_in_both_languages():
    assert list(COMMANDS["fr"].values()) == list(COMMANDS["en"])
    english, french = PlainWords("en"), PlainWords("fr")
    for typed, meant in COMMANDS["fr"].items():
        assert french.command(typed) == french.command(meant) == meant
        assert f"\n  {typed} " in "\n" + french.help("8S")
        assert f"\n  {meant} " in "\n" + english.help("8S")
    assert english.command("conseil") == french.command("8S") == ""


def test_units_of_values_are_french():
    for unit in (lookahead.SHARE, lookahead.MARGIN, analysis.TRICKS):
        assert PlainWords("en").unit(unit) == unit
        assert words_of(PlainWords("fr").unit(unit)).isdisjoint(words_of(unit) - {"points"})


@pytest.mark.parametrize("ruleset", rulesets())
def test_a_game_in_french_says_nothing_in_english(cli, ruleset):
    argv = ("play", ruleset, "--against", "random", "--seed", "3", "--plain")
    lines = LINES + "1\n" * 9 + "reprise\nconseil\ncoups\ntable\naide\n" + "2\n1\n1\n" * 300
    option = ("--option", "single_deal=true")
    answer = cli(*argv, "--lang", "fr", *option, stdin=lines)
    assert (answer.status, answer.errors) == (0, [])
    assert answer.out.splitlines()[-1].startswith("résultat : ")
    for told in ("pense :", "n'est pas un coup", "repris", "main ", "graine 3", "numéros 1 à"):
        assert told in answer.out
    assert words_of(answer.out) & ENGLISH == set()


@pytest.mark.parametrize("ruleset", rulesets())
def test_the_drawn_table_is_french_to_its_end(ruleset):
    game, rng = Game(ruleset, seed=4, single_deal=True), np.random.default_rng(4)
    while not game.is_over:
        game.play_action(int(rng.choice(game.legal_actions())))
        for seat in range(game.num_players):
            english, french = (ansi.draw(game.view(seat), language) for language in ("en", "fr"))
            assert len(english.splitlines()) == len(french.splitlines())
            assert NUMBER.findall(english) == NUMBER.findall(french)
            assert words_of(french) & ENGLISH == set()
    assert "partie finie" in french


def test_a_move_that_is_not_legal_is_refused_in_french(cli):
    legal = Game("classic", seed=3, first_dealer=1).legal_moves()
    other = next(
        f"{rank}{suit}" for suit in "SCDH" for rank in "789" if f"{rank}{suit}" not in legal
    )
    argv = ("play", "classic", "--against", "random", "--seed", "3", "--plain", "--lang", "fr")
    out = cli(*argv, "--option", "first_dealer=1", stdin=f"{other}\nfin\n").out
    assert f"'{other}' n'est pas permis ; coups permis : {', '.join(legal)}" in out


def test_there_is_no_table_in_another_language():
    with pytest.raises(ValueError, match="no names in language 'de'; valid: en, fr"):
        ansi.draw(Game("mini", seed=0).view(), "de")
