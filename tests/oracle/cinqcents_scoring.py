"""Points of the two-player family at the end of a deal: card points, rounding, who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cinqcents_melds import Options

CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}  # CL19, A-09


def brisques(cards: Iterable[str]) -> int:
    """Ten for every ace and every ten (BI4)."""
    return sum(10 for card in cards if card[0] in "AT")


def card_points(cards: Iterable[str]) -> int:
    """The exact card points of won cards (CL19)."""
    return sum(CARD_POINTS.get(card[0], 0) for card in cards)


def rounded(points: int) -> int:
    """To the nearest ten, a five upwards (LY6)."""
    unit = points % 10
    return points - unit + (10 if unit >= 5 else 0)


def verdict(
    options: Options, totals: Sequence[int], won: Sequence[int], target: int
) -> tuple[str, list[int]]:
    """What the end of a deal means: ("end", winners), ("raise", []), ("fresh", []) or ("on", []).

    `won` are the exact card points of each seat in this deal.
    """
    reached = [seat for seat in (0, 1) if totals[seat] >= target]
    if len(reached) < 2:
        return ("end", reached) if reached else ("on", [])  # CL24
    rule = options["both_over"]  # CL25, A-12
    if rule == "raise_100" or (rule == "only_if_equal" and totals[0] == totals[1]):
        return "raise", []
    if rule == "fresh_100":
        return "fresh", []
    if rule in ("only_if_equal", "higher_total"):
        return "end", best(totals)
    if rule == "more_card_points":
        return "end", best(won)
    raise ValueError("both seats are at the target and both_over does not say what follows")


def best(points: Sequence[int]) -> list[int]:
    """The seat with more, or nobody when they are equal."""
    if points[0] == points[1]:
        return []
    return [0 if points[0] > points[1] else 1]


def counted(options: Options, marked: Sequence[int], won: Sequence[int], target: int) -> list[int]:
    """What each seat adds for its won cards at the end of a deal (LY6, LY7, A-15)."""
    exact = list(won)
    if options["rounding"] == "exact":
        return exact
    tens = [rounded(points) for points in won]
    totals = [marked[seat] + tens[seat] for seat in (0, 1)]
    would_end = verdict(options, totals, won, target)[0] == "end"
    both_on_five = all(points % 10 == 5 for points in won)
    final = options["final_rounding"]
    if would_end and (final == "all_exact" or (final == "tie_exact" and both_on_five)):
        return exact
    return tens
