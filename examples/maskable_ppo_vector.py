"""MaskablePPO on ``make_sb3``: many learners in compiled code, and a checkpoint at the end."""

import argparse
from pathlib import Path

import cinqcents_env as cc
from cinqcents_env.agents.sb3_import import import_sb3

try:
    from sb3_contrib import MaskablePPO
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[train]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=500_000, help="decisions of all learners")
parser.add_argument("--envs", type=int, default=128, help="games side by side")
parser.add_argument("--games", type=int, default=1000, help="games of the match at the end")
parser.add_argument("--out", type=Path, default=Path("runs/sb3"))
args = parser.parse_args()

env = cc.make_sb3(
    args.ruleset, args.envs, ["random", "greedy"], "random", episode="deal", skip_forced=True
)
model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=1024, gamma=1.0, seed=0)
model.learn(args.steps)
args.out.mkdir(parents=True, exist_ok=True)
model.save(args.out / "model.zip")

# Only parameters are read from the zip; the checkpoint plays wherever a spec is taken.
import_sb3(args.out / "model.zip", args.out / "checkpoint", args.ruleset)
agent = f"checkpoint:{args.out / 'checkpoint'}"
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
