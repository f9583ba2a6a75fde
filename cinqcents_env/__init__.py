"""Environments for the card games called cinq cents.

Five rule sets of the old two-player trick-and-meld game and the auction game Five
Hundred. Public names only, each imported when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cinqcents_env.envs.registration import register_all
from cinqcents_env.rulebook import rulesets as _rulesets

__version__ = "0.1.0"

_HOMES = {
    "rules": "cinqcents_env.rulebook",
    "rulesets": "cinqcents_env.rulebook",
    "Rules": "cinqcents_env.rulebook",
    "RulesError": "cinqcents_env.rulebook",
    "Game": "cinqcents_env.game",
    "IllegalMove": "cinqcents_env.game",
    "Batch": "cinqcents_env.batch",
    "View": "cinqcents_env.engine.view",
    "observation_layout": "cinqcents_env.setup",
    "NotationError": "cinqcents_env.notation",
    "PositionError": "cinqcents_env.notation",
    "RecordError": "cinqcents_env.notation",
    "ReplayError": "cinqcents_env.notation",
    "PtnError": "cinqcents_env.notation",
    "read_ptn": "cinqcents_env.notation",
    "write_ptn": "cinqcents_env.notation",
    "move_text": "cinqcents_env.notation",
    "move_index": "cinqcents_env.notation",
    "make": "cinqcents_env.envs.aec",
    "make_sb3": "cinqcents_env.envs.sb3",
    "make_agent": "cinqcents_env.agents",
    "Agent": "cinqcents_env.agents",
    "AgentError": "cinqcents_env.agents",
    "FunctionAgent": "cinqcents_env.agents",
    "IllegalAction": "cinqcents_env.agents",
    "CheckpointError": "cinqcents_env.agents",
    "replay": "cinqcents_env.records",
    "read_records": "cinqcents_env.records",
    "play_match": "cinqcents_env.evaluation",
}

_MODULES = ("belief",)
"""Public modules, imported when first used."""

__all__ = [
    "rules",
    "rulesets",
    "Rules",
    "RulesError",
    "Game",
    "IllegalMove",
    "Batch",
    "View",
    "observation_layout",
    "NotationError",
    "PositionError",
    "RecordError",
    "ReplayError",
    "PtnError",
    "read_ptn",
    "write_ptn",
    "move_text",
    "move_index",
    "make",
    "make_sb3",
    "make_agent",
    "Agent",
    "AgentError",
    "FunctionAgent",
    "IllegalAction",
    "CheckpointError",
    "replay",
    "read_records",
    "play_match",
]

if TYPE_CHECKING:
    from cinqcents_env import belief as belief
    from cinqcents_env.agents import (
        Agent,
        AgentError,
        CheckpointError,
        FunctionAgent,
        IllegalAction,
        make_agent,
    )
    from cinqcents_env.batch import Batch
    from cinqcents_env.engine.view import View
    from cinqcents_env.envs.aec import make
    from cinqcents_env.envs.sb3 import make_sb3
    from cinqcents_env.evaluation import play_match
    from cinqcents_env.game import Game, IllegalMove
    from cinqcents_env.notation import (
        NotationError,
        PositionError,
        PtnError,
        RecordError,
        ReplayError,
        move_index,
        move_text,
        read_ptn,
        write_ptn,
    )
    from cinqcents_env.records import read_records, replay
    from cinqcents_env.rulebook import Rules, RulesError, rules, rulesets
    from cinqcents_env.setup import observation_layout


register_all()


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name.endswith("_v0") and name[:-3] in _rulesets():
        return importlib.import_module(f"{__name__}.envs.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
