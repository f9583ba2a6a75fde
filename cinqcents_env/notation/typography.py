"""How a language sets its punctuation."""

from __future__ import annotations

import re

NARROW, WIDE = "\u202f", "\u00a0"
"""The spaces at which a line does not break."""
_BEFORE = ((re.compile(r" (?=[;!?%])"), NARROW), (re.compile(r" (?=[:»])"), WIDE))
_AFTER = re.compile(r"(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def typeset(text: str, language: str) -> str:
    """A text as it is printed: in French with its own spaces and apostrophes.

    Texts are written with plain spaces and straight apostrophes, which are easier to type, to
    read and to search for; English is printed as it is written.

    >>> typeset("Vraiment ? C'est « ici ».", "fr")
    'Vraiment\\u202f? C’est «\\xa0ici\\xa0».'
    >>> typeset("Really?", "en")
    'Really?'
    """
    if language != "fr":
        return text
    for pattern, space in _BEFORE:
        text = pattern.sub(space, text)
    return _APOSTROPHE.sub("’", _AFTER.sub(WIDE, text))
