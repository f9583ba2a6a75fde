"""What RLlib needs to know of the game: environment, masked policy, and its tensors."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import ray.cloudpickle
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune import register_env

import cinqcents_env as cc

ENVIRONMENT = "cinqcents"
SHARED = "shared"
ILLEGAL = -1e8
"""Logit of what the mask forbids; finite, since RLlib multiplies it by probabilities."""

# Workers on other machines need the package, but not this file.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A policy and a value network of the same hidden layers; the mask is the observation's."""

    def setup(self) -> None:
        """Build both networks."""
        features = self.observation_space["observation"].shape[0]
        hidden, activation = self.model_config["hidden"], self.model_config["activation"]
        self.policy = layers((features, *hidden, int(self.action_space.n)), activation)
        self.value = layers((features, *hidden, 1), activation)

    def _forward(self, batch: Mapping[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"])
        legal = seen["action_mask"] != 0
        return {Columns.ACTION_DIST_INPUTS: torch.where(legal, logits, ILLEGAL)}

    def compute_values(self, batch: Mapping[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Values (n,) of the observations of a batch."""
        values: torch.Tensor = self.value(batch[Columns.OBS]["observation"])
        return values[..., 0]


def layers(widths: Sequence[int], activation: str) -> torch.nn.Sequential:
    """Linear layers of these widths with the activation between them."""
    kind = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}[activation]
    parts: list[torch.nn.Module] = []
    for width_in, width_out in itertools.pairwise(widths):
        parts += [torch.nn.Linear(width_in, width_out), kind()]
    return torch.nn.Sequential(*parts[:-1])


def make_environment(context: Mapping[str, Any]) -> PettingZooEnv:
    """One game for RLlib, every seat an agent; forced moves are made by themselves."""
    return PettingZooEnv(cc.make(**context, skip_forced=True))


def policy_names(args: Any, seats: int) -> list[str]:
    """Names of the policies that learn: one for all seats, or one for each."""
    return [SHARED] if args.policies == SHARED else [f"seat_{seat}" for seat in range(seats)]


def policy_of(agent: str, *_: Any, **__: Any) -> str:
    """Policy of a PettingZoo agent where each seat has its own."""
    return agent.replace("player", "seat")


def shared_policy(*_: Any, **__: Any) -> str:
    """The one policy."""
    return SHARED


def algorithm_config(args: Any, names: Sequence[str], seed: int) -> PPOConfig:
    """RLlib's configuration of a run."""
    register_env(ENVIRONMENT, make_environment)
    game = {"ruleset": args.ruleset, "episode": args.episode, "reward": args.reward}
    game |= {"start_scores": args.start_scores, **args.options}
    network = {"hidden": list(args.hidden), "activation": args.activation}
    spec = RLModuleSpec(module_class=MaskedModule, model_config=network)
    config = PPOConfig()
    # RLlib's checker steps with actions drawn without their mask, which the game refuses.
    config.environment(ENVIRONMENT, env_config=game, disable_env_checking=True)
    config.env_runners(num_env_runners=args.num_env_runners, num_envs_per_env_runner=args.num_envs)
    config.multi_agent(
        policies=set(names),
        policy_mapping_fn=shared_policy if list(names) == [SHARED] else policy_of,
    )
    config.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(names, spec)))
    config.learners(num_gpus_per_learner=int(args.device != "cpu"))
    config.training(
        train_batch_size_per_learner=args.train_batch_size,
        minibatch_size=args.batch_size,
        num_epochs=args.n_epochs,
        lr=args.learning_rate,
        gamma=args.gamma,
        lambda_=args.gae_lambda,
        clip_param=args.clip_range,
        vf_clip_param=float("inf"),
        vf_loss_coeff=args.vf_coef,
        entropy_coeff=args.ent_coef,
        grad_clip=args.max_grad_norm,
        use_kl_loss=False,
    )
    config.debugging(seed=seed, log_level="ERROR")
    return config


def to_arrays(weights: Mapping[str, Any]) -> dict[str, np.ndarray[Any, Any]]:
    """A policy's tensors under the names that checkpoints use, float32.

    Args:
        weights: the state of a :class:`MaskedModule`; its linear layers are every other one.
    """
    arrays = {}
    for name, value in weights.items():
        stack, place, part = name.split(".")
        arrays[f"{stack}.{int(place) // 2}.{part}"] = np.array(value, dtype=np.float32)
    return arrays


def from_arrays(arrays: Mapping[str, np.ndarray[Any, Any]]) -> dict[str, Any]:
    """What :func:`to_arrays` was given."""
    weights = {}
    for name, value in arrays.items():
        stack, place, part = name.split(".")
        weights[f"{stack}.{int(place) * 2}.{part}"] = np.array(value)
    return weights
