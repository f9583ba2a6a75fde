"""The words of a game played line by line in the terminal, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cinqcents_env.cli.screen.phrases import PHRASES as FULL_TABLE
from cinqcents_env.notation.names import names

PHRASES: dict[str, tuple[str, str]] = {
    "welcome": ("{}, seed {}; 'help' lists the commands", "{}, graine {} ; 'aide' : les commandes"),
    "seat": ("player {}: {}", "joueur {} : {}"),
    "you": ("you", "vous"),
    "player": ("player {}", "joueur {}"),
    "partner": ("{}, your partner", "{}, votre partenaire"),
    "no such number": (
        "there is no move {}; moves are numbered 1 to {}",
        "il n'y a pas de coup {} ; les coups portent les numéros 1 à {}",
    ),
    "not a move": (
        "{error}; 'moves' lists what you may do, 'help' the commands",
        "{move!r} n'est pas un coup ; 'coups' montre ce qui est permis, 'aide' les commandes",
    ),
    "not legal": ("{error}", "{move!r} n'est pas permis ; coups permis : {legal}"),
    "nothing to take back": FULL_TABLE["nothing to take back"],
    "taken back": FULL_TABLE["taken back"],
    "thinks": ("{} thinks:", "{} pense :"),
    "asking": (
        "asking {} (the first time it is compiled) ...",
        "on demande à {} (la première fois, on compile) ...",
    ),
    "compiling": (
        "getting the agents ready (the first time they are compiled) ...",
        "les joueurs se préparent (la première fois, on compile) ...",
    ),
    "value": ("  {:.3f} {}", "  {:.3f} {}"),
    "exact": ("  exactly {:g} {}", "  exactement {:g} {}"),
    "said": ("{}: {}", "{} : {}"),
    "discard a card": ("discard a card", "écarte une carte"),
    "you take it": ("you take the trick", "la levée est à vous"),
    "takes it": ("player {} takes it", "la levée est au joueur {}"),
    "to": (" to ", " à "),
    "deal over": (
        "-- deal {} is over; scores {}; deal {} --",
        "-- la donne {} est finie ; marque {} ; donne {} --",
    ),
    "needs": ("plain text: the full table needs {}", "texte simple : la table demande {}"),
    "result": ("result: {}; scores {}", "résultat : {} ; marque {}"),
    "nobody wins": FULL_TABLE["nobody wins"],
    "you win": FULL_TABLE["you win"],
    "you lose": ("you lose to {}", "vous perdez contre {}"),
    "and": (" and ", " et "),
    "unfinished": ("game left unfinished", "partie quittée avant la fin"),
    "held": ("; {} holds it", " ; elle est dans {}"),
}
COMMANDS: Mapping[str, Mapping[str, str]] = {
    "en": {name: name for name in ("moves", "table", "hint", "undo", "help", "quit")},
    "fr": {
        "coups": "moves",
        "table": "table",
        "conseil": "hint",
        "reprise": "undo",
        "aide": "help",
        "fin": "quit",
    },
}
"""What a player may type besides a move, and what it means; English ones are understood always."""
HELP = {
    "en": """\
  a move      its number in the list, or its text, such as {}
  moves       list the legal moves again
  table       show the table again
  hint        ask an agent what it would do
  undo        take back your last decision and all that followed
  help        show this
  quit        leave the game""",
    "fr": """\
  un coup     son numéro dans la liste, ou son texte, comme {}
  coups       montrer encore les coups permis
  table       montrer encore la table
  conseil     demander à un agent ce qu'il ferait
  reprise     reprendre votre dernier coup et ce qui a suivi
  aide        montrer ceci
  fin         quitter la partie""",
}


class PlainWords:
    """What is said line by line, in one language.

    Args:
        language: one of :data:`cinqcents_env.notation.names.LANGUAGES`.
    """

    def __init__(self, language: str) -> None:
        self.language, self.names = language, names(language)
        self._column = 0 if language == "en" else 1

    def __call__(self, key: str, *values: object, **named: object) -> str:
        """A phrase with its values filled in."""
        return PHRASES[key][self._column].format(*values, **named)

    def unit(self, unit: str | None) -> str:
        """The unit of a value, as an analysis names it."""
        return FULL_TABLE[unit][1] if unit and self.language != "en" else str(unit)

    def command(self, typed: str) -> str:
        """The command that is meant, in English; empty if it is none."""
        return COMMANDS[self.language].get(typed) or COMMANDS["en"].get(typed, "")

    def help(self, example: str) -> str:
        """The list of commands; ``example`` is a move."""
        return HELP[self.language].format(example)

    def told(self, move: str) -> str:
        """What the table is told of a move: its text, or that a card was laid away."""
        return self(move) if move in PHRASES else move

    def points(self, scores: list[int]) -> str:
        """Points of the sides."""
        return self("to").join(map(str, scores))

    def verdict(self, result: Mapping[str, Any], seat: int) -> str:
        """How a game ended, as its player at ``seat`` is told."""
        winners = result["winners"]
        outcome = self("you win") if seat in winners else self("nobody wins")
        if winners and seat not in winners:
            others = self("and").join(self("player", winner) for winner in winners)
            outcome = self("you lose", others)
        return f"{outcome} ({self.names.endings[result['reason']]})"
