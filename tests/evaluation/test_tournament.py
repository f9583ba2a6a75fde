"""Tournaments: the same for any number of workers, resumable, honest about too few games."""

from __future__ import annotations

import dataclasses
import json
import math
import subprocess
import sys
import time

import numpy as np
import pytest

from cinqcents_env.agents import AgentError
from cinqcents_env.evaluation import tournament_files, tournament_report
from cinqcents_env.evaluation.matches import play_match
from cinqcents_env.evaluation.ratings import ELO, Shares, rate
from cinqcents_env.evaluation.tournament import (
    Plan,
    TooFewGames,
    plan_tournament,
    play_tournament,
)
from cinqcents_env.evaluation.tournament_files import Folder, FolderError
from cinqcents_env.evaluation.tournament_report import as_dict, report, table
from cinqcents_env.evaluation.workers import scattered
from cinqcents_env.rulebook import RulesError

pytest.importorskip("choix")
AGENTS = ("greedy", "passive")


@pytest.fixture(scope="module")
def plan():
    return plan_tournament("mini", AGENTS, games=300, seed=5)


@pytest.fixture(scope="module")
def played(plan):
    return play_tournament(plan)


def figures(tournament):
    return as_dict(tournament)


# the plan


def test_random_takes_part_always(plan):
    assert plan.agents == ("greedy", "passive", "random")
    assert plan.pairings == [(0, 1), (0, 2), (1, 2)]
    assert plan_tournament("mini", ("random", "greedy"), games=300).agents == ("random", "greedy")


def test_with_three_sides_each_pair_plays_both_ways_round():
    plan = plan_tournament("us3", ("greedy",), games=300)
    assert plan.pairings == [(0, 1), (1, 0)]
    assert plan.deals == 100


@pytest.mark.parametrize(
    ("ruleset", "games", "needed"), [("mini", 198, 200), ("us3", 297, 300), ("au5", 495, 500)]
)
def test_too_few_games_are_refused(ruleset, games, needed):
    with pytest.raises(TooFewGames, match=f"at least {needed} games"):
        plan_tournament(ruleset, ("greedy",), games=games)
    assert plan_tournament(ruleset, ("greedy",), games=needed).deals == 100


def test_bad_plans_are_refused():
    with pytest.raises(AgentError, match="'greedy' is given twice"):
        plan_tournament("mini", ("greedy", "greedy"))
    with pytest.raises(AgentError, match="needs an agent besides"):
        plan_tournament("mini", ("random",))
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        plan_tournament("mini", ("nobody",))
    with pytest.raises(RulesError):
        plan_tournament("mini", ("greedy",), target=-1)
    with pytest.raises(ValueError, match="games=0"):
        plan_tournament("mini", ("greedy",), games=0)


# play


def test_a_pairing_is_a_duplicate_match(played):
    alone = play_match("mini", "greedy", "random", games=300, seed=5, block=128)
    pairing = played.pairings[1]
    assert (pairing.first, pairing.second) == ("greedy", "random")
    assert pairing.win_rate == alone.win_rate
    assert pairing.margin_interval == alone.margin_interval
    matrix = played.matrix()
    assert matrix[0, 2] == alone.win_rate == 1 - matrix[2, 0]
    assert np.diag(matrix).tolist() == [0.5] * 3


def test_workers_change_nothing(plan, played):
    assert figures(play_tournament(plan, workers=2)) == figures(played)


def test_failures_in_workers_arrive():
    with pytest.raises(ValueError, match="math domain error"):
        list(scattered(math.sqrt, [1.0, -1.0, 4.0], workers=2))


# ratings


def test_ratings_find_the_strengths_that_made_the_games():
    rng, strengths = np.random.default_rng(3), np.array([0.0, 1.0, 2.5])
    for sides in (2, 4):
        table = []
        for first in range(3):
            for second in range(3):
                if first != second:
                    odds = np.exp(strengths[first] - strengths[second]) / (sides - 1)
                    shares = rng.random(4000) < odds / (1 + odds)
                    table.append(Shares(first, second, shares.astype(float), sides))
        rated = {entry.agent: entry for entry in rate(("random", "b", "c"), table)}
        for name, strength in zip(("random", "b", "c"), strengths, strict=True):
            low, high = rated[name].rating_interval
            assert low <= rated[name].rating <= high
            assert rated[name].rating == pytest.approx(ELO * strength, abs=25)
        assert [rated[name].rank for name in ("random", "b", "c")] == [3, 2, 1]
        assert rated["c"].rank_interval == (1, 1)


def test_one_who_never_loses_has_a_rating_all_the_same():
    rated = rate(("a", "random"), [Shares(0, 1, np.ones(100))])
    assert (rated[0].agent, rated[1].rating) == ("a", 0.0)
    assert 400 < rated[0].rating < 2000
    assert rated[0].rating == pytest.approx(400 * math.log10(100.5 / 0.5))


