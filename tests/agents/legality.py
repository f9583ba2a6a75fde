"""Every agent through many decisions of every rule set: never an illegal answer.

    python -m tests.agents.legality --decisions 1000000

The agents take turns to move in games played to the end, deal after deal, under each
rule set, with irregularities and with long hands: those named, the exact endgame where
the rules have one, and the shipped checkpoint of the rule set. An illegal answer ends
the run with the agent, seat and action.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

import cinqcents_env as cc
from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch

AGENTS = ("random", "passive", "greedy", "pimc:1", "pimc:4", "ismcts:10", "ismcts:60")
"""Searches are short, since only the legality of the answers counts."""
GAMES = 32


def settings() -> list[tuple[str, dict[str, Any]]]:
    """Every rule set, and those with irregularities once more with them."""
    plain: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in cc.rulesets()]
    return [*plain, ("classic", {"irregularities": True}), ("lyonnais", {"hand_size": 12})]


def everyone(ruleset: str, options: dict[str, Any], specs: Sequence[str]) -> tuple[str, ...]:
    """These agents, the exact endgame and the shipped checkpoint, where these rules have them."""
    exact = ("endgame",) if cc.rules(ruleset).family == "cinqcents" else ()
    shipped = () if options else (f"{ruleset}/ppo",)
    return (*specs, *exact, *shipped)


def play(ruleset: str, options: dict[str, Any], specs: tuple[str, ...], number: int) -> int:
    """Make at least so many decisions with these agents in turn; returns how many."""
    rules = cc.rules(ruleset, **options)
    agents = [make_agent(spec, rules) for spec in specs]
    batch, rng = Batch(rules, GAMES, seed=1), np.random.default_rng(1)
    made = turn = 0
    while made < number:
        agent = agents[turn % len(agents)]
        batch.step(agent.act_batch(batch.views, batch.masks, rng))
        made += GAMES
        turn += 1
    return made


def main(argv: list[str] | None = None) -> int:
    """Play; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of all together")
    parser.add_argument("--agents", nargs="+", default=list(AGENTS), metavar="SPEC")
    args = parser.parse_args(argv)
    asked: set[str] = set()
    cases, total = settings(), 0
    for ruleset, options in cases:
        share = -(-args.decisions // len(cases))
        agents = everyone(ruleset, options, args.agents)
        made = play(ruleset, options, agents, share)
        total, asked = total + made, asked | set(agents)
        words = " ".join([ruleset, *(f"{name}={value}" for name, value in options.items())])
        print(f"{words}: {made} decisions, none illegal", flush=True)
    print(f"{total} decisions of {', '.join(sorted(asked))}: none illegal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
