"""Imitation: a network that copies `pimc:16` from a file of its games, and then plays.

    cinqcents generate classic --agents pimc:16 --games 2000 --features --out pimc.parquet
    python examples/clone_pimc.py --data pimc.parquet

Without a file the games are generated first, as ``--data-games`` says.
"""

import argparse
from pathlib import Path

import cinqcents_env as cc

try:
    import pyarrow  # noqa: F401
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[data]'") from None
try:
    import torch
    from torch import nn
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[train]'") from None

from cinqcents_env.agents.checkpoint import save_checkpoint
from cinqcents_env.data import generate, plan_generation
from cinqcents_env.data.torch_data import DecisionBatches

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--teacher", default="pimc:16")
parser.add_argument("--data", type=Path, default=Path("pimc.parquet"), help="made if missing")
parser.add_argument("--data-games", type=int, default=500, help="games to make")
parser.add_argument("--passes", type=int, default=10, help="passes over the data")
parser.add_argument("--out", type=Path, default=Path("runs/clone"), help="checkpoint")
parser.add_argument("--games", type=int, default=400, help="games of each match at the end")
args = parser.parse_args()
HIDDEN, BATCH, RATE = [256, 256], 512, 1e-3


def network(features, actions):
    """Logits of the actions."""
    sizes, layers = [features, *HIDDEN], []
    for size, following in zip(sizes, HIDDEN, strict=False):
        layers += [nn.Linear(size, following), nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], actions))


def train(policy, batches):
    """Fit the policy to the teacher's choices; returns how often it chooses alike."""
    optimizer = torch.optim.Adam(policy.parameters(), lr=RATE)
    for number in range(args.passes):
        alike = seen = 0
        for batch in batches:
            logits = policy(batch["observation"]).masked_fill(~batch["mask"], -1e9)
            loss = nn.functional.cross_entropy(logits, batch["action"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            alike += int((logits.argmax(dim=1) == batch["action"]).sum())
            seen += len(batch["action"])
        print(f"pass {number + 1}: {seen} decisions, {alike / seen:.3f} as the teacher", flush=True)
    return alike / seen


def saved(policy, alike):
    """The policy as a checkpoint, which any command takes as an agent."""
    layers = [layer for layer in policy if isinstance(layer, nn.Linear)]
    arrays = {
        f"policy.{i}.{name}": tensor.detach().numpy()
        for i, layer in enumerate(layers)
        for name, tensor in layer.named_parameters()
    }
    return save_checkpoint(
        args.out,
        arrays,
        rules=args.ruleset,
        network={"type": "mlp", "hidden": HIDDEN, "activation": "tanh", "value": "none"},
        training={"script": "examples/clone_pimc.py", "teacher": args.teacher, "alike": alike},
    )


if __name__ == "__main__":
    torch.manual_seed(0)
    if not args.data.exists():
        plan = plan_generation(args.ruleset, [args.teacher], games=args.data_games, features=True)
        print(f"{args.data_games} games of {args.teacher} into {args.data}", flush=True)
        generate(plan, args.data)
    batches = DecisionBatches(args.data, BATCH, agents=(args.teacher,))
    first = next(iter(batches))
    policy = network(first["observation"].shape[1], first["mask"].shape[1])
    folder = saved(policy, train(policy, batches))
    for opponent in ("random", "greedy"):
        print(cc.play_match(args.ruleset, f"checkpoint:{folder}", opponent, games=args.games))
        print()
