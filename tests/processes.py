"""Processes of this machine, for tests that end some."""

from __future__ import annotations

import contextlib
from pathlib import Path


def descendants(process):
    """Numbers and command lines of all processes below one."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            number = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            parents[int(folder.name)] = number, (folder / "cmdline").read_bytes()
    for number, (_, line) in parents.items():
        above = number
        while above in parents and above != process:
            above = parents[above][0]
        if above == process:
            yield number, line
