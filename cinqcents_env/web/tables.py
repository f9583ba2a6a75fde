"""What the application works on, and how a request finds its game there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cinqcents_env.web.opponents import Opponents
from cinqcents_env.web.sessions import Session
from cinqcents_env.web.standings import Standing
from cinqcents_env.web.store import Store


class Tables(NamedTuple):
    """Games on disk, agents, and results of tournaments."""

    store: Store
    opponents: Opponents
    standings: Sequence[Standing]


def tables_of(request: Request) -> Tables:
    """What the application of a request works on."""
    tables: Tables = request.app.state.tables
    return tables


def session_of(request: Request) -> Session:
    """The game that a request names. Raises HTTPException 404."""
    try:
        return tables_of(request).store.find(request.path_params["name"])
    except KeyError:
        raise HTTPException(404) from None
