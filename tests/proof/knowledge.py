"""What a seat knows, from the oracle's bookkeeping of public events."""

from __future__ import annotations

from typing import Any

from tests.oracle.cinqcents import Oracle as TwoPlayerOracle
from tests.oracle.cinqcents_cards import written


def knowledge(oracle: Any, seat: int) -> dict[str, Any]:
    """``oracle.known(seat)``, and what the oracle keeps elsewhere."""
    known: dict[str, Any] = oracle.known(seat)
    if isinstance(oracle, TwoPlayerOracle):
        return known | {"shown": written(oracle.witness.seen_in_hand[seat])}
    return known | {"auction_kind": oracle.options["auction"]}
