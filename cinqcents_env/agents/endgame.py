"""The endgame agent: greedy until the stock is gone, from there without a mistake."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import records
from cinqcents_env.agents.base import Agent, AgentError, Array
from cinqcents_env.engine.batch import family_engine
from cinqcents_env.rulebook import CinqCentsRules, Rules


class EndgameAgent(Agent):
    """Plays the last phase of the two-player family exactly, and greedily until then.

    In a game it wins if that can be forced, else goes on if that can be forced, and
    among lines that end alike makes most points (the solver's ``GAME``); where the
    rules are of a single deal it makes most points (``POINTS``). Uses no randomness:
    among equal actions it takes greedy's own choice, else the first.
    """

    deterministic = True

    def __init__(self, rules: Rules, spec: str = "endgame") -> None:
        if not isinstance(rules, CinqCentsRules):
            raise AgentError(
                f"agent 'endgame' does not play {rules.ruleset}; it plays the two-player rule "
                f"sets, whose last phase hides no card"
            )
        super().__init__(rules, spec)
        from cinqcents_env.agents.cinqcents_endgame import endgame_actions
        from cinqcents_env.solvers.endgame import GAME, POINTS

        self._loop = endgame_actions
        self._objective = POINTS if rules.single_deal else GAME
        self._thread = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rules, self.spec)

    def playing(self, rules: Rules) -> Agent:
        """Another agent where one plays for points and the other to win."""
        same = rules.single_deal == self.rules.single_deal
        return self if same else type(self)(rules, self.spec)

    def _work(self) -> tuple[Any, ...]:
        """Table, state and values of this thread: a search writes them."""
        if not hasattr(self._thread, "work"):
            from cinqcents_env.solvers.endgame import new_table

            state = records(1, family_engine(self.rules.family).STATE)
            self._thread.work = new_table(), state, np.zeros(self.num_actions)
        work: tuple[Any, ...] = self._thread.work
        return work

    def _act_batch(self, views: Array, masks: Array, rng: np.random.Generator) -> NDArray[np.int64]:
        actions = np.empty(len(views), dtype=np.int64)
        self._loop(self.packed, views, masks, self._objective, *self._work(), actions)
        return actions
