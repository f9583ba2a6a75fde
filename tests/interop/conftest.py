"""Which of these tests belong to the environment that they are run in.

Libraries that cannot stand beside the newest Gymnasium and PettingZoo have environments of
their own: ``make interop`` builds them and names the file, so that a missing library fails.
"""

from __future__ import annotations

from importlib.util import find_spec

OWN_ENVIRONMENT = {
    "test_rllib.py": "ray.rllib",
    "test_agilerl.py": "agilerl",
    "test_ray.py": "ray",
}


def installed(library: str) -> bool:
    """Whether the library can be imported."""
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:
        return False


collect_ignore = [file for file, library in OWN_ENVIRONMENT.items() if not installed(library)]
