"""The self-play script: learning, regularisation, kill and resume, errors, export."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cinqcents_env as cc

for package in ("torch", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import matches  # noqa: E402
import selfplay_ppo  # noqa: E402
import selfplay_run  # noqa: E402
import support  # noqa: E402
import torch  # noqa: E402
from learner import Learner  # noqa: E402
from settings import read_settings  # noqa: E402

TINY = (
    "--ruleset mini --num-envs 8 --n-steps 16 --batch-size 64 --n-epochs 1 --hidden 16 --minutes 0 "
    "--total-steps 400 --snapshot-every 128 --pool-size 2 --checkpoint-every 128 "
    "--eval-games 0 --match-games 2 --teacher None"
).split()


@pytest.fixture(autouse=True)
def _few_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "CONTRACT_DEALS", 4)


def run(folder: Path, *words: str) -> int:
    """Exit status of a tiny run in this process."""
    return selfplay_ppo.main([*TINY, "--out", str(folder), *words])


def learner(*words: str) -> Learner:
    """A learner that belongs to no run."""
    args, _ = read_settings(selfplay_ppo.Arguments, "selfplay_ppo", [*TINY, *words])
    return Learner(args, cc.rules(args.ruleset), {}, seed=1)


def state_of(folder: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """Tensors and values of a run's state."""
    state = support.load_state(folder)
    assert state is not None
    return state


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_every_rule_set_has_a_config_that_holds_only_what_differs(ruleset: str) -> None:
    import yaml

    path = ROOT / "configs" / "selfplay_ppo" / f"{ruleset}.yaml"
    args, _ = read_settings(selfplay_ppo.Arguments, "selfplay_ppo", ["--config", str(path)])
    plain, _ = read_settings(selfplay_ppo.Arguments, "selfplay_ppo", [])
    selfplay_ppo.check(args)
    assert (args.ruleset, args.out) == (ruleset, f"runs/{ruleset}-selfplay")
    for name in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert name == "ruleset" or getattr(args, name) != getattr(plain, name), name


@pytest.mark.parametrize("ruleset", ["classic", "us3", "au4"])
def test_it_trains_exports_and_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str
) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", ruleset, "--seed", "5", "--eval-games", "2") == 0
    printed = capsys.readouterr().out
    assert re.search(r"^  greedy +\d\.\d{3}  \[", printed, re.MULTILINE)
    assert ("contracts of greedy against greedy" in printed) == (ruleset != "classic")
    assert f"play {ruleset} --against checkpoint:{folder}/best" in printed
    for name in (*support.WRITTEN, support.BEST):
        assert (folder / name).exists(), name
    for name in ("best", "checkpoint"):
        agent = cc.make_agent(f"checkpoint:{folder / name}", ruleset)
        assert np.isfinite(agent.checkpoint.training["steps"])
    meta = json.loads((folder / "best" / "checkpoint.json").read_text())
    assert meta["training"]["seed"] == 5
    assert meta["training"]["steps"] in {e["steps"] for e in state_of(folder)[1]["evaluations"]}
    assert meta["evaluation"]["matches"][-1]["b"] == "greedy"


