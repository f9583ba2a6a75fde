"""Means with 95 % confidence intervals, without a statistics library."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Z = 1.959963984540054
"""97.5 % point of the normal distribution."""

_EXACT_T = {
    1: 12.706204736,
    2: 4.302652730,
    3: 3.182446305,
    4: 2.776445105,
    5: 2.570581836,
    6: 2.446911851,
}


def t_quantile(degrees: int) -> float:
    """97.5 % point of Student's t; an expansion in 1/degrees from seven on.

    >>> round(t_quantile(10), 3), round(t_quantile(5), 3)
    (2.228, 2.571)
    """
    if degrees in _EXACT_T:
        return _EXACT_T[degrees]
    z2 = Z * Z
    terms = (
        (z2 + 1) / 4,
        ((5 * z2 + 16) * z2 + 3) / 96,
        (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384,
        ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160,
    )
    return Z * (1 + math.fsum(term / float(degrees) ** i for i, term in enumerate(terms, 1)))


def mean_interval(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """(mean, low, high) of independent values, by Student's t.

    A single value says nothing about its spread: its interval is infinite.
    """
    mean = float(values.mean())
    if len(values) < 2:
        return mean, -math.inf, math.inf
    half = t_quantile(len(values) - 1) * float(values.std(ddof=1)) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def wilson_interval(rate: float, number: int) -> tuple[float, float]:
    """Wilson's score interval of a rate seen in ``number`` independent trials.

    >>> wilson_interval(1.0, 100)[1], round(wilson_interval(1.0, 100)[0], 3)
    (1.0, 0.963)
    """
    z2 = Z * Z
    middle = (rate + z2 / (2 * number)) / (1 + z2 / number)
    spread = math.sqrt(rate * (1 - rate) / number + z2 / (4 * number * number))
    half = Z * spread / (1 + z2 / number)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def rate_interval(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """(mean, low, high) of values in [0, 1], never empty and within [0, 1].

    Student's t over the values; Wilson's interval where they do not vary, since a
    spread of zero would claim certainty.
    """
    mean, low, high = mean_interval(values)
    if len(values) < 2 or float(np.ptp(values)) == 0.0:
        low, high = wilson_interval(mean, len(values))
    return mean, max(0.0, low), min(1.0, high)
