"""The full table as sheets of characters: all choices there, nothing cut, nothing hidden shown."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cinqcents_env import Game, belief
from cinqcents_env.agents import make_agent
from cinqcents_env.cli.screen.choices import Choices
from cinqcents_env.cli.screen.frame import COLUMNS, FRAME, LINES, SIDE_WIDTH, Frame
from cinqcents_env.cli.screen.grid import Card, Grid, clipped
from cinqcents_env.cli.screen.phrases import HELP, PHRASES, Words
from cinqcents_env.cli.screen.sheet import WIDTH
from cinqcents_env.cli.session import DealOver, Session
from cinqcents_env.notation.names import LANGUAGES
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.rulebook import rulesets


def session_of(ruleset: str, seed: int, seat: int = 0, agent="random", **options) -> Session:
    rules = rules_of(ruleset, **options)
    agents = [make_agent(agent, rules) for _ in range(rules.players)]
    agents[seat] = None
    return Session(Game(rules, seed=seed), seat, agents)


def walk(session: Session, deals: int = 1, pass_share: float = 0.5):
    """Play at random, and stop at each decision of the player's and at the end."""
    rng = np.random.default_rng(session.game.seed)
    while len(session.told.deals()) < deals and not session.game.is_over:
        if session.players_turn:
            yield
            moves = session.game.legal_moves()
            if "pass" in moves and len(moves) > 1 and rng.random() >= pass_share:
                moves.remove("pass")
            move = moves[rng.integers(len(moves))]
            texts, actions = session.game.legal_moves(), session.game.legal_actions()
            session.decide(actions[texts.index(move)])
        else:
            session.carry_out(session.answer())
    yield


def sheets(frame: Frame, choices: Choices) -> list[Grid]:
    return [frame.middle(choices), frame.side(None), choices.draw_hand(frame.width)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_nothing_is_cut_at_80_by_24(ruleset, language):
    for seed in range(2):
        session = session_of(ruleset, seed, seat=seed)
        words = Words(language, session.seat, session.game.num_players)
        for _ in walk(session):
            frame = Frame(session, words, COLUMNS, LINES)
            choices = frame.choices()
            assert frame.fits
            assert choices.rows + 4 <= LINES - FRAME
            assert "…" not in frame.title() + frame.status()
            assert len(words("keys")) < COLUMNS
            for grid in sheets(frame, choices):
                shown = "\n".join(grid.lines())
                assert "…" not in shown
                assert "▼" not in shown
            table = "\n".join(frame.middle(choices).lines())
            assert all(cell.label in table for cell in choices.cells)
            hand = "\n".join(choices.draw_hand(COLUMNS).lines())
            assert all(f"│{card.label}" in hand for card in choices.cards)
            assert hand.count("•") == sum(card.move is not None for card in choices.cards)
            legal = session.game.legal_moves() if session.players_turn else []
            assert sorted(choice.move for choice in choices.possible()) == sorted(legal)


@pytest.mark.parametrize("ruleset", ["lyonnais", "classic", "us3", "au5"])
def test_only_what_the_seat_may_know_is_shown(ruleset):
    """Another layout of the cards that the seat cannot see draws the very same screen."""
    session, rng, changed = session_of(ruleset, 3), np.random.default_rng(0), 0
    words = Words("en", 0, session.game.num_players)
    for _ in walk(session):
        if session.game.is_over or not session.players_turn:
            continue
        frame = Frame(session, words, COLUMNS, LINES)
        before = [grid.lines() for grid in sheets(frame, frame.choices())]
        real = session.game
        session.game = real.copy()
        session.game._states[:] = belief.sample(session.view(), rng, 1)
        changed += session.game.position() != real.position()
        assert [grid.lines() for grid in sheets(frame, frame.choices())] == before
        session.game = real
    assert changed > 5


def test_moves_that_may_lose_the_game_are_not_under_the_cursor():
    session = session_of("classic", 2, irregularities=True, single_deal=True)
    for _ in walk(session):
        if session.players_turn:
            choices = Frame(session, Words("en", 0, 2), COLUMNS, LINES).choices()
            move = choices.at.move
            assert move == "draw" or move in session.game.rules.cards


def test_the_cursor_goes_round_a_row_and_between_rows():
    hand = ["AS", "TS", "KH"]
    legal = ["AS", "KH", "marriage H", "four A", "binage", "draw"]
    choices = Choices(hand, legal, Words("en", 0, 2), 50, bids=False)
    assert choices.at.move == "marriage H"
    for across, down, move in [
        (1, 0, "four A"),
        (-1, 0, "marriage H"),
        (0, -1, "marriage H"),
        (0, 1, "draw"),
        (0, 1, "AS"),
        (1, 0, "KH"),
        (1, 0, "AS"),
        (0, 1, "AS"),
        (0, -1, "draw"),
        (0, -1, "marriage H"),
    ]:
        choices.go(across, down)
        assert choices.at.move == move, (across, down)
    assert not choices.go_to("TS")
    assert Choices(hand, [], Words("en", 0, 2), 50, bids=False).at is None


def test_the_auction_is_a_table_of_five_suits():
    legal = ["bid 7NT", "bid 8S", "bid 8C", "bid misere", "pass"]
    choices = Choices(["AS"], legal, Words("en", 0, 4), 50, bids=True)
    assert len(choices.cells) == 27
    assert choices.at.move == "pass"
    choices.go(0, -1)
    assert choices.at.move == "bid 8C"
    grid = Grid(50, 6)
    choices.draw_cells(grid, 0)
    assert grid.lines()[1].split() == ["7♠", "7♣", "7♦", "7♥", "7NT"]
    assert grid.lines()[5].split() == ["misère", "pass"]


def test_cells_scroll_where_there_is_no_room():
    moves = [f"call {rank}{suit}" for suit in "SCDH" for rank in "AKQT98765432"] + ["alone"]
    choices = Choices([], moves, Words("en", 0, 5), 50, bids=False)
    grid = Grid(50, 3)
    choices.draw_cells(grid, 0)
    assert "▼" in grid.lines()[2]
    assert "▲" not in "".join(grid.lines())
    choices.go_to(moves[-1])
    grid = Grid(50, 3)
    choices.draw_cells(grid, 0)
    assert "▲" in grid.lines()[0]
    assert "▼" not in "".join(grid.lines())
    assert "alone" in grid.lines()[2]


def test_the_hint_lists_moves_with_probability_and_value():
    session = session_of("mini", 1)
    words = Words("fr", 0, 2)
    next(walk(session))
    found = session.hint("pimc:2")
    lines = Frame(session, words, COLUMNS, LINES).side(found).lines()
    assert lines[:2] == [" conseil de pimc:2", " valeur : points d'avance"]
    assert lines[2].split() == ["coup", "probabilité", "valeur"]
    assert lines[3].index("%") == lines[2].index("probabilité") + len("probabilité") - 1
    assert max(map(len, lines)) <= SIDE_WIDTH
    assert f"{found.moves[0].probability:.0%} " in lines[3]
    assert lines[3].endswith(f"{found.moves[0].value:.2f}")
    assert len(lines[3]) == len(lines[2])


def test_a_hint_without_values_has_no_heading():
    session = session_of("au4", 1)
    words = Words("en", 0, 4)
    next(walk(session))
    found = session.hint("greedy")
    assert all(move.value is None and move.exact is None for move in found.moves)
    lines = Frame(session, words, COLUMNS, LINES).side(found).lines()
    assert lines[1].endswith("100%")
    assert "probability" not in "".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rulesets())
