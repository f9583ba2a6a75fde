"""A view drawn as plain text."""

from __future__ import annotations

import importlib

from cinqcents_env.engine.view import View
from cinqcents_env.render.ansi_words import Words


def draw(view: View, language: str = "en") -> str:
    """The table as one seat sees it, as lines of text without a trailing newline.

    Args:
        view: what the seat may know.
        language: ``"en"`` or ``"fr"``; cards, bids and suits are written as in moves in either.

    Raises:
        ValueError: there are no words in this language.
    """
    module = importlib.import_module(f"cinqcents_env.render.ansi_{view.rules.family}")
    text: str = module.draw(view, Words(language))
    return text
