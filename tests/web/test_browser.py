"""Games played in a real browser, by mouse and by keyboard."""

from __future__ import annotations

import contextlib
import re

import pytest

from cinqcents_env.records import replay
from tests.web.browsing import (
    CHOSEN,
    LEGAL,
    begin,
    click_a_move,
    is_over,
    record_of,
    turn,
    wait_for_turn_after,
)
from tests.web.client import running


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
def test_a_whole_deal_by_clicks(open_page, base, ruleset):
    page = open_page()
    page.click(f"a[href='/new/{ruleset}']")
    begin(page, base, ruleset, single_deal="true")
    clicks = 0
    while not is_over(page):
        click_a_move(page, clicks)
        clicks += 1
    assert clicks >= 10
    game = replay(record_of(page))
    assert game.is_over
    assert game.deals_begun == 1
    if ruleset == "au4":
        moves = game.record()["deals"][0]["moves"]
        assert "bid 10NT" in moves
        assert sum(move.startswith("discard") for move in moves) == 3


@pytest.mark.parametrize("ruleset", ["classic", "au4"])
def test_a_whole_deal_by_keyboard(open_page, base, ruleset):
    page = open_page()
    begin(page, base, ruleset, single_deal="true")
    page.mouse.move(0, 0)
    for _ in range(20):  # from the top of the page to the first thing to choose
        page.keyboard.press("Tab")
        if page.evaluate(CHOSEN):
            break
    presses = 0
    while not is_over(page):
        before = turn(page)
        assert page.evaluate(CHOSEN)
        if "bid" in page.inner_text("#status"):
            for key in ("End", "ArrowUp", "ArrowUp", "ArrowRight"):
                page.keyboard.press(key)
            assert page.evaluate("document.activeElement.value") == "bid 9D"
        page.keyboard.press("Enter")
        wait_for_turn_after(page, before)
        presses += 1
    assert presses >= 10
    focused = page.evaluate("document.activeElement.className")
    assert focused == "button"
    assert replay(record_of(page)).is_over


def test_arrow_keys_go_along_the_hand_and_down_the_bids(open_page, base):
    page = open_page()
    begin(page, base, "au4", seed=3)
    page.focus("button[value='bid 6S']")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.value") == "bid 7S"
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.value") == "bid open misere"
    page.focus(".hand button")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    second = page.query_selector_all(".hand button")[1]
    assert page.evaluate("document.activeElement.value") == second.get_attribute("value")
    assert "Auction" not in page.inner_text(".why")
    assert "auction is on" in page.inner_text(".why")


def test_a_card_that_may_not_be_played_says_why(open_page, base):
    page = open_page()
    begin(page, base, "classic", seed=1)
    for number in range(60):
        refused = page.query_selector(".hand button[aria-disabled]")
        if refused:
            break
        click_a_move(page, number)
    before = turn(page)
    refused.click(force=True)  # disabled to a screen reader, yet it answers
    why = page.inner_text(".why")
    assert re.search(r"\((CL|FH)\d+\)", why)
    assert why in refused.get_attribute("aria-label")
    assert turn(page) == before


def test_take_back_reload_and_come_back(open_page, base):
    page = open_page()
    begin(page, base, "classic", seed=5)
    first = page.inner_html(".hand")
    start = turn(page)
    click_a_move(page)
    now, hand = turn(page), page.inner_html(".moves")
    page.reload()
    assert (turn(page), page.inner_html(".moves")) == (now, hand)
    page.click("#take-back")
    wait_for_turn_after(page, now)
    assert turn(page) == start
    assert page.inner_html(".hand") == first
    address = page.url
    page.goto(base)
    page.click(f"a[href='{address.removeprefix(base)}']")
    assert turn(page) == start


def test_two_windows_of_one_game(open_page, base):
    page = open_page(expected=["409"])
    begin(page, base, "classic", seed=5)
    other = page.context.new_page()
    other.goto(page.url)
    click_a_move(other)
    page.query_selector(LEGAL).click()
    page.wait_for_selector(".error")
    assert "moved on" in page.inner_text(".error")
    assert turn(page) == turn(other)


def test_watching_runs_and_pauses(open_page, base):
    page = open_page()
    begin(page, base, "mini", seat="watch")
    page.evaluate("document.getElementById('speed').value = 0.2")
    page.click("#run")
    page.wait_for_selector("[data-over]")
    page.wait_for_function("() => document.getElementById('run').textContent === 'Run'")
    assert page.query_selector("a[href$=replay]")


def test_without_scripts_it_is_played_all_the_same(open_page, base):
    page = open_page(java_script_enabled=False)
    begin(page, base, "classic", seed=5)
    for _ in range(4):
        before = turn(page)
        calm = page.query_selector("button[value=draw]")
        (calm or page.query_selector(LEGAL)).click()
        assert turn(page) != before
    page.click("#take-back")
    page.click("text=Français")
    assert page.query_selector("html[lang=fr]")
    assert page.query_selector("[aria-label*=' de ']")


def test_a_table_that_is_gone_is_told(browser, tmp_path):
    with running(tmp_path) as port:
        context = browser.new_context()
        page = context.new_page()
        begin(page, f"http://127.0.0.1:{port}", "classic", seed=5)
    page.query_selector(LEGAL).click()
    page.wait_for_selector("#table > .error")
    assert "does not answer" in page.inner_text("#table > .error")
    assert "does not answer" in page.inner_text("#live")
    with contextlib.suppress(Exception):
        context.close()


def test_what_happened_is_read_out(open_page, base):
    page = open_page()
    begin(page, base, "classic", seed=5)
    click_a_move(page)
    said = page.inner_text("#live")
    assert "opponent" in said or "you take the trick" in said
    assert page.inner_text("#status") in said
