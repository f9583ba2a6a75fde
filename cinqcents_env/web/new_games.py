"""The form of a new game: rules, options, seat and agents, and what is made of its answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from cinqcents_env.agents import AgentError
from cinqcents_env.game import Game
from cinqcents_env.notation import sheets
from cinqcents_env.rulebook import REGISTRY, Rules, RulesError
from cinqcents_env.web.course import Course
from cinqcents_env.web.opponents import Opponents
from cinqcents_env.web.requests import whole
from cinqcents_env.web.sessions import Session, TableError
from cinqcents_env.web.store import new_name

VALUE_LIMIT = 100
"""Characters of an option's value."""
MAX_SEED = 2**63 - 1


class OptionField(NamedTuple):
    """One option in the form.

    Attributes:
        value: as the form sends it.
        values: what may be chosen, none where it is written.
        labels: the values in words.
        said: the value in words.
        accepts: what may be written, "" where it is chosen.
        why: numbers of the rules that it comes from.
    """

    name: str
    value: str
    values: list[str]
    labels: list[str]
    said: str
    accepts: str
    help: str
    why: str


def option_fields(rules: Rules, language: str = "en") -> list[OptionField]:
    """The options of some rules, in the words of a language."""
    fields = []
    for name, value in rules.options().items():
        values = sheets.option_choices(rules, name)
        fields.append(
            OptionField(
                name=name,
                value=shown_value(value),
                values=values,
                labels=[sheets.value_words(name, chosen, language) for chosen in values],
                said=sheets.value_words(name, value, language),
                accepts="" if values else sheets.option_accepts(rules, name, language),
                help=sheets.option_meaning(rules, name, language),
                why=rules.__dataclass_fields__[name].metadata["why"],
            )
        )
    return fields


def shown_value(value: Any) -> str:
    """An option's value as the form shows it: JSON, but text as it is."""
    return value if isinstance(value, str) else json.dumps(value)


def chosen_rules(ruleset: str, form: Mapping[str, str]) -> Rules:
    """The rules that a form asks for: fields ``option-NAME`` differ from the rule set's.

    Raises:
        RulesError: unknown rule set, or a value that is not valid.
    """
    if ruleset not in REGISTRY:
        raise RulesError(f"unknown rule set {ruleset[:40]!r}")
    base = REGISTRY[ruleset]
    changed: dict[str, Any] = {}
    for field in option_fields(base):
        text = form.get(f"option-{field.name}", field.value).strip() or "null"
        if len(text) > VALUE_LIMIT:
            raise RulesError(f"option {field.name}: longer than {VALUE_LIMIT} characters")
        if text != field.value:
            changed[field.name] = _read(base, field.name, text)
    return base.replace(**changed) if changed else base


def _read(base: Rules, name: str, text: str) -> Any:
    """The value that a text means: itself where the option takes it, else JSON."""
    accepts = base.__dataclass_fields__[name].metadata["check"].accepts
    if accepts(text):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return tuple(value) if isinstance(value, list) else value


def new_game(form: Mapping[str, str], owner: str, opponents: Opponents) -> Session:
    """The game that a form asks for; the agents have not moved yet.

    Raises:
        RulesError, AgentError, TableError: what the form holds cannot be played.
    """
    rules = chosen_rules(form.get("ruleset", ""), form)
    seat = None if form.get("seat") == "watch" else whole(form.get("seat", "0"), 0, 5)
    if form.get("seat") != "watch" and (seat is None or seat >= rules.players):
        raise TableError("no_such_seat")
    agents: list[str | None] = []
    for other in range(rules.players):
        spec = form.get(f"agent-{other}") or form.get("agent") or "greedy"
        agents.append(None if other == seat else spec)
        if other != seat:
            opponents.agent(spec, rules)
    seed = None
    if form.get("seed", "").strip():
        seed = whole(form["seed"].strip(), 0, MAX_SEED)
        if seed is None:
            raise TableError("bad_seed")
    return Session(new_name(), owner, Course(Game(rules, seed=seed)), agents)


__all__ = ["AgentError", "OptionField", "chosen_rules", "new_game", "option_fields", "shown_value"]
