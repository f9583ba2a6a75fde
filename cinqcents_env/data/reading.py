"""Game data read again: as arrays, or as games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cinqcents_env._extras import brought_by
from cinqcents_env.data.generation import FORMAT, FORMAT_VERSION
from cinqcents_env.notation.fields import rules_of
from cinqcents_env.records import parse_record
from cinqcents_env.rulebook import Rules, RulesError

KEY = b"cinqcents_env"
"""Key of a file's metadata that holds the plan as JSON."""
Arrays = dict[str, np.ndarray[Any, Any]]


class DataError(ValueError):
    """A file of game data that cannot be read or written, or is of another plan."""


def read_plan(path: str | Path) -> dict[str, Any]:
    """The plan of a file, as JSON values.

    Raises:
        DataError: it cannot be read, or holds no game data of this version.
        ModuleNotFoundError: ``pyarrow`` is not installed.
    """
    with brought_by("data"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    try:
        metadata = pq.read_schema(path).metadata or {}
        plan = json.loads(metadata.get(KEY, b"null"))
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DataError(f"{path} cannot be read: {str(error)[:200]}") from None
    if not isinstance(plan, dict) or plan.get("format") != FORMAT:
        raise DataError(f"{path} holds no {FORMAT}")
    if plan.get("format_version") != FORMAT_VERSION:
        raise DataError(
            f"{path} has format version {plan.get('format_version')}; this is {FORMAT_VERSION}"
        )
    return plan


class GameData:
    """A file that ``cinqcents generate`` has written.

    Attributes:
        path: the file.
        plan: what it holds, as JSON values: rules, agents, seed and so on.
        rules: the rules in force.
        rows: number of rows: games, or decisions with ``features``.
        groups: number of row groups, one a shard.

    Raises:
        DataError: it cannot be read, or the rules or observations of this package
            differ from those that it was written with.
    """

    def __init__(self, path: str | Path) -> None:
        with brought_by("data"):
            import pyarrow.parquet as pq

        from cinqcents_env.agents.checkpoint import observation_fingerprint

        self.path, self.plan = Path(path), read_plan(path)
        try:
            given = {"rules": self.plan["ruleset"], "options": self.plan["options"]}
            self.rules: Rules = rules_of(given)
        except (KeyError, RulesError, ValueError) as error:
            raise DataError(f"{path}: {error}") from None
        if self.plan["observation"] != observation_fingerprint(self.rules):
            raise DataError(f"{path} has other observations than this version of the package")
        metadata = pq.read_metadata(path)
        self.rows: int = metadata.num_rows
        self.groups: int = metadata.num_row_groups

    def arrays(self, group: int, columns: list[str] | None = None) -> Arrays:
        """Columns of a row group; lists of a fixed length as matrices.

        Args:
            group: 0 to ``groups`` - 1.
            columns: names; all unless given.

        Raises:
            DataError: there is no such row group or column, or it cannot be read.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        if not 0 <= group < self.groups:
            raise DataError(f"{self.path} has row groups 0 to {self.groups - 1}, not {group}")
        try:
            with pq.ParquetFile(self.path) as file:
                names = file.schema_arrow.names
                for name in columns or []:
                    if name not in names:
                        raise DataError(
                            f"{self.path} has no column {name!r}; it has {', '.join(names)}"
                        )
                table = file.read_row_group(group, columns=columns)
        except (OSError, pa.ArrowException) as error:
            raise DataError(f"{self.path} cannot be read: {error}") from None
        return {name: _array(table.column(name).combine_chunks()) for name in table.column_names}

    def records(self) -> Iterator[dict[str, Any]]:
        """The games as records, for :func:`cinqcents_env.replay`.

        Raises:
            DataError: the file holds decisions, or cannot be read.
        """
        for group in range(self.groups):
            for text in self.arrays(group, ["record"])["record"]:
                yield parse_record(text, str(self.path))


def _array(column: Any) -> np.ndarray[Any, Any]:
    """An Arrow array as NumPy's."""
    import pyarrow as pa

    if isinstance(column, pa.FixedSizeListArray):
        width = column.type.list_size
        return np.asarray(column.flatten().to_numpy(zero_copy_only=False)).reshape(-1, width)
    return np.asarray(column.to_numpy(zero_copy_only=False))
