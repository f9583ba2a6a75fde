"""MaskablePPO on the single-agent environment: one learner, the other seat played inside."""

import argparse

import gymnasium
import torch

import cinqcents_env as cc

try:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[train]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=50_000, help="decisions of the learner")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()

env = gymnasium.make(
    f"cinqcents/{args.ruleset}-v0", opponents="random", seat="random", episode="deal"
)
# env.unwrapped.action_masks() is what MaskablePPO asks for; it needs no ActionMasker.
model = MaskablePPO("MlpPolicy", env, n_steps=min(1024, args.steps), gamma=1.0, verbose=0, seed=0)
model.learn(args.steps)

# The masked evaluate_policy of sb3-contrib; that of stable-baselines3 knows no masks.
mean, spread = evaluate_policy(model, model.get_env(), n_eval_episodes=10)
print(f"return of ten deals in the environment: {mean:.2f} +- {spread:.2f}")


def logits(observations, masks):
    """What the trained policy thinks of every action."""
    with torch.no_grad():
        return model.policy.get_distribution(torch.as_tensor(observations)).distribution.logits


agent = cc.FunctionAgent(args.ruleset, logits, "maskable_ppo")
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
