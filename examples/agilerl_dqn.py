"""AgileRL: self-play with its DQN on the PettingZoo environment, one network in all seats."""

import argparse

import cinqcents_env as cc

try:
    import numpy as np
    import torch
    from agilerl.algorithms import DQN
    from agilerl.components.replay_buffer import ReplayBuffer
    from tensordict import TensorDict
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[agilerl]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=50_000, help="decisions of all seats")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()

torch.manual_seed(0)
env = cc.make(args.ruleset, episode="deal", skip_forced=True)
seat = env.possible_agents[0]
learner = DQN(
    env.observation_space(seat)["observation"],
    env.action_space(seat),
    net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [128]}},
    batch_size=128,
    lr=1e-3,
    gamma=1.0,
)
memory = ReplayBuffer(max_size=100_000)


def play(seed):
    """One deal of self-play: every decision, with all that its seat earned from then on."""
    env.reset(seed=seed)
    decisions, earned = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        earned[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        seen, mask = observation["observation"], observation["action_mask"]
        action = int(learner.get_action(seen[None], epsilon=0.1, action_mask=mask[None])[0])
        decisions.append((agent, seen, action, earned[agent]))
        env.step(action)
    return [(seen, action, earned[agent] - before) for agent, seen, action, before in decisions]


def remember(decisions):
    """Store decisions. Each is its own last one, so that no other seat's position is valued."""
    seen, actions, returns = map(np.array, zip(*decisions, strict=True))
    observations = torch.as_tensor(seen)
    columns = {
        "obs": observations,
        "action": torch.as_tensor(actions)[:, None],
        "reward": torch.as_tensor(returns, dtype=torch.float32)[:, None],
        "next_obs": observations,
        "done": torch.ones(len(actions), 1),
    }
    memory.add(TensorDict(columns, batch_size=[len(actions)]))


steps = deals = 0
while steps < args.steps:
    decisions = play(deals)
    remember(decisions)
    deals, steps = deals + 1, steps + len(decisions)
    if len(memory) >= learner.batch_size:
        for _ in range(max(1, len(decisions) // 8)):
            learner.learn(memory.sample(learner.batch_size))


def values(observations, masks):
    """What the trained network expects of every action."""
    with torch.no_grad():
        return learner.actor(learner.preprocess_observation(observations))


agent = cc.FunctionAgent(args.ruleset, values, "agilerl_dqn", deterministic=True)
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
