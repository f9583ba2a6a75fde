"""``cinqcents benchmark``: the score card of an agent, by one fixed protocol."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    SPEC_HELP,
    BadInput,
    Failed,
    bad_input,
    examples,
    print_json,
    rules_from,
    whole_number,
)
from cinqcents_env.cli.progress import progress
from cinqcents_env.cli.ready import made_ready

MAX_WORKERS = 1024


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "benchmark",
        help="the score card of an agent: one fixed protocol that others can cite",
        description="Measure an agent by the score-card protocol: duplicate matches against "
        "random, greedy\nand the other anchors of the rule set, a rating fitted on all of them, "
        "seat balance,\ncontracts (Five Hundred), exact exploitability (mini), speed. Deals and "
        "seeds are those of\nthe protocol, so that two cards can be laid side by side.",
        epilog=examples(
            "benchmark classic greedy",
            "benchmark classic classic/ppo --out checkpoints/classic-v0/ppo",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument("agent", metavar="SPEC", help=SPEC_HELP)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write benchmark.json and benchmark.md there",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="a few games only, to see whether everything works; not to be cited",
    )
    parser.add_argument(
        "--workers", type=whole_number(1, MAX_WORKERS), help="processes (default: all cores)"
    )
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the card and show it."""
    rules = rules_from(args.ruleset, ())
    from cinqcents_env.agents import AgentError, IllegalAction
    from cinqcents_env.evaluation import scorecard
    from cinqcents_env.evaluation.scorecard_report import table
    from cinqcents_env.evaluation.workers import all_cores

    size = scorecard.QUICK if args.quick else scorecard.FULL
    if args.out is not None and not args.out.is_dir():
        raise BadInput(f"{args.out} is not a folder")
    made_ready(rules, (args.agent,))
    workers = args.workers or all_cores()
    games = scorecard.games_of(rules, args.agent, size)
    with progress("games", games) as advance, bad_input(AgentError):
        try:
            card = scorecard.score_card(rules, args.agent, size=size, workers=workers, told=advance)
        except ModuleNotFoundError as error:
            raise Failed(f"{error.name} is needed: pip install 'cinqcents_env[rate]'") from None
        except IllegalAction as error:
            raise Failed(str(error)) from None
    if args.out is not None:
        _write(args.out, card)
    if args.json:
        print_json(card)
    else:
        print(table(card))
    return 0


def _write(folder: Path, card: dict[str, Any]) -> None:
    """Put both files in place, each whole."""
    from cinqcents_env._files import write_whole
    from cinqcents_env.evaluation.scorecard_report import CARD_FILE, markdown

    try:
        write_whole(folder / CARD_FILE, json.dumps(card, indent=1, allow_nan=False) + "\n")
        write_whole(folder / "benchmark.md", markdown(card))
    except OSError as error:
        raise Failed(f"{folder}: {error.strerror}") from None
