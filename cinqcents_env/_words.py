"""Words for error messages."""

from __future__ import annotations

import reprlib
from typing import Any

_BRIEF = reprlib.Repr()
_BRIEF.maxlevel = 3
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 160


def shown(value: Any, length: int = 60) -> str:
    """The value as an error message shows it: short, however deep or large it is.

    >>> shown("AS"), shown([1, [2, [3, [4]]]])
    ("'AS'", '[1, [2, [...]]]')
    """
    return _BRIEF.repr(value)[:length]
