"""How strong the shipped checkpoints are, measured from their files on fresh deals.

    python benchmarks/strength.py              print
    python benchmarks/strength.py --write      keep the result, renew docs/evaluation.md
    python benchmarks/strength.py --only us3/ppo --write       renew one row, keep the others
    python benchmarks/strength.py --quick      a few games: does everything work

Each checkpoint plays `greedy`, in whole games and counted by side, and `pimc:16` in
whole games and in single deals; processor time a decision of all of them is taken on
the same positions; in the two-player family what the checkpoint gives away in last
phases is measured against exact play, and the checkpoint is measured again with its last
phase left to the solver (`?exact`), as `pimc` leaves it. The seed is drawn anew and printed,
so the deals are none that anything was tuned on; rows that are renewed alone use the table's.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import report
from common import machine
from report_evaluation import strength_text

from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import shipped_checkpoints
from cinqcents_env.evaluation.intervals import mean_interval, rate_interval
from cinqcents_env.evaluation.matches import play_block, seatings
from cinqcents_env.evaluation.regret import last_phase_regret
from cinqcents_env.evaluation.speed import decision_speed
from cinqcents_env.evaluation.tournament import blocks_of, weights_of
from cinqcents_env.evaluation.workers import all_cores, scattered
from cinqcents_env.rulebook import CinqCentsRules, Rules
from cinqcents_env.rulebook import rules as rules_of

SEARCHER = "pimc:16"
PACKAGES = ("numpy", "numba", "cinqcents_env")


@dataclass(frozen=True)
class Amount:
    """Deals of each kind of match and of the regret, processor seconds of a timing."""

    deals: int
    search_deals: int
    regret_deals: int
    seconds: float


FULL = Amount(5000, 500, 5000, 1.0)
QUICK = Amount(20, 4, 20, 0.02)


def match(
    rules: Rules, a: str, b: str, deals: int, seed: int, episode: str, workers: int
) -> dict[str, Any]:
    """A duplicate match over all cores: win rate, in each seat too, and margin."""
    blocks = blocks_of(a, b, rules, deals, seed, episode, 16 if b == SEARCHER else 128)
    results = dict(scattered(play_block, blocks, workers))
    ordered = [results[i] for i in range(len(blocks))]
    scores = np.concatenate([result.scores for result in ordered])
    margins = np.concatenate([result.margins for result in ordered])
    return {
        "against": b,
        "episode": episode,
        "games": int(scores.size),
        "even": 1 / len(seatings(rules)),
        "win_rate": list(rate_interval(scores.mean(axis=1))),
        "margin": list(mean_interval(margins.mean(axis=1))),
        "seats": [list(rate_interval(scores[:, seat])) for seat in range(scores.shape[1])],
    }


def row(name: str, amount: Amount, seed: int, workers: int) -> dict[str, Any]:
    """Everything about one checkpoint."""
    rules = rules_of(name.partition("/")[0])
    agent = make_agent(name, rules)
    matches = [match(rules, name, "greedy", amount.deals, seed, "game", workers)]
    for episode in ("game", "deal"):
        args = (amount.search_deals, seed, episode, workers)
        matches.append(match(rules, name, SEARCHER, *args))
    timed = {spec: make_agent(spec, rules) for spec in (name, "greedy", SEARCHER)}
    found = {
        "name": name,
        "weights": weights_of(agent),
        "matches": matches,
        "seconds": {s: decision_speed(rules, a, amount.seconds).single for s, a in timed.items()},
    }
    if isinstance(rules, CinqCentsRules):
        found["regret"] = regrets(rules, name, amount, seed)
    return found


def regrets(rules: Rules, name: str, amount: Amount, seed: int) -> dict[str, list[float]]:
    """Points lost in a last phase, with interval: the checkpoint's, and the anchors'."""
    result = {}
    for spec in (name, "random", "greedy", SEARCHER):
        deals = amount.search_deals if spec == SEARCHER else amount.regret_deals
        measured = last_phase_regret(rules, spec, deals=deals, seed=seed)
        result[spec] = [measured.lost, *measured.lost_interval]
    return result


def kept_rows(kept: dict[str, Any] | None, renewed: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Rows of an earlier table that still hold: not to be renewed, and of the same weights."""
    rows = {} if kept is None else {row["name"]: row for row in kept["rows"]}
    known, result = shipped_checkpoints(), {}
    for name, found in rows.items():
        plain = name.removesuffix("?exact")
        if name in renewed or plain not in known:
            continue
        if weights_of(make_agent(name, plain.partition("/")[0])) == found["weights"]:
            result[name] = found
    return result


def with_exact_endings(names: Iterable[str]) -> list[str]:
    """The checkpoints, each of the two-player family followed by itself with ``?exact``."""
    result = []
    for name in names:
        result.append(name)
        if isinstance(rules_of(name.partition("/")[0]), CinqCentsRules):
            result.append(f"{name}?exact")
    return result


def main(argv: list[str] | None = None) -> int:
    """Measure. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a few games only")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these checkpoints only")
    parser.add_argument("--seed", type=int, help="of the deals (default: drawn anew)")
    parser.add_argument("--workers", type=int, default=all_cores(), help="processes")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    known = shipped_checkpoints()
    names = args.only or with_exact_endings(known)
    unknown = [name for name in names if name.removesuffix("?exact") not in known]
    if unknown:
        print(f"unknown checkpoint {unknown[0]!r}; shipped: {', '.join(known)}", file=sys.stderr)
        return 2
    if args.write and args.quick:
        print("--quick measures too little to be kept with --write", file=sys.stderr)
        return 2
    kept = report.load("strength") if args.only and args.write else None
    seed = secrets.randbelow(2**31) if kept is None else kept["seed"]
    seed = seed if args.seed is None else args.seed
    result: dict[str, Any] = {"machine": machine(PACKAGES), "seed": seed, "rows": []}
    rows = kept_rows(kept, names) if kept is not None and kept["seed"] == seed else {}
    for name in names:
        amount = QUICK if args.quick else FULL
        rows[name] = row(name, amount, seed, args.workers)
        print(strength_text({**result, "rows": [rows[name]]}), end="\n\n")
    result["rows"] = [rows[name] for name in sorted(rows)]
    report.write_outputs(args, "strength", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
