"""The verb ``replay`` on PTN files, and writing them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cinqcents_env.game import Game
from tests.notation.ptn_record import RECORD


@pytest.fixture
def ptn(tmp_path):
    """A PTN file of one deal."""
    path = tmp_path / "game.ptn"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_a_ptn_file_replays(cli, ptn):
    answer = cli("replay", ptn)
    assert (answer.status, answer.errors) == (0, [])
    assert "deal 1: au4" in answer.out
    assert "moves 47" in answer.out
    assert "player 0 and player 2 win (contract made), scores 510 to 340; replays" in answer.out
    assert "bid 6C" in cli("replay", ptn, "--moves").out
    (deal,) = cli("replay", ptn, "--json").json["games"]
    assert (deal["deal"], deal["moves"], deal["scores"]) == (1, 47, [510, 340])
    assert deal["names"] == {"West": "a", "North": "b", "East": "c", "South": "d"}
    assert deal["event"] == "Play 500 - Australian with 3-card kitty"


def test_ptn_is_told_by_its_content_too(cli, ptn, tmp_path):
    other = tmp_path / "game.txt"
    other.write_bytes(ptn.read_bytes())
    assert cli("replay", other).out == cli("replay", ptn).out
    assert cli("replay", ptn, "--game", "1").status == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("C7 CQ JH C5", "C7 CQ JH HA", ("deal 1, ply 11, move 'AH'", "'Play'")),
        ("Pass 6♣ Pass Pass", "Pass 6♣ 6♣ Pass", ("deal 1, ply 3, move 'bid 6C'", "'Auction'")),
        ("S5 D9 SQ HK\n", "", ("deal 1, ply 43", "ends before the deal does")),
        ('[Contract "6♣"]', '[Contract "7♣"]', ("deal 1, ply 4", "'Contract'")),
    ],
)
def test_what_does_not_replay_is_named_with_its_place(cli, ptn, old, new, words, refused):
    assert old in RECORD
    ptn.write_text(RECORD.replace(old, new, 1), encoding="utf-8")
    assert refused(cli("replay", ptn), *words, status=1)
    shown = cli("replay", ptn, "--json")
    assert refused(shown, *words, status=1)
    assert shown.json["games"] == []
    assert words[0] in shown.json["failure"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no deal"),
        (b"\xff", "cannot be read"),
        (b'[GameCode "Euchre"]', "Euchre"),
        (RECORD.replace("CQ JH", "XX JH").encode(), "XX"),
        (b'{"format": 1}', "neither a tag"),
    ],
)
def test_what_is_no_ptn_is_refused(cli, ptn, content, words, refused):
    ptn.write_bytes(content)
    assert refused(cli("replay", ptn), words, str(ptn))


def test_absent_files_and_deals(cli, ptn, tmp_path, refused):
    assert refused(cli("replay", tmp_path / "none.ptn"), "cannot be read")
    assert refused(cli("replay", ptn, "--game", "2"), "holds 1 deals", "no deal 2")


def played(ruleset, seed, **options):
    """A game of random play."""
    game, rng = Game(ruleset, seed=seed, max_deals=4, **options), np.random.default_rng(seed)
    while not game.is_over:
        moves = game.legal_moves()
        bids = [move for move in moves if move == "pass" or move.startswith("bid 6")]
        game.play(str(rng.choice(bids or moves)))
    return game


@pytest.mark.parametrize(
    ("ruleset", "options"), [("au4", {}), ("us3", {}), ("au4", {"pack": "45"})]
)
def test_records_become_ptn_and_come_back(cli, tmp_path, ruleset, options):
    record, ptn = tmp_path / "games.jsonl", tmp_path / "games.ptn"
    games = [played(ruleset, seed, **options) for seed in (1, 2)]
    record.write_text("\n".join(game.record_line() for game in games) + "\n")
    answer = cli("replay", record, "--to-ptn", ptn)
    finished = sum(len(game.record()["deals"]) for game in games)
    assert answer.errors == [f"{ptn}: {finished} finished deals; PTN holds no others"]
    deals = cli("replay", ptn, "--json", "--moves").json["games"]
    wanted = [deal["moves"] for game in games for deal in game.record()["deals"]]
    assert [deal["record"]["deals"][0]["moves"] for deal in deals] == wanted
    assert deals[-1]["scores"] == games[-1].scores
    again = tmp_path / "again.ptn"
    assert cli("replay", record, "--game", "2", "--to-ptn", again, "--json").status == 0
    number = len(games[1].record()["deals"])
    assert len(cli("replay", again, "--json").json["games"]) == number


def test_ptn_is_written_whole_or_not_at_all(cli, recorded, ptn, tmp_path, refused):
    out = tmp_path / "out.ptn"
    assert refused(cli("replay", recorded, "--to-ptn", out), "classic is not Five Hundred")
    record = json.loads(played("us3", 1).record_line())
    record["deals"][0]["moves"][0] = "bid 6X"
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text(json.dumps(record))
    assert refused(cli("replay", spoilt, "--to-ptn", out), "deal 1, ply 1", status=1)
    assert not out.exists()
    assert refused(cli("replay", ptn, "--to-ptn", tmp_path / "no" / "out.ptn"), "be written")
    assert cli("replay", ptn, "--to-ptn", out).status == 0
    assert "Pass 6♣ Pass Pass" in out.read_text(encoding="utf-8").splitlines()
    assert not list(tmp_path.glob(".*"))
