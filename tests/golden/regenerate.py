"""Write the golden playthroughs anew: ``python -m tests.golden.regenerate [NAME ...]``.

Look at ``git diff`` afterwards: every line that changed is a rule that changed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.cases import Case, cases
from tests.golden.playthrough import parting, seed_of, written

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = 4000


def showing_seed(name: str, case: Case) -> int:
    """The seed in use, if the option shows there; else the first in which it does.

    Raises:
        SystemExit: no game shows the option.
    """
    path = FOLDER / f"{name}.txt"
    used = [seed_of(path.read_text())] if path.exists() else []
    if case.base is None:
        return used[0] if used else 1
    for seed in [*used, *range(SEEDS)]:
        if parting(case, seed) is not None:
            return seed
    raise SystemExit(f"{name}: none of {SEEDS} games shows the option")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the named playthroughs, or all; files of no case are removed."""
    table = cases()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(table))
    names = parser.parse_args(argv).names or list(table)
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        text = written(name, table[name], showing_seed(name, table[name]))
        (FOLDER / f"{name}.txt").write_text(text)
        print(name)
    for path in FOLDER.glob("*.txt"):
        if path.stem not in table:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
