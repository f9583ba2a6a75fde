"""RLlib: the example, the training script, its checkpoints, a cluster, wrong addresses."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from ray.rllib.core.columns import Columns

import cinqcents_env as cc
from cinqcents_env.agents.checkpoint import load_checkpoint

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "training"))

import rllib_module  # noqa: E402
import rllib_ppo  # noqa: E402
import support  # noqa: E402
from settings import read_settings  # noqa: E402

# What Ray, RLlib and TensorBoard warn of in their own code is theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

TINY = (
    "--minutes 0 --total-steps 512 --train-batch-size 256 --batch-size 128 --n-epochs 1 "
    "--hidden 16 --eval-games 0 --match-games 10 --checkpoint-every 256 --num-envs 2 "
    "--num-env-runners 0"
).split()


CLUSTER = os.environ | {
    "PYTHONPATH": str(ROOT),
    "RAY_AUTH_MODE": "disabled",
    "RAY_raylet_start_wait_time_s": "180",
}
"""The environment of a cluster and of who joins it; a busy machine starts it slowly."""


def run(folder: Path, *words: str) -> int:
    """Exit status of a tiny run in this process."""
    return rllib_ppo.main([*TINY, "--out", str(folder), *words])


def script(*words: str) -> subprocess.CompletedProcess[str]:
    """A file of the repository, run as a user runs it."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=CLUSTER,
        capture_output=True,
        text=True,
    )


def test_the_example_trains_and_plays_random() -> None:
    words = "--ruleset mini --steps 512 --batch 256 --games 20".split()
    told = script("examples/rllib_ppo.py", *words)
    assert told.returncode == 0, told.stderr
    assert re.search(r"match +rllib_ppo against random", told.stdout)
    assert re.search(r"win rate +0\.\d+ +\[-?[\d.]+, [\d.]+\]", told.stdout)
    assert re.search(r"illegal actions +0\n", told.stdout)


def observations_of(ruleset: str) -> tuple[Any, Any]:
    """Observations and masks of games some random decisions in."""
    batch, rng = cc.Batch(ruleset, 50, 11), np.random.default_rng(3)
    for _ in range(12):
        batch.step((batch.masks * rng.random(batch.masks.shape)).argmax(axis=1))
    return batch.observations.copy(), batch.masks.copy()


def test_a_checkpoint_is_the_policy_that_rllib_trained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    args, resume = read_settings(
        rllib_ppo.Arguments, "rllib_ppo", [*TINY, "--ruleset", "classic", "--out", str(folder)]
    )
    training = rllib_ppo.prepare(args, resume)
    try:
        assert rllib_ppo.train(training) == 0
        network = training.algorithm.get_module("shared")
        seen, masks = observations_of("classic")
        batch = {"observation": torch.as_tensor(seen), "action_mask": torch.as_tensor(masks)}
        with torch.no_grad():
            told = network.forward_inference({Columns.OBS: batch})[Columns.ACTION_DIST_INPUTS]
            values = network.compute_values({Columns.OBS: batch})
    finally:
        rllib_ppo.ray.shutdown()
    ours = load_checkpoint(folder / "checkpoint").network
    legal = masks != 0
    np.testing.assert_allclose(ours.logits(seen)[legal], told.numpy()[legal], atol=1e-5)
    assert (told.numpy()[~legal] == rllib_module.ILLEGAL).all()
    np.testing.assert_allclose(ours.values(seen), values.numpy(), atol=1e-5)
    assert np.ptp(ours.logits(seen)) > 1e-3
    assert re.search(r"^  greedy +\d\.\d{3}  \[", capsys.readouterr().out, re.MULTILINE)
    meta = json.loads((folder / "checkpoint" / "checkpoint.json").read_text())
    assert meta["training"]["algorithm"].startswith("PPO (RLlib)")
    assert meta["training"]["steps"] >= 512
    for name in support.WRITTEN:
        assert (folder / name).exists(), name


