"""What was wrong with a request, in the browser's language.

Errors of the package speak English. Those that a form or an upload can bring about are said in
French here; of any other the page says in French what kind it is, with the English line below.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from cinqcents_env.agents import AgentError
from cinqcents_env.notation import NotationError, RecordError, sheets
from cinqcents_env.notation.typography import typeset
from cinqcents_env.rulebook import RulesError
from cinqcents_env.web.sessions import TableError
from cinqcents_env.web.words import Words

LONGEST = 500
"""Characters of an error's line that are shown."""
KINDS: tuple[tuple[type[Exception], str], ...] = (
    (RulesError, "refused_rules"),
    (AgentError, "refused_agent"),
    (RecordError, "refused_record"),
    (NotationError, "refused_move"),
)
CONDITIONS = {
    "rounding='tens'": "on arrondit à la dizaine",
    "reuse='exact_once'": "seule la même annonce est exclue",
    "win_at_once=False or brisques='final_full', where both can reach the target": "les deux "
    "joueurs peuvent atteindre le but",
    "misere on": "la misère peut être demandée",
    "open_misere on": "la misère étalée peut être demandée",
    "misere or open_misere on": "une misère peut être demandée",
    "a pack with a joker": "le jeu de cartes a un joker",
    "five players": "on joue à cinq",
}
"""What an option needs, in the rulebook's words -> in French, after ``si``."""


class Refusal(NamedTuple):
    """What a page says: a sentence in its language, and the line in English where that is all."""

    told: str
    detail: str = ""


def _value(found: Mapping[str, str], group: str = "value") -> str:
    """The value of an option in words."""
    try:
        value = ast.literal_eval(found[group])
        return sheets.value_words(found["name"], value, "fr")
    except (ValueError, SyntaxError, TypeError, RecursionError):
        return found[group]


def _invalid(found: Mapping[str, str]) -> str:
    words = found["words"]
    takes = f"l'une des valeurs {words[7:]}" if words.startswith("one of ") else ""
    takes = takes or sheets.accepts_words(words, "fr")
    return f"L'option « {found['name']} » n'accepte pas {_value(found)} ; il faut {takes}."


def _without(found: Mapping[str, str]) -> str:
    condition = CONDITIONS[found["condition"]]
    return f"L'option « {found['name']} » ne peut être sans objet quand {condition}."


def _needs(found: Mapping[str, str]) -> str:
    condition = CONDITIONS[found["condition"]]
    return f"L'option « {found['name']} » est sans objet, sauf quand {condition}."


def _small_pack(found: Mapping[str, str]) -> str:
    valid = _value(found, "valid")
    return f"Avec 8 cartes l'option « {found['name']} » ne peut être que {valid}."


