"""PTN: the published record, round trips of random games, and refusals by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cinqcents_env.game import Game
from cinqcents_env.notation import ReplayError
from cinqcents_env.notation.ptn import PtnDeal, PtnError, read_ptn, write_ptn
from tests.notation.ptn_record import RECORD


def replayed(deal: PtnDeal) -> Game:
    """The game after the deal."""
    game = Game.from_position(deal.position)
    for move in deal.moves:
        game.play(move)
    return game


def test_the_published_record_replays_to_its_scores() -> None:
    (deal,) = read_ptn(RECORD)
    assert deal.position["scores"] == [450, 310]
    assert deal.scores == (510, 340)
    assert deal.names == {"West": "a", "North": "b", "East": "c", "South": "d"}
    game = replayed(deal)
    assert game.result == {"winners": [0, 2], "reason": "contract", "scores": [510, 340]}
    assert game.rules.pack == "43"
    assert game.rules.misere_rank == "above_8S"


def test_the_published_record_is_written_as_it_was_read() -> None:
    (deal,) = read_ptn(RECORD)
    text = write_ptn(replayed(deal).record(), names=deal.names, event=deal.event)
    assert read_ptn(text) == [deal]
    for line in ("Pass 6♣ Pass Pass", "C7 CQ JH C5", "S5 D9 SQ HK", '[Contract "6♣"]'):
        assert line in text.splitlines()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("au4", {}),
        ("us3", {}),
        ("au4", {"pack": "45"}),
        ("au4", {"pack": "46", "auction": "passer_may_return", "misere": "any_time"}),
        ("us3", {"contractor_names_joker": True, "auction": "until_passed"}),
    ],
)
def test_random_games_come_back(name: str, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(4)
    for seed in range(25):
        game, bids = Game(name, seed=seed, max_deals=6, **options), 0
        scores = []
        while not game.is_over:
            number = game.position()["deal_number"]
            moves = game.legal_moves()
            if game.phase == "bid" and rng.random() < 0.8:
                wanted = [m for m in moves if m == "pass" or "misere" in m or "NT" in m]
                move = wanted[int(rng.integers(min(len(wanted), 3 + seed % 3)))]
            else:
                move = moves[int(rng.integers(len(moves)))]
            game.play(move)
            bids += move.startswith("bid")
            if game.is_over or game.position()["deal_number"] != number:
                scores.append(tuple(game.scores))
        record = game.record()
        deals = read_ptn(write_ptn(record))
        assert [list(deal.moves) for deal in deals] == [d["moves"] for d in record["deals"]]
        assert [deal.scores for deal in deals] == scores
        for deal, entry in zip(deals, record["deals"], strict=True):
            hands = [set(hand.split()) for hand in deal.position["hands"]]
            assert hands == [set(hand.split()) for hand in entry["hands"]]
            assert deal.position["dealer"] == entry["dealer"]


def test_the_suit_of_a_joker_that_is_led_is_inferred_or_asked_for() -> None:
    outcomes = set()
    for seed in range(60):
        game = Game("us3", seed=seed, max_deals=1)
        for move in ("bid 6NT", "pass", "pass"):
            game.play(move)
        rng = np.random.default_rng(seed)
        while not game.is_over:
            moves = game.legal_moves()
            joker = [move for move in moves if move.startswith("JK=")]
            game.play(str(rng.choice(joker or moves)))
        text = write_ptn(game.record())
        bare = "\n".join(line for line in text.splitlines() if not line.startswith("[JokerLed"))
        if bare == text.rstrip("\n"):
            continue
        outcomes.add(outcome(bare, text))
    assert outcomes == {"inferred", "JokerLed"}


def outcome(bare: str, text: str) -> str:
    """How a record without the joker's suits is read."""
    try:
        deals = read_ptn(bare)
    except PtnError as error:
        return error.tag
    return "inferred" if deals == read_ptn(text) else "misread"


