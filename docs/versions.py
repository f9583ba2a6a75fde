"""The versions of other libraries that the package is tested with, and their page.

    python docs/versions.py                  write docs/versions.md
    python docs/versions.py --check          fail if it is stale
    python docs/versions.py --constraints    print the oldest versions that are claimed, for pip
    python docs/versions.py --extras         print the extras whose oldest are tested together
    python docs/versions.py --record TESTS   note the versions installed here as tested by these
    python docs/versions.py --python         note that the whole suite passed on this Python

``--extra rllib``, added to ``--constraints`` or ``--record``, means the environment of that extra.
``make oldest`` builds both environments, runs the tests of every door in them and records them.
The newest versions are those of ``constraints.txt``, with which ``make test`` runs.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
ROOT = DOCS.parent
PAGE = DOCS / "versions.md"
DATA = DOCS / "data" / "versions.json"
INTEROP = DOCS / "data" / "interop.json"
"""What ``make interop`` said of each environment the last time that it passed."""
PYTHONS = DOCS / "data" / "pythons.json"
"""Versions of Python on which the whole suite passed, each with numpy's and numba's."""
SIZES = DOCS / "data" / "sizes.json"
"""Sizes of the package in megabytes, from docs/sizes.py."""
CI_MINUTES = 40
"""What all that CI does is to stay within."""
CORE = "core"
"""The record of the core and of :data:`EXTRAS`; other records have the name of their extra."""
EXTRAS = "train rate pictures play checkpoints data web dist openspiel".split()
"""Extras whose oldest versions are tested together with the core's."""
WORKSHOP = ("bench", "docs", "dev")
"""Extras for work on the package itself."""
FILES = dict.fromkeys(("rllib", "dist"), "tests/interop/rllib.txt")
FILES |= {"agilerl": "tests/interop/agilerl.txt"}
"""The file with the newest versions of an extra that are tested, where not constraints.txt."""
PINNED = ("gymnasium", "pettingzoo")
"""Libraries of the core for whose sake some extras have an environment of their own."""
BESIDES = {"rllib": ("data", "pyarrow")}
"""What RLlib asks for in any version though the newest do not run on the oldest NumPy."""
TOOLS = {"pytest": "8.0", "pytest-xdist": "3.5", "hypothesis": "6.100"}
"""What runs the tests on the oldest versions."""
REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?\s*>=\s*([\d.]+)$")


def normal(name: str) -> str:
    """A distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def project() -> dict[str, Any]:
    """The section ``project`` of pyproject.toml."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def bounds(requirements: Sequence[str]) -> dict[str, str]:
    """Lower bound by name; a requirement without one is the package's own extra."""
    found = (REQUIREMENT.match(requirement) for requirement in requirements)
    return {match[1]: match[2] for match in found if match}


def claimed() -> dict[str, dict[str, str]]:
    """Lower bounds of the core, under an empty name, and of each extra that users install."""
    said = project()
    extras = said["optional-dependencies"]
    groups = {"": bounds(said["dependencies"])}
    return groups | {name: bounds(extras[name]) for name in extras if name not in WORKSHOP}


def oldest(extra: str = "") -> dict[str, str]:
    """The oldest versions that are claimed, by name.

    Args:
        extra: of the environment of an extra, which holds the core too, but for what such
            an environment is made for; empty: of the core and :data:`EXTRAS`, and the tools.
    """
    groups = claimed()
    if extra:
        core = {name: number for name, number in groups[""].items() if name not in PINNED}
        other, name = BESIDES[extra]
        return core | groups[extra] | {name: groups[other][name]}
    together = {name: number for group in ("", *EXTRAS) for name, number in groups[group].items()}
    return together | TOOLS


def constraints(extra: str = "") -> str:
    """The oldest versions as pip takes them: releases of the line that the bound names.

    What an extra's environment holds besides is that of its file.
    """
    lines = {normal(name): f"{number}.*" for name, number in oldest(extra).items()}
    besides = pinned(FILES[extra]) if extra else {}
    return "".join(f"{name}=={number}\n" for name, number in (besides | lines).items())


def pinned(file: str) -> dict[str, str]:
    """The versions that a file of constraints names."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("==") for line in lines if "==" in line and not line.startswith("#"))
    return {normal(name): number for name, number in pairs}


def record(tests: str, extra: str = "") -> dict[str, Any]:
    """The versions installed here, and by what they were tested."""
    packages = dict[str, str]()
    for name in oldest(extra):
        with contextlib.suppress(PackageNotFoundError):
            packages[normal(name)] = version(name)
    return {"python": platform.python_version(), "tests": tests, "packages": packages}


def is_of(number: str, line: str) -> bool:
    """Whether a version is a release of a line: 1.26.4 of 1.26."""
    return f"{number}.".startswith(f"{line}.")


def rows(recorded: dict[str, Any]) -> list[tuple[str, str, str, str, str]]:
    """Package, extra, oldest claimed, oldest tested, newest tested; a dash: not tested."""
    found = []
    for group, numbers in claimed().items():
        newest = pinned(FILES.get(group, "constraints.txt"))
        own = recorded.get(CORE if group in ("", *EXTRAS) else group, {}).get("packages", {})
        for name, number in numbers.items():
            key = normal(name)
            last = newest.get(key, "-")
            first = own.get(key, last if is_of(last, number) else "-")
            found.append((name, group, number, first, last))
    return found


def read(path: Path) -> dict[str, Any]:
    """What a file of JSON holds, nothing where there is none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def python_tested() -> None:
    """Note that the whole suite passed on the Python that runs this."""
    found = read(PYTHONS)
    found[platform.python_version()] = {name: version(name) for name in ("numpy", "numba", "torch")}
    text = json.dumps(found, indent=1, sort_keys=True) + "\n"
    PYTHONS.write_text(text, encoding="utf-8")


