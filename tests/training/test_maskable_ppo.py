"""The MaskablePPO script: every two-player rule set, kill and resume, errors, export."""

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

for package in ("torch", "sb3_contrib", "tyro", "tensorboard", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import maskable_ppo  # noqa: E402
import snapshots  # noqa: E402
import support  # noqa: E402
import torch  # noqa: E402
from settings import SettingsError, read_settings  # noqa: E402

TINY = (
    "--num-envs 8 --n-steps 16 --batch-size 64 --n-epochs 1 --hidden 16 --minutes 0 "
    "--total-steps 256 --snapshot-every 128 --pool-size 2 --checkpoint-every 128 "
    "--eval-games 0 --match-games 2"
).split()
FAMILY = [name for name in cc.rulesets() if cc.rules(name).family == "cinqcents"]


def run(folder: Path, *words: str) -> int:
    """Exit status of a tiny run in this process."""
    return maskable_ppo.main([*TINY, "--out", str(folder), *words])


def state_of(folder: Path) -> dict[str, Any]:
    """The JSON part of a run's state."""
    state = support.load_state(folder)
    assert state is not None
    return state[1]


@pytest.mark.parametrize("ruleset", FAMILY)
def test_every_rule_set_of_the_family_trains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str
) -> None:
    folder = tmp_path / "run"
    config = ROOT / "configs" / "maskable_ppo" / f"{ruleset}.yaml"
    assert run(folder, "--config", str(config), "--opponents", "self", "greedy") == 0
    printed = capsys.readouterr().out
    assert re.search(r"^  random +\d\.\d{3}  \[", printed, re.MULTILINE)
    assert f"play {ruleset} --against checkpoint:{folder}/checkpoint" in printed
    assert state_of(folder)["steps"] >= 256
    assert len(state_of(folder)["pool"]) == 2
    for name in support.WRITTEN:
        assert (folder / name).exists(), name
    assert cc.make_agent(f"checkpoint:{folder / 'checkpoint'}", ruleset).rules.ruleset == ruleset


