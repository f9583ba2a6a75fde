"""Policy and value networks, run in NumPy.

A network is described by a JSON object, for example ``{"type": "mlp", "hidden": [256,
256], "activation": "tanh", "value": "separate", "value_hidden": [64, 64]}``.
``value`` says where the value of a position comes from:

- ``"shared"``: one linear layer over the policy's last hidden layer;
- ``"separate"``: a stack of its own, of the sizes ``value_hidden``;
- ``"none"``: there is none.

Tensors are float32 in the (out, in) layout of ``torch.nn.Linear``: ``policy.0.weight``,
``policy.0.bias``, ... up to the layer of the action logits; ``value.0.weight``, ...
in the same way, of one output.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_LAYERS = 8
MAX_WIDTH = 8192
MAX_PARAMETERS = 50_000_000
"""Sizes that a file may ask for; a larger network is refused before it is read."""

Floats = NDArray[np.float32]


def relu(x: Floats) -> Floats:
    """Rectified linear unit, elementwise."""
    return np.maximum(x, np.float32(0.0))


ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {"tanh": np.tanh, "relu": relu}
VALUES = ("shared", "separate", "none")


class NetworkError(ValueError):
    """A network description, or weights, that cannot be used."""


def _sizes(description: Mapping[str, Any], name: str) -> tuple[int, ...]:
    sizes = description.get(name)
    good = isinstance(sizes, list | tuple) and len(sizes) <= MAX_LAYERS
    if not good or not all(type(s) is int and 1 <= s <= MAX_WIDTH for s in sizes or ()):
        raise NetworkError(
            f"network field {name!r} must be a list of at most {MAX_LAYERS} whole numbers "
            f"1 to {MAX_WIDTH}, got {_short(sizes)}"
        )
    return tuple(sizes or ())


def _choice(description: Mapping[str, Any], name: str, valid: Sequence[str]) -> str:
    value = description.get(name)
    if not isinstance(value, str) or value not in valid:
        raise NetworkError(
            f"network field {name!r} must be one of {', '.join(valid)}, got {_short(value)}"
        )
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


@dataclass(frozen=True)
class NetworkSpec:
    """A checked network description."""

    hidden: tuple[int, ...]
    activation: str = "tanh"
    value: str = "shared"
    value_hidden: tuple[int, ...] = ()

    @classmethod
    def from_json(cls, description: object) -> NetworkSpec:
        """Check a description.

        Raises:
            NetworkError: names the field and what it takes.
        """
        if not isinstance(description, Mapping):
            raise NetworkError(f"the network must be a JSON object, got {_short(description)}")
        _choice(description, "type", ["mlp"])
        hidden = _sizes(description, "hidden")
        activation = _choice(description, "activation", list(ACTIVATIONS))
        value = _choice(description, "value", VALUES)
        value_hidden = _sizes(description, "value_hidden") if value == "separate" else ()
        return cls(hidden, activation, value, value_hidden)

    def to_json(self) -> dict[str, Any]:
        """The description as a JSON object."""
        result: dict[str, Any] = {"type": "mlp", "hidden": list(self.hidden)}
        result |= {"activation": self.activation, "value": self.value}
        if self.value == "separate":
            result["value_hidden"] = list(self.value_hidden)
        return result

    def shapes(self, features: int, actions: int) -> dict[str, tuple[int, ...]]:
        """Name and shape of every tensor.

        Raises:
            NetworkError: more parameters than :data:`MAX_PARAMETERS`.
        """
        result = _stack("policy", (features, *self.hidden, actions))
        if self.value == "shared":
            result |= _stack("value", ((features, *self.hidden)[-1], 1))
        elif self.value == "separate":
            result |= _stack("value", (features, *self.value_hidden, 1))
        total = sum(int(np.prod(shape)) for shape in result.values())
        if total > MAX_PARAMETERS:
            raise NetworkError(f"the network has {total} parameters; at most {MAX_PARAMETERS}")
        return result


def _stack(name: str, widths: Sequence[int]) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for i, (width_in, width_out) in enumerate(itertools.pairwise(widths)):
        shapes[f"{name}.{i}.weight"] = (width_out, width_in)
        shapes[f"{name}.{i}.bias"] = (width_out,)
    return shapes


def check_arrays(
    arrays: Mapping[str, NDArray[Any]], shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, Floats]:
    """The arrays, contiguous, if they are exactly the float32 tensors of ``shapes``.

    Raises:
        NetworkError: names the tensor that is missing, superfluous or wrong.
    """
    for name in sorted(set(shapes) ^ set(arrays)):
        what = "is missing" if name in shapes else "does not belong to this network"
        raise NetworkError(f"tensor {_short(name)} {what}; it has {', '.join(shapes)}")
    for name, shape in shapes.items():
        array = arrays[name]
        if array.dtype != np.float32 or array.shape != shape:
            raise NetworkError(
                f"tensor {name!r} must be float32 of shape {shape}, "
                f"got {array.dtype} of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            raise NetworkError(f"tensor {name!r} holds NaN or infinite numbers")
    return {name: np.ascontiguousarray(arrays[name]) for name in shapes}


class Network:
    """A network ready to run.

    Args:
        spec: its description.
        arrays: its tensors, as :func:`check_arrays` returns them.
    """

    def __init__(self, spec: NetworkSpec, arrays: Mapping[str, Floats]) -> None:
        self.spec = spec
        self._activation = ACTIVATIONS[spec.activation]
        self._policy = _layers("policy", arrays)
        self._value = _layers("value", arrays)

    def logits(self, observations: Floats) -> Floats:
        """Action logits, float32 (n, A) and finite, of observations float32 (n, F)."""
        with np.errstate(over="ignore", invalid="ignore"):
            logits = _linear(self._hidden(self._policy, observations), self._policy[-1])
        return np.nan_to_num(logits)

    def values(self, observations: Floats) -> Floats:
        """Values, float32 (n,), of observations float32 (n, F).

        Raises:
            NetworkError: the network has no value.
        """
        if not self._value:
            raise NetworkError("this network has no value head (its value is 'none')")
        x = observations
        with np.errstate(over="ignore", invalid="ignore"):
            if self.spec.value == "shared":
                x = self._hidden(self._policy, x)
            values = _linear(self._hidden(self._value, x), self._value[-1])[:, 0]
        return np.nan_to_num(values)

    def _hidden(self, layers: Sequence[tuple[Floats, Floats]], x: Floats) -> Floats:
        for layer in layers[:-1]:
            x = self._activation(_linear(x, layer))
        return x


def _layers(name: str, arrays: Mapping[str, Floats]) -> list[tuple[Floats, Floats]]:
    count = sum(key.startswith(name + ".") for key in arrays) // 2
    return [(arrays[f"{name}.{i}.weight"], arrays[f"{name}.{i}.bias"]) for i in range(count)]


def _linear(x: Floats, layer: tuple[Floats, Floats]) -> Floats:
    return x @ layer[0].T + layer[1]


def masked_softmax(logits: Floats, masks: NDArray[Any]) -> NDArray[np.float64]:
    """Probabilities, float64 (n, A), zero where the mask (n, A) is zero."""
    raised = np.where(masks != 0, logits.astype(np.float64), -np.inf)
    weights = np.exp(raised - raised.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def policy_of(logits: Floats, masks: NDArray[Any], *, deterministic: bool) -> NDArray[np.float64]:
    """Probabilities (n, A) from logits: the softmax, or one for the best legal action."""
    if not deterministic:
        return masked_softmax(logits, masks)
    best = np.where(masks != 0, logits, -np.inf).argmax(axis=1)
    result = np.zeros(masks.shape)
    result[np.arange(len(best)), best] = 1.0
    return result
