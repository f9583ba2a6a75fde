"""The ladder of agents: matches of neighbours, time per decision, simulations a second.

    python benchmarks/agents.py --write      the standard form, some 15 minutes on two cores
    python benchmarks/agents.py --quick      a few deals, to see that everything runs
    python benchmarks/agents.py --times --write      renew the solver's times alone

Matches are duplicate, over single deals. With ``--write`` docs/agents.md and
docs/data/agents.json are renewed.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import report
from common import machine
from double_dummy import time_double_dummy
from endgame import time_cases, time_endgames
from report_agents import agents_text

import cinqcents_env as cc
from cinqcents_env.agents import Agent, make_agent
from cinqcents_env.agents.search.agents import SearchAgent
from cinqcents_env.batch import Batch
from cinqcents_env.cli.progress import progress
from cinqcents_env.evaluation import play_match
from cinqcents_env.evaluation.matches import seatings

RULESETS = ("classic", "binage", "us3", "au4")
LADDER = ("random", "greedy", "endgame", "pimc:16", "pimc:128")
ASIDE = "ismcts:1000"
"""Plays against greedy and the first step of search."""
DEALS = {"random": 500, "greedy": 500, "endgame": 500, "pimc:16": 500, "pimc:128": 1000}
"""Of the match of each with the next lower; more where the step is small."""
ASIDE_DEALS = 250
BLOCK = 10
"""Deals of one block: small, so that the processes end together."""
POSITIONS = 64
"""Decisions with a choice over which the time of a decision is taken."""
SOLVED = 40
"""Positions over which the solvers are timed."""
ENDGAMES = 100
"""Last phases of each kind over which the endgame solver is timed."""
LIMITS = {"pimc:16": 5.0, "pimc:128": 50.0}
"""Milliseconds a decision that are meant to suffice."""


def ladder_of(ruleset: str) -> list[str]:
    """The steps that a rule set has."""
    exact = cc.rules(ruleset).family == "cinqcents"
    return [spec for spec in LADDER if spec != "endgame" or exact]


def pairs(ruleset: str) -> list[tuple[str, str, int]]:
    """(lower, higher, deals) of each match of a rule set."""
    steps = ladder_of(ruleset)
    matches = [(low, high, DEALS[high]) for low, high in itertools.pairwise(steps)]
    return [*matches, ("greedy", ASIDE, ASIDE_DEALS), ("pimc:16", ASIDE, ASIDE_DEALS)]


def decisions(ruleset: str, number: int) -> tuple[Any, Any]:
    """Views and masks of decisions with a choice, met in greedy play, one a game."""
    batch, rng = Batch(ruleset, number, seed=11), np.random.default_rng(11)
    greedy, stops = make_agent("greedy", ruleset), rng.integers(0, 40, size=number)
    views, masks = batch.views.copy(), batch.masks.copy()
    for ply in range(100):
        fresh = (stops == ply) & (batch.masks.sum(axis=1) > 1)
        views[fresh], masks[fresh] = batch.views[fresh], batch.masks[fresh]
        stops[(stops == ply) & ~fresh] += 1
        batch.step(greedy.act_batch(batch.views, batch.masks, rng))
    return views, masks


def time_per_decision(agent: Agent, views: Any, masks: Any) -> float:
    """Processor milliseconds of a decision, the least of three rounds."""
    rng, rounds = np.random.default_rng(0), []
    agent.act_batch(views[:1], masks[:1], rng)
    for _ in range(3):
        start, calls = time.process_time(), 0
        while calls == 0 or time.process_time() - start < 0.02:
            agent.act_batch(views, masks, rng)
            calls += 1
        rounds.append((time.process_time() - start) / calls / len(views))
    return 1000.0 * min(rounds)


def simulations_per_second(ruleset: str, number: int) -> float:
    """Simulations a processor second of ismcts at the first decision of deals."""
    agent = make_agent(f"ismcts:{number}", ruleset)
    assert isinstance(agent, SearchAgent)
    batch, rates = Batch(ruleset, 16, seed=12), []
    agent.act_batch(batch.views[:1], batch.masks[:1], np.random.default_rng(0))
    for seed in range(3):
        seeds, start = np.arange(16) + 16 * seed, time.process_time()
        visits = agent.search_batch(batch.views, batch.masks, seeds).visits.sum()
        rates.append(float(visits) / (time.process_time() - start))
    return max(rates)


def solver_times(ruleset: str, number: int) -> dict[str, Any]:
    """Processor milliseconds of the exact solver of a rule set's family."""
    rules = cc.rules(ruleset)
    if rules.family != "cinqcents":
        return {"what": "double dummy, whole deals", **time_double_dummy(ruleset, number)}
    words = f"last phase, {rules.hand_size} cards each"
    return {"what": words, **time_endgames(ruleset, number=number)}


