"""Import of a stable-baselines3 PPO or MaskablePPO zip: its parameters, nothing else.

Such a zip holds pickles, which run code when loaded. Only two parts are read here:
the tensors of ``policy.pth``, with torch's reader for tensors alone, and the plain
JSON of ``data``. Pickled fields are never decoded.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env.agents.base import CheckpointError, action_names
from cinqcents_env.agents.checkpoint import Checkpoint, load_checkpoint, save_checkpoint
from cinqcents_env.agents.networks import ACTIVATIONS, MAX_PARAMETERS, Floats
from cinqcents_env.rulebook import Rules
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import observation_size

MAX_POLICY = 4 * MAX_PARAMETERS + (1 << 20)
MAX_DATA = 16 << 20
"""Bytes that ``policy.pth`` and ``data`` may unpack to."""

TORCH_ACTIVATIONS = {
    f"<class 'torch.nn.modules.activation.{name}'>": name.lower() for name in ("Tanh", "ReLU")
}
_LAYER = re.compile(r"mlp_extractor\.(policy|value)_net\.(\d{1,3})\.(weight|bias)")
_HEADS = {"action_net": "policy", "value_net": "value"}


def import_sb3(
    zip_path: str | Path,
    out_folder: str | Path,
    ruleset: str,
    *,
    activation: str | None = None,
    training: Mapping[str, Any] | None = None,
    **options: Any,
) -> Checkpoint:
    """Turn a stable-baselines3 zip with an ``MlpPolicy`` into a checkpoint folder.

    Args:
        zip_path: what ``model.save`` wrote.
        out_folder: checkpoint folder to write.
        ruleset: rule set that it was trained on.
        activation: ``"tanh"`` or ``"relu"``; None reads it from the zip, or takes
            the default of stable-baselines3, tanh.
        training: provenance to record.
        options: rule options that it was trained with.

    Raises:
        CheckpointError: not such a zip, another policy layout (names the part), too
            large, or sizes that do not fit the rules. Nothing is written then.
    """
    path = Path(zip_path).expanduser()
    policy, data, version = _read_zip(path)
    tensors = _load_tensors(path, policy)
    arrays, hidden = _rename(path, tensors)
    kind = activation or _activation_of(path, data)
    if kind not in ACTIVATIONS:
        raise CheckpointError(f"activation {kind!r} is not known; valid: {', '.join(ACTIVATIONS)}")
    network = {"type": "mlp", "hidden": hidden["policy"], "activation": kind}
    network |= {"value": "separate", "value_hidden": hidden["value"]}
    provenance = {"imported_from": "stable-baselines3", "sb3_version": version, **(training or {})}
    rules = rules_of(ruleset, **options)
    _check_layout(path, arrays, len(hidden["policy"]), rules)
    save_checkpoint(out_folder, arrays, rules=rules, network=network, training=provenance)
    return load_checkpoint(out_folder)


def _check_layout(
    path: Path, arrays: Mapping[str, NDArray[Any]], layers: int, rules: Rules
) -> None:
    """Refuse a model of other observations or actions than these rules have."""
    first, last = arrays["policy.0.weight"], arrays[f"policy.{layers}.weight"]
    for what, found, own in (
        ("observations of {} features", first.shape[1:], observation_size(rules)),
        ("{} actions", last.shape[:1], len(action_names(rules))),
    ):
        if len(found) == 1 and found[0] != own:
            raise CheckpointError(
                f"{path} was trained on {what.format(found[0])}; {rules.ruleset} has "
                f"{what.format(own)} with these options"
            )


def _read_zip(path: Path) -> tuple[bytes, bytes, str]:
    """The members ``policy.pth`` and ``data``, and the version that wrote them."""
    try:
        with zipfile.ZipFile(path) as archive:
            policy = _member(path, archive, "policy.pth", MAX_POLICY)
            data = _member(path, archive, "data", MAX_DATA)
            version = b"unknown"
            if "_stable_baselines3_version" in archive.namelist():
                version = _member(path, archive, "_stable_baselines3_version", 100)
    except FileNotFoundError:
        raise CheckpointError(f"there is no file {path}") from None
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path} is not a readable zip: {str(error)[:100]}") from None
    return policy, data, version.decode("ascii", "replace").strip()


def _member(path: Path, archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    if name not in archive.namelist():
        raise CheckpointError(f"{path} is not a stable-baselines3 zip: it holds no {name!r}")
    size = archive.getinfo(name).file_size
    if size > limit:
        raise CheckpointError(f"{path}: {name!r} unpacks to {size} bytes; at most {limit} are read")
    with archive.open(name) as file:
        return file.read(limit)


def _load_tensors(path: Path, policy: bytes) -> dict[str, NDArray[Any]]:
    """The tensors of ``policy.pth``, as arrays."""
    try:
        import torch
    except ImportError:
        raise CheckpointError(
            "importing a stable-baselines3 zip needs torch: pip install 'cinqcents_env[train]'"
        ) from None
    _check_inner(path, policy)
    try:
        loaded = torch.load(io.BytesIO(policy), map_location="cpu", weights_only=True)
    except Exception:
        raise CheckpointError(
            f"{path}: 'policy.pth' holds more than tensors, or is damaged; it was not loaded"
        ) from None
    if not isinstance(loaded, Mapping):
        raise CheckpointError(f"{path}: 'policy.pth' holds no parameters by name")
    for name, value in loaded.items():
        if not isinstance(name, str) or not isinstance(value, torch.Tensor):
            raise CheckpointError(f"{path}: 'policy.pth' entry {str(name)[:60]!r} is no tensor")
        if value.numel() > MAX_PARAMETERS or value.layout != torch.strided:
            raise CheckpointError(f"{path}: tensor {name[:60]!r} is too large, or not dense")
    return {name: value.detach().numpy() for name, value in loaded.items()}


def _check_inner(path: Path, policy: bytes) -> None:
    """The inner zip must be one, and must not unpack to more than its size."""
    try:
        with zipfile.ZipFile(io.BytesIO(policy)) as inner:
            total = sum(item.file_size for item in inner.infolist())
    except zipfile.BadZipFile:
        raise CheckpointError(f"{path}: 'policy.pth' is not in torch's zip format") from None
    if total > MAX_POLICY:
        raise CheckpointError(
            f"{path}: 'policy.pth' unpacks to {total} bytes; at most {MAX_POLICY} are read"
        )


def _rename(
    path: Path, tensors: Mapping[str, NDArray[Any]]
) -> tuple[dict[str, Floats], dict[str, list[int]]]:
    """Tensors under this package's names, and the hidden sizes of both stacks."""
    stacks: dict[str, dict[int, dict[str, NDArray[Any]]]] = {"policy": {}, "value": {}}
    for name, tensor in tensors.items():
        layer = _LAYER.fullmatch(name)
        head, _, part = name.rpartition(".")
        if layer:
            stacks[layer[1]].setdefault(int(layer[2]), {})[layer[3]] = tensor
        elif head in _HEADS and part in ("weight", "bias"):
            stacks[_HEADS[head]].setdefault(1000, {})[part] = tensor
        else:
            raise CheckpointError(
                f"{path}: parameter {name[:80]!r} does not belong to an MlpPolicy of PPO or "
                f"MaskablePPO; other policies are not imported"
            )
    arrays: dict[str, Floats] = {}
    hidden: dict[str, list[int]] = {}
    for stack, layers in stacks.items():
        hidden[stack] = _number_layers(path, stack, layers, arrays)
    return arrays, hidden


