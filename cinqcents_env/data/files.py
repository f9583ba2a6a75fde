"""A file of game data while it grows: shards beside it, one file in the end.

Until the last shard is played they lie in ``FILE.shards``, each put in place whole; the
same command goes on from there. Then they are joined, one row group a shard, the file is
put in place whole and the folder is removed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cinqcents_env._extras import brought_by
from cinqcents_env._files import write_whole
from cinqcents_env.data.columns import COMPRESSION, Written, schema, write_shard
from cinqcents_env.data.generation import GenerationPlan, Shard
from cinqcents_env.data.reading import DataError, read_plan
from cinqcents_env.evaluation.workers import scattered

PLAN = "plan.json"
Scatter = Callable[[Callable[[Shard], Written], list[Shard]], Iterable[tuple[int, Written]]]
"""Results of a function over tasks with the number of the task, in any order."""


class Store:
    """Where the data of a plan are kept.

    Attributes:
        path: the file.
        folder: where shards lie until all are there.
        finished: the file is there, and holds what the plan says.

    Raises:
        DataError: the file, or the shards, are of another plan (named), or cannot be read
            or written.
        ModuleNotFoundError: ``pyarrow`` is not installed; nothing has been made.
    """

    def __init__(self, path: str | Path, plan: GenerationPlan) -> None:
        with brought_by("data"):
            import pyarrow.parquet  # noqa: F401

        self.path, self.plan = Path(path), plan
        self.folder = self.path.with_name(self.path.name + ".shards")
        self.finished = self.path.exists()
        if self.finished:
            _check_same(self.path, read_plan(self.path), plan, ())
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            note = self.folder / PLAN
            if note.exists():
                _check_same(self.folder, _noted(note), plan, ("games",))
            write_whole(note, json.dumps(plan.as_dict(), indent=1) + "\n")
        except OSError as error:
            raise DataError(f"{self.folder} cannot be written: {error.strerror}") from None

    def shard_path(self, index: int) -> Path:
        """Where a shard lies; a short one, as the last may be, has its size in its name."""
        games = self.plan.piece(index).games
        short = "" if games == self.plan.shard else f"-{games}"
        return self.folder / f"{index:08}{short}.parquet"

    def left(self) -> list[Shard]:
        """The shards that are not there yet."""
        numbers = range(self.plan.num_shards)
        return [self.plan.piece(i) for i in numbers if not self.shard_path(i).exists()]

    def add(self, index: int, written: Written) -> None:
        """Put a shard in place.

        Raises:
            DataError: it cannot be written; what was there before stays.
        """
        try:
            write_whole(self.shard_path(index), written.content)
        except OSError as error:
            raise DataError(self._full(error)) from None

    def finish(self) -> int:
        """Join the shards into the file and remove them; returns the file's bytes.

        Raises:
            DataError: the file cannot be written, or a shard not read; the shards stay.
        """
        part = self.path.with_name(self.path.name + ".part")
        try:
            self._join(part)
            os.replace(part, self.path)
        except OSError as error:
            raise DataError(self._full(error)) from None
        finally:
            part.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        return self.path.stat().st_size

    def _join(self, part: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        with (
            part.open("wb") as file,
            pq.ParquetWriter(file, schema(self.plan), compression=COMPRESSION) as writer,
        ):
            for index in range(self.plan.num_shards):
                shard = self.shard_path(index)
                try:
                    table = pq.read_table(shard)
                except pa.ArrowException as error:
                    raise DataError(f"{shard} cannot be read, remove it: {error}") from None
                rows = max(1, table.num_rows)
                writer.write_table(table.cast(schema(self.plan)), row_group_size=rows)
            writer.close()
            file.flush()
            os.fsync(file.fileno())

    def _full(self, error: OSError) -> str:
        kept = self.plan.num_shards - len(self.left())
        why = error.strerror or str(error)
        return (
            f"{self.path} cannot be written: {why}; {kept} of {self.plan.num_shards} shards "
            f"are kept in {self.folder}, and the same command goes on from there"
        )


def _noted(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise DataError(f"{path} is not the plan of game data")
    return found


def _check_same(
    where: Path, found: dict[str, Any], plan: GenerationPlan, free: tuple[str, ...]
) -> None:
    """Raise DataError, naming what differs, if something there is of another plan."""
    for name, value in plan.as_dict().items():
        if name not in free and found.get(name) != value:
            raise DataError(
                f"{where} holds game data with {name} {_short(found.get(name))}; "
                f"this plan has {_short(value)}; remove it, or choose another --out"
            )


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:80] + " ..."


def fill(
    store: Store,
    *,
    workers: int = 1,
    scatter: Scatter | None = None,
    told: Callable[[Written], None] = lambda written: None,
) -> int:
    """Play what is left of a store's plan into its file; returns the file's bytes.

    Args:
        store: where the data go.
        workers: processes; the file is the same for any number.
        scatter: plays the shards in another way, as on a Ray cluster.
        told: called in this process with each shard as it is finished.

    Raises:
        DataError: a shard or the file cannot be written.
        IllegalAction: an agent answered with an illegal action.
    """
    if store.finished:
        return store.path.stat().st_size
    left = store.left()
    results = scatter(write_shard, left) if scatter else scattered(write_shard, left, workers)
    for number, written in results:
        store.add(left[number].index, written)
        told(written)
    return store.finish()


def generate(plan: GenerationPlan, path: str | Path, *, workers: int = 1) -> int:
    """Play what is left of a plan into a file; returns the file's bytes.

    Args:
        plan: from :func:`cinqcents_env.data.plan_generation`.
        path: the Parquet file.
        workers: processes; the file is the same for any number.

    Raises:
        DataError: the file is of another plan, or cannot be written.
        IllegalAction: an agent answered with an illegal action.
        ModuleNotFoundError: ``pyarrow`` is not installed; before anything is played.
    """
    return fill(Store(path, plan), workers=workers)
