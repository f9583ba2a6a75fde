"""A tournament's folder: what has been played, so that it can go on, and its reports.

``plan.json`` says what is played, ``blocks.jsonl`` holds one line for each finished
block; a line that a crash cut short is dropped and its block played again. At the end
come ``result.json``, ``README.md`` and ``matrix.png``, each put in place whole.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from cinqcents_env._files import write_whole
from cinqcents_env.evaluation.matches import BlockResult
from cinqcents_env.evaluation.tournament import Plan, Results, Tournament

FORMAT, FORMAT_VERSION = "cinqcents_env tournament", 1
PLAN, BLOCKS, RESULT, REPORT, MATRIX = (
    "plan.json",
    "blocks.jsonl",
    "result.json",
    "README.md",
    "matrix.png",
)


class FolderError(ValueError):
    """A folder that holds another tournament, or cannot be read or written."""


class Folder:
    """The folder of a tournament, made or taken up again.

    A tournament of the same plan goes on where it stopped, also with more games than
    before.

    Attributes:
        path: the folder.
        done: results of the blocks that were finished before.

    Raises:
        FolderError: the folder holds a tournament of another plan (named), or cannot be
            written.
    """

    def __init__(self, path: str | Path, plan: Plan) -> None:
        self.path, self.plan = Path(path), plan
        self.done: Results = {}
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._check_plan()
            self._read_blocks()
            write_whole(self.path / PLAN, json.dumps(plan_json(plan), indent=1) + "\n")
        except OSError as error:
            raise FolderError(f"{self.path}: {error.strerror}") from None

    def _check_plan(self) -> None:
        if not (self.path / PLAN).exists():
            if (self.path / BLOCKS).exists():
                raise FolderError(f"{self.path} has {BLOCKS} but no {PLAN}")
            return
        try:
            found = json.loads((self.path / PLAN).read_text(encoding="utf-8"))
            same = found["format"] == FORMAT and found["format_version"] == FORMAT_VERSION
        except (ValueError, KeyError, TypeError):
            same = False
        if not same:
            raise FolderError(f"{self.path / PLAN} is not the plan of a {FORMAT}")
        for name, value in plan_json(self.plan).items():
            if name != "deals" and found.get(name) != value:
                raise FolderError(
                    f"{self.path} holds a tournament with {name} {_short(found.get(name))}; "
                    f"this one has {_short(value)}"
                )

    def _read_blocks(self) -> None:
        """Take up the finished blocks; what follows the last whole line is cut off."""
        path, good = self.path / BLOCKS, 0
        blocks = self.plan.blocks()
        data = path.read_bytes() if path.exists() else b""
        for line in data.splitlines(keepends=True):
            entry = _entry(line) if line.endswith(b"\n") else None
            if entry is None:
                break
            good += len(line)
            key, result = entry
            if key in blocks and blocks[key].deals == len(result.scores):
                self.done[key] = result
        if good < len(data):
            os.truncate(path, good)

    def add(self, key: tuple[int, int], result: BlockResult) -> None:
        """Note a finished block.

        Raises:
            FolderError: it cannot be written.
        """
        entry = {
            "pairing": key[0],
            "block": key[1],
            "scores": result.scores.tolist(),
            "margins": result.margins.tolist(),
            **{name: getattr(result, name) for name in _NUMBERS},
        }
        try:
            with (self.path / BLOCKS).open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
        except OSError as error:
            raise FolderError(f"{self.path / BLOCKS}: {error.strerror}") from None

    def finish(self, tournament: Tournament) -> None:
        """Write result, report and picture.

        Raises:
            FolderError: one cannot be written.
        """
        from cinqcents_env.evaluation.tournament_report import as_dict, draw_matrix, report

        try:
            write_whole(self.path / RESULT, json.dumps(as_dict(tournament), indent=1) + "\n")
            drawn = draw_matrix(tournament, self.path / MATRIX)
            write_whole(self.path / REPORT, report(tournament, MATRIX if drawn else None))
        except OSError as error:
            raise FolderError(f"{self.path}: {error.strerror}") from None


_NUMBERS = ("truncated", "illegal", "decisions", "seconds")


def _entry(line: bytes) -> tuple[tuple[int, int], BlockResult] | None:
    """Key and result of a line, None for one that is not whole."""
    if not line.endswith(b"\n"):
        return None
    try:
        entry = json.loads(line)
        result = BlockResult(
            scores=np.array(entry["scores"], dtype=np.float64),
            margins=np.array(entry["margins"], dtype=np.float64),
            **{name: entry[name] for name in _NUMBERS},
        )
        return (int(entry["pairing"]), int(entry["block"])), result
    except (ValueError, KeyError, TypeError):
        return None


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as JSON values."""
    from cinqcents_env import __version__

    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "package": __version__,
        "ruleset": plan.rules.ruleset,
        "options": json.loads(json.dumps(plan.rules.options())),
        "agents": list(plan.agents),
        "deals": plan.deals,
        "seed": plan.seed,
        "episode": plan.episode,
        "weights": dict(plan.digests),
    }


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:80] + " ..."