def test_every_seat_may_have_its_own_policy(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    config = str(ROOT / "configs" / "rllib_ppo" / "us3.yaml")
    assert run(folder, "--config", config, "--policies", "seats") == 0
    weights = []
    for seat in range(3):
        saved = folder / "checkpoint" / f"seat_{seat}"
        weights.append((saved / "weights.safetensors").read_bytes())
        match = cc.play_match("us3", "random", f"checkpoint:{saved}", games=3, episode="deal")
        assert match.illegal == 0
    assert len(set(weights)) == 3


def test_a_resumed_run_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    assert run(folder, "--ruleset", "mini") == 0
    before = (folder / "checkpoint" / "weights.safetensors").read_bytes()
    steps = support.load_state(folder)[1]["steps"]
    assert rllib_ppo.main(["--resume", str(folder)]) == 0
    assert (folder / "checkpoint" / "weights.safetensors").read_bytes() == before
    assert rllib_ppo.main(["--resume", str(folder), "--total-steps", str(steps + 256)]) == 0
    values = support.load_state(folder)[1]
    assert steps + 256 <= values["steps"] < steps + 512
    assert len(values["curve"]) == 3
    assert (folder / "checkpoint" / "weights.safetensors").read_bytes() != before
    capsys.readouterr()
    assert rllib_ppo.main(["--resume", str(folder), "--policies", "seats"]) == 2
    assert "a resumed run keeps its policies=shared" in capsys.readouterr().err
    assert run(folder, "--ruleset", "mini") == 2
    assert "holds a run" in capsys.readouterr().err


class Full:
    """A run whose disk is full."""

    progress, clock = contextlib.nullcontext(), support.Stopwatch()
    algorithm = log = SimpleNamespace(stop=lambda: None, close=lambda: None)
    folder = Path("runs/mine")

    def loop(self) -> None:
        raise OSError(28, "No space left on device", "training_state")


def test_a_full_disk_is_one_line_and_the_run_can_go_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert rllib_ppo.train(Full()) == 1
    message = capsys.readouterr().err
    assert "No space left on device" in message
    assert message.endswith("go on with --resume runs/mine\n")
    assert message.count("\n") == 1


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of a Ray cluster of this machine, in processes of its own."""
    address = f"127.0.0.1:{free_port()}"
    words = "start --head --block --num-cpus 2 --include-dashboard=false --disable-usage-stats"
    words += f" --port {address.rpartition(':')[2]}"
    words += f" --temp-dir {folder}"
    command = [sys.executable, "-m", "ray.scripts.scripts", *words.split()]
    log = folder / "log"
    with log.open("w") as file:
        process = subprocess.Popen(command, env=CLUSTER, stdout=file, stderr=file)
    try:
        end = time.monotonic() + 180
        while "Ray runtime started" not in log.read_text():
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.2)
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def test_the_same_file_runs_on_a_cluster(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with cluster(tmp_path_factory.mktemp("r")) as address:
        folder = tmp_path / "run"
        words = [*TINY, "--ruleset", "mini", "--address", address, "--num-env-runners", "1"]
        told = script("training/rllib_ppo.py", *words, "--out", str(folder))
        assert told.returncode == 0, told.stderr
    assert re.search(r"^  random +\d\.\d{3}  \[", told.stdout, re.MULTILINE)
    assert "WARNING" not in told.stderr
    assert cc.make_agent(f"checkpoint:{folder / 'checkpoint'}", "mini")


def test_a_wrong_address_is_one_line_within_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        other = f"127.0.0.1:{silent.getsockname()[1]}"
        wrong = {
            f"127.0.0.1:{free_port()}": "Connection refused",
            f"ray://127.0.0.1:{free_port()}": "Connection refused",
            other: "no Ray answers at",
            "nowhere": "it is HOST:PORT, ray://HOST:PORT",
        }
        for address, said in wrong.items():
            began = time.monotonic()
            assert run(tmp_path / "run", "--ruleset", "mini", "--address", address) == 2
            assert time.monotonic() - began < 30
            message = capsys.readouterr().err
            assert said in message
            assert address in message
            assert message.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--ruleset", "clasic"], "unknown rule set 'clasic' (did you mean 'classic'?)"),
        (["--policies", "own"], "own"),
        (["--batch-size", "300"], "batch_size=300 must be at most train_batch_size=256"),
        (["--num-env-runners", "-1"], "num_env_runners=-1 must not be negative"),
        (["--start-scores", "1", "2", "3"], "start_scores"),
        (["--total-steps", "0"], "total_steps and minutes are both 0"),
        (["--opponents", "greedy"], "opponents"),
    ],
)
def test_bad_settings_are_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(tmp_path / "run", *words) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_every_config_is_read(ruleset: str) -> None:
    config = str(ROOT / "configs" / "rllib_ppo" / f"{ruleset}.yaml")
    args, _ = read_settings(rllib_ppo.Arguments, "rllib_ppo", ["--config", config])
    rllib_ppo.check(args)
    assert args.ruleset == ruleset
