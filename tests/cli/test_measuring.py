"""The verbs that measure: tournament, match --until, benchmark, exploit."""

from __future__ import annotations

import json

import pytest

from cinqcents_env.evaluation import scorecard
from cinqcents_env.rulebook import rules as rules_of

pytest.importorskip("choix")
TOURNAMENT = ("tournament", "mini", "greedy", "--games", "200", "--workers", "1")


# tournament


def test_tournament(cli, tmp_path):
    answer = cli(*TOURNAMENT, "--out", tmp_path / "out")
    assert (answer.status, answer.errors) == (0, [])
    assert "rank" in answer.out
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"plan.json", "blocks.jsonl", "result.json", "README.md", "matrix.png"}
    shown = cli(*TOURNAMENT, "--json").json
    kept = json.loads((tmp_path / "out" / "result.json").read_text())
    assert shown == kept
    assert shown["agents"] == ["greedy", "random"]
    assert [set(rated) for rated in shown["ratings"]] == [
        {"agent", "rating", "rating_interval", "rank", "rank_interval"}
    ] * 2
    assert (shown["games"], shown["illegal"], shown["anchor"]) == (200, 0, "random")


def test_a_finished_tournament_is_shown_again_without_play(cli, tmp_path, monkeypatch):
    first = cli(*TOURNAMENT, "--out", tmp_path)
    monkeypatch.setattr("cinqcents_env.evaluation.tournament.play_block", None)
    assert cli(*TOURNAMENT, "--out", tmp_path).out == first.out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("mini", "greedy", "--games", "20"), "at least 200 games"),
        (("us3", "greedy", "--games", "20"), "at least 300 games"),
        (("mini", "nobody"), "unknown agent"),
        (("mini", "greedy", "greedy"), "twice"),
        (("mini", "random"), "besides"),
        (("nogame", "greedy"), "unknown rule set"),
        (("mini", "greedy", "--workers", "0"), "--help"),
    ],
)
def test_tournament_refuses(cli, argv, words, refused):
    assert refused(cli("tournament", *argv), words)


def test_tournament_refuses_the_folder_of_another(cli, tmp_path, refused):
    assert cli(*TOURNAMENT, "--out", tmp_path).status == 0
    assert refused(cli(*TOURNAMENT, "--seed", "1", "--out", tmp_path), "seed 0", "has 1")


def test_without_choix_nothing_is_played(cli, monkeypatch, refused):
    monkeypatch.setitem(__import__("sys").modules, "choix", None)
    assert refused(cli(*TOURNAMENT), "choix", "cinqcents_env[rate]", status=1)


# match --until


def test_match_until(cli):
    argv = ("match", "mini", "greedy", "random", "--until", "0.05")
    answer = cli(*argv)
    assert (answer.status, answer.errors) == (0, [])
    result = cli(*argv, "--json").json
    assert f"stopped          after {result['games']} games" in answer.out
    assert result["sequential"]["stopped"] in ("decided", "half width")
    capped = cli(*argv, "--json", "--games", "128").json
    assert capped["games"] == 128


def test_match_until_refuses(cli, refused):
    for text in ("0", "x", "0.7", "nan"):
        assert refused(cli("match", "mini", "greedy", "random", "--until", text), "0.0005 to 0.5")


# benchmark


@pytest.mark.parametrize("ruleset", ["mini", "us2"])
def test_benchmark(cli, ruleset, tmp_path):
    argv = ("benchmark", ruleset, "greedy", "--quick", "--workers", "1")
    answer = cli(*argv, "--out", tmp_path)
    assert (answer.status, answer.errors) == (0, [])
    card = json.loads((tmp_path / "benchmark.json").read_text())
    again = cli(*argv, "--json").json
    for same in (card, again):
        del same["timing"]
    assert card == again
    assert card["protocol"] == {
        "name": scorecard.PROTOCOL,
        "version": scorecard.VERSION,
        "size": "quick",
        "seed": scorecard.SEED,
    }
    assert card["anchors"] == [a for a in scorecard.anchors(rules_of(ruleset)) if a != "greedy"]
    assert card["rating"]["random"] == {"rating": 0.0, "interval": [0.0, 0.0]}
    assert card["illegal"] == 0
    assert ("contracts" in card) == (ruleset == "us2")
    assert ("regret" in card) == ("exploitability" in card) == (ruleset == "mini")
    assert {match["b"] for match in card["matches"] if match["a"] == "greedy"}
    page = (tmp_path / "benchmark.md").read_text()
    assert page.startswith(f"# `greedy` on `{ruleset}`")
    assert "size quick" in page


def test_benchmark_refuses(cli, tmp_path, refused):
    assert refused(cli("benchmark", "mini", "nobody", "--quick"), "unknown agent")
    assert refused(cli("benchmark", "nogame", "greedy"), "unknown rule set")
    nowhere = tmp_path / "nowhere"
    assert refused(cli("benchmark", "mini", "greedy", "--out", nowhere), "is not a folder")


# exploit


def test_exploit(cli):
    answer = cli("exploit", "mini", "random")
    assert (answer.status, answer.errors) == (0, [])
    assert "15.9623 points a deal" in answer.out
    shown = cli("exploit", "mini", "random", "--json").json
    assert shown["exploitability"] == pytest.approx(15.9623, abs=1e-4)
    assert shown["nash_conv"] == pytest.approx(sum(shown["best_responses"]))
    assert shown["deals"] == 20_160


def test_exploit_refuses(cli, refused):
    assert refused(cli("exploit", "classic", "random"), "only the eight-card pack")
    assert refused(cli("exploit", "mini", "nobody"), "unknown agent")
    assert refused(cli("exploit", "mini", "random", "--option", "single_deal=false"), "one deal")