def measure(ruleset: str, args: argparse.Namespace) -> dict[str, Any]:
    """What needs no match: times and rates of a rule set."""
    views, masks = decisions(ruleset, args.positions)
    specs = [*ladder_of(ruleset), ASIDE]
    times = {spec: time_per_decision(make_agent(spec, ruleset), views, masks) for spec in specs}
    return {
        "ruleset": ruleset,
        "ms": times,
        "simulations_per_s": simulations_per_second(ruleset, 100 if args.quick else 2000),
        "solver": solver_times(ruleset, 3 if args.quick else SOLVED),
    }


def matches(args: argparse.Namespace, spread: Callable[..., Any]) -> list[dict[str, Any]]:
    """Every match, one after the other, each over all processes."""
    wanted = [(name, *pair) for name in args.rulesets for pair in pairs(name)]
    results = []
    with progress("matches", len(wanted)) as advance:
        for ruleset, low, high, deals in wanted:
            number = 4 if args.quick else max(4, round(deals * args.scale))
            games = number * len(seatings(cc.rules(ruleset)))
            result = play_match(
                ruleset,
                high,
                low,
                games=games,
                seed=args.seed,
                episode="deal",
                block=2 if args.quick else BLOCK,
                spread=spread,
            )
            results.append({"low": low, "high": high, **result.as_dict()})
            advance(1)
    return results


def run(args: argparse.Namespace) -> dict[str, Any]:
    """Every measurement, then every match."""
    result: dict[str, Any] = {"machine": machine(("numpy", "numba")), "limits": LIMITS}
    start = time.perf_counter()
    result["endgames"] = time_cases(3 if args.quick else ENDGAMES)
    result["rulesets"] = [measure(name, args) for name in args.rulesets]
    if args.processes == 1:
        result["matches"] = matches(args, map)
    else:
        context = multiprocessing.get_context("spawn")
        with context.Pool(args.processes) as pool:
            result["matches"] = matches(args, pool.imap)
    result["minutes"] = (time.perf_counter() - start) / 60
    for name in ("processes", "scale", "seed", "positions"):
        result[name] = getattr(args, name)
    return result


def with_new_times(args: argparse.Namespace) -> dict[str, Any]:
    """The result that is kept, with new times of the endgame solver."""
    kept = report.load("agents")
    if kept is None:
        raise SystemExit("agents: there is no result to renew; run it without --times")
    return {**kept, "endgames": time_cases(3 if args.quick else ENDGAMES)}


def main(argv: list[str] | None = None) -> int:
    """Measure, play, print, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rulesets", nargs="+", default=list(RULESETS), metavar="NAME")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scale", type=float, default=1.0, help="times as many deals")
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="a few deals only")
    parser.add_argument("--times", action="store_true", help="endgames only; keep the rest")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    if args.quick:
        args.positions = min(args.positions, 4)
    result = with_new_times(args) if args.times else run(args)
    print(agents_text(result))
    report.write_outputs(args, "agents", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
