"""RLlib's PPO on its new API stack: every seat learns, one masked policy for all."""

import argparse
import logging
import os

os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray warns where it is not set

import cinqcents_env as cc

try:
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune import register_env
    from torch import nn
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[rllib]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=100_000, help="decisions of all seats")
parser.add_argument("--batch", type=int, default=4096, help="decisions of an iteration")
parser.add_argument("--runners", type=int, default=1, help="processes that play; 0: this one")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two layers each for policy and value; what is not legal gets no probability."""

    def setup(self):
        features = self.observation_space["observation"].shape[0]
        self.policy, self.value = (
            nn.Sequential(nn.Linear(features, 128), nn.ReLU(), nn.Linear(128, outputs))
            for outputs in (self.action_space.n, 1)
        )

    def _forward(self, batch, **kwargs):
        seen = batch[Columns.OBS]
        legal = seen["action_mask"] != 0
        return {
            Columns.ACTION_DIST_INPUTS: torch.where(legal, self.policy(seen["observation"]), -1e8)
        }

    def compute_values(self, batch, embeddings=None):
        return self.value(batch[Columns.OBS]["observation"])[..., 0]


logging.getLogger("ray.rllib").setLevel(logging.ERROR)
ruleset = args.ruleset  # workers get this name and nothing else of the command line
register_env("cinqcents", lambda _: PettingZooEnv(cc.make(ruleset, episode="deal")))
ray.init(address="local", include_dashboard=False, log_to_driver=False, logging_level="ERROR")
config = (
    PPOConfig()
    # The checker steps with actions drawn without their mask, which this environment refuses.
    .environment("cinqcents", disable_env_checking=True)
    .env_runners(num_env_runners=args.runners, num_envs_per_env_runner=4)
    .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
    .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
    .training(
        train_batch_size_per_learner=args.batch,
        minibatch_size=min(512, args.batch),
        num_epochs=3,
        lr=1e-3,
        gamma=1.0,
        entropy_coeff=0.01,
        use_kl_loss=False,
    )
    .debugging(seed=0, log_level="ERROR")
)
algorithm = config.build_algo()
for _ in range(max(1, args.steps // args.batch)):
    algorithm.train()
network = algorithm.get_module("shared")


def logits(observations, masks):
    """What the trained policy thinks of every action."""
    with torch.no_grad():
        return network.policy(torch.as_tensor(observations))


agent = cc.FunctionAgent(args.ruleset, logits, "rllib_ppo")
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
algorithm.stop()
ray.shutdown()
