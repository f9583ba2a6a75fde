"""What a best response, trained for a fixed budget, wins against a shipped checkpoint.

    python benchmarks/best_response.py            train, print
    python benchmarks/best_response.py --write    also renew docs/evaluation.md

``training/best_response.py`` is run with the checkpoint as teacher and as opponent: the response
begins as an imitation of it. Its last match, on deals that neither trained nor chose it, is a
lower bound on what somebody can win against the checkpoint.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import report
from common import ROOT, machine
from report_evaluation import best_response_text

PACKAGES = ("numpy", "numba", "torch", "cinqcents_env")
SETTINGS = "--minutes 0 --learning-rate 0.0005 --ent-coef 0.003 --final-ent-coef 0.001"
"""Settings of the response; all others are those of ``configs/default.yaml``."""


def respond(against: str, steps: int, deals: int, folder: Path) -> dict[str, Any]:
    """Train a response and play its match.

    Args:
        against: the shipped checkpoint.
        steps: decisions of the response; as many to learn from the teacher first.
        deals: of the match, each in every seating.
        folder: for the run.

    Raises:
        subprocess.CalledProcessError: the training failed.
    """
    ruleset = against.partition("/")[0]
    words = f"--ruleset {ruleset} --against {against} --teacher {against} {SETTINGS}"
    words += f" --total-steps {steps} --teacher-steps {steps} --match-games {deals}"
    words += f" --checkpoint-every {-(-steps // 4)} --out {folder}"
    script = [sys.executable, str(ROOT / "training" / "best_response.py")]
    subprocess.run([*script, *words.split()], cwd=ROOT, check=True)
    meta = json.loads((folder / "best" / "checkpoint.json").read_text(encoding="utf-8"))
    (match,) = meta["evaluation"]["matches"]
    return {
        "against": against,
        "settings": SETTINGS,
        "steps": steps,
        "best_at": meta["training"]["steps"],
        "episode": match["episode"],
        "games": match["games"],
        "even": match["even"],
        "win_rate": [match["win_rate"], *match["win_rate_interval"]],
        "margin": [match["margin"], *match["margin_interval"]],
    }


def main(argv: list[str] | None = None) -> int:
    """Train and measure. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", nargs="+", default=["classic/ppo"], metavar="NAME")
    parser.add_argument("--total-steps", type=int, default=3_000_000, help="decisions")
    parser.add_argument("--match-games", type=int, default=4000, help="of the last match")
    report.add_output_options(parser)
    args = parser.parse_args(argv)
    result: dict[str, Any] = {"machine": machine(PACKAGES), "rows": []}
    for name in args.against:
        with tempfile.TemporaryDirectory() as folder:
            found = respond(name, args.total_steps, args.match_games, Path(folder) / "run")
        result["rows"].append(found)
    print(best_response_text(result))
    report.write_outputs(args, "best_response", result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
