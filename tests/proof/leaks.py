"""No leak: all that a seat is shown stays the same, byte for byte, in every other world."""

from __future__ import annotations

import functools
import importlib.util
import random
from typing import Any

import numpy as np

import cinqcents_env as cc
from cinqcents_env import belief
from cinqcents_env.envs.aec import CinqCentsEnv
from cinqcents_env.render import ansi
from tests.proof.worlds import other_world


def shown(game: cc.Game, seat: int) -> dict[str, Any]:
    """Everything that the package shows a seat, by door."""
    view = game.view(seat)
    given: dict[str, Any] = {
        "view bytes": bytes(view),
        "observation": game.observation(seat).tobytes(),
        "scores": (game.scores, game.returns, game.is_over),
    }
    if has_text(game.rules.family):
        given["text"] = ansi.draw(view)
    if not game.is_over:
        given |= from_env(game, seat)
    if game.to_move == seat and not game.is_over:
        given["mask"] = game.legal_mask().tobytes()
        given["legal moves"] = game.legal_moves()
    return given


@functools.cache
def has_text(family: str) -> bool:
    """True if the family's table can be drawn as text."""
    return importlib.util.find_spec(f"cinqcents_env.render.ansi_{family}") is not None


def from_env(game: cc.Game, seat: int) -> dict[str, Any]:
    """What the AEC environment shows a seat when it stands where the game stands."""
    env = env_of(game.rules)
    env._states[:] = game._states
    env._select(None)
    agent = env.possible_agents[seat]
    seen = env.observe(agent)
    info = {name: np.asarray(value).tobytes() for name, value in env.infos[agent].items()}
    return {
        "env observation": {name: value.tobytes() for name, value in seen.items()},
        "env info": info,
        "env view": bytes(env.view(agent)),
    }


@functools.lru_cache(maxsize=64)
def env_of(rules: cc.Rules) -> CinqCentsEnv:
    """An environment of the rules to look through."""
    env = CinqCentsEnv(rules)
    env.reset(seed=0)
    return env


def hidden_cards(position: dict[str, Any]) -> list[Any]:
    """The places of a position into which some seat cannot look."""
    places = ("hands", "stock", "kitty", "dead", "discards", "taken")
    return [position.get(place) for place in places]


def leak(game: cc.Game, known: dict[str, Any], seat: int, rng: random.Random) -> tuple[bool, str]:
    """Deal again what the seat cannot know: (whether a card moved, what gave it away).

    By turns the cards are dealt by what the oracle remembers, and by the package's belief,
    which finds a world however late in a deal.
    """
    world = other_world(game, known, seat, rng) if rng.random() < 0.5 else None
    if world is None:
        other = believed(game, seat, rng)
        world = other.position()
    else:
        setup = game.setup
        other = cc.Game.from_position(world, episode=setup.episode, reward=setup.reward)
    position = game.position()
    here, there = shown(game, seat), shown(other, seat)
    told = [door for door in here if here[door] != there.get(door)]
    moved = hidden_cards(world) != hidden_cards(position)
    if not told:
        return moved, ""
    return moved, f"seat {seat} can tell by {', '.join(told)}: {position} from {world}"


def believed(game: cc.Game, seat: int, rng: random.Random) -> cc.Game:
    """The game in a state drawn from what a seat may believe."""
    other, chance = game.copy(), np.random.default_rng(rng.randrange(2**32))
    other._states[:] = belief.sample(game.view(seat), chance, 1)
    other._begin()
    return other
