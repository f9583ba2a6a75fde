"""Tables, plots and the marked blocks that README and docs hold, from the result files.

    python benchmarks/report.py            rewrite every block and plot
    python benchmarks/report.py --check    write nothing; fail if a block is stale

The result files lie in ``docs/performance``, that of the agents in ``docs/data``; each
benchmark's ``--write`` renews its own. Nothing in a block is typed by hand.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import plots
from common import ROOT, write_json
from model_cards import card_text, model_cards
from report_agents import agents_text
from report_data import game_data_text
from report_evaluation import (
    best_response_text,
    exploitability_text,
    mini_curves_text,
    open_spiel_text,
    strength_summary,
    strength_text,
)
from tables import Result, machine_line, number, ratio, table

FOLDER = ROOT / "docs" / "performance"
FOLDERS = {"agents": ROOT / "docs" / "data"}
"""Where result files lie that do not lie in :data:`FOLDER`."""
PAGES = tuple(
    ROOT / name
    for name in (
        "docs/performance.md",
        "docs/evaluation.md",
        "docs/agents.md",
        "docs/data.md",
        "README.md",
    )
)
KINDS = {
    "playouts": "Random play inside compiled code, nothing observed",
    "batch": "Many games in step, with observations and masks",
    "object": "One game from Python, nothing observed",
    "observed": "One game from Python, with an observation at every decision",
    "environment": "One environment from Python: reset and step",
    "aec": "PettingZoo AEC: last, masked choice by index, step",
    "learners": "Many learners with opponents inside (the learners' decisions counted)",
}
OWN = "cinqcents_env"


def rate_of(result: Result, kind: str, game: str, library: str = OWN, what: str = "") -> float:
    """The slowest measured row that fits, 0 if there is none."""
    found = [
        row["decisions_per_s"]
        for row in result["rows"]
        if (row["kind"], row["game"], row["library"]) == (kind, game, library)
        and what in row["what"]
        and "error" not in row
    ]
    return min(found, default=0.0)


def kind_table(result: Result, kind: str) -> str:
    """The rows of one kind, this package's first."""
    rows = [row for row in result["rows"] if row["kind"] == kind]
    good = [row for row in rows if "error" not in row]
    peers = [row["decisions_per_s"] for row in good if row["library"] != OWN]
    best, classic = max(peers, default=None), rate_of(result, kind, "classic")
    heading = ["library", "game", "what", "decisions/s", "spread", "games/s", "unforced/s"]
    heading += ["ratio to fastest peer", "ratio to `classic`"]
    lines = []
    for row in rows:
        words = [row["library"], row["game"], row["what"]]
        if "error" in row:
            lines.append([*words, f"failed: {row['error']}".replace("|", "/"), *[""] * 5])
            continue
        rate = row["decisions_per_s"]
        counts = [number(row[name]) for name in ("games_per_s", "unforced_per_s")]
        shares = [ratio(rate, best), ratio(rate, classic)]
        lines.append([*words, number(rate), f"{row['spread']:.0%}", *counts, *shares])
    return f"### {KINDS[kind]}\n\n{table(heading, lines)}" if lines else ""


def targets_text(result: Result) -> str:
    """The figures the package means to reach, and what this run gave."""
    leduc = max(
        (
            row["decisions_per_s"]
            for row in result["rows"]
            if (row["library"], row["game"], row["what"]) == ("PettingZoo", "leduc", "env()")
            and "error" not in row
        ),
        default=0.0,
    )
    aec = rate_of(result, "aec", "classic")
    wanted = [
        ("random play, engine only, `classic`", 20e6, rate_of(result, "playouts", "classic")),
        ("random play, engine only, `au4`", 10e6, rate_of(result, "playouts", "au4")),
        ("`Batch.step`, `classic`", 6e6, rate_of(result, "batch", "classic", what="apart")),
        ("`Batch.step`, `au4`", 3e6, rate_of(result, "batch", "au4", what="apart")),
        ("AEC loop, `classic`", 50e3, aec),
    ]
    lines = [[what, number(reach), number(got), verdict(got, reach)] for what, reach, got in wanted]
    if leduc:
        times = aec / leduc
        lines.append(["AEC loop ÷ PettingZoo's leduc", "8", f"{times:.3g}", verdict(times, 8)])
    return table(["what", "reach", "this run", ""], [line for line in lines if line[2] != "0"])


