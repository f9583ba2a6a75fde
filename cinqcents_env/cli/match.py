"""``cinqcents match``: two agents over the same deals with the seats rotated."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    SPEC_HELP,
    Failed,
    add_option_argument,
    bad_input,
    decimal,
    examples,
    print_json,
    rules_from,
    seed_type,
    whole_number,
    wrapped,
)
from cinqcents_env.cli.progress import progress, telling
from cinqcents_env.cli.ready import made_ready

if TYPE_CHECKING:
    from cinqcents_env.evaluation.contracts import ContractFigures
    from cinqcents_env.evaluation.matches import Block, BlockResult, MatchResult
    from cinqcents_env.rulebook import Rules

GAMES, MAX_GAMES = 1000, 100_000_000
CONTRACT_DEALS = 1000
"""Most deals over which contracts are counted."""


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "match",
        help="play two agents against each other, with confidence intervals",
        description="Play agent A against agent B. Every deal is played once in each seating, "
        "so that\nthe luck of the deal cancels; win rate (draws are halves) and points a game "
        "come with\n95 % confidence intervals over the deals. With more than two sides B takes "
        "all the\nseats that A leaves. In Five Hundred it also tells how often an agent's side "
        "declares\nand makes its contract, over single deals. With --until the match ends by "
        "itself, as\nsoon as the interval of the win rate lies on one side of even play or is as "
        "narrow as\nasked for; that interval (an empirical-Bernstein confidence sequence) holds "
        "however often\none looks.",
        epilog=examples(
            "match classic greedy random",
            "match lyonnais greedy passive --games 10000 --seed 7 --option target=500",
            "match us3 us3/ppo greedy --episode deal --json",
            "match classic classic/ppo greedy --until 0.01",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument("a", metavar="A", help=SPEC_HELP)
    parser.add_argument("b", metavar="B", help="the other agent, in the same forms")
    _add_amounts(parser)
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def _add_amounts(parser: argparse.ArgumentParser) -> None:
    """Add what says how much is played."""
    parser.add_argument(
        "--games",
        type=whole_number(1, MAX_GAMES),
        help=f"games, rounded up to whole deals of all seatings (default {GAMES}); "
        "with --until the most games (default a million)",
    )
    parser.add_argument(
        "--until",
        type=decimal(0.0005, 0.5),
        metavar="HALF_WIDTH",
        help="stop when decided, or when the win rate is known within this much either way",
    )
    parser.add_argument(
        "--seed",
        type=seed_type(),
        default=0,
        help="of deals and agents (default 0); the same seed gives the same result",
    )
    parser.add_argument(
        "--episode",
        choices=("game", "deal"),
        default="game",
        help="games to the target (default), or single deals",
    )


def run(args: argparse.Namespace) -> int:
    """Play the match and show its result."""
    rules = rules_from(args.ruleset, args.option)
    from cinqcents_env.agents import AgentError, IllegalAction
    from cinqcents_env.rulebook import RulesError

    made_ready(rules, (args.a, args.b))
    with bad_input(AgentError, RulesError):
        try:
            result = _played(rules, args)
            contracts = _contracts(rules, args, result)
        except IllegalAction as error:
            raise Failed(str(error)) from None
    if args.json:
        more = {"contracts": [figures.as_dict() for figures in contracts]} if contracts else {}
        print_json(result.as_dict() | more)
    else:
        print(result.table())
        for figures in contracts:
            print(wrapped(f"contracts: {figures.agent} {figures.line()}"))
    return 0


def _played(rules: Rules, args: argparse.Namespace) -> MatchResult:
    """The match, over so many games or until it stops by itself."""
    from cinqcents_env.evaluation.matches import play_match
    from cinqcents_env.evaluation.sequential import LIMIT, play_until

    games = args.games or (GAMES if args.until is None else LIMIT)
    what = {"games": games, "seed": args.seed, "episode": args.episode}
    whole = -(-games // len(rules.sides)) * len(rules.sides)  # each deal from every side
    shares: list[float] = []
    words = "games" if args.until is None else "games, at most"
    bar = progress(words, whole, at_most=args.until is not None)
    with _told_if_interrupted(args.a, shares), bar as advance:

        def games_of(block: Block, result: BlockResult) -> int:
            shares.extend(result.scores.ravel())
            return int(result.scores.size)

        def told(result: BlockResult) -> None:
            shares.extend(result.scores.ravel())
            advance(int(result.scores.size))

        if args.until is None:
            return play_match(rules, args.a, args.b, spread=telling(advance, games_of), **what)
        return play_until(rules, args.a, args.b, until=args.until, told=told, **what)


@contextlib.contextmanager
def _told_if_interrupted(agent: str, shares: list[float]) -> Iterator[None]:
    """Say at an interrupt what came of the games so far, if any was over."""
    try:
        yield
    except KeyboardInterrupt:
        if not shares:
            raise
        so_far = f"{agent} had won {sum(shares) / len(shares):.3f} of {len(shares):,} games"
        raise Failed(f"interrupted; {so_far}; nothing is kept") from None


def _contracts(
    rules: Rules, args: argparse.Namespace, result: MatchResult
) -> list[ContractFigures]:
    """Contracts of A against B and of B against A, where the game has any."""
    from cinqcents_env.evaluation.contracts import contract_figures
    from cinqcents_env.rulebook import FiveHundredRules

    if not isinstance(rules, FiveHundredRules):
        return []
    deals = min(result.deals, CONTRACT_DEALS)
    pairs = ((args.a, args.b), (args.b, args.a))
    with progress("games, for the contracts", 2 * deals * result.seatings) as advance:
        return [contract_figures(rules, *p, deals, result.seed, told=advance) for p in pairs]
