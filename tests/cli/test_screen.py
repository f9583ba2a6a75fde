"""The full table played with the keyboard, as a terminal would send the keys."""

from __future__ import annotations

import asyncio
import threading

import pytest
from textual.containers import VerticalScroll
from textual.widgets import Static

from cinqcents_env import Game
from cinqcents_env.notation.sheets import sheet as rule_sheet
from tests.cli.seated import Seated, play_out, seated

FORTNIGHT = 60 * 60 * 24 * 14


@pytest.mark.parametrize(("ruleset", "seat"), [("classic", 0), ("au4", 2)])
def test_a_whole_deal_with_the_keyboard(ruleset, seat):
    async def run():
        async with seated(ruleset, seat=seat, single_deal=True) as player:
            await play_out(player, 1)
            result = player.game.result
            assert "game over: you" in player.sheet
            won = "you win" if seat in result["winners"] else "you lose"
            assert won in player.sheet
            await player.press("enter")
            assert won in player.shown("#status")
            await player.press("enter", "left", "h")
            assert player.game.result == result
            copy = Game(player.game.rules, seed=5)
            for move in player.game.record()["deals"][0]["moves"]:
                copy.play(move)
            assert copy.result == result
            await player.press("q")
        assert not player.app.is_running

    asyncio.run(run())


async def lay_away(player: Seated, kept: str) -> None:
    """Discard any cards but one."""
    while player.game.phase == "discard":
        moves = [move for move in player.game.legal_moves() if move != f"discard {kept}"]
        await player.choose(moves[-1])


def seed_with_joker(ruleset: str) -> int:
    """Seed of a deal in which seat 0 holds the joker."""
    for seed in range(100):
        view = Game(ruleset, seed=seed).view(0)
        if "JK" in view.rules.cards.from_set(view.hand):
            return seed
    raise AssertionError("the joker is never dealt to seat 0")


@pytest.mark.parametrize("move", ["name H", "JK=D"])
def test_the_joker_is_given_a_suit_with_the_keyboard(move):
    async def run():
        seed = seed_with_joker("au4")
        async with seated("au4", agent="passive", seed=seed) as player:
            await player.choose("bid 10NT")
            await lay_away(player, "JK")
            assert player.game.phase == "name"
            assert "joker is ♠" in player.shown("#table")
            if move.startswith("JK"):
                await player.press("p")
                assert "JK as ♣" in player.shown("#table")
            await player.choose(move)
            moves = player.game.record()["deals"][0]["moves"]
            assert move in moves
            shown = "joker named ♥" if move == "name H" else "JK as ♦"
            assert shown in player.shown("#table") + player.shown("#side")

    asyncio.run(run())


@pytest.mark.parametrize("alone", [True, False])
def test_a_card_is_called_with_the_keyboard(alone):
    async def run():
        async with seated("au5", agent="passive", seed=1) as player:
            await player.choose("bid 9S")
            await lay_away(player, "JK")
            assert player.game.phase == "call"
            move = "alone" if alone else player.game.legal_moves()[7]
            await player.choose(move)
            assert player.game.phase == "play"
            assert ("called" in player.shown("#table")) is not alone

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["exchange", "marriage", "stop"])
def test_melds_exchange_and_stop_with_the_keyboard(kind):
    async def run():
        how = {"meld_when": "own_turn", "exchange_when": "own_turn"}
        how |= {"target": 60, "hand_size": 12}
        for seed in range(20):
            async with seated(
                "classic", agent="random", seed=seed, single_deal=True, **how
            ) as player:
                while not player.game.is_over:
                    found = [m for m in player.game.legal_moves() if m.startswith(kind)]
                    if found:
                        await player.choose(found[0])
                        assert found[0] in player.game.record()["deals"][0]["moves"]
                        if kind == "stop":
                            assert "you win" in player.sheet
                        return
                    await player.press("enter")
        raise AssertionError(f"no {kind} in twenty deals")

    asyncio.run(run())


def test_deals_follow_each_other_with_the_score_sheet_between():
    async def run():
        async with seated("us3", seed=3) as player:
            for _ in range(200):
                if player.sheet:
                    break
                await player.press("enter")
            assert "deal 1" in player.sheet
            await player.press("escape")
            assert player.sheet == ""
            assert player.game.deals_begun == 2
            assert "deal 1 over" in player.shown("#side")
            await player.press("s")
            assert "deal 1" in player.sheet
            await player.press("s", "question_mark")
            assert "take back" in player.sheet
            await player.press("question_mark")
            assert player.sheet == ""

    asyncio.run(run())


def test_undo_restores_the_game_and_the_agents_chance():
    async def run():
        async with seated("classic", agent="random", seed=3) as player:
            await player.press("u")
            assert "no decision to take back" in player.shown("#status")
            before = player.game.position()
            moves = player.game.legal_moves()
            await player.choose(moves[2])
            after = player.game.position()
            assert after != before
            await player.press("u")
            assert player.game.position() == before
            assert "taken back" in player.shown("#status")
            await player.choose(moves[1])
            await player.press("u")
            await player.choose(moves[2])
            assert player.game.position() == after

    asyncio.run(run())


