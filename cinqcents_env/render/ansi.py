"""A view drawn as plain text."""

from __future__ import annotations

import importlib

from cinqcents_env.engine.view import View


def draw(view: View) -> str:
    """The table as one seat sees it, as lines of text without a trailing newline."""
    module = importlib.import_module(f"cinqcents_env.render.ansi_{view.rules.family}")
    text: str = module.draw(view)
    return text
