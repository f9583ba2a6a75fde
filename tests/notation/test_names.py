"""Names of cards, melds and moves: one for each, in every language."""

from __future__ import annotations

import dataclasses
import importlib

import pytest

from cinqcents_env.notation import move_texts
from cinqcents_env.notation.names import (
    LANGUAGES,
    card_label,
    card_name,
    meld_name,
    move_name,
    names,
)
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.rulebook import rulesets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_every_move_has_a_name_of_its_own(ruleset, language):
    texts = move_texts(rules_of(ruleset))
    assert len({move_name(text, language) for text in texts}) == len(texts)
    assert not any("{" in move_name(text, language) for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_every_card_has_a_name_and_a_label_of_its_own(ruleset, language):
    cards = rules_of(ruleset).cards.cards
    assert len({card_name(card, language) for card in cards}) == len(cards)
    assert len({card_label(card, language) for card in cards}) == len(cards)
    assert all(len(card_label(card, language)) <= 3 for card in cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_meld_has_a_name(language):
    texts = move_texts(rules_of("classic"))
    melds = texts[texts.index("marriage S") : texts.index("exchange")]
    assert len({meld_name(meld, language) for meld in melds}) == len(melds) == 14


def test_the_languages_name_the_same_things():
    english, french = LANGUAGES["en"], LANGUAGES["fr"]
    for field in dataclasses.fields(english):
        assert getattr(english, field.name).keys() == getattr(french, field.name).keys()


def test_french():
    assert move_name("quint H", "fr") == "annoncer la quinte majeure de cœur"
    assert move_name("bid 8NT", "fr") == "demander huit levées à sans-atout"
    assert move_name("JK=D", "fr") == "joker, joué comme carreau"
    assert [card_label(card, "fr") for card in ("KS", "QS", "JS", "TS")] == [
        "R♠",
        "D♠",
        "V♠",
        "10♠",
    ]


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match=r"no names in language 'de'; valid: en, fr"):
        names("de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_in_which_a_game_ends_has_words(language):
    reasons = {reason for family in ("cinqcents", "five_hundred") for reason in outcomes(family)}
    endings = LANGUAGES[language].endings
    assert set(endings) == reasons
    assert all(endings.values())


def outcomes(family):
    """The reasons that an engine knows."""
    return importlib.import_module(f"cinqcents_env.engine.{family}").OUTCOMES
