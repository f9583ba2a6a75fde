"""The policy and value network in torch, with the names and shapes that checkpoints use."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np
import torch
from suits import Label, TiedLinear, action_labels, feature_labels, hidden_labels
from torch import Tensor, nn

from cinqcents_env.agents.networks import NetworkSpec
from cinqcents_env.rulebook import Rules

ILLEGAL = -1e8
"""Logit of an illegal action: its probability is exactly zero, its logarithm finite."""

ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu}


class ActorCritic(nn.Module):
    """Policy and value over one trunk, or over one stack of layers each.

    Args:
        spec: the network's description; its value is ``"shared"`` or ``"separate"``.
        features: of an observation.
        actions: number of actions.
        unseen: further features that the value alone is given; needs a separate value.
        rules: tie the weights across the suits of these rules, see :mod:`suits`; None: free.
    """

    def __init__(
        self,
        spec: NetworkSpec,
        features: int,
        actions: int,
        unseen: int = 0,
        rules: Rules | None = None,
    ) -> None:
        super().__init__()
        self.spec, self.unseen = spec, unseen
        self.activation = ACTIVATIONS[spec.activation]
        ends: tuple[list[Label], ...] = ([], [], [("value", -1)])
        if rules is not None:
            ends = feature_labels(rules, unseen), action_labels(rules), ends[2]
        seen = ends[0][:features]
        self.policy = _stack((features, *spec.hidden, actions), 0.01, rules, seen, ends[1])
        if spec.value == "shared":
            last = [] if rules is None else hidden_labels(rules, spec.hidden[-1])
            self.value = _stack((spec.hidden[-1], 1), 1.0, rules, last, ends[2])
        else:
            widths = (features + unseen, *spec.value_hidden, 1)
            self.value = _stack(widths, 1.0, rules, ends[0], ends[2])

    def forward(self, observations: Tensor, unseen: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits (n, A) and values (n,) of observations (n, F), unseen features (n, U)."""
        latent = self._latent(self.policy, observations)
        logits = self.policy[-1](latent)
        if self.spec.value == "shared":
            return logits, self.value[-1](latent)[:, 0]
        seen = observations if unseen is None else torch.cat((observations, unseen), dim=1)
        return logits, self.value[-1](self._latent(self.value, seen))[:, 0]

    def log_policy(self, observations: Tensor, masks: Tensor) -> Tensor:
        """Log-probabilities of the actions, (n, A); the value is not computed."""
        logits = self.policy[-1](self._latent(self.policy, observations))
        return masked_log_softmax(logits, masks)

    def _latent(self, layers: Any, x: Tensor) -> Tensor:
        for layer in layers[:-1]:
            x = self.activation(layer(x))
        return x


def _stack(
    widths: tuple[int, ...],
    last_gain: float,
    rules: Rules | None,
    first: list[Label],
    last: list[Label],
) -> nn.ModuleList:
    """Linear layers, the last one scaled by ``last_gain``.

    Rules tie their weights; ``first`` and ``last`` are then the labels of the outer units.
    """
    gains = [2**0.5] * (len(widths) - 2) + [last_gain]
    if rules is not None:
        labels = [first, *(hidden_labels(rules, units) for units in widths[1:-1]), last]
        pairs = zip(itertools.pairwise(labels), gains, strict=True)
        return nn.ModuleList(TiedLinear(*pair, gain) for pair, gain in pairs)
    layers = nn.ModuleList(nn.Linear(*pair) for pair in itertools.pairwise(widths))
    for layer, gain in zip(layers, gains, strict=True):
        nn.init.orthogonal_(layer.weight, gain)
        nn.init.zeros_(layer.bias)
    return layers


def frozen(network: ActorCritic) -> ActorCritic:
    """A copy that is not trained, its tied weights written out: it answers faster."""
    twin = copy.deepcopy(network)
    for layers in (twin.policy, twin.value):
        for at, layer in enumerate(layers):
            shape, device = (layer.in_features, layer.out_features), layer.bias.device
            layers[at] = nn.utils.skip_init(nn.Linear, *shape, device=device)
            layers[at].load_state_dict({"weight": layer.weight, "bias": layer.bias})
    return twin.requires_grad_(False)


def masked_log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """Log-probabilities (n, A) of the legal actions; masks are nonzero where legal."""
    return torch.log_softmax(torch.where(masks != 0, logits, ILLEGAL), dim=1)


def sample(log_policy: Tensor, generator: torch.Generator) -> Tensor:
    """Actions (n,) drawn from log-probabilities (n, A).

    The index of the largest log p - log e, e exponential, is distributed as p.
    """
    noise = torch.empty_like(log_policy).exponential_(generator=generator)
    return (log_policy - noise.clamp_min_(1e-30).log_()).argmax(dim=1)


def network_arrays(network: ActorCritic) -> dict[str, np.ndarray[Any, Any]]:
    """The tensors that a checkpoint of :func:`exported_spec` holds, float32 on the CPU."""
    stacks = {"policy": network.policy} | ({} if network.unseen else {"value": network.value})
    return {
        f"{name}.{at}.{part}": getattr(layer, part).detach().cpu().numpy().copy()
        for name, layers in stacks.items()
        for at, layer in enumerate(layers)
        for part in ("weight", "bias")
    }


def exported_spec(network: ActorCritic) -> dict[str, Any]:
    """The description of what :func:`network_arrays` gives: no value that sees too much."""
    description = network.spec.to_json()
    if network.unseen:
        description.pop("value_hidden", None)
        description["value"] = "none"
    return description
