"""The pages in French, in a real browser: nothing cut, nothing English, rules a click away."""

from __future__ import annotations

import re

import pytest

from tests.notation.test_sheets import ENGLISH
from tests.web.browsing import NARROW, WIDE, begin, click_a_move

FRENCH = {"locale": "fr-CA"}
SPACE = re.compile(r" [;:!?»]|« ")
"""Spaces at which a line may break and should not."""
CUT = """() => [...document.querySelectorAll("button, .button, label, h1, h2, h3, summary, td, th")]
  .filter(e => e.offsetParent && !e.closest(".stacked thead") && e.clientWidth)
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.textContent.trim())"""
"""Texts that do not fit where they stand."""


@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
def test_pages_fit_and_are_typeset(open_page, base, size):
    page = open_page(viewport=size, **FRENCH)
    for path in ("/", "/rules/classic", "/rules/au5", "/new/lyonnais", "/new/au4", "/tournaments"):
        page.goto(base + path)
        for summary in page.query_selector_all("summary"):
            summary.click()
        assert page.get_attribute("html", "lang") == "fr"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert page.evaluate(CUT) == [], path
        text = page.inner_text("main")
        assert SPACE.findall(text) == [], path
        assert ENGLISH.findall(text.replace("kitty", "")) == [], path


def test_a_file_is_chosen_in_french(open_page, tmp_path):
    page = open_page(**FRENCH)
    assert page.inner_text("label.file") == "Choisir un fichier"
    record = tmp_path / "partie.jsonl"
    record.write_text("{}\n")
    page.set_input_files("#record-file", str(record))
    assert page.inner_text("#record-name") == "partie.jsonl"


def test_a_reason_leads_to_its_rule(open_page, base):
    page = open_page(**FRENCH)
    begin(page, base, "classic", 5)
    while page.query_selector("button[value=draw]") is None:
        click_a_move(page)
    page.focus(".hand button[aria-disabled]")
    assert "piochez" in page.inner_text(".why")
    number = page.inner_text(".why a")
    page.focus(".why a")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rules/classic#{number}")
    assert page.evaluate("number => document.getElementById(number) !== null", number)
    assert "annoncer" in page.inner_text(f"#{number}")
