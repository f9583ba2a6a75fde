"""Gymnasium: one learner, the other seats played inside."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.engine.view import View
from cinqcents_env.envs.learners import Learners
from cinqcents_env.envs.opponents import Opponents
from cinqcents_env.envs.spaces import (
    RENDER_MODES,
    action_space,
    checked_render_mode,
    drawn,
    observation_box,
)
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Scores, Setup, checked_action

Observation = np.ndarray[Any, np.dtype[np.float32]]


class LearnerEnv(gymnasium.Env[Observation, int]):
    """One rule set as a Gymnasium environment with the opponents inside.

    Each step is one decision of the learner; the others then play until its next
    one. The reward is everything its seat has earned since its previous decision,
    the end included when another seat moved last. ``info["action_mask"]`` (int8)
    and :meth:`action_masks` (bool) say what is legal; at the end
    ``info["result"]`` tells winners, reason and scores.

    Args:
        ruleset: a rule set's name or its rules.
        opponents: a spec, an agent or a callable ``(view, mask, rng) -> action``, or
            a list of them: with two players a pool from which one is drawn at each
            reset, with more players one entry (or pool) for each other seat.
        seat: the learner's seat, or ``"random"`` for each episode.
        render_mode: None, ``"ansi"``, ``"human"`` or ``"rgb_array"``.
        episode, reward, start_scores: see :class:`cinqcents_env.setup.Setup`.
        illegal: ``"forfeit"`` (the learner's side loses) or ``"raise"``.
        skip_forced: the learner is not asked where it has a single legal action.
        options: rule options to change.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        ruleset: str | Rules,
        opponents: Opponents = "random",
        seat: int | str = 0,
        render_mode: str | None = None,
        *,
        episode: str = "game",
        reward: str | None = None,
        start_scores: Scores = None,
        illegal: str = "forfeit",
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.setup = Setup(
            ruleset, episode=episode, reward=reward, start_scores=start_scores, **options
        )
        self._learners = Learners(self.setup, 1, opponents, seat, illegal, skip_forced)
        self.observation_space = observation_box(self.setup)  # type: ignore[assignment]
        self.action_space = action_space(self.setup)  # type: ignore[assignment]
        self._over = True

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return int(self._learners.seats[0])

    def set_opponents(self, opponents: Opponents) -> None:
        """Play against these from the next reset on."""
        self._learners.set_opponents(opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode and play to the learner's first decision."""
        super().reset(seed=seed)
        deals = int(self.np_random.integers(SEED_LIMIT))
        self._learners.reset(deals, self.np_random)
        self._over = False
        return self._learners.observations[0].copy(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision.

        Raises:
            IllegalMove: with ``illegal="raise"``; nothing has changed.
            RuntimeError: the episode has ended, or an opponent's turn was broken off;
                call reset.
            TypeError: not an integer.
        """
        if self._over:
            raise RuntimeError("the episode has ended; call reset() before step()")
        learners = self._learners
        index = min(max(checked_action(action), -1), self.setup.num_actions)
        learners.step(np.array([index], dtype=np.int64))
        learners.observe()
        terminated, truncated = bool(learners.terminated[0]), bool(learners.truncated[0])
        self._over = terminated or truncated
        return (
            learners.observations[0].copy(),
            float(learners.rewards[0]),
            terminated,
            truncated,
            self._info(),
        )

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._learners.masks[0].copy()}
        if self._over and self._learners.states["phase"][0] == self.setup.engine.OVER:
            info["result"] = self._learners.result(0)
        return info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is legal for the learner: bool, shape (actions,)."""
        masks: np.ndarray[Any, np.dtype[np.bool_]] = self._learners.masks[0].astype(np.bool_)
        return masks

    def view(self) -> View:
        """What the learner may know."""
        views = self.setup.new_views(1)
        self.setup.loops.write_view(self._learners.states, 0, self.seat, views, 0)
        return View(self.setup.rules, views)

    def render(self) -> Any:
        """The table as the learner sees it: text, pixels or printed, by the render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode given at construction")
            return None
        return drawn(self.render_mode, self.view())
