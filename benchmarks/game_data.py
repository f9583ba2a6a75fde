"""Game data: bytes per decision, and decisions a second of one core.

    python benchmarks/game_data.py [--games N] [--write] [--json FILE]

Each row plays one shard of games with an agent in all seats and writes it as Parquet, in
this process; compiling is done before. ``--write`` renews the table of ``docs/data.md``.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import report
from common import machine
from report_data import game_data_text

from cinqcents_env.data import plan_generation
from cinqcents_env.data.columns import write_shard

PACKAGES = ("pyarrow", "numpy", "numba")
ROWS = (
    ("classic", "random", 1.0),
    ("classic", "greedy", 1.0),
    ("classic", "pimc:16", 0.125),
    ("us3", "greedy", 1.0),
    ("au4", "greedy", 1.0),
)
"""Rule set, agent, and the part of the games that are played."""


def measure(ruleset: str, agent: str, games: int) -> dict[str, Any]:
    """One row: the same games as records and as decisions."""
    row: dict[str, Any] = {"ruleset": ruleset, "agent": agent, "games": games}
    for name, features in (("records", False), ("features", True)):
        warm = plan_generation(ruleset, [agent], games=1, shard=1, features=features)
        write_shard(warm.piece(0))
        plan = plan_generation(ruleset, [agent], games=games, shard=games, features=features)
        written = write_shard(plan.piece(0))
        row["decisions"] = written.decisions
        row[name] = {
            "bytes_per_decision": len(written.content) / written.decisions,
            "decisions_per_second": written.decisions / written.seconds,
        }
    return row


def main(argv: list[str] | None = None) -> int:
    """Measure and show."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=64, help="games of a row (64)")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    rows = [measure(*row[:2], max(1, round(args.games * row[2]))) for row in ROWS]
    result = {"machine": machine(PACKAGES), "rows": rows}
    print(game_data_text(result))
    report.write_outputs(args, "game_data", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
