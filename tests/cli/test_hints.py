"""Hints at the table in the terminal, and values of moves on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env import Game
from cinqcents_env.agents import make_agent
from cinqcents_env.cli import analyse as verb
from cinqcents_env.cli.screen.frame import COLUMNS, LINES, SIDE_WIDTH, Frame
from cinqcents_env.cli.screen.phrases import PHRASES, Words
from cinqcents_env.cli.session import Session
from cinqcents_env.evaluation import analysis, lookahead
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.solvers.endgame import solve


def last_phase(ruleset: str, choices: int = 3, **options) -> Game:
    """A game without a stock, with so many legal moves or more."""
    for seed in range(100):
        game = Game(ruleset, seed=seed, single_deal=True, **options)
        while not game.is_over:
            view = game.view()
            if not view.stock_size and view.turnup < 0 and len(game.legal_moves()) >= choices:
                return game
            game.play(game.legal_moves()[-1])
    raise AssertionError("no such game")


def side_lines(game: Game, agent: str, language: str = "en") -> tuple[list[str], analysis.Analysis]:
    """The hint beside the table."""
    others = [make_agent("greedy", game.rules)] * game.num_players
    session = Session(game, game.to_move, others)
    words = Words(language, session.seat, game.num_players)
    found = session.hint(agent)
    return Frame(session, words, COLUMNS, LINES).side(found).lines(), found


@pytest.mark.parametrize("agent", ["greedy", "binage/ppo", "random"])
def test_a_hint_in_the_last_phase_gives_exact_values_the_best_move_first(agent):
    game = last_phase("binage")
    exact = solve(game)
    lines, found = side_lines(game, agent)
    assert lines[0] == f" hint of {agent}"
    assert lines[1] == " exact: points ahead"
    assert lines[2].split() == ["move", "probability", "value"]
    shown = [float(line.split()[-1]) for line in lines[3 : 3 + len(exact)]]
    assert shown[0] == max(exact.values())
    assert sorted(shown) == sorted(map(float, exact.values()))
    assert exact[found.advice] == max(exact.values())
    assert all(len(line) <= SIDE_WIDTH for line in lines)


def test_a_hint_of_a_checkpoint_gives_the_values_of_moves():
    game = Game("lyonnais", seed=4)
    lines, found = side_lines(game, "lyonnais/ppo", "fr")
    assert lines[1] == " valeur : points à venir"
    first = found.moves[0]
    assert lines[2].split() == ["coup", "probabilité", "valeur"]
    assert lines[3].endswith(f"{first.probability:.0%}{first.value:8.2f}")
    assert len(found.moves) == len(game.legal_moves())


def test_every_unit_has_its_words():
    assert set(analysis.UNITS) <= set(PHRASES)
    for unit in analysis.UNITS:
        for language in ("en", "fr"):
            words = Words(language, 0, 4)
            assert max(len(words(k, words(unit))) for k in ("worth", "exact")) < SIDE_WIDTH


def test_plain_hints_say_exact_values(cli):
    rules = rules_of("mini")
    argv = ("play", "mini", "--against", "greedy", "--seed", "3", "--plain", "--hints", "off")
    game, moves = Game(rules, seed=3), []
    greedy = make_agent("greedy", rules)
    while game.view().stock_size or game.view().turnup >= 0 or game.to_move != 0:
        if game.to_move == 0:
            moves.append(game.legal_moves()[-1])
            game.play(moves[-1])
        else:
            game.play_action(greedy.act(game.view(), game.legal_mask(), np.random.default_rng(0)))
    out = cli(*argv, stdin="\n".join([*moves, "hint", "quit"])).out
    exact = solve(game)
    assert f"exactly {max(exact.values()):g} points ahead" in out


def test_the_command_shows_values_errors_and_what_they_are(cli, tmp_path):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(Game("us3", seed=3).position()))
    answer = cli("analyse", path, "--agent", "us3/ppo", "--worlds", "4")
    assert (answer.status, answer.errors) == (0, [])
    assert "value: points ahead in the rest of the deal" in answer.out
    assert "value of the position by the network: " in answer.out
    assert answer.out.splitlines()[4].split() == "move probability value error worlds".split()
    shown = cli("analyse", path, "--agent", "us3/ppo", "--worlds", "4", "--json").json
    assert shown["unit"] == lookahead.REST
    assert all(m["visits"] == 4 and m["error"] >= 0 for m in shown["moves"])
    game = Game("us3", seed=3)
    found = lookahead.look_ahead(make_agent("us3/ppo", "us3"), game.view(), 4, 0)
    by_move = dict(zip(game.legal_moves(), found.values[game.legal_actions()], strict=True))
    assert {m["move"]: m["value"] for m in shown["moves"]} == pytest.approx(by_move)
    one = cli("analyse", path, "--agent", "us3/ppo", "--worlds", "1")
    assert "error" not in one.out


def test_the_number_of_worlds_is_checked(cli, tmp_path, refused):
    path = tmp_path / "position.json"
    path.write_text(json.dumps(Game("us3", seed=3).position()))
    for wrong in ("0", "4097", "many"):
        assert refused(cli("analyse", path, "--worlds", wrong), "--worlds", "1 to 4096")
    assert (verb.MOST_WORLDS, verb.WORLDS) == (lookahead.MOST_WORLDS, lookahead.WORLDS)
    assert set(verb.NO_VALUES) == set(lookahead.REASONS)


def defender_to_play() -> Game:
    """A deal of us2 in which the seat that holds no contract sees where every card lies."""
    game = Game("us2", seed=3, single_deal=True)
    while len(game.view().hand_sizes.nonzero()[0]) < 2 or sum(game.view().hand_sizes) > 14:
        moves = game.legal_moves()
        bid = "bid 6S" if "bid 6S" in moves else "pass"
        game.play(bid if game.phase == "bid" else moves[0])
    assert game.to_move != game.view(0).declarer
    return game


def test_a_defender_is_advised_to_leave_the_declarer_the_fewest_tricks():
    game = defender_to_play()
    found = analysis.analyse(game, "random")
    assert found.exact_unit == analysis.TRICKS
    exact = {move.move: move.exact for move in found.moves}
    assert exact[found.advice] == min(exact.values()) < max(exact.values())
    assert {m.move for m in found.moves if m.best} == {
        name for name, value in exact.items() if value == min(exact.values())
    }
