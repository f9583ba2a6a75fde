"""What a critic may see besides the observation while it trains: the hidden cards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import cinqcents_env as cc


def unseen_size(batch: cc.Batch) -> int:
    """Number of features that :func:`write_unseen` writes for a game."""
    return len(batch.rules.cards) * batch.rules.players


def write_unseen(batch: cc.Batch, out: NDArray[np.float32]) -> None:
    """The others' hands in the order of play, then what lies in nobody's hand.

    Args:
        batch: the games.
        out: float32 (games, :func:`unseen_size`), seen from the seat on move. The last
            block is ``engine.hidden``, as in an environment's ``state()``.
    """
    cards, players = len(batch.rules.cards), batch.rules.players
    games, seats = np.arange(batch.num_games), batch.to_move.astype(np.int64)
    hands: Any = batch.states["hand"]
    bits = np.arange(cards)
    for offset in range(1, players):
        hand = np.asarray(hands[games, (seats + offset) % players], dtype=np.int64)
        out[:, (offset - 1) * cards : offset * cards] = (hand[:, None] >> bits) & 1
    setup, last = batch.setup, out[:, (players - 1) * cards :]
    for g in range(batch.num_games):
        setup.loops.write_hidden(setup.packed, batch.states, g, last[g])
