"""PettingZoo module of the rule set ``ru3``: ``env()`` and ``raw_env()`` (no wrappers)."""

from functools import partial

from cinqcents_env.envs.aec import make

env = raw_env = partial(make, "ru3")
