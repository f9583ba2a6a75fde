"""Import of stable-baselines3 zips: parameters only, equal to 1e-6, nothing executed."""

import io
import json
import pickle
import zipfile

import gymnasium
import numpy as np
import pytest

from cinqcents_env.agents import make_agent
from cinqcents_env.agents.checkpoint import CheckpointError
from cinqcents_env.agents.sb3_import import import_sb3
from cinqcents_env.rulebook import rules as rules_of
from cinqcents_env.setup import observation_size

torch = pytest.importorskip("torch")
sb3 = pytest.importorskip("stable_baselines3")
contrib = pytest.importorskip("sb3_contrib")


class Blank(gymnasium.Env):
    """Spaces of a rule set, and no game: enough to build a model."""

    def __init__(self, ruleset):
        rules = rules_of(ruleset)
        size, actions = observation_size(rules), make_agent("random", rules).num_actions
        self.observation_space = gymnasium.spaces.Box(-64, 64, (size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(actions)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(self.observation_space.shape, np.float32), {}

    def step(self, action):
        return np.zeros(self.observation_space.shape, np.float32), 0.0, True, False, {}

    def action_masks(self):
        return np.ones(self.action_space.n, dtype=bool)


def model_zip(folder, model=None, ruleset="classic", **kwargs):
    """(path, model) of a saved model with random weights."""
    torch.manual_seed(0)
    model = (model or contrib.MaskablePPO)(
        "MlpPolicy", Blank(ruleset), policy_kwargs=kwargs or None, device="cpu"
    )
    with torch.no_grad():
        for parameter in model.policy.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    model.save(folder / "model.zip")
    return folder / "model.zip", model


def rewrite(path, **members):
    """Replace members of a zip; None removes one."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents |= {name.replace("__", "."): data for name, data in members.items()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents.items():
            if data is not None:
                archive.writestr(name, data)


@pytest.mark.parametrize(
    ("ruleset", "kwargs"),
    [
        ("classic", {}),
        ("mini", {"net_arch": [32, 16]}),
        ("binage", {"activation_fn": torch.nn.ReLU, "net_arch": {"pi": [24], "vf": [8, 8]}}),
        ("classic", {"net_arch": []}),
    ],
    ids=str,
)
def test_masked_probabilities_and_values_equal_those_of_sb3(tmp_path, met_in_play, ruleset, kwargs):
    path, model = model_zip(tmp_path, ruleset=ruleset, **kwargs)
    checkpoint = import_sb3(path, tmp_path / "out", ruleset, training={"command": "train"})
    agent = make_agent(f"checkpoint:{tmp_path / 'out'}", ruleset)
    views, masks, observations, _ = met_in_play(ruleset)
    with torch.no_grad():
        tensor = torch.tensor(observations)
        expected = model.policy.get_distribution(tensor, action_masks=masks != 0)
        values = model.policy.predict_values(tensor)[:, 0].numpy()
    np.testing.assert_allclose(
        agent.policy_batch(views, masks), expected.distribution.probs.numpy(), atol=1e-6
    )
    np.testing.assert_allclose(agent.values_batch(views), values, atol=1e-5)
    assert checkpoint.training["sb3_version"] == sb3.__version__
    assert checkpoint.training["command"] == "train"


def test_plain_ppo_is_imported_too(tmp_path, met_in_play):
    path, _ = model_zip(tmp_path, model=sb3.PPO, ruleset="mini")
    import_sb3(path, tmp_path / "out", "mini")
    views, masks, _, _ = met_in_play("mini", 5)
    policy = make_agent(f"checkpoint:{tmp_path / 'out'}", "mini").policy_batch(views, masks)
    np.testing.assert_allclose(policy.sum(axis=1), 1)
    assert not policy[masks == 0].any()


def test_the_caller_may_give_the_activation(tmp_path):
    path, _ = model_zip(tmp_path, ruleset="mini")
    checkpoint = import_sb3(path, tmp_path / "out", "mini", activation="relu")
    assert checkpoint.network.spec.activation == "relu"
    with pytest.raises(CheckpointError, match="activation 'gelu' is not known; valid: tanh, relu"):
        import_sb3(path, tmp_path / "out", "mini", activation="gelu")


def test_options_are_recorded(tmp_path):
    path, _ = model_zip(tmp_path)
    checkpoint = import_sb3(path, tmp_path / "out", "classic", target=1000)
    assert checkpoint.rules.target == 1000


def test_other_models_are_refused_by_name(tmp_path):
    path, _ = model_zip(tmp_path, ruleset="mini")
    with pytest.raises(CheckpointError, match="observations of 98 features; classic has"):
        import_sb3(path, tmp_path / "out", "classic")
    elu, _ = model_zip(tmp_path, ruleset="mini", activation_fn=torch.nn.ELU)
    with pytest.raises(CheckpointError, match=r"ELU.* is not offered; valid: tanh, relu"):
        import_sb3(elu, tmp_path / "out", "mini")
    dqn = sb3.DQN("MlpPolicy", Blank("mini"), device="cpu", buffer_size=10)
    dqn.save(tmp_path / "dqn.zip")
    with pytest.raises(
        CheckpointError, match=r"parameter 'q_net.* does not belong to an MlpPolicy"
    ):
        import_sb3(tmp_path / "dqn.zip", tmp_path / "out", "mini")
    assert not (tmp_path / "out").exists()


class Marks:
    """Unpickling it creates a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (str(self.path), "w")


def saved_by_torch(value):
    out = io.BytesIO()
    torch.save(value, out)
    return out.getvalue()


def test_nothing_in_a_zip_is_executed(tmp_path):
    import base64

    marker, (path, _) = tmp_path / "marker", model_zip(tmp_path, ruleset="mini")
    payload = pickle.dumps(Marks(marker))
    field = {":type:": "x", ":serialized:": base64.b64encode(payload).decode()}
    rewrite(
        path,
        data=json.dumps({"policy_kwargs": field, "policy_class": field}).encode(),
        pytorch_variables__pth=payload,
    )
    import_sb3(path, tmp_path / "out", "mini")
    rewrite(path, policy__pth=saved_by_torch({"action_net.weight": Marks(marker)}))
    with pytest.raises(CheckpointError, match="holds more than tensors, or is damaged"):
        import_sb3(path, tmp_path / "evil", "mini")
    rewrite(path, policy__pth=payload)
    with pytest.raises(CheckpointError, match="is not in torch's zip format"):
        import_sb3(path, tmp_path / "evil", "mini")
    assert not marker.exists()
    assert not (tmp_path / "evil").exists()


def tensors(**changes):
    good = {
        "action_net.weight": torch.zeros(19, 4),
        "action_net.bias": torch.zeros(19),
        "value_net.weight": torch.zeros(1, 4),
        "value_net.bias": torch.zeros(1),
    }
    return saved_by_torch({**good, **changes})


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"policy__pth": None}, "it holds no 'policy.pth'"),
        ({"data": None}, "it holds no 'data'"),
        ({"data": b"[[["}, "'data' is not JSON; give the activation"),
        ({"data": b"\xff"}, "'data' is not JSON"),
        ({"data": b" " * (17 << 20)}, "'data' unpacks to .* bytes; at most"),
        ({"policy__pth": saved_by_torch([1, 2])}, "holds no parameters by name"),
        ({"policy__pth": saved_by_torch({"a": 5})}, "entry 'a' is no tensor"),
        ({"policy__pth": saved_by_torch({3: torch.zeros(1)})}, "entry '3' is no tensor"),
        ({"policy__pth": tensors(log_std=torch.zeros(3))}, "parameter 'log_std' does not belong"),
        ({"policy__pth": saved_by_torch({})}, "the policy has no output layer"),
        (
            {"policy__pth": tensors(**{"mlp_extractor.policy_net.0.weight": torch.zeros(4, 4)})},
            "layer 0 of the policy is not a linear layer",
        ),
        ({"policy__pth": tensors(**{"action_net.weight": torch.zeros(19, 4, 2)})}, "not a linear"),
    ],
    ids=lambda x: str(x)[:50],
)
def test_damaged_zips_are_refused_in_one_line(tmp_path, members, words):
    path, _ = model_zip(tmp_path, ruleset="mini")
    rewrite(path, **members)
    with pytest.raises(CheckpointError, match=words) as caught:
        import_sb3(path, tmp_path / "out", "mini")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_zip_bombs_are_not_unpacked(tmp_path):
    path, _ = model_zip(tmp_path, ruleset="mini")
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", b"\0" * (202 << 20))
    rewrite(path, policy__pth=inner.getvalue())
    with pytest.raises(CheckpointError, match=r"unpacks to .* bytes; at most"):
        import_sb3(path, tmp_path / "out", "mini")


def test_what_is_no_zip(tmp_path):
    with pytest.raises(CheckpointError, match="there is no file"):
        import_sb3(tmp_path / "none.zip", tmp_path / "out", "mini")
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(CheckpointError, match="is not a readable zip"):
        import_sb3(tmp_path / "text.zip", tmp_path / "out", "mini")
    path, _ = model_zip(tmp_path, ruleset="mini")
    data = bytearray(path.read_bytes())
    data[200:3000] = bytes(2800)
    path.write_bytes(data)
    with pytest.raises(CheckpointError):
        import_sb3(path, tmp_path / "out", "mini")
