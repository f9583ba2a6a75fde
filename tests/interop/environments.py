"""Run the tests of libraries that need an environment of their own.

    python tests/interop/environments.py                 all of them
    python tests/interop/environments.py rllib           one
    python tests/interop/environments.py --clean rllib   built anew

Each environment is made once, as ``.venv-interop-NAME`` in the repository, and again when what it
holds has changed. What every test printed stands in its folder, in ``tests.log``.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
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
    """

    name: str
    extras: str
    tests: tuple[str, ...]
    shows: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Where it stands."""
        return ROOT / f".venv-interop-{self.name}"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def contents(self) -> str:
        """What decides whether it must be built anew."""
        files = (ROOT / "pyproject.toml", HERE / f"{self.name}.txt")
        return hashlib.blake2b(b"".join(file.read_bytes() for file in files)).hexdigest()


RAY = ("tests/interop/test_rllib.py", "tests/interop/test_ray.py")
ENVIRONMENTS = (
    Environment("rllib", "rllib,rate,data", (*RAY, *DOORS), ("ray", "gymnasium")),
    Environment(
        "agilerl", "agilerl", ("tests/interop/test_agilerl.py", *DOORS), ("agilerl", "pettingzoo")
    ),
)


@dataclass(frozen=True)
class Outcome:
    """What came of one environment."""

    environment: Environment
    passed: bool
    words: str
    build: float
    run: float

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
    print(f"{environment.name}: installing into {environment.folder.name}", flush=True)
    pip = [environment.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    versions = HERE / f"{environment.name}.txt"
    packages = ["-e", f".[{environment.extras}]", "pytest>=8.0"]
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


def run(environment: Environment) -> Outcome:
    """Build one environment and run its tests in it."""
    began = time.monotonic()
    wrong = build(environment)
    built = time.monotonic()
    if wrong is not None:
        return Outcome(environment, False, wrong, built - began, 0.0)
    print(f"{environment.name}: {shown_versions(environment)}", flush=True)
    words = [environment.python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    log = environment.folder / "tests.log"
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run(
            [*map(str, words), *environment.tests],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    told = log.read_text(encoding="utf-8")
    passed = done.returncode == 0
    if not passed:
        print(told[-6000:])
    last = re.findall(r"^.*\d+ (?:passed|failed|error).*$", told, re.MULTILINE)
    summary = last[-1].strip("= ") if last else f"pytest ended with status {done.returncode}"
    words_said = f"{summary}; {shown_versions(environment)}"
    return Outcome(environment, passed, words_said, built - began, time.monotonic() - built)


def main(argv: Sequence[str] | None = None) -> int:
    """Build, run, tell. Exit status 0, 1 where a test failed, 2 for an unknown name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    known = [environment.name for environment in ENVIRONMENTS]
    parser.add_argument("names", nargs="*", help=f"any of {', '.join(known)}; none: all")
    parser.add_argument("--clean", action="store_true", help="build anew")
    args = parser.parse_args(argv)
    unknown = [name for name in args.names if name not in known]
    if unknown:
        print(f"unknown environment {unknown[0]!r}; valid: {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [each for each in ENVIRONMENTS if not args.names or each.name in args.names]
    if args.clean:
        for environment in chosen:
            (environment.folder / STAMP).unlink(missing_ok=True)
    outcomes = [run(environment) for environment in chosen]
    print("\n".join(["--- summary", *(outcome.line() for outcome in outcomes)]))
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
