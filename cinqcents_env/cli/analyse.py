"""``cinqcents analyse``: every legal move of a position, and what it is worth."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    SPEC_HELP,
    BadInput,
    bad_input,
    examples,
    print_json,
    seed_type,
    table,
    whole_number,
)

if TYPE_CHECKING:
    from cinqcents_env.evaluation.analysis import Analysis, MoveValue
    from cinqcents_env.game import Game

LIMIT = 4_000_000
"""Characters of input that are read."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "analyse",
        help="show every legal move of a position with its value",
        description="Show every legal move of a position with the agent's probability for it; a "
        "search\nagent adds what it expects and from how many worlds or simulations. Hidden cards "
        "stay\nhidden from it: only what the seat on move may know is used. In the last phase of "
        "the\ntwo-player family, and in Five Hundred where nothing is hidden from the seat any "
        "more,\nthe exact value stands beside it.",
        epilog=examples(
            "analyse position.json",
            "analyse - --agent ismcts:4000 < position.json",
            "analyse games.jsonl --ply 12 --json",
        ),
    )
    parser.add_argument(
        "position",
        metavar="POSITION|RECORD",
        help="file with a position (a JSON object) or records (JSON lines); - for the input",
    )
    parser.add_argument(
        "--game",
        type=whole_number(1, 10**9),
        default=1,
        metavar="N",
        help="the N-th game of a record file (default 1)",
    )
    parser.add_argument(
        "--ply",
        type=whole_number(1, 10**9),
        metavar="N",
        help="of a record: before its N-th move, all deals counted through (default: the last)",
    )
    parser.add_argument("--agent", default="pimc:64", metavar="SPEC", help=SPEC_HELP)
    parser.add_argument(
        "--seed", type=seed_type(), default=0, help="of a search agent's worlds (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the position, analyse it, show what was found."""
    game = _game(args)
    if game.is_over:
        raise BadInput(f"{args.position}: the game is over; there is no move to analyse")
    from cinqcents_env.agents import AgentError
    from cinqcents_env.evaluation.analysis import analyse

    with bad_input(AgentError):
        found = analyse(game, args.agent, args.seed)
    if args.json:
        print_json(found.as_dict())
    else:
        print(_shown(found))
    return 0


def _game(args: argparse.Namespace) -> Game:
    """The game at the position asked for."""
    from cinqcents_env.game import Game
    from cinqcents_env.notation import PositionError, RecordError, ReplayError
    from cinqcents_env.rulebook import RulesError

    text = _text(args.position)
    with bad_input(PositionError, RecordError, ReplayError, RulesError):
        data = _json(args.position, text)
        if "deals" in data:
            return _from_record(args, text)
        if args.ply is not None or args.game != 1:
            raise BadInput(f"{args.position} is a position; --ply and --game are for records")
        return Game.from_position(data)


def _text(path: str) -> str:
    try:
        if path == "-":
            text = sys.stdin.read(LIMIT + 1)
        else:
            with open(path, encoding="utf-8") as file:
                text = file.read(LIMIT + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None
    if len(text) > LIMIT:
        raise BadInput(f"{path} cannot be read: it is longer than {LIMIT} characters")
    if not text.strip():
        raise BadInput(f"{path} is empty; it holds a position or records")
    return text


def _json(path: str, text: str) -> dict[str, Any]:
    """The position, or the first record."""
    from cinqcents_env.records import LISTS_LIMIT, parse_record

    if text.count("[") + text.count("{") <= LISTS_LIMIT:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            return data
    first = next(line for line in text.splitlines() if line.strip())
    return parse_record(first, path)


def _from_record(args: argparse.Namespace, text: str) -> Game:
    """The game of a record before the ply asked for, or before its last move."""
    from cinqcents_env.records import parse_record, steps

    lines = [line for line in text.splitlines() if line.strip()]
    if lines[0].strip() == "{":  # one record written over several lines
        lines = [" ".join(lines)]
    if args.game > len(lines):
        raise BadInput(f"{args.position} holds {len(lines)} games; there is no game {args.game}")
    record = parse_record(lines[args.game - 1], f"{args.position}, game {args.game}")
    moves = sum(1 for _ in steps(record))
    wanted = moves if args.ply is None else args.ply
    if not 1 <= wanted <= moves:
        where = f"{args.position}, game {args.game}"
        raise BadInput(f"{where} has {moves} moves; there is no move {max(wanted, 1)}")
    found, _ = next(itertools.islice(steps(record), wanted - 1, None))
    return found


def _shown(found: Analysis) -> str:
    """The analysis as a heading and a table."""
    lines = [f"{found.ruleset}, player {found.seat} to move ({found.phase}); {found.agent}"]
    if found.unit:
        lines.append(f"value: {found.unit}")
    if found.exact:
        lines.append(f"exact: {found.exact}, {found.exact_unit}")
    heading = ["move", "probability"]
    heading += ["value", "visits"] if found.unit else []
    heading += ["exact"] if found.exact else []
    rows = [heading, *(_row(move, found) for move in found.moves)]
    return "\n".join([*lines, "", table(rows, [20] * len(heading))])


def _row(move: MoveValue, found: Analysis) -> list[str]:
    cells = [move.move, f"{move.probability:.3f}"]
    if found.unit:
        cells += [_number(move.value), str(move.visits or "-")]
    return [*cells, _number(move.exact)] if found.exact else cells


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
