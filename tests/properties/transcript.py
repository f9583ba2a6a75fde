"""Whole games as one hash each: ``python -m tests.properties.transcript`` prints them.

The same games must give the same hashes in every process, whatever the hash seed, and with
``NUMBA_DISABLE_JIT=1``, which runs the compiled functions as plain Python.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator

import cinqcents_env as cc

OPTIONS = {"cinqcents": {"max_deals": 2}, "five_hundred": {"max_deals": 2}}


def chosen(moves: list[str], rng: random.Random) -> str:
    """A random move; bids are followed by passes often enough."""
    if "pass" in moves and rng.random() < 0.6:
        return "pass"
    return moves[int(rng.random() * len(moves))]


def moments(ruleset: str, seed: int) -> Iterator[bytes]:
    """State, masks, views, observations, pay-offs and position of every moment of a game."""
    game = cc.Game(ruleset, seed=seed, **OPTIONS[cc.rules(ruleset).family])
    rng = random.Random(seed)
    while True:
        yield game._states.tobytes() + game.legal_mask().tobytes()
        yield repr((game.returns, game.scores, game.result)).encode()
        yield json.dumps(game.position()).encode()
        for seat in range(game.num_players):
            yield bytes(game.view(seat)) + game.observation(seat).tobytes()
        if game.is_over:
            return
        game.play(chosen(game.legal_moves(), rng))


def digest(ruleset: str, seed: int) -> str:
    """Hash of a whole game."""
    total = hashlib.blake2b(digest_size=16)
    for moment in moments(ruleset, seed):
        total.update(moment)
    return total.hexdigest()


def digests() -> dict[str, str]:
    """Hash of one game of each rule set."""
    return {ruleset: digest(ruleset, 11) for ruleset in cc.rulesets()}


if __name__ == "__main__":
    json.dump(digests(), sys.stdout)
