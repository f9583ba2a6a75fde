"""Nothing is withheld: what a perfect memory knows can be read off the observation alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import cinqcents_env as cc
from tests.proof import recovery_auction, recovery_two_player
from tests.proof.reading import Reading


def withheld(game: cc.Game, known: Mapping[str, Any], seat: int) -> str:
    """The first fact of the bookkeeper that the observation does not tell, in words."""
    reading = Reading(game.rules, game.observation(seat))
    facts = recovery_two_player if game.rules.family == "cinqcents" else recovery_auction
    for name, told in facts.facts(reading, seat).items():
        due = facts.due(known, name)
        if not np.array_equal(np.asarray(told, dtype=object), np.asarray(due, dtype=object)):
            return f"seat {seat} cannot read {name}: observation {told!r}, known {due!r}"
    return ""
