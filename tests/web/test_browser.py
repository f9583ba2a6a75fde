"""The pages in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import contextlib
import os
import re
import shutil

import pytest

from cinqcents_env.records import parse_record, replay
from tests.web.client import running

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = os.environ.get("CINQCENTS_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
try:
    from playwright.sync_api import sync_playwright
except ImportError:
    pytest.skip("playwright is not installed: no browser to drive", allow_module_level=True)
if BROWSER is None:
    pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)}", allow_module_level=True)

LEGAL = ".hand button:not([aria-disabled]), .choices button:not([aria-disabled])"
CHOSEN = """document.activeElement.name === 'move'
  && document.activeElement.getAttribute('aria-disabled') !== 'true'"""
"""Whether a legal move has the keyboard."""
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    with running(tmp_path_factory.mktemp("games")) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def open_page(browser, base):
    """Open pages; at the end none has complained, nor asked for anything elsewhere."""
    told, contexts = [], []

    def opened(path="/", expected=(), **settings):
        context = browser.new_context(
            **{"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce", **settings}
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()

        def heard(message):
            if message.type in ("error", "warning"):
                if not any(words in message.text for words in expected):
                    told.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith(base) else told.append(r.url))
        page.goto(base + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert told == []


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


def test_analysis_of_a_decision(open_page, base):
    page = open_page()
    begin(page, base, "classic", seed=5)
    page.click("#analyse")
    page.wait_for_selector("#analysis table")
    legal = len(page.query_selector_all(LEGAL))
    assert len(page.query_selector_all("#analysis tbody tr")) == legal
    assert "classic/ppo gives the position" in page.inner_text("#analysis")
    click_a_move(page)
    assert page.inner_text("#analysis") == ""


def test_replay_with_its_slider_and_analysis(open_page, base):
    page = open_page()
    begin(page, base, "classic", seed=5)
    for number in range(6):
        click_a_move(page, number)
    page.click(".sure summary")
    page.click(".danger")
    page.wait_for_selector("a[href$=replay]")
    page.click("a[href$=replay]")
    slider = page.locator("#slider")
    most = int(slider.get_attribute("max"))
    assert most > 6
    page.click("[data-go=next]")
    page.wait_for_selector(".stage[data-ply='1']")
    page.focus("#slider")
    page.keyboard.press("End")
    page.wait_for_selector(f".stage[data-ply='{most}']")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(f".stage[data-ply='{most - 1}']")
    assert page.url.endswith(f"?ply={most - 1}")
    page.reload()
    assert page.get_attribute(".stage", "data-ply") == str(most - 1)
    page.click("#analyse")
    page.wait_for_selector("#analysis table")
    assert page.query_selector_all(".seat .cards li:not(.backs)")
    assert not page.query_selector(".seat .backs")


def test_uploads_good_and_broken(open_page, base, tmp_path):
    page = open_page(expected=["422", "413"])
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"format": 1, "rules": "classic", "seed": 1, "deals": [{"moves": ["AS!"]}]}')
    page.set_input_files("#record-file", str(broken))
    page.click("[data-upload] button")
    page.wait_for_selector("#upload-error .error")
    assert "deal 1, ply 1" in page.inner_text("#upload-error")
    page.set_input_files("#record-file", [])
    page.fill("textarea", "{")
    page.click("[data-upload] button")
    page.wait_for_selector("#upload-error .error >> text=JSON")
    good = tmp_path / "good.jsonl"
    good.write_text(a_record())
    page.set_input_files("#record-file", str(good))
    page.click("[data-upload] button")
    page.wait_for_selector("#slider")
    assert "/replay" in page.url


def a_record():
    from cinqcents_env.game import Game

    game = Game("mini", seed=2)
    while not game.is_over:
        game.play(game.legal_moves()[0])
    return game.record_line()


def test_watching_runs_and_pauses(open_page, base):
    page = open_page()
    begin(page, base, "mini", seat="watch")
    page.evaluate("document.getElementById('speed').value = 0.2")
    page.click("#run")
    page.wait_for_selector("[data-over]")
    page.wait_for_function("() => document.getElementById('run').textContent === 'Run'")
    assert page.query_selector("a[href$=replay]")


def pages_of(page, base):
    """Every kind of page, with its name."""
    yield "home", base + "/"
    yield "new", base + "/new/au5"
    yield "rules", base + "/rules/classic"
    yield "tournaments", base + "/tournaments"
    for ruleset, moves in (("classic", 9), ("au4", 0), ("au6", 6)):
        begin(page, base, ruleset)
        for number in range(moves):
            click_a_move(page, number)
        yield ruleset, page.url
    begin(page, base, "au5", seat="watch")
    yield "watch", page.url
    yield "replay", page.url + "/replay?ply=20"


CONTRAST = """() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility()) continue;
    if (element.closest("[aria-disabled], .unseen, .skip, option")) continue;
    let ground = element;
    const colour = (e) => channels(getComputedStyle(e).backgroundColor);
    while (ground && colour(ground)[3] === 0) ground = ground.parentElement;
    const under = ground ? colour(ground) : [255, 255, 255];
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(under)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push([walker.currentNode.textContent.trim(), ratio]);
  }
  return poor;
}"""
UNNAMED = """() => [...document.querySelectorAll("button, a, input, select, textarea")]
  .filter((e) => e.type !== "hidden" && !e.getAttribute("aria-label") && !e.textContent.trim())
  .filter((e) => !(e.labels && e.labels.length))
  .concat([...document.querySelectorAll("img:not([alt])")]).map((e) => e.outerHTML)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_pages_fit_read_well_and_name_everything(open_page, base, tmp_path, scheme):
    language = {"light": "fr-FR", "dark": "en-GB"}[scheme]
    page = open_page(viewport=NARROW, color_scheme=scheme, locale=language)
    for name, address in pages_of(page, base):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], name
        assert page.evaluate(CONTRAST) == [], name
        assert page.evaluate(UNNAMED) == [], name
        assert page.evaluate("document.documentElement.lang") == language[:2]
        picture = tmp_path / f"{name}.png"
        page.screenshot(path=str(picture), full_page=True)
        assert picture.stat().st_size > 5_000
        small = page.evaluate(
            "[...document.querySelectorAll('main button')].filter((b) => b.checkVisibility()"
            " && (b.offsetHeight < 43 || b.offsetWidth < 43)).map((b) => b.outerHTML)"
        )
        assert small == [], name


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
