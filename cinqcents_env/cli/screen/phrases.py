"""The words of the full table, in English and in French."""

from __future__ import annotations

from collections.abc import Sequence

from cinqcents_env.notation.names import card_label, meld_name, names

PHRASES: dict[str, tuple[str, str]] = {
    "deal": ("deal {}", "donne {}"),
    "target": ("to {}", "en {}"),
    "seed": ("seed {}", "graine {}"),
    "trump": ("trump {}", "atout {}"),
    "you": ("you", "vous"),
    "opponent": ("opponent", "adversaire"),
    "player": ("player {}", "joueur {}"),
    "partner": ("partner", "partenaire"),
    "dealer": ("dealer: {}", "donneur : {}"),
    "marked": ("marked {}", "marqués {}"),
    "in tricks": ("in tricks {}", "en levées {}"),
    "melds": ("melds: {}", "annonces : {}"),
    "none": ("none", "aucune"),
    "turn-up": ("turn-up", "retourne"),
    "stock": ("stock {}", "talon {}"),
    "trick": ("trick", "levée"),
    "last trick": ("last trick", "dernière levée"),
    "wins": ("{} wins", "{} gagne"),
    "contract": ("contract: {} by {}", "contrat : {} par {}"),
    "no bid": ("no bid yet", "aucune enchère"),
    "highest": ("highest bid: {} by {}", "enchère : {} par {}"),
    "all passed": ("no-trumps, all passed", "sans-atout, tous ont passé"),
    "called": ("called {}", "carte appelée {}"),
    "joker is": ("joker named {}", "joker {}"),
    "says": ("{}: {}", "{} : {}"),
    "tricks": ("tricks {}", "levées {}"),
    "cards": ("cards {}", "cartes {}"),
    "bid": ("bid: {}", "enchères : {}"),
    "void": ("no {}", "sans {}"),
    "sits out": ("sits out", "ne joue pas"),
    "kitty": ("kitty: {}", "chien : {}"),
    "taken": ("taken up: {}", "relevé : {}"),
    "laid away": ("laid away: {}", "écarté : {}"),
    "shows": ("{} shows: {}", "{} montre : {}"),
    "your turn": ("your turn: {}", "à vous : {}"),
    "thinks": ("{} thinks ...", "{} réfléchit ..."),
    "asking": ("asking {} ...", "on demande à {} ..."),
    "wait": ("wait for the others to move", "attendez que les autres aient joué"),
    "wait for the hint": ("the hint of {} is awaited", "on attend le conseil de {}"),
    "hint": ("hint of {}", "conseil de {}"),
    "move": ("move", "coup"),
    "probability": ("probability", "probabilité"),
    "value": ("value", "valeur"),
    "moves": ("what happened", "ce qui s'est passé"),
    "worth": ("worth: {}", "valeur : {}"),
    "share of the win": ("share of the win", "part du gain"),
    "points ahead": ("points ahead", "points d'avance"),
    "tricks of the declaring side": ("declarer's tricks", "levées du demandeur"),
    "points ahead in the rest of the deal": ("points from here on", "points à venir"),
    "exact": ("exact: {}", "exact : {}"),
    "taken back": ("taken back", "repris"),
    "nothing to take back": (
        "there is no decision to take back",
        "il n'y a rien à reprendre",
    ),
    "takes it": ("{} takes the trick", "{} : la levée"),
    "takes it you": ("you take the trick", "la levée est à vous"),
    "deal over": ("deal {} over", "fin de la donne {}"),
    "game over": ("game over: {}", "fin de la partie : {}"),
    "you win": ("you win", "vous gagnez"),
    "you lose": ("you lose", "vous perdez"),
    "nobody wins": ("nobody wins", "personne ne gagne"),
    "scores": ("score sheet", "marque"),
    "total": ("total", "total"),
    "gained": ("deal", "donne"),
    "part melds": ("melds", "annonces"),
    "part sevens": ("seven", "sept"),
    "part tricks": ("cards", "cartes"),
    "part last trick": ("last trick", "der"),
    "part last card": ("stock", "talon"),
    "by": ("{} by {}", "{} par {}"),
    "made": ("made", "réussi"),
    "not made": ("lost", "chuté"),
    "thrown in": ("all passed, thrown in", "tous ont passé, sans jeu"),
    "no deal": ("no deal is over yet", "aucune donne n'est finie"),
    "close": ("Enter goes on", "Entrée pour continuer"),
    "help": ("keys", "touches"),
    "rules": ("rules of {}", "règles de {}"),
    "scroll": (
        "arrows and Page Down scroll, Enter closes",
        "flèches et Page suiv. pour lire, Entrée pour fermer",
    ),
    "too small": (
        "the table needs {} columns and {} lines; here are {} and {}",
        "la table demande {} colonnes et {} lignes ; il y en a {} et {}",
    ),
    "leave": (
        "q leaves; --plain plays line by line",
        "q pour quitter ; --plain joue ligne à ligne",
    ),
    "leave?": (
        "leave the game? q once more leaves, any other key goes on",
        "quitter la partie ? q encore pour quitter, autre touche pour continuer",
    ),
    "keys": (
        "arrows choose  Enter play  h hint  u undo  s scores  r rules  ? keys  q quit",
        "flèches  Entrée jouer  h conseil  u reprise  s marque  r règles  ? aide  q fin",
    ),
    "marriage": ("marriage {}", "mariage {}"),
    "quint": ("quint {}", "quinte {}"),
    "four": ("four {}", "quatre {}"),
    "binage": ("binage", "binage"),
    "draw": ("draw", "piocher"),
    "exchange": ("exchange the seven", "échange du sept"),
    "stop": ("stop and count", "arrêter"),
    "pass": ("pass", "passer"),
    "alone": ("alone", "seul"),
    "misere": ("misère", "misère"),
    "open misere": ("open misère", "misère étalée"),
    "discard": ("lays away {}", "écarte {}"),
    "call": ("calls {}", "appelle {}"),
    "name": ("joker is {}", "joker : {}"),
    "a card": ("a card", "1 carte"),
    "led as": ("{} as {}", "{} comme {}"),
}

