"""Move texts: every action of every rule set, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cinqcents_env as cc

RULESETS = cc.rulesets()
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def number_of_actions(ruleset: str) -> int:
    return len(cc.Game(ruleset, seed=1).legal_mask())


@every_ruleset
def test_every_action_reads_as_it_is_written(ruleset: str) -> None:
    game, texts = cc.Game(ruleset, seed=1), []
    for action in range(number_of_actions(ruleset)):
        text = cc.move_text(ruleset, action)
        assert game.move_text(action) == text == cc.move_text(cc.rules(ruleset), action)
        assert cc.move_index(ruleset, text) == action
        assert cc.move_index(ruleset, f"  {text.replace(' ', '   ')} ") == action
        assert cc.move_index(ruleset, text.lower()) == action
        assert cc.move_index(ruleset, text.upper()) == action
        texts.append(text)
    assert len(set(texts)) == len(texts)


def test_two_player_table() -> None:
    texts = [cc.move_text("classic", action) for action in range(49)]
    assert texts[:9] == ["7S", "8S", "9S", "JS", "QS", "KS", "TS", "AS", "7C"]
    assert texts[31:36] == ["AH", "marriage S", "marriage C", "marriage D", "marriage H"]
    assert texts[36:40] == ["quint S", "quint C", "quint D", "quint H"]
    assert texts[40:45] == ["four A", "four T", "four K", "four Q", "four J"]
    assert texts[45:] == ["binage", "exchange", "stop", "draw"]


@every_ruleset
def test_actions_that_do_not_exist(ruleset: str) -> None:
    number = number_of_actions(ruleset)
    for action in (-1, number, 10**9):
        with pytest.raises(cc.NotationError, match=f"{action} does not exist.*0 to {number - 1}"):
            cc.move_text(ruleset, action)
        with pytest.raises(cc.NotationError, match="does not exist"):
            cc.Game(ruleset, seed=1).move_text(action)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mariage H", "mariage H.*did you mean 'marriage H'"),
        ("A S", "'A S' is not a move of classic"),
        ("", "'' is not a move"),
        ("JK", "JK"),
        ("x" * 5000, "xxx"),
        ("AS\nTH", "not a move"),
        (None, "a move is a text.*NoneType"),
        (3, "a move is a text.*int"),
        (["AS"], "a move is a text.*list"),
        (b"AS", "a move is a text.*bytes"),
    ],
)
def test_texts_that_are_no_moves(text: str, words: str) -> None:
    with pytest.raises(cc.NotationError, match=words) as caught:
        cc.move_index("classic", text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text() | st.integers() | st.none() | st.lists(st.text()))
def test_reading_raises_nothing_else(text: str) -> None:
    for ruleset in ("classic", "mini", "au5"):
        try:
            index = cc.move_index(ruleset, text)
        except cc.NotationError:
            continue
        assert cc.move_text(ruleset, index).casefold() == " ".join(text.split()).casefold()


def test_unknown_rule_sets() -> None:
    with pytest.raises(cc.RulesError, match=r"clasic.*classic"):
        cc.move_text("clasic", 0)
    with pytest.raises(cc.RulesError, match="clasic"):
        cc.move_index("clasic", "AS")
