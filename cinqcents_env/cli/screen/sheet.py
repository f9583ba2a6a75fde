"""The score sheet on the screen: what each deal brought, by what, and the total after it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from cinqcents_env.cli.screen.grid import clipped
from cinqcents_env.cli.screen.phrases import Words
from cinqcents_env.score_sheet import Contract, DealScore, score_sheet

if TYPE_CHECKING:
    from cinqcents_env.cli.session import Session
    from cinqcents_env.rulebook import Rules

WIDTH = 70
"""Columns that a sheet may take on a screen of 80."""
NAME, DEAL = 11, 9
"""Columns of a side's name, of the word for a deal."""
FIXED = "\N{NO-BREAK SPACE}"


def sides(rules: Rules, words: Words) -> list[str]:
    """Name of every side, by its seats."""
    return ["+".join(words.who(seat) for seat in side) for side in rules.sides]


def sheet(session: Session, words: Words) -> list[str]:
    """The score sheet: what each deal brought, and the total after it."""
    deals, rules = score_sheet(session.game), session.game.rules
    names = sides(rules, words)
    if not deals:
        lines = [words("no deal")]
    elif rules.family == "cinqcents":
        lines = _two_player(deals, names, words)
    else:
        lines = _five_hundred(deals, names, words)
    scores = zip(names, session.game.scores, strict=True)
    totals = "  ".join(f"{name} {score}".replace(" ", FIXED) for name, score in scores)
    lines += ["", *wrap(words("says", words("total"), totals), WIDTH)]
    return [line.replace(FIXED, " ") for line in [*lines, words("seed", session.game.seed)]]


def _two_player(deals: list[DealScore], names: list[str], words: Words) -> list[str]:
    """A line for each side of each deal, a column for each thing that brought points."""
    kinds = [
        kind for i, (kind, _) in enumerate(deals[0].parts) if any(sum(d.parts[i][1]) for d in deals)
    ]
    heads = [words(f"part {kind}") for kind in kinds] + [words("gained"), words("total")]
    widths = [max(6, len(head) + 1) for head in heads]
    lines = [" " * (DEAL + NAME) + _cells(heads, widths)]
    for deal in deals:
        parts = dict(deal.parts)
        for side, name in enumerate(names):
            first = words("deal", deal.number) if side == 0 else ""
            numbers = [str(parts[kind][side] or "-") for kind in kinds]
            numbers += [f"{deal.gained[side]:+d}", str(deal.scores[side])]
            label = first.ljust(DEAL) + clipped(name, NAME - 1).ljust(NAME)
            lines.append(label + _cells(numbers, widths))
    return lines


def _cells(texts: list[str], widths: list[int]) -> str:
    return "".join(text.rjust(width) for text, width in zip(texts, widths, strict=True))


def _five_hundred(deals: list[DealScore], names: list[str], words: Words) -> list[str]:
    """Two lines for each deal: its contract, and what each side made and has."""
    width = min(28, (WIDTH - DEAL) // len(names))
    lines = [" " * DEAL + "".join(clipped(name, width - 1).rjust(width) for name in names)]
    for deal in deals:
        assert deal.contract is not None
        first = words("deal", deal.number).ljust(DEAL)
        lines.append(clipped(first + contract(deal.contract, words), WIDTH))
        cells = [
            f"{gain:+d} {score:5d}" for gain, score in zip(deal.gained, deal.scores, strict=True)
        ]
        lines.append(" " * DEAL + "".join(cell.rjust(width) for cell in cells))
    return lines


def contract(played: Contract, words: Words) -> str:
    """A contract and what came of it."""
    if not played.bid:
        return words("thrown in")
    if played.made is None:
        tricks = " ".join(map(str, played.tricks))
        return words("says", words("all passed"), words("tricks", tricks))
    who = words.who(played.declarer)
    if played.partner >= 0:
        who += "+" + words.who(played.partner)
    made = words("made" if played.made else "not made")
    told = words("by", words.bid(played.bid), who)
    return words("says", told, f"{words('tricks', played.taken)}, {made}")
