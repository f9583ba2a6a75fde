"""Decisions from a file of game data as batches of torch tensors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cinqcents_env._extras import brought_by
from cinqcents_env.data.reading import Arrays, DataError, GameData
from cinqcents_env.setup import checked_number, checked_seed

with brought_by("train"):
    import torch
    from torch.utils.data import IterableDataset, get_worker_info

COLUMNS = ("observation", "mask", "action", "return")
Tensors = dict[str, torch.Tensor]


class DecisionBatches(IterableDataset[Tensors]):
    """Batches of decisions, each a dict of tensors.

    ``observation`` float32 (batch, features), ``mask`` bool (batch, actions), ``action``
    int64 (batch,), ``return`` float32 (batch,). For ``DataLoader`` with
    ``batch_size=None``; its workers share the row groups.

    Args:
        path: a file written by ``cinqcents generate --features``.
        batch_size: decisions of a batch; the last of a row group may be short.
        seed: shuffles row groups, and decisions within each, anew on each pass; None
            keeps the order of play.
        skip_forced: leave out decisions with a single legal action.
        agents: only decisions of these agents.

    Raises:
        DataError: the file holds no decisions, or none of an agent that is named.
        ValueError: batch size or seed is not valid.
    """

    def __init__(
        self,
        path: str | Path,
        batch_size: int = 1024,
        *,
        seed: int | None = 0,
        skip_forced: bool = True,
        agents: tuple[str, ...] | None = None,
    ) -> None:
        self.data = GameData(path)
        if not self.data.plan["features"]:
            raise DataError(f"{path} holds games, not decisions; generate it with --features")
        for agent in agents or ():
            if agent not in self.data.plan["agents"]:
                known = ", ".join(self.data.plan["agents"])
                raise DataError(f"{path} has no agent {agent!r}; it has {known}")
        self.batch_size = checked_number("batch_size", batch_size)
        self.seed = None if seed is None else checked_seed(seed)
        self.skip_forced, self.agents = bool(skip_forced), agents
        self._passes = 0

    def __iter__(self) -> Iterator[Tensors]:
        order = np.arange(self.data.groups)
        rng = None if self.seed is None else np.random.default_rng([self.seed, self._passes])
        self._passes += 1
        if rng is not None:
            rng.shuffle(order)
        info = get_worker_info()
        mine = order if info is None else order[info.id :: info.num_workers]
        for group in mine.tolist():
            own = None if rng is None else np.random.default_rng([*self._key(), group])
            yield from self._group(group, own)

    def _key(self) -> tuple[int, int]:
        return self.seed or 0, self._passes

    def _group(self, group: int, rng: np.random.Generator | None) -> Iterator[Tensors]:
        """The batches of one row group."""
        names = [*COLUMNS, "agent"] if self.agents else list(COLUMNS)
        arrays = self.data.arrays(group, names)
        rows = self._rows(arrays)
        if rng is not None:
            rng.shuffle(rows)
        for start in range(0, len(rows), self.batch_size):
            yield _tensors(arrays, rows[start : start + self.batch_size])

    def _rows(self, arrays: Arrays) -> Any:
        kept = np.ones(len(arrays["action"]), dtype=np.bool_)
        if self.skip_forced:
            kept &= arrays["mask"].sum(axis=1) > 1
        if self.agents:
            kept &= np.isin(arrays["agent"].astype(str), self.agents)
        return np.flatnonzero(kept)


def _tensors(arrays: Arrays, rows: Any) -> Tensors:
    return {
        "observation": torch.from_numpy(arrays["observation"][rows]),
        "mask": torch.from_numpy(arrays["mask"][rows] != 0),
        "action": torch.from_numpy(arrays["action"][rows].astype(np.int64)),
        "return": torch.from_numpy(arrays["return"][rows]),
    }