HELP = {
    "en": """\
←  →        choose among the cards, or the moves of a row
↑  ↓        choose between rows; from the cards up to the moves
Enter       make the chosen move (Space does the same)
d  p        draw; pass, where you may
h           ask an agent what it would do (--hint names it)
u           take back your last decision and all that followed
s           the score sheet
r           the rules that are played
?           this list
q           leave the game; q once more confirms

A dot under a card says that it may be played; a star marks
the move that the hint prefers; a star at a name, a partner.
Only what your seat may know is shown.""",
    "fr": """\
←  →        choisir parmi les cartes, ou les coups d'une ligne
↑  ↓        changer de ligne ; des cartes vers les coups
Entrée      jouer le coup choisi (Espace aussi)
d  p        piocher ; passer, quand c'est permis
h           demander conseil à un agent (--hint le nomme)
u           reprendre votre dernier coup et ce qui a suivi
s           la marque
r           les règles du jeu
?           cette liste
q           quitter la partie ; q encore pour confirmer

Un point sous une carte dit qu'elle peut être jouée ; une
étoile marque le coup que le conseil préfère ; une étoile à
un nom, le partenaire. On ne montre que ce que votre place
peut savoir.""",
}

TRICKS = ("6", "7", "8", "9", "10")


class Words:
    """What is written on the table, in one language.

    Args:
        language: one of :data:`cinqcents_env.notation.names.LANGUAGES`.
        seat: the player's seat.
        players: number of seats.
    """

    def __init__(self, language: str, seat: int, players: int) -> None:
        self.language, self.seat, self.players = language, seat, players
        self.names = names(language)

    def __call__(self, key: str, *values: object) -> str:
        """A phrase with its values filled in."""
        return PHRASES[key][0 if self.language == "en" else 1].format(*values)

    def who(self, seat: int) -> str:
        """A seat as the player calls it; ``seat`` is absolute."""
        if seat == self.seat:
            return self("you")
        return self("opponent") if self.players == 2 else self("player", seat)

    def card(self, card: str) -> str:
        """A card in two or three characters."""
        return card_label(card, self.language)

    def suit(self, letter: str) -> str:
        """The sign of a suit."""
        return {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}[letter]

    def melds(self, moves: Sequence[str]) -> str:
        """Melds in few characters, those of a kind together.

        >>> Words("en", 0, 2).melds(["marriage S", "marriage H", "four A", "binage"])
        'marriage ♠♥, four A, binage'
        """
        kinds: dict[str, list[str]] = {}
        for move in moves:
            kind, _, rest = move.partition(" ")
            signs = kinds.setdefault(kind, [])
            signs.append(self.suit(rest) if kind in ("marriage", "quint") else rest)
        letters = self.names.letters
        parts = [
            self(kind, " ".join(letters[r] for r in signs) if kind == "four" else "".join(signs))
            for kind, signs in kinds.items()
        ]
        return ", ".join(parts) or self("none")

    def bid(self, text: str) -> str:
        """A bid, without the word ``bid``: ``7♥``, ``8NT``, ``misère``."""
        if text in PHRASES:
            return self(text)
        number = next(number for number in TRICKS if text.startswith(number))
        suit = text.removeprefix(number)
        if suit == "NT":
            return number + ("NT" if self.language == "en" else "SA")
        return number + self.suit(suit)

    def move(self, text: str) -> str:
        """A move in a few characters.

        >>> words = Words("en", 0, 2)
        >>> [words.move(m) for m in ("KH", "bid 7H", "discard a card", "JK=S", "marriage D")]
        ['K♥', '7♥', 'lays away a card', 'JK as ♠', 'marriage ♦']
        """
        verb, _, rest = text.partition(" ")
        if text in PHRASES and verb != "bid":
            return self(text)
        if verb == "bid":
            return self.bid(rest)
        if verb in ("four", "binage"):
            return meld_name(text, self.language)
        if verb in ("marriage", "quint"):
            return self(verb, self.suit(rest))
        if verb == "name":
            return self("name", self.suit(rest))
        if verb in ("discard", "call"):
            return self(verb, self(rest) if rest in PHRASES else self.card(rest))
        card, _, suit = text.partition("=")
        return self("led as", self.card(card), self.suit(suit)) if suit else self.card(card)
