"""The rules in French: the same rules, numbers and options as in the English pages."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from cinqcents_env.notation.typography import typeset
from tests.docs.test_docs import CODE, DOCS, PAGES, UNCLEAR, rows
from tests.docs.test_site import hooks
from tests.notation.test_sheets import ENGLISH

FRENCH_UNCLEAR = "## Ce qui n’était pas clair"
PAGE = {"en": DOCS / "rules", "fr": DOCS / "rules" / "fr"}


def text_of(language, page):
    return (PAGE[language] / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES.values())
def test_rules_have_the_same_numbers_in_both_languages(page):
    numbered = re.compile(r"^- \*\*([^*]+)\*\* (.+)$", re.MULTILINE)
    english, french = (dict(numbered.findall(text_of(language, page))) for language in PAGE)
    assert list(english) == list(french)
    assert len(english) > 40
    assert [
        n for n in english if english[n] == french[n] and not re.match(r"\d+ \w+\.", english[n])
    ] == []


@pytest.mark.parametrize("page", PAGES.values())
def test_what_was_not_clear_has_the_same_numbers_in_both_languages(page):
    english = [(row[0], CODE.findall(row[3])) for row in rows(page, UNCLEAR)]
    french = [(row[0], CODE.findall(row[3])) for row in rows(f"fr/{page}", FRENCH_UNCLEAR)]
    assert english[1:] == french[1:]
    assert len(french) > 15


@pytest.mark.parametrize("page", PAGES.values())
def test_options_stand_in_the_same_order_with_the_same_values(page):
    english = [[row[0], *row[3:]] for row in rows(page, "## Options")]
    french = [[row[0], *row[3:]] for row in rows(f"fr/{page}", "## Les options")]
    assert english[1:] == french[1:]
    assert english[0][1:-1] == french[0][1:-1]


@pytest.mark.parametrize("page", ["README.md", *PAGES.values()])
def test_french_pages_are_french_and_typeset(page):
    prose = re.sub(
        r"`[^`]*`|\]\([^)]*\)|\*[^*]+\*|<!--.*?-->|five hundred", " ", text_of("fr", page)
    )
    assert ENGLISH.findall(prose) == []
    for line in text_of("fr", page).splitlines():
        if not line.startswith("<!--"):
            assert line == typeset(line, "fr")


def test_the_site_says_which_pages_are_french():
    for path, language in (("rules/fr/README.md", "fr"), ("rules/README.md", "")):
        page = SimpleNamespace(file=SimpleNamespace(src_uri=path))
        html = hooks().on_page_content("<p>1</p>", page=page)
        assert html == ('<div lang="fr"><p>1</p></div>' if language else "<p>1</p>")
