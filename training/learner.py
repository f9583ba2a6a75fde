"""The self-play learner: games in which every seat learns, and the PPO update."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from actor_critic import ActorCritic, masked_log_softmax, sample
from full_state import unseen_size, write_unseen
from imitation import Told, imitate, untold
from past_selves import Opponents
from seat_streams import Decisions
from torch import Tensor

import cinqcents_env as cc
from cinqcents_env.agents import Agent
from cinqcents_env.agents.networks import NetworkSpec

KEEP = 0.95
"""What is kept of the returns' variance from one iteration to the next."""

GAMES = (
    *("ruleset", "options", "episode", "reward", "start_scores", "num_envs"),
    *("opponents", "opponent_weights", "pool_share"),
)
"""Settings with which the games of a saved run can go on."""


def network_spec(args: Any) -> NetworkSpec:
    """The network that the settings ask for, as checkpoints describe it."""
    value = "shared" if args.critic == "shared" else "separate"
    description: dict[str, Any] = {"type": "mlp", "hidden": list(args.hidden)}
    description |= {
        "activation": args.activation,
        "value": value,
        "value_hidden": list(args.hidden),
    }
    return NetworkSpec.from_json(description)


class Learner:
    """Network, optimizer, magnet, games and opponents of a run.

    Args:
        args: settings of the run.
        rules: what is played.
        fixed: agents that may be opponents, by their specs.
        seed: of the session.
        alone: the learner holds one side of the games with opponents, not all but one.
    """

    def __init__(
        self, args: Any, rules: cc.Rules, fixed: Mapping[str, Agent], seed: int, alone: bool = False
    ) -> None:
        torch.set_num_threads(args.threads)
        self.args, self.device = args, torch.device(args.device)
        settings = {name: getattr(args, name) for name in ("episode", "reward", "start_scores")}
        self.batch = cc.Batch(
            rules, args.num_envs, seed, skip_forced=True, num_threads=args.threads, **settings
        )
        setup = self.batch.setup
        unseen = unseen_size(self.batch) if args.critic == "full" else 0
        torch.manual_seed(seed)
        shape = (setup.num_features, setup.num_actions)
        tied = rules if args.network == "suits" else None
        self.network = ActorCritic(network_spec(args), *shape, unseen, tied).to(self.device)
        self.magnet = copy.deepcopy(self.network).requires_grad_(False)
        self.optimizer = self._adam()
        self.decisions = Decisions(
            args.n_steps, args.num_envs, *shape, setup.num_seats, unseen, self.device
        )
        self.unseen = np.zeros((args.num_envs, unseen), dtype=np.float32)
        self.generator = torch.Generator(self.device).manual_seed(seed)
        self.spread = 0.0
        self.opponents = self._opponents(rules, fixed, alone, seed)
        self.opponents.draw(np.arange(args.num_envs))

    def _opponents(
        self, rules: cc.Rules, fixed: Mapping[str, Agent], alone: bool, seed: int
    ) -> Opponents:
        args = self.args
        return Opponents(
            rules,
            args.num_envs,
            share=args.pool_share,
            alone=alone,
            specs=args.opponents,
            weights=args.opponent_weights,
            fixed=fixed,
            size=args.pool_size,
            rng=np.random.default_rng(seed),
        )

    def _adam(self) -> torch.optim.Adam:
        return torch.optim.Adam(self.parameters(), self.args.learning_rate, eps=1e-5, fused=True)

    def imitate(self, teacher: Agent, seed: int, told: Told = untold) -> float:
        """Learn to answer as an agent does, see :func:`imitation.imitate`."""
        alike = imitate(self, teacher, self.args, seed, told)
        self.magnet.load_state_dict(self.network.state_dict())
        self.optimizer = self._adam()
        return alike

    def _see(self) -> tuple[Tensor, Tensor]:
        """Observations, and what the critic sees besides, on the device."""
        if self.unseen.shape[1]:
            write_unseen(self.batch, self.unseen)
        return (
            torch.from_numpy(self.batch.observations).to(self.device),
            torch.from_numpy(self.unseen).to(self.device),
        )

    @torch.no_grad()
    def rollout(self) -> dict[str, Tensor]:
        """Play ``n_steps`` decisions in every game: the learner's, see :meth:`Decisions.rows`."""
        batch, kept, args = self.batch, self.decisions, self.args
        for t in range(args.n_steps):
            observations, unseen = self._see()
            kept.observations[t], kept.unseen[t] = observations, unseen
            kept.masks[t] = torch.from_numpy(batch.masks != 0)
            logits, kept.values[t] = self.network(observations, unseen)
            log_policy = masked_log_softmax(logits, kept.masks[t])
            actions = sample(log_policy, self.generator).cpu().numpy()
            kept.seats[t] = batch.to_move
            kept.learns[t] = self.opponents.act(
                batch, kept.observations[t], kept.masks[t], actions, self.generator
            )
            kept.actions[t] = torch.from_numpy(actions)
            kept.log_probs[t] = log_policy.gather(1, kept.actions[t][:, None])[:, 0]
            batch.step(actions)
            kept.rewards[t] = batch.rewards
            kept.ended[t] = batch.terminated | batch.truncated
            self.opponents.settle(batch.rewards, kept.ended[t])
        last_values = self.network(*self._see())[1]
        last_seats = batch.to_move.astype(np.int64)
        return kept.rows(last_seats, last_values, args.gamma, args.gae_lambda)

    def update(self, rows: dict[str, Tensor], ent_coef: float, rate: float) -> dict[str, float]:
        """Improve the network on an iteration's decisions.

        Args:
            rows: what :meth:`rollout` gave.
            ent_coef: weight of the entropy bonus.
            rate: step size.

        Returns:
            Means over the minibatches, by name; ``loss`` is not finite if anything was not.
        """
        args, number = self.args, len(rows["actions"])
        spread = float(rows["returns"].var()) if number > 1 else 1.0
        self.spread = KEEP * self.spread + (1 - KEEP) * spread if self.spread else spread
        gained = rows["advantages"]
        rows["advantages"] = (gained - gained.mean()) / (gained.std() + 1e-8)
        if args.magnet_coef:
            rows["magnet"] = self._magnet_policy(rows)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        said: list[Tensor] = []
        parts = max(1, round(number / args.batch_size))
        for _ in range(args.n_epochs):
            order = torch.randperm(number, generator=self.generator, device=self.device)
            for picked in order.tensor_split(parts):
                said.append(self._step({k: v[picked] for k, v in rows.items()}, ent_coef))
        names = ("loss", "entropy", "approx_kl", "clipped", "value_loss", "magnet_kl")
        result = dict(zip(names, torch.stack(said).mean(dim=0).tolist(), strict=True))
        self._move_magnet()
        return result

    def _step(self, rows: dict[str, Tensor], ent_coef: float) -> Tensor:
        """One gradient step; what :meth:`update` reports, (6,)."""
        args = self.args
        logits, values = self.network(rows["observations"], rows["unseen"])
        log_policy = masked_log_softmax(logits, rows["masks"])
        log_ratio = log_policy.gather(1, rows["actions"][:, None])[:, 0] - rows["log_probs"]
        ratio, gained = log_ratio.exp(), rows["advantages"]
        clipped = ratio.clamp(1.0 - args.clip_range, 1.0 + args.clip_range)
        loss = -torch.min(ratio * gained, clipped * gained).mean()
        policy = log_policy.exp()
        entropy = -(policy * log_policy).sum(dim=1).mean()
        value_loss = 0.5 * (values - rows["returns"]).square().mean() / (self.spread + 1e-8)
        loss = loss - ent_coef * entropy + args.vf_coef * value_loss
        pull = loss.new_zeros(())
        if args.magnet_coef:
            pull = (policy * (log_policy - rows["magnet"])).sum(dim=1).mean()
            loss = loss + args.magnet_coef * pull
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), args.max_grad_norm)
        self.optimizer.step()
        with torch.no_grad():
            away = (ratio - 1.0 - log_ratio).mean()
            outside = (ratio != clipped).float().mean()
            return torch.stack((loss, entropy, away, outside, value_loss, pull)).detach()

    @torch.no_grad()
    def _magnet_policy(self, rows: dict[str, Tensor]) -> Tensor:
        """Log-probabilities of the magnet, (n, A)."""
        pairs = zip(
            rows["observations"].split(self.args.batch_size),
            rows["masks"].split(self.args.batch_size),
            strict=True,
        )
        return torch.cat([self.magnet.log_policy(*pair) for pair in pairs])

    @torch.no_grad()
    def _move_magnet(self) -> None:
        own, towards = list(self.magnet.parameters()), list(self.network.parameters())
        torch._foreach_lerp_(own, towards, self.args.magnet_rate)

    def finite(self) -> bool:
        """Whether all parameters are numbers."""
        return all(bool(torch.isfinite(p).all()) for p in self.network.parameters())

    def parameters(self) -> Iterator[torch.nn.Parameter]:
        """The network's parameters."""
        return self.network.parameters()

    def log_policy(self, observations: Tensor, masks: Tensor) -> Tensor:
        """Log-probabilities of the actions, (n, A)."""
        return self.network.log_policy(observations, masks)

    def tensors(self) -> dict[str, Tensor]:
        """Everything that :meth:`restore` takes back besides :meth:`values`."""
        result = {f"network.{name}": t for name, t in self.network.state_dict().items()}
        result |= {f"magnet.{name}": t for name, t in self.magnet.state_dict().items()}
        for i, moments in self.optimizer.state_dict()["state"].items():
            result |= {f"adam.{i}.{name}": t for name, t in moments.items()}
        result |= {f"games.{k}": torch.from_numpy(v) for k, v in self.batch.get_state().items()}
        return result | self.opponents.tensors() | {"generator": self.generator.get_state()}

    def values(self) -> dict[str, Any]:
        """What JSON can hold of the state."""
        return {"spread": self.spread, "opponents": self.opponents.values()}

    def restore(
        self, tensors: Mapping[str, Tensor], values: Mapping[str, Any], same_games: bool
    ) -> None:
        """Take back what :meth:`tensors` and :meth:`values` gave.

        Args:
            tensors, values: the state.
            same_games: go on with the games and random numbers too; else fresh ones.
        """
        self.network.load_state_dict(_part(tensors, "network."))
        self.magnet.load_state_dict(_part(tensors, "magnet."))
        adam = self.optimizer.state_dict()
        for name, tensor in _part(tensors, "adam.").items():
            i, _, moment = name.partition(".")
            adam["state"].setdefault(int(i), {})[moment] = tensor
        self.optimizer.load_state_dict(adam)
        self.spread = values["spread"]
        self.opponents.restore_selves(self.network, tensors, values["opponents"])
        if same_games:
            games = {name: tensor.numpy() for name, tensor in _part(tensors, "games.").items()}
            self.batch.set_state(games)
            self.opponents.restore_games(tensors, values["opponents"])
            self.generator.set_state(tensors["generator"])


def _part(tensors: Mapping[str, Tensor], start: str) -> dict[str, Tensor]:
    """The tensors whose names start so, without that start."""
    return {name[len(start) :]: t for name, t in tensors.items() if name.startswith(start)}