def test_the_rules_that_are_played_fit_on_the_sheet(ruleset, language, cli):
    session = session_of(ruleset, 1, target=40)
    words = Words(language, 0, session.game.num_players)
    lines = Frame(session, words, COLUMNS, LINES).rules()
    assert max(map(len, lines)) <= WIDTH
    assert max(len(words("rules", ruleset)), len(words("scroll"))) <= WIDTH
    argv = ("rules", ruleset, "--lang", language, "--option", "target=40")
    told = cli(*argv).out
    assert Counter(filter(str.isalnum, "".join(lines))) == Counter(filter(str.isalnum, told))


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_who_is_not_in_the_contract_sits_out(language):
    session = session_of("au4", 4, agent="passive")
    words = Words(language, 0, 4)

    def shown():
        frame = Frame(session, words, COLUMNS, LINES)
        return frame.middle(frame.choices()).lines()

    made = []
    while session.game.phase != "play":
        assert words("sits out") not in "\n".join(shown())
        texts, actions = session.game.legal_moves(), session.game.legal_actions()
        own = session.players_turn
        move = "bid open misere" if "bid open misere" in texts and own else texts[0]
        move = "pass" if "pass" in texts and move != "bid open misere" else move
        made.append(move)
        session.carry_out(actions[texts.index(move)])
    assert "bid open misere" in made
    out = [line for line in shown() if words("sits out") in line]
    assert [words.who(2) in line for line in out] == [True]


@pytest.mark.parametrize("ruleset", ["classic", "us3", "au4"])
def test_the_score_sheet_adds_up(ruleset):
    session = session_of(ruleset, 8, agent="passive" if ruleset == "classic" else "greedy")
    for _ in walk(session, deals=3, pass_share=1.0):
        pass
    deals = session.told.deals()
    assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
    assert len(deals) >= 2
    before = (0,) * len(deals[0].scores)
    if ruleset == "classic":
        before = tuple(a - b for a, b in zip(deals[0].scores, deals[0].gained, strict=True))
        assert sum(before) in (0, 10)
    for deal in deals:
        assert deal.scores == tuple(a + b for a, b in zip(before, deal.gained, strict=True))
        before = deal.scores
    sheet = Frame(session, Words("en", 0, session.game.num_players), COLUMNS, LINES).sheet()
    assert len(sheet) >= 6
    second = "\n".join(sheet)
    second = second[second.index("deal 2") :].partition("deal 3")[0]
    assert all(f" {score}" in second for score in deals[1].scores)
    assert all(len(line) <= 70 for line in sheet)


def test_a_seven_turned_up_is_no_part_of_the_deal_before():
    """Points of a deal: 120 on cards, 10 for the last trick, melds, sevens (CL19, CL20)."""
    for seed in range(12):
        session = session_of("classic", seed)
        for _ in walk(session, deals=2):
            pass
        deals = [event for event in session.told.events if isinstance(event, DealOver)]
        for deal in deals:
            assert sum(deal.gained) >= 130
        text = session.game.record()["deals"]
        if session.game.is_over or len(text) < 3:
            continue
        turned = session.view().turnup
        extra = sum(session.game.scores) - sum(deals[-1].scores)
        seven = turned >= 0 and session.game.rules.cards.text(turned)[0] == "7"
        assert extra == (10 if seven else 0)


def test_phrases_and_helps_are_there_in_both_languages():
    assert all(english and french for english, french in PHRASES.values())
    assert all(e.count("{}") == f.count("{}") for e, f in PHRASES.values())
    assert HELP.keys() == LANGUAGES.keys()
    assert all(len(line) <= 70 for text in HELP.values() for line in text.splitlines())


def test_a_sheet_leaves_out_what_lies_outside():
    grid = Grid(6, 2)
    grid.card(3, 0, Card("10♥"))
    assert grid.lines() == ["   ╭──", "   │10"]
    assert str(grid.text()) == "   ╭──\n   │10"
    assert clipped("seven", 3) == "se…"
