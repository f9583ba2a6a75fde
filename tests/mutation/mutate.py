"""Mutation testing of the engine: how many small faults do the checks find?

``python -m tests.mutation.mutate --family cinqcents --sample 60`` tries 60 mutants drawn at
random; ``--sample 0`` tries all. The survivors are listed; each is to become a test, or a
line of ``harmless.txt`` with the reason why it changes nothing. With ``--results F.jsonl``
each result is noted as it comes, and a later run goes on where an earlier one stopped.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib
import json
import os
import random
import resource
import sys
import time
import types
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "cinqcents_env"
HARMLESS = Path(__file__).parent / "harmless.txt"
SKIPPED = {"__init__.py"}
SHARED = ("batch.py", "chance.py", "learners.py")
"""What both families run on."""
FAMILIES = ("cinqcents", "five_hundred", "shared")
MEMORY = 6 << 30
"""Bytes of address space that a mutant may use."""


def harmless() -> set[str]:
    """Keys of the mutants that have been looked at and change nothing."""
    lines = HARMLESS.read_text().splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def put_in(mutant: Mutant) -> None:
    """Give the function of the running engine the mutant's code; every caller sees it."""
    module = importlib.import_module(".".join(mutant.path.relative_to(ROOT).with_suffix("").parts))
    function = getattr(module, mutant.function)
    function = getattr(function, "__wrapped__", function)  # a cached one
    assert isinstance(function, types.FunctionType)
    plain = function.__code__
    for one in [one for one in gc.get_objects() if type(one) is types.FunctionType]:
        if one.__code__ is plain:  # the function, or a copy of it bound to a family
            one.__code__ = mutant.code


def sources(family: str, only: str) -> list[Path]:
    """The files whose functions are changed."""
    engine = PACKAGE / "engine"
    paths = [engine / name for name in SHARED]
    if family != "shared":
        paths = [
            path for path in sorted((engine / family).glob("*.py")) if path.name not in SKIPPED
        ]
    return [path for path in paths if only in ("", path.name)]


def tried(mutant: Mutant | None, family: str, seconds: float) -> dict[str, Any]:
    """What found the mutant (None: the engine as it is), in a process forked for it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        told = _judged(mutant, family, seconds)
        os.write(writing, json.dumps(told).encode()[:4000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    if not answer:
        return {"by": "crash", "found": "the process died"}
    result: dict[str, Any] = json.loads(answer)
    return result


def _judged(mutant: Mutant | None, family: str, seconds: float) -> dict[str, Any]:
    """In the child: put the fault in, and look for it."""
    from tests.mutation.kill import verdict

    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("error", RuntimeWarning)
    begun = time.process_time()
    try:
        place = ("", "")
        if mutant is not None:
            put_in(mutant)
            place = (mutant.path.name, mutant.function)
        by, found = verdict(family, *place, seconds)
    except BaseException as error:
        by, found = "crash", f"{type(error).__name__}: {error}"
    spent = round(time.process_time() - begun, 2)
    return {"by": by, "found": found[:300], "seconds": spent}


class Results:
    """What was found so far, by mutant; noted in a file as it comes."""

    def __init__(self, path: Path | None) -> None:
        self.path, self._lines = path, {}
        if path and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                told = json.loads(line)
                self._lines[told["key"], told["source"]] = told

    def of(self, mutant: Mutant) -> dict[str, Any] | None:
        """The result for a mutant, if its file is still what it was."""
        return self._lines.get((mutant.key, source_hash(mutant.path)))

    def note(self, mutant: Mutant, told: dict[str, Any]) -> dict[str, Any]:
        """Keep a result."""
        line = {"key": mutant.key, "line": mutant.line, "source": source_hash(mutant.path), **told}
        self._lines[mutant.key, line["source"]] = line
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        return line


def source_hash(path: Path) -> str:
    """Hash of a source file."""
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


def main(argv: Sequence[str] | None = None) -> int:
    """Try the mutants and print the score; returns 1 if any survived."""
    args = _parser().parse_args(argv)
    prepare()
    everything = [
        mutant for path in sources(args.family, args.files) for mutant in mutants_of(path)
    ]
    known, results = harmless(), Results(Path(args.results) if args.results else None)
    drawn = random.Random(args.seed).sample(everything, len(everything))
    drawn = drawn[: args.sample or None]
    chosen = [mutant for mutant in drawn if mutant.key not in known]
    print(f"{len(everything)} mutants, {len(drawn)} drawn, {len(chosen)} of them not harmless")
    if (wrong := tried(None, args.family, args.seconds))["found"]:
        raise SystemExit(f"the checks fail on the engine as it is: {wrong}")
    begun, told = time.time(), []
    for number, mutant in enumerate(chosen, 1):
        one = results.of(mutant)
        if one is None or (args.again and not one["found"]):
            one = results.note(mutant, tried(mutant, args.family, args.seconds))
        told.append(one)
        if args.verbose or not one["found"]:
            words = one["found"].replace("\n", " ")[:70] or "SURVIVED"
            print(f"{number:4} {words:70} {mutant.line} {mutant.key}", flush=True)
    figures = score(args, len(everything), drawn, told, begun)
    if args.out:
        Path(args.out).write_text(json.dumps(figures, indent=1) + "\n")
    print(f"{figures['killed']} of {figures['tried']} found, score {figures['score']:.1%}")
    return 1 if figures["survivors"] else 0


def prepare() -> None:
    """Import the engine as plain Python, and all that looks at it, once for all mutants."""
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    import cinqcents_env._jit

    importlib.import_module("tests.mutation.kill")
    if not cinqcents_env._jit.interpreted():
        raise SystemExit("run it as a program of its own: numba compiles here already")


def score(
    args: argparse.Namespace,
    number: int,
    drawn: list[Mutant],
    told: list[dict[str, Any]],
    begun: float,
) -> dict[str, Any]:
    """The figures of a run."""
    survivors = [one["key"] for one in told if not one["found"]]
    killed = len(told) - len(survivors)
    return {
        "command": f"python -m tests.mutation.mutate --family {args.family} "
        f"--sample {args.sample} --seed {args.seed} --seconds {args.seconds:g}",
        "date": time.strftime("%Y-%m-%d", time.gmtime(begun)),
        "family": args.family,
        "mutants": number,
        "drawn": len(drawn),
        "harmless": len(drawn) - len(told),
        "tried": len(told),
        "killed": killed,
        "found by": dict(Counter(one["by"] for one in told if one["found"])),
        "score": killed / max(len(told), 1),
        "survivors": survivors,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.mutate", description=__doc__)
    parser.add_argument("--family", choices=FAMILIES, default="cinqcents")
    parser.add_argument("--files", default="", help="one file only, such as step.py")
    parser.add_argument("--sample", type=int, default=60, help="mutants to try; 0: all (60)")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument("--seconds", type=float, default=45.0, help="games against survivors (45)")
    parser.add_argument("--results", help="note every result in this file, and go on from it")
    parser.add_argument("--again", action="store_true", help="try noted survivors again")
    parser.add_argument("--verbose", action="store_true", help="list every mutant")
    parser.add_argument("--out", help="write the figures to this JSON file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
