"""The MaskablePPO script on Five Hundred: three, four and five players, resume, export."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import cinqcents_env as cc

for package in ("torch", "sb3_contrib", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import maskable_ppo  # noqa: E402
import matches  # noqa: E402
import support  # noqa: E402
import training_run  # noqa: E402
from schedule import entropy_weight  # noqa: E402
from settings import read_settings  # noqa: E402

TINY = (
    "--num-envs 8 --n-steps 16 --batch-size 64 --n-epochs 1 --hidden 16 --minutes 0 "
    "--total-steps 256 --snapshot-every 128 --pool-size 2 --checkpoint-every 128 "
    "--eval-games 0 --match-games 2"
).split()
FAMILY = [name for name in cc.rulesets() if cc.rules(name).family == "five_hundred"]


@pytest.fixture(autouse=True)
def _few_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "CONTRACT_DEALS", 4)


def run(folder: Path, ruleset: str, *words: str) -> int:
    """Exit status of a tiny run with the rule set's config."""
    config = ROOT / "configs" / "maskable_ppo" / f"{ruleset}.yaml"
    return maskable_ppo.main(["--config", str(config), *TINY, "--out", str(folder), *words])


@pytest.mark.parametrize("ruleset", ["us3", "au4", "au5"])
def test_it_trains_and_exports_and_reports_contracts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str
) -> None:
    folder = tmp_path / "run"
    assert run(folder, ruleset) == 0
    printed = capsys.readouterr().out
    for yardstick in ("random", "passive", "greedy"):
        assert re.search(rf"^  {yardstick} +\d\.\d{{3}}  \[", printed, re.MULTILINE)
        assert f"contracts of the policy against {yardstick}: declares" in printed
    assert "contracts of greedy against greedy: declares" in printed
    spec = f"checkpoint:{folder / 'checkpoint'}"
    meta = json.loads((folder / "checkpoint" / "checkpoint.json").read_text())
    assert [match["b"] for match in meta["evaluation"]["matches"]] == [
        "random",
        "passive",
        "greedy",
    ]
    assert all(match["episode"] == "deal" for match in meta["evaluation"]["matches"])
    assert len(meta["evaluation"]["contracts"]) == 4
    assert "## Contracts" in (folder / "checkpoint" / "README.md").read_text()
    others = cc.rules(ruleset).players - 1
    env = cc.make_sb3(ruleset, 2, [spec] * others, seed=1)
    env.reset()
    env.step(np.array([int(np.flatnonzero(mask)[0]) for mask in env.action_masks()]))


@pytest.mark.parametrize("ruleset", FAMILY)
def test_every_rule_set_has_a_config_that_holds_only_what_differs(ruleset: str) -> None:
    path = ROOT / "configs" / "maskable_ppo" / f"{ruleset}.yaml"
    words = ["--config", str(path)]
    args, _ = read_settings(maskable_ppo.Arguments, "maskable_ppo", words)
    plain, _ = read_settings(maskable_ppo.Arguments, "maskable_ppo", [])
    maskable_ppo.check(args)
    assert args.ruleset == ruleset
    assert args.out == f"runs/{ruleset}"
    assert args.seat == "random"
    import yaml

    for name in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert getattr(args, name) != getattr(plain, name), name


@pytest.mark.parametrize("seat", ["0", "2"])
def test_it_trains_in_a_fixed_seat_and_goes_on_from_its_state(tmp_path: Path, seat: str) -> None:
    folder = tmp_path / "run"
    assert run(folder, "us3", "--seat", seat, "--match-games", "1") == 0
    state = support.load_state(folder)
    assert state is not None
    again = ["--resume", str(folder), "--total-steps", "512"]
    assert maskable_ppo.main(again) == 0
    resumed = support.load_state(folder)
    assert resumed is not None
    assert state[1]["steps"] < 512 <= resumed[1]["steps"]
    assert resumed[1]["curve"][: len(state[1]["curve"])] == state[1]["curve"]


def test_every_other_seat_draws_from_the_whole_pool(tmp_path: Path) -> None:
    words = [*TINY, "--ruleset", "au4", "--out", str(tmp_path / "run")]
    words += ["--opponents", "greedy", "passive", "self", "--num-envs", "64"]
    args, resume = read_settings(maskable_ppo.Arguments, "maskable_ppo", words)
    training = maskable_ppo.prepare(args, resume)
    training.logger.close()
    training.take_snapshot()
    env = training.training_env
    env.reset()
    learners = env.learners
    met = [
        {
            learners.seating.agents[learners.seating.index[game, (seat + offset) % 4]].spec
            for game, seat in enumerate(learners.seats)
        }
        for offset in (1, 2, 3)
    ]
    assert met == [{"greedy", "passive", "self@0"}] * 3
    assert set(learners.seats.tolist()) == {0, 1, 2, 3}


def prepared(tmp_path: Path, *words: str) -> training_run.TrainingRun:
    """A run that has not begun."""
    words = (*TINY, "--ruleset", "us3", "--out", str(tmp_path / "run"), *words)
    training = maskable_ppo.prepare(*read_settings(maskable_ppo.Arguments, "maskable_ppo", words))
    training.logger.close()
    return training


def test_a_new_run_learns_from_its_teacher_first(tmp_path: Path) -> None:
    training = prepared(
        tmp_path, "--teacher", "greedy", "--teacher-steps", "6000", "--hidden", "64"
    )
    training._on_training_start()
    assert training.imitated > 0.5, "a random legal answer is greedy's in one case of five"
    training.num_timesteps, training.imitated = 100, 0.0
    training._on_training_start()
    assert training.imitated == 0.0, "a resumed run learns from its own games alone"


def test_the_entropy_bonus_falls_evenly(tmp_path: Path) -> None:
    training = prepared(tmp_path, "--ent-coef", "0.1", "--final-ent-coef", "0.02")
    for steps, due in ((0, 0.1), (128, 0.06), (10**6, 0.02)):
        training.num_timesteps = steps
        assert entropy_weight(training.args, training.done) == pytest.approx(due)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--teacher", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--teacher-steps", "-1"], "teacher_steps=-1 must not be negative"),
        (["--final-ent-coef", "-0.1"], "final_ent_coef=-0.1 must not be negative"),
        (["--seat", "3"], "seat=3 must be random or 0 to 2"),
    ],
)
def test_bad_settings_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(tmp_path / "run", "us3", *words) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
