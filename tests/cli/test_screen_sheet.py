"""The score sheet on the full table: by what each deal was won, at 80 columns and 24 lines."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from textual.containers import VerticalScroll

from cinqcents_env import Game
from cinqcents_env.agents import make_agent
from cinqcents_env.cli.screen.app import Sheet, TableApp
from cinqcents_env.cli.screen.frame import COLUMNS, LINES, Frame
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.cli.screen.sheet import WIDTH
from cinqcents_env.cli.session import Session
from cinqcents_env.notation.names import LANGUAGES
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.rulebook import rulesets
from cinqcents_env.score_sheet import score_sheet


def session_of(ruleset: str, seed: int, deals: int, **options) -> Session:
    """A game that so many deals have been played of."""
    rules = rules_of(ruleset, **options)
    agent, rng = make_agent("greedy", rules), np.random.default_rng(seed)
    session = Session(Game(rules, seed=seed), 0, [None, *[agent] * (rules.players - 1)])
    while session.game.deals_begun <= deals and not session.game.is_over:
        game = session.game
        session.carry_out(agent.act(game.view(), game.legal_mask(), rng))
    return session


def sheet_of(session: Session, language: str = "en") -> list[str]:
    words = Words(language, session.seat, session.game.num_players)
    return Frame(session, words, COLUMNS, LINES).sheet()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_the_sheet_fits_and_nothing_is_cut(ruleset, language):
    lines = sheet_of(session_of(ruleset, 2, 2), language)
    assert all(len(line) <= WIDTH for line in lines)
    assert "…" not in "".join(lines)
    names = Words(language, 0, 2)
    assert any(line.startswith(names("deal", 1)) for line in lines)


def test_the_two_player_sheet_says_what_brought_the_points():
    session = session_of("binage", 5, 3)
    lines, sheet = sheet_of(session), score_sheet(session.game)
    shown = [line[20:].split() for line in lines[1 : 1 + 2 * len(sheet)]]
    named = {
        "melds": "melds",
        "seven": "sevens",
        "cards": "tricks",
        "last trick": "last trick",
        "stock": "last card",
    }
    assert set(named) | {"deal", "total"} >= set(lines[0].replace("last trick", "").split())
    columns = [head for head in named if head in lines[0]]
    assert len(columns) >= 3
    for number, deal in enumerate(sheet):
        parts = dict(deal.parts)
        for side in (0, 1):
            cells = shown[2 * number + side]
            assert cells[-2:] == [f"{deal.gained[side]:+d}", str(deal.scores[side])]
            values = [0 if cell == "-" else int(cell) for cell in cells[:-2]]
            assert values == [parts[named[column]][side] for column in columns]
            assert sum(values) == deal.gained[side]


def test_the_sheet_of_five_hundred_says_contract_declarer_and_tricks():
    session = session_of("au4", 6, 4)
    lines, sheet = sheet_of(session), score_sheet(session.game)
    assert lines[0].split() == ["you+player", "2", "player", "1+player", "3"]
    words = Words("en", 0, 4)
    for number, deal in enumerate(sheet):
        told, points = lines[1 + 2 * number : 3 + 2 * number]
        contract = deal.contract
        who = words.who(contract.declarer)
        assert f"{words.bid(contract.bid)} by {who}: tricks {contract.taken}, " in told
        assert told.endswith("made" if contract.made else "lost")
        pairs = zip(deal.gained, deal.scores, strict=True)
        assert points.split() == [
            text for gain, score in pairs for text in (f"{gain:+d}", str(score))
        ]
    assert {deal.contract.made for deal in sheet} <= {True, False}


def test_a_long_sheet_opens_at_its_end_and_scrolls():
    async def run():
        session = session_of("lyonnais", 3, 11, target=5000)
        app = TableApp(session, hint="greedy", pace=0)
        async with app.run_test(size=(COLUMNS, LINES)) as pilot:
            while app.busy:
                await pilot.pause(0.01)
            await pilot.press("s")
            await pilot.pause()
            top = app.screen
            assert isinstance(top, Sheet)
            assert len(top.body) > LINES
            box = top.query_one(VerticalScroll)
            assert box.scroll_offset.y == box.max_scroll_y > 0
            await pilot.press("home")
            await pilot.pause(0.5)
            assert box.scroll_offset.y == 0
            await pilot.press("enter")
            await pilot.pause()
            assert not isinstance(app.screen, Sheet)
            await pilot.press("question_mark")
            await pilot.pause()
            assert app.screen.query_one(VerticalScroll).scroll_offset.y == 0

    asyncio.run(run())
