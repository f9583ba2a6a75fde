"""Spaces and small checks that every door shares."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from cinqcents_env._words import shown
from cinqcents_env.engine.view import View
from cinqcents_env.setup import Setup

RENDER_MODES = ("ansi", "human", "rgb_array")
ILLEGAL = ("raise", "forfeit")
LIMIT = 64.0
"""Bound of every observation value; scaled scores are clipped to it."""


def observation_box(setup: Setup) -> spaces.Box:
    """Box of one observation: float32, shape (features,)."""
    return spaces.Box(-LIMIT, LIMIT, (setup.num_features,), np.float32)


def action_space(setup: Setup) -> spaces.Discrete:
    """All actions of the rule set."""
    return spaces.Discrete(setup.num_actions)


def checked_actions(actions: Any, number: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The actions of many environments as int64 of shape (number,).

    Raises:
        ValueError: wrong shape, or not integers.
    """
    array = np.asarray(actions)
    if array.shape != (number,) or array.dtype.kind not in "iu":
        raise ValueError(f"actions are {number} integers, not {array.dtype} of shape {array.shape}")
    return array.astype(np.int64, copy=False)


def checked_choice(name: str, value: Any, valid: tuple[Any, ...]) -> Any:
    """The value, if it is one of ``valid``; else a ValueError that names it."""
    if isinstance(value, bool | np.ndarray) or value not in valid:
        raise ValueError(
            f"{name}={shown(value)} is not valid; it is one of {', '.join(map(repr, valid))}"
        )
    return value


def checked_render_mode(mode: str | None) -> str | None:
    """The render mode, if it is declared."""
    return None if mode is None else str(checked_choice("render_mode", mode, RENDER_MODES))


def drawn(mode: str, view: View) -> Any:
    """A view as a render mode asks for: text, pixels (uint8 (height, width, 3)), or printed.

    Raises:
        PicturesError: ``rgb_array`` without the extra ``pictures``.
    """
    if mode == "rgb_array":
        from cinqcents_env.render import raster, svg

        return raster.pixels(svg.draw(view))
    from cinqcents_env.render import ansi

    text = ansi.draw(view)
    if mode == "ansi":
        return text
    print(text)
    return None


def forfeit_returns(setup: Setup, seat: int) -> np.ndarray[Any, Any]:
    """What each seat is paid when ``seat`` makes an illegal action under ``"forfeit"``.

    Its side loses and every other side wins; paid in points, the same times target / 100.
    Float64, shape (seats,), sums to zero.
    """
    mine = next(side for side in setup.rules.sides if seat in side)
    losers = np.isin(np.arange(setup.num_seats), mine)
    winners = setup.num_seats - len(mine)
    pay = np.where(losers, -winners / len(mine), 1.0)
    return pay * setup.rules.target / 100.0 if setup.by_points else pay


def forfeit(setup: Setup, states: np.ndarray[Any, Any], g: int, seat: int) -> np.ndarray[Any, Any]:
    """End game g because ``seat`` made an illegal action: every other side has won.

    Returns what each seat is paid, as :func:`forfeit_returns`.
    """
    pay = forfeit_returns(setup, seat)
    winners = np.flatnonzero(pay > 0)
    states["phase"][g] = setup.engine.OVER
    states["outcome"][g] = 0
    if "winner" in (states.dtype.names or ()):
        states["winner"][g] = winners[0]
    else:
        states["winners"][g] = sum(1 << int(winner) for winner in winners)
    return pay
