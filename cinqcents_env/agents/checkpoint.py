"""Checkpoints: a trained policy as a folder of numbers and JSON, and the agent on it.

A folder holds ``weights.safetensors``, ``checkpoint.json`` (format version, rule set
and options, observation layout, network, training, evaluation) and a generated
``README.md``. Loading never unpickles; what does not fit is refused before any step.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinqcents_env._jit import PACKAGE
from cinqcents_env.agents.base import (
    Agent,
    Array,
    CheckpointError,
    action_names,
    describe,
    played_alike,
)
from cinqcents_env.agents.checkpoint_files import (
    CARD,
    META,
    WEIGHTS,
    read_meta,
    read_weights,
    to_bytes,
    weights_digest,
    write_folder,
)
from cinqcents_env.agents.model_card import model_card
from cinqcents_env.agents.networks import (
    Network,
    NetworkError,
    NetworkSpec,
    check_arrays,
    policy_of,
)
from cinqcents_env.engine.batch import family_engine, loops
from cinqcents_env.rulebook import REGISTRY, Rules, RulesError
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import observation_size

FORMAT = "cinqcents_env checkpoint"
FORMAT_VERSION = 1
FLAG = "deterministic"
SHIPPED = (PACKAGE / "_checkpoints", PACKAGE.parent / "checkpoints")
"""Where shipped checkpoints stand: in an installed package, in a source checkout."""

_FIELDS: dict[str, type] = {
    "ruleset": str,
    "options": dict,
    "family": str,
    "num_actions": int,
    "observation": dict,
    "network": dict,
    "weights_digest": str,
    "training": dict,
    "evaluation": dict,
}


def observation_fingerprint(rules: Rules) -> str:
    """Hash of the names and lengths of the observation's blocks."""
    layout = family_engine(rules.family).observation_layout(rules)
    text = json.dumps([[name, length] for name, length, _ in layout])
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that has been read and checked.

    Attributes:
        folder: where it stands.
        rules: the rules that it was trained on.
        network: its network, ready to run.
        meta: the contents of ``checkpoint.json``.
    """

    folder: Path
    rules: Rules
    network: Network
    meta: Mapping[str, Any]

    @property
    def training(self) -> Mapping[str, Any]:
        """How it was trained."""
        training: Mapping[str, Any] = self.meta["training"]
        return training

    @property
    def evaluation(self) -> Mapping[str, Any]:
        """What it was measured at."""
        evaluation: Mapping[str, Any] = self.meta["evaluation"]
        return evaluation

    def check_plays(self, rules: Rules) -> None:
        """Raise CheckpointError, naming both sides, unless it was trained on such rules."""
        if not played_alike(self.rules, rules):
            raise CheckpointError(
                f"checkpoint {self.folder} was trained on {describe(self.rules)}; "
                f"it cannot play {describe(rules)}"
            )


def save_checkpoint(
    folder: str | Path,
    arrays: Mapping[str, NDArray[Any]],
    *,
    rules: str | Rules,
    network: Mapping[str, Any],
    training: Mapping[str, Any] | None = None,
    evaluation: Mapping[str, Any] | None = None,
) -> Path:
    """Write a checkpoint folder; one that stood there is replaced in one stroke.

    Args:
        folder: the folder to write.
        arrays: float32 tensors by name, see :mod:`cinqcents_env.agents.networks`.
        rules: what it was trained on.
        network: the network's description.
        training: JSON values: command, config, seed, steps, versions, wall time.
        evaluation: JSON values; ``matches`` may hold results of matches.

    Raises:
        CheckpointError: tensors that do not make the network, values that are not
            JSON, or a folder that cannot be written. What stood there stays.
    """
    rules = rules_of(rules)
    try:
        spec = NetworkSpec.from_json(network)
        checked = check_arrays(arrays, _shapes(spec, rules))
    except NetworkError as error:
        raise CheckpointError(f"checkpoint {folder}: {error}") from None
    weights = to_bytes(checked)
    meta = _new_meta(rules, spec, weights)
    meta |= {"training": dict(training or {}), "evaluation": dict(evaluation or {})}
    try:
        text = json.dumps(meta, indent=2, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"checkpoint {folder}: not JSON values: {error}") from None
    card = model_card(Path(folder).name, json.loads(text), sum(a.size for a in checked.values()))
    contents = {WEIGHTS: weights, META: text.encode() + b"\n", CARD: card.encode()}
    write_folder(Path(folder), contents)
    return Path(folder)


def _shapes(spec: NetworkSpec, rules: Rules) -> dict[str, tuple[int, ...]]:
    return spec.shapes(observation_size(rules), len(action_names(rules)))


def _new_meta(rules: Rules, spec: NetworkSpec, weights: bytes) -> dict[str, Any]:
    base = REGISTRY.get(rules.ruleset, rules)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "ruleset": rules.ruleset,
        "options": rules.options(),
        "options_changed": rules.changed_from(base),
        "family": rules.family,
        "num_actions": len(action_names(rules)),
        "observation": {
            "features": observation_size(rules),
            "fingerprint": observation_fingerprint(rules),
        },
        "network": spec.to_json(),
        "weights_digest": weights_digest(weights),
    }


def load_checkpoint(path: str | Path) -> Checkpoint:
    """Read a checkpoint folder; the last few are kept in memory.

    Raises:
        CheckpointError: one line that says what is wrong with which file, or which
            two sides do not fit each other.
    """
    folder = Path(path).expanduser()
    stamps: list[tuple[int, int]] = []
    for name in (META, WEIGHTS):
        try:
            info = os.stat(folder / name)
            stamps.append((info.st_mtime_ns, info.st_size))
        except OSError:
            stamps.append((0, 0))
    return _load(folder.resolve(), tuple(stamps))


@functools.lru_cache(maxsize=16)
def _load(folder: Path, stamps: tuple[tuple[int, int], ...]) -> Checkpoint:
    meta = read_meta(folder)
    rules = _checked_meta(folder, meta)
    try:
        spec = NetworkSpec.from_json(meta["network"])
        shapes = _shapes(spec, rules)
    except NetworkError as error:
        raise CheckpointError(f"{folder / META}: {error}") from None
    arrays = read_weights(folder, shapes, meta["weights_digest"])
    return Checkpoint(folder, rules, Network(spec, arrays), meta)


def _checked_meta(folder: Path, meta: Mapping[str, Any]) -> Rules:
    """The rules of the metadata, once everything in it has been compared with them."""
    path = folder / META
    if meta.get("format") != FORMAT:
        raise CheckpointError(f"{path} is not the description of a {FORMAT}")
    version = meta.get("format_version")
    if type(version) is not int or version != FORMAT_VERSION:
        raise CheckpointError(
            f"{path} has format version {str(version)[:20]}; this package reads {FORMAT_VERSION}"
        )
    for name, kind in _FIELDS.items():
        if type(meta.get(name)) is not kind:
            raise CheckpointError(
                f"{path}: field {name!r} must be a {kind.__name__}, "
                f"got {type(meta.get(name)).__name__}"
            )
    try:
        rules = rules_of(meta["ruleset"], **meta["options"])
    except (RulesError, TypeError) as error:
        raise CheckpointError(f"{path}: {str(error)[:300]}") from None
    _compare(path, meta, rules)
    return rules


def _compare(path: Path, meta: Mapping[str, Any], rules: Rules) -> None:
    observation = meta["observation"]
    pairs = {
        "family": (meta["family"], rules.family),
        "num_actions": (meta["num_actions"], len(action_names(rules))),
        "observation features": (observation.get("features"), observation_size(rules)),
        "observation layout": (observation.get("fingerprint"), observation_fingerprint(rules)),
    }
    for name, (theirs, ours) in pairs.items():
        if theirs != ours:
            raise CheckpointError(
                f"{path}: {name} is {str(theirs)[:60]} in the checkpoint, "
                f"{ours} for {rules.ruleset} in this package"
            )


class CheckpointAgent(Agent):
    """Plays the policy of a checkpoint: draws from it, or takes its likeliest action.

    Args:
        rules: what it shall play.
        checkpoint: a loaded checkpoint, or the folder of one.
        deterministic: take the likeliest action always.
        spec: the text that names it.

    Raises:
        CheckpointError: as :func:`load_checkpoint`, or trained on other rules.
    """

    def __init__(
        self,
        rules: str | Rules,
        checkpoint: Checkpoint | str | Path,
        *,
        deterministic: bool = False,
        spec: str | None = None,
    ) -> None:
        if not isinstance(checkpoint, Checkpoint):
            checkpoint = load_checkpoint(checkpoint)
        rules = rules_of(rules)
        checkpoint.check_plays(rules)
        flag = f"?{FLAG}" if deterministic else ""
        super().__init__(rules, spec or f"checkpoint:{checkpoint.folder}{flag}")
        self.checkpoint = checkpoint
        self.deterministic = deterministic
        self._trained = family_engine(rules.family).pack_rules(checkpoint.rules)
        self._features = observation_size(rules)

    def _policy_batch(self, views: Array, masks: Array) -> NDArray[np.float64]:
        logits = self.checkpoint.network.logits(self._observe(views))
        return policy_of(logits, masks, deterministic=self.deterministic)

    def values_batch(self, views: Array) -> NDArray[np.float64]:
        """Values that the network gives to views (n,): float64 (n,).

        Raises:
            NetworkError: the network has no value head.
        """
        values = self.checkpoint.network.values(self._observe(self._compiled(views)))
        return values.astype(np.float64)

    def _observe(self, views: Array) -> NDArray[np.float32]:
        """Observations, float32 (n, F), scaled as in training."""
        out = np.zeros((len(views), self._features), dtype=np.float32)
        loops(self.rules.family).observe_views(self._trained, views, out)
        return out


def shipped_checkpoints() -> dict[str, Path]:
    """Shipped checkpoints: ``ruleset/name`` -> folder."""
    found: dict[str, Path] = {}
    for root in SHIPPED:
        for meta in sorted(root.glob(f"*-v0/*/{META}")):
            ruleset = meta.parent.parent.name.removesuffix("-v0")
            found.setdefault(f"{ruleset}/{meta.parent.name}", meta.parent)
    return found


def find_checkpoint(name: str, *, shipped_first: bool) -> Path:
    """Folder of a checkpoint given by path or by the name of a shipped one.

    Raises:
        CheckpointError: there is none; lists the shipped ones.
    """
    path = Path(name).expanduser()
    shipped: dict[str, Path] = {}
    if re.fullmatch(r"[a-z0-9_]+/[A-Za-z0-9_.-]+", name) and (shipped_first or not path.exists()):
        shipped = shipped_checkpoints()
    if name in shipped:
        return shipped[name]
    if not path.exists():
        known = ", ".join(shipped_checkpoints()) or "none"
        raise CheckpointError(f"there is no checkpoint {name!r}; shipped with the package: {known}")
    return path