def changed(old: str, new: str) -> str:
    """The record with one text replaced."""
    assert old in RECORD
    return RECORD.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "tag"),
    [
        ('"FiveHundred"', '"Euchre"', "GameCode"),
        (r"\"variation\":1", r"\"variation\":7", "GameOptionsJson"),
        (r"\"whenNullo\":1", r"\"whenNullo\":3", "GameOptionsJson"),
        (r"\"noWatching\"", r"\"misereDoubles\"", "GameOptionsJson"),
        ('"S:340 510 340 510"', '"S:340 520 340 510"', "GameScores"),
        ('"S:340 510 340 510"', '"S:340 510"', "GameScores"),
        ('[Dealer "E"]', '[Dealer "X"]', "Dealer"),
        ('[Dealer "E"]', "", "Dealer"),
        ("Q86.T5.876.6.H", "Q86.T5.876.6", "Deal"),
        ("Q86.T5.876.6.H", "Q86.T5.8762.6.H", "Deal"),
        ('"C8HQS5"', '"C8HQS"', "Undealt"),
        ('"C8HQS5"', '"C8HQ"', "Undealt"),
        ('"C8HQS5"', '"C8HQSQ"', "Undealt"),
        ('[Declarer "W"]', '[Declarer "N"]', "Declarer"),
        ('[Contract "6♣"]', '[Contract "6♦"]', "Contract"),
        ('[Contract "6♣"]', '[Contract "5♣"]', "Contract"),
        ("Pass 6♣ Pass Pass", "Pass 6♣ Pass", "Auction"),
        ("Pass 6♣ Pass Pass", "Pass 6♣ - Pass", "Auction"),
        ("Pass 6♣ Pass Pass", "Pass 6♣ Pass Pass Pass", "Auction"),
        ("Pass 6♣ Pass Pass", "Pass Nullo Pass Pass", "Auction"),
        ('"W:S5HQC8"', '"W:S5HQC9"', "CardsAdded"),
        ('"W:H7H9HQ"', '"W:H7H9"', "CardsRemoved"),
        ('"W:H7H9HQ"', '"N:H7H9HQ"', "CardsRemoved"),
        ("C7 CQ JH C5", "C7 CQ JH HA", "Play"),
        ("C7 CQ JH C5", "C7 CQ JH", "Play"),
        ("C7 CQ JH C5", "C7 CQ - C5", "Play"),
        ("C7 CQ JH C5", "C7 CQ XX C5", "Play"),
        ("S5 D9 SQ HK", "", "Play"),
        ('[Event "', 'Some words\n[Event "', "Event"),
    ],
)
def test_refusals_name_the_tag(old: str, new: str, tag: str) -> None:
    with pytest.raises(PtnError) as caught:
        read_ptn(changed(old, new))
    assert caught.value.tag == tag
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ('[GameOptionsJson "' + "[" * 100_000 + '"]', "GameOptionsJson"),
        ('[RuleSet "us3"]\n[RuleOptions "' + "[" * 100_000 + '"]', "RuleSet"),
        ('[RuleSet "us3"]\n[RuleOptions "[]"]', "RuleSet"),
        ('[GameCode "' + "x" * 100_000 + '"]', "GameCode"),
        ("", "Deal"),
    ],
)
def test_deep_and_long_texts_are_refused_in_few_words(text: str, tag: str) -> None:
    with pytest.raises(PtnError) as caught:
        read_ptn(text)
    assert caught.value.tag == tag
    assert len(str(caught.value)) < 400


def test_where_a_deal_does_not_replay_is_told() -> None:
    """A text that can be read, but whose play is not legal, is an error of its own kind."""
    second = changed("C7 CQ JH C5", "C7 CQ JH HA")
    with pytest.raises(ReplayError, match="deal 2, ply 11, move 'AH': PTN tag 'Play'"):
        read_ptn(RECORD + second)
    with pytest.raises(PtnError) as caught:
        read_ptn(changed("C7 CQ JH C5", "C7 CQ XX C5"))
    assert not isinstance(caught.value, ReplayError)


@pytest.mark.parametrize(
    ("name", "words"),
    [("au5", "5 players"), ("au6", "6 players"), ("ru2", "2 players"), ("ru3", "all have passed")],
)
def test_what_ptn_cannot_say_is_refused(name: str, words: str) -> None:
    with pytest.raises(PtnError, match=words):
        write_ptn(Game(name, seed=1).record())


def test_only_finished_deals_are_written() -> None:
    game = Game("us3", seed=1)
    with pytest.raises(PtnError, match="finished"):
        write_ptn(game.record())
    for _ in range(3):
        game.play("pass")
    game.play("bid 7S")
    (deal,) = read_ptn(write_ptn(game.record()))
    assert deal.moves == ("pass", "pass", "pass")


def test_another_family_is_refused() -> None:
    with pytest.raises(PtnError, match="classic is not Five Hundred"):
        write_ptn(Game("classic", seed=1).record())
