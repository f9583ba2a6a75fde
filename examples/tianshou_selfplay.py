"""Tianshou: self-play with masked Q-learning, one network in all seats."""

import argparse

import cinqcents_env as cc

try:
    import numpy as np
    import torch
    from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[interop]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=50_000, help="decisions of all seats")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()

np.random.seed(0)  # noqa: NPY002, Tianshou explores by the global generator
torch.manual_seed(0)


class WithoutInfos(PettingZooEnv):
    """Tianshou's trainer takes a buffer for damaged in which only some infos hold a text."""

    def step(self, action):
        *told, _ = super().step(action)
        return *told, {}


def make_env():
    """One deal, every seat an agent; observations come as agent_id, obs and mask."""
    return WithoutInfos(cc.make(args.ruleset, episode="deal", skip_forced=True))


env = make_env()
network = Net(
    state_shape=env.observation_space["observation"].shape,
    action_shape=env.action_space.n,
    hidden_sizes=[128, 128],
)
learner = DQN(
    policy=DiscreteQLearningPolicy(
        model=network, action_space=env.action_space, eps_training=0.1, eps_inference=0.05
    ),
    optim=AdamOptimizerFactory(lr=1e-3),
    gamma=1.0,
    # What a seat earns while others move is found only within this horizon. Longer than any
    # deal, it makes the returns exact: nothing is estimated from a position of another seat.
    n_step_return_horizon=256,
    target_update_freq=500,
)
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=[learner] * len(env.agents), env=env)
games = DummyVectorEnv([make_env for _ in range(8)])
games.seed(0)
collector = Collector(
    algorithm, games, VectorReplayBuffer(max(args.steps, 8), len(games)), exploration_noise=True
)
collector.reset()
epochs = max(1, args.steps // 5000)
algorithm.run_training(
    OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=epochs,
        epoch_num_steps=args.steps // epochs,
        collection_step_num_env_steps=64,
        batch_size=128,
        update_step_num_gradient_steps_per_sample=0.1,
        multi_agent_return_reduction=lambda returns: returns[:, 0],
        show_progress=False,
        verbose=False,
    )
)


def values(observations, masks):
    """What the trained network expects of every action."""
    with torch.no_grad():
        return network(observations)[0]


agent = cc.FunctionAgent(args.ruleset, values, "tianshou_dqn", deterministic=True)
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
