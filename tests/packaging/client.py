"""A program that uses the package as its users do; the type checker reads it strictly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import cinqcents_env as cc


class First(cc.Agent):
    """Plays the first legal move."""

    deterministic = True

    def _act_batch(
        self, views: NDArray[np.void], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        return np.asarray(masks.argmax(axis=1), dtype=np.int64)


def play(ruleset: str, seed: int) -> list[int]:
    """A game between two of them; the scores."""
    rules: cc.Rules = cc.rules(ruleset, single_deal=True)
    game = cc.Game(rules, seed=seed)
    agent = First(rules, "first")
    rng = np.random.default_rng(seed)
    while not game.is_over:
        view: cc.View = game.view()
        action: int = agent.act(view, game.legal_mask(), rng)
        text: str = game.move_text(action)
        try:
            game.play(text)
        except cc.IllegalMove as error:
            raise SystemExit(str(error)) from error
    return game.scores


if __name__ == "__main__":
    print(*play("mini", 1))
