"""``cinqcents generate``: games played by agents, as Parquet."""

from __future__ import annotations

import argparse
import time
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
    print_json,
    rules_from,
    seed_type,
    whole_number,
)
from cinqcents_env.cli.engines import add_engine_arguments, engine_errors, scatter_from
from cinqcents_env.cli.progress import Advance, progress
from cinqcents_env.cli.ready import made_ready

if TYPE_CHECKING:
    from cinqcents_env.data.columns import Written
    from cinqcents_env.data.generation import GenerationPlan

MAX_GAMES, MAX_SHARD = 100_000_000, 65_536
SUFFIX = ".parquet"


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "generate",
        help="let agents play and keep the games, or their decisions, as Parquet",
        description="Let agents play and keep what they played in a Parquet file: one row a "
        "game, with its record;\nor, with --features, one row a decision: observation, mask, "
        "action, return. The agents take\nthe sides in every way in turn. The data depend on "
        "rules, agents, games, seed and --shard,\nnot on the number of workers. Shards are kept "
        "in FILE.shards until the file is whole; an\ninterrupted command goes on.",
        epilog=examples(
            "generate classic --agents greedy random --games 10000 --out games.parquet",
            "generate classic --agents pimc:16 --games 2000 --features --out pimc.parquet",
        ),
    )
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET_HELP)
    parser.add_argument("--agents", metavar="SPEC", nargs="+", required=True, help=SPEC_HELP)
    parser.add_argument("--games", type=whole_number(1, MAX_GAMES), required=True, help="games")
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="a file, .parquet")
    parser.add_argument(
        "--features", action="store_true", help="keep decisions with observations, not records"
    )
    parser.add_argument("--seed", type=seed_type(), default=0, help="of deals and agents (0)")
    episodes = {"choices": ("game", "deal"), "default": "game"}
    parser.add_argument("--episode", **episodes, help="games to the target (default), or deals")
    parser.add_argument(
        "--shard",
        type=whole_number(1, MAX_SHARD),
        default=64,
        help="games of a shard, the piece that is played and kept as a whole (default 64)",
    )
    add_engine_arguments(parser)
    add_option_argument(parser)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, keep, and say how much it was."""
    rules = rules_from(args.ruleset, args.option)
    if args.out.suffix != SUFFIX and not args.out.is_dir():
        raise BadInput(f"{args.out}: what is written is Parquet; give it a name with {SUFFIX}")
    from cinqcents_env.agents import AgentError
    from cinqcents_env.data import plan_generation
    from cinqcents_env.rulebook import RulesError

    with bad_input(AgentError, RulesError):
        plan = plan_generation(
            rules,
            args.agents,
            games=args.games,
            seed=args.seed,
            episode=args.episode,
            features=args.features,
            shard=args.shard,
        )
    made_ready(rules, args.agents)
    told = _generated(args, plan)
    if args.json:
        print_json(told)
    else:
        print("\n".join(f"{name.replace('_', ' '):<21}  {_word(told[name])}" for name in told))
    return 0


def _word(value: Any) -> str:
    """A value as the table shows it."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _generated(args: argparse.Namespace, plan: GenerationPlan) -> dict[str, Any]:
    """Play what is left into the file; what there is now, and how fast it came."""
    from cinqcents_env.agents import IllegalAction
    from cinqcents_env.data import DataError

    began, made = time.perf_counter(), _Made()
    try:
        with engine_errors(kept=True), progress("games", plan.games) as advance:
            size = _into_file(args, plan, made, advance)
        decisions = _decisions(args.out)
    except ModuleNotFoundError as error:
        if not str(error.name).startswith("pyarrow"):
            raise
        raise Failed("pyarrow is needed: pip install 'cinqcents_env[data]'") from None
    except (IllegalAction, DataError) as error:
        raise Failed(str(error)) from None
    seconds = time.perf_counter() - began
    return {
        "file": str(args.out),
        "games": plan.games,
        "decisions": decisions,
        "bytes": size,
        "bytes_per_decision": size / decisions,
        "played_now": made.games,
        "decisions_per_second": made.decisions / seconds if made.games else None,
        "core_seconds": made.seconds,
    }


class _Made:
    """What was played by this command."""

    def __init__(self) -> None:
        self.games, self.decisions, self.seconds = 0, 0, 0.0

    def add(self, written: Written) -> None:
        """Count a shard."""
        self.games += written.games
        self.decisions += written.decisions
        self.seconds += written.seconds


def _into_file(
    args: argparse.Namespace, plan: GenerationPlan, made: _Made, advance: Advance
) -> int:
    """Generate; returns the bytes of the file."""
    from cinqcents_env.data.files import Store, fill
    from cinqcents_env.data.reading import DataError
    from cinqcents_env.evaluation.workers import all_cores

    if args.out.is_dir():
        raise BadInput(f"{args.out} is a folder; --out takes the name of a file")
    scatter = scatter_from(args)
    with bad_input(DataError):
        store = Store(args.out, plan)
    left = 0 if store.finished else sum(shard.games for shard in store.left())
    advance(plan.games - left)

    def told(written: Written) -> None:
        made.add(written)
        advance(written.games)

    workers = args.workers or all_cores()
    return fill(store, workers=workers, scatter=scatter, told=told)


def _decisions(path: Path) -> int:
    """Decisions that a file holds, or tells of."""
    from cinqcents_env.data import GameData

    data = GameData(path)
    if data.plan["features"]:
        return data.rows
    counts = (data.arrays(group, ["decisions"])["decisions"] for group in range(data.groups))
    return sum(int(count.sum()) for count in counts)