def _number_layers(
    path: Path,
    stack: str,
    layers: Mapping[int, Mapping[str, NDArray[Any]]],
    arrays: dict[str, Floats],
) -> list[int]:
    """Write one stack's tensors into ``arrays``; returns its hidden sizes."""
    if 1000 not in layers:
        raise CheckpointError(f"{path}: the {stack} has no output layer; it is no MlpPolicy")
    sizes = []
    for i, key in enumerate(sorted(layers)):
        parts = layers[key]
        if set(parts) != {"weight", "bias"} or parts["weight"].ndim != 2:
            raise CheckpointError(f"{path}: layer {i} of the {stack} is not a linear layer")
        sizes.append(int(parts["weight"].shape[0]))
        for part, tensor in parts.items():
            arrays[f"{stack}.{i}.{part}"] = np.array(tensor, dtype=np.float32, order="C")
    return sizes[:-1]


def _activation_of(path: Path, data: bytes) -> str:
    """Activation named in the plain part of ``data``; tanh where none is."""
    try:
        described = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        raise CheckpointError(f"{path}: 'data' is not JSON; give the activation") from None
    kwargs = described.get("policy_kwargs") if isinstance(described, dict) else None
    name = kwargs.get("activation_fn") if isinstance(kwargs, dict) else None
    if name is None:
        return "tanh"
    if name not in TORCH_ACTIVATIONS:
        raise CheckpointError(
            f"{path}: activation {str(name)[:80]} is not offered; valid: {', '.join(ACTIVATIONS)}"
        )
    return TORCH_ACTIVATIONS[name]
