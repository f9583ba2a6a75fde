"""A policy for sb3-contrib's MaskablePPO, and its tensors in and out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy


class MaskedPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """The parent's network and probabilities, without the cost of ``torch.distributions``."""

    def _evaluate(self, obs: Any, masks: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (n, A) of the legal actions, and values (n, 1)."""
        latent_pi, latent_vf = self.mlp_extractor(self.extract_features(obs))
        logits = self.action_net(latent_pi)
        legal = torch.as_tensor(masks, device=logits.device).reshape(logits.shape) != 0
        logits = torch.where(legal, logits, -1e8)
        return torch.log_softmax(logits, dim=1), self.value_net(latent_vf)

    def log_policy(self, obs: Any, masks: Any) -> torch.Tensor:
        """Log-probabilities of the actions, (n, A)."""
        return self._evaluate(obs, masks)[0]

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions (n,), values (n, 1) and log-probabilities (n,)."""
        log_policy, values = self._evaluate(obs, action_masks)
        # The index of the largest log p - log e, e exponential, is distributed as p.
        noise = 0.0 if deterministic else torch.empty_like(log_policy).exponential_().log_()
        actions = (log_policy - noise).argmax(dim=1)
        return actions, values, log_policy.gather(1, actions[:, None])[:, 0]

    def evaluate_actions(
        self, obs: Any, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values (n, 1), log-probabilities (n,) of the actions, entropies (n,)."""
        log_policy, values = self._evaluate(obs, action_masks)
        entropy = -(log_policy.exp() * log_policy).sum(dim=1)
        return values, log_policy.gather(1, actions[:, None])[:, 0], entropy


def policy_arrays(policy: MaskedPolicy) -> dict[str, np.ndarray[Any, Any]]:
    """The policy's tensors under the names that checkpoints use, float32 on the CPU."""
    arrays = {}
    for ours, layers, head in (
        ("policy", policy.mlp_extractor.policy_net, policy.action_net),
        ("value", policy.mlp_extractor.value_net, policy.value_net),
    ):
        linear = [layer for layer in (*layers, head) if isinstance(layer, torch.nn.Linear)]
        for i, layer in enumerate(linear):
            arrays[f"{ours}.{i}.weight"] = layer.weight.detach().cpu().numpy()
            arrays[f"{ours}.{i}.bias"] = layer.bias.detach().cpu().numpy()
    return arrays


def model_tensors(model: MaskablePPO) -> dict[str, torch.Tensor]:
    """The policy's parameters and Adam's moments, by name."""
    tensors = {f"policy.{name}": value for name, value in model.policy.state_dict().items()}
    for i, row in model.policy.optimizer.state_dict()["state"].items():
        tensors |= {f"adam.{i}.{name}": value for name, value in row.items()}
    return tensors


def restore_model(model: MaskablePPO, tensors: Mapping[str, torch.Tensor]) -> None:
    """Put back what :func:`model_tensors` gave."""
    adam = model.policy.optimizer.state_dict()
    policy: dict[str, torch.Tensor] = {}
    for name, value in tensors.items():
        kind, _, rest = name.partition(".")
        if kind == "policy":
            policy[rest] = value
        elif kind == "adam":
            i, _, moment = rest.partition(".")
            adam["state"].setdefault(int(i), {})[moment] = value
    model.policy.load_state_dict(policy)
    model.policy.optimizer.load_state_dict(adam)
