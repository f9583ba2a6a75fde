"""Records: games as JSON lines, written and replayed."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from cinqcents_env._words import shown
from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.game import RECORD_FORMAT, Game, IllegalMove
from cinqcents_env.notation import NotationError, PositionError, RecordError, ReplayError
from cinqcents_env.notation.fields import rules_of
from cinqcents_env.rulebook import RulesError

LINE_LIMIT = 32_000_000
"""Characters of one record; a game of the most deals that rules allow stays below."""
LISTS_LIMIT = 1_000
"""Lists and objects of a record short of text."""
LISTS_SHARE = 64
"""Characters of text for each further one: lists take far more memory than text, and a
deal, three of them, takes hundreds of characters."""
FIELDS = "format rules options start_scores seed dealer start deals result".split()


def read_records(path: str | Path) -> Generator[dict[str, Any], None, None]:
    """The records of a JSON-lines file, one game a line; blank lines are skipped.

    The file is open until the last record is read or the generator is closed.

    Raises:
        RecordError: unreadable file, or a line that is no JSON object; names the line.
    """
    try:
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(iter(lambda: lines.readline(LINE_LIMIT + 1), ""), 1):
                if len(line) > LINE_LIMIT:
                    raise RecordError(f"{path}, line {number}: longer than {LINE_LIMIT} characters")
                if line.strip():
                    yield parse_record(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise RecordError(f"{path} cannot be read: {why}") from None


def holds_too_many_lists(text: str) -> bool:
    """True for a text that is no game, and would take far more memory than itself."""
    return text.count("[") + text.count("{") > LISTS_LIMIT + len(text) // LISTS_SHARE


def parse_record(line: str, where: str = "record") -> dict[str, Any]:
    """One record out of its JSON text. Raises RecordError."""
    if holds_too_many_lists(line):
        raise RecordError(f"{where}: holds too many lists and objects for its length")
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: not JSON ({str(error)[:80]})") from None
    if not isinstance(record, dict):
        raise RecordError(f"{where}: a record is a JSON object, not {type(record).__name__}")
    return record


def replay(record: Mapping[str, Any]) -> Game:
    """The game of a record, played again move by move and compared with what it says.

    Raises:
        ReplayError: names deal, ply and move where the record does not replay.
        RecordError: what is no record of a game.
    """
    game = _opened(record)
    deals = record["deals"]
    for number, deal in enumerate(deals, 1):
        _replay_deal(game, number, deal, last=number == len(deals))
    result = record.get("result")
    if result != game.result:
        moves = deals[-1]["moves"]
        last = f"move {shown(moves[-1], 40)}" if moves else "before any move"
        raise ReplayError(
            f"deal {len(deals)}, ply {len(moves)}, {last}: the record says result "
            f"{shown(result, 120)}, the game {game.result!r}"
        )
    return game


def steps(record: Mapping[str, Any]) -> Iterator[tuple[Game, str]]:
    """The game before each move of a record, and the move; the same object goes on.

    Raises:
        ReplayError, RecordError: as :func:`replay`.
    """
    game = _opened(record)
    for number, deal in enumerate(record["deals"], 1):
        _compare_deal(game, number, deal)
        for ply, move in enumerate(_moves(number, deal), 1):
            yield game, move
            _play(game, number, ply, move)


def _opened(record: Mapping[str, Any]) -> Game:
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    for name in record:
        if name not in FIELDS:
            raise RecordError(f"unknown record field {shown(name)}; fields: {', '.join(FIELDS)}")
    if record.get("format") != RECORD_FORMAT:
        raise RecordError(
            f"record format {shown(record.get('format'))} is not known; this is {RECORD_FORMAT}"
        )
    deals = record.get("deals")
    if not isinstance(deals, list) or not deals:
        raise RecordError("a record holds a list of deals, at least one")
    try:
        if record.get("start") is not None:
            return _started(record)
        seed = record.get("seed")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT:
            raise RecordError(f"seed {shown(seed)} is not valid; it is 0 to 2**63 - 1")
        scores = record.get("start_scores")
        scores = tuple(scores) if isinstance(scores, list) else scores
        game = Game(rules_of(record), seed=seed, start_scores=scores)
    except (PositionError, RulesError, TypeError) as error:
        raise RecordError(f"the record cannot be opened: {error}") from None
    if record.get("dealer", game.position()["dealer"]) != game.position()["dealer"]:
        raise ReplayError(
            f"the record says dealer {shown(record['dealer'], 20)}, "
            f"its seed {game.position()['dealer']}"
        )
    return game


def _started(record: Mapping[str, Any]) -> Game:
    """The game of a record that begins with a position; its other fields must agree."""
    game = Game.from_position(record["start"])
    begun = game.record()
    for name in ("rules", "options", "start_scores", "seed", "dealer"):
        if name in record and record[name] != begun[name]:
            raise ReplayError(
                f"the record says {name} {shown(record[name], 80)}, "
                f"its start {shown(begun[name], 80)}"
            )
    return game


def _moves(number: int, deal: Any) -> list[str]:
    moves = deal.get("moves") if isinstance(deal, Mapping) else None
    if not isinstance(moves, list):
        raise RecordError(f"deal {number}: has no list of moves")
    return moves


def _compare_deal(game: Game, number: int, deal: Any) -> None:
    """The cards that the record says were dealt are those that lie there."""
    if not isinstance(deal, Mapping):
        raise RecordError(f"deal {number}: is a JSON object, not {type(deal).__name__}")
    dealt = game.deal_texts()
    for name, cards in dealt.items():
        if name in deal and deal[name] != cards:
            raise ReplayError(
                f"deal {number}: the record says {name} {shown(deal[name], 80)}, "
                f"the game {shown(cards, 80)}"
            )
    for name in deal:
        if name not in dealt and name != "moves":
            raise RecordError(f"deal {number}: unknown field {shown(name)}")


def _play(game: Game, number: int, ply: int, move: Any) -> None:
    try:
        game.play(move)
    except (IllegalMove, NotationError) as error:
        raise ReplayError(f"deal {number}, ply {ply}, move {shown(move, 40)}: {error}") from None


def _replay_deal(game: Game, number: int, deal: Any, last: bool) -> None:
    _compare_deal(game, number, deal)
    deals = game.deals_begun
    moves = _moves(number, deal)
    for ply, move in enumerate(moves, 1):
        if game.deals_begun != deals:
            raise ReplayError(
                f"deal {number}, ply {ply}, move {shown(move, 40)}: the deal was over before it"
            )
        _play(game, number, ply, move)
    if not last and game.deals_begun == deals:
        raise ReplayError(
            f"deal {number}, ply {len(moves)}: the deal is not over, yet another follows"
        )
