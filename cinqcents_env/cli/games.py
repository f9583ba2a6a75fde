"""Games read from files: positions, or records up to a ply."""

from __future__ import annotations

import contextlib
import json
import sys
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import BadInput, Failed, bad_input, whole_number

if TYPE_CHECKING:
    import argparse

    from cinqcents_env.game import Game

FILE_HELP = "file with a position (a JSON object) or records (JSON lines); - for the input"
LIMIT = 4_000_000
"""Characters of a position, and of what is read from the input."""


def add_game_arguments(parser: argparse.ArgumentParser, default_ply: str) -> None:
    """Arguments that say which game is meant, and where in it."""
    parser.add_argument("file", metavar="POSITION|RECORD", help=FILE_HELP)
    add_game_argument(parser)
    parser.add_argument(
        "--ply",
        type=whole_number(0, 10**9),
        metavar="N",
        help=f"of a record: after N moves, all deals counted through (default: {default_ply})",
    )


def add_game_argument(parser: argparse.ArgumentParser) -> None:
    """The argument that picks a game of a record file."""
    parser.add_argument(
        "--game",
        type=whole_number(1, 10**9),
        default=1,
        metavar="N",
        help="the N-th game of a record file (default 1)",
    )


def game_at(path: str, number: int, ply: int | None, *, on_move: bool = False) -> Game:
    """The game of a position, or of a record after ``ply`` moves.

    Args:
        path: a file, or ``-`` for the input.
        number: which game of a record file, from 1.
        ply: None for the record's end.
        on_move: None as ``ply`` means the last position with a seat on move.

    Raises:
        BadInput: nothing can be read, it is no game, or there is no such game or ply.
        Failed: the record does not replay.
    """
    data = _read(path, number)
    if "deals" not in data:
        if ply is not None or number != 1:
            raise BadInput(f"{path} is a position; --ply and --game are for records")
        return _from_position(data)
    games = (game.copy() for game in _plies(data, f"{path}, game {number}"))
    if ply is not None:
        kept = deque(enumerate(islice(games, ply + 1)), maxlen=1)
        moves, game = kept[-1]
        if moves != ply:
            raise BadInput(f"{path}, game {number} is {moves} moves long; there is no ply {ply}")
        return game
    last = deque(games, maxlen=2)
    return last[0] if on_move and last[-1].is_over else last[-1]


def plies(path: str, number: int) -> Iterator[Game]:
    """A recorded game before each of its moves, and at its end; the same object goes on.

    Raises:
        BadInput: nothing can be read, or there is no such recorded game.
        Failed: the record does not replay.
    """
    data = _read(path, number)
    if "deals" not in data:
        raise BadInput(f"{path} is a position; this takes a record")
    return _plies(data, f"{path}, game {number}")


def _from_position(data: dict[str, Any]) -> Game:
    from cinqcents_env.game import Game
    from cinqcents_env.notation import PositionError
    from cinqcents_env.rulebook import RulesError

    with bad_input(PositionError, RulesError):
        return Game.from_position(data)


def _plies(record: dict[str, Any], where: str) -> Iterator[Game]:
    from cinqcents_env.notation import RecordError, ReplayError
    from cinqcents_env.records import replay, steps

    game = None
    try:
        for game, _ in steps(record):
            yield game
        yield game if game is not None else replay(record)
    except ReplayError as error:
        raise Failed(f"{where}: {error}") from None
    except RecordError as error:
        raise BadInput(f"{where}: {error}") from None


def _read(path: str, number: int) -> dict[str, Any]:
    """The position, or the record of the game asked for; a record has ``deals``."""
    from cinqcents_env.notation import RecordError
    from cinqcents_env.records import parse_record, read_records

    text = _text(path)
    if not text.strip():
        raise BadInput(f"{path} is empty; it holds a position or records")
    whole = _one_object(text) if len(text) <= LIMIT else None
    if whole is not None and (number == 1 or "deals" not in whole):
        return whole
    records: Any = contextlib.nullcontext([whole])
    if whole is None and path == "-":
        lines = [line for line in text.splitlines() if line.strip()]
        records = contextlib.nullcontext(parse_record(line, path) for line in lines)
    elif whole is None:
        records = contextlib.closing(read_records(path))
    found = 0
    with bad_input(RecordError), records as several:
        for found, record in enumerate(several, 1):
            if found == number:
                return dict(record)
    raise BadInput(f"{path} holds {found} games; there is no game {number}")


def _text(path: str) -> str:
    """The input whole, or the beginning of a file."""
    try:
        if path != "-":
            with open(path, encoding="utf-8") as file:
                return file.read(LIMIT + 1)
        text = sys.stdin.read(LIMIT + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{path} cannot be read: {why}") from None
    if len(text) > LIMIT:
        raise BadInput(f"{path} cannot be read: it is longer than {LIMIT} characters")
    return text


def _one_object(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is, lines and all; None if it is something else."""
    from cinqcents_env.records import holds_too_many_lists

    if holds_too_many_lists(text):
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None
