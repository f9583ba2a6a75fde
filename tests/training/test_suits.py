"""Networks that treat the suits alike: labels, symmetry, export."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import numpy as np
import pytest

import cinqcents_env as cc

pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parents[2] / "training"))

import torch
from actor_critic import ActorCritic, frozen, network_arrays
from suits import action_labels, feature_labels, hidden_labels, tied

from cinqcents_env.agents.networks import Network, NetworkSpec
from cinqcents_env.setup import Setup


def made(ruleset: str, unseen: int = 0) -> ActorCritic:
    """A network of the rule set with random weights and no biases."""
    setup = Setup(ruleset)
    spec = NetworkSpec((32, 32), "relu", "separate", (32,)) if unseen else NetworkSpec((32, 32))
    shape = setup.num_features, setup.num_actions
    return ActorCritic(spec, *shape, unseen, cc.rules(ruleset))


def moved(labels: list[tuple[str, int]], order: tuple[int, ...]) -> list[int]:
    """Where each unit's value comes from when suit s is called order[s]."""
    at = {label: i for i, label in enumerate(labels)}
    return [at[kind, suit if suit < 0 else order[suit]] for kind, suit in labels]


@pytest.mark.parametrize("ruleset", cc.rulesets())
def test_every_unit_has_a_label_of_its_own(ruleset: str) -> None:
    rules, setup = cc.rules(ruleset), Setup(ruleset)
    unseen = len(rules.cards) * rules.players
    features, actions = feature_labels(rules, unseen), action_labels(rules)
    assert len(features) == setup.num_features + unseen
    assert len(actions) == setup.num_actions
    hidden = hidden_labels(rules, 64)
    assert len(hidden) == 64
    for labels in (features, actions, hidden):
        assert len(set(labels)) == len(labels)
        assert {suit for _, suit in labels} >= {-1, 0, 3}


def test_labels_say_what_a_unit_is_about() -> None:
    features = dict.fromkeys(feature_labels(cc.rules("us3")))
    for label in (
        ("hand: 0 A", 3),
        ("hand: 0 JK", -1),
        ("bids: 2 bid 7", 1),
        ("bids: 0 bid 7NT", -1),
        ("contract: 0 all passed", -1),
        ("voids: 2 ", 0),
        ("phase: 6", -1),
    ):
        assert label in features, label
    classic = dict.fromkeys(feature_labels(cc.rules("classic")))
    for label in (("melds_own: 0 quint ", 2), ("melds_own: 0 four T", -1), ("trump: 0 ", 1)):
        assert label in classic, label


@pytest.mark.parametrize("ruleset", ["classic", "us2", "us3", "mini"])
def test_other_names_for_the_suits_only_rename_the_answer(ruleset: str) -> None:
    network, rules = made(ruleset), cc.rules(ruleset)
    features, actions = feature_labels(rules), action_labels(rules)
    x = torch.rand(8, len(features))
    logits, values = network(x)
    kept = 0
    for order in itertools.permutations(range(4)):
        colours_stay = (order[0] < 2) == (order[1] < 2)
        if ruleset == "mini" and order not in ((0, 1, 2, 3), (3, 2, 1, 0)):
            continue
        again, values_again = network(x[:, moved(features, order)])
        alike = torch.allclose(again, logits[:, moved(actions, order)], atol=1e-5)
        assert alike == colours_stay, order
        if colours_stay:
            torch.testing.assert_close(values_again, values)
            kept += 1
    assert kept == (2 if ruleset == "mini" else 8)


def test_weights_are_tied_by_how_suits_stand_to_each_other() -> None:
    labels = [("x", 0), ("x", 1), ("x", 2), ("x", 3), ("y", -1)]
    assert tied(labels, labels[:3]).tolist() == [
        [0, 1, 2, 2, 3],
        [1, 0, 2, 2, 3],
        [2, 2, 0, 1, 3],
    ]


def test_the_export_is_a_plain_network_that_answers_the_same() -> None:
    network = made("us3")
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    x = torch.rand(16, Setup("us3").num_features)
    logits, values = network(x)
    plain = Network(network.spec, network_arrays(network))
    np.testing.assert_allclose(plain.logits(x.numpy()), logits.detach().numpy(), atol=1e-5)
    np.testing.assert_allclose(plain.values(x.numpy()), values.detach().numpy(), atol=1e-5)


def test_a_frozen_copy_answers_the_same_and_stays() -> None:
    network = made("classic")
    x = torch.rand(5, 276)
    twin, (logits, values) = frozen(network), network(x)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
    for again, first in zip(twin(x), (logits, values), strict=True):
        torch.testing.assert_close(again, first.detach())
    assert not any(parameter.requires_grad for parameter in twin.parameters())


def test_a_critic_that_sees_all_has_labels_for_it() -> None:
    rules = cc.rules("classic")
    network = made("classic", unseen=len(rules.cards) * 2)
    assert network(torch.rand(3, 276), torch.rand(3, 64))[1].shape == (3,)


def test_networks_are_compared_at_equal_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    import compare_networks

    words = "--ruleset mini --num-envs 8 --n-steps 16 --batch-size 64 --hidden 16 --match-games 4"
    words += " --teacher-steps 200"
    assert compare_networks.main([*words.split(), "--total-steps", "400"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[0] for line in lines] == ["network", *["mlp"] * 3, *["suits"] * 3]
    assert [int(line[1]) >= 400 for line in lines[1:]] == [False, False, True] * 2
    assert compare_networks.main([*words.split(), "--total-steps", "0"]) == 2
    assert "compared at equal decisions" in capsys.readouterr().err
