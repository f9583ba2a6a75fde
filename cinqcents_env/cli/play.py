"""``cinqcents play``: a game against agents in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    SPEC_HELP,
    BadInput,
    Failed,
    add_option_argument,
    bad_input,
    examples,
    rules_from,
    seed_type,
    whole_number,
)

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.game import Game
    from cinqcents_env.rulebook import Rules

MAX_SEAT = 5


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "play",
        help="play a game against agents in the terminal",
        description="Play a game against agents. You see what your seat may know; moves are "
        "given by number\nor text, and 'undo' takes back your last decision.",
        epilog=examples(
            "play classic --against greedy",
            "play lyonnais --against classic/ppo --seat 1 --option target=500",
            "play au4 --against greedy greedy passive --record games.jsonl",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument(
        "--against",
        nargs="+",
        required=True,
        metavar="SPEC",
        help=f"one agent for all the other seats, or one for each in seat order; {SPEC_HELP}",
    )
    parser.add_argument(
        "--seat",
        type=whole_number(0, MAX_SEAT),
        default=0,
        metavar="N",
        help="your seat (default 0)",
    )
    parser.add_argument(
        "--seed", type=seed_type(), metavar="N", help="of the deals; without it one is drawn"
    )
    parser.add_argument(
        "--hints",
        choices=("on", "off"),
        default="on",
        help="list the legal moves at each of your decisions (default on)",
    )
    parser.add_argument("--record", metavar="FILE", help="append the game's record to FILE")
    add_option_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Seat everybody and play."""
    rules = rules_from(args.ruleset, args.option)
    if args.seat >= rules.players:
        raise BadInput(
            f"{rules.ruleset} has no seat {args.seat}; seats run 0 to {rules.players - 1}"
        )
    agents = _seated(rules, args.seat, args.against)
    record = None if args.record is None else _checked_file(args.record)
    from cinqcents_env.cli.table import Quit, Table
    from cinqcents_env.game import Game

    table = Table(Game(rules, seed=args.seed), args.seat, agents, hints=args.hints == "on")
    try:
        table.play()
    except Quit:
        print("game left unfinished")
    finally:
        if record is not None:
            _append(record, table.game)
    return 0


def _seated(rules: Rules, seat: int, specs: list[str]) -> list[Agent | None]:
    """The agent of every seat, None at the player's."""
    from cinqcents_env.agents import AgentError, make_agent

    others = rules.players - 1
    if len(specs) == 1:
        specs = specs * others
    if len(specs) != others:
        raise BadInput(
            f"{rules.ruleset} has {others} other seats, {len(specs)} agents are given; "
            f"give one for all or {others}"
        )
    with bad_input(AgentError):
        agents: list[Agent | None] = [make_agent(spec, rules) for spec in specs]
    agents.insert(seat, None)
    return agents


def _checked_file(name: str) -> Path:
    """The record file, once it is known that it can be written."""
    path = Path(name).expanduser()
    try:
        with path.open("a"):
            pass
    except OSError as error:
        raise BadInput(f"record file {path} cannot be written: {error.strerror}") from None
    return path


def _append(path: Path, game: Game) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(game.record_line() + "\n")
    except OSError as error:
        raise Failed(f"record file {path} cannot be written: {error.strerror}") from None
