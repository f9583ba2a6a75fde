"""Networks that treat the suits alike: layers whose weights are tied across suits.

Every input, hidden unit and action has a label: what it is about, and the suit that it is
about, if any. Two weights between units of the same kinds are one parameter where their
suits stand in the same relation: the same suit, the other suit of that colour (the bowers
of Five Hundred need this), or a suit of the other colour. What is learnt about spades is
thereby known of hearts; which suit is trump or was led is told by the observation. Biases
are free, so that bids may still tell the suits apart. Such a network computes what a plain
one of the same size does with the weights written out, and is exported as that.
"""

from __future__ import annotations

import re

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinqcents_env.cards import SUITS
from cinqcents_env.notation import move_texts
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import observation_layout

Label = tuple[str, int]
"""What a unit is about, and the suit: its place in ``SUITS``, -1 for none."""

PER_SUIT = 3 / 16
"""Share of a hidden layer's units that each of four suits has; a quarter has no suit."""

OF_SUITS = ("trump", "led_suit", "suits_led", "joker_suit", "voids")
"""Blocks of the observation with one feature for each suit, or for each suit and seat."""


def action_labels(rules: Rules) -> list[Label]:
    """Labels of the actions: ``discard 7`` of spades, and so on."""
    return [_split(text) for text in move_texts(rules)]


def _split(text: str) -> Label:
    """A text that may end in a suit."""
    found = re.fullmatch(f"(.*)([{SUITS}])", text)
    return (found[1], SUITS.index(found[2])) if found else (text, -1)


def feature_labels(rules: Rules, unseen: int = 0) -> list[Label]:
    """Labels of the observation's features, and of a critic's ``unseen`` ones after them."""
    labels: list[Label] = []
    blocks = [(name, part.stop - part.start) for name, part, _ in observation_layout(rules)]
    for name, length in [*blocks, ("unseen", unseen)]:
        labels += [(f"{name}: {what}", suit) for what, suit in _block(rules, name, length)]
    return labels


def _block(rules: Rules, name: str, length: int) -> list[Label]:
    """Labels within a block, copies of a pattern for the seats included."""
    cards = list(rules.cards.cards)
    suits = [suit for suit in SUITS if any(card.endswith(suit) for card in cards)]
    texts = move_texts(rules)
    bids = [text for text in texts if text.startswith("bid ")]
    if name in OF_SUITS:
        pattern = suits
    elif name.startswith("melds"):
        first = texts.index(f"marriage {suits[0]}")
        pattern = texts[first : first + length]
    elif name in ("bids", "contract"):
        pattern = bids if name == "bids" else [*bids, "all passed"]
    elif length and length % len(cards) == 0:
        pattern = cards
    else:
        pattern = ["" for _ in range(max(length, 1))]
    copies = [(f"{i // len(pattern)} {pattern[i % len(pattern)]}", i) for i in range(length)]
    plain = not pattern[0]
    return [(f"{i}", -1) if plain else _split(text) for text, i in copies]


def hidden_labels(rules: Rules, units: int) -> list[Label]:
    """Labels of a hidden layer: as many units for each suit, the rest for none."""
    suits = sorted({suit for _, suit in action_labels(rules)} - {-1})
    each = int(units * PER_SUIT * 4 / len(suits))
    labels = [(f"unit {i}", suit) for suit in suits for i in range(each)]
    return labels + [(f"free unit {i}", -1) for i in range(units - len(labels))]


def tied(inputs: list[Label], outputs: list[Label]) -> NDArray[np.int64]:
    """Number of the parameter between each output and input, int64 (outputs, inputs)."""
    numbers: dict[tuple[str, str, int], int] = {}
    result = np.empty((len(outputs), len(inputs)), dtype=np.int64)
    for o, (out, there) in enumerate(outputs):
        for i, (kind, here) in enumerate(inputs):
            key = out, kind, _relation(here, there)
            result[o, i] = numbers.setdefault(key, len(numbers))
    return result


def _relation(one: int, two: int) -> int:
    """0 where a side has no suit; 1 the same suit, 2 the same colour, 3 neither."""
    if one < 0 or two < 0:
        return 0
    colours = "BBRR"
    return 1 if one == two else 2 if colours[one] == colours[two] else 3


class TiedLinear(nn.Module):
    """A linear layer whose weights are tied across suits.

    Args:
        inputs, outputs: labels of its units.
        gain: of the initial weights.
    """

    def __init__(self, inputs: list[Label], outputs: list[Label], gain: float) -> None:
        super().__init__()
        index = torch.from_numpy(tied(inputs, outputs))
        self.in_features, self.out_features = len(inputs), len(outputs)
        scale = gain / len(inputs) ** 0.5
        self.tied = nn.Parameter(scale * torch.randn(int(index.max()) + 1))
        self.bias = nn.Parameter(torch.zeros(len(outputs)))
        self.register_buffer("index", index.flatten(), persistent=False)

    @property
    def weight(self) -> Tensor:
        """The weights written out, (outputs, inputs)."""
        weights = self.tied.index_select(0, self.index)
        return weights.view(self.out_features, self.in_features)

    def forward(self, x: Tensor) -> Tensor:
        """Outputs (n, out) of inputs (n, in)."""
        return nn.functional.linear(x, self.weight, self.bias)
