"""Worked examples of the two-player family, through the public face: tricks, melds, the seven.

Each test carries the number of its example. The fixture `table` says which implementation plays;
points, ends and single rule sets are in the files beside this one.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table

Moves = set[str]
# Low cards first: they fill what an example leaves open without making a meld.
FILLING = (
    "8S 9S 8D 9D 8C 9C 8H 9H 7S 7C JC 7H 7D JH TD QC "
    "TC KC AC JS TS TH AH QD KD QH KH JD AD QS KS AS"
).split()


def set_out(
    rules: str,
    mine: str,
    other: str = "",
    *,
    trump: str = "H",
    turnup: str | None = "9",
    trick: tuple[str, ...] = (),
    **fields: Any,
) -> dict[str, Any]:
    """A position with seat 0 on move (seat 1 if a card lies in the trick), the rest filled up.

    While there is a turn-up three cards lie face down; without one it is the last phase.
    """
    turned = turnup + trump if turnup in ("9", "A", "K", "7") else turnup
    own, theirs = mine.split(), other.split()
    used = {*own, *theirs, *trick, turned}
    filling = [card for card in FILLING if card not in used]
    while len(theirs) + len(trick) < len(own):
        theirs.append(filling.pop(0))
    stock = " ".join(filling[:3]) if turned else ""
    me = len(trick)
    hands = [" ".join(own), " ".join(theirs)]
    return {
        "rules": rules,
        "hands": hands if me == 0 else hands[::-1],
        "trump": trump,
        "turnup": turned,
        "stock": stock,
        "trick": list(trick),
        "leader": 0,
        "to_move": me,
        "dealer": 1,
        **fields,
    }


def melds_offered(game: Any) -> Moves:
    """The melds among the legal moves."""
    return {move for move in game.legal_moves() if " " in move or move == "binage"}


def marks(game: Any, move: str) -> int:
    """Make a move and tell what its maker marked for it."""
    seat, before = game.to_move, game.scores[game.to_move]
    game.play(move)
    return int(game.scores[seat] - before)


def refused(table: Table, game: Any, move: str) -> bool:
    """Whether a move is neither offered nor taken, and the attempt changes nothing."""
    before = game.position()
    with pytest.raises(table.illegal):
        game.play(move)
    return move not in game.legal_moves() and game.position() == before


def play_out_deal(game: Any) -> tuple[int, int, Moves]:
    """Play one deal with cards and draws alone; the numbers of both, and every move offered."""
    deal, offered, draws, cards = game.position()["deal_number"], set(), 0, 0
    while not game.is_over and game.position()["deal_number"] == deal:
        moves = game.legal_moves()
        offered |= set(moves)
        move = next(move for move in moves if move == "draw" or len(move) == 2)
        draws += move == "draw"
        cards += move != "draw"
        game.play(move)
    return draws, cards, offered


def check_deal(game: Any, hand: int, face_down: int, draw_tricks: int) -> None:
    position = game.position()
    assert [len(cards.split()) for cards in position["hands"]] == [hand, hand]
    assert len(position["stock"].split()) == face_down
    assert position["turnup"][1] == position["trump"]
    assert position["leader"] == game.to_move == 1 - position["dealer"]
    assert play_out_deal(game)[:2] == (draw_tricks, 32)


def test_T01_classic_deal(table: Table) -> None:
    check_deal(table.new("classic", seed=7), 8, 15, 8)


def test_T02_any_card_may_follow_while_drawing(table: Table) -> None:
    hand = "TS 9S KH QD JD AC 8C 7C"
    game = table.start(set_out("classic", hand, trick=("AS",)))
    assert set(game.legal_moves()) == set(hand.split())


@pytest.mark.parametrize(
    ("led", "followed", "winner"),
    [
        pytest.param("TC", "KC", 0, id="T03"),
        pytest.param("KC", "TC", 1, id="T04"),
        pytest.param("9D", "AC", 0, id="T05"),
        pytest.param("AS", "7H", 1, id="T06"),
    ],
)
def test_T03_T04_T05_T06_who_wins(table: Table, led: str, followed: str, winner: int) -> None:
    game = table.start(set_out("classic", followed + " 8S", trick=(led,)))
    game.play(followed)
    assert (game.to_move, game.phase) == (winner, "meld")
    assert set(game.position()["captured"][winner].split()) == {led, followed}
    game.play("draw")
    assert (game.to_move, game.position()["leader"], game.phase) == (winner, winner, "play")


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        pytest.param("QS", "AS TS 9S 7H KC", {"AS", "TS"}, id="T07"),
        pytest.param("QS", "JS 7S AH", {"JS", "7S"}, id="T08"),
        pytest.param("QS", "7H AH KC", {"7H", "AH"}, id="T09"),
        pytest.param("QS", "KC 9D", {"KC", "9D"}, id="T10"),
        pytest.param("KH", "TH QH AS", {"TH"}, id="T11"),
    ],
)
def test_T07_T08_T09_T10_T11_last_phase(table: Table, led: str, hand: str, allowed: Moves) -> None:
    game = table.start(set_out("classic", hand, trick=(led,), turnup=None))
    assert set(game.legal_moves()) == allowed
    assert all(refused(table, game, card) for card in set(hand.split()) - allowed)


RICH = "KH QH KS KD KC QS JD"


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        pytest.param("classic", {"four K": 60}, id="T13"),
        pytest.param("foster", {"four K": 80}, id="T14"),
        pytest.param("binage", {}, id="T15"),
    ],
)
def test_T13_T14_T15_one_of_many(table: Table, rules: str, worth: dict[str, int]) -> None:
    worth = worth | {"marriage H": 20, "marriage S": 20, "binage": 40}
    position = set_out(rules, RICH, trump="C", phase="meld")
    assert melds_offered(table.start(position)) == set(worth)
    for meld, points in worth.items():
        game = table.start(position)
        assert marks(game, meld) == points
        assert game.legal_moves() == ["draw"]
        assert meld in game.position()["melds"][0]


def after_marriage(rules: str, mine: str, suit: str) -> dict[str, Any]:
    melds = [[f"marriage {suit}"], []]
    return set_out(rules, mine, trump="C", phase="meld", melds=melds)


def test_T16_no_quint_after_its_marriage(table: Table) -> None:
    game = table.start(after_marriage("classic", "AC TC KC QC JC 8S 8D", "C"))
    assert refused(table, game, "quint C")
    assert melds_offered(game) == set()


def test_T18_binage_allows_the_quint(table: Table) -> None:
    game = table.start(after_marriage("binage", "AC TC KC QC JC 8S 8D", "C"))
    assert marks(game, "quint C") == 250


def test_T19_a_married_king_counts_among_four(table: Table) -> None:
    game = table.start(after_marriage("classic", "KH KS KD KC 8S 8D 9D", "H"))
    assert marks(game, "four K") == 60


def test_T20_foster_uses_a_card_once(table: Table) -> None:
    game = table.start(after_marriage("foster", "KH KS KD KC 8S 8D 9D", "H"))
    assert refused(table, game, "four K")


def test_T22_binage_wants_the_queen_of_spades(table: Table) -> None:
    position = set_out("classic", "JD QD 8S 9S 8D 9D 8C", phase="meld")
    assert melds_offered(table.start(position)) == set()
    literal = position | {"options": {"binage_cards": "JD QD"}}
    assert melds_offered(table.start(literal)) == {"binage"}


@pytest.mark.parametrize(
    ("rules", "rank", "points"),
    [
        pytest.param("classic", "T", 80, id="T23-classic"),
        pytest.param("foster", "T", None, id="T23-foster"),
        pytest.param("binage", "T", None, id="T23-binage"),
        pytest.param("classic", "J", 20, id="T24-classic"),
        pytest.param("foster", "J", 40, id="T24-foster"),
    ],
)
def test_T23_T24_fours(table: Table, rules: str, rank: str, points: int | None) -> None:
    hand = " ".join(rank + suit for suit in "SCDH") + " 8S 8D 8C"
    game = table.start(set_out(rules, hand, phase="meld"))
    if points is None:
        assert refused(table, game, f"four {rank}")
    else:
        assert marks(game, f"four {rank}") == points


def test_T25_the_loser_of_a_trick_does_not_meld(table: Table) -> None:
    game = table.start(set_out("classic", "KH QH 8S", "AC 9D", trick=("AS",)))
    game.play("8S")
    assert (game.to_move, game.phase) == (0, "meld")
    assert melds_offered(game) == set()
    game.play("draw")
    game.play("AC")
    assert game.to_move == 1
    assert set(game.legal_moves()) == set(game.position()["hands"][1].split())


def test_T26_nothing_is_melded_before_the_first_lead(table: Table) -> None:
    hand = "AS AC AD AH 8S 9S 8D 9D"
    game = table.start(set_out("classic", hand))
    assert set(game.legal_moves()) == set(hand.split())


def test_T27_a_turned_seven_pays_the_dealer(table: Table) -> None:
    games = (table.new("classic", seed=seed) for seed in range(500))
    game = next(game for game in games if game.position()["turnup"][0] == "7")
    dealer = game.position()["dealer"]
    assert game.scores[dealer] == 10
    assert game.scores[1 - dealer] == 0
    assert "exchange" not in play_out_deal(game)[2]


SEVEN = "7D KS QS 8S 9S 8H 9H"


def test_T28_the_seven_buys_the_turn_up(table: Table) -> None:
    game = table.start(set_out("classic", SEVEN, trump="D", turnup="A", phase="meld"))
    assert marks(game, "exchange") == 10
    position = game.position()
    assert "AD" in position["hands"][0]
    assert "7D" not in position["hands"][0]
    assert position["turnup"] == "7D"
    assert position["step"] == {"melds": 0, "exchanged": "AD"}
    assert set(game.legal_moves()) == {"marriage S", "draw"}
    assert marks(game, "marriage S") == 20


def test_T29_in_binage_the_seven_takes_the_slot(table: Table) -> None:
    game = table.start(set_out("binage", SEVEN, trump="D", turnup="A", phase="meld"))
    assert marks(game, "exchange") == 10
    assert game.legal_moves() == ["draw"]
    game = table.start(set_out("binage", SEVEN, trump="D", turnup="A", phase="meld"))
    game.play("marriage S")
    assert game.legal_moves() == ["draw"]


def test_T31_nothing_to_exchange_without_a_turn_up(table: Table) -> None:
    game = table.start(set_out("classic", SEVEN, trump="D", turnup=None))
    assert set(game.legal_moves()) == set(SEVEN.split())
    assert refused(table, game, "exchange")


def test_T105_the_card_just_taken_is_melded_later(table: Table) -> None:
    hand = "7D QD AS 8S 9S 8H 9H"
    game = table.start(set_out("classic", hand, trump="D", turnup="K", phase="meld"))
    assert marks(game, "exchange") == 10
    assert game.legal_moves() == ["draw"]
    game.play("draw")
    game.play("AS")
    game.play(next(card for card in game.legal_moves() if card[1] != "D"))
    assert game.to_move == 0
    assert marks(game, "marriage D") == 40
