"""TorchRL: the AEC environment in its PettingZoo wrapper, and PPO in which all seats learn."""

import argparse
import warnings

import cinqcents_env as cc

try:
    import torch
    from tensordict import TensorDict
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.collectors import Collector
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.envs.utils import MarlGroupMapType, check_env_specs
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is missing: pip install 'cinqcents_env[interop]'") from None

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--ruleset", default="classic")
parser.add_argument("--steps", type=int, default=50_000, help="decisions of all seats")
parser.add_argument("--batch", type=int, default=2000, help="decisions of an iteration")
parser.add_argument("--games", type=int, default=400, help="games of the match at the end")
args = parser.parse_args()

torch.manual_seed(0)
warnings.filterwarnings("ignore", message="PettingZoo in TorchRL is tested using version")
warnings.filterwarnings("ignore", message=".*missing transforms required by the policy")
# use_mask: "mask" tells which seat is on move, "action_mask" what it may do. One group, so
# that one network serves every seat.
env = PettingZooWrapper(
    cc.make(args.ruleset, episode="deal"),
    use_mask=True,
    group_map=MarlGroupMapType.ALL_IN_ONE_GROUP,
)
check_env_specs(env)
seats = {name: ("agents", name) for name in "action log_prob advantage value_target".split()}
seats |= {name: ("agents", name) for name in ("reward", "done", "terminated")}
seen, logits_key, value_key = (
    ("agents", "observation", "observation"),
    ("agents", "logits"),
    ("agents", "state_value"),
)
features = env.observation_spec[seen].shape[-1]
actions = env.observation_spec["agents", "action_mask"].shape[-1]


def network(outputs):
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(features, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
    )


policy = network(actions)
actor = ProbabilisticActor(
    TensorDictModule(policy, in_keys=[seen], out_keys=[logits_key]),
    in_keys={"logits": logits_key, "mask": ("agents", "action_mask")},
    out_keys=[seats["action"]],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
    log_prob_key=seats["log_prob"],
)
critic = ValueOperator(network(1), in_keys=[seen], out_keys=[value_key])
loss_module = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5)
loss_module.set_keys(
    action=seats["action"],
    sample_log_prob=seats["log_prob"],
    advantage=seats["advantage"],
    value_target=seats["value_target"],
    value=value_key,
)
# Every seat sees something at every step, on move or not, so its values form one series.
advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
advantage.set_keys(
    reward=seats["reward"],
    done=seats["done"],
    terminated=seats["terminated"],
    advantage=seats["advantage"],
    value_target=seats["value_target"],
    value=value_key,
)
optimizer = torch.optim.Adam(loss_module.parameters(), lr=1e-3)
collector = Collector(
    env, actor, frames_per_batch=args.batch, total_frames=max(args.steps, args.batch)
)
for data in collector:
    with torch.no_grad():
        advantage(data)
    on_move = data["agents"][data["agents", "mask"]]  # only who decided something learns
    rows = TensorDict({"agents": on_move}, batch_size=[len(on_move)])
    for _ in range(3):
        for part in torch.randperm(len(rows)).split(256):
            losses = loss_module(rows[part])
            loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(loss_module.parameters(), 0.5)
            optimizer.step()
collector.shutdown()


def logits(observations, masks):
    """What the trained policy thinks of every action."""
    with torch.no_grad():
        return policy(torch.as_tensor(observations))


agent = cc.FunctionAgent(args.ruleset, logits, "torchrl_ppo")
print(cc.play_match(args.ruleset, agent, "random", games=args.games, episode="deal"))
