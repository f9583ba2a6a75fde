"""A player at the full table, as a terminal would send the keys and show the screen."""

from __future__ import annotations

import asyncio
import contextlib

import numpy as np
from textual.widgets import Static

from cinqcents_env import Game
from cinqcents_env.agents import make_agent
from cinqcents_env.cli.screen.app import Sheet, TableApp
from cinqcents_env.cli.session import Session
from cinqcents_env.rulebook import rules as rules_of


class Seated:
    """An app under test, and the keys that its player presses."""

    def __init__(self, app: TableApp, pilot) -> None:
        self.app, self.pilot = app, pilot

    @property
    def game(self) -> Game:
        return self.app.session.game

    async def settle(self) -> None:
        """Wait until it is the player's turn, the game is over, or a sheet lies on the table."""
        await self.pilot.pause()
        while self.app.busy and self.app.failure is None:
            await asyncio.sleep(0.005)
            await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        while self.app.extent != (width, height):
            await self.pilot.pause(0.01)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def choose(self, move: str) -> None:
        """Go to a move with the arrows and make it."""
        for _ in range(200):
            at = self.app.choices.at
            if at.move == move:
                await self.press("enter")
                return
            wanted = next(c for c in self.app.choices.possible() if c.move == move)
            down = "down" if wanted.row > at.row else "up"
            await self.press("right" if wanted.row == at.row else down)
        raise AssertionError(f"the arrows do not lead to {move}")

    @property
    def sheet(self) -> str:
        """Text of the sheet on the table, empty where there is none."""
        top = self.app.screen
        return "\n".join(top.body) if isinstance(top, Sheet) else ""

    def shown(self, name: str) -> str:
        """Text of a part of the screen."""
        part = self.app.screen_stack[0].query_one(name, Static)
        return str(part.content if hasattr(part, "content") else part.renderable)


@contextlib.asynccontextmanager
async def seated(ruleset: str, *, seed=5, seat=0, agent="greedy", size=(80, 24), **how):
    """A game opened in a terminal of a size."""
    language, pace = how.pop("language", "en"), how.pop("pace", 0)
    rules = rules_of(ruleset, **how)
    agents = [None if i == seat else make_agent(agent, rules) for i in range(rules.players)]
    session = Session(Game(rules, seed=seed), seat, agents)
    app = TableApp(session, hint=make_agent("greedy", rules), language=language, pace=pace)
    async with app.run_test(size=size) as pilot:
        player = Seated(app, pilot)
        await player.settle()
        yield player


async def play_out(player: Seated, seed: int) -> None:
    """Play until the game is over: what lies under the cursor, or a move that arrows lead to."""
    rng = np.random.default_rng(seed)
    while not player.game.is_over:
        legal = player.game.legal_moves()
        assert player.game.to_move == player.app.session.seat
        if "pass" in legal and player.game.phase == "bid" and rng.random() < 0.5:
            await player.press("p")
        elif "draw" in legal and rng.random() < 0.7:
            await player.press("d")
        elif rng.random() < 0.3:
            await player.choose(legal[rng.integers(len(legal))])
        else:
            await player.press("space")
        if player.sheet and not player.game.is_over:
            await player.press("enter")