_NAMED = r"\w+: option (?P<name>\w+)"
Say = str | Callable[[Mapping[str, str]], str]
RULES: tuple[tuple[str, Say], ...] = (
    (_NAMED + "=(?P<value>.+) is not valid; it takes (?P<words>.+)", _invalid),
    (_NAMED + "=None does not go with (?P<condition>.+); it takes .+", _without),
    (_NAMED + "=(?P<value>.+) needs (?P<condition>.+); without that it takes None", _needs),
    (_NAMED + "=(?P<value>.+) does not go with pack='8'; it takes (?P<valid>.+)", _small_pack),
    (_NAMED + " needs a value with (?P<condition>.+)", _without),
    (
        _NAMED + "=True needs a pack with a joker, and pack='(?P<pack>.+)' has none",
        "L'option « {name} » demande un jeu de cartes avec un joker, et le jeu {pack} n'en a pas.",
    ),
    (_NAMED + "=(?P<value>.+) needs (?P<condition>.+)", _needs),
    (
        _NAMED + "=True is for two players, not for (?P<players>.+)",
        "L'option « {name} » est pour deux joueurs, non pour {players}.",
    ),
    (
        _NAMED + "='(?P<pack>.+)' does not fit .+; packs that do: (?P<packs>.+)",
        "Le jeu {pack} ne va pas avec ce nombre de mains de 10 cartes ; vont : {packs}.",
    ),
    (
        _NAMED + "=(?P<kitty>.+) does not fit pack='(?P<pack>.+)', which leaves (?P<left>.+)",
        "Un chien de {kitty} cartes ne va pas avec le jeu {pack}, qui en laisse {left}.",
    ),
    (
        r"\w+: hand_size=(?P<size>\d+) does not go into (?P<pack>\d+) cards: .+",
        "Des mains de {size} cartes ne vont pas avec {pack} cartes : deux mains et la retourne "
        "doivent laisser une carte à piocher.",
    ),
    (
        r"option (?P<name>\w+): longer than (?P<most>\d+) characters",
        "L'option « {name} » a plus de {most} caractères.",
    ),
)
_LINE = r"line (?P<line>\d+): "
_PLY = r"deal (?P<deal>\d+), ply (?P<ply>\d+)"
RECORDS: tuple[tuple[str, Say], ...] = (
    ("record: empty", "Il n'y a rien à lire."),
    ("record: not text in UTF-8", "Ce n'est pas du texte en UTF-8."),
    (r"longer than (?P<most>\d+) bytes", "Il y a plus de {most} octets."),
    (
        r"(?P<games>\d+) games; an upload holds (?P<most>\d+) at most",
        "Il y a {games} parties ; on en dépose {most} au plus.",
    ),
    (_LINE + "not JSON .+", "Ligne {line} : ce n'est pas du JSON."),
    (_LINE + "a record is a JSON object, .+", "Ligne {line} : une partie est un objet JSON."),
    (_LINE + "holds too many .+", "Ligne {line} : trop de listes et d'objets pour sa longueur."),
    (
        "unknown record field '?(?P<name>.+?)'?; fields: (?P<names>.+)",
        "Le champ « {name} » n'est pas connu ; il y a : « {names} ».",
    ),
    (
        "record format (?P<name>.+) is not known; this is (?P<known>.+)",
        "Le format {name} n'est pas connu ; il faut {known}.",
    ),
    ("a record holds a list of deals, .+", "Une partie contient une liste d'au moins une donne."),
    (
        _PLY + ", move (?P<move>.+): the deal was over before it",
        "Donne {deal}, coup {ply}, {move} : la donne était finie avant.",
    ),
    (
        _PLY + ": the deal is not over, yet another follows",
        "Donne {deal}, coup {ply} : la donne n'est pas finie, et pourtant une autre suit.",
    ),
    (
        _PLY + ", .+: the record says result .+",
        "Donne {deal}, coup {ply} : la partie ne finit pas comme il est écrit.",
    ),
    (
        _PLY + ", move (?P<move>.+?): .+",
        "Donne {deal}, coup {ply}, {move} : ce coup n'est pas permis là.",
    ),
    (
        r"deal (?P<deal>\d+): the record says (?P<name>\w+) .+",
        "Donne {deal} : « {name} » ne va pas avec la graine de la partie.",
    ),
    (r"deal (?P<deal>\d+): has no list of moves", "Donne {deal} : la liste des coups manque."),
)
AGENTS: tuple[tuple[str, Say], ...] = (
    (
        "agent (?P<name>.+) is not offered; offered: (?P<names>.+)",
        "Le programme {name} n'est pas offert ; il y a : {names}.",
    ),
)


def refusal(error: Exception, words: Words) -> Refusal:
    """What a page says of an error."""
    if isinstance(error, TableError):
        return Refusal(words.say(error.sentence, **error.values))
    line = " ".join(str(error).split())[:LONGEST]
    if words.language == "en":
        return Refusal(line)
    for pattern, said in (*RULES, *RECORDS, *AGENTS):
        found = re.fullmatch(pattern, line)
        if found:
            groups = found.groupdict()
            told = said.format(**groups) if isinstance(said, str) else said(groups)
            return Refusal(typeset(told, words.language))
    kind = next((name for kind, name in KINDS if isinstance(error, kind)), "refused_move")
    return Refusal(words.say(kind), line)


__all__ = ["Refusal", "refusal"]
