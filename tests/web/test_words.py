"""Cards, moves and sentences: every one in both languages."""

from __future__ import annotations

import re
import string

import pytest

from cinqcents_env.engine.cinqcents.layout import OUTCOMES
from cinqcents_env.engine.five_hundred.layout import OUTCOMES as FIVE_HUNDRED_OUTCOMES
from cinqcents_env.engine.five_hundred.layout import PHASES
from cinqcents_env.evaluation import analysis, lookahead
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import REGISTRY
from cinqcents_env.score_sheet import PARTS
from cinqcents_env.web.pages import environment
from cinqcents_env.web.texts import PAGES, SENTENCES
from cinqcents_env.web.texts_table import TABLE
from cinqcents_env.web.words import LANGUAGES, Words


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", REGISTRY)
def test_every_move_has_words_of_its_own(ruleset, language):
    words, texts = Words(language), move_texts(REGISTRY[ruleset])
    spoken = [words.move(text) for text in texts]
    assert len(set(spoken)) == len(texts)
    assert all(re.fullmatch(r"[\w '’(),\-]+", text) for text in spoken)


def test_sentences_take_the_same_values_in_both_languages():
    assert not set(TABLE) & set(PAGES)
    for name, texts in SENTENCES.items():
        assert len(texts) == len(LANGUAGES)
        assert all(texts), name
        assert places(texts[0]) == places(texts[1]), name


def test_whatever_is_said_by_a_made_up_name_is_there():
    made_up = [f"about_{ruleset}" for ruleset in REGISTRY]
    made_up += ["end_" + reason.replace(" ", "_") for reason in (*OUTCOMES, *FIVE_HUNDRED_OUTCOMES)]
    tasks = {*PHASES, "meld"} - {"over"}
    made_up += [f"your_turn_{task}" for task in tasks]
    made_up += [f"group_{phase}" for phase in PHASES if phase != "over"]
    made_up += [f"unit_{unit}" for unit in analysis.UNITS]
    made_up += [f"no_value_{reason}" for reason in lookahead.REASONS]
    made_up += [f"source_{source}" for source in (analysis.SOLVED, analysis.DOUBLE_DUMMY)]
    made_up += ["part_" + part.replace(" ", "_") for part in PARTS]
    made_up += [f"language_{language}" for language in LANGUAGES]
    assert not set(made_up) - set(SENTENCES)


def test_templates_say_only_what_is_in_the_catalogue():
    environment_ = environment()
    said = set()
    for name in environment_.list_templates():
        source = environment_.loader.get_source(environment_, name)[0]
        said |= set(re.findall(r'say\("([^"]+)"[,)]', source))
    assert said
    assert not said - set(SENTENCES)
