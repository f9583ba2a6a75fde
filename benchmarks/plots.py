"""The plots of the result files; matplotlib is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Result = dict[str, Any]
OWN = "cinqcents_env"
COLOURS = {True: "#1b6ca8", False: "#b0b7bd"}
CHARTED = ("classic", "au4")
"""Rule sets whose bars stand beside the peers'."""


def _axes(width: float, height: float, columns: int = 1) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot.subplots(1, columns, figsize=(width, height), layout="constrained")


def _keep(figure: Any, path: Path) -> None:
    from matplotlib import pyplot

    figure.savefig(path, dpi=120, metadata={"Software": None})
    pyplot.close(figure)


def throughput(result: Result, path: Path) -> None:
    """Bars on a logarithmic scale, by kind, the fastest of each kind on top."""
    kinds = list(dict.fromkeys(row["kind"] for row in result["rows"]))
    bars: list[tuple[str, float, bool]] = []
    for kind in kinds:
        rows = [
            row
            for row in result["rows"]
            if row["kind"] == kind
            and "error" not in row
            and (row["library"] != OWN or row["game"] in CHARTED)
        ]
        for row in sorted(rows, key=lambda row: -row["decisions_per_s"]):
            words = f"{kind}: {row['library']} {row['game']}, {row['what']}"
            bars.append((words, row["decisions_per_s"], row["library"] == OWN))
    figure, axes = _axes(10, 1 + 0.21 * len(bars))
    axes.barh(
        [words for words, _, _ in bars],
        [rate for _, rate, _ in bars],
        color=[COLOURS[own] for _, _, own in bars],
    )
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("decisions a processor second, one core")
    axes.tick_params(axis="y", labelsize=7)
    axes.margins(y=0.005)
    axes.grid(axis="x", alpha=0.3)
    _keep(figure, path)


def scaling(result: Result, path: Path) -> None:
    """Decisions a second against number of games, one line for each loop and thread count."""
    loops = list(dict.fromkeys(run["loop"] for run in result["runs"]))
    figure, panels = _axes(11, 4.5, len(loops))
    for axes, loop in zip([panels] if len(loops) == 1 else panels, loops, strict=True):
        runs = [run for run in result["runs"] if run["loop"] == loop]
        for name, threads in dict.fromkeys((run["ruleset"], run["threads"]) for run in runs):
            line = [run for run in runs if (run["ruleset"], run["threads"]) == (name, threads)]
            axes.plot(
                [run["games"] for run in line],
                [run["decisions_per_s"] for run in line],
                marker="o",
                markersize=3,
                label=f"{name}, {threads} thread{'s' if threads > 1 else ''}",
            )
        axes.set(xscale="log", yscale="log", xlabel="games", title=loop)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    _keep(figure, path)


def mini_curves(result: Result, path: Path) -> None:
    """Exploitability against decisions, one line a run, one colour a variant."""
    figure, axes = _axes(8, 4.5)
    variants = list(dict.fromkeys(run["variant"] for run in result["runs"]))
    told: set[str] = set()
    for run in result["runs"]:
        steps, values = zip(*run["points"], strict=True)
        marker, variant = "." if len(steps) > 1 else "*", run["variant"]
        label = None if variant in told else variant
        axes.plot(steps, values, f"C{variants.index(variant)}", marker=marker, label=label)
        told.add(variant)
    axes.set(yscale="log", xlabel="decisions", ylabel="exploitability, points a deal")
    axes.grid(alpha=0.3)
    axes.legend()
    _keep(figure, path)


PLOTS: dict[str, Callable[[Result, Path], None]] = {
    "throughput": throughput,
    "scaling": scaling,
    "mini_curves": mini_curves,
}
"""Result file -> its plot."""
