"""Run the tests of libraries that need an environment of their own.

    python tests/interop/environments.py                 all of them
    python tests/interop/environments.py rllib           one
    python tests/interop/environments.py --clean rllib   built anew
    python tests/interop/environments.py --oldest rllib  with the oldest versions that are claimed
    python tests/interop/environments.py --record        all, those that pass noted for the docs

Each environment is made once, as ``.venv-interop-NAME`` in the repository, and again when what it
holds has changed. What the tests print is shown as it comes and stands in its folder, in
``tests.log``.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RECORD = ROOT / "docs" / "data" / "interop.json"
STAMP = "installed"
DOORS = ("tests/envs/test_aec.py", "tests/envs/test_gymnasium.py")
"""Tests of the package itself that these environments' older libraries must pass too."""


@dataclass(frozen=True)
class Environment:
    """An environment and its tests.

    Attributes:
        name: of the file with its versions, and of its first extra.
        extras: that it installs.
        tests: what is run in it.
        shows: packages whose versions the summary names.
        oldest: with the oldest versions that are claimed, not those of the file; the tests of
            the extra alone, the first, are run on them.
    """

    name: str
    extras: str
    tests: tuple[str, ...]
    shows: tuple[str, ...]
    oldest: bool = False

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return ROOT / f".venv-{'oldest' if self.oldest else 'interop'}-{self.name}"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def versions(self) -> str:
        """The versions that it holds, as pip's constraints."""
        if not self.oldest:
            return (HERE / f"{self.name}.txt").read_text(encoding="utf-8")
        told = [sys.executable, "docs/versions.py", "--constraints", "--extra", self.name]
        return subprocess.run(told, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout

    def contents(self) -> str:
        """What decides whether it must be built anew."""
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        return hashlib.blake2b((project + self.versions()).encode()).hexdigest()


RAY = ("tests/interop/test_rllib.py", "tests/interop/test_ray.py")
ENVIRONMENTS = (
    Environment("rllib", "rllib,rate,data,pictures", (*RAY, *DOORS), ("ray", "gymnasium")),
    Environment(
        name="agilerl",
        extras="agilerl,pictures",
        tests=("tests/interop/test_agilerl.py", *DOORS),
        shows=("agilerl", "pettingzoo"),
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What came of one environment; seconds of time for build and tests, and of processors."""

    environment: Environment
    passed: bool
    words: str
    build: float
    run: float
    cpu: float = 0.0

    def line(self) -> str:
        """The outcome in one line."""
        name = self.environment.name
        verdict = "passed" if self.passed else "FAILED"
        times = f"build {self.build:.0f} s, tests {self.run:.0f} s"
        return f"{name:<8} {verdict}  {self.words}  ({times})"


def build(environment: Environment) -> str | None:
    """Make the environment unless it stands; what went wrong, or None."""
    stamp = environment.folder / STAMP
    if stamp.exists() and stamp.read_text() == environment.contents():
        return None
    shutil.rmtree(environment.folder, ignore_errors=True)
    folder = environment.folder.name
    print(f"{environment.name}: installing into {folder}, a few minutes", flush=True)
    pip = [environment.python, "-m", "pip", "install", "--disable-pip-version-check"]
    pip += [] if sys.stdout.isatty() else ["--quiet"]
    versions = environment.folder / "versions.txt"
    packages = ["-e", f".[{environment.extras}]", "pytest>=8.0"]
    environment.folder.mkdir()
    versions.write_text(environment.versions(), encoding="utf-8")
    for words in (
        [sys.executable, "-m", "venv", environment.folder],
        [*pip, "-c", versions, *packages],
    ):
        done = subprocess.run([*map(str, words)], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "ERROR" in line]
            return " ".join(errors)[:300] or f"pip ended with status {done.returncode}"
    stamp.write_text(environment.contents())
    return None


def shown_versions(environment: Environment) -> str:
    """Versions of the packages that the summary names."""
    code = "import sys; from importlib.metadata import version\n"
    code += "print(', '.join(f'{name} {version(name)}' for name in sys.argv[1:]))"
    words = [str(environment.python), "-c", code, *environment.shows]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip()


def tested(environment: Environment) -> tuple[int, str]:
    """Run an environment's tests, telling what they print as it comes; exit status and text."""
    words = [str(environment.python), "-m", "pytest", "-p", "no:cacheprovider"]
    log = environment.folder / "tests.log"
    with (
        log.open("wb") as file,
        subprocess.Popen(
            [*words, *environment.tests],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as tests,
    ):
        assert isinstance(tests.stdout, io.BufferedReader)
        while piece := tests.stdout.read1():
            file.write(piece)
            sys.stdout.write(piece.decode("utf-8", "replace"))
            sys.stdout.flush()
    return tests.returncode, log.read_text(encoding="utf-8", errors="replace")


def run(environment: Environment) -> Outcome:
    """Build one environment and run its tests in it."""
    began, used = time.monotonic(), processor_time()
    wrong = build(environment)
    built = time.monotonic()
    if wrong is not None:
        return Outcome(environment, False, wrong, built - began, 0.0)
    print(f"{environment.name}: {shown_versions(environment)}", flush=True)
    status, told = tested(environment)
    last = re.findall(r"^.*\d+ (?:passed|failed|error).*$", told, re.MULTILINE)
    summary = last[-1].strip("= ") if last else f"pytest ended with status {status}"
    words_said = f"{summary}; {shown_versions(environment)}"
    times = built - began, time.monotonic() - built, processor_time() - used
    return Outcome(environment, status == 0, words_said, *times)


def record(outcome: Outcome) -> None:
    """Keep what came of an environment, and how long it took, for the page of versions."""
    found = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    found[outcome.environment.name] = {
        "said": outcome.words,
        "build": round(outcome.build),
        "tests": round(outcome.run),
        "cpu": round(outcome.cpu),
        "load": round(os.getloadavg()[2], 1),
        "cores": os.cpu_count(),
    }
    RECORD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def processor_time() -> float:
    """Seconds of processor time that processes started here, and theirs, have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(argv: Sequence[str] | None = None) -> int:
    """Build, run, tell. Exit status 0, 1 where a test failed, 2 for an unknown name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    known = [environment.name for environment in ENVIRONMENTS]
    parser.add_argument("names", nargs="*", help=f"any of {', '.join(known)}; none: all")
    parser.add_argument("--clean", action="store_true", help="build anew")
    parser.add_argument("--record", action="store_true", help="note for the docs what passed")
    parser.add_argument("--oldest", action="store_true", help="the oldest versions, of rllib only")
    args = parser.parse_args(argv)
    unknown = [name for name in args.names if name not in known]
    if unknown:
        print(f"unknown environment {unknown[0]!r}; valid: {', '.join(known)}", file=sys.stderr)
        return 2
    if args.oldest and args.names != ["rllib"]:
        print("--oldest is of rllib; the others have one version", file=sys.stderr)
        return 2
    chosen = [each for each in ENVIRONMENTS if not args.names or each.name in args.names]
    if args.oldest:
        chosen = [replace(each, oldest=True, tests=each.tests[:1]) for each in chosen]
    if args.clean:
        for environment in chosen:
            (environment.folder / STAMP).unlink(missing_ok=True)
    outcomes = [run(environment) for environment in chosen]
    print("\n".join(["--- summary", *(outcome.line() for outcome in outcomes)]))
    for outcome in outcomes:
        if args.record and outcome.passed:
            record(outcome)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
