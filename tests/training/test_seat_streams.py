"""Trajectories seat by seat, against examples worked by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parents[2] / "training"))

import torch
from seat_streams import Decisions, advantages

F = np.float32


def of_one_game(
    seats: list[int], rewards: list[list[float]], ended: list[int], values: list[float], last: int
) -> tuple[np.ndarray, np.ndarray]:
    """Advantages of one game with gamma 1/2 and lambda 1/2; the last value is 8."""
    result, closed = advantages(
        np.array(rewards, F)[:, None, :],
        np.array(ended, bool)[:, None],
        np.array(seats)[:, None],
        np.array(values, F)[:, None],
        np.array([last]),
        np.array([8.0], F),
        0.5,
        0.5,
    )
    return result[:, 0], closed[:, 0]


def test_a_seats_next_state_is_its_own_next_decision() -> None:
    # Seat 0 decides at steps 0, 2, 4, seat 1 at 1, 3; then seat 0 is on move, worth 8.
    rewards = [[1, -1], [2, -2], [4, -4], [8, -8], [16, -16]]
    values = [1.0, 2.0, 3.0, 4.0, 5.0]
    gained, closed = of_one_game([0, 1, 0, 1, 0], rewards, [0] * 5, values, last=0)
    fourth = 16 + 0.5 * 8 - 5
    second = (4 + 8) + 0.5 * 5 - 3 + 0.25 * fourth
    zeroth = (1 + 2) + 0.5 * 3 - 1 + 0.25 * second
    first = (-2 - 4) + 0.5 * 4 - 2
    assert gained.tolist() == pytest.approx([zeroth, first, second, 0.0, fourth])
    assert closed.tolist() == [True, True, True, False, True], "seat 1 has not decided again"


def test_the_end_reaches_every_seat_and_parts_the_episodes() -> None:
    # Three seats; seat 1 ends the episode at step 2 and everyone is paid; a new one begins.
    rewards = [[0, 0, 0], [0, 0, 0], [5, 6, 7], [100, 100, 100], [0, 0, 0]]
    seats, values = [0, 2, 1, 2, 0], [1.0, 2.0, 3.0, 4.0, 5.0]
    gained, closed = of_one_game(seats, rewards, [0, 0, 1, 0, 0], values, last=1)
    assert gained[:3].tolist() == pytest.approx([5 - 1, 7 - 2, 6 - 3])
    assert closed.tolist() == [True, True, True, False, False]


def test_what_is_paid_while_others_move_belongs_to_the_decision_before() -> None:
    # Seat 0 moves twice in a turn, then seat 1 three times; seat 0 is paid throughout.
    rewards = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 64]]
    gained, closed = of_one_game([0, 0, 1, 1, 1, 0], rewards, [0, 0, 0, 0, 0, 1], [0.0] * 6, last=0)
    assert closed.all()
    last, long = 32.0, 2.0 + 4 + 8 + 16
    assert gained[5] == last
    assert gained[1] == pytest.approx(long + 0.25 * last)
    assert gained[0] == pytest.approx(1 + 0.25 * (long + 0.25 * last))
    assert gained[4] == 64.0


def test_rows_leave_out_open_decisions_and_those_of_opponents() -> None:
    decisions = Decisions(3, 2, features=4, actions=5, seats=2, unseen=0, device="cpu")
    decisions.seats[:] = [[0, 1], [1, 0], [0, 1]]
    decisions.observations[:] = torch.arange(6).reshape(3, 2, 1).expand(3, 2, 4)
    decisions.learns[0, 1] = False
    rows = decisions.rows(np.array([1, 1]), torch.tensor([1.0, 1.0]), 1.0, 1.0)
    # Game 0: seat 0's last decision (row 4) is open; game 1: seat 0's only one (row 3).
    assert rows["observations"][:, 0].tolist() == [0.0, 2.0, 5.0]
    assert rows["returns"].shape == (3,)
    assert rows["unseen"].shape == (3, 0)
