"""Draw the pictures of the full table in the terminal: ``python docs/terminal_pictures.py``."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from cinqcents_env.agents import make_agent
from cinqcents_env.cli.screen.app import TableApp
from cinqcents_env.cli.session import Session
from cinqcents_env.game import Game

FOLDER = Path(__file__).parent / "pictures"
FONT_FACE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Fonts that the picture would fetch from elsewhere."""
KEYS = {
    "terminal-classic": ("classic", "en", "classic/ppo", "enter " * 9 + "h"),
    "terminal-au4": ("au4", "fr", "greedy", "right up up right enter " + "enter " * 6 + "h"),
}
"""Rule set, language, who gives hints, and the keys that lead to the moment shown."""


async def table(ruleset: str, language: str, hint: str, keys: str) -> str:
    """The table after these keys, as SVG."""
    agent = make_agent("greedy", ruleset)
    agents = [None, *[agent] * (agent.rules.players - 1)]
    session = Session(Game(ruleset, seed=5), 0, agents)
    app = TableApp(session, hint=hint, language=language, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ["", *keys.split()]:
            if key:
                await pilot.press(key)
            await pilot.pause()
            while app.busy:
                await asyncio.sleep(0.01)
                await pilot.pause()
        svg = app.export_screenshot()
    return FONT_FACE.sub("", svg).replace("Fira Code, monospace", "monospace")


def main() -> int:
    """Write the pictures. Returns the exit status."""
    for name, how in KEYS.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(table(*how)) + "\n", encoding="utf-8")
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