def pythons(found: dict[str, dict[str, str]]) -> str:
    """The sentence on versions of Python."""
    said = f"Python: {project()['requires-python']} claimed"
    if not found:
        return f"{said}; `make other-python PYTHON=python3.13` tests another one and notes it here."
    each = [
        f"{number} (" + ", ".join(f"{name} {used}" for name, used in libraries.items()) + ")"
        for number, libraries in found.items()
    ]
    return (
        f"{said}. The whole suite passed on {', '.join(each)}; "
        "`make other-python PYTHON=python3.13` tests another one and notes it here."
    )


def interop(found: dict[str, Any]) -> list[str]:
    """The section on ``make interop``, from what it said."""
    rows = []
    for name, one in found.items():
        said, _, versions = one["said"].partition("; ")
        times = [f"{one[part] / 60:.0f}" for part in ("build", "tests", "cpu")]
        cells = (f"`{name}`", versions, said.partition(" in ")[0], *times, f"{one['load']}")
        rows.append("| " + " | ".join(cells) + " |")
    table = [
        "What it said of each environment the last time that it passed; minutes, and the load of "
        "the machine in the last quarter of an hour:",
        "",
        "| environment | with | tests | to build | of tests | of processors | load |",
        "|---|---|---|---|---|---|---|",
        *rows,
        "",
    ]
    return [
        "## RLlib, Ray and AgileRL: `make interop`",
        "",
        *(table if rows else ["Not noted yet: `make interop` notes each environment here.", ""]),
        f"CI runs `make test` on a clean clone and is to stay within {CI_MINUTES} minutes. "
        "Beside it there is no room for this on a busy machine, so `make interop` is run "
        "by hand: before a release, and after a change to what it tests.",
        "",
    ]


def sizes(found: dict[str, float]) -> list[str]:
    """The section on sizes, from what docs/sizes.py measured."""
    return [
        "## Sizes",
        "",
        "In megabytes (2**20 bytes), without an extra; the package holds the shipped checkpoints. "
        "`python docs/sizes.py` measures; CI fails where wheel or sdist differ from it by much:",
        "",
        "| what | MB |",
        "|---|---|",
        *(f"| {name} | {size:.1f} |" for name, size in found.items()),
        "",
    ]


def page(recorded: dict[str, Any]) -> str:
    """The page of versions."""
    lines = ["| package | needed by | oldest claimed | oldest tested | newest tested |"]
    lines += ["|---|---|---|---|---|"]
    for name, group, *numbers in rows(recorded):
        cells = (name, f"`{group}`" if group else "always", *numbers)
        lines.append("| " + " | ".join(cells) + " |")
    said = [
        f"- `{name}`: Python {one['python']}, by `{one['tests']}`" for name, one in recorded.items()
    ]
    oldest_tested = ["The oldest versions were tested the last time with", "", *said]
    if not said:
        oldest_tested = ["The oldest versions: not noted yet; `make oldest` notes them here."]
    together = ", ".join(f"`{name}`" for name in EXTRAS)
    return "\n".join(
        [
            "# Versions of other libraries",
            "",
            "Generated by `python docs/versions.py`; do not edit.",
            "",
            "`pyproject.toml` names lower bounds and no upper ones. `make oldest` installs, for "
            f"the core and the extras {together} together, releases of the lines that the bounds "
            "name, and runs the tests of every door on them; for `rllib` it does so in an "
            "environment of its own, since RLlib asks for one Gymnasium. `make test` runs "
            "everything on the newest, those of `constraints.txt`; RLlib, Ray and AgileRL are "
            "tested with theirs by `make interop`. Of an extra whose newest release is of the "
            "line that its bound names, both are one. A dash: not noted as tested.",
            "",
            pythons(read(PYTHONS)),
            "",
            *oldest_tested,
            "",
            *lines,
            "",
            *interop(read(INTEROP)),
            *sizes(read(SIZES)),
        ]
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Do what is asked. Exit status 0, or 1 where the page is stale."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if stale")
    parser.add_argument("--constraints", action="store_true", help="print them, for pip")
    parser.add_argument("--extras", action="store_true", help="print which are tested together")
    parser.add_argument("--record", metavar="TESTS", help="note what is installed here")
    parser.add_argument("--python", action="store_true", help="note that the suite passed on it")
    parser.add_argument("--extra", choices=("rllib",), default="", help="of its environment")
    args = parser.parse_args(argv)
    if args.constraints or args.extras:
        print(constraints(args.extra) if args.constraints else ",".join(EXTRAS) + "\n", end="")
        return 0
    recorded = read(DATA)
    if args.python:
        python_tested()
    if args.record:
        recorded[args.extra or CORE] = record(args.record, args.extra)
        DATA.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    text = page(recorded)
    if args.check:
        stale = not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text
        print("docs/versions.md is stale: python docs/versions.py" if stale else "nothing stale")
        return int(stale)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