def test_a_hint_stars_a_move_and_goes_with_the_decision():
    async def run():
        async with seated("au4", seat=1) as player:
            await player.press("h")
            best = player.app.found.moves[0].move
            assert player.app.choices.at.move == player.app.choices.star == best
            assert "hint of greedy" in player.shown("#side")
            await player.press("enter")
            assert player.app.found is None
            assert "what happened" in player.shown("#side")
            assert player.game.record()["deals"][0]["moves"].count(best) >= 1

    asyncio.run(run())


def test_resizing_keeps_the_choice_and_cuts_nothing():
    async def run():
        async with seated("au4", size=(120, 40), language="fr") as player:
            await player.press("up", "up", "h", "left")
            at = player.app.choices.at.move
            legal = player.game.legal_moves()
            for size in ((80, 24), (200, 60), (79, 24), (80, 23), (80, 24)):
                await player.resize(*size)
                if size in ((79, 24), (80, 23)):
                    assert "80 colonnes et 24 lignes" in player.shown("#title")
                    assert player.shown("#table") == ""
                    assert "--plain" in player.shown("#status")
                    continue
                table = player.shown("#table") + player.shown("#hand")
                assert "…" not in table
                assert player.app.choices.at.move == at
                assert [c.move for c in player.app.choices.possible()] == legal
                words = player.app.words
                assert all(words.move(move) in table for move in legal)
                assert "flèches" in player.shown("#keys")
                assert "à vous" in player.shown("#status")

    asyncio.run(run())


def test_the_table_waits_between_moves_and_refuses_keys_meanwhile():
    async def run():
        async with seated("classic", first_dealer=1) as player:
            player.app.pace = FORTNIGHT
            await player.pilot.press("enter")
            await player.pilot.pause()
            assert player.app.busy
            moves = player.game.record()["deals"][0]["moves"]
            await player.pilot.press("u")
            await player.pilot.press("enter")
            await player.pilot.press("h")
            await player.pilot.pause()
            assert "wait" in player.shown("#status")
            assert player.game.record()["deals"][0]["moves"] == moves

    asyncio.run(run())


@pytest.mark.parametrize(
    ("language", "awaited"),
    [("en", "the hint of greedy is awaited"), ("fr", "on attend le conseil de greedy")],
)
def test_while_a_hint_is_sought_it_is_what_is_awaited(monkeypatch, language, awaited):
    async def run():
        async with seated("au4", seat=1, language=language) as player:
            advice, come = player.app.session.hint, threading.Event()
            monkeypatch.setattr(
                player.app.session, "hint", lambda agent: come.wait(60) and advice(agent)
            )
            before = player.game.position()
            await player.pilot.press("h", "u")
            await player.pilot.pause()
            shown = player.shown("#status")
            come.set()
            await player.settle()
            assert awaited in shown
            assert player.game.position() == before
            assert player.app.found is not None
            assert player.shown("#status").strip() == player.app.frame.status()
            await player.press("u")
            assert awaited not in player.shown("#status")

    asyncio.run(run())


@pytest.mark.parametrize("size", [(80, 24), (79, 24)])
@pytest.mark.parametrize(("language", "asked"), [("en", "leave the game?"), ("fr", "quitter la")])
def test_the_first_q_asks_and_the_second_leaves(language, asked, size):
    async def run():
        async with seated("classic", language=language, size=size) as player:
            before = player.game.position()
            for key in ("enter", "u", "h", "r", "escape"):
                await player.press("q")
                assert player.app.is_running
                assert asked in player.shown("#status")
                assert len(player.shown("#status")) < 79
                await player.press(key)
                assert asked not in player.shown("#status")
                assert player.game.position() == before
                assert player.sheet == ""
                assert player.app.found is None
            await player.press("enter")
            assert player.game.position() != before
            await player.press("q", "q")
        assert not player.app.is_running

    asyncio.run(run())


def test_what_is_asked_before_leaving_goes_with_a_deals_sheet():
    async def run():
        async with seated("us3", seed=3) as player:
            await player.press("q", "left", "q")
            player.app.action_scores()
            await player.settle()
            await player.press("q")
            assert player.sheet == ""
            await player.press("q")
            assert player.app.is_running
            assert "leave the game?" in player.shown("#status")

    asyncio.run(run())


@pytest.mark.parametrize(("language", "title"), [("en", "rules of au4"), ("fr", "règles de au4")])
def test_the_rules_are_a_key_away(language, title):
    async def run():
        async with seated("au4", language=language, target=300) as player:
            assert f"r {title.split()[0]}" in player.shown("#keys")
            assert len(player.shown("#keys")) <= 80
            await player.press("question_mark")
            assert (
                f"r           {'the rules' if language == 'en' else 'les règles'}" in player.sheet
            )
            await player.press("question_mark", "r")
            told = " ".join(player.sheet.split())
            sheet = rule_sheet("au4", language).strip().split("\n\n")[1]
            assert " ".join(sheet.split()) in told
            assert "300 (c" in told
            box = player.app.screen.query_one(VerticalScroll)
            assert box.border_title == title
            assert box.max_scroll_y > 0
            assert box.scroll_offset.y == 0
            assert box.max_scroll_x == 0
            lines = player.app.screen.query(Static).last().size
            assert lines.height == len(player.app.screen.body)
            assert lines.width >= max(map(len, player.app.screen.body))
            await player.press("end")
            await player.pilot.pause(0.5)
            assert box.scroll_offset.y == box.max_scroll_y
            await player.press("r")
            assert player.sheet == ""

    asyncio.run(run())
