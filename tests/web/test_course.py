"""The course of a game: tricks and their takers, what is told to whom, games from records."""

from __future__ import annotations

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.game import Game, IllegalMove
from cinqcents_env.rulebook import rulesets
from cinqcents_env.web.course import Course, Event


def played(ruleset, seed, agent="greedy", most=200, **options):
    """A game played by one agent at every seat, each trick's taker checked on the way."""
    game = Game(ruleset, seed=seed, **options)
    course, rng = Course(game), np.random.default_rng(seed)
    mover = make_agent(agent, game.rules)
    while not game.is_over and len(course.moves) < most:
        before = game.position()
        course.play(game.move_text(mover.act(game.view(), game.legal_mask(), rng)))
        last = course.events[-1]
        if last.kind == "trick":
            assert last.seat == game.position()["leader"]
            assert not game.position()["trick"]
        elif last.kind == "move" and before["phase"] == "play":
            assert last.seat == before["to_move"]
    return course


@pytest.mark.parametrize("agent", ["greedy", "random"])
@pytest.mark.parametrize("ruleset", rulesets())
def test_tricks_are_told_and_records_give_the_same_course(ruleset, agent):
    course = played(ruleset, seed=11, agent=agent)
    tricks = [event for event in course.events if event.kind == "trick"]
    assert tricks
    assert Course.of_record(course.game.record()).events == course.events
    half = len(course.moves) // 2
    assert Course.of_record(course.game.record(), half).moves == course.moves[:half]


def test_the_taker_of_a_deals_last_trick_is_told():
    course = played("classic", seed=3)
    ends = [i for i, event in enumerate(course.events) if event.kind == "deal"]
    assert len(ends) > 1
    for at in ends:
        trick = course.events[at - 1]
        assert trick.kind == "trick"
        assert trick.seat in (0, 1)
        assert len(trick.cards) == 2


def test_an_illegal_move_changes_nothing():
    course = Course(Game("classic", seed=1))
    with pytest.raises(IllegalMove):
        course.play("marriage H")
    assert (course.events, course.moves) == ([], [])


def test_what_is_told():
    away = Event("move", 1, 2, "discard", "discard AS")
    assert away.is_told_to(0)
    assert away.hides_card_from(0)
    assert not away.hides_card_from(2)
    assert not away.hides_card_from(None)
    silent = Event("move", 1, 2, "name", "pass")
    assert [silent.is_told_to(viewer) for viewer in (0, 2, None)] == [False, True, True]
    assert Event("move", 1, 2, "bid", "pass").is_told_to(0)
    assert Event("move", 1, 2, "name", "name H").is_told_to(0)
