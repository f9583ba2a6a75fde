"""The implementation that plays the worked examples."""

from __future__ import annotations

import pytest

import cinqcents_env as cc
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    """The package."""
    return Table(cc.Game, cc.Game.from_position, cc.IllegalMove)
