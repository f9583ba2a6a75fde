"""``cinqcents replay``: play recorded games again and compare."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    BadInput,
    Failed,
    bad_input,
    complain,
    examples,
    print_json,
    whole_number,
)
from cinqcents_env.cli.words import winners_and_scores

if TYPE_CHECKING:
    from cinqcents_env.game import Game

DOES_NOT_REPLAY = ("deal ", "the record says ")
"""How messages begin of records that could be opened but do not replay."""
MOVES_A_LINE = 12


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "replay",
        help="replay recorded games and check them",
        description="Play the games of a record file (JSON lines, one game a line) again and "
        "compare deals,\nmoves and result. Status 1, with the first failure, where a game does "
        "not replay.",
        epilog=examples(
            "replay games.jsonl",
            "replay games.jsonl --game 3 --moves",
            "replay games.jsonl --json",
        ),
    )
    parser.add_argument("record", metavar="RECORD", help="record file")
    parser.add_argument(
        "--game",
        type=whole_number(1, 10**9),
        metavar="N",
        help="only the N-th game of the file (from 1)",
    )
    parser.add_argument("--moves", action="store_true", help="print deals and moves")
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the games; the first that fails ends it."""
    games: list[dict[str, Any]] = []
    failure: Failed | None = None
    try:
        for number, record in _records(args.record, args.game):
            summary = _summary(number, record, _replayed(number, record))
            if not args.json:
                _print_game(summary, record, with_moves=args.moves)
                continue
            games.append({**summary, "record": record} if args.moves else summary)
    except Failed as error:
        failure = error
    if args.json:
        print_json({"games": games, "failure": str(failure) if failure else None})
    return complain("replay", str(failure), 1) if failure else 0


def _records(path: str, wanted: int | None) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbers and records of the games asked for."""
    from cinqcents_env.notation import RecordError
    from cinqcents_env.records import read_records

    number = 0
    with bad_input(RecordError):
        for number, record in enumerate(read_records(path), 1):
            if wanted in (None, number):
                yield number, record
            if wanted == number:
                return
    if number == 0:
        raise BadInput(f"{path} holds no games")
    if wanted is not None:
        raise BadInput(f"{path} holds {number} games; there is no game {wanted}")


def _replayed(number: int, record: dict[str, Any]) -> Game:
    from cinqcents_env.notation import RecordError
    from cinqcents_env.records import replay

    try:
        return replay(record)
    except RecordError as error:
        text = f"game {number}: {error}"
        if str(error).startswith(DOES_NOT_REPLAY):
            raise Failed(text) from None
        raise BadInput(text) from None


def _summary(number: int, record: Mapping[str, Any], game: Game) -> dict[str, Any]:
    return {
        "game": number,
        "rules": game.rules.ruleset,
        "options": record.get("options") or {},
        "seed": game.seed,
        "deals": game.deals_begun,
        "moves": sum(len(deal["moves"]) for deal in record["deals"]),
        "scores": game.scores,
        "result": game.result,
    }


def _print_game(summary: Mapping[str, Any], record: Mapping[str, Any], *, with_moves: bool) -> None:
    options = "".join(f" {name}={value}" for name, value in summary["options"].items())
    print(
        f"game {summary['game']}: {summary['rules']}{options}  seed {summary['seed']}  "
        f"deals {summary['deals']}  moves {summary['moves']}"
    )
    if with_moves:
        for number, deal in enumerate(record["deals"], 1):
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
