"""The rule sets: data only, one frozen dataclass of options each.

To add one, write a module with a docstring (the rule sheet) and ``RULES``, and name
it in :data:`REGISTRY`.
"""

from __future__ import annotations

from typing import Any

from cinqcents_env.rulebook import (
    au4,
    au5,
    au6,
    binage,
    bordelais,
    classic,
    foster,
    lyonnais,
    mini,
    ru2,
    ru3,
    ru4,
    us2,
    us3,
)
from cinqcents_env.rulebook.cinqcents import CinqCentsRules
from cinqcents_env.rulebook.five_hundred import FiveHundredRules
from cinqcents_env.rulebook.options import Rules, RulesError, suggestion

MODULES = (
    *(classic, foster, lyonnais, bordelais, binage),
    *(us3, ru3, ru2, us2, ru4, au4, au5, au6),
    mini,
)
"""Rule-set modules in the order in which they are listed."""

REGISTRY: dict[str, Rules] = {module.RULES.ruleset: module.RULES for module in MODULES}
SHEETS: dict[str, str] = {module.RULES.ruleset: module.__doc__ or "" for module in MODULES}


def rulesets() -> tuple[str, ...]:
    """Names of all rule sets.

    >>> rulesets()[:2]
    ('classic', 'foster')
    """
    return tuple(REGISTRY)


def rules(ruleset: str | Rules, **options: Any) -> Rules:
    """Rules of a rule set, with options changed.

    Args:
        ruleset: a name out of :func:`rulesets`, or rules to change further.
        options: option values; see ``docs/rules`` or ``cinqcents rules NAME``.

    Raises:
        RulesError: unknown rule set or option, bad value, or contradiction; the
            message names it and what is valid.

    >>> rules("classic", target=1000).target
    1000
    """
    if isinstance(ruleset, Rules):
        base = ruleset
    elif isinstance(ruleset, str) and ruleset in REGISTRY:
        base = REGISTRY[ruleset]
    else:
        hint = suggestion(ruleset, rulesets()) if isinstance(ruleset, str) else ""
        raise RulesError(f"unknown rule set {ruleset!r}{hint}; valid: {', '.join(rulesets())}")
    return base.replace(**options) if options else base


def sheet(ruleset: str) -> str:
    """The rule sheet of a rule set: what is played, with sources."""
    return SHEETS[rules(ruleset).ruleset]


__all__ = [
    "REGISTRY",
    "CinqCentsRules",
    "FiveHundredRules",
    "Rules",
    "RulesError",
    "rules",
    "rulesets",
    "sheet",
    "suggestion",
]
