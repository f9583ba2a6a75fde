"""The columns of game data: a played shard as an Arrow table, and as bytes of Parquet.

``games`` (one row a game): ``game``, ``seed``, ``agents`` (one a seat), ``decisions``,
``returns`` (one a seat), ``winners`` (seats), ``reason``, ``record`` (the JSON line from
which :func:`cinqcents_env.replay` plays the game again).

``decisions`` (one row a decision): ``game``, ``ply``, ``seat``, ``agent``,
``observation``, ``mask``, ``action``, ``return`` (the whole game's, of the seat on move).
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cinqcents_env.data.generation import GenerationPlan, PlayedShard, Shard, play_shard
from cinqcents_env.data.reading import KEY
from cinqcents_env.notation import move_texts
from cinqcents_env.setup import observation_size

if TYPE_CHECKING:
    import pyarrow as pa

COMPRESSION = "zstd"


@dataclass(frozen=True)
class Written:
    """A shard, written.

    Attributes:
        content: the bytes of a Parquet file.
        games, decisions: how many it holds, or were made in it.
        seconds: processor time taken to play and write it.
    """

    content: bytes
    games: int
    decisions: int
    seconds: float


def schema(plan: GenerationPlan) -> pa.Schema:
    """Columns of a plan's data, with the plan as metadata."""
    import pyarrow as pa

    metadata = {KEY: json.dumps(plan.as_dict(), sort_keys=True).encode()}
    if not plan.features:
        fields = [
            ("game", pa.int64()),
            ("seed", pa.int64()),
            ("agents", pa.list_(pa.string())),
            ("decisions", pa.int32()),
            ("returns", pa.list_(pa.float32())),
            ("winners", pa.list_(pa.int8())),
            ("reason", pa.string()),
            ("record", pa.string()),
        ]
    else:
        features, actions = observation_size(plan.rules), len(move_texts(plan.rules))
        fields = [
            ("game", pa.int64()),
            ("ply", pa.int32()),
            ("seat", pa.int8()),
            ("agent", pa.string()),
            ("observation", pa.list_(pa.float32(), features)),
            ("mask", pa.list_(pa.int8(), actions)),
            ("action", pa.int16()),
            ("return", pa.float32()),
        ]
    return pa.schema(fields, metadata=metadata)


def games_table(played: PlayedShard) -> pa.Table:
    """The games of a shard as records, one row each."""
    import pyarrow as pa

    shard, plan = played.shard, played.shard.plan
    rows: list[dict[str, Any]] = []
    counts = np.bincount(played.decisions.game, minlength=shard.games).tolist()
    for g, game in enumerate(played.records()):
        result = game.result
        assert result is not None
        rows.append(
            {
                "game": shard.first + g,
                "seed": game.seed,
                "agents": [plan.agents[number] for number in played.seated[g]],
                "decisions": counts[g],
                "returns": played.returns[g].tolist(),
                "winners": list(result["winners"]),
                "reason": result["reason"],
                "record": game.record_line(),
            }
        )
    return pa.Table.from_pylist(rows, schema=schema(plan))


def decisions_table(played: PlayedShard) -> pa.Table:
    """The decisions of a shard with what the seat on move saw, one row each."""
    import pyarrow as pa

    shard, made = played.shard, played.decisions
    starts = np.searchsorted(made.game, np.arange(shard.games))
    own = made.game, made.seat
    columns = [
        pa.array(made.game.astype(np.int64) + shard.first),
        pa.array((np.arange(len(made.game)) - starts[made.game]).astype(np.int32)),
        pa.array(made.seat),
        pa.array(np.array(shard.plan.agents, dtype=object)[played.seated[own]], pa.string()),
        _lists(made.observations),
        _lists(made.masks),
        pa.array(made.actions),
        pa.array(played.returns[own].astype(np.float32)),
    ]
    return pa.Table.from_arrays(columns, schema=schema(shard.plan))


def _lists(array: np.ndarray[Any, Any]) -> Any:
    """A matrix as a column of lists of its width."""
    import pyarrow as pa

    return pa.FixedSizeListArray.from_arrays(pa.array(array.reshape(-1)), array.shape[1])


def write_shard(shard: Shard) -> Written:
    """Play a shard and write it.

    Raises:
        IllegalAction: an agent answered with an illegal action.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    began = time.process_time()
    played = play_shard(shard)
    table = decisions_table(played) if shard.plan.features else games_table(played)
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression=COMPRESSION)
    content = sink.getvalue().to_pybytes()
    seconds = time.process_time() - began
    return Written(content, shard.games, len(played.decisions.game), seconds)
