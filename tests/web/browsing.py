"""A real browser, Debian's Chromium driven by Playwright, and what a player does with it."""

from __future__ import annotations

import contextlib
import os
import shutil

import pytest

from cinqcents_env.records import parse_record

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = os.environ.get("CINQCENTS_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
LEGAL = ".hand button:not([aria-disabled]), .choices button:not([aria-disabled])"
CHOSEN = """document.activeElement.name === 'move'
  && document.activeElement.getAttribute('aria-disabled') !== 'true'"""
"""Whether a legal move has the keyboard."""
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


@contextlib.contextmanager
def launched():
    """The browser, without a window; where there is none, what asks for it is skipped."""
    if BROWSER is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)}")
    library = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with library.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


def begin(page, base, ruleset, seed=7, seat="0", **options):
    """Fill in the form of a new game."""
    page.goto(f"{base}/new/{ruleset}")
    page.select_option("#seat", seat)
    page.fill("#seed", str(seed))
    if options:
        page.click("details summary")
    for name, value in options.items():
        page.select_option(f"#option-{name}", value)
    page.click("button.primary")
    page.wait_for_selector("#table .stage")
    page.wait_for_load_state()  # with its script


def turn(page):
    return page.get_attribute(".stage", "data-turn")


def wait_for_turn_after(page, before):
    page.wait_for_function(
        "turn => document.querySelector('.stage').dataset.turn !== turn", arg=before
    )


def is_over(page):
    return page.query_selector("[data-over]") is not None


def click_a_move(page, number=0):
    """Click a draw or a pass where one is offered, else one of the moves."""
    calm = page.query_selector("button[value=draw]:not([aria-disabled])")
    if not calm and "bid" in page.inner_text("#status"):
        high = page.query_selector("button[value='bid 10NT']:not([aria-disabled])")
        calm = high or page.query_selector("button[value=pass]")
    legal = page.query_selector_all(LEGAL)
    before = turn(page)
    (calm or legal[number % len(legal)]).click()
    wait_for_turn_after(page, before)


def record_of(page):
    with page.expect_download() as download:
        page.click("a[download]")
    return parse_record(download.value.path().read_text())
