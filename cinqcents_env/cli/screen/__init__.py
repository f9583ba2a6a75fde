"""The full table in the terminal; needs the extra ``play``."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cinqcents_env.agents import Agent
    from cinqcents_env.cli.session import Session


def available() -> bool:
    """True if the library that draws the table is installed."""
    try:
        return importlib.util.find_spec("textual") is not None
    except ValueError:  # kept out by None in sys.modules
        return False


def play(session: Session, *, hint: Agent | str, language: str, pace: float) -> None:
    """Play a game on the screen until it is over and the player leaves, or he leaves it.

    Args:
        session: a new game and who plays it.
        hint: the agent that is asked for advice.
        language: ``"en"`` or ``"fr"``.
        pace: seconds between two moves of agents.

    Raises:
        Exception: whatever an agent raised while thinking.
    """
    from cinqcents_env.cli.screen.app import TableApp

    app = TableApp(session, hint=hint, language=language, pace=pace)
    app.run()
    if app.failure is not None:
        raise app.failure


__all__ = ["available", "play"]
