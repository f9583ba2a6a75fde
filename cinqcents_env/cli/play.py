"""``cinqcents play``: a game against agents in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    LANGUAGES,
    RULESET_HELP,
    SPEC_HELP,
    BadInput,
    add_option_argument,
    bad_input,
    decimal,
    examples,
    is_terminal,
    rules_from,
    seed_type,
    whole_number,
)
from cinqcents_env.cli.parting import result_line, unfinished_line
from cinqcents_env.cli.plain_words import PlainWords
from cinqcents_env.cli.progress import told_if_slow
from cinqcents_env.cli.ready import get_ready
from cinqcents_env.cli.record_file import RecordFile

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.cli.session import Session
    from cinqcents_env.rulebook import Rules

MAX_SEAT = 5
MAX_PACE = 60.0
HINT = "greedy"
MISSING = "textual: pip install 'cinqcents_env[play]'"


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "play",
        help="play a game against agents in the terminal",
        description="Play a game against agents. You see what your seat may know. On a terminal "
        "the full table\nopens (needs the extra 'play'); '?' lists its keys. With --plain, or "
        "where input or output\nis no terminal, moves are given by number or text, and 'help' "
        "lists the commands.",
        epilog=examples(
            "play classic --against greedy",
            "play classic --against classic/ppo --hint ismcts:500 --lang fr",
            "play lyonnais --against greedy --seat 1 --option target=500 --plain",
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
    add_table_arguments(parser)
    parser.add_argument(
        "--record", metavar="FILE", help="add the game's record to FILE, anew after each move"
    )
    add_option_argument(parser)
    parser.set_defaults(run=run)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments that say how the table looks and whom it asks."""
    parser.add_argument(
        "--hints",
        choices=("on", "off"),
        default="on",
        help="with --plain: list the legal moves at each of your decisions (default on)",
    )
    parser.add_argument(
        "--hint",
        metavar="SPEC",
        default=HINT,
        help=f"agent that gives hints, as for --against (default {HINT})",
    )
    parser.add_argument("--plain", action="store_true", help="plain text, line by line")
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default="en",
        help="language of the game; texts of moves are the same in every language (default en)",
    )
    parser.add_argument(
        "--pace",
        type=decimal(0, MAX_PACE),
        default=0.6,
        metavar="SECONDS",
        help="between two moves of agents on the full table (default 0.6)",
    )


def run(args: argparse.Namespace) -> int:
    """Seat everybody and play."""
    rules = rules_from(args.ruleset, args.option)
    if args.seat >= rules.players:
        raise BadInput(
            f"{rules.ruleset} has no seat {args.seat}; seats run 0 to {rules.players - 1}"
        )
    from cinqcents_env.agents import AgentError, make_agent

    with told_if_slow(PlainWords(args.lang)("compiling")):
        agents = _seated(rules, args.seat, args.against)
        with bad_input(AgentError):
            adviser = make_agent(args.hint, rules)
        get_ready([*filter(None, agents), adviser])
    record = None if args.record is None else RecordFile(args.record)
    from cinqcents_env.cli.session import Session
    from cinqcents_env.game import Game

    game = Game(rules, seed=args.seed)
    session = Session(game, args.seat, agents, keep=record.keep if record else None)
    if record:
        record.keep(game)
    if _on_screen(args):
        from cinqcents_env.cli import screen

        screen.play(session, hint=adviser, language=args.lang, pace=args.pace)
    else:
        _play_plain(session, adviser, args)
    if session.game.is_over:
        print(result_line(session.game, args.seat, args.lang))
    else:
        print(unfinished_line(record.path if record else None, args.lang))
    return 0


def _on_screen(args: argparse.Namespace) -> bool:
    """True for the full table; says in one line what lacks for it."""
    if args.plain or not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        return False
    from cinqcents_env.cli import screen

    if not screen.available():
        print(PlainWords(args.lang)("needs", MISSING), file=sys.stderr)
        return False
    return True


def _play_plain(session: Session, adviser: Agent, args: argparse.Namespace) -> None:
    from cinqcents_env.cli.table import Quit, Table

    hints = args.hints == "on"
    with contextlib.suppress(Quit):
        Table(session, hints=hints, hint=adviser, language=args.lang).play()


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
