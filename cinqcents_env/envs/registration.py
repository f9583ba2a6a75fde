"""The ids ``cinqcents/<ruleset>-v0`` in the registries of Gymnasium and PettingZoo."""

from __future__ import annotations

import gymnasium

from cinqcents_env.rulebook import rulesets

VERSION = 0


def env_id(ruleset: str) -> str:
    """Registered id of a rule set, the same in both registries."""
    return f"cinqcents/{ruleset}-v{VERSION}"


def register_gymnasium() -> None:
    """Register every rule set with Gymnasium; a second call changes nothing."""
    for name in rulesets():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point="cinqcents_env.envs.single:LearnerEnv",
                vector_entry_point="cinqcents_env.envs.vector:LearnerVectorEnv",
                kwargs={"ruleset": name},
            )


def register_pettingzoo() -> None:
    """Register every rule set with PettingZoo, where it has a registry (from 1.27)."""
    import pettingzoo

    register = getattr(pettingzoo, "register", None)
    registry = getattr(pettingzoo, "aec_registry", None)
    if register is None or registry is None:
        return
    for name in rulesets():
        if env_id(name) not in registry:
            register(
                "aec",
                env_id(name),
                "cinqcents_env.envs.aec:CinqCentsEnv",
                kwargs={"ruleset": name},
            )


def register_all() -> None:
    """Register with both."""
    register_gymnasium()
    register_pettingzoo()
