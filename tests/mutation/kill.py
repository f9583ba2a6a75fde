"""What a mutant has to survive, from the cheapest check to the dearest.

Everything runs as plain Python in a process that holds the fault already. First random games
against the oracle, then what every seat is shown, then batches and playouts, which games alone
do not reach, then the tests of rules and corners, and at last many more random games.
"""

from __future__ import annotations

import contextlib
import io
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc
from tests.proof.cases import RULESETS, family
from tests.proof.portion import Rates, Tally, game_options, play_numbered
from tests.properties.transcript import digest

ROOT = Path(__file__).parents[2]
FIELDS = "proof/test_views_five_hundred.py::test_every_field_is_what_the_oracle_says"
ANEW = "engine/test_actions.py::test_a_game_dealt_anew_in_its_place_holds_nothing_of_the_old_one"
TESTS = {
    "cinqcents": (
        "rules/test_worked_examples_cinqcents.py",
        "rules/test_worked_scores_cinqcents.py",
        "rules/test_worked_variants_cinqcents.py",
        "engine/test_options_cinqcents.py",
        "engine/test_options_cinqcents_ends.py",
        "engine/test_corners_cinqcents.py",
        "engine/test_rare_branches.py",
        f"{ANEW}[mini]",
        "engine/test_actions.py::test_a_game_that_ends_amid_a_deal_leaves_nothing_to_the_next",
        "engine/test_seeds.py",
        *(f"proof/test_restored.py::test_records_come_back[{one}]" for one in ("foster", "mini")),
        *(f"golden/test_golden.py::test_playthrough[{one}]" for one in ("classic", "mini")),
    ),
    "five_hundred": (
        "rules/test_worked_examples_five_hundred.py",
        "engine/test_five_hundred_ends.py",
        "engine/test_five_hundred_rules.py",
        "engine/test_five_hundred_options.py",
        "engine/test_five_hundred_faults.py",
        "engine/test_five_hundred_shown.py",
        "engine/test_rare_branches.py",
        f"{ANEW}[us3]",
        "engine/test_seeds.py",
        *(f"proof/test_restored.py::test_records_come_back[{one}]" for one in ("us3", "au4")),
        *(f"golden/test_golden.py::test_playthrough[{one}]" for one in ("us3", "au5")),
        *(f"{FIELDS}[{one}-{{}}]" for one in ("us3", "au4")),
    ),
}
"""Quick tests of each family."""
TESTS["shared"] = (
    "engine/test_seeds.py",
    "engine/test_loops.py",
    "engine/test_learners.py",
    "engine/test_rare_branches.py",
    "engine/test_chance.py",
    "engine/test_batch.py",
    "engine/test_threads.py",
    f"{ANEW}[mini]",
    f"{ANEW}[us3]",
    "engine/test_spread.py",
)

SLOW = {
    "cinqcents": ("engine/test_properties_cinqcents.py", "notation", "golden", "perft"),
    "five_hundred": ("engine/test_five_hundred_engine.py", "notation", "golden", "perft"),
    "shared": ("properties", "envs", "conformance"),
}
"""What only survivors of everything else are shown."""

BELIEF = {
    "cinqcents": ("engine/test_belief_cinqcents.py", "proof/test_views.py"),
    "five_hundred": (
        "engine/test_spread.py",
        "engine/test_belief_declarer.py",
        "engine/test_belief_five_hundred.py",
        "engine/test_belief_corners.py",
        "engine/test_belief_consistency.py",
    ),
}
VIEWS = {
    "cinqcents": ("proof/test_views.py",),
    "five_hundred": (
        "engine/test_belief_declarer.py",
        "proof/test_observations_five_hundred.py",
        "proof/test_views_five_hundred.py",
    ),
}
ACTIONS = dict.fromkeys(("cinqcents", "five_hundred"), ("engine/test_actions.py",))
NEAREST = {"view.py": VIEWS, "belief.py": BELIEF, "spread.py": BELIEF, "actions.py": ACTIONS}
"""Tests that are likely to find the faults of a file; elsewhere it is the games."""

LIMITS = {"games": 20.0, "looks": 30.0, "batches": 30.0, "slow tests": 600.0, "nearest": 120.0}
"""Seconds of computing that a check may take (60 if not told); faults can make loops endless."""


