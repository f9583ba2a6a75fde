"""Which agents the table offers, and the agents themselves, made once and asked one at a time.

A request chooses among the specifications offered; none of its text becomes a path.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cinqcents_env.agents import Agent, AgentError, make_agent
from cinqcents_env.agents.checkpoint import shipped_checkpoints
from cinqcents_env.game import Game
from cinqcents_env.rulebook import REGISTRY, Rules

SEARCH = ("pimc:16", "pimc:64", "pimc:256", "ismcts:1000", "ismcts:4000")
KEPT = 32
"""Agents kept in memory."""
EXAMPLES = {"cinqcents": "classic", "five_hundred": "us3"}
"""Family -> a rule set; who plays it plays the family."""


class _Kept(NamedTuple):
    agent: Agent
    lock: threading.Lock


class Opponents:
    """The agents of a table.

    Args:
        more: specifications that whoever starts the table adds, such as ``checkpoint:PATH``.

    Raises:
        AgentError: one of them plays no rule set.
    """

    def __init__(self, more: Sequence[str] = ()) -> None:
        self.more = {spec: _played_by(spec) for spec in more}
        self._kept: OrderedDict[tuple[str, Rules], _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def offered(self, ruleset: str, family: str) -> list[str]:
        """Specifications that may be chosen for a rule set, the usual one first."""
        specs = ["greedy", *(name for name in shipped_checkpoints() if _plays(name, ruleset))]
        specs += ["endgame"] if family == "cinqcents" else []
        specs += [*SEARCH, "passive", "random"]
        specs += ["cfr"] if ruleset == "mini" else []
        return [*specs, *(spec for spec, played in self.more.items() if ruleset in played)]

    def agent(self, spec: str, rules: Rules) -> Agent:
        """The agent of a specification that is offered.

        Raises:
            AgentError: it is not offered, or cannot play these rules.
        """
        return self._entry(spec, rules).agent

    def _entry(self, spec: str, rules: Rules) -> _Kept:
        offered = self.offered(rules.ruleset, rules.family)
        if spec not in offered:
            raise AgentError(f"agent {spec[:40]!r} is not offered; offered: {', '.join(offered)}")
        key = (spec, rules)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = _Kept(make_agent(spec, rules), threading.Lock())
        with self._lock:
            kept = self._kept.setdefault(key, made)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    @contextlib.contextmanager
    def asking(self, spec: str, rules: Rules) -> Iterator[Agent]:
        """The agent of a specification, while nobody else asks it. Raises AgentError."""
        kept = self._entry(spec, rules)
        with kept.lock:
            yield kept.agent

    def choose(self, spec: str, game: Game, decision: int) -> str:
        """Move of an agent for the seat on move.

        Chance depends on the game's seed and the number of the decision alone, so a move
        taken back and made again is answered the same, also by a table started anew.

        Raises:
            AgentError, IllegalAction: what the agent does wrong.
        """
        chance = np.random.default_rng([game.seed, decision])
        with self.asking(spec, game.rules) as agent:
            action = agent.act(game.view(), game.legal_mask(), chance)
        return game.move_text(action)


def _plays(name: str, ruleset: str) -> bool:
    return name.partition("/")[0] == ruleset


def _played_by(spec: str) -> set[str]:
    """The rule sets that an agent plays.

    A checkpoint plays those that it fits; the others play a family, or ``mini`` alone.

    Raises:
        AgentError: it plays none; what was wrong with the last, a checkpoint's own rules
            or those that its name begins with.
    """
    names = list(REGISTRY)
    of_file = spec.startswith("checkpoint:") or "/" in spec
    tried = names if of_file else [*EXAMPLES.values(), "mini"]
    played, errors = set(), {}
    for name in tried:
        try:
            make_agent(spec, name)
        except AgentError as error:
            errors[name] = error
        else:
            played.add(name)
    if not played:
        raise errors.get(spec.partition("/")[0], errors[tried[0]])
    if of_file:
        return played
    whole = {REGISTRY[name].family for name in played & set(EXAMPLES.values())}
    return played | {name for name in names if REGISTRY[name].family in whole}
