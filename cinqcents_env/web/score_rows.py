"""The score sheet in words."""

from __future__ import annotations

from cinqcents_env.game import Game
from cinqcents_env.score_sheet import Contract, DealScore, score_sheet
from cinqcents_env.web.parts import Names, SheetCell, SheetRow


def rows(game: Game, names: Names) -> list[SheetRow]:
    """A row for each deal that has ended."""
    return [_row(deal, names) for deal in score_sheet(game)]


def _row(deal: DealScore, names: Names) -> SheetRow:
    pairs = enumerate(zip(deal.gained, deal.scores, strict=True))
    cells = [SheetCell(gained, total, _parts(deal, side, names)) for side, (gained, total) in pairs]
    contract = "" if deal.contract is None else _contract(deal.contract, names)
    return SheetRow(str(deal.number), contract, cells)


def _parts(deal: DealScore, side: int, names: Names) -> list[str]:
    """What brought points to a player of the two-player family."""
    say = names.words.say
    named = [(name.replace(" ", "_"), points[side]) for name, points in deal.parts]
    return [say("part_" + name, points=points) for name, points in named if points]


def _contract(played: Contract, names: Names) -> str:
    """A contract of Five Hundred, and what came of it."""
    words, say = names.words, names.words.say
    if not played.bid:
        return say("thrown_in")
    if played.made is None:
        return say("all_passed")
    who = names.of(played.declarer)
    if played.partner >= 0:
        who = names.joined((played.declarer, played.partner))
    what = say("by", what=words.bid(played.bid), name=who)
    return say("contract_made" if played.made else "contract_lost", what=what, tricks=played.taken)