def verdict(got: float, reach: float) -> str:
    """Whether a figure is reached."""
    return "reached" if got >= reach else f"{got / reach:.0%} of it"


def throughput_text(result: Result) -> str:
    """Every table of a throughput run."""
    intro = (
        f"{machine_line(result)} Decisions a processor second on one core: median of "
        f"{result['repeats']} interleaved repetitions of {result['seconds']} s a row."
    )
    parts = [intro, targets_text(result), *(kind_table(result, kind) for kind in KINDS)]
    parts += [f"{name}: {why}" for name, why in result["missing"].items()]
    parts.append("![decisions a second](performance/throughput.png)")
    return "\n\n".join(filter(None, parts))


def summary_text(result: Result) -> str:
    """The few lines for the README: `classic`, `au4` and the fastest peer of each kind."""
    lines = []
    for kind, words in KINDS.items():
        good = [row for row in result["rows"] if row["kind"] == kind and "error" not in row]
        peers = [row for row in good if row["library"] != OWN]
        own = [rate_of(result, kind, name) for name in ("classic", "au4")]
        if not any(own):
            continue
        peer = max(peers, key=lambda row: row["decisions_per_s"], default=None)
        said = (
            f"{number(peer['decisions_per_s'])} ({peer['library']}, {peer['game']}, {peer['what']})"
            if peer
            else "-"
        )
        lines.append([words, *(number(rate) if rate else "-" for rate in own), said])
    heading = ["decisions a second, one core", "`classic`", "`au4`", "fastest peer in the same run"]
    picture = "![decisions a second](docs/performance/throughput.png)"
    return f"{table(heading, lines)}\n\n{picture}"


def scaling_text(result: Result) -> str:
    """Decisions a second by number of games, threads and players; memory."""
    games = sorted({run["games"] for run in result["runs"]})
    series = sorted({(run["ruleset"], run["loop"], run["threads"]) for run in result["runs"]})
    rates = {
        (run["ruleset"], run["loop"], run["threads"], run["games"]): run["decisions_per_s"]
        for run in result["runs"]
    }
    lines = [
        [f"`{name}`", loop, str(threads)]
        + [number(rate) if (rate := rates.get((name, loop, threads, n))) else "-" for n in games]
        for name, loop, threads in series
    ]
    heading = ["rule set", "loop", "threads", *(f"{n:,}" for n in games)]
    one = {(run["ruleset"], run["loop"]): run["decisions_per_s"] for run in result["players"]}
    memory = [
        [f"`{m['ruleset']}`", str(m["players"]), *(f"{m[k]:,}" for k in ("state", "arrays"))]
        + [number(one[m["ruleset"], loop]) for loop in ("random_playouts", "Batch.step")]
        for m in result["memory"]
    ]
    names = ["rule set", "players", "state, bytes a game", "all arrays, bytes a game"]
    games_at_once = f"{result['players'][0]['games']:,} games, one thread"
    names += [f"random_playouts, {games_at_once}", f"Batch.step, {games_at_once}"]
    sizes = table(names, memory)
    rule = "Decisions a second of the clock, by number of games:"
    picture = "![scaling](performance/scaling.png)"
    parts = [machine_line(result), rule, table(heading, lines), sizes, picture]
    return "\n\n".join(parts)


def training_text(result: Result) -> str:
    """Frames a second of MaskablePPO."""
    base = next((r["frames_per_s"] for r in result["runs"] if r["name"] == result["base"]), None)
    lines = [
        [
            run["name"],
            number(run["frames_per_s"]),
            f"{run['spread']:.0%}",
            ratio(run["frames_per_s"], base),
            *(f"{run['shares'][part]:.0%}" for part in ("collect", "update")),
        ]
        for run in result["runs"]
    ]
    heading = ["set-up", "frames/s", "spread", "ratio to one environment", "collecting", "updating"]
    return f"{machine_line(result)} {result['words']}\n\n{table(heading, lines)}"


