"""Damage to files and values, and budgets of time and memory for whoever reads them."""

from __future__ import annotations

import contextlib
import time
import tracemalloc
from collections.abc import Iterator

from hypothesis import strategies as st

FIXED = 4_000_000
"""Bytes that a reader may take whatever the size of its file: buffers, code, caches."""

SECONDS = 20.0
"""No reader takes as long as that, on a machine however busy."""


@contextlib.contextmanager
def budget(size: int) -> Iterator[None]:
    """Fail if the block takes more than twice ``size`` in memory, or too long."""
    tracemalloc.start()
    begun = time.monotonic()
    try:
        yield
        taken, peak = time.monotonic() - begun, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 2 * size + FIXED, f"{peak:,} bytes for a file of {size:,}"
    assert taken < SECONDS


def one_line(error: Exception) -> bool:
    """Fail unless an error says what is wrong in one line of sensible length."""
    text = str(error)
    assert len(text.splitlines()) == 1, text
    assert len(text) < 2000
    return True


def nested(depth: int, opening: str = "[", closing: str = "]") -> str:
    """JSON or YAML text of that many lists, one in the other."""
    return opening * depth + closing * depth


def scalars() -> st.SearchStrategy[object]:
    """Values that are neither lists nor objects, odd numbers among them."""
    return (
        st.none()
        | st.booleans()
        | st.integers(-3, 12)
        | st.integers()
        | st.floats()
        | st.text(max_size=8)
        | st.sampled_from(["AS", "JK", "7H 8H", "AS AS", "marriage H", "pass", "classic", "\0"])
    )


def values() -> st.SearchStrategy[object]:
    """JSON values of any type."""
    return st.recursive(
        scalars(),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
        ),
        max_leaves=8,
    )


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file cut short, with bits flipped, bytes put in or out, or parts repeated."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["cut", "flip", "put", "out", "repeat"]))
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        if kind == "cut":
            del data[at:]
        elif kind == "flip" and data:
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "put":
            data[at:at] = draw(st.binary(min_size=1, max_size=9))
        elif kind == "out":
            del data[at : at + draw(st.integers(1, 40))]
        else:
            data[at:at] = data[at : at + 60] * draw(st.integers(1, 3))
    return bytes(data)
