"""Pictures of the table in the browser, and a film: what README and docs show.

    python docs/pictures.py

Starts a table in a folder of its own, plays games of fixed seeds in Chromium (Playwright) and
writes ``docs/pictures/table-*.png``, and ``docs/pictures/film.gif`` of a whole deal.
"""

from __future__ import annotations

import argparse
import io
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from cinqcents_env.agents import make_agent
from cinqcents_env.cli import main as cinqcents
from cinqcents_env.evaluation.tournament import plan_tournament, play_tournament
from cinqcents_env.evaluation.tournament_files import Folder
from cinqcents_env.game import Game
from cinqcents_env.web.server import listening, make_server, warm_up

FOLDER = Path(__file__).parent / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LEGAL = ".hand button:not([aria-disabled]), .choices button:not([aria-disabled])"
COLOURS = 96
SHORT = ("--plies", "36", "--width", "360")


class Camera:
    """A browser at the table."""

    def __init__(self, browser: Any, base: str) -> None:
        self.browser, self.base = browser, base

    def page(self, width: int, height: int, scheme: str = "light", locale: str = "en-GB") -> Any:
        """A window of that size."""
        page = self.browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=locale,
            reduced_motion="reduce",
        )
        page.set_default_timeout(180_000)  # the first search may wait for the compiler
        return page

    def begin(self, page: Any, ruleset: str, seed: int, seat: str = "0") -> None:
        """Begin a game."""
        page.goto(f"{self.base}/new/{ruleset}")
        page.select_option("#seat", seat)
        page.fill("#seed", str(seed))
        page.click("button.primary")
        page.wait_for_selector("#table .stage")

    def choose(self, page: Any, selector: str = LEGAL) -> None:
        """Click what a selector finds first, drawing before anything else."""
        draw = page.query_selector("button[value=draw]:not([aria-disabled])")
        turn = page.get_attribute(".stage", "data-turn")
        (draw or page.query_selector(selector)).click()
        page.wait_for_function(
            "turn => document.querySelector('.stage').dataset.turn !== turn", arg=turn
        )


def shoot(page: Any, name: str, *, whole: bool = False) -> None:
    """Write what a window shows, in few colours."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement && document.activeElement.blur(); scrollTo(0, 0)")
    picture = Image.open(io.BytesIO(page.screenshot(full_page=whole)))
    quantised = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    quantised.save(FOLDER / f"table-{name}.png", optimize=True)


def shoot_all(camera: Camera) -> None:
    """Every kind of page."""
    page = camera.page(1180, 900)
    page.goto(camera.base)
    shoot(page, "home")
    page.goto(f"{camera.base}/new/au4")
    page.click("details summary")
    shoot(page, "new")
    page.goto(f"{camera.base}/rules/classic")
    shoot(page, "rules")
    camera.begin(page, "classic", 7)
    for _ in range(8):
        camera.choose(page)
    page.click("#analyse")
    page.wait_for_selector("#analysis table")
    shoot(page, "classic")
    page = camera.page(360, 740, "dark", "fr-FR")
    camera.begin(page, "au4", 3)
    shoot(page, "au4-narrow", whole=True)
    camera.choose(page, "button[value='bid 8S']")
    shoot(page, "au4-discard", whole=True)
    page = camera.page(360, 740, locale="fr-FR")
    page.goto(f"{camera.base}/rules/au4")
    shoot(page, "rules-narrow")
    shoot_sheet(camera)
    page = camera.page(1180, 760, "dark")
    camera.begin(page, "us3", 7, seat="watch")
    for _ in range(12):
        camera.choose(page, "[data-steps] button")
    shoot(page, "watch")
    page = camera.page(1180, 900, "dark")
    camera.begin(page, "au4", 7, seat="watch")
    for _ in range(24):
        camera.choose(page, "[data-steps] button")
    page.goto(page.url + "/replay?ply=17")
    shoot(page, "replay")
    page = camera.page(1180, 620)
    page.goto(camera.base + "/tournaments")
    shoot(page, "tournament", whole=True)


def shoot_sheet(camera: Camera) -> None:
    """A game that is over, with its score sheet, beneath the table."""
    page = camera.page(1180, 900, "dark", "fr-FR")
    camera.begin(page, "bordelais", 11)
    while not page.query_selector(".stage[data-over]"):
        camera.choose(page)
    shoot(page, "sheet", whole=True)


def play_small_tournament(folder: Path) -> None:
    """A short tournament to show."""
    plan = plan_tournament("classic", ["greedy", "passive", "classic/ppo"], games=200, seed=1)
    files = Folder(folder, plan)
    files.finish(play_tournament(plan, workers=1))


def film(folder: Path) -> None:
    """A deal of greedy players as a moving picture."""
    import numpy as np

    game = Game("classic", seed=7, single_deal=True)
    agent, chance = make_agent("greedy", game.rules), np.random.default_rng(7)
    while not game.is_over:
        game.play_action(agent.act(game.view(), game.legal_mask(), chance))
    record = folder / "game.jsonl"
    record.write_text(game.record_line() + "\n", encoding="utf-8")
    out = FOLDER / "film.gif"
    if cinqcents(["film", str(record), "--seat", "0", *SHORT, "--out", str(out)]) != 0:
        raise SystemExit("the film could not be made")


def main() -> None:
    """Make all pictures."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "").parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise SystemExit(f"no browser on this machine: none of {', '.join(BROWSERS)}")
    FOLDER.mkdir(exist_ok=True)
    warm_up()
    with tempfile.TemporaryDirectory() as name, listening("127.0.0.1", 0) as listener:
        folder = Path(name)
        film(folder)
        play_small_tournament(folder / "tournament")
        server = make_server(folder / "games", tournament_files=[folder / "tournament"])
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
                port = listener.getsockname()[1]
                shoot_all(Camera(browser, f"http://127.0.0.1:{port}"))
                browser.close()
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()
