"""Figures of the proof in one file: every run adds its games to those of the runs before it.

``python -m tests.proof.figures A.json B.json --out C.json`` adds up the files of runs that
went on beside each other, and prints the table. Status 1 if anything was found in them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cinqcents_env._files import write_whole
from tests.proof.cases import RULESETS, family, single_changes
from tests.proof.portion import Tally

COLUMNS = (
    "games decisions texts differences looks worlds leaks withheld symmetric asymmetries"
).split()
Run = dict[str, Any]
"""Command, rates, versions, time and ``games``: the numbers [first, next) by rule set."""


class FiguresError(ValueError):
    """A file that holds no figures, or games that were counted already."""


@dataclasses.dataclass
class Figures:
    """What some runs have done, with the sums by rule set."""

    runs: list[Run] = dataclasses.field(default_factory=list)
    tallies: dict[str, Tally] = dataclasses.field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Figures:
        """The figures of a file; none where there is no such file."""
        if not path.exists():
            return cls()
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            tallies = {}
            for name, row in told["rule sets"].items():
                counts = {column: int(row[column]) for column in COLUMNS}
                tallies[name] = Tally(**counts, options=set(row["tried"]))
            return cls(list(told["runs"]), tallies)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FiguresError(f"{path}: no figures of the proof ({error!r})") from None

    def write(self, path: Path) -> None:
        """Write the file in one go, so that it is whole at any moment."""
        write_whole(path, json.dumps(self.told(), indent=1) + "\n")

    def told(self) -> dict[str, Any]:
        """Everything as JSON."""
        rows = {}
        for name in [name for name in RULESETS if name in self.tallies]:
            tally = self.tallies[name]
            row = {column: getattr(tally, column) for column in COLUMNS}
            values = {f"{k}={v}" for options in single_changes(name) for k, v in options.items()}
            row["option values"] = len(values)
            row["option values tried"] = len(values & tally.options)
            rows[name] = {"family": family(name), **row, "tried": sorted(tally.options)}
        return {"runs": self.runs, "rule sets": rows}

    def add(self, name: str, tally: Tally) -> None:
        """Count a portion of a rule set in."""
        self.tallies.setdefault(name, Tally()).add(tally)

    @property
    def next_number(self) -> int:
        """Number of the first game that no run has played yet."""
        return max((end for run in self.runs for _, end in run["games"].values()), default=0)

    def claim(self, run: Run) -> None:
        """Note a run whose games are to be counted.

        Raises:
            FiguresError: some of them were counted already, or the run was made on other
                sources of the engine, so that its games prove nothing of these.
        """
        for earlier in self.runs:
            if earlier["engine"] != run["engine"]:
                raise FiguresError(
                    f"these figures are of engine {earlier['engine']}, the run is of "
                    f"{run['engine']}; count it in a file of its own"
                )
        for name, (first, after) in run["games"].items():
            for earlier in self.runs:
                begin, end = earlier["games"].get(name, (0, 0))
                if first < end and begin < after:
                    raise FiguresError(
                        f"games {begin} to {end - 1} of {name} are counted already; "
                        f"the next is {self.next_number}"
                    )
        self.runs.append(run)

    def joined(self, other: Figures) -> Figures:
        """These figures and others together."""
        whole = Figures(list(self.runs), {})
        for run in other.runs:
            whole.claim(run)
        for figures in (self, other):
            for name, tally in figures.tallies.items():
                whole.add(name, tally)
        return whole

    @property
    def total(self) -> Tally:
        """The sums over all rule sets."""
        whole = Tally()
        for tally in self.tallies.values():
            whole.add(tally)
        return whole

    def table(self) -> str:
        """The figures, a rule set a line."""
        rows = [["rule set", *COLUMNS]]
        for name in [name for name in RULESETS if name in self.tallies]:
            rows.append([name, *_cells(self.tallies[name])])
        rows.append(["all", *_cells(self.total)])
        sizes = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = []
        for row in rows:
            cells = [cell.rjust(size) for cell, size in zip(row, sizes, strict=True)]
            lines.append("  ".join([row[0].ljust(sizes[0]), *cells[1:]]))
        return "\n".join(lines)


def _cells(tally: Tally) -> list[str]:
    return [f"{getattr(tally, column):,}" for column in COLUMNS]


def rates_in_words(rates: Mapping[str, float]) -> str:
    """What the last run checked, and how often."""
    return (
        f"at every decision mask and record, at {rates['texts']:.1%} of them whole texts, "
        f"at {rates['looks']:.1%} leaks; {rates['symmetry']:.1%} of the games turned and exchanged"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Add files of figures up; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.figures", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, help="write the sums to this file")
    args = parser.parse_args(argv)
    whole = Figures()
    try:
        for path in args.files:
            whole = whole.joined(Figures.read(path))
    except FiguresError as error:
        parser.error(str(error))
    if args.out:
        whole.write(args.out)
    print(whole.table())
    return 0 if whole.total.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
