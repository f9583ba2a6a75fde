"""Gymnasium: many learners at once over the native batch."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cinqcents_env._words import shown
from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.envs.learners import Learners
from cinqcents_env.envs.opponents import Opponents
from cinqcents_env.envs.spaces import action_space, checked_actions, observation_box
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Scores, Setup, checked_number

Array = np.ndarray[Any, Any]


class LearnerVectorEnv(VectorEnv[Array, Array, Array]):
    """Many copies of one rule set's learner environment, stepped by compiled code.

    Episodes restart within the step that ends them (``AutoresetMode.SAME_STEP``):
    the observation is then the new episode's, and ``infos["final_obs"]`` and
    ``infos["final_info"]`` hold the ended one's, as Gymnasium's own vector
    environments do; ``infos["final_info"]["result"]`` is an array (envs,) of one dict
    each. ``infos["action_mask"]`` is int8 (envs, actions).

    Args:
        ruleset: a rule set's name or its rules.
        num_envs: number of environments.
        opponents, seat, episode, reward, start_scores, illegal, skip_forced, options:
            see :class:`cinqcents_env.envs.single.LearnerEnv`.
        render_mode: None; many games are not drawn.

    Raises:
        ValueError: ``render_mode`` is not None, or another argument is not valid.
    """

    def __init__(
        self,
        ruleset: str | Rules,
        num_envs: int = 1,
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
        if render_mode is not None:
            raise ValueError(
                f"render_mode={shown(render_mode)}: many games are not drawn; use num_envs=1 "
                "with gymnasium.make"
            )
        self.render_mode = None
        self.num_envs = checked_number("num_envs", num_envs)
        self.setup = Setup(
            ruleset, episode=episode, reward=reward, start_scores=start_scores, **options
        )
        self.learners = Learners(self.setup, num_envs, opponents, seat, illegal, skip_forced)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_box(self.setup)
        self.single_action_space = action_space(self.setup)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    def set_opponents(self, opponents: Opponents) -> None:
        """Play against these from each environment's next episode on."""
        self.learners.set_opponents(opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin an episode in every environment."""
        super().reset(seed=seed)
        deals = int(self.np_random.integers(SEED_LIMIT))
        self.learners.reset(deals, self.np_random)
        return self.learners.observations.copy(), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One decision of every learner."""
        learners = self.learners
        learners.step(checked_actions(actions, self.num_envs))
        rewards = learners.rewards.astype(np.float64)
        terminated, truncated = learners.terminated.copy(), learners.truncated.copy()
        ended = terminated | truncated
        learners.observe()
        final = self._final(ended) if ended.any() else {}
        if ended.any():
            learners.restart(ended)
            learners.observe(ended)
        return (
            learners.observations.copy(),
            rewards,
            terminated,
            truncated,
            {**self._infos(), **final},
        )

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.learners.masks.copy(),
            "_action_mask": np.ones(self.num_envs, dtype=np.bool_),
        }

    def _final(self, ended: Array) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        results = np.full(self.num_envs, None, dtype=object)
        for env in np.flatnonzero(ended):
            observations[env] = self.learners.observations[env].copy()
            results[env] = self.learners.result(int(env))
        masks = np.zeros_like(self.learners.masks)
        return {
            "final_obs": observations,
            "_final_obs": ended.copy(),
            "final_info": {
                "result": results,
                "_result": ended.copy(),
                "action_mask": masks,
                "_action_mask": ended.copy(),
            },
            "_final_info": ended.copy(),
        }

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is legal for each learner: bool, shape (envs, actions)."""
        return self.learners.masks.astype(np.bool_)
