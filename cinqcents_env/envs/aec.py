"""PettingZoo: the AEC environment of every rule set, without wrappers."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from cinqcents_env.engine.chance import next_seed
from cinqcents_env.engine.view import View
from cinqcents_env.envs.spaces import (
    ILLEGAL,
    RENDER_MODES,
    action_space,
    checked_choice,
    checked_render_mode,
    drawn,
    forfeit,
    observation_box,
)
from cinqcents_env.game import IllegalMove
from cinqcents_env.notation import codec, move_texts
from cinqcents_env.rulebook import Rules, RulesError
from cinqcents_env.setup import Scores, Setup, checked_action, checked_flag, checked_seed

Observation = dict[str, np.ndarray[Any, Any]]
Value = TypeVar("Value")
BEGUN_BY_RESET = frozenset(
    "agent_selection rewards _cumulative_rewards terminations truncations infos".split()
)


class NotReset(ResetNeeded, AttributeError):
    """Something was asked of an environment in which no episode has begun."""


class UnknownAgent(ValueError, KeyError):
    """A name that is none of the environment's ``possible_agents``."""

    __str__ = ValueError.__str__


class ByAgent(dict[str, Value]):
    """What each agent has; asked for another name it raises UnknownAgent."""

    def __missing__(self, agent: object) -> Value:
        raise UnknownAgent(f"unknown agent {agent!r}; valid: {', '.join(self)}")


class CinqCentsEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One rule set as a PettingZoo AEC environment.

    Agents are ``player_0``, ``player_1``, ... in the order of play. An agent is
    selected again for each decision of its turn. All agents terminate on the same
    step, and each is then visited once more with its final reward and its result in
    ``infos[agent]["result"]``.

    Observations are ``{"observation": float32 (features,), "action_mask": int8
    (actions,)}``; the mask of an agent that is not selected is all zero.
    ``infos[agent]["action_mask"]`` holds a copy of the mask.

    Args:
        ruleset: a rule set's name or its rules.
        render_mode: None, or what ``render`` does: ``"ansi"`` (returns text), ``"human"``
            (prints it) or ``"rgb_array"`` (returns uint8 (height, width, 3); extra ``pictures``).
        episode, reward, start_scores: see :class:`cinqcents_env.setup.Setup`.
        illegal: ``"raise"`` (IllegalMove, state unchanged) or ``"forfeit"``.
        skip_forced: step over decisions with a single legal action.
        options: rule options to change.
    """

    def __init__(
        self,
        ruleset: str | Rules,
        render_mode: str | None = None,
        *,
        episode: str = "game",
        reward: str | None = None,
        start_scores: Scores = None,
        illegal: str = "raise",
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.setup = Setup(
            ruleset, episode=episode, reward=reward, start_scores=start_scores, **options
        )
        self.illegal = checked_choice("illegal", illegal, ILLEGAL)
        self.skip_forced = checked_flag("skip_forced", skip_forced)
        self.metadata = {
            "name": f"cinqcents/{self.setup.rules.ruleset}-v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.num_seats)]
        self.agents: list[str] = []
        self._make_spaces()
        self._states = self.setup.new_states(1)
        self._views = self.setup.new_views(1)
        self._now = np.zeros(self.setup.num_seats)
        self._paid = [0.0] * self.setup.num_seats
        self._seeded = False

    def _make_spaces(self) -> None:
        features, actions = observation_box(self.setup), self.setup.num_actions
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = ByAgent(
            (agent, spaces.Dict([("observation", features), ("action_mask", mask)]))
            for agent in self.possible_agents
        )
        self.action_spaces = ByAgent(
            (agent, action_space(self.setup)) for agent in self.possible_agents
        )
        size = features.shape[0] * self.setup.num_seats + len(self.setup.rules.cards)
        self.state_space = spaces.Box(features.low[0], features.high[0], (size,), np.float32)
        self._seat = ByAgent((agent, seat) for seat, agent in enumerate(self.possible_agents))

    def __getattr__(self, name: str) -> Any:
        if name in BEGUN_BY_RESET:
            self._need_reset(name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _need_reset(self, asked: str) -> None:
        if not self.__dict__.get("_seeded"):
            raise NotReset(f"{asked}: no episode has begun; call reset() first")

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """The selected agents one after another, at most so many. Raises NotReset."""
        self._need_reset("agent_iter")
        return super().agent_iter(max_iter)

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.setup.rules

    def observation_space(self, agent: str) -> spaces.Dict:
        """Space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        Args:
            seed: 0 to 2**63 - 1. Without one the sequence of deals goes on from the
                last seed given (or from a drawn one).
            options: not used.
        """
        if seed is None and self._seeded:
            seed = int(next_seed(self._states["seed"][0]))
        setup = self.setup
        seeds = np.array([checked_seed(seed)], dtype=np.int64)
        setup.loops.reset_games(setup.packed, self._states, seeds)
        self._seeded = True
        if self.skip_forced:
            setup.loops.skip_forced_moves(setup.packed, self._states, 0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._over = False
        self._mask = np.zeros(setup.num_actions, dtype=np.int8)
        self._paid = [0.0] * setup.num_seats  # what the deal paid comes with the first step
        self._select(paid=None)

    def _select(self, paid: list[float] | None) -> None:
        """Select the agent on move, note what the step paid, write the masks."""
        setup = self.setup
        self.agent_selection = self.possible_agents[self._states["to_move"][0]]
        self.rewards = (
            dict.fromkeys(self.agents, 0.0)
            if paid is None
            else dict(zip(self.agents, paid, strict=True))
        )
        setup.one_game.write_mask(setup.packed, self._states, 0, self._mask)
        empty = setup.num_actions
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(empty, np.int8)} for agent in self.agents
        }
        self.infos[self.agent_selection]["action_mask"] = self._mask.copy()

    def step(self, action: int | None) -> None:
        """Make the selected agent's decision, or visit a terminated agent with None.

        Raises:
            IllegalMove: not legal now (``illegal="raise"``); nothing has changed.
            NotReset: no episode has begun.
            TypeError: not an integer.
            ValueError: an action other than None for a terminated agent.
        """
        if not self.agents:
            self._need_reset("step")
            warnings.warn("step() after the episode has ended does nothing", stacklevel=2)
            return
        agent = self.agent_selection
        if self._over:
            self._was_dead_step(action)
            return
        setup, now = self.setup, self._now
        index, status = checked_action(action), -1
        if 0 <= index < setup.num_actions:
            status = setup.one_game.advance(
                setup.packed, self._states, 0, index, self.skip_forced, setup.by_points, now
            )
        if status < 0:
            now = self._forfeit(agent, action)
            status = 1
        totals = now.tolist()
        paid = None
        if totals != self._paid:
            paid = [new - old for new, old in zip(totals, self._paid, strict=True)]
            self._paid = totals
        self._cumulative_rewards[agent] = 0.0
        self._select(paid)
        if paid is not None:
            self._accumulate_rewards()
        if status > 0:
            self._end(truncated=status == 2)

    def _forfeit(self, agent: str, action: Any) -> np.ndarray[Any, Any]:
        seat = self._seat[agent]
        if self.illegal == "raise":
            texts = move_texts(self.setup.rules)
            index = checked_action(action)
            name = repr(texts[index]) if 0 <= index < len(texts) else f"action {index}"
            legal = ", ".join(texts[i] for i in np.flatnonzero(self._mask))
            raise IllegalMove(f"{name} is not legal for {agent}; legal: {legal}")
        totals: np.ndarray[Any, Any] = np.asarray(self._paid)
        totals += forfeit(self.setup, self._states, 0, seat)
        return totals

    def _end(self, truncated: bool) -> None:
        """All agents end on the same step, first the one on move, with the result told."""
        self._over = True
        ended = self.truncations if truncated else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self._mask[:] = 0
        for info in self.infos.values():
            info["action_mask"][:] = 0
            info["result"] = self.result()
        self.agent_selection = self.agents[0]

    def result(self) -> dict[str, Any]:
        """``winners`` (seats), ``reason`` (None until the end) and ``scores`` as they stand."""
        self._need_reset("result")
        notes = codec(self.setup.rules.family)
        state = self._states[0]
        return {
            "winners": notes.winners_of(self.setup.rules, state),
            "reason": self.setup.engine.OUTCOMES[state["outcome"]]
            or ("forfeit" if self._over else None),
            "scores": notes.scores_of(self.setup.rules, state),
        }

    def final_scores(self) -> list[int]:
        """Points marked so far, one per seat (per side where sides play)."""
        self._need_reset("final_scores")
        scores: list[int] = codec(self.setup.rules.family).scores_of(
            self.setup.rules, self._states[0]
        )
        return scores

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; valid for every possible agent at any time after reset.

        Raises UnknownAgent for any other name, and NotReset before the first reset.
        """
        if not self._seeded:
            self._need_reset("observe")
        setup = self.setup
        observation = np.empty(setup.num_features, dtype=np.float32)
        mask = np.empty(setup.num_actions, dtype=np.int8)
        setup.one_game.observe_seat(
            setup.packed, self._states, 0, self._seat[agent], self._views, observation, mask
        )
        return {"observation": observation, "action_mask": mask}

    def view(self, agent: str) -> View:
        """What an agent may know, as a record for search agents and pictures."""
        self._need_reset("view")
        views = self.setup.new_views(1)
        self.setup.loops.write_view(self._states, 0, self._seat[agent], views, 0)
        return View(self.setup.rules, views)

    def state(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The full state, hidden cards included: for centralised critics, never for acting.

        Float32, shape ``state_space.shape``: every seat's observation in seat order,
        then where each hidden card lies.
        """
        self._need_reset("state")
        setup = self.setup
        out = np.zeros(self.state_space.shape, dtype=np.float32)
        mask = np.empty(setup.num_actions, dtype=np.int8)
        features = setup.num_features
        for seat in range(setup.num_seats):
            part = out[seat * features : (seat + 1) * features]
            setup.one_game.observe_seat(
                setup.packed, self._states, 0, seat, self._views, part, mask
            )
        setup.loops.write_hidden(setup.packed, self._states, 0, out[setup.num_seats * features :])
        return out

    def render(self) -> Any:
        """The table as the agent on move sees it: text, pixels or printed, by the render mode."""
        if self.render_mode is None:
            warnings.warn("render() needs a render_mode given at construction", stacklevel=2)
            return None
        return drawn(self.render_mode, self.view(self.possible_agents[self._states["to_move"][0]]))

    def close(self) -> None:
        """Nothing is held open; may be called at any time."""


def make(ruleset: str | Rules, render_mode: str | None = None, **settings: Any) -> CinqCentsEnv:
    """The PettingZoo AEC environment of a rule set.

    Args:
        ruleset: a rule set's name, or rules.
        render_mode: None, ``"ansi"``, ``"human"`` or ``"rgb_array"``.
        settings: see :class:`CinqCentsEnv`.

    Raises:
        RulesError: unknown rule set or option, or a bad value.

    >>> env = make("classic")
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    """
    if "opponents" in settings:
        raise RulesError(
            "opponents: every seat of a PettingZoo environment is yours; opponents play inside "
            "gymnasium.make('cinqcents/classic-v0', opponents=...) and cc.make_sb3"
        )
    return CinqCentsEnv(ruleset, render_mode, **settings)
