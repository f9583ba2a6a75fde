"""Agents, made from a text specification by :func:`make_agent`.

A specification is a name, with an argument after a colon where the agent takes one:
``random``, ``passive``, ``greedy``, ``endgame``, ``pimc:64``, ``ismcts:1000``, ``cfr`` (``mini``
only), ``checkpoint:PATH``, or the name of a shipped checkpoint such as ``classic/ppo``. After a
checkpoint ``?deterministic`` takes its likeliest action always, ``?exact`` plays the last phase
of the two-player family by the solver.
"""

from __future__ import annotations

import importlib
from typing import NamedTuple

from cinqcents_env._words import shown
from cinqcents_env.agents.base import (
    Agent,
    AgentError,
    CheckpointError,
    IllegalAction,
    describe,
    played_alike,
)
from cinqcents_env.agents.function import CallableAgent, FunctionAgent, Player
from cinqcents_env.rulebook import Rules, suggestion
from cinqcents_env.rulebook import rules as rules_of


class Maker(NamedTuple):
    """How one kind of agent is made."""

    module: str
    """Module that holds the class; imported when first asked for."""
    factory: str
    """Its callable: ``factory(rules, spec)``, or ``factory(rules, spec, argument)``."""
    form: str
    """The specification as the user writes it."""

    @property
    def takes_argument(self) -> bool:
        """True if the form has a part after a colon."""
        return ":" in self.form


MAKERS: dict[str, Maker] = {
    "random": Maker("uniform", "RandomAgent", "random"),
    "passive": Maker("uniform", "PassiveAgent", "passive"),
    "greedy": Maker("greedy", "GreedyAgent", "greedy"),
    "endgame": Maker("endgame", "EndgameAgent", "endgame"),
    "pimc": Maker("search.agents", "PimcAgent", "pimc:N"),
    "ismcts": Maker("search.agents", "IsmctsAgent", "ismcts:N"),
    "cfr": Maker("cfr", "EquilibriumAgent", "cfr"),
    "checkpoint": Maker("checkpoint_specs", "checkpoint_agent", "checkpoint:PATH"),
}
"""Name before the colon -> how to make the agent."""

SHIPPED_FORM = "RULESET/NAME (a shipped checkpoint)"


def agent_forms() -> tuple[str, ...]:
    """Every form of specification, as error messages and help texts list them."""
    return (*(maker.form for maker in MAKERS.values()), SHIPPED_FORM)


def make_agent(spec: Player, rules: str | Rules) -> Agent:
    """Agent of a specification.

    Args:
        spec: a text in one of the forms of :func:`agent_forms`; or an agent, which is
            returned, or made anew if it plays for something else in these rules' episode;
            or a function ``(view, mask, rng) -> action``.
        rules: the rules it shall play, or the name of a rule set.

    Raises:
        AgentError: unknown or ill-formed specification, or an agent that cannot play
            these rules; CheckpointError (an AgentError) for what is wrong with a file.

    >>> make_agent("random", "classic").spec
    'random'
    """
    rules = rules_of(rules)
    if isinstance(spec, Agent):
        if not played_alike(spec.rules, rules):
            raise AgentError(
                f"agent {spec.spec} plays {describe(spec.rules)}, not {describe(rules)}"
            )
        return spec.playing(rules)
    if not isinstance(spec, str):
        if callable(spec) and not isinstance(spec, type):
            return CallableAgent(rules, spec)
        raise AgentError(
            f"an agent is a text, an Agent or a function (view, mask, rng) -> action, got "
            f"{shown(spec)}; {_valid()}"
        )
    name, colon, argument = spec.partition(":")
    if not colon and "/" in spec:
        name, argument = "checkpoint", spec
    elif name not in MAKERS:
        hint = suggestion(name, list(MAKERS))
        raise AgentError(f"unknown agent {spec!r}{hint}; {_valid()}")
    return _make(MAKERS[name], rules, spec, argument, bool(argument) or bool(colon))


def _make(maker: Maker, rules: Rules, spec: str, argument: str, given: bool) -> Agent:
    if given and not maker.takes_argument:
        raise AgentError(f"agent {spec!r}: {maker.form!r} takes nothing after its name; {_valid()}")
    if maker.takes_argument and not argument:
        raise AgentError(f"agent {spec!r} lacks its argument: {maker.form}; {_valid()}")
    module = importlib.import_module(f"cinqcents_env.agents.{maker.module}")
    factory = getattr(module, maker.factory)
    agent = factory(rules, spec, argument) if maker.takes_argument else factory(rules, spec)
    assert isinstance(agent, Agent)
    return agent


def _valid() -> str:
    return f"valid: {', '.join(agent_forms())}"


__all__ = [
    "MAKERS",
    "Agent",
    "AgentError",
    "CheckpointError",
    "FunctionAgent",
    "IllegalAction",
    "Maker",
    "Player",
    "agent_forms",
    "make_agent",
]
