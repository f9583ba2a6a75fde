"""``cinqcents tournament``: every agent against every other, with ratings."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

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
from cinqcents_env.cli.engines import KEPT, add_engine_arguments, engine_errors, scatter_from
from cinqcents_env.cli.progress import progress
from cinqcents_env.cli.ready import made_ready

if TYPE_CHECKING:
    from cinqcents_env.evaluation.tournament import Plan, Tournament

MAX_GAMES = 100_000_000


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "tournament",
        help="play every agent against every other and rate them",
        description="Play every pair of agents over the same deals with the seats rotated, and "
        "rate all\nof them at once: random is 0 (it is added where it is missing), 400 points "
        "are odds of\nten to one. With more than two sides at the table each pair plays twice, "
        "one agent alone\nagainst copies of the other. The result depends on rules, agents, "
        "games and seed, not on\nthe number of workers.",
        epilog=examples(
            "tournament classic greedy classic/ppo",
            "tournament us3 greedy passive us3/ppo --games 3000 --out runs/us3-tournament",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument("agents", metavar="SPEC", nargs="+", help=SPEC_HELP)
    parser.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        default=1000,
        help="games of each pairing, rounded up to whole deals of all seatings (default 1000)",
    )
    parser.add_argument("--seed", type=seed_type(), default=0, help="of deals and agents (0)")
    episodes = {"choices": ("game", "deal"), "default": "game"}
    parser.add_argument("--episode", **episodes, help="games to the target (default), or deals")
    add_engine_arguments(parser)
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="keep what is played and the report there; an interrupted command goes on",
    )
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the tournament and show it."""
    rules = rules_from(args.ruleset, args.option)
    from cinqcents_env.agents import AgentError
    from cinqcents_env.evaluation.tournament import TooFewGames, plan_tournament
    from cinqcents_env.evaluation.tournament_report import as_dict, table
    from cinqcents_env.rulebook import RulesError

    with bad_input(AgentError, RulesError, TooFewGames):
        plan = plan_tournament(
            rules, args.agents, games=args.games, seed=args.seed, episode=args.episode
        )
    made_ready(rules, args.agents)
    tournament = _played(args, plan)
    if args.json:
        print_json(as_dict(tournament))
    else:
        print(table(tournament))
        if args.out:
            print(f"\nreport, JSON and picture are in {args.out}")
    return 0


def _played(args: argparse.Namespace, plan: Plan) -> Tournament:
    """The tournament, what was finished before taken from the folder."""
    from cinqcents_env.agents import IllegalAction
    from cinqcents_env.evaluation.tournament import play_tournament
    from cinqcents_env.evaluation.tournament_files import Folder, FolderError
    from cinqcents_env.evaluation.workers import all_cores

    scatter = scatter_from(args)
    with bad_input(FolderError):
        folder = Folder(args.out, plan) if args.out else None
    done = dict(folder.done) if folder else {}
    total = len(plan.pairings) * plan.deals * plan.sides
    with engine_errors(kept=folder is not None), progress("games", total) as advance:
        advance(sum(result.scores.size for result in done.values()))

        def told(key: tuple[int, int], result: Any) -> None:
            if folder:
                folder.add(key, result)
            advance(int(result.scores.size))

        try:
            workers = args.workers or all_cores()
            tournament = play_tournament(
                plan, workers=workers, scatter=scatter, done=done, told=told
            )
            if folder:
                folder.finish(tournament)
        except ModuleNotFoundError as error:
            if error.name == "ray":
                raise
            raise Failed(f"{error.name} is needed: pip install 'cinqcents_env[rate]'") from None
        except FolderError as error:
            raise Failed(f"{error}; {KEPT}") from None
        except IllegalAction as error:
            raise Failed(str(error)) from None
    return tournament
