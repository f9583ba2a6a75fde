"""Write the leaderboard from the score cards that stand beside the shipped checkpoints.

    python benchmarks/leaderboard.py            write docs/leaderboard.md
    python benchmarks/leaderboard.py --check    write nothing; fail if it is stale

A card is made by ``cinqcents benchmark RULESET SPEC --out checkpoints/RULESET-v0/NAME``.
One that was made with other weights than lie beside it is an error.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from common import ROOT

from cinqcents_env.evaluation.scorecard_report import CARD_FILE, CardError, leaderboard, read_card

PAGE = ROOT / "docs" / "leaderboard.md"
FOLDER = ROOT / "checkpoints"


def cards(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """Every card, by the checkpoint's name.

    Raises:
        CardError: a file is no card, or its weights are not those beside it.
    """
    found = {}
    for path in sorted(folder.glob(f"*-v0/*/{CARD_FILE}")):
        card = read_card(path)
        meta = json.loads((path.parent / "checkpoint.json").read_text(encoding="utf-8"))
        if card["agent"]["weights"] != meta["weights_digest"]:
            raise CardError(f"{path} was made with other weights; make it anew")
        name = f"{path.parent.parent.name.removesuffix('-v0')}/{path.parent.name}"
        found[name] = card
    return found


def main(argv: list[str] | None = None) -> int:
    """Write, or check. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    check = parser.parse_args(argv).check
    try:
        text = leaderboard(cards())
    except CardError as error:
        print(error, file=sys.stderr)
        return 1
    fresh = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    if check:
        if not fresh:
            print("stale, run python benchmarks/leaderboard.py", file=sys.stderr)
        return 0 if fresh else 1
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
