"""PettingZoo module of the rule set ``us2``: ``env()`` and ``raw_env()`` (no wrappers)."""

from functools import partial

from cinqcents_env.envs.aec import make

env = raw_env = partial(make, "us2")
