"""``cinqcents regret``: what an agent gives away once both hands are known."""

from __future__ import annotations

import argparse
from typing import Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    SPEC_HELP,
    Failed,
    add_option_argument,
    bad_input,
    examples,
    print_json,
    rules_from,
    seed_type,
    whole_number,
)
from cinqcents_env.cli.progress import progress, telling
from cinqcents_env.cli.ready import made_ready

MAX_DEALS = 10_000_000


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "regret",
        help="measure the points that an agent gives away in the last phase",
        description="Play single deals of a two-player rule set and compare every decision "
        "of the last\nphase, where both hands are known, with the exact value of the best "
        "action. Points\nlost come with a 95 % confidence interval over the deals. The agent "
        "plays against\nitself, both seats measured, or against an opponent in both seatings.",
        epilog=examples(
            "regret classic greedy",
            "regret classic classic/ppo --deals 2000 --opponent greedy",
            "regret binage random --option last_trick=20 --json",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument("spec", metavar="SPEC", help=SPEC_HELP)
    parser.add_argument(
        "--opponent", metavar="SPEC", help="who plays against it (default: the agent itself)"
    )
    parser.add_argument(
        "--deals", type=whole_number(1, MAX_DEALS), default=1000, help="deals (default 1000)"
    )
    parser.add_argument(
        "--seed",
        type=seed_type(),
        default=0,
        help="of deals and agents (default 0); the same seed gives the same result",
    )
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and show the result."""
    rules = rules_from(args.ruleset, args.option)
    from cinqcents_env.agents import AgentError, IllegalAction
    from cinqcents_env.evaluation import NoLastPhase, last_phase_regret
    from cinqcents_env.rulebook import RulesError

    made_ready(rules, (args.spec,))
    errors = (AgentError, RulesError, NoLastPhase)
    with progress("deals", args.deals) as advance, bad_input(*errors):
        try:
            result = last_phase_regret(
                rules,
                args.spec,
                args.opponent,
                deals=args.deals,
                seed=args.seed,
                spread=telling(advance, lambda block, _: block.deals),
            )
        except IllegalAction as error:
            raise Failed(str(error)) from None
    if args.json:
        print_json(result.as_dict())
    else:
        print(result.table())
    return 0
