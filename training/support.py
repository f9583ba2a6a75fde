"""What the training scripts share: run folders, statistics, progress, learning curve."""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import shlex
import shutil
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import safetensors
import safetensors.torch
import torch
from numpy.typing import NDArray
from settings import SettingsError, as_dict, as_yaml

from cinqcents_env._files import write_whole

STATE = "training_state.safetensors"
STATE_FORMAT = 1
WRITTEN = ("config.yaml", "command.txt", STATE, "checkpoint", "tensorboard", "learning_curve.png")
"""What a run writes into its folder."""

BEST = "best"
"""The best policy so far, written by the scripts that look for it."""


def open_run(settings: Any, resume: Path | None) -> Path:
    """The run's folder, with its config and command written.

    Raises:
        SettingsError: the folder holds a run already, or none to resume.
    """
    folder = Path(settings.out)
    exists = (folder / "config.yaml").exists()
    if resume is not None and not exists:
        raise SettingsError(f"{folder}: no run to resume (there is no config.yaml)")
    if exists and resume is None:
        if not settings.overwrite:
            raise SettingsError(
                f"{folder} holds a run: go on with --resume {folder}, choose another --out, "
                f"or replace it with --overwrite"
            )
        for name in (*WRITTEN, BEST):
            if (folder / name).is_dir():
                shutil.rmtree(folder / name)
            else:
                (folder / name).unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "config.yaml", as_yaml(settings))
    with (folder / "command.txt").open("a", encoding="utf-8") as file:
        file.write(command() + "\n")
    return folder


def command() -> str:
    """The command that started this process, as a shell takes it, without machine paths."""
    script = os.path.relpath(sys.argv[0])
    return shlex.join(["python", script, *sys.argv[1:]])


def how_to_play(ruleset: str, checkpoint: Path) -> str:
    """The command that plays against a checkpoint, as it can be typed here."""
    installed = Path(sys.executable).with_name("cinqcents")
    if shutil.which("cinqcents") == str(installed):
        program = "cinqcents"
    elif installed.exists():
        program = os.path.relpath(installed)
    else:
        program = "python -m cinqcents_env"
    return f"to play it: {program} play {ruleset} --against checkpoint:{checkpoint}"


def commands(folder: Path) -> str:
    """The commands of all sessions of a run, one after the other."""
    return " && ".join((folder / "command.txt").read_text(encoding="utf-8").split("\n")).rstrip(
        " &"
    )


def save_state(
    folder: Path, tensors: Mapping[str, torch.Tensor], values: Mapping[str, Any]
) -> None:
    """Write a run's whole state as one file, atomically.

    Args:
        folder: the run's folder.
        tensors: parameters, optimizer moments, snapshots; written from the CPU.
        values: what JSON can hold.
    """
    cpu = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    metadata = {"values": json.dumps({"format": STATE_FORMAT, **values})}
    write_whole(folder / STATE, safetensors.torch.save(cpu, metadata))


def load_state(folder: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]] | None:
    """What :func:`save_state` wrote last, or None where no state was written yet.

    Raises:
        SettingsError: the file cannot be read, or is of another format.
    """
    path = folder / STATE
    if not path.exists():
        return None
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            values = json.loads((file.metadata() or {})["values"])
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (safetensors.SafetensorError, KeyError, ValueError) as error:
        raise SettingsError(f"{path}: not a training state ({error})") from None
    if values.get("format") != STATE_FORMAT:
        raise SettingsError(
            f"{path}: training state of format {values.get('format')}, this script reads "
            f"{STATE_FORMAT}"
        )
    return tensors, values


def session_seed(seed: int, steps: int) -> int:
    """Seed of a session that starts at ``steps``: fresh deals, yet reproducible."""
    return int(np.random.SeedSequence([seed, steps]).generate_state(1)[0])


def versions(*packages: str) -> dict[str, str]:
    """Versions of installed packages, and of Python."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": platform.python_version()}
    for package in packages:
        with contextlib.suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


def provenance(
    args: Any, folder: Path, algorithm: str, steps: int, seconds: float, *packages: str
) -> dict[str, Any]:
    """How a policy came about, as its checkpoint tells it."""
    return {
        "algorithm": algorithm,
        "command": commands(folder),
        "steps": steps,
        "seconds": round(seconds, 1),
        "seed": args.seed,
        "versions": versions("cinqcents_env", "torch", "numpy", *packages),
        "config": as_dict(args),
    }


class Stopwatch:
    """Seconds of a run, over all its sessions."""

    def __init__(self) -> None:
        self.before = 0.0
        self.started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds of this session and those before it."""
        return self.before + time.monotonic() - self.started

    def restart(self, before: float) -> None:
        """Count from now on, on top of the seconds of earlier sessions."""
        self.before, self.started = before, time.monotonic()


