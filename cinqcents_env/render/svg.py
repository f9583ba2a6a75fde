"""Views drawn as SVG: one self-contained picture, no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from cinqcents_env.engine.view import View
from cinqcents_env.render.svg_canvas import THEMES


def draw(view: View, *, theme: str = "light", others: Sequence[View] = ()) -> str:
    """The table as one seat sees it, as an SVG document 400 units wide.

    Args:
        view: what that seat may know; nothing else is drawn.
        theme: ``"light"`` or ``"dark"``.
        others: views of the other seats, where all hands are to be shown (a finished
            game, a replay).

    Raises:
        ValueError: unknown theme.
    """
    if theme not in THEMES:
        raise ValueError(f"theme {theme!r} is not valid; it is {' or '.join(map(repr, THEMES))}")
    module = importlib.import_module(f"cinqcents_env.render.svg_{view.rules.family}")
    picture: str = module.draw(view, theme, tuple(others)).svg()
    return picture