def test_it_learns_to_beat_random_play(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = "--num-envs 64 --n-steps 32 --batch-size 512 --n-epochs 3 --learning-rate 0.003"
    words += " --hidden 64 --total-steps 60000 --checkpoint-every 1000000 --match-games 600"
    words += " --snapshot-every 20000"
    assert run(folder, *words.split()) == 0
    meta = json.loads((folder / "best" / "checkpoint.json").read_text())
    low, _ = meta["evaluation"]["matches"][0]["win_rate_interval"]
    assert low > 0.53
    curve = state_of(folder)[1]["curve"]
    assert curve[-1]["entropy"] < curve[0]["entropy"]


@pytest.mark.parametrize("critic", ["shared", "separate", "full"])
def test_the_ratio_is_one_before_the_first_update(critic: str) -> None:
    one = learner("--critic", critic, "--batch-size", "128", "--hidden", "32")
    for parameter in one.network.policy[-1].parameters():
        torch.nn.init.normal_(parameter)
    rows = one.rollout()
    number = len(rows["actions"])
    assert bool(rows["masks"][torch.arange(number), rows["actions"]].all())
    again = one.network.log_policy(rows["observations"], rows["masks"]).detach()
    ratio = (again.gather(1, rows["actions"][:, None])[:, 0] - rows["log_probs"]).exp()
    assert float((ratio - 1.0).abs().max()) < 1e-5
    assert float(rows["log_probs"].min()) < -0.1
    assert one.update(rows, 0.0, 1e-12)["clipped"] == 0.0


def test_a_full_critic_sees_every_card_and_the_actor_none() -> None:
    one = learner("--critic", "full", "--ruleset", "us3")
    rows = one.rollout()
    cards, features = 33, one.batch.setup.num_features
    hand, unseen = rows["observations"][:, :cards], rows["unseen"]
    assert unseen.shape[1] == 3 * cards
    others = unseen[:, :cards] + unseen[:, cards : 2 * cards]
    assert float((hand * others).max()) == 0.0, "a card lies in one hand"
    bidding = rows["observations"][:, features - 7] == 1
    everywhere = (hand + others + unseen[:, 2 * cards :])[bidding]
    assert bool((everywhere == 1).all()), "ten cards each, three in the kitty"
    one.network.value.requires_grad_(False)
    assert one.network.policy[0].in_features == features
    assert not any("value" in name for name in selfplay_run.network_arrays(one.network))


def test_the_full_critic_exports_a_policy_without_value(tmp_path: Path) -> None:
    assert run(tmp_path / "run", "--critic", "full") == 0
    agent = cc.make_agent(f"checkpoint:{tmp_path / 'run' / 'best'}", "mini")
    with pytest.raises(ValueError, match="no value head"):
        agent.values_batch(cc.Batch("mini", 2, 1).views)


def test_the_magnet_follows_slowly_and_holds_the_policy_back() -> None:
    moved = {}
    for coef in ("0", "100"):
        one = learner("--magnet-coef", coef, "--magnet-rate", "0.25", "--n-epochs", "8")
        rows = one.rollout()
        before = one.network.log_policy(rows["observations"], rows["masks"]).exp()
        start = one.network.policy[0].weight.detach().clone()
        said = one.update(rows, 0.0, 3e-3)
        after = one.network.log_policy(rows["observations"], rows["masks"]).exp()
        moved[coef] = float((after - before).abs().mean().detach())
        assert (said["magnet_kl"] > 0) == (coef != "0")
        step = one.network.policy[0].weight - start
        torch.testing.assert_close(one.magnet.policy[0].weight - start, step * 0.25)
    assert moved["100"] < 0.5 * moved["0"]


def same(one: dict[str, torch.Tensor], two: dict[str, torch.Tensor]) -> None:
    """Assert that two states are the same to the bit."""
    assert set(one) == set(two)
    for name, tensor in one.items():
        assert torch.equal(tensor, two[name]), name


@pytest.mark.parametrize("ruleset", ["mini", "us3"])
def test_a_stopped_run_goes_on_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str
) -> None:
    words = ["--ruleset", ruleset, "--pool-share", "0.5", "--magnet-coef", "0.1"]
    assert run(tmp_path / "whole", *words, "--eval-games", "2") == 0
    iterate = selfplay_run.SelfPlayRun.iterate

    def stop(self: selfplay_run.SelfPlayRun) -> None:
        if self.steps > 200:
            raise KeyboardInterrupt
        iterate(self)

    monkeypatch.setattr(selfplay_run.SelfPlayRun, "iterate", stop)
    assert run(tmp_path / "parts", *words, "--eval-games", "2") == 130
    monkeypatch.setattr(selfplay_run.SelfPlayRun, "iterate", iterate)
    assert selfplay_ppo.main(["--resume", str(tmp_path / "parts")]) == 0
    (tensors, values), (again, values_again) = map(
        state_of, (tmp_path / "whole", tmp_path / "parts")
    )
    same(tensors, again)
    assert values["learner"] == values_again["learner"]
    assert values["evaluations"] == values_again["evaluations"]


