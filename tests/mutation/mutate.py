"""Mutation testing of the engine: how many small faults do the checks find?

``python -m tests.mutation.mutate --family cinqcents --sample 60`` tries 60 mutants drawn at
random; ``--sample 0`` tries all. The survivors are listed; each is to become a test, or a
line of ``harmless.txt`` with the reason why it changes nothing.
"""

from __future__ import annotations

import argparse
import concurrent.futures as futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cinqcents_env"
HARMLESS = Path(__file__).parent / "harmless.txt"
SKIPPED = {"__init__.py"}


def harmless() -> set[str]:
    """Keys of the mutants that have been looked at and change nothing."""
    lines = HARMLESS.read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def tried(mutant: Mutant, family: str, seconds: float) -> str:
    """What found the mutant; empty if it survived."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "cinqcents_env"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        (copy / mutant.path.relative_to(PACKAGE)).write_text(mutant.source)
        environment = {
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join([folder, str(ROOT)]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [
            sys.executable,
            "-W",
            "error::RuntimeWarning",
            "-m",
            "tests.mutation.kill",
            family,
        ]
        try:
            done = subprocess.run(
                [*command, "--seconds", str(seconds)],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=6 * seconds + 120,
            )
        except subprocess.TimeoutExpired:
            return "it does not end"
    if done.returncode == 0:
        return ""
    return done.stdout.strip() or (done.stderr.strip().splitlines() or ["it breaks"])[-1]


def main(argv: Sequence[str] | None = None) -> int:
    """Try the mutants and print the score; returns 1 if any survived."""
    args = _parser().parse_args(argv)
    everything = [
        mutant
        for path in sorted((PACKAGE / "engine" / args.family).glob("*.py"))
        if path.name not in SKIPPED and args.files in ("", path.name)
        for mutant in mutants_of(path)
    ]
    known = harmless()
    chosen = [mutant for mutant in everything if mutant.key not in known]
    if 0 < args.sample < len(chosen):
        chosen = random.Random(args.seed).sample(chosen, args.sample)
    print(f"{len(everything)} mutants, {len(everything) - len(chosen)} harmless or not drawn")
    unchanged = everything[0]._replace(source=everything[0].path.read_text())
    if wrong := tried(unchanged, args.family, 5.0):
        raise SystemExit(f"the checks fail on the engine as it is: {wrong}")
    begun, survivors = time.time(), []
    with futures.ThreadPoolExecutor(args.workers) as pool:
        results = pool.map(lambda one: tried(one, args.family, args.seconds), chosen)
        for number, (mutant, found) in enumerate(zip(chosen, results, strict=True), 1):
            if args.verbose or not found:
                told = found[:70] or "SURVIVED"
                print(f"{number:4} {told:70} {mutant.line} {mutant.key}", flush=True)
            if not found:
                survivors.append(mutant.key)
    told = score(args, len(everything), len(chosen), survivors, begun)
    if args.out:
        Path(args.out).write_text(json.dumps(told, indent=1) + "\n")
    print(f"{told['killed']} of {told['tried']} found, score {told['score']:.1%}")
    return 1 if survivors else 0


def score(
    args: argparse.Namespace, total: int, number: int, survivors: list[str], begun: float
) -> dict[str, Any]:
    """The figures of a run."""
    return {
        "command": f"python -m tests.mutation.mutate --family {args.family} "
        f"--sample {args.sample} --seed {args.seed} --seconds {args.seconds:g}",
        "date": time.strftime("%Y-%m-%d", time.gmtime(begun)),
        "family": args.family,
        "mutants": total,
        "harmless": len(harmless()),
        "tried": number,
        "killed": number - len(survivors),
        "score": (number - len(survivors)) / max(number, 1),
        "survivors": survivors,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.mutate", description=__doc__)
    parser.add_argument("--family", choices=("cinqcents", "five_hundred"), default="cinqcents")
    parser.add_argument("--files", default="", help="one file only, such as step.py")
    parser.add_argument("--sample", type=int, default=60, help="mutants to try; 0: all (60)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument("--seconds", type=float, default=45.0, help="games against each (45)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--verbose", action="store_true", help="list every mutant")
    parser.add_argument("--out", help="write the figures to this JSON file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
