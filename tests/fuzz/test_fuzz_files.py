"""Checkpoints, configs and the command line: a named error in one line, never a traceback."""

from __future__ import annotations

import dataclasses
import io
import json
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cinqcents_env as cc
from cinqcents_env.cli import main
from tests.fuzz.damage import budget, damaged, nested, one_line, values

pytest.importorskip("safetensors")
pytest.importorskip("tyro")
sys.path.insert(0, str(Path(__file__).parents[2] / "training"))

import settings as training_settings

from cinqcents_env.agents.checkpoint import load_checkpoint, save_checkpoint
from cinqcents_env.agents.networks import NetworkSpec
from cinqcents_env.setup import observation_size

NETWORK = {"type": "mlp", "hidden": [8], "activation": "tanh", "value": "none"}
EXAMPLES = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def saved(folder: Path, spoil: Callable[[dict[str, Any]], None] | None = None) -> Path:
    """A small checkpoint for ``mini``; ``spoil`` may change its arrays first."""
    rules, rng = cc.rules("mini"), np.random.default_rng(0)
    spec = NetworkSpec.from_json(NETWORK)
    actions = len(cc.Game(rules, seed=0).legal_mask())
    shapes = spec.shapes(observation_size(rules), actions)
    arrays = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    if spoil:
        spoil(arrays)
    training = {"command": "none", "steps": 0}
    path: Path = save_checkpoint(folder, arrays, rules="mini", network=NETWORK, training=training)
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint in order."""
    return saved(tmp_path_factory.mktemp("sound") / "checkpoint")


def refused(folder: Path) -> bool:
    """Load a checkpoint; refused by name within the budget, or loaded and used."""
    size = sum(path.stat().st_size for path in folder.iterdir())
    with budget(size):
        try:
            load_checkpoint(folder)
            agent = cc.make_agent(f"checkpoint:{folder}", "mini")
        except cc.CheckpointError as error:
            return one_line(error)
    game = cc.Game("mini", seed=1)
    policy = agent.policy(game.view(), game.legal_mask())
    assert np.isfinite(policy).all()
    return False


@EXAMPLES
@given(data=st.data(), name=st.sampled_from(["weights.safetensors", "checkpoint.json"]))
def test_damaged_checkpoints(tmp_path: Path, sound: Path, data: st.DataObject, name: str) -> None:
    folder = tmp_path / "damaged"
    shutil.copytree(sound, folder, dirs_exist_ok=True)
    whole = (sound / name).read_bytes()
    spoilt = data.draw(damaged(whole))
    (folder / name).write_bytes(spoilt)
    assert refused(folder) or spoilt == whole or name == "checkpoint.json"


@EXAMPLES
@given(at=st.integers(0, 20), value=values())
def test_checkpoint_fields_replaced(tmp_path: Path, sound: Path, at: int, value: Any) -> None:
    folder = tmp_path / "replaced"
    shutil.copytree(sound, folder, dirs_exist_ok=True)
    meta = json.loads((sound / "checkpoint.json").read_text())
    meta[sorted(meta)[at % len(meta)]] = value
    (folder / "checkpoint.json").write_text(json.dumps(meta))
    refused(folder)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_numbers(tmp_path: Path, number: float) -> None:
    """Refused when saved; and when somebody else saved them, refused when loaded."""

    def spoil(arrays: dict[str, Any]) -> None:
        next(iter(arrays.values())).flat[0] = number

    with pytest.raises(cc.CheckpointError):
        saved(tmp_path / "spoilt", spoil)
    assert not (tmp_path / "spoilt" / "checkpoint.json").exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("checkpoint.json", nested(200_000).encode()),
        ("checkpoint.json", b'{"a":' * 30_000),
        ("checkpoint.json", b"\xff\xfe" * 1000),
        ("checkpoint.json", b" " * 30_000_000),
        ("weights.safetensors", struct.pack("<Q", 2**63 - 1) + b"{}"),
        ("weights.safetensors", struct.pack("<Q", 60_000) + b"[" * 60_000),
        ("weights.safetensors", b"\0" * 30_000_000),
        ("weights.safetensors", b"PK\x03\x04" + b"\0" * 1000),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value[:9]!r}...",
)
def test_odd_checkpoints(tmp_path: Path, sound: Path, name: str, content: bytes) -> None:
    folder = tmp_path / "odd"
    shutil.copytree(sound, folder)
    (folder / name).write_bytes(content)
    assert refused(folder)


# configs


@dataclasses.dataclass
class Wanted:
    """Settings of every type."""

    ruleset: str
    options: Annotated[dict[str, Any], training_settings.OPTIONS]
    hidden: tuple[int, ...]
    learning_rate: float
    seed: int
    start_scores: Literal["random"] | tuple[int, ...] | None


CONFIG = b"ruleset: mini\noptions: {target: 300}\nhidden: [8, 8]\nlearning_rate: 1.0e-3\n"


def read_config(path: Path) -> bool:
    """Read a config of the training script; refused by name, or read."""
    with budget(path.stat().st_size):
        try:
            training_settings.checked(Wanted, training_settings.read_yaml(path), path)
        except training_settings.SettingsError as error:
            return not one_line(error)
    return True


@EXAMPLES
@given(data=st.data())
def test_damaged_configs(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(data.draw(damaged(CONFIG)))
    read_config(path)


@pytest.mark.parametrize(
    "text",
    [
        nested(500),
        nested(500, "{a: ", "}"),
        "!!python/object/apply:os.system [exit]",
        "a: &a\n  b: *a\n",
        "- " * 3000,
        "ruleset: {",
        "seed: " + "9" * 5000,
        "\0",
    ],
    ids=lambda text: f"{text[:10]!r} {len(text)}",
)
def test_odd_configs(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    assert not read_config(path)


# the command line

WORDS = [
    *("rules", "play", "match", "replay", "info", "import-sb3"),
    *("classic", "mini", "au4", "random", "greedy", "checkpoint:/nowhere", "classic/ppo"),
    *("--json", "--games", "--seed", "--option", "--against", "--episode", "deal", "--help"),
    *("1", "2", "-1", "0", "1e9", "target=300", "target=", "=", "fours=[1,2]", "--", "", "\0", "é"),
]


def run(argv: list[str], stdin: str = "") -> tuple[int, str, str]:
    """The command line in this process: status, stdout, stderr."""
    out, err, streams = io.StringIO(), io.StringIO(), (sys.stdin, sys.stdout, sys.stderr)
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(stdin), out, err
    try:
        status = main(argv)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    return status, out.getvalue(), err.getvalue()


@EXAMPLES
@given(
    argv=st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=6),
    stdin=st.text(max_size=30),
)
def test_arguments(argv: list[str], stdin: str) -> None:
    """Status 0, 1 or 2; what is wrong is told in one line that is no traceback."""
    if "match" in argv:
        argv = [*argv, "--games", "2"]  # the last one counts
    status, _, err = run(argv, stdin)
    assert status in (0, 1, 2)
    assert "Traceback" not in err
    assert "unexpected" not in err, err
    lines = [line for line in err.splitlines() if line and "compiling" not in line]
    assert len(lines) <= (status != 0), err


@pytest.mark.parametrize("verb", ["info", "replay", "import-sb3"])
@pytest.mark.parametrize(
    "content", [b"", b"\0" * 99, b"PK\x03\x04", nested(9999).encode()], ids=len
)
def test_files_named_on_the_command_line(tmp_path: Path, verb: str, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    argv = [verb, str(path)]
    if verb == "import-sb3":
        argv += ["--ruleset", "mini", "--out", str(tmp_path / "out")]
    status, _, err = run(argv)
    assert status in (0, 1, 2)
    assert "unexpected" not in err
    assert len(err.splitlines()) <= 1