def test_a_run_killed_at_any_moment_goes_on_to_the_same_end(tmp_path: Path) -> None:
    words = [*TINY, "--total-steps", "6000", "--out"]
    script = [sys.executable, str(ROOT / "training" / "selfplay_ppo.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    folder, end = tmp_path / "killed", time.monotonic() + 120
    with subprocess.Popen([*script, *words, str(folder)], env=environment) as process:
        try:
            while not (folder / support.STATE).exists() or state_of(folder)[1]["steps"] < 1000:
                assert process.poll() is None, "the run ended too early"
                assert time.monotonic() < end, "the run made no checkpoint in time"
                time.sleep(0.02)
        finally:
            process.send_signal(signal.SIGKILL)
    assert state_of(folder)[1]["steps"] < 6000
    (folder / (support.STATE + ".part")).write_bytes(b"half a file")
    assert selfplay_ppo.main(["--resume", str(folder)]) == 0
    assert selfplay_ppo.main([*words, str(tmp_path / "whole")]) == 0
    same(state_of(folder)[0], state_of(tmp_path / "whole")[0])


def test_a_resumed_run_may_play_something_else(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    words = ["--ruleset", "us3", "--episode", "deal", "--reward", "points"]
    assert run(folder, *words) == 0
    before = state_of(folder)
    more = ["--episode", "game", "--reward", "win", "--num-envs", "4", "--total-steps", "800"]
    assert selfplay_ppo.main(["--resume", str(folder), *more]) == 0
    tensors, values = state_of(folder)
    assert values["steps"] >= 800 > before[1]["steps"]
    assert values["curve"][: len(before[1]["curve"])] == before[1]["curve"]
    assert tensors["games.states"].shape[0] == 4


def test_what_a_run_keeps_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    assert run(folder) == 0
    for words, said in (
        (["--hidden", "32"], "keeps its hidden=[16] (asked: [32])"),
        (["--ruleset", "classic"], "keeps its ruleset=mini (asked: classic), observation layout="),
        (["--critic", "full"], "keeps its critic=shared (asked: full)"),
    ):
        capsys.readouterr()
        assert selfplay_ppo.main(["--resume", str(folder), *words]) == 2
        assert said in capsys.readouterr().err
    assert run(folder) == 2
    assert "holds a run: go on with --resume" in capsys.readouterr().err


def test_a_lost_best_policy_is_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(folder) == 0
    for path in (folder / "best").iterdir():
        path.unlink()
    (folder / "best").rmdir()
    assert selfplay_ppo.main(["--resume", str(folder)]) == 0
    assert cc.make_agent(f"checkpoint:{folder / 'best'}", "mini")


def test_the_best_policy_is_kept_by_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([0.5, 0.9, 0.7])
    monkeypatch.setattr(selfplay_run.SelfPlayRun, "score", lambda *_: next(scores, 0.1))
    folder = tmp_path / "run"
    assert run(folder, "--eval-games", "2", "--total-steps", "500") == 0
    best, last = state_of(folder)[1]["best"], state_of(folder)[1]["steps"]
    steps = sorted({entry["steps"] for entry in state_of(folder)[1]["evaluations"]})
    assert best["score"] == 0.9
    assert best["steps"] == steps[1] < last
    meta = json.loads((folder / "best" / "checkpoint.json").read_text())
    assert meta["training"]["steps"] == steps[1]


def test_a_loss_that_is_not_finite_stops_and_keeps_the_last_good_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--learning-rate", "1e30") == 1
    message = capsys.readouterr().err
    assert "the loss is not finite" in message
    assert f"--resume {folder}" in message
    tensors, _ = state_of(folder)
    assert all(bool(torch.isfinite(t).all()) for t in tensors.values() if t.is_floating_point())
    assert cc.make_agent(f"checkpoint:{folder / 'checkpoint'}", "mini")


def test_a_new_run_learns_from_its_teacher_first() -> None:
    one = learner("--ruleset", "us3", "--teacher-steps", "6000", "--hidden", "64")
    teacher = cc.make_agent("greedy", "us3")
    assert one.imitate(teacher, 3) > 0.5, "a random legal answer is greedy's in one case of five"
    same(dict(one.magnet.state_dict()), dict(one.network.state_dict()))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ruleset", "clasic"], "unknown rule set 'clasic' (did you mean 'classic'?)"),
        (["--opponents", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--anchors", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--teacher", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--options", "tarjet=3"], "tarjet"),
        (["--pool-share", "1.5"], "pool_share=1.5 must be at most 1"),
        (["--magnet-rate", "0"], "magnet_rate=0.0 must be greater than 0"),
        (["--magnet-coef", "-1"], "magnet_coef=-1.0 must not be negative"),
        (["--total-steps", "0"], "total_steps and minutes are both 0"),
        (["--device", "abacus"], "device='abacus' cannot be used here"),
        (["--critic", "film"], "film"),
        (["--resume", "nowhere"], "nowhere"),
    ],
)
def test_bad_settings_are_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    folder = tmp_path / "run"
    assert run(folder, *words) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert message.startswith("selfplay_ppo: ")
    assert not folder.exists()


def test_an_unknown_key_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "bad.yaml"
    config.write_text("pool_shar: 0.1")
    assert run(tmp_path / "run", "--config", str(config)) == 2
    assert f"{config}: unknown key 'pool_shar' (did you mean" in capsys.readouterr().err
