"""Best responses: the frozen agent is not trained, and what is won is a bound."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import cinqcents_env as cc

for package in ("torch", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import best_response  # noqa: E402
import matches  # noqa: E402
import selfplay_ppo  # noqa: E402
from settings import read_settings  # noqa: E402

TINY = (
    "--ruleset mini --num-envs 8 --n-steps 16 --batch-size 64 --n-epochs 1 --hidden 16 --minutes 0 "
    "--total-steps 400 --checkpoint-every 200 --eval-games 2 --match-games 20 --teacher None"
).split()


def run(folder: Path, *words: str) -> int:
    """Exit status of a tiny run."""
    return best_response.main([*TINY, "--out", str(folder), *words])


def test_it_reports_what_the_response_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "CONTRACT_DEALS", 4)
    frozen, folder = tmp_path / "frozen", tmp_path / "response"
    train = [word if word != "20" else "2" for word in TINY]
    assert selfplay_ppo.main([*train, "--out", str(frozen)]) == 0
    spec = f"checkpoint:{frozen / 'best'}"
    capsys.readouterr()
    assert run(folder, "--against", spec) == 0
    printed = capsys.readouterr().out
    assert "can be beaten by at least" in printed
    assert "beyond even" in printed
    meta = json.loads((folder / "best" / "checkpoint.json").read_text())
    assert [match["b"] for match in meta["evaluation"]["matches"]] == [
        cc.make_agent(spec, "mini").spec
    ]
    assert best_response.main(["--resume", str(folder), "--total-steps", "500"]) == 0


def test_the_frozen_agent_holds_all_other_seats_and_is_not_trained(tmp_path: Path) -> None:
    words = [*TINY, "--ruleset", "us3", "--against", "greedy", "--out", str(tmp_path / "run")]
    made = best_response.prepare(*read_settings(best_response.Arguments, "best_response", words))
    made.log.close()
    learner = made.learner
    assert (learner.opponents.held.sum(axis=1) == 2).all()
    rows = learner.rollout()
    assert 0 < len(rows["actions"]) < 0.5 * 8 * 16
    assert made.anchors == ("greedy",)


def test_it_learns_to_beat_a_weak_agent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "--num-envs 64 --n-steps 32 --batch-size 512 --n-epochs 3 --learning-rate 0.003"
    words += " --hidden 64 --total-steps 30000 --checkpoint-every 10000 --match-games 600"
    words += " --eval-games 400"
    assert run(tmp_path / "run", "--against", "random", *words.split()) == 0
    assert "random can be beaten by at least +" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "against is empty; name the agent: --against checkpoint:PATH"),
        (["--against", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--against", "checkpoint:nowhere"], "nowhere"),
        (["--against", "us3/ppo"], "us3"),
        (["--against", "greedy", "--opponents", "random"], "opponents"),
        (["--against", "greedy", "--pool-share", "0.5"], "pool_share=0.5 must be 1"),
    ],
)
def test_bad_settings_are_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(tmp_path / "run", *words) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert message.startswith("best_response: ")
    assert not (tmp_path / "run").exists()
