"""The benchmarks run, refuse loops that do nothing, and keep the pages they write fresh."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cinqcents_env as cc
from cinqcents_env._jit import interpreted
from cinqcents_env.agents import make_agent
from cinqcents_env.evaluation.tournament import weights_of

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import common  # noqa: E402
import model_cards  # noqa: E402
import plots  # noqa: E402
import report  # noqa: E402


def run(script: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A benchmark as its user starts it."""
    return subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / script), *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(interpreted(), reason="speed is that of compiled code")
def test_throughput_measures_every_row(tmp_path: Path) -> None:
    pytest.importorskip("stable_baselines3")
    file = tmp_path / "result.json"
    options = ("--rulesets", "mini", "--peers", "none", "--seconds", "0.005", "--repeats", "2")
    done = run("throughput.py", *options, "--json", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(file.read_text(encoding="utf-8"))
    assert {row["kind"] for row in result["rows"]} == set(report.KINDS)
    for row in result["rows"]:
        assert len(row["rates"]) == 2, row
        assert row["games_per_s"] > 0
        assert 0 < row["unforced_per_s"] <= row["decisions_per_s"] * 1.001


@pytest.mark.skipif(interpreted(), reason="speed is that of compiled code")
def test_scaling_measures_every_batch_and_draws(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    options = ("--rulesets", "mini", "--threads", "1", "2", "--most", "16", "--seconds", "0.002")
    done = run("scaling.py", *options, "--json", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    result = json.loads(file.read_text(encoding="utf-8"))
    batches = {(line["games"], line["threads"], line["loop"]) for line in result["runs"]}
    loops = ("random_playouts", "Batch.step")
    sizes = ((1, 1), (4, 1), (4, 2), (16, 1), (16, 2))
    assert batches == {(*size, loop) for size in sizes for loop in loops}
    assert {line["ruleset"] for line in result["memory"]} == set(cc.rulesets())
    assert "random_playouts" in report.scaling_text(result)
    plots.scaling(result, tmp_path / "scaling.png")
    assert (tmp_path / "scaling.png").stat().st_size > 10_000


@pytest.mark.skipif(interpreted(), reason="nothing is compiled")
def test_startup_measures_cold_warm_and_together(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    done = run("startup.py", "--quick", "--json", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(file.read_text(encoding="utf-8"))
    assert [line["what"].split(",")[-1].strip() for line in result["runs"]] == [
        "`import cinqcents_env`",
        "cold cache",
        "warm cache",
        "until the last is ready",
        "the next process",
    ]
    assert all(line["cpu"] > 0 and line["seconds"] > 0 for line in result["runs"])
    assert any(line["module"].endswith("engine.chance") for line in result["modules"])
    assert "compiled functions" in report.startup_text(result)


def test_belief_measures_both_ways(tmp_path: Path) -> None:
    file = tmp_path / "belief.json"
    options = ("--rulesets", "mini", "--deals", "1", "--repeats", "1", "--json", str(file))
    done = run("belief.py", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert row["samples_per_s"] > 0 < row["single_samples_per_s"]
    assert "unknown rule set 'clasic'" in run("belief.py", "--rulesets", "clasic").stderr


@pytest.mark.skipif(interpreted(), reason="trains and grows the whole tree")
def test_curves_on_mini_are_exact_and_of_every_variant(tmp_path: Path) -> None:
    file = tmp_path / "curves.json"
    options = ("--total-steps", "9000", "--seeds", "1", "--points", "2", "--json", str(file))
    done = run("mini_curves.py", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(file.read_text(encoding="utf-8"))
    runs = {one["variant"]: one["points"] for one in result["runs"]}
    assert list(runs) == [*result["options"], "MaskablePPO"]
    for points in runs.values():
        assert all(0 < value < 20 for _, value in points)
    assert all(points[-1][0] >= 9000 for points in runs.values())
    assert "half-way" in done.stdout


@pytest.mark.skipif(interpreted(), reason="trains and plays many games")
def test_a_best_response_is_trained_and_measured(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    options = ("--against", "mini/ppo", "--total-steps", "3000", "--match-games", "40")
    done = run("best_response.py", *options, "--json", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert (row["against"], row["games"], row["even"]) == ("mini/ppo", 40, 0.5)
    low, high = row["margin"][1:]
    assert low <= row["margin"][0] <= high
    assert "`mini/ppo`" in done.stdout


@pytest.mark.skipif(interpreted(), reason="plays many games")
def test_strength_measures_a_shipped_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    options = (
        "--quick",
        "--only",
        "classic/ppo",
        "classic/ppo?exact",
        "--workers",
        "1",
        "--json",
        str(file),
    )
    done = run("strength.py", *options, "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "`classic/ppo`" in done.stdout
    row, exact = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert row["matches"][0]["against"] == "greedy"
    assert len(row["matches"][0]["seats"]) == 2
    assert row["regret"]["random"][0] > row["regret"]["classic/ppo"][0] > 0
    assert exact["name"] == "classic/ppo?exact"
    assert exact["regret"]["classic/ppo?exact"][0] == exact["regret"]["pimc:16"][0] == 0
    assert set(row["seconds"]) >= {"classic/ppo", "greedy"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--only", "classic/none"), "unknown checkpoint 'classic/none'"),
        (("--quick", "--write"), "too little to be kept"),
    ],
)
def test_strength_refuses(options: tuple[str, ...], words: str) -> None:
    done = run("strength.py", *options)
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--rulesets", "clasic"), "unknown rule set 'clasic'"),
        (("--peers", "chess"), "unknown peer 'chess'"),
        (("--seconds", "0"), "--seconds is above 0"),
    ],
)
def test_bad_options_are_named(options: tuple[str, ...], words: str) -> None:
    done = run("throughput.py", *options)
    assert done.returncode == 2
    assert words in done.stderr


@pytest.mark.parametrize("broken", ["decisions", "games", "changes"])
def test_loops_that_do_nothing_are_refused(broken: str) -> None:
    good: dict[str, Any] = {"decisions": 5, "games": 1, "changes": 1}
    common.Tally(**good).check()
    with pytest.raises(AssertionError, match=r"decision|episode|observations"):
        common.Tally(**{**good, broken: 0}).check()


def worker(tmp_path: Path, body: str) -> common.Worker:
    """A worker process with one row, whose loop has this body."""
    script = tmp_path / "worker.py"
    script.write_text(
        f"import sys, os, time\nsys.path.insert(0, {str(ROOT / 'benchmarks')!r})\n"
        "from common import Row, Tally, serve\n"
        f"def loop(seconds):\n    {body}\n"
        "serve([Row('aec', 'x', 'y', 'z', lambda: loop)], '1.0', None)\n",
        encoding="utf-8",
    )
    return common.Worker([str(script)], "peer")


def test_a_row_that_raises_or_prints_costs_itself_only(tmp_path: Path) -> None:
    peer = worker(tmp_path, "print('noise'); raise RuntimeError('no such game')")
    try:
        for _ in range(2):
            with pytest.raises(common.WorkerFailed, match="RuntimeError: no such game"):
                peer.ask(0, 0.1, 20)
    finally:
        peer.close()


def test_a_process_that_dies_or_hangs_is_told(tmp_path: Path) -> None:
    peer = worker(tmp_path, "print('out of luck', file=sys.stderr); os._exit(3)")
    with pytest.raises(common.WorkerFailed, match="peer ended: out of luck"):
        peer.ask(0, 0.1, 20)
    peer.close()
    peer = worker(tmp_path, "time.sleep(60)")
    with pytest.raises(common.WorkerFailed, match="no answer in 1 s"):
        peer.ask(0, 0.1, 1.0)
    assert peer.process.poll() is not None


def test_pages_hold_what_the_results_say() -> None:
    assert report.main(["--check"]) == 0


def test_what_is_said_of_strength_is_said_of_the_shipped_weights() -> None:
    result = report.load("strength")
    assert result is not None
    for row in result["rows"]:
        name = row["name"].split("?")[0]
        assert weights_of(make_agent(name, name.split("/")[0])) == row["weights"], name


def test_model_cards_carry_their_strength() -> None:
    result = report.load("strength")
    assert result is not None
    section = model_cards.strength_section("classic/ppo", result)
    assert "`classic/ppo?exact` | `pimc:16`" in section
    assert "au4" not in section
    assert model_cards.strength_section("classic/other", result) == ""
    assert model_cards.strength_section("classic/ppo", None) == ""
    for card, name in model_cards.model_cards().items():
        text = model_cards.card_text(card, name, result)
        assert text == card.read_text(encoding="utf-8")
        assert ("## Strength" in text) == any(row["name"] == name for row in result["rows"])


def test_blocks_are_written_between_their_markers() -> None:
    begin, end = "<!-- benchmarks: startup -->", "<!-- benchmarks: end -->"
    once = report.renewed(f"before\n{begin}\nstale\n{end}\nafter\n")
    assert "stale" not in once
    assert once.startswith(f"before\n{begin}\n")
    assert once.endswith(f"{end}\nafter\n")
    assert report.renewed(once) == once
