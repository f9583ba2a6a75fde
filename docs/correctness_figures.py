"""Write the figures of the last full run into ``docs/correctness.md``.

``python docs/correctness_figures.py`` reads ``docs/data/correctness.json`` (made by
``python -m tests.proof.prove --out docs/data/correctness.json``, in one run or several) and
the files ``docs/data/mutation_*.json`` (made by ``tests.mutation.mutate --out``), and replaces
what stands between the markers. With ``--check`` it writes nothing; status 1 if the page is stale.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cinqcents_env.evaluation.intervals import wilson_interval

DOCS = Path(__file__).parent
PAGE = DOCS / "correctness.md"
PROOF = DOCS / "data" / "correctness.json"
COLUMNS = {
    "games": "games",
    "decisions": "decisions compared",
    "texts": "also as texts",
    "differences": "differences",
    "looks": "seats looked at",
    "worlds": "hidden cards moved",
    "leaks": "leaks",
    "withheld": "facts withheld",
    "symmetric": "decisions turned or exchanged",
    "asymmetries": "asymmetries",
}


def proof_block(figures: dict[str, Any]) -> str:
    """The table of a run of the proof."""
    rows = figures["rule sets"]
    lines = [
        *(run_line(run) for run in figures["runs"]),
        "",
        "| rule set | " + " | ".join(COLUMNS.values()) + " | option values tried |",
        "|---|" + "---:|" * (len(COLUMNS) + 1),
    ]
    for name, row in rows.items():
        cells = [f"{row[column]:,}" for column in COLUMNS]
        cells.append(f"{row['option values tried']} of {row['option values']}")
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    whole = [f"{sum(row[column] for row in rows.values()):,}" for column in COLUMNS]
    lines.append("| all | " + " | ".join(whole) + " | |")
    return "\n".join(lines)


def run_line(run: dict[str, Any]) -> str:
    """How one run was made."""
    rates = run["rates"]
    return (
        f"- `{run['command']}`, {run['date']}, {run['minutes']:,} minutes on engine sources "
        f"`{run['engine']}`, Python {run['python']}, numpy {run['numpy']}, numba {run['numba']}: "
        f"whole texts at {rates['texts']:.3g}, leaks at {rates['looks']:.3g} of the decisions, "
        f"symmetry in {rates['symmetry']:.3g} of the games."
    )


def mutation_block(runs: list[dict[str, Any]]) -> str:
    """The table of the runs of the mutation testing."""
    lines = [
        "| family | mutants | shown harmless | tried | found | survived | score | command |",
        "|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for run in runs:
        lines.append(
            f"| {run['family']} | {run['mutants']:,} | {run['harmless']:,} | {run['tried']:,} | "
            f"{run['killed']:,} | {len(run['survivors']):,} | {score_words(run)} | "
            f"`{run['command']}` |"
        )
    return "\n".join(lines)


def score_words(run: dict[str, Any]) -> str:
    """The share found; of a sample with its 95 % interval."""
    words = f"{run['score']:.1%}"
    if run["drawn"] == run["mutants"]:
        return words
    low, high = wilson_interval(run["score"], run["tried"])
    return f"{words} [{low:.1%}, {high:.1%}]"


def blocks() -> dict[str, str]:
    """The text of each marked block, for which there are figures."""
    found = {}
    if PROOF.exists():
        found["proof"] = proof_block(json.loads(PROOF.read_text()))
    runs = [json.loads(path.read_text()) for path in sorted(PROOF.parent.glob("mutation_*.json"))]
    if runs:
        found["mutation"] = mutation_block(runs)
    return found


def filled(page: str, texts: dict[str, str]) -> str:
    """The page with the blocks put between their markers.

    Raises:
        SystemExit: a marker is missing.
    """
    for name, text in texts.items():
        begin, end = f"<!-- figures: {name} -->", f"<!-- end: {name} -->"
        if page.count(begin) != 1 or page.count(end) != 1:
            raise SystemExit(f"{PAGE}: the markers {begin} and {end} must stand there once")
        head, rest = page.split(begin)
        page = f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}"
    return page


def main(argv: Sequence[str] | None = None) -> int:
    """Fill the page in, or check that it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, tell if stale")
    args = parser.parse_args(argv)
    page = PAGE.read_text(encoding="utf-8")
    new = filled(page, blocks())
    if args.check:
        return int(new != page)
    PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
