"""PPO in one file, in the manner of CleanRL, on ``gymnasium.make_vec`` with masks."""

import argparse

import gymnasium
import numpy as np

import cinqcents_env as cc

try:
    import torch
    from torch import nn
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[train]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=500_000, help="decisions of all learners")
parser.add_argument("--envs", type=int, default=128, help="games side by side")
parser.add_argument("--games", type=int, default=1000, help="games of the match at the end")
args = parser.parse_args()
ROLLOUT, EPOCHS, BATCH, LAMBDA, CLIP, ENTROPY = 32, 3, 1024, 0.95, 0.2, 0.01

torch.manual_seed(0)
envs = gymnasium.make_vec(
    f"cinqcents/{args.ruleset}-v0",
    num_envs=args.envs,
    opponents=["random", "greedy"],
    seat="random",
    episode="deal",
    skip_forced=True,
)
features = envs.single_observation_space.shape[0]
actions = envs.single_action_space.n


def network(outputs):
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(features, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
    )


actor, critic = network(actions), network(1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)


def policy(observations, masks):
    """The distribution over the legal actions."""
    logits = torch.where(masks, actor(observations), -1e8)
    return torch.distributions.Categorical(logits=logits, validate_args=False)


def collect(observation, mask):
    """Play a rollout; returns its tensors, time first, and where the games stand."""
    rows = {name: [] for name in "observation mask action log_prob value reward done".split()}
    for _ in range(ROLLOUT):
        seen, legal = torch.as_tensor(observation), torch.as_tensor(mask, dtype=torch.bool)
        with torch.no_grad():
            chances = policy(seen, legal)
            action = chances.sample()
            log_prob, value = chances.log_prob(action), critic(seen)[:, 0]
        observation, reward, terminated, truncated, info = envs.step(action.numpy())
        mask = info["action_mask"]  # the new episode's, where one has ended: it restarts at once
        reward, done = (torch.as_tensor(x.astype(np.float32)) for x in (reward, terminated))
        # A game cut off is not lost: what its last position is worth belongs to the reward.
        for i in np.flatnonzero(truncated):
            with torch.no_grad():
                reward[i] += critic(torch.as_tensor(info["final_obs"][i]))[0]
            done[i] = 1.0
        for name, x in zip(rows, (seen, legal, action, log_prob, value, reward, done), strict=True):
            rows[name].append(x)
    return {name: torch.stack(row) for name, row in rows.items()}, observation, mask


def advantages(data, last_value):
    """Generalised advantage estimates, (time, envs); the discount is 1."""
    result, running = torch.zeros_like(data["reward"]), 0.0
    for t in reversed(range(ROLLOUT)):
        going_on = 1.0 - data["done"][t]
        delta = data["reward"][t] + going_on * last_value - data["value"][t]
        running = delta + LAMBDA * going_on * running
        result[t], last_value = running, data["value"][t]
    return result


def update(data):
    """The clipped updates of PPO on one rollout."""
    flat = {name: x.flatten(0, 1) for name, x in data.items()}
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(flat["action"])).split(BATCH):
            part = {name: x[rows] for name, x in flat.items()}
            chances = policy(part["observation"], part["mask"])
            ratio = (chances.log_prob(part["action"]) - part["log_prob"]).exp()
            gain = (part["advantage"] - part["advantage"].mean()) / (part["advantage"].std() + 1e-8)
            clipped = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            error = (critic(part["observation"])[:, 0] - part["target"]).square()
            loss = -clipped.mean() + 0.5 * error.mean() - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*actor.parameters(), *critic.parameters()], 0.5)
            optimizer.step()


observation, info = envs.reset(seed=0)
mask = info["action_mask"]
for _ in range(max(1, args.steps // (ROLLOUT * args.envs))):
    data, observation, mask = collect(observation, mask)
    with torch.no_grad():
        data["advantage"] = advantages(data, critic(torch.as_tensor(observation))[:, 0])
    data["target"] = data["advantage"] + data["value"]
    update(data)


def logits(observations, masks):
    """What the trained policy thinks of every action."""
    with torch.no_grad():
        return actor(torch.as_tensor(observations))


agent = cc.FunctionAgent(args.ruleset, logits, "cleanrl_ppo")
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
