"""French pages hold no English, and pages of both languages the same things."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from cinqcents_env.notation import sheets
from cinqcents_env.rulebook import REGISTRY
from cinqcents_env.web import texts
from cinqcents_env.web.pages import marked_up
from cinqcents_env.web.texts import SENTENCES
from tests.notation.test_sheets import ENGLISH
from tests.web.client import chooser

KEPT = re.compile(
    r"<(?:(?:code|cite|a [^>]*hreflang)\b|option(?: selected)?>).*?</\w+>|Five Hundred|five hundred"
)
"""What is the same in every language: names of code and of agents, titles, the other language."""
TAG = re.compile(r"<(?:script|style|svg)\b.*?</\w+>|<[^>]+>", re.DOTALL)
SPOKEN = re.compile(
    r'(?:aria-label|title|alt|placeholder|data-(?:why|run|pause|no-answer|waiting))="([^"]*)"'
)
MORE_ENGLISH = re.compile(
    r"\b(?:your|you|no|none|yes|true|false|null|game|games|against|rule|rules|value|meaning|draw"
    r"|play|back|next|first|last|points of|random|away|seat|player|options? of|none yet)\b",
    re.IGNORECASE,
)


def texts_of(page):
    """What a page says: its text, and what it says to screen readers and in hints."""
    kept = KEPT.sub(" ", page)
    return html.unescape(TAG.sub(" ", kept) + " ".join(SPOKEN.findall(kept)))


def english_in(page):
    text = texts_of(page)
    return ENGLISH.findall(text) + MORE_ENGLISH.findall(text)


@pytest.mark.parametrize("ruleset", REGISTRY)
@pytest.mark.parametrize("page", ["rules", "new"])
def test_a_french_page_of_rules_holds_no_english(client, page, ruleset):
    answer = client.get(f"/{page}/{ruleset}?lang=fr")
    assert '<html lang="fr">' in answer.text
    assert 'lang="en"' not in re.sub(r"<a [^>]*hreflang[^>]*>", "", answer.text)
    assert english_in(answer.text) == []
    assert len(texts_of(answer.text)) > 1000


def test_english_would_be_found(client):
    assert len(english_in(client.get("/rules/classic?lang=en").text)) > 50
    assert len(english_in(client.get("/new/classic?lang=en").text)) > 20


@pytest.mark.parametrize("path", ["/", "/tournaments", "/games/nothing", "/rules/nothing"])
def test_a_french_page_holds_no_english(client, path):
    answer = client.get(f"{path}?lang=fr")
    assert '<html lang="fr">' in answer.text
    assert english_in(answer.text) == []


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_the_sheet_has_the_same_headings_and_numbers_in_both_languages(client, ruleset):
    english, french = (
        client.get(f"/rules/{ruleset}?lang={language}").text for language in ("en", "fr")
    )
    for pattern in (r' id="([^"]+)"', r'href="#([^"]+)"', r"<(h[123])", r"<code>(.*?)</code>"):
        assert re.findall(pattern, english) == re.findall(pattern, french)
    ids, targets = (set(re.findall(p, french)) for p in (r' id="([^"]+)"', r'href="#([^"]+)"'))
    assert len(ids) == len(re.findall(r' id="', french))
    assert targets <= ids
    numbers = {number for _, part in sheets.rules_by_number(ruleset) for number in part}
    assert numbers <= ids
    assert {doubt.number for doubt in sheets.doubts(REGISTRY[ruleset].family)} <= ids


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_values_are_chosen_by_their_words(client, ruleset):
    page = client.get(f"/new/{ruleset}?lang=fr").text
    chosen = re.findall(r'<option value="([^"]*)"( selected)?>([^<]*)</option>', page)
    said = {html.unescape(value): html.unescape(words) for value, _, words in chosen}
    assert said["true"] == "oui"
    assert said["false"] == "non"
    assert not [words for words in said.values() if "_" in words or words in ("", "null")]
    for name in REGISTRY[ruleset].option_names():
        assert page.count(f'name="option-{name}"') == 1


def test_an_empty_field_says_that_an_option_does_not_apply(client):
    assert 'placeholder="sans objet"' in client.get("/new/ru3?lang=fr").text
    begun = client.begin("ru3", seat="watch", misere_value="")
    assert client.get(begun).status == 200


def test_texts_of_rules_become_html():
    text = "CL1 and `pack`, ``mini``, *Enquire*, F5.2 & CL19"
    assert marked_up(text, {"CL1", "F5.2"}) == (
        '<a href="#CL1">CL1</a> and <code>pack</code>, <code>mini</code>, <cite>Enquire</cite>, '
        '<a href="#F5.2">F5.2</a> &amp; CL19'
    )


def test_sentences_are_written_with_plain_spaces_and_apostrophes():
    """So that they can be searched for; ``typeset`` puts in the others."""
    for name, (_, french) in SENTENCES.items():
        assert not re.search("[\u00a0\u202f’]", french), name
        assert not re.search(r"\w[;:!?»](?:\s|$)|[“”\"]", french), name


def test_french_sentences_hold_no_english():
    for name, (_, french) in SENTENCES.items():
        if name not in ("language_en", "five_hundred_family"):
            assert not ENGLISH.findall(re.sub(r"{\w+}", "", french)), name


def test_no_sentence_is_left_over():
    folder = Path(texts.__file__).parent
    files = [*folder.glob("*.py"), *(folder / "templates").glob("*.html")]
    source = "".join(
        path.read_text(encoding="utf-8") for path in files if not path.name.startswith("texts")
    )
    said = set(re.findall(r"[\"'](\w+)[\"']", source)) | {"no_trumps_short", "open_misere"}
    begun = tuple(re.findall(r"\"(\w+_)\"", source))  # of names that are put together
    assert {"do_", "end_", "the_"} <= set(begun)
    assert [n for n in SENTENCES if n not in said and not n.startswith(begun)] == []


@pytest.mark.parametrize("ruleset", ["classic", "lyonnais", "us3", "ru3", "au5"])
def test_a_game_is_played_in_french(client, ruleset):
    client.get("/?lang=fr")
    path = client.begin(ruleset, single_deal="true")
    answer, choose, pages = client.get(path), chooser(3), 0
    while answer.moves:
        assert english_in(answer.text) == []
        high = [move for move in answer.moves if move == "bid 10NT"]
        answer = client.move(path, answer, (high or [choose(answer.moves, pages)])[0])
        pages += 1
    assert pages >= 10
    over = client.get(path)
    assert "gagne" in over.text
    for page in (over, client.get(f"{path}/replay?ply=9")):
        assert '<html lang="fr">' in page.text
        assert english_in(page.text) == []
    asked = {"first": "greedy", "second": "random", "ply": "3"}
    analysis = client.post(f"{path}/analysis", asked, part=False)
    assert analysis.status == 200
    assert english_in(analysis.text.replace(">random<", "><")) == []
