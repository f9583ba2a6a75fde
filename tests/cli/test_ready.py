"""What compiles does so before a game, a clock or a bar begins, and says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cinqcents_env import _first_use
from cinqcents_env.cli import ready
from cinqcents_env.cli.common import BadInput
from cinqcents_env.rulebook import rules as rules_of


@pytest.mark.parametrize("ruleset", ["classic", "us3", "mini"])
def test_every_agent_has_decided_early_and_late_in_a_deal(ruleset):
    class Counting:
        rules = rules_of(ruleset)

        def __init__(self):
            self.cards = []

        def act(self, view, mask, rng):
            assert mask.any()
            assert view.deal_number == 0
            self.cards.append(bin(int(view.hand)).count("1"))

    agents = [Counting(), Counting()]
    ready.get_ready(agents)
    assert agents[0].cards == agents[1].cards
    assert agents[0].cards[0] > min(agents[0].cards) or ruleset == "mini"
    assert 2 <= len(agents[0].cards) <= 6


def test_what_is_no_agent_is_bad_input():
    with pytest.raises(BadInput, match="unknown agent 'gredy'"):
        ready.made_ready(rules_of("mini"), ("greedy", "gredy"))


CALLS = {
    "the solver of last phases": """
while game.position()["turnup"]:
    game.play(game.legal_moves()[-1])
cc.solvers.endgame.solve(game)
cc.solvers.endgame.solve(game)
""",
    "search": """
import numpy as np
agent = cc.make_agent("pimc:1", "mini")
agent.act(game.view(), game.legal_mask(), np.random.default_rng(0))
""",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CALLS)
def test_what_is_called_from_python_says_once_that_it_compiles(what, tmp_path, monkeypatch):
    monkeypatch.setenv("CINQCENTS_CACHE_DIR", str(tmp_path))
    program = "import cinqcents_env as cc, cinqcents_env.solvers.endgame\n"
    program += "game = cc.Game('mini', seed=3)\n" + CALLS[what]
    told = [run(program), run(program)]
    line = f"cinqcents_env: compiling {what} for this machine (once, up to a minute) ..."
    assert told[0].splitlines()[1:] == [line]
    assert told[1] == ""


def test_the_command_line_and_the_interpreter_say_nothing(capsys, monkeypatch):
    monkeypatch.setattr(_first_use, "_SILENT", set())
    _first_use.silence()
    _first_use.announce("the solver", "nothing.at_all")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(_first_use, "_SILENT", set())
    monkeypatch.setattr("cinqcents_env._jit.interpreted", lambda: True)
    _first_use.announce("the solver", "nothing.at_all")
    assert capsys.readouterr().err == ""


def run(program):
    """What a program says on stderr."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stderr
