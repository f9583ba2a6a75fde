"""Why a card, meld or bid may not be played: there is a reason, it fits, and it cites its rule."""

from __future__ import annotations

import re

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.game import Game
from cinqcents_env.rulebook import rulesets
from cinqcents_env.web.course import Course
from cinqcents_env.web.reasons import suit_in_play
from cinqcents_env.web.scene import Looking, scene
from cinqcents_env.web.words import Words

ENGLISH = Words("en")
RULE = re.compile(r"\((CL|FO|LY|BI|A-|FH|F3R|F4A|F5)[\d.]*\)")
NO_RULE = ("why_auction", "why_turn", "why_no_misere")


def scenes(ruleset, seed, most=110, **options):
    """(game, scene of the seat on move) at every decision of a game."""
    game = Game(ruleset, seed=seed, **options)
    course, rng = Course(game), np.random.default_rng(seed)
    mover = make_agent("random", game.rules)
    labels = [""] * game.num_players
    while not game.is_over and len(course.moves) < most:
        yield game, scene(course, Looking(game.to_move), labels, ENGLISH)
        course.play(game.move_text(mover.act(game.view(), game.legal_mask(), rng)))


def offered(made):
    """move -> why not, of all that a page shows."""
    choices = [choice for group in made.groups for choice in group.choices]
    return {shown.move: shown.why for shown in [*made.hand, *choices]}


@pytest.mark.parametrize("ruleset", rulesets())
def test_what_is_legal_is_offered_and_the_rest_has_a_reason(ruleset):
    cited = {ENGLISH.say(name) for name in NO_RULE}
    for seed in range(2):
        for game, made in scenes(ruleset, seed):
            shown, legal = offered(made), set(game.legal_moves())
            assert {move for move, why in shown.items() if not why} == legal
            for why in shown.values():
                assert not why or why in cited or RULE.search(why), why
                assert why != ENGLISH.say("why_turn")


@pytest.mark.parametrize("ruleset", ["classic", "us3", "ru3", "au4", "au6"])
def test_reasons_of_following_are_true(ruleset):
    seen = set()
    for seed in range(6):
        for game, made in scenes(ruleset, seed):
            view = game.view()
            hand = view.rules.cards.from_set(view.hand)
            for shown in made.hand:
                if "Follow suit" in shown.why:
                    suit = shown.why.split(": ")[1].split(" ")[0]
                    own = {suit_of(view, card) for card in hand}
                    assert suit in own
                    assert suit_of(view, shown.card) != suit
                    seen.add("follow")
                elif "must trump" in shown.why:
                    seen.add("trump")
                    assert not any(suit_of(view, c) == led_suit(view) for c in hand)
                elif "beat" in shown.why:
                    seen.add("beat")
                    assert suit_of(view, shown.card) == led_suit(view)
    assert "follow" in seen
    assert ("trump" in seen) == (ruleset in ("classic", "ru3"))


def suit_of(view, card):
    if view.rules.family == "cinqcents":
        return ENGLISH.suit(card[-1])
    return ENGLISH.suit("SCDH"[number]) if (number := suit_in_play(view, card)) < 4 else ""


def led_suit(view):
    if view.rules.family == "cinqcents":
        return ENGLISH.suit(view.rules.cards.text(view.trick[0])[-1])
    return ENGLISH.suit("SCDH"[view.led_suit])


def position_scene(position, words=ENGLISH):
    game = Game.from_position(position)
    return scene(Course(game), Looking(game.to_move), ["", ""], words)


def test_melds_that_must_wait():
    position = {
        "rules": "classic",
        "hands": ["KH QH KS QS 7D 8D 9D", "AS AC AD TS TC TD 9S"],
        "captured": ["JS 7S", ""],
        "turnup": "8C",
        "trump": "C",
        "stock": "JH JD JC KC KD QC QD",
        "leader": 0,
        "phase": "meld",
    }
    game = Game.from_position(position)
    course = Course(game)
    shown = offered(scene(course, Looking(0), ["", ""], ENGLISH))
    assert shown["marriage H"] == shown["marriage S"] == shown["draw"] == ""
    assert "Draw" not in shown["KH"]
    assert "CL10" in shown["KH"]
    course.play("marriage H")
    shown = offered(scene(course, Looking(0), ["", ""], ENGLISH))
    assert "CL16" in shown["marriage H"]
    assert "CL14" in shown["marriage S"]
    assert "CL23" in shown["stop"]
    course.play("draw")
    shown = offered(scene(course, Looking(0), ["", ""], ENGLISH))
    assert "CL13" in shown["marriage S"]


def test_the_seven_that_must_wait():
    position = {
        "rules": "classic",
        "hands": ["7H 8S 9S TS JS KS AD", "7D 8D 9D TD JD QD KD"],
        "turnup": "AH",
        "stock": "7C 8C 9C",
        "captured": ["8H 9H", ""],
        "leader": 0,
        "phase": "play",
    }
    made = position_scene(position)
    assert "CL18" in offered(made)["exchange"]
    french = offered(position_scene(position, Words("fr")))["exchange"]
    assert "levée" in french
    position["phase"] = "meld"
    assert offered(position_scene(position))["exchange"] == ""


def test_misere_waits_for_a_seven_and_bids_rise():
    course = Course(Game("au4", seed=1))
    shown = offered(scene(course, Looking(course.game.to_move), [""] * 4, ENGLISH))
    assert "F4A4" in shown["bid misere"]
    assert shown["bid 6S"] == ""
    course.play("bid 7D")
    shown = offered(scene(course, Looking(course.game.to_move), [""] * 4, ENGLISH))
    assert "FH1" in shown["bid 7C"]
    assert shown["bid 7H"] == shown["bid misere"] == ""


def test_the_left_bower_is_named_where_it_must_follow():
    position = {
        "rules": "us3",
        "hands": ["JC 9H", "AS 8H", "KS 7H"],
        "contract": "6S",
        "declarer": 1,
        "leader": 1,
        "to_move": 0,
        "trick": ["AS", "KS"],
        "tricks": [3, 3, 2],
    }
    del position["trick"]
    position |= {"leader": 2, "to_move": 2}
    game = Game.from_position(position)
    game.play("KS")
    made = scene(Course(game), Looking(0), ["", "", ""], ENGLISH)
    why = offered(made)["9H"]
    assert "jack of clubs" in why
    assert "FH2" in why
