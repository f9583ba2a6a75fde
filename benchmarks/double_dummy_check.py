"""Double dummy against a solver for bridge, where the two games agree.

    python benchmarks/double_dummy_check.py --number 200

Four players, partners opposite, no joker in the hands, and no jacks where there are
trumps (they would be bowers): then the play is that of bridge, and every lead must be
worth as many tricks as endplay's solver says (``pip install endplay``).
"""

from __future__ import annotations

import argparse
import random

import numpy as np
from endplay.dds import solve_board
from endplay.types import Card, Deal, Denom, Player

import cinqcents_env as cc
from cinqcents_env.cli.progress import progress
from cinqcents_env.setup import Setup
from cinqcents_env.solvers import double_dummy

DENOMS = {"S": Denom.spades, "C": Denom.clubs, "D": Denom.diamonds, "H": Denom.hearts}
SUIT_ORDER = "SHDC"


def draw_hands(denomination: str, rng: random.Random) -> list[list[str]]:
    """Four hands of the au4 pack without the cards that bridge does not know."""
    cards = [card for card in cc.rules("au4").cards.cards if not card.startswith("J")]
    if denomination == "NT":
        cards += [f"J{suit}" for suit in SUIT_ORDER]
    size = rng.randint(4, len(cards) // 4)
    drawn = rng.sample(cards, 4 * size)
    return [drawn[seat * size : (seat + 1) * size] for seat in range(4)]


def by_endplay(hands: list[list[str]], denomination: str) -> dict[str, int]:
    """Tricks of the leader's side for every lead of the first hand."""
    words = [
        ".".join("".join(card[:-1] for card in hand if card[-1] == suit) for suit in SUIT_ORDER)
        for hand in hands
    ]
    trump = DENOMS.get(denomination, Denom.nt)
    deal = Deal("N:" + " ".join(words), first=Player.north, trump=trump)
    return {text_of(card): tricks for card, tricks in solve_board(deal)}


def text_of(card: Card) -> str:
    """A card as this package writes it."""
    return card.rank.name[-1].upper() + card.suit.name[0].upper()


def by_us(setup: Setup, hands: list[list[str]], denomination: str) -> dict[str, int]:
    """The same by this package."""
    states = setup.new_states(1)
    setup.loops.reset_games(setup.packed, states, np.zeros(1, dtype=np.int64))
    for seat, hand in enumerate(hands):
        states["hand"][0, seat] = setup.rules.cards.to_set(hand)
    contract = "SCDH".find(denomination) if denomination != "NT" else 4
    double_dummy.open_deal(setup.packed, states, 0, contract, 0)
    return double_dummy.move_values(setup, states)


def main(argv: list[str] | None = None) -> int:
    """Compare; exit status 1 where the two differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=200, help="deals")
    args = parser.parse_args(argv)
    rng, setup = random.Random(7), Setup("au4", episode="deal")
    agreed = leads = 0
    with progress("comparing", args.number) as advance:
        for index in range(args.number):
            denomination = ("S", "C", "D", "H", "NT")[index % 5]
            hands = draw_hands(denomination, rng)
            theirs, ours = by_endplay(hands, denomination), by_us(setup, hands, denomination)
            agreed += ours == theirs
            leads += len(ours)
            if ours != theirs:
                print(f"{denomination} {hands}: {ours}, endplay: {theirs}")
            advance(1)
    print(f"{agreed} of {args.number} deals agree in every lead ({leads} leads)")
    return int(agreed < args.number)


if __name__ == "__main__":
    np.seterr(all="raise")
    raise SystemExit(main())
