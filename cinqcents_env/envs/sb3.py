"""Stable-Baselines3: a VecEnv over the native batch, with action masks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from cinqcents_env._extras import brought_by
from cinqcents_env.engine.chance import SEED_LIMIT
from cinqcents_env.envs.learners import Learners
from cinqcents_env.envs.opponents import Opponents
from cinqcents_env.envs.spaces import action_space, checked_actions, observation_box
from cinqcents_env.rulebook import Rules
from cinqcents_env.setup import Scores, Setup, checked_seed

with brought_by("train"):
    from stable_baselines3.common.vec_env import VecEnv

Array = np.ndarray[Any, Any]


class LearnerVecEnv(VecEnv):
    """Many learners of one rule set as a Stable-Baselines3 VecEnv.

    ``env_method("action_masks")`` gives the masks that MaskablePPO asks for.
    Episodes restart within the step that ends them; the ended one's last
    observation is ``infos[i]["terminal_observation"]``, its length and return
    ``infos[i]["episode"]``, its result ``infos[i]["result"]``. Only the seed given
    at construction or to :meth:`seed` is used, for all environments together.
    """

    def __init__(self, learners: Learners, seed: int | None = None) -> None:
        self.learners = learners
        self.setup = learners.setup
        self._rng = np.random.default_rng(checked_seed(seed))
        self._returns = np.zeros(learners.num_games)
        self._lengths = np.zeros(learners.num_games, dtype=np.int64)
        self._started = time.time()
        self._actions = np.zeros(learners.num_games, dtype=np.int64)
        super().__init__(learners.num_games, observation_box(self.setup), action_space(self.setup))

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    def set_opponents(self, opponents: Opponents) -> None:
        """Draw opponents from these from each environment's next episode on."""
        self.learners.set_opponents(opponents)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the deals, seats, opponents and their choices from the next reset on."""
        seeds = super().seed(seed)
        self._rng = np.random.default_rng(seeds[0])
        return seeds

    def reset(self) -> Array:
        """Begin an episode in every environment; float32 (envs, features)."""
        self.learners.reset(int(self._rng.integers(SEED_LIMIT)), self._rng)
        self._returns[:] = 0.0
        self._lengths[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return self.learners.observations.copy()

    def step_async(self, actions: Array) -> None:
        """Take the learners' actions, integers of shape (envs,)."""
        self._actions = checked_actions(actions, self.num_envs)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Make the decisions; observations, rewards, dones and infos."""
        learners = self.learners
        learners.step(self._actions)
        rewards = learners.rewards.copy()
        dones = learners.terminated | learners.truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        learners.observe()
        if dones.any():
            for env in np.flatnonzero(dones):
                infos[env] = self._final_info(int(env))
            self._returns[dones] = 0.0
            self._lengths[dones] = 0
            learners.restart(dones)
            learners.observe(dones)
        return learners.observations.copy(), rewards, dones, infos

    def _final_info(self, env: int) -> dict[str, Any]:
        return {
            "terminal_observation": self.learners.observations[env].copy(),
            "TimeLimit.truncated": bool(self.learners.truncated[env]),
            "result": self.learners.result(env),
            "episode": {
                "r": round(float(self._returns[env]), 6),
                "l": int(self._lengths[env]),
                "t": round(time.time() - self._started, 6),
            },
        }

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is legal for each learner: bool, shape (envs, actions)."""
        return self.learners.masks.astype(np.bool_)

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once for each environment asked about."""
        if attr_name == "action_masks":
            return [self.action_masks for _ in self._get_indices(indices)]
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all environments together."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Masks row by row; any other method once, its answer given for each environment."""
        rows = list(self._get_indices(indices))
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in rows]
        value = getattr(self, method_name)(*args, **kwargs)
        return [value for _ in rows]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Episodes are timed inside, as Monitor would; nothing else is wrapped."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._get_indices(indices)]


def make_sb3(
    ruleset: str | Rules,
    num_envs: int = 256,
    opponents: Opponents = "random",
    seat: int | str = "random",
    *,
    episode: str = "game",
    reward: str | None = None,
    start_scores: Scores = None,
    illegal: str = "forfeit",
    skip_forced: bool = True,
    seed: int | None = None,
    **options: Any,
) -> LearnerVecEnv:
    """A Stable-Baselines3 VecEnv with action masks over the native batch.

    Args:
        ruleset: a rule set's name, or rules.
        num_envs: number of games.
        opponents, seat, episode, reward, start_scores, illegal, skip_forced, options:
            see :class:`cinqcents_env.envs.single.LearnerEnv`.
        seed: of everything that is drawn.
    """
    setup = Setup(ruleset, episode=episode, reward=reward, start_scores=start_scores, **options)
    return LearnerVecEnv(
        Learners(setup, num_envs, opponents, seat, illegal, skip_forced), seed=seed
    )
