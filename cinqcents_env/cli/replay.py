"""``cinqcents replay``: play recorded games again and compare."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cinqcents_env.cli.common import (
    BadInput,
    Failed,
    bad_input,
    complain,
    examples,
    print_json,
    whole_number,
    write_file,
)
from cinqcents_env.cli.words import winners_and_scores

if TYPE_CHECKING:
    from cinqcents_env.game import Game

MOVES_A_LINE = 12
PTN_LIMIT = 4_000_000
"""Bytes of a PTN file that are read."""


class Replayed(NamedTuple):
    """One game of a file, or one deal of a PTN file, played again."""

    number: int
    word: str
    """``game``, or ``deal``."""
    game: Game
    names: Mapping[str, str] = {}
    event: str = ""
    """What a PTN file calls the players and the game."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "replay",
        help="replay recorded games and check them",
        description="Play the games of a record file (JSON lines, one game a line) again and "
        "compare deals,\nmoves and result; or the deals of a PTN file (Five Hundred), told by "
        "its suffix .ptn or\nits first tag. Status 1, with the first failure, where a game does "
        "not replay.",
        epilog=examples(
            "replay games.jsonl",
            "replay games.jsonl --game 3 --moves",
            "replay games.jsonl --json",
            "replay game.ptn --moves",
            "replay games.jsonl --to-ptn games.ptn",
        ),
    )
    parser.add_argument("record", metavar="RECORD", help="record file")
    parser.add_argument(
        "--game",
        type=whole_number(1, 10**9),
        metavar="N",
        help="only the N-th game of the file, or deal of a PTN file (from 1)",
    )
    parser.add_argument(
        "--to-ptn",
        metavar="FILE",
        type=Path,
        help="write the deals of the games, once all have replayed, to a PTN file",
    )
    parser.add_argument("--moves", action="store_true", help="print deals and moves")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the games; the first that fails ends it."""
    games: list[dict[str, Any]] = []
    texts: list[str] = []
    failure: Failed | None = None
    try:
        for played in _replayed(args.record, args.game):
            summary, record = _summary(played), played.game.record()
            if args.to_ptn:
                texts.append(_as_ptn(played))
            if not args.json:
                _print_game(summary, record, with_moves=args.moves)
                continue
            games.append({**summary, "record": record} if args.moves else summary)
    except Failed as error:
        failure = error
    if args.to_ptn and not failure:
        text = "\n".join(texts)
        write_file(args.to_ptn, text)
        number = text.count("[Event ")
        print(
            f"{args.to_ptn}: {number} finished deal{'s' if number != 1 else ''}; "
            "PTN holds no others",
            file=sys.stderr,
        )
    if args.json:
        print_json({"games": games, "failure": str(failure) if failure else None})
    return complain("replay", str(failure), 1) if failure else 0


def _replayed(path: str, wanted: int | None) -> Iterator[Replayed]:
    """The games asked for, played again."""
    return _deals(path, wanted) if _is_ptn(path) else _games(path, wanted)


def _check_found(path: str, word: str, number: int, wanted: int | None) -> None:
    """Raise BadInput if a file of so many games holds none, or not the one asked for."""
    if number == 0:
        raise BadInput(f"{path} holds no games")
    if wanted is not None and wanted > number:
        raise BadInput(f"{path} holds {number} {word}s; there is no {word} {wanted}")


def _is_ptn(path: str) -> bool:
    """True if a file is PTN by its suffix, or by a tag where a record would begin."""
    if path.casefold().endswith(".ptn"):
        return True
    try:
        with open(path, "rb") as file:
            start = file.read(200).lstrip()
    except OSError:
        return False
    return start[:1] == b"[" and start[1:2].isalpha() and b' "' in start


def _games(path: str, wanted: int | None) -> Iterator[Replayed]:
    """The games of a record file."""
    from cinqcents_env.notation import RecordError
    from cinqcents_env.records import read_records

    number = 0
    with bad_input(RecordError):
        for number, record in enumerate(read_records(path), 1):
            if wanted in (None, number):
                yield Replayed(number, "game", _game(number, record))
            if wanted == number:
                return
    _check_found(path, "game", number, wanted)


def _game(number: int, record: dict[str, Any]) -> Game:
    from cinqcents_env.notation import RecordError, ReplayError
    from cinqcents_env.records import replay

    try:
        return replay(record)
    except ReplayError as error:
        raise Failed(f"game {number}: {error}") from None
    except RecordError as error:
        raise BadInput(f"game {number}: {error}") from None


def _deals(path: str, wanted: int | None) -> Iterator[Replayed]:
    """The deals of a PTN file."""
    from cinqcents_env.game import Game
    from cinqcents_env.notation import PtnError, ReplayError, read_ptn

    try:
        deals = read_ptn(_text(path))
    except ReplayError as error:
        raise Failed(str(error)) from None
    except PtnError as error:
        raise BadInput(f"{path}: {error}") from None
    _check_found(path, "deal", len(deals), wanted)
    for number, deal in enumerate(deals, 1):
        if wanted in (None, number):
            game = Game.from_position(deal.position)
            for move in deal.moves:
                game.play(move)
            yield Replayed(number, "deal", game, deal.names, deal.event)


def _text(path: str) -> str:
    """The text of a PTN file."""
    try:
        with open(path, "rb") as file:
            data = file.read(PTN_LIMIT + 1)
        if len(data) > PTN_LIMIT:
            raise BadInput(f"{path} cannot be read: it is longer than {PTN_LIMIT} bytes")
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{path} cannot be read: {why}") from None


def _as_ptn(played: Replayed) -> str:
    """The finished deals of a game as PTN."""
    from cinqcents_env.notation import PtnError, write_ptn

    try:
        return write_ptn(played.game.record(), names=played.names, event=played.event)
    except PtnError as error:
        raise BadInput(f"{played.word} {played.number}: {error}") from None


def _summary(played: Replayed) -> dict[str, Any]:
    game, record = played.game, played.game.record()
    names = {"names": dict(played.names), "event": played.event} if played.word == "deal" else {}
    return {
        played.word: played.number,
        "rules": game.rules.ruleset,
        "options": record["options"],
        "seed": game.seed,
        "deals": 1 if played.word == "deal" else game.deals_begun,
        "moves": sum(len(deal["moves"]) for deal in record["deals"]),
        "scores": game.scores,
        "result": game.result,
        **names,
    }


def _print_game(summary: Mapping[str, Any], record: Mapping[str, Any], *, with_moves: bool) -> None:
    word = "deal" if "deal" in summary else "game"
    options = "".join(f" {name}={value}" for name, value in summary["options"].items())
    origin = f"seed {summary['seed']}  deals {summary['deals']}  " if word == "game" else ""
    print(f"{word} {summary[word]}: {summary['rules']}{options}  {origin}moves {summary['moves']}")
    if with_moves:
        for number, deal in enumerate(record["deals"][: summary["deals"]], 1):
            _print_deal(number, deal)
    print(f"  {winners_and_scores(summary['result'], summary['scores'])}; replays")


def _print_deal(number: int, deal: Mapping[str, Any]) -> None:
    print(f"  deal {number}")
    for name, value in deal.items():
        if name == "hands":
            for seat, hand in enumerate(value):
                print(f"    hand {seat}  {hand}")
        elif name != "moves":
            print(f"    {name}  {'-' if value in (None, '') else value}")
    moves = deal["moves"]
    for start in range(0, len(moves), MOVES_A_LINE):
        print(f"    {start + 1:3}  {', '.join(moves[start : start + MOVES_A_LINE])}")
