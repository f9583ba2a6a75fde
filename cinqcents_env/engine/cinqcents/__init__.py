"""Engine of the two-player family: scalar functions on one game's records.

The names exported here are those of every family's engine; ``engine/batch.py``
binds its loops to them.
"""

from cinqcents_env.engine.cinqcents.actions import (
    action_texts,
    forced,
    is_legal,
    random_action,
    write_mask,
)
from cinqcents_env.engine.cinqcents.belief import draw, prepare, sample, worlds
from cinqcents_env.engine.cinqcents.deal import reset
from cinqcents_env.engine.cinqcents.layout import (
    OUTCOMES,
    OVER,
    PHASES,
    RULES,
    STATE,
    TRUNCATED,
    VIEW,
    pack_rules,
)
from cinqcents_env.engine.cinqcents.score import returns
from cinqcents_env.engine.cinqcents.step import step
from cinqcents_env.engine.cinqcents.view import hidden, look, observation_layout, observe

__all__ = [
    "OUTCOMES",
    "OVER",
    "PHASES",
    "RULES",
    "STATE",
    "TRUNCATED",
    "VIEW",
    "action_texts",
    "draw",
    "forced",
    "hidden",
    "is_legal",
    "look",
    "observation_layout",
    "observe",
    "pack_rules",
    "prepare",
    "random_action",
    "reset",
    "returns",
    "sample",
    "step",
    "worlds",
    "write_mask",
]
