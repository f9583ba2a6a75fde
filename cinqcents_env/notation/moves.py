"""Move text <-> action index."""

from __future__ import annotations

import functools

from cinqcents_env.engine.batch import family_engine
from cinqcents_env.notation.errors import NotationError
from cinqcents_env.rulebook import rules as find_rules
from cinqcents_env.rulebook.options import Rules, suggestion


@functools.lru_cache(maxsize=256)
def move_texts(rules: Rules) -> tuple[str, ...]:
    """Text of every action of the rules, in index order."""
    return tuple(family_engine(rules.family).action_texts(rules))


@functools.lru_cache(maxsize=256)
def _move_indices(rules: Rules) -> dict[str, int]:
    return {text.casefold(): i for i, text in enumerate(move_texts(rules))}


def move_text(rules: str | Rules, index: int) -> str:
    """Text of an action.

    Raises:
        NotationError: there is no action of this index.

    >>> move_text("classic", 48)
    'draw'
    """
    texts = move_texts(find_rules(rules))
    if not 0 <= index < len(texts):
        raise NotationError(f"action {index} does not exist; actions run 0 to {len(texts) - 1}")
    return texts[index]


def move_index(rules: str | Rules, text: str) -> int:
    """Index of a move text; upper and lower case and spacing do not matter.

    Raises:
        NotationError: no move of the rule set reads so.

    >>> move_index("classic", "marriage H")
    35
    """
    rules = find_rules(rules)
    if not isinstance(text, str):
        raise NotationError(f"a move is a text such as 'AS', not {type(text).__name__}")
    index = _move_indices(rules).get(" ".join(text.split()).casefold())
    if index is None:
        raise NotationError(
            f"{text[:40]!r} is not a move of {rules.ruleset}"
            f"{suggestion(text[:40], move_texts(rules))}"
        )
    return index