class EpisodeMeter:
    """Returns of the most recent episodes of a batch of environments."""

    def __init__(self, num_envs: int, window: int = 2000) -> None:
        self.running = np.zeros(num_envs)
        self.recent: deque[float] = deque(maxlen=window)

    def update(self, rewards: NDArray[Any], dones: NDArray[np.bool_]) -> None:
        """Add one step's rewards and episode ends, each of shape (num_envs,)."""
        self.running += rewards
        self.recent.extend(self.running[dones].tolist())
        self.running[dones] = 0.0

    @property
    def win_rate(self) -> float:
        """Share of recent episodes with a positive return, those of zero counted half."""
        returns = np.array(self.recent)
        return float(np.mean((returns > 0) + 0.5 * (returns == 0))) if len(returns) else 0.5

    @property
    def reward(self) -> float:
        """Mean return of the recent episodes."""
        return float(np.mean(self.recent)) if self.recent else 0.0


class Progress:
    """A progress bar on a terminal, nothing when the output is piped."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn
        from rich.progress import Progress as Bar
        from rich.table import Column

        console = Console(stderr=True)
        columns = (
            BarColumn(bar_width=10, table_column=Column(width=10)),
            TaskProgressColumn(table_column=Column(width=4)),
            _one_line(),
        )
        self.bar = Bar(*columns, console=console, disable=not sys.stderr.isatty())
        self.task = self.bar.add_task("the first games", total=1.0)

    def __enter__(self) -> Progress:
        self.bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bar.stop()

    def show(self, done: float, seconds: float, words: str) -> None:
        """Show the share of the run that is done, the time left, and where it stands.

        The end of the line is cut off where the terminal is narrow.
        """
        left = seconds * (1.0 - done) / done if done > 0 else 0.0
        self.bar.update(self.task, completed=done, description=f"{clock(left)} left, {words}")

    def learning_from(self, teacher: str, share: float) -> None:
        """Show how far the imitation has come that precedes the run."""
        self.bar.update(self.task, description=f"first learning from {teacher}: {share:.0%}")


def _one_line() -> Any:
    """A column with a task's words, cut off where the terminal ends."""
    from rich.progress import ProgressColumn, Task
    from rich.text import Text

    class Words(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(task.description, no_wrap=True, overflow="ellipsis")

    return Words()


def line(point: Mapping[str, float]) -> str:
    """A point of the learning curve as text."""
    return (
        f"win rate {point['win_rate']:.3f}, reward {point['reward']:+.3f}, "
        f"{point['steps']:,.0f} steps, {point['rate']:,.0f} decisions/s"
    )


def clock(seconds: float) -> str:
    """Seconds as ``m:ss``.

    >>> clock(75.2)
    '1:15'
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def plot_curve(
    path: Path,
    title: str,
    curve: Sequence[Mapping[str, float]],
    evaluations: Sequence[Mapping[str, Any]],
    below: tuple[str, str] = ("reward", "mean return of recent episodes"),
) -> None:
    """Draw win rate and another figure against steps, with the evaluation points.

    Args:
        path: the PNG file to write.
        title: heading of the picture.
        curve: points with ``steps``, the figure below and, where known, ``win_rate``.
        evaluations: points with ``steps``, ``opponent``, ``win_rate``, ``low``, ``high``.
        below: the other figure's name in the curve, and its label.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    FigureCanvasAgg(figure)
    top, bottom = figure.subplots(2, 1, sharex=True)
    steps = [point["steps"] for point in curve]
    if curve and "win_rate" in curve[0]:
        rates = [point["win_rate"] for point in curve]
        top.plot(steps, rates, label="training opponents", alpha=0.6)
    for opponent in dict.fromkeys(entry["opponent"] for entry in evaluations):
        points = [entry for entry in evaluations if entry["opponent"] == opponent]
        met = np.array([[p["win_rate"], p["low"], p["high"]] for p in points])
        spread = np.abs(met[:, 1:].T - met[:, 0])
        at = [p["steps"] for p in points]
        top.errorbar(at, met[:, 0], yerr=spread, marker="o", capsize=3, label=opponent)
    top.set(title=title, ylabel="win rate", ylim=(0, 1))
    if top.get_legend_handles_labels()[0]:
        top.legend(loc="lower right")
    bottom.plot(steps, [point[below[0]] for point in curve])
    bottom.set(xlabel="learner's decisions", ylabel=below[1])
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=120, format="png")
    write_whole(path, drawn.getvalue())
