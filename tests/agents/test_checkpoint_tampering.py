"""Checkpoints that are damaged, tampered with or foreign: refused in one line each."""

import json
import pickle
import struct

import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import CheckpointError, load_checkpoint
from cinqcents_env.agents.checkpoint_files import MAX_HEADER, weights_digest

torch = pytest.importorskip("torch")
NETWORK = {"type": "mlp", "hidden": [16, 8], "activation": "tanh", "value": "shared"}


def edit(folder, **changes):
    """Change fields of checkpoint.json; None deletes one."""
    path = folder / "checkpoint.json"
    meta = json.loads(path.read_text())
    for name, value in changes.items():
        if value is None:
            del meta[name]
        else:
            meta[name] = value
    path.write_text(json.dumps(meta))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num_actions": 48}, "num_actions is 48 in the checkpoint, 49 for classic"),
        ({"family": "five_hundred"}, "family is five_hundred in the checkpoint, cinqcents for"),
        ({"observation": {"features": 1, "fingerprint": "x"}}, "features is 1 in the checkpoint"),
        ({"observation": {"features": 297}}, "observation .* is .* in the checkpoint"),
        ({"format": "other"}, "is not the description of a cinqcents_env checkpoint"),
        ({"format_version": 2}, "has format version 2; this package reads 1"),
        ({"format_version": True}, "has format version True; this package reads 1"),
        ({"format_version": None}, "has format version None"),
        ({"ruleset": "whist"}, "unknown rule set 'whist'"),
        ({"ruleset": 5}, "field 'ruleset' must be a str, got int"),
        ({"options": {"goal": 3}}, "unknown option 'goal'"),
        ({"options": {"target": "many"}}, "option target='many' is not valid"),
        ({"options": {"ruleset": "foster"}}, "ruleset"),
        ({"options": []}, "field 'options' must be a dict, got list"),
        ({"training": None}, "field 'training' must be a dict, got NoneType"),
        ({"evaluation": "good"}, "field 'evaluation' must be a dict, got str"),
        ({"network": {}}, "network field 'type' must be one of mlp"),
        ({"network": {**NETWORK, "type": "lstm"}}, "'type' must be one of mlp, got 'lstm'"),
        ({"network": {**NETWORK, "activation": "gelu"}}, "'activation' must be one of tanh"),
        ({"network": {**NETWORK, "value": "two"}}, "'value' must be one of shared"),
        ({"network": {**NETWORK, "hidden": [16.5]}}, "'hidden' must be a list"),
        ({"network": {**NETWORK, "hidden": [0]}}, "'hidden' must be a list"),
        ({"network": {**NETWORK, "hidden": [True]}}, "'hidden' must be a list"),
        ({"network": {**NETWORK, "hidden": [8] * 100}}, "'hidden' must be a list"),
        ({"network": {**NETWORK, "hidden": [8192] * 8}}, "parameters; at most"),
        ({"network": {**NETWORK, "hidden": [16, 9]}}, "truncated|tensor"),
        ({"network": {**NETWORK, "hidden": [16]}}, "truncated|tensor"),
        ({"network": {**NETWORK, "hidden": [16, 7]}}, "tensor 'policy.1"),
        ({"network": {**NETWORK, "value": "none"}}, "tensor 'value.0"),
        ({"weights_digest": "0" * 32}, "is not the file that checkpoint.json was written with"),
        ({"weights_digest": 5}, "field 'weights_digest' must be a str"),
    ],
    ids=lambda x: str(x)[:60],
)
def test_tampered_metadata_is_refused_in_one_line(saved, changes, words):
    edit(saved, **changes)
    with pytest.raises(CheckpointError, match=words) as caught:
        load_checkpoint(saved)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"null", b'{"a": NaN}', b"\xff\xfe", b"[" * 200_000, b"1" * 10_000],
    ids=lambda t: repr(t[:12]),
)
def test_broken_json_is_refused(saved, text):
    (saved / "checkpoint.json").write_bytes(text)
    with pytest.raises(CheckpointError, match=r"checkpoint.json (is not valid JSON|must hold)"):
        load_checkpoint(saved)


def test_a_huge_json_file_is_not_read(saved):
    with (saved / "checkpoint.json").open("ab") as file:
        file.truncate(1 << 40)
    with pytest.raises(CheckpointError, match="bytes; at most"):
        load_checkpoint(saved)