def startup_text(result: Result) -> str:
    """Import, first game from a cold and a warm cache, several processes at once."""
    lines = [
        [
            run["what"],
            f"{run['seconds']:.2f} s",
            f"{run['cpu']:.2f} s",
            f"{run['reach']:.0f} s" if run["reach"] else "-",
        ]
        for run in result["runs"]
    ]
    modules = [[m["module"], str(m["functions"]), f"{m['seconds']:.2f}"] for m in result["modules"]]
    compiled = table(["module", "compiled functions", "processor seconds"], modules)
    heading = ["in a fresh process", "by the clock", "processor", "reach"]
    return f"{machine_line(result)}\n\n{table(heading, lines)}\n\n{compiled}"


BLOCKS: dict[str, tuple[str, Callable[[Result], str]]] = {
    "throughput": ("throughput", throughput_text),
    "throughput-summary": ("throughput", summary_text),
    "scaling": ("scaling", scaling_text),
    "training": ("training", training_text),
    "startup": ("startup", startup_text),
    "agents": ("agents", agents_text),
    "strength": ("strength", strength_text),
    "strength-summary": ("strength", strength_summary),
    "best-response": ("best_response", best_response_text),
    "exploitability": ("exploitability", exploitability_text),
    "mini-curves": ("mini_curves", mini_curves_text),
    "open-spiel": ("open_spiel", open_spiel_text),
    "game-data": ("game_data", game_data_text),
}
"""Block name -> result file and what is written from it."""


def load(name: str) -> Result | None:
    """A result file, or None where that benchmark has not been run."""
    path = FOLDERS.get(name, FOLDER) / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def renewed(text: str) -> str:
    """The text with its marked blocks brought up to date.

    A block stands between ``<!-- benchmarks: NAME -->`` and ``<!-- benchmarks: end -->``.
    """
    for name, (source, write) in BLOCKS.items():
        begin, end = f"<!-- benchmarks: {name} -->", "<!-- benchmarks: end -->"
        pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
        result = load(source)
        body = write(result) if result else "Not measured yet."
        text = pattern.sub(lambda _, b=f"{begin}\n{body}\n{end}": b, text)  # type: ignore[misc]
    return text


def save(name: str, result: Result) -> None:
    """Keep a result, draw its plot, renew the pages."""
    folder = FOLDERS.get(name, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / f"{name}.json", result)
    if name in plots.PLOTS:
        plots.PLOTS[name](result, folder / f"{name}.png")
    write_pages()


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Give a benchmark the options that :func:`write_outputs` follows."""
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there")
    parser.add_argument("--write", action="store_true", help="keep the result, renew the pages")


def write_outputs(args: argparse.Namespace, name: str, result: Result) -> None:
    """Write a result where ``--json`` says; with ``--write``, :func:`save` it."""
    if args.json is not None:
        write_json(args.json, result)
    if args.write:
        save(name, result)


def stale_pages() -> dict[Path, str]:
    """Pages and model cards whose blocks are not what the result files say, as they should be."""
    cards, strength, stale = model_cards(), load("strength"), {}
    for page in (*PAGES, *cards):
        if not page.exists():
            continue
        text = page.read_text(encoding="utf-8")
        due = card_text(page, cards[page], strength) if page in cards else renewed(text)
        if due != text:
            stale[page] = due
    return stale


def write_pages() -> None:
    """Bring stale pages up to date."""
    for page, text in stale_pages().items():
        page.write_text(text, encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    """Renew, or check. Returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if stale")
    args = parser.parse_args(argv)
    stale = stale_pages()
    if args.check:
        if stale:
            names = ", ".join(str(page.relative_to(ROOT)) for page in stale)
            print(f"stale, run python benchmarks/report.py: {names}", file=sys.stderr)
        return 1 if stale else 0
    for source in sorted({source for source, _ in BLOCKS.values()}):
        result = load(source)
        if result is not None:
            save(source, result)
    write_pages()
    print("blocks and plots renewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
