"""What is written on a table of text, in English and in French."""

from __future__ import annotations

from cinqcents_env.notation.names import meld_name, names

PHRASES: dict[str, tuple[str, str]] = {
    "you": ("you", "vous"),
    "opponent": ("opponent", "adversaire"),
    "player": ("player_{}", "joueur {}"),
    "deal": ("deal {}  player {}", "donne {}  joueur {}"),
    "dealt": ("{} dealt", "donneur : {}"),
    "target": ("target {}", "en {} points"),
    "talon": ("trump {}  turn-up {}  stock {} face down", "atout {}  retourne {}  talon {} cartes"),
    "side": (
        "{:9} marked {:4}  in tricks {:3}  melds {}",
        "{:10} marqués {:4}  en levées {:3}  annonces {}",
    ),
    "known": ("known to be in the opponent's hand: {}", "connues chez l'adversaire : {}"),
    "trick": ("trick     {}", "levée     {}"),
    "hand": ("your hand {}", "main      {}"),
    "scores": ("scores    {}", "marque    {}"),
    "contract": ("contract  {}", "contrat   {}"),
    "kitty": ("kitty     {}", "chien     {}"),
    "taken": ("taken up  {}", "relevé    {}"),
    "laid away": ("laid away {}", "écarté    {}"),
    "shows": ("{} shows {}", "{} : cartes montrées {}"),
    "by": ("{} by {}", "{} par {}"),
    "all passed": ("no-trumps, all passed", "sans-atout, tous ont passé"),
    "called": (", called {}", ", carte appelée {}"),
    "named": (", joker named {}", ", joker de {}"),
    "highest": ("highest bid {} by {}", "enchère {} par {}"),
    "no bid": ("no bid yet", "aucune enchère"),
    "seat": ("{:9} plays {:3} tricks {:2}", "{:9} joue {:3} levées {:2}"),
    "bids": ("  bid {}", "  enchères {}"),
    "pass": ("pass", "passe"),
    "void": ("  void of {}", "  sans {}"),
    "sits out": ("  sits out", "  ne joue pas"),
    "turn": ("{} to {}", "au jeu : {} ({})"),
    "over": ("game over: {} ({})", "partie finie : {} ({})"),
    "you win": ("you win", "vous gagnez"),
    "opponent wins": ("the opponent wins", "l'adversaire gagne"),
    "won": ("{} won", "gagnée par {}"),
    "nobody": ("nobody wins", "personne ne gagne"),
    "forfeit": ("forfeit", "forfait"),
}
STEPS = {
    "play": "play",
    "meld": "meld, exchange or draw",
    "bid": "bid",
    "discard": "discard",
    "call": "call a card",
    "name": "name a suit",
}
"""What a seat is to do, by phase, in English; the French words are those of all other places."""


class Words:
    """What is written, in one language.

    Args:
        language: one of :data:`cinqcents_env.notation.names.LANGUAGES`.

    Raises:
        ValueError: there are no words in this language.
    """

    def __init__(self, language: str) -> None:
        self.language, self._names = language, names(language)

    def __call__(self, key: str, *values: object) -> str:
        """A phrase with its values filled in."""
        return PHRASES[key][0 if self.language == "en" else 1].format(*values)

    def turn(self, who: str, phase: str) -> str:
        """Who is to do what."""
        steps = STEPS if self.language == "en" else self._names.phases
        return self("turn", who, steps[phase])

    def over(self, who: str, reason: str) -> str:
        """How a game ended; ``reason`` is the engine's, empty for a forfeit."""
        if not reason:
            return self("over", who, self("forfeit"))
        return self("over", who, reason if self.language == "en" else self._names.endings[reason])

    def meld(self, move: str) -> str:
        """A meld: its text, in French its name."""
        return move if self.language == "en" else meld_name(move, self.language)
