"""Pages that look back, in a real browser: analysis, replay, uploads; and how every page reads."""

from __future__ import annotations

import pytest

from tests.web.browsing import LEGAL, NARROW, begin, click_a_move


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


def test_uploads_good_and_broken(open_page, tmp_path):
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