def test_checkpoint_tells_how_it_was_made(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--seed", "5", "--ruleset", "mini") == 0
    meta = json.loads((folder / "checkpoint" / "checkpoint.json").read_text())
    assert meta["training"]["seed"] == 5
    assert meta["training"]["config"]["hidden"] == [16]
    assert meta["training"]["steps"] == state_of(folder)["steps"]
    assert [match["b"] for match in meta["evaluation"]["matches"]] == ["random", "greedy"]
    assert all(len(match["win_rate_interval"]) == 2 for match in meta["evaluation"]["matches"])
    assert "seed: 5" in (folder / "config.yaml").read_text()
    assert (folder / "command.txt").read_text().strip()


def wait_for(condition: Any, process: subprocess.Popen[bytes], seconds: float = 120.0) -> None:
    """Wait until the condition holds while the process lives."""
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, "the run ended too early"
        assert time.monotonic() < end, "the run made no checkpoint in time"
        time.sleep(0.05)


def test_resume_after_kill_loses_only_steps_since_the_last_checkpoint(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    script = [sys.executable, str(ROOT / "training" / "maskable_ppo.py"), *TINY]
    settings = ["--out", str(folder), "--ruleset", "mini", "--total-steps", str(10**9)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*script, *settings], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_for((folder / support.STATE).exists, process)
            wait_for(lambda: state_of(folder)["steps"] >= 512, process)
        finally:
            process.send_signal(signal.SIGKILL)
    before = state_of(folder)
    (folder / (support.STATE + ".part")).write_bytes(b"half a file")
    goal = before["steps"] + 256
    assert maskable_ppo.main(["--resume", str(folder), "--total-steps", str(goal)]) == 0
    after = state_of(folder)
    assert goal <= after["steps"] < goal + 128
    assert after["seconds"] > before["seconds"]
    assert after["curve"][: len(before["curve"])] == before["curve"]
    steps = [point["steps"] for point in after["curve"]]
    assert steps == sorted(set(steps))
    assert after["updates"] > before["updates"]
    assert len((folder / "command.txt").read_text().splitlines()) == 2


def test_resume_restores_parameters_optimizer_and_pool(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini") == 0
    tensors, values = support.load_state(folder) or ({}, {})
    args, resume = read_settings(
        maskable_ppo.Arguments, "maskable_ppo", ["--resume", str(folder), "--total-steps", "512"]
    )
    training = maskable_ppo.prepare(args, resume)
    training.logger.close()
    training.save()
    again, values_again = support.load_state(folder) or ({}, {})
    assert set(again) == set(tensors)
    assert any(name.startswith("adam.0.exp_avg") for name in again)
    assert any(name.startswith("pool.") for name in again)
    for name, tensor in tensors.items():
        assert torch.equal(tensor, again[name]), name
    for name in ("steps", "pool", "curve", "evaluations", "snapshot_at", "checkpoint_at", "seed"):
        assert values_again[name] == values[name], name


def test_a_finished_run_resumed_trains_no_further(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini") == 0
    steps = state_of(folder)["steps"]
    assert maskable_ppo.main(["--resume", str(folder)]) == 0
    assert state_of(folder)["steps"] == steps


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ruleset", "clasic"], "unknown rule set 'clasic' (did you mean 'classic'?)"),
        (["--opponents", "gredy"], "unknown agent 'gredy' (did you mean 'greedy'?)"),
        (["--opponents"], "opponents is empty"),
        (["--options", "tarjet=3"], "tarjet"),
        (["--opponents", "self", "greedy", "--opponent-weights", "1"], "opponent_weights=[1.0]"),
        (["--seat", "7"], "seat=7 must be random or 0 to 1"),
        (["--batch-size", "100"], "batch_size=100 must divide num_envs * n_steps = 128"),
        (["--learning-rate", "0"], "learning_rate=0.0 must be greater than 0"),
        (["--total-steps", "0"], "total_steps and minutes are both 0"),
        (["--start-scores", "1", "2", "3"], "start_scores"),
        (["--device", "abacus"], "device='abacus' cannot be used here"),
        (["--episode", "week"], "week"),
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
    assert message.startswith("maskable_ppo: ")
    assert not folder.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("num_env: 3", "unknown key 'num_env' (did you mean 'num_envs'?); valid: ruleset, "),
        ("num_envs: many", "num_envs must be a whole number, not 'many'"),
        ("opponents: greedy", "opponents must be a list, each entry a text, not 'greedy'"),
    ],
)
def test_bad_config_names_key_file_and_what_is_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    config = tmp_path / "bad.yaml"
    config.write_text(text)
    assert run(tmp_path / "run", "--config", str(config)) == 2
    assert f"{config}: {said}" in capsys.readouterr().err


def test_a_run_is_neither_overwritten_nor_changed_by_accident(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini") == 0
    (folder / "notes.txt").write_text("mine")
    assert run(folder, "--ruleset", "mini") == 2
    assert "holds a run: go on with --resume" in capsys.readouterr().err
    assert maskable_ppo.main(["--resume", str(folder), "--hidden", "32"]) == 2
    assert "a resumed run keeps its hidden=[16] (asked: [32])" in capsys.readouterr().err
    assert run(folder, "--ruleset", "mini", "--overwrite") == 0
    assert (folder / "notes.txt").read_text() == "mine"


def test_a_broken_state_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini") == 0
    (folder / support.STATE).write_bytes(b"not a state")
    capsys.readouterr()
    assert maskable_ppo.main(["--resume", str(folder)]) == 2
    assert "not a training state" in capsys.readouterr().err


def test_a_loss_that_is_not_finite_stops_and_keeps_the_last_good_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini", "--learning-rate", "1e30") == 1
    message = capsys.readouterr().err
    assert "the loss is not finite" in message
    assert f"--resume {folder}" in message
    state = support.load_state(folder)
    assert state is not None
    assert all(bool(torch.isfinite(t).all()) for t in state[0].values() if t.is_floating_point())
    assert cc.make_agent(f"checkpoint:{folder / 'checkpoint'}", "mini")


def stored_states(ruleset: str, number: int) -> tuple[Any, Any, Any]:
    """Observations, masks and views of games some random decisions in; always the same."""
    batch = cc.Batch(ruleset, number, 11)
    rng = np.random.default_rng(3)
    for _ in range(25):
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
    return batch.observations.copy(), batch.masks.copy(), batch.views.copy()


OTHER_PROCESS = """
import sys
import gymnasium, numpy as np, cinqcents_env
sys.path.insert(0, sys.argv[3])
spec, out = sys.argv[1:3]
rng = np.random.default_rng(3)
batch = cinqcents_env.Batch("classic", 100, 11)
for _ in range(25):
    batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
env = gymnasium.make("cinqcents/classic-v0", opponents=spec)
env.reset(seed=1)
for _ in range(200):
    action = int(np.flatnonzero(env.unwrapped.action_masks())[0])
    _, _, terminated, truncated, _ = env.step(action)
    if terminated or truncated:
        env.reset()
agent = cinqcents_env.make_agent(spec, "classic")
np.save(out, agent.policy_batch(batch.views, batch.masks))
"""


def test_exported_policy_is_the_trained_one_in_another_process(tmp_path: Path) -> None:
    folder, out = tmp_path / "run", tmp_path / "probabilities.npy"
    words = [*TINY, "--out", str(folder), "--activation", "relu", "--learning-rate", "0.01"]
    args, resume = read_settings(maskable_ppo.Arguments, "maskable_ppo", words)
    training = maskable_ppo.prepare(args, resume)
    assert maskable_ppo.train(training) == 0
    observations, masks, _ = stored_states("classic", 100)
    distribution = training.policy.get_distribution(torch.as_tensor(observations), masks)
    expected = distribution.distribution.probs.detach().numpy()
    spec = f"checkpoint:{folder / 'checkpoint'}"
    subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS, spec, str(out), str(ROOT)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert np.abs(np.load(out) - expected).max() < 1e-6
    assert np.ptp(expected.max(axis=1)) > 1e-3


def small_policy() -> Any:
    """An untrained policy whose logits are not all alike."""
    words = [*TINY, "--out", "unused"]
    args, _ = read_settings(maskable_ppo.Arguments, "maskable_ppo", words)
    env = cc.make_sb3("classic", 2)
    torch.manual_seed(0)
    policy = maskable_ppo.MaskedPolicy(
        env.observation_space, env.action_space, lambda _: args.learning_rate, net_arch=[16]
    )
    with torch.no_grad():
        policy.action_net.weight.mul_(100.0)
    return policy


def test_masked_policy_agrees_with_its_parent() -> None:
    policy = small_policy()
    observations, masks, _ = stored_states("classic", 64)
    obs = torch.as_tensor(observations)
    actions, values, log_probs = policy.forward(obs, action_masks=masks)
    assert (masks[np.arange(64), actions.numpy()] == 1).all()
    parent = super(maskable_ppo.MaskedPolicy, policy)
    for evaluate in (policy.evaluate_actions, parent.evaluate_actions):
        again_values, again, entropy = evaluate(obs, actions, masks)
        torch.testing.assert_close(again, log_probs)
        torch.testing.assert_close(again_values, values)
    ours = policy.evaluate_actions(obs, actions, masks)[2]
    torch.testing.assert_close(ours, entropy)
    best = policy.forward(obs, deterministic=True, action_masks=masks)[0]
    chosen = policy.get_distribution(obs, masks).mode()
    assert torch.equal(best, chosen)


def test_masked_policy_draws_from_its_probabilities() -> None:
    policy = small_policy()
    observations, masks, _ = stored_states("classic", 1)
    obs = torch.as_tensor(observations).repeat(20_000, 1)
    many = np.repeat(masks, 20_000, axis=0)
    actions = policy.forward(obs, action_masks=many)[0].numpy()
    shares = np.bincount(actions, minlength=masks.shape[1]) / 20_000
    probs = policy.get_distribution(obs[:1], masks).distribution.probs.detach().numpy()[0]
    assert np.abs(shares - probs).max() < 0.02


def test_opponents_are_met_by_weight_and_the_oldest_snapshot_goes() -> None:
    rules = cc.rules("mini")
    network = {"type": "mlp", "hidden": [4], "activation": "tanh", "value": "none"}
    pool = snapshots.SnapshotPool(rules, network, 3)
    env = cc.make_sb3("mini", 1)
    shapes = pool.spec.shapes(env.observation_space.shape[0], env.action_space.n)
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    for steps in (0, 10, 20, 30):
        pool.add(steps, arrays)
    assert pool.steps == [10, 20, 30]
    specs, weights = ("self", "greedy", "random"), (2.0, 1.0, 0.0)
    fixed = snapshots.fixed_agents(specs, weights, rules)
    drawn = snapshots.opponent_list(specs, weights, fixed, pool)
    assert sum(agent in pool.agents for agent in drawn) == 480
    assert sum(agent is fixed["greedy"] for agent in drawn) == 240
    assert len(drawn) == 720
    with pytest.raises(SettingsError, match="one per opponent"):
        snapshots.fixed_agents(specs, (1.0,), rules)
    restored = snapshots.SnapshotPool(rules, network, 3)
    restored.restore(pool.steps, pool.tensors())
    assert restored.steps == pool.steps
