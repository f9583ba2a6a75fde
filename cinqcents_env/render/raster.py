"""SVG pictures as pixels, through the library resvg; needs the extra ``pictures``."""

from __future__ import annotations

import functools
import importlib
import io
from pathlib import Path
from typing import Any

import numpy as np


class PicturesError(RuntimeError):
    """A library that draws pictures is not installed."""


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise PicturesError(
            f"{name.split('.')[0]} is needed for pixels: pip install 'cinqcents_env[pictures]'"
        ) from None


@functools.cache
def _fonts() -> list[str]:
    """Font files that matplotlib brings, so that pictures look alike on every machine."""
    folder = Path(_library("matplotlib").get_data_path()) / "fonts" / "ttf"
    return [str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]


def png(svg: str, width: int = 800) -> bytes:
    """An SVG document as the bytes of a PNG file, ``width`` pixels wide.

    Raises:
        PicturesError: the extra ``pictures`` is not installed.
    """
    data = _library("resvg_py").svg_to_bytes(
        svg_string=svg, width=width, font_files=_fonts(), skip_system_fonts=True
    )
    return bytes(data)


def image(svg: str, width: int = 800) -> Any:
    """An SVG document as a ``PIL.Image`` in RGB.

    Raises:
        PicturesError: the extra ``pictures`` is not installed.
    """
    return _library("PIL.Image").open(io.BytesIO(png(svg, width))).convert("RGB")


def pixels(svg: str, width: int = 800) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """An SVG document as uint8 of shape (height, width, 3).

    Raises:
        PicturesError: the extra ``pictures`` is not installed.
    """
    return np.array(image(svg, width), dtype=np.uint8)
