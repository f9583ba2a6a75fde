"""The score sheet on the page: every part of a deal's points, every contract, in words."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest

from cinqcents_env import Game
from cinqcents_env.agents import make_agent
from cinqcents_env.score_sheet import score_sheet
from cinqcents_env.web.course import Course
from cinqcents_env.web.parts import Names
from cinqcents_env.web.score_rows import rows
from cinqcents_env.web.words import LANGUAGES, Words


def course_of(ruleset, seed, deals, **options):
    """Greedy players at the table."""
    course = Course(Game(ruleset, seed=seed, **options))
    agent, rng = make_agent("greedy", course.game.rules), np.random.default_rng(seed)
    while course.game.deals_begun <= deals and not course.game.is_over:
        game = course.game
        course.play(game.move_text(agent.act(game.view(), game.legal_mask(), rng)))
    return course


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_add_up_in_words(language):
    course = course_of("classic", 4, 3)
    found = rows(course.game, Names(Words(language), 0, ("", "greedy")))
    assert len(found) == len(score_sheet(course.game)) >= 3
    for row in found:
        assert row.contract == ""
        for cell in row.cells:
            points = [int(re.search(r"\d+$", part)[0]) for part in cell.parts]
            assert sum(points) == cell.gained
    said = " ".join(part for row in found for cell in row.cells for part in cell.parts)
    assert ("last trick 10" if language == "en" else "dernière levée 10") in said


def test_scores_told_at_a_deals_end_leave_out_the_next_dealers_seven():
    seen = 0
    for seed in range(30):
        course = course_of("classic", seed, 2)
        turned = course.game.record()["deals"][-1]["turnup"]
        told = [event.scores for event in course.events if event.kind in ("deal", "end")]
        assert told == [deal.scores for deal in score_sheet(course.game)]
        if turned.startswith("7") and not course.game.is_over:
            seen += 1
            assert sum(course.game.scores) == sum(told[-1]) + 10
    assert seen


def test_contracts_in_words():
    course = course_of("au4", 4, 4)
    found = rows(course.game, Names(Words("fr"), 0, ("", *["greedy"] * 3)))
    assert all(re.search(r"\s: (réussi|chuté) \(levées\s: \d+\)$", row.contract) for row in found)
    assert all(cell.parts == [] for row in found for cell in row.cells)


def test_the_page_shows_the_detail_of_a_deal(client):
    path = client.begin("mini", seed="3")
    answer = client.get(path)
    while answer.moves:
        answer = client.move(path, answer, answer.moves[-1])
    text = html.unescape(answer.text)
    assert re.search(r"<li>cards \d+</li>", text)
    assert "<li>last trick 10</li>" in text
