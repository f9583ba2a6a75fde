"""The form of a new game: every option in it, each value that it lists read as what is meant."""

from __future__ import annotations

import pytest

from cinqcents_env.rulebook import REGISTRY, RulesError
from cinqcents_env.web.new_games import chosen_rules, option_fields, shown_value


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_an_unchanged_form_asks_for_the_rule_set_itself(ruleset):
    rules = REGISTRY[ruleset]
    fields = option_fields(rules)
    assert tuple(field.name for field in fields) == rules.option_names()
    form = {f"option-{field.name}": field.value for field in fields}
    assert chosen_rules(ruleset, form) == rules
    assert all(not field.values or field.value in field.values for field in fields)


@pytest.mark.parametrize("ruleset", REGISTRY)
def test_every_listed_value_is_taken_for_itself(ruleset):
    rules, taken, refused = REGISTRY[ruleset], 0, []
    for field in option_fields(rules):
        for value in field.values:
            check = rules.__dataclass_fields__[field.name].metadata["check"]
            try:
                chosen = chosen_rules(ruleset, {f"option-{field.name}": value})
            except RulesError as error:  # it needs another option beside it
                refused.append(str(error))
                continue
            assert check.accepts(getattr(chosen, field.name))
            assert shown_value(getattr(chosen, field.name)) == value
            taken += 1
    assert taken > 15
    assert not [words for words in refused if "is not valid; it takes" in words]


def test_values_that_are_written():
    form = {"option-target": "1000", "option-fours": "[100, 0, 80, 60, 40]"}
    chosen = chosen_rules("classic", form)
    assert (chosen.target, chosen.fours) == (1000, (100, 0, 80, 60, 40))
    for name, value in (("target", "many"), ("fours", "[" * 50), ("fours", "{}")):
        with pytest.raises(RulesError, match=name):
            chosen_rules("classic", {f"option-{name}": value})
