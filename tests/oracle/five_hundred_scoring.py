"""Points of a finished deal, and whether they end the game."""

from __future__ import annotations

from typing import Any

from .five_hundred_auction import is_misere, level_of, value_of
from .five_hundred_deal import Deal

Sides = list[list[int]]


def side_of(seat: int, sides: Sides) -> int:
    """Give the index of the side a seat plays for."""
    return next(index for index, seats in enumerate(sides) if seat in seats)


def declaring_sides(deal: Deal, sides: Sides) -> list[int]:
    """List the sides that stand for the contract: declarer's, then a called partner's (F5)."""
    if deal.declarer is None:
        return []
    declaring = [side_of(deal.declarer, sides)]
    if deal.partner is not None:
        declaring.append(side_of(deal.partner, sides))
    return declaring


def side_tricks(deal: Deal, side: int, sides: Sides) -> int:
    """Count the tricks of a side."""
    return sum(deal.tricks[seat] for seat in sides[side])


def is_made(deal: Deal, sides: Sides) -> bool:
    """Tell whether the declarer kept his word."""
    if deal.declarer is None or deal.contract is None:
        return False
    if is_misere(deal.contract):
        return deal.tricks[deal.declarer] == 0
    won = sum(side_tricks(deal, side, sides) for side in declaring_sides(deal, sides))
    return won >= level_of(deal.contract)


def contract_points(deal: Deal, options: dict[str, Any], sides: Sides) -> int:
    """Give what the contract brings or costs as a whole (FH7), slam included (FH8, A-25)."""
    assert deal.contract is not None
    value = value_of(deal.contract, options)
    if not is_made(deal, sides):
        return -value
    if is_misere(deal.contract) or options["slam"] == "off":
        return value
    won = sum(side_tricks(deal, side, sides) for side in declaring_sides(deal, sides))
    bound: int = {"below_250": 250, "below_160": 160}[options["slam"]]
    return 250 if won == 10 and value < bound else value


def tens_of(deal: Deal, options: dict[str, Any], sides: Sides, side: int) -> int:
    """Give the points by tens of a side that does not declare (FH7, F3R4, A-29).

    A side counts once, however many defenders it has (FH7): in misères too.
    """
    if is_misere(deal.contract):
        assert deal.declarer is not None
        if options["misere_defenders"] == "per_declarer_trick":
            return 10 * deal.tricks[deal.declarer]
        return 0
    return 10 * side_tricks(deal, side, sides)


def capped(score: int, tens: int, options: dict[str, Any]) -> int:
    """Give the tens that may be credited: with the stop, never past ten short of the target."""
    if not options["tens_stop_at_490"]:
        return tens
    room: int = options["target"] - 10 - score
    return max(0, min(tens, room))


def deal_points(deal: Deal, options: dict[str, Any], sides: Sides, scores: list[int]) -> list[int]:
    """Give the points each side is credited for a deal that was played."""
    declaring = declaring_sides(deal, sides)
    points = []
    for side in range(len(sides)):
        if side in declaring:
            # F5.3: with a partner each takes half, alone the whole.
            points.append(contract_points(deal, options, sides) // len(declaring))
        else:
            points.append(capped(scores[side], tens_of(deal, options, sides, side), options))
    return points


def newly_reached(
    deal: Deal, options: dict[str, Any], sides: Sides, scores: list[int], winner: int
) -> list[int]:
    """List the sides that the tens of the trick just won carry to the target (F3R10).

    Several at once happen only in a misère, where the declarer's trick feeds every defender:
    they are noted in the order of play from his left. The table sees a called partner as a
    defender until his card has fallen; he never wins by this list, the contract comes first.
    """
    declaring = declaring_sides(deal, sides)
    if deal.partner is not None and deal.called in deal.hands[deal.partner]:
        declaring.remove(side_of(deal.partner, sides))
    players = len(deal.hands)
    fed = [side_of((winner + distance) % players, sides) for distance in range(1, players + 1)]
    if not is_misere(deal.contract):
        fed = [side_of(winner, sides)]
    found: list[int] = []
    for side in fed:
        if side in declaring or side in deal.reached or side in found:
            continue
        tens = capped(scores[side], tens_of(deal, options, sides, side), options)
        if scores[side] < options["target"] <= scores[side] + tens:
            found.append(side)
    return found


def highest(candidates: list[int], totals: list[int]) -> list[int]:
    """Keep the candidates with the highest total."""
    best = max(totals[side] for side in candidates)
    return [side for side in candidates if totals[side] == best]


def first_to_reach(
    candidates: list[int], deal: Deal, totals: list[int], points: list[int], target: int
) -> list[int]:
    """Give the defender whose trick reached the target first (F3R10).

    In a misère one trick of the declarer feeds all defenders: those who needed the same number
    of them reached the target together, and the higher total decides.
    """
    ordered = [side for side in deal.reached if side in candidates]
    if not ordered:
        return highest(candidates, totals)
    if not is_misere(deal.contract):
        return ordered[:1]
    needed = {side: -((totals[side] - points[side] - target) // 10) for side in ordered}
    together = [side for side in ordered if needed[side] == min(needed.values())]
    return highest(together, totals)


def target_winners(
    deal: Deal, options: dict[str, Any], sides: Sides, totals: list[int], points: list[int]
) -> list[int]:
    """Give the sides that win by the target, none if the game goes on for that matter."""
    there = [side for side in range(len(sides)) if totals[side] >= options["target"]]
    declaring = declaring_sides(deal, sides) if is_made(deal, sides) else []
    makers = [side for side in there if side in declaring]
    if options["win_needs_contract"]:  # F3U8, F4A10, A-31
        there = makers
    if not there:
        return []
    if options["both_reach"] == "higher":
        return highest(there, totals)
    if makers:  # F3R10; maker and partner may win together (F5.4)
        return makers
    return first_to_reach(there, deal, totals, points, options["target"])


def end_of_game(
    deal: Deal, options: dict[str, Any], sides: Sides, totals: list[int], points: list[int]
) -> tuple[list[int], str] | None:
    """Give the winning sides and the reason if the deal just scored ends the game."""
    declaring = declaring_sides(deal, sides)
    made = is_made(deal, sides)
    if options["ten_wins"] and made and deal.contract in ("10H", "10NT"):  # F3R9, A-26
        return declaring, "ten wins"
    winners = target_winners(deal, options, sides, totals, points)
    if winners and len(winners) == len(sides):  # all tie: nobody wins
        return [], "tie"
    if winners:
        by_contract = made and any(side in declaring for side in winners)
        return winners, "contract" if by_contract else "points"
    limit = options["lose_at"]
    losers = [side for side in range(len(sides)) if limit and totals[side] <= limit]
    if losers:  # F3U8, F4A10; who wins then: A-32
        others = [side for side in range(len(sides)) if side not in losers]
        return (highest(others, totals) if others else []), "loss limit"
    return None


def best_of_deal(points: list[int]) -> list[int]:
    """Give the sides with most points in a single deal; nobody where all are equal."""
    if len(set(points)) == 1:
        return []
    return highest(list(range(len(points))), points)
