"""Count anew: ``python -m tests.perft.regenerate [RULESET ...]``, all unless some are named.

Nothing is written where package and oracle disagree.
"""

from __future__ import annotations

import json
import sys

import cinqcents_env as cc
from tests.perft.counts import FILE, by_oracle, by_package, depth, fixed_positions, stored


def main(argv: list[str]) -> int:
    """Write the counts of the named rule sets, or of every one."""
    kept = {entry["name"]: entry for entry in stored()}
    entries = []
    for ruleset in cc.rulesets():
        if argv and ruleset not in argv:
            entries += [e for name, e in kept.items() if name.split()[0] == ruleset]
            continue
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
    sys.exit(main(sys.argv[1:]))
