"""What the full table does while somebody thinks, and where it goes wrong."""

from __future__ import annotations

import asyncio
import threading

from cinqcents_env import Game
from cinqcents_env.cli.screen.app import TableApp
from cinqcents_env.cli.session import Session
from cinqcents_env.rulebook import rules as rules_of
from tests.cli.seated import Seated, seated


def test_what_goes_wrong_with_an_agent_ends_the_table():
    class Broken:
        spec = "broken"

        def act(self, view, mask, rng):
            raise ArithmeticError("no answer")

    async def run():
        rules = rules_of("mini", first_dealer=0)
        session = Session(Game(rules, seed=1), 0, [None, Broken()])
        app = TableApp(session, hint="random", language="en", pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            player = Seated(app, pilot)
            await player.settle()
            if app.failure is None:
                await player.press("enter")
        assert isinstance(app.failure, ArithmeticError)

    asyncio.run(run())


def test_who_leaves_does_not_wait_for_a_hint(monkeypatch):
    asked, enough, answered = threading.Event(), threading.Event(), threading.Event()

    def long_thought(self, agent):
        asked.set()
        enough.wait(20)
        answered.set()

    monkeypatch.setattr(Session, "hint", long_thought)

    async def run():
        async with seated("classic") as player:
            await player.pilot.press("h", "q", "q")
            assert asked.wait(5)
            assert not player.app.is_running

    asyncio.run(run())
    assert not answered.is_set()
    enough.set()
    assert answered.wait(5)
