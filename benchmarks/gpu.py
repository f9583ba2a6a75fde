"""The CUDA kernels beside the batch on the CPU: the same games, and decisions a second.

    python benchmarks/gpu.py --rulesets classic au4 --games 65536

Needs torch and a CUDA device. Observations, masks, actions and rewards are torch's
tensors, shared without copying; actions are drawn at random from the masks by torch.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np

import cinqcents_env as cc
from cinqcents_env.engine.batch import game_seeds
from cinqcents_env.engine.cuda import THREADS_PER_BLOCK, blocks, kernels
from cinqcents_env.setup import Setup


class Games:
    """Games on the device, their arrays shared with torch.

    Args:
        setup: the rules.
        number: of games.
        device: ``"cuda"``; ``"cpu"`` under numba's simulator.
    """

    def __init__(self, setup: Setup, number: int, device: str = "cuda") -> None:
        import torch
        from numba import cuda

        self.setup, self.number, self.kernels = setup, number, kernels(setup.rules.family)
        self.launch = blocks(number) if device == "cuda" else (number, 1)
        self.rules = cuda.to_device(setup.packed)
        self.states = cuda.to_device(setup.new_states(number))
        self.views = cuda.to_device(setup.new_views(number))
        self.tensors: dict[str, Any] = {}
        self.arrays: dict[str, Any] = {}
        for name, columns, dtype in (
            ("observations", setup.num_features, torch.float32),
            ("masks", setup.num_actions, torch.int8),
            ("rewards", setup.num_seats, torch.float32),
            ("totals", setup.num_seats, torch.float64),
            ("paid", setup.num_seats, torch.float64),
            ("actions", 0, torch.int64),
            ("status", 0, torch.int8),
            ("to_move", 0, torch.int8),
        ):
            shape = (number, columns) if columns else (number,)
            tensor = torch.zeros(shape, dtype=dtype, device=device)
            shared = cuda.as_cuda_array(tensor) if device == "cuda" else tensor.numpy()
            self.tensors[name], self.arrays[name] = tensor, shared

    def reset(self, seed: int) -> None:
        """Deal every game, each from its own seed."""
        from numba import cuda

        seeds = cuda.to_device(game_seeds(seed, self.number))
        self.kernels.reset[self.launch](self.rules, self.states, seeds)
        self.tensors["paid"].zero_()
        self.observe()

    def step(self) -> None:
        """Carry out ``tensors["actions"]``, then observe."""
        names = ("totals", "paid", "rewards", "status")
        held = [self.arrays[name] for name in names]
        actions, by_points = self.arrays["actions"], self.setup.by_points
        self.kernels.step[self.launch](self.rules, self.states, actions, by_points, *held)
        self.observe()

    def observe(self) -> None:
        """Write observation and mask of the seat on move of every game."""
        held = [self.arrays[name] for name in ("observations", "masks", "to_move")]
        self.kernels.observe[self.launch](self.rules, self.states, self.views, *held)


def check(ruleset: str, number: int, steps: int, device: str = "cuda") -> None:
    """The same games as on the CPU, bit for bit.

    Raises:
        AssertionError: they differ; says where.
    """
    batch = cc.Batch(ruleset, number, seed=3)
    games = Games(batch.setup, number, device)
    games.reset(3)
    rng = np.random.default_rng(0)
    for at in range(steps):
        for name in ("observations", "masks", "to_move"):
            theirs = games.tensors[name].cpu().numpy()
            assert (theirs == getattr(batch, name)).all(), f"{ruleset}, step {at}: {name} differ"
        noise = rng.random(batch.masks.shape) * batch.masks
        actions = noise.argmax(axis=1)
        games.tensors["actions"].copy_(games.tensors["actions"].new_tensor(actions.tolist()))
        games.step()
        batch.step(actions)
        rewards = games.tensors["rewards"].cpu().numpy()
        assert (rewards == batch.rewards).all(), f"{ruleset}, step {at}: rewards differ"
        ended = games.tensors["status"].cpu().numpy()
        assert (ended == batch.terminated + 2 * batch.truncated).all(), (
            f"{ruleset}, step {at}: ends"
        )


def rate(ruleset: str, number: int, seconds: float) -> tuple[float, float]:
    """Decisions a second with torch's random choice, and without (the kernels alone)."""
    import torch

    games = Games(Setup(ruleset), number)
    games.reset(1)
    found = []
    for choosing in (True, False):
        made, spent = 0, 0.0
        while spent < seconds:
            start = time.perf_counter()
            noise = torch.rand_like(games.tensors["observations"][:, : games.setup.num_actions])
            games.tensors["actions"].copy_((noise * games.tensors["masks"]).argmax(dim=1))
            torch.cuda.synchronize()
            start = start if choosing else time.perf_counter()
            games.step()
            torch.cuda.synchronize()
            spent += time.perf_counter() - start
            made += number
        found.append(made / spent)
    return found[0], found[1]


def main(argv: list[str] | None = None) -> int:
    """Check, measure, print. Exit status 2 where there is no device."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rulesets", nargs="+", default=["classic", "au4"], metavar="NAME")
    parser.add_argument("--games", type=int, default=65536)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args(argv)
    import torch

    if not torch.cuda.is_available():
        print("no CUDA device", file=sys.stderr)
        return 2
    print(f"{torch.cuda.get_device_name()}, {THREADS_PER_BLOCK} threads a block")
    for name in args.rulesets:
        check(name, 1000, 400)
        chosen, alone = rate(name, args.games, args.seconds)
        print(f"{name}: as on the CPU; {chosen:,.0f} decisions/s, kernels alone {alone:,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
