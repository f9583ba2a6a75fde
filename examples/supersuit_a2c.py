"""SuperSuit: many games as one vector environment, all seats rows of it, and a small A2C."""

import argparse

import cinqcents_env as cc

try:
    import supersuit
    import torch
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from torch import nn
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[interop]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=50_000, help="decisions of all seats")
parser.add_argument("--envs", type=int, default=8, help="games side by side")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()
ROLLOUT, LAMBDA, ENTROPY = 64, 0.95, 0.01

torch.manual_seed(0)
# In the parallel form every seat has a row; the mask of a seat not on move is all zero, and
# what is sent as its action is not looked at.
parallel = turn_based_aec_to_parallel(cc.make(args.ruleset, episode="deal"))
envs = supersuit.concat_vec_envs_v1(
    supersuit.pettingzoo_env_to_vec_env_v1(parallel), args.envs, num_cpus=0, base_class="gymnasium"
)
features = envs.observation_space["observation"].shape[-1]


def network(outputs):
    """One hidden layer."""
    return nn.Sequential(nn.Linear(features, 128), nn.ReLU(), nn.Linear(128, outputs))


actor, critic = network(parallel.action_space(parallel.possible_agents[0]).n), network(1)
optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=1e-3)


def policy(observations, masks):
    """The distribution over the legal actions."""
    logits = torch.where(masks, actor(observations), -1e8)
    return torch.distributions.Categorical(logits=logits, validate_args=False)


def tensors(observation):
    """Observations and masks of all rows."""
    masks = torch.as_tensor(observation["action_mask"] != 0)
    return torch.as_tensor(observation["observation"].copy()), masks


observation, _ = envs.reset(seed=0)
for _ in range(max(1, args.steps // (ROLLOUT * args.envs))):
    rows = []
    for _ in range(ROLLOUT):
        seen, masks = tensors(observation)
        with torch.no_grad():
            actions = policy(seen, masks).sample()
        observation, reward, terminated, truncated, _ = envs.step(actions.numpy())
        ended = torch.as_tensor(terminated | truncated, dtype=torch.float32)
        rows.append((seen, masks, actions, torch.as_tensor(reward, dtype=torch.float32), ended))
    seen, masks, actions, rewards, ended = map(torch.stack, zip(*rows, strict=True))
    with torch.no_grad():
        values = critic(seen)[..., 0]
        following = torch.cat([values[1:], critic(tensors(observation)[0])[None, :, 0]])
    gain, running = torch.zeros_like(rewards), 0.0
    for t in reversed(range(ROLLOUT)):
        delta = rewards[t] + (1 - ended[t]) * following[t] - values[t]
        running = delta + LAMBDA * (1 - ended[t]) * running
        gain[t] = running
    on_move = masks.any(-1)  # only who decided something learns; every row has its values
    chances, target = policy(seen[on_move], masks[on_move]), gain + values
    won = (gain[on_move] - gain[on_move].mean()) / (gain[on_move].std() + 1e-8)
    error = (critic(seen)[..., 0] - target).square().mean()
    loss = -(chances.log_prob(actions[on_move]) * won).mean() + 0.5 * error
    optimizer.zero_grad()
    (loss - ENTROPY * chances.entropy().mean()).backward()
    optimizer.step()


def logits(observations, masks):
    """What the trained policy thinks of every action."""
    with torch.no_grad():
        return actor(torch.as_tensor(observations))


agent = cc.FunctionAgent(args.ruleset, logits, "supersuit_a2c")
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
