"""Count anew: ``python -m tests.perft.regenerate``; refuses to write where the two disagree."""

from __future__ import annotations

import json
import sys

import cinqcents_env as cc
from tests.perft.counts import FILE, by_oracle, by_package, depth, fixed_positions


def main() -> int:
    """Write the counts of every rule set."""
    entries = []
    for ruleset in cc.rulesets():
        for name, position in fixed_positions(ruleset):
            plies = depth(position)
            counts, theirs = by_package(position, plies), by_oracle(position, plies)
            if counts != theirs:
                raise SystemExit(f"{ruleset} {name}: package {counts}, oracle {theirs}")
            entries.append({"name": f"{ruleset} {name}", "counts": counts, "position": position})
            print(ruleset, name, counts)
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    FILE.write_text(f"[\n{lines}\n]\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