class Endless(BaseException):
    """The time of a check is over. No ``except Exception`` stops it."""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise Endless when the block has computed for so long."""

    def over(*_: Any) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def rulesets(name: str) -> list[str]:
    """Rule sets of a family, or of both."""
    return [one for one in RULESETS if name in (family(one), "shared")]


def played(ruleset: str, number: int, rates: Rates, options: dict[str, Any] | None = None) -> str:
    """One numbered game with its checks; what was found."""
    tally = Tally()
    given = game_options(ruleset, number) if options is None else options
    play_numbered(tally, ruleset, given, number, rates)
    if tally.failure is None:
        return ""
    return f"{tally.failure['kind']} in {ruleset}: {tally.failure['words']}"


def by_quick_games(name: str) -> str:
    """A game of every rule set as it is, then one with other options."""
    for number in (0, 1, 2, 3):
        for ruleset in rulesets(name):
            rates = Rates(texts=0.05, looks=0.0, symmetry=0.0)
            found = played(ruleset, number, rates, None if number else {})
            if found:
                return found
    return ""


def by_looks(name: str, looks: float) -> str:
    """What every seat is shown in short games, at a share of the decisions; fewer if few."""
    few = ("classic", "bordelais", "mini", "us3", "au4", "au5")
    for ruleset in [one for one in rulesets(name) if looks > 0.1 or one in few]:
        short = {"single_deal": True} if family(ruleset) == "cinqcents" else {"max_deals": 1}
        found = played(ruleset, 1, Rates(texts=0.2, looks=looks, symmetry=1.0), short)
        if found:
            return found
    return ""


BATCHED = {"cinqcents": ("classic", "mini"), "five_hundred": ("us3", "au5")}
BATCHED["shared"] = tuple(one for few in BATCHED.values() for one in few)


def by_batches(name: str) -> str:
    """The parts of the engine that batches, learners and search use."""
    for ruleset in BATCHED[name]:
        batch = cc.Batch(ruleset, num_games=3, seed=5, skip_forced=True, max_deals=2)
        again = cc.Batch(ruleset, num_games=3, seed=5, skip_forced=True, max_deals=2)
        for _ in range(60):
            if not (batch.masks.sum(axis=1) > 1).all():
                return f"forced moves in {ruleset}"
            batch.step(batch.masks.argmax(axis=1))
            again.step(again.masks.argmax(axis=1))
        if batch.states.tobytes() != again.states.tobytes():
            return f"batches of {ruleset}"
        batch.random_playouts(120)
        hands = np.bitwise_count(batch.states["hand"])
        if hands.max() > 20:
            return f"playouts of {ruleset}"
        digest(ruleset, 1)
    return ""


def by_tests(places: Sequence[str]) -> str:
    """Tests of the suite; what failed."""
    paths = [str(ROOT / "tests" / place) for place in places]
    quiet = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "--assert=plain"]
    options = ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), "-o", "addopts="]
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        status = pytest.main([*paths, *quiet, *options, "--import-mode=importlib"])
    lines = told.getvalue().splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return "" if status == 0 else f"tests: {' '.join(failed) or told.getvalue()[-150:]}"


def by_many_games(name: str, seconds: float) -> str:
    """Random games of every rule set of the family, by turns, until the time is over."""
    begun, rng = time.process_time(), random.Random(0)
    for number in range(4, 1_000_000):
        for ruleset in rulesets(name):
            rates = Rates(texts=0.05, looks=0.01, symmetry=float(rng.random() < 0.1))
            found = played(ruleset, number, rates)
            if found:
                return found
            if time.process_time() - begun > seconds:
                return ""
    return ""


def verdict(name: str, file: str, function: str, seconds: float) -> tuple[str, str]:
    """(which check found the fault, what it said); two empty texts if none did.

    Args:
        file, function: where the fault is.
        seconds: how long to play many games at the end, before the slow tests; 0: neither.
    """
    steps: dict[str, Callable[[], str]] = {
        "games": lambda: by_quick_games(name),
        "looks": lambda: by_looks(name, 0.15 if file in NEAREST else 0.04),
        "batches": lambda: by_batches(name),
        "tests": lambda: by_tests(TESTS[name]),
    }
    if file in NEAREST:
        places = NEAREST[file][name]
        seen = not function.startswith(("observ", "_write", "hidden"))
        steps = {"nearest": lambda: by_tests(places[::-1] if seen else places), **steps}
    if seconds:
        steps["many games"] = lambda: by_many_games(name, seconds)
        steps["slow tests"] = lambda: by_tests(SLOW[name])
    for label, step in steps.items():
        try:
            with limited(LIMITS.get(label, 60.0) + (seconds if label == "many games" else 0.0)):
                found = step()
        except Endless:
            found = "it does not end"
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        if found:
            return label, found
    return "", ""