def test_missing_files_and_folders(saved, tmp_path):
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        make_agent(f"checkpoint:{tmp_path / 'nowhere'}", "classic")
    with pytest.raises(CheckpointError, match=r"checkpoint.json is missing"):
        load_checkpoint(tmp_path)
    (saved / "weights.safetensors").unlink()
    with pytest.raises(CheckpointError, match=r"weights.safetensors is missing"):
        load_checkpoint(saved)
    with pytest.raises(CheckpointError, match="is a file, a checkpoint is a folder"):
        load_checkpoint(saved / "README.md")
    (saved / "weights.safetensors").mkdir()
    with pytest.raises(CheckpointError, match="is not a regular file"):
        load_checkpoint(saved)


# the weights file


def with_weights(folder, data):
    """Put other bytes in the weights file, and make the digest fit them."""
    (folder / "weights.safetensors").write_bytes(data)
    edit(folder, weights_digest=weights_digest(data))


def with_arrays(folder, change):
    import safetensors.numpy

    arrays = safetensors.numpy.load((folder / "weights.safetensors").read_bytes())
    change(arrays)
    with_weights(folder, safetensors.numpy.save(arrays))


def poison(value):
    def change(arrays):
        arrays["policy.0.bias"] = arrays["policy.0.bias"].copy()
        arrays["policy.0.bias"][3] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (poison(np.nan), "'policy.0.bias' holds NaN or infinite"),
        (poison(np.inf), "'policy.0.bias' holds NaN or infinite"),
        (lambda a: a.pop("policy.0.bias"), "truncated|tensor"),
        (lambda a: a.update(extra=np.zeros(3, np.float32)), "tensor 'extra'"),
        (
            lambda a: a.update({"policy.0.bias": np.zeros(16, np.float64)}),
            "'policy.0.bias' is .*F64",
        ),
        (lambda a: a.update({"policy.0.bias": np.zeros((4, 4), np.float32)}), "'policy.0.bias' is"),
    ],
    ids=["nan", "inf", "missing", "extra", "float64", "shape"],
)
def test_wrong_tensors_are_refused(saved, change, words):
    with_arrays(saved, change)
    with pytest.raises(CheckpointError, match=words):
        load_checkpoint(saved)


@pytest.mark.parametrize("cut", [0, 4, 8, 100, 1500, -1])
def test_truncated_weights_are_refused(saved, cut):
    data = (saved / "weights.safetensors").read_bytes()
    with_weights(saved, data[:cut])
    with pytest.raises(CheckpointError, match=r"not a safetensors file|truncated"):
        load_checkpoint(saved)


def test_foreign_weights_are_refused(saved):
    data = (saved / "weights.safetensors").read_bytes()
    huge = struct.pack("<Q", 1 << 62) + data[8:]
    long = struct.pack("<Q", MAX_HEADER + 1) + data[8:]
    nested = b"[" * 60_000
    for bad in (huge, long, struct.pack("<Q", len(nested)) + nested + data, b"PK\x03\x04" * 5000):
        with_weights(saved, bad)
        with pytest.raises(CheckpointError):
            load_checkpoint(saved)
    with_weights(saved, data + b"\0" * (1 << 20))
    with pytest.raises(CheckpointError, match="at most"):
        load_checkpoint(saved)
    with_weights(saved, data + b"\0" * 8)
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        load_checkpoint(saved)


def test_overlapping_tensors_are_refused(saved):
    data = (saved / "weights.safetensors").read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + length])
    header["policy.1.weight"]["data_offsets"][0] -= 4
    text = json.dumps(header).encode()
    with_weights(saved, struct.pack("<Q", len(text)) + text + data[8 + length :])
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        load_checkpoint(saved)


class Marks:
    """Unpickling it creates a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def test_no_code_in_a_file_ever_runs(saved, tmp_path):
    marker = tmp_path / "marker"
    payload = pickle.dumps(Marks(marker))
    for name in ("weights.safetensors", "checkpoint.json"):
        (saved / name).write_bytes(payload)
        with pytest.raises(CheckpointError):
            make_agent(f"checkpoint:{saved}", "classic")
    torch.save({"x": Marks(marker)}, tmp_path / "foreign.pt")
    with pytest.raises(CheckpointError):
        make_agent(f"checkpoint:{tmp_path / 'foreign.pt'}", "classic")
    assert not marker.exists()
