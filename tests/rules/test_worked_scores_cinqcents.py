"""Worked examples of the two-player family, through the public face: points, stops and ends.

Each test carries the number of its example. The fixture `table` says which implementation plays;
the other examples are in the files beside this one.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.tables import take
from tests.rules.table import Table

PACK = [rank + suit for suit in "SCDH" for rank in "ATKQJ987"]


def before_last_trick(rules: str, first: int, last: int, **fields: Any) -> dict[str, Any]:
    """A deal one trick before its end; seat 0 will have `first` card points.

    Seat `last` wins the last trick with the ace of spades.
    """
    rest = [card for card in PACK if card not in ("AS", "7S")]
    pile = take(rest, first - (11 if last == 0 else 0))
    assert pile is not None
    others = [card for card in rest if card not in pile]
    options = {"seven_turned": 0} | fields.pop("options", {})  # so that a new deal marks nothing
    return {
        "rules": rules,
        "options": options,
        "hands": ["AS", "7S"] if last == 0 else ["7S", "AS"],
        "trump": "H",
        "turnup": None,
        "stock": "",
        "leader": last,
        "to_move": last,
        "captured": [" ".join(pile), " ".join(others)],
        **fields,
    }


def finish(table: Table, position: dict[str, Any]) -> Any:
    game = table.start(position)
    game.play("AS")
    game.play("7S")
    return game


def scores(game: Any) -> list[int]:
    return [int(points) for points in game.scores]


def outcome(game: Any) -> tuple[list[int], str]:
    assert game.is_over
    assert game.phase == "over"
    assert game.legal_moves() == []
    return list(game.result["winners"]), game.result["reason"]


def goes_on(game: Any, target: int) -> bool:
    """Whether the next deal lies on the table, played for this target."""
    position = game.position()
    return not game.is_over and position["deal_number"] == 1 and position["target"] == target


def in_last_phase(rules: str, won: str, marked: list[int], **options: Any) -> dict[str, Any]:
    """Seat 0 on lead with four low cards, with won cards and marked points."""
    return {
        "rules": rules,
        "options": options,
        "hands": ["7S 8S 7C 8C", "9S 9D 7D 8D"],
        "trump": "H",
        "turnup": None,
        "stock": "",
        "leader": 0,
        "to_move": 0,
        "captured": [won, ""],
        "marked": marked,
    }


SEVENTY = "AS AC AH AD TS TC QC QD"  # 4 x 11 + 2 x 10 + 2 x 3


def test_T32_card_points_of_won_cards(table: Table) -> None:
    won = "AS TS KH QH JD 9C"
    assert "stop" not in table.start(in_last_phase("classic", won, [469, 0])).legal_moves()
    game = table.start(in_last_phase("classic", won, [470, 0]))
    game.play("stop")
    assert scores(game) == [500, 0]


def test_T33_last_trick_is_worth_ten(table: Table) -> None:
    game = finish(table, before_last_trick("classic", 73, 0))
    assert scores(game) == [83, 47]
    assert goes_on(game, 500)


def test_T34_a_right_stop_wins(table: Table) -> None:
    game = table.start(in_last_phase("classic", SEVENTY, [430, 480]))
    game.play("stop")
    assert scores(game) == [500, 480]
    assert outcome(game) == ([0], "stop")


def test_T34_a_right_stop_wins_against_more(table: Table) -> None:
    game = table.start(in_last_phase("classic", SEVENTY, [430, 700]))
    game.play("stop")
    assert outcome(game) == ([0], "stop")


def test_T35_a_wrong_stop_loses_where_it_is_offered(table: Table) -> None:
    won = SEVENTY.replace("QC QD", "QC JD")
    position = in_last_phase("classic", won, [430, 0])
    game = table.start(position)
    with pytest.raises(table.illegal):
        game.play("stop")
    game = table.start(in_last_phase("classic", won, [430, 0], irregularities=True))
    game.play("stop")
    assert scores(game) == [499, 0]
    assert outcome(game) == ([1], "wrong stop")


def test_T37_reaching_the_target_does_not_end_the_game(table: Table) -> None:
    position = in_last_phase("classic", "", [470, 0]) | {
        "hands": ["KH QH 8S 7C", "9S 9D 7D 8D"],
        "turnup": "9H",
        "stock": "7S",
        "phase": "meld",
    }
    game = table.start(position)
    game.play("marriage H")
    assert scores(game) == [510, 0]
    assert not game.is_over
    assert set(game.legal_moves()) == {"draw", "stop"}
    game.play("draw")
    assert not game.is_over


def test_T38_alone_at_the_target(table: Table) -> None:
    game = finish(table, before_last_trick("classic", 73, 0, marked=[437, 433]))
    assert scores(game) == [520, 480]
    assert outcome(game) == ([0], "merits")


def test_T39_both_at_the_target_raise_it(table: Table) -> None:
    game = finish(table, before_last_trick("classic", 73, 0, marked=[437, 458]))
    assert scores(game) == [520, 505]
    assert goes_on(game, 600)


def test_T40_the_raised_target_decides(table: Table) -> None:
    position = before_last_trick("classic", 73, 0, marked=[527, 543], target=600)
    game = finish(table, position)
    assert scores(game) == [610, 590]
    assert outcome(game) == ([0], "merits")


@pytest.mark.parametrize(
    ("first", "added"),
    [
        pytest.param(67, [70, 50], id="T43"),
        pytest.param(64, [60, 60], id="T44"),
        pytest.param(65, [70, 60], id="T45"),
    ],
)
def test_T43_T44_T45_lyonnais_counts_in_tens(table: Table, first: int, added: list[int]) -> None:
    game = finish(table, before_last_trick("lyonnais", first, 1))
    assert scores(game) == [added[0], added[1] + 10]
    assert goes_on(game, 1000)


def test_T47_rounding_may_win(table: Table) -> None:
    game = finish(table, before_last_trick("lyonnais", 67, 1, marked=[930, 400]))
    assert scores(game) == [1000, 460]
    assert outcome(game) == ([0], "merits")


def test_T58_bordelais_counts_every_point(table: Table) -> None:
    game = finish(table, before_last_trick("bordelais", 65, 1))
    assert scores(game) == [65, 65]
    assert goes_on(game, 100)