def test_ratings_need_their_anchor():
    with pytest.raises(ValueError, match="the anchor 'random' is none"):
        rate(("a", "b"), [Shares(0, 1, np.ones(100))])


# the folder


def folder_of(plan, path, blocks=None):
    """A folder in which the first blocks have been played."""
    folder, made = Folder(path, plan), []

    def told(key, result):
        folder.add(key, result)
        made.append(key)
        if len(made) == blocks:
            raise KeyboardInterrupt

    try:
        tournament = play_tournament(plan, done=folder.done, told=told)
    except KeyboardInterrupt:
        return folder, None
    folder.finish(tournament)
    return folder, tournament


@pytest.mark.parametrize("lost", [40, 1])
def test_an_interrupted_tournament_goes_on(plan, played, tmp_path, lost):
    folder_of(plan, tmp_path, blocks=3)
    lines = (tmp_path / "blocks.jsonl").read_bytes()
    (tmp_path / "blocks.jsonl").write_bytes(lines[:-lost])  # as a crash would leave it
    again = Folder(tmp_path, plan)
    assert len(again.done) == 2
    assert (tmp_path / "blocks.jsonl").read_bytes() == b"".join(lines.splitlines(True)[:2])
    _, tournament = folder_of(plan, tmp_path)
    assert figures(tournament) == figures(played)
    result = json.loads((tmp_path / "result.json").read_text())
    assert result == figures(played)
    assert (tmp_path / "matrix.png").read_bytes()[:4] == b"\x89PNG"
    assert not list(tmp_path.glob("*.part"))
    assert len(Folder(tmp_path, plan).done) == len(plan.blocks())


def test_more_games_may_be_added(plan, tmp_path):
    folder_of(plan, tmp_path)
    longer = dataclasses.replace(plan, deals=200)
    done = Folder(tmp_path, longer).done
    assert {index for _, index in done} == {0}  # the second block of each pairing has grown
    _, tournament = folder_of(longer, tmp_path)
    assert figures(tournament) == figures(play_tournament(longer))


@pytest.mark.parametrize(
    "change", [{"seed": 6}, {"agents": ("greedy", "random")}, {"episode": "deal"}]
)
def test_another_plan_is_refused(plan, tmp_path, change):
    folder_of(plan, tmp_path, blocks=1)
    before = (tmp_path / "plan.json").read_bytes()
    with pytest.raises(FolderError, match=next(iter(change))):
        Folder(tmp_path, dataclasses.replace(plan, **change))
    assert (tmp_path / "plan.json").read_bytes() == before


def test_folders_that_are_none_are_refused(plan, tmp_path):
    (tmp_path / "plan.json").write_text("[1]")
    with pytest.raises(FolderError, match="is not the plan"):
        Folder(tmp_path, plan)
    (tmp_path / "plan.json").unlink()
    (tmp_path / "blocks.jsonl").write_text("")
    with pytest.raises(FolderError, match=r"no plan\.json"):
        Folder(tmp_path, plan)
    with pytest.raises(FolderError, match=r"Not a directory|exists"):
        Folder(tmp_path / "blocks.jsonl" / "x", plan)


KILLED = """
from cinqcents_env.cli import main
if __name__ == "__main__":
    main({argv})
"""


def test_a_killed_command_goes_on_and_leaves_no_workers(plan, tmp_path):
    argv = ["tournament", "mini", *AGENTS, "--games", "60000", "--seed", "5", "--workers", "2"]
    script = tmp_path / "play.py"
    script.write_text(KILLED.format(argv=[*argv, "--out", str(tmp_path / "out")]))
    blocks = tmp_path / "out" / tournament_files.BLOCKS
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as process:
        while not blocks.exists() or blocks.stat().st_size == 0:
            assert process.poll() is None
            time.sleep(0.1)
        process.kill()
        process.stdout.read()  # ends when the workers, who hold it too, have ended
    longer = dataclasses.replace(plan, deals=30_000)
    assert len(Folder(tmp_path / "out", longer).done) > 0


# reports


def test_columns_of_long_names_are_numbered(played, monkeypatch):
    monkeypatch.setattr(tournament_report, "COLUMNS", 30)
    lines = table(played).splitlines()
    head = next(line for line in lines if "win rate" in line)
    assert head.split() == ["win", "rate", *(str(n + 1) for n in range(len(played.ratings)))]
    first = lines[lines.index(head) + 1].split()
    assert first[:2] == ["1", played.ratings[0].agent]


def test_reports_show_every_figure(played):
    text, page = table(played), report(played, "matrix.png")
    for agent in played.plan.agents:
        assert agent in text
        assert f"`{agent}`" in page
    rate_ = f"{played.pairings[1].win_rate:.3f}"
    assert rate_ in text
    assert rate_ in page
    assert "![win rates](matrix.png)" in page
    assert "300 games" not in text
    assert f"{played.games:,} games" in text


def test_a_plan_is_plain_data(plan):
    assert isinstance(plan, Plan)
    assert json.loads(json.dumps(tournament_files.plan_json(plan)))["deals"] == 150
