"""``cinqcents import-sb3``: a stable-baselines3 zip made into a checkpoint."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cinqcents_env.cli.common import (
    RULESET_HELP,
    BadInput,
    add_option_argument,
    bad_input,
    examples,
    parse_options,
    rules_from,
)


def add_parser(verbs: Any) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "import-sb3",
        help="make a checkpoint of a stable-baselines3 zip",
        description="Make a checkpoint folder of a zip that PPO or MaskablePPO (MlpPolicy) saved. "
        "Only its\nparameters are read; pickled parts of the zip are never decoded. Needs torch.",
        epilog=examples(
            "import-sb3 model.zip --ruleset classic --out runs/imported",
            "import-sb3 model.zip --ruleset classic --option target=1000 --out runs/to1000",
        ),
    )
    parser.add_argument("zip", metavar="ZIP", help="what model.save wrote")
    parser.add_argument("--ruleset", required=True, metavar="NAME", help=RULESET_HELP)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="checkpoint folder to write")
    parser.add_argument(
        "--activation",
        choices=("tanh", "relu"),
        help="the network's activation, where the zip does not tell it",
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="replace a checkpoint that stands in FOLDER"
    )
    add_option_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import the zip."""
    rules = rules_from(args.ruleset, args.option)
    options = parse_options(rules, args.option)
    out = Path(args.out).expanduser()
    if out.exists() and not args.overwrite:
        raise BadInput(f"{out} exists; choose another --out, or replace it with --overwrite")
    from cinqcents_env.agents import CheckpointError
    from cinqcents_env.agents.sb3_import import import_sb3

    with bad_input(CheckpointError):
        checkpoint = import_sb3(args.zip, out, args.ruleset, activation=args.activation, **options)
    print(f"wrote {checkpoint.folder}; play it as checkpoint:{out}")
    return 0
