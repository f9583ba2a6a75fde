"""Last phases for the tests of the solver: dealt at random, and met in play."""

from __future__ import annotations

import numpy as np

from cinqcents_env.agents import make_agent
from cinqcents_env.batch import Batch
from cinqcents_env.setup import Setup


def card_set(cards):
    """Card set of card indices."""
    return sum(1 << int(card) for card in cards)


def dealt(setup: Setup, number: int, sizes: tuple[int, int], seed: int, near=None, courts=False):
    """States of last phases with random hands, piles, melds and scores.

    Args:
        setup: rules.
        number: of states.
        sizes: least and most cards in a hand.
        seed: of the random choice.
        near: (least, most) points missing to the target, for each seat; None: 0 points marked.
        courts: prefer kings and queens, so that there are melds.
    """
    rng = np.random.default_rng(seed)
    states = setup.new_states(number)
    for g in range(number):
        _deal(setup, rng, states, g, int(rng.integers(sizes[0], sizes[1] + 1)), courts)
        if near:
            states["marked"][g] = setup.rules.target - rng.integers(*near, size=2)
        states["earned"][g] = rng.integers(0, 300, size=2)
    return states


def _deal(setup, rng, states, g, size, courts):
    rules, pack = setup.rules, setup.rules.cards.cards
    rank = {"K": 4.0, "Q": 4.0} if courts else {}
    weight = np.array([rank.get(card[0], 1.0) for card in pack])
    order = rng.choice(len(pack), len(pack), replace=False, p=weight / weight.sum())
    lead = int(rng.integers(2))
    hands, rest = [order[:size], order[size : 2 * size]], order[2 * size :]
    if rng.integers(3) == 0:
        states["trick"][g] = (hands[lead][0], -1)
        hands[lead] = hands[lead][1:]
        states["to_move"][g] = 1 - lead
    else:
        states["trick"][g] = -1
        states["to_move"][g] = lead
    cut = 2 * int(rng.integers(len(rest) // 2 + 1))
    worth = setup.packed["card_points"][0]
    for seat, pile in enumerate((rest[:cut], rest[cut:])):
        states["hand"][g, seat] = card_set(hands[seat])
        states["captured"][g, seat] = card_set(pile)
        states["points"][g, seat] = worth[pile].sum()
        for meld in rng.choice(int(setup.packed["num_melds"][0]), 2):
            if rng.integers(4) == 0:
                states["melds"][g, seat] |= 1 << int(meld)
                states["used"][g, seat] |= setup.packed["meld_cards"][0, meld]
    states["leader"][g], states["dealer"][g] = lead, rng.integers(2)
    states["trump"][g] = rng.integers(4 if rules.pack == "32" else 2)
    states["target"][g] = rules.target
    states["turnup"][g] = states["step_exchanged"][g] = states["winner"][g] = -1
    states["stock"][g] = -1


def met(setup: Setup, number: int, seed: int, spec: str = "greedy"):
    """The first position of the last phase in some games played by an agent."""
    batch = Batch(setup.rules, number, seed)
    agent, rng = make_agent(spec, setup.rules), np.random.default_rng(seed)
    states, missing = setup.new_states(number), np.ones(number, dtype=np.bool_)
    while missing.any():
        now = missing & (batch.states["stock_size"] == 0) & (batch.states["turnup"] < 0)
        now &= batch.states["phase"] == 0
        states[now] = batch.states[now]
        missing &= ~now
        batch.step(agent.act_batch(batch.views, batch.masks, rng))
    return states


def of_one_deal(setup: Setup, deal_number: int = 0):
    """Packed rules under which the deal of this number is the last."""
    packed = setup.packed.copy()
    packed["max_deals"] = deal_number + 1
    return packed
