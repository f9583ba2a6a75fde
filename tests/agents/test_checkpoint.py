"""Checkpoints: written whole, read back equal, refused when anything is wrong."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cinqcents_env.agents.checkpoint as checkpoint_module
from cinqcents_env.agents import AgentError, make_agent
from cinqcents_env.agents.checkpoint import (
    CheckpointAgent,
    CheckpointError,
    load_checkpoint,
    save_checkpoint,
)
from cinqcents_env.agents.networks import NetworkError, NetworkSpec, masked_softmax
from cinqcents_env.game import Game

torch = pytest.importorskip("torch")
NETWORKS = [
    {"type": "mlp", "hidden": [16, 8], "activation": "tanh", "value": "shared"},
    {"type": "mlp", "hidden": [], "activation": "relu", "value": "shared"},
    {"type": "mlp", "hidden": [32], "activation": "relu", "value": "separate", "value_hidden": [4]},
    {"type": "mlp", "hidden": [8, 8, 8], "activation": "tanh", "value": "none"},
]


def torch_stack(network, arrays, names, x):
    """Linear layers of torch, the activation between them, over x."""
    act = torch.tanh if network["activation"] == "tanh" else torch.relu
    for i, name in enumerate(names):
        weight, bias = (torch.tensor(arrays[f"{name}.{part}"]) for part in ("weight", "bias"))
        x = torch.nn.functional.linear(act(x) if i else x, weight, bias)
    return x


@pytest.mark.parametrize("network", NETWORKS, ids=lambda n: f"{n['hidden']} {n['value']}")
def test_probabilities_and_values_equal_torch_to_1e_6(
    network, tmp_path, met_in_play, random_arrays
):
    arrays = random_arrays("classic", network)
    save_checkpoint(tmp_path / "c", arrays, rules="classic", network=network)
    agent = CheckpointAgent("classic", tmp_path / "c")
    views, masks, observations, _ = met_in_play("classic")
    x = torch.tensor(observations)
    policy = [f"policy.{i}" for i in range(len(network["hidden"]) + 1)]
    logits = torch_stack(network, arrays, policy, x)
    logits = torch.where(torch.tensor(masks) != 0, logits, torch.tensor(-1e8))
    expected = torch.softmax(logits, dim=1).numpy()
    np.testing.assert_allclose(agent.policy_batch(views, masks), expected, atol=1e-6)
    if network["value"] == "none":
        return
    value = [f"value.{i}" for i in range(len(network.get("value_hidden", ())) + 1)]
    names = value if network["value"] == "separate" else [*policy[:-1], "value.0"]
    values = torch_stack(network, arrays, names, x)[:, 0].numpy()
    assert agent.values_batch(views).dtype == np.float64
    np.testing.assert_allclose(agent.values_batch(views), values, atol=1e-5)


def test_a_network_without_value_says_so(tmp_path, met_in_play, random_arrays):
    save_checkpoint(
        tmp_path / "c", random_arrays("classic", NETWORKS[3]), rules="classic", network=NETWORKS[3]
    )
    with pytest.raises(NetworkError, match="no value head"):
        CheckpointAgent("classic", tmp_path / "c").values_batch(met_in_play("classic", 3)[0])


def test_round_trip(saved):
    checkpoint = load_checkpoint(saved)
    assert checkpoint.rules.ruleset == "classic"
    assert checkpoint.training["steps"] == 1000
    assert checkpoint.evaluation == {"note": "untested"}
    assert sorted(os.listdir(saved)) == ["README.md", "checkpoint.json", "weights.safetensors"]
    assert os.listdir(saved.parent) == ["first"]
    card = (saved / "README.md").read_text()
    assert "a policy for `classic`" in card
    assert "| steps | 1000 |" in card


def test_it_is_stochastic_unless_told_otherwise(saved):
    game = Game("classic", seed=1)
    view, mask, rng = game.view(), game.legal_mask(), np.random.default_rng(0)
    agent = make_agent(f"checkpoint:{saved}", "classic")
    likeliest = make_agent(f"checkpoint:{saved}?deterministic", "classic")
    assert not agent.deterministic
    assert likeliest.deterministic
    assert len({agent.act(view, mask, rng) for _ in range(200)}) > 1
    assert {likeliest.act(view, mask, rng) for _ in range(20)} == {
        int(agent.policy(view, mask).argmax())
    }
    assert likeliest.policy(view, mask).max() == 1.0


def test_the_same_probabilities_in_a_new_process(saved, tmp_path, met_in_play):
    views, masks, _, _ = met_in_play("classic")
    here = make_agent(f"checkpoint:{saved}", "classic").policy_batch(views, masks)
    np.savez(tmp_path / "in.npz", views=views.view(np.uint8), masks=masks)
    code = (
        "import sys, numpy as np\n"
        "from cinqcents_env.agents import make_agent\n"
        "agent = make_agent(sys.argv[1], 'classic')\n"
        "data = np.load(sys.argv[2])\n"
        "views = data['views'].view(agent._view_dtype)\n"
        "np.save(sys.argv[3], agent.policy_batch(views, data['masks']))\n"
    )
    out = tmp_path / "out.npy"
    subprocess.run(
        [sys.executable, "-c", code, f"checkpoint:{saved}", str(tmp_path / "in.npz"), str(out)],
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(checkpoint_module.__file__).parents[2])},
    )
    np.testing.assert_allclose(np.load(out), here, atol=1e-6)


def test_a_loaded_agent_can_be_sent_to_another_process(saved, met_in_play):
    agent = make_agent(f"checkpoint:{saved}", "classic")
    views, masks, _, _ = met_in_play("classic", 20)
    twin = pickle.loads(pickle.dumps(agent))
    np.testing.assert_array_equal(twin.policy_batch(views, masks), agent.policy_batch(views, masks))


@pytest.mark.parametrize("ruleset", ["mini", "lyonnais", "au4"])
def test_every_family_has_checkpoints(ruleset, tmp_path, met_in_play, random_arrays, mlp):
    arrays = random_arrays(ruleset, mlp)
    save_checkpoint(tmp_path / "c", arrays, rules=ruleset, network=mlp)
    agent = make_agent(f"checkpoint:{tmp_path / 'c'}", ruleset)
    views, masks, _, _ = met_in_play(ruleset, 30)
    actions = agent.act_batch(views, masks, np.random.default_rng(0))
    assert masks[np.arange(30), actions].all()


def test_huge_logits_give_finite_probabilities():
    logits = np.array([[1e30, -1e30, 0.0], [5.0, 5.0, 5.0]], dtype=np.float32)
    masks = np.array([[0, 1, 1], [1, 0, 1]], dtype=np.int8)
    expected = [[0.0, 0.0, 1.0], [0.5, 0.0, 0.5]]
    np.testing.assert_allclose(masked_softmax(logits, masks), expected)
    masks = np.array([[0, 1, 0], [0, 1, 0]], dtype=np.int8)
    np.testing.assert_allclose(masked_softmax(logits, masks), [[0, 1, 0], [0, 1, 0]])


def test_weights_that_overflow_still_give_probabilities(tmp_path, met_in_play, random_arrays, mlp):
    arrays = {k: np.full_like(v, 3e38) for k, v in random_arrays("classic", mlp).items()}
    arrays["policy.2.weight"][::2] *= -1
    save_checkpoint(tmp_path / "c", arrays, rules="classic", network=mlp)
    agent = CheckpointAgent("classic", tmp_path / "c")
    views, masks, _, _ = met_in_play("classic", 20)
    np.testing.assert_allclose(agent.policy_batch(views, masks).sum(axis=1), 1.0)
    agent.act_batch(views, masks, np.random.default_rng(0))


# mismatches, naming both sides


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        ("foster", {}, "was trained on classic; it cannot play foster"),
        ("mini", {}, "was trained on classic; it cannot play mini"),
        ("classic", {"target": 1000}, "trained on classic; it cannot play classic target=1000"),
        ("classic", {"reuse": "none"}, "it cannot play classic reuse='none'"),
    ],
)
def test_other_rules_are_refused_before_any_step(saved, rules, options, words):
    ruled = Game(rules, seed=0, **options).rules
    with pytest.raises(CheckpointError, match=words):
        make_agent(f"checkpoint:{saved}", ruled)


def test_rules_that_play_alike_are_accepted(saved):
    game = Game("classic", seed=0, episode="deal", first_dealer=0, max_deals=5)
    agent = make_agent(f"checkpoint:{saved}", game.rules)
    action = agent.act(game.view(), game.legal_mask(), np.random.default_rng(0))
    assert action in game.legal_actions()


# writing


def test_a_checkpoint_is_replaced_only_by_a_complete_one(saved, monkeypatch, mlp, random_arrays):
    before = (saved / "weights.safetensors").read_bytes()
    arrays = random_arrays("classic", mlp, seed=9)
    short = {k: v for k, v in arrays.items() if k != "policy.0.bias"}
    with pytest.raises(CheckpointError, match=r"tensor 'policy.0.bias' is missing"):
        save_checkpoint(saved, short, rules="classic", network=mlp)
    with pytest.raises(CheckpointError, match="not JSON values"):
        save_checkpoint(saved, arrays, rules="classic", network=mlp, training={"f": open})
    with pytest.raises(CheckpointError, match="not JSON values"):
        save_checkpoint(saved, arrays, rules="classic", network=mlp, evaluation={"x": np.nan})

    def full_disk(handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(CheckpointError, match="cannot be written: No space left"):
            save_checkpoint(saved, arrays, rules="classic", network=mlp)
    assert (saved / "weights.safetensors").read_bytes() == before
    assert os.listdir(saved.parent) == ["first"]
    load_checkpoint(saved)
    save_checkpoint(saved, arrays, rules="classic", network=mlp)
    assert (saved / "weights.safetensors").read_bytes() != before
    assert os.listdir(saved.parent) == ["first"]
    load_checkpoint(saved)


def test_a_failed_swap_puts_the_old_one_back(saved, monkeypatch, mlp, random_arrays):
    before, rename = (saved / "weights.safetensors").read_bytes(), Path.rename

    def fails(self, target):
        if self.name.endswith(".part"):
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(CheckpointError, match="cannot be written"):
        save_checkpoint(saved, random_arrays("classic", mlp, 9), rules="classic", network=mlp)
    assert (saved / "weights.safetensors").read_bytes() == before
    assert os.listdir(saved.parent) == ["first"]


def test_other_folders_are_never_replaced(tmp_path, mlp, random_arrays):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(CheckpointError, match="holds something other than a checkpoint"):
        save_checkpoint(tmp_path, random_arrays("classic", mlp), rules="classic", network=mlp)
    assert os.listdir(tmp_path) == ["thesis.txt"]


@pytest.mark.parametrize("network", NETWORKS, ids=lambda n: f"{n['hidden']} {n['value']}")
def test_network_descriptions_round_trip(network):
    assert NetworkSpec.from_json(network).to_json() == network


def test_a_replaced_checkpoint_is_read_anew(saved, mlp, random_arrays):
    first = load_checkpoint(saved)
    assert load_checkpoint(saved) is first
    save_checkpoint(saved, random_arrays("classic", mlp, 5), rules="classic", network=mlp)
    assert load_checkpoint(saved) is not first


def test_without_safetensors_the_error_names_the_extra(saved, monkeypatch, mlp, random_arrays):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    monkeypatch.setitem(sys.modules, "safetensors.numpy", None)
    checkpoint_module._load.cache_clear()
    with pytest.raises(CheckpointError, match=r"pip install 'cinqcents_env\[checkpoints\]'"):
        make_agent(f"checkpoint:{saved}", "classic")
    with pytest.raises(CheckpointError, match=r"cinqcents_env\[checkpoints\]"):
        save_checkpoint(saved, random_arrays("classic", mlp), rules="classic", network=mlp)


# names


def test_shipped_names(tmp_path, monkeypatch, mlp, random_arrays):
    arrays = random_arrays("classic", mlp)
    save_checkpoint(tmp_path / "classic-v0" / "best", arrays, rules="classic", network=mlp)
    monkeypatch.setattr(checkpoint_module, "SHIPPED", (tmp_path / "none", tmp_path))
    assert make_agent("classic/best", "classic").spec == "classic/best"
    assert make_agent("checkpoint:classic/best?deterministic", "classic").deterministic
    assert make_agent("classic/best?deterministic", "classic").deterministic
    with pytest.raises(AgentError, match=r"no checkpoint 'classic/worst'; .*: classic/best"):
        make_agent("classic/worst", "classic")
    for flags, said in (
        ("loud", "unknown flag 'loud'; the flags are [?]deterministic and [?]exact"),
        ("exct", "did you mean 'exact'"),
        ("", "unknown flag ''"),
        ("exact&exact", "flag exact is given twice"),
    ):
        with pytest.raises(AgentError, match=said):
            make_agent(f"classic/best?{flags}", "classic")
    for wicked in ("classic/../../etc", "../classic/best", "classic/.."):
        with pytest.raises(AgentError):
            make_agent(wicked, "classic")
