"""``cinqcents analyse``: every legal move of a position, and what it is worth."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    SPEC_HELP,
    BadInput,
    bad_input,
    examples,
    print_json,
    seed_type,
    table,
)
from cinqcents_env.cli.games import add_game_arguments, game_at

if TYPE_CHECKING:
    from cinqcents_env.evaluation.analysis import Analysis, MoveValue


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
    add_game_arguments(parser, "the last position with a seat on move")
    parser.add_argument("--agent", default="pimc:64", metavar="SPEC", help=SPEC_HELP)
    parser.add_argument(
        "--seed", type=seed_type(), default=0, help="of a search agent's worlds (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Find the position, analyse it, show what was found."""
    game = game_at(args.file, args.game, args.ply, on_move=True)
    if game.is_over:
        raise BadInput(f"{args.file}: the game is over; there is no move to analyse")
    from cinqcents_env.agents import AgentError
    from cinqcents_env.evaluation.analysis import analyse

    with bad_input(AgentError):
        found = analyse(game, args.agent, args.seed)
    if args.json:
        print_json(found.as_dict())
    else:
        print(_shown(found))
    return 0


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
