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
    whole_number,
)
from cinqcents_env.cli.games import add_game_arguments, game_at
from cinqcents_env.cli.progress import told_if_slow

if TYPE_CHECKING:
    from cinqcents_env.evaluation.analysis import Analysis, MoveValue

MOST_WORLDS, WORLDS = 4096, 16
NO_VALUES = {
    "no value head": "the network has no value head, it gives probabilities alone",
    "reward unknown": "the checkpoint does not say on which reward its value was trained",
    "no such layout": "no layout of the cards agrees with what this seat has seen",
}


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "analyse",
        help="show every legal move of a position with its value",
        description="Show every legal move of a position with the agent's probability for it; a "
        "search\nagent adds what it expects and from how many worlds or simulations, a checkpoint "
        "the\nvalue that its network gives, looked ahead in some worlds to the seat's next "
        "decision.\nHidden cards stay hidden: only what the seat on move may know is used. In the "
        "last\nphase of the two-player family, and in Five Hundred where nothing is hidden from "
        "the\nseat any more, the exact value stands beside it.",
        epilog=examples(
            "analyse position.json",
            "analyse - --agent ismcts:4000 < position.json",
            "analyse games.jsonl --ply 12 --agent classic/ppo --worlds 64 --json",
        ),
    )
    add_game_arguments(parser, "the last position with a seat on move")
    parser.add_argument("--agent", default="pimc:64", metavar="SPEC", help=SPEC_HELP)
    parser.add_argument(
        "--seed", type=seed_type(), default=0, metavar="N", help="of the worlds (default 0)"
    )
    parser.add_argument(
        "--worlds",
        type=whole_number(1, MOST_WORLDS),
        default=WORLDS,
        metavar="N",
        help=f"in which a checkpoint looks ahead, 1 to {MOST_WORLDS} (default {WORLDS})",
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

    with bad_input(AgentError), told_if_slow("looking ahead (the first time it is compiled) ..."):
        found = analyse(game, args.agent, args.seed, worlds=args.worlds)
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
    if found.position is not None:
        lines.append(f"value of the position by the network: {found.position:.3f}")
    if found.no_value:
        lines.append(f"no values: {NO_VALUES[found.no_value]}")
    if found.exact:
        lines.append(f"exact: {found.exact}, {found.exact_unit}")
    heading = ["move", "probability"]
    heading += ["value", *(["error"] if _has_errors(found) else []), "worlds"] if found.unit else []
    heading += ["exact"] if found.exact else []
    rows = [heading, *(_row(move, found) for move in found.moves)]
    return "\n".join([*lines, "", table(rows, [20] * len(heading))])


def _has_errors(found: Analysis) -> bool:
    return any(move.error is not None for move in found.moves)


def _row(move: MoveValue, found: Analysis) -> list[str]:
    cells = [move.move, f"{move.probability:.3f}"]
    if found.unit:
        cells += [_number(move.value)]
        cells += [_number(move.error)] if _has_errors(found) else []
        cells += [str(move.visits or "-")]
    return [*cells, _number(move.exact)] if found.exact else cells


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
