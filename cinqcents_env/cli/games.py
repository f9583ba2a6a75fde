"""Games read from files: positions, or records up to a ply."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import BadInput, Failed, bad_input

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cinqcents_env.game import Game

FILE_HELP = "position (a JSON object) or record file (JSON lines, one game a line)"
POSITION_LIMIT = 1_000_000
"""Bytes of a position file that are read."""


def game_at(path: str, number: int, ply: int | None) -> Game:
    """The game of a position file, or of a record after ``ply`` moves (None: all of them).

    Raises:
        BadInput: the file cannot be read, is neither, or holds no such game or ply.
        Failed: the record does not replay.
    """
    position = _position(path)
    if position is not None:
        from cinqcents_env.game import Game
        from cinqcents_env.notation import PositionError

        if ply:
            raise BadInput(f"{path} is a position; --ply goes with a record")
        with bad_input(PositionError):
            return Game.from_position(position)
    last = None
    for moves, game in enumerate(plies(path, number)):
        last = game
        if moves == ply:
            return game.copy()
    assert last is not None
    if ply is not None:
        raise BadInput(f"game {number} of {path} has fewer than {ply} moves")
    return last


def plies(path: str, number: int) -> Iterator[Game]:
    """A recorded game before each of its moves, and at its end; the same object goes on.

    Raises:
        BadInput: the file cannot be read or holds no such game.
        Failed: the record does not replay.
    """
    from cinqcents_env.notation import RecordError, ReplayError
    from cinqcents_env.records import replay, steps

    record = _record(path, number)
    game = None
    try:
        for game, _ in steps(record):
            yield game
        yield game if game is not None else replay(record)
    except ReplayError as error:
        raise Failed(f"game {number}: {error}") from None
    except RecordError as error:
        raise BadInput(f"game {number}: {error}") from None


def _position(path: str) -> dict[str, Any] | None:
    """The position that a file holds, or None where it holds records."""
    try:
        with open(path, "rb") as file:
            data = file.read(POSITION_LIMIT + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > POSITION_LIMIT:
        return None
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        raise BadInput(f"{path} is neither a position nor a record file; both are JSON objects")
    return None if "deals" in value else value


def _record(path: str, number: int) -> dict[str, Any]:
    from cinqcents_env.notation import RecordError
    from cinqcents_env.records import read_records

    found = 0
    with bad_input(RecordError):
        for found, record in enumerate(read_records(path), 1):
            if found == number:
                return record
    raise BadInput(f"{path} holds {found} games; there is no game {number}")
