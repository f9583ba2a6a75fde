"""A move is answered in less than 100 ms besides what its agents take."""

from __future__ import annotations

import time

import numpy as np
import pytest

from tests.web.client import chooser

LIMIT = 0.1
"""Seconds."""


@pytest.mark.parametrize("ruleset", ["classic", "au6"])
def test_a_move_is_answered_in_time(client, ruleset):
    """Agents that move at random take next to nothing; server and client share this process."""
    choose, processor, wall = chooser(3), [], []
    for seed in range(12):
        path = client.begin(ruleset, agent="random", seed=str(seed))
        answer = client.get(path)
        for at in range(60):
            if not answer.moves:
                break
            move = choose(answer.moves, at)
            busy, clock = time.process_time(), time.perf_counter()
            answer = client.move(path, answer, move)
            processor.append(time.process_time() - busy)
            wall.append(time.perf_counter() - clock)
            assert answer.status == 200
        if len(processor) > 100:
            break
    assert len(processor) > 100
    assert np.median(processor) < LIMIT
    assert np.quantile(processor, 0.9) < LIMIT
    assert np.min(wall) < LIMIT
