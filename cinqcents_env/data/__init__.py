"""Game data: games played by agents, written as Parquet, and read again for learning.

:mod:`.generation` plays, :mod:`.columns` makes tables of what was played, :mod:`.files`
writes them shard by shard, :mod:`.reading` reads them, :mod:`.torch_data` hands them to
torch. Writing and reading need the extra ``data``.
"""

from __future__ import annotations

from cinqcents_env.data.files import generate
from cinqcents_env.data.generation import GenerationPlan, plan_generation
from cinqcents_env.data.reading import DataError, GameData

__all__ = ["DataError", "GameData", "GenerationPlan", "generate", "plan_generation"]
