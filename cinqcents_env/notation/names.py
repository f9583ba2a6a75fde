"""Cards, melds and moves in words, in English and in French.

Texts of moves (``marriage H``, ``bid 8NT``) are the same everywhere; these are their
names for people. The French ones are those of the old books: *mariage*, *quinte*,
*binage*, *écart*; the Five Hundred terms are those of French whist (*misère étalée*).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DIGITS = {str(n): str(n) for n in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)}
SYMBOLS = MappingProxyType({"S": "♠", "C": "♣", "D": "♦", "H": "♥", "NT": "NT"})
"""What is printed for a suit where there is little room."""


@dataclass(frozen=True)
class Names:
    """The words of one language.

    Attributes:
        suits: of ``S C D H`` and ``NT``.
        ranks: of one card of a rank.
        several: of the four cards of a rank.
        letters: of a rank on a card's corner.
        tricks: number of tricks of a bid, as a word.
        single: whole moves, and jokers, that have a name of their own.
        phases: of the game.
        endings: how a game may end, by the reason in its result.
        patterns: of all other moves, with ``{suit}``, ``{card}``, ``{rank}``, ``{tricks}``.
        melds: of melds that are named as things.
    """

    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    several: Mapping[str, str]
    letters: Mapping[str, str]
    tricks: Mapping[str, str]
    single: Mapping[str, str]
    phases: Mapping[str, str]
    endings: Mapping[str, str]
    patterns: Mapping[str, str]
    melds: Mapping[str, str]


_ENGLISH_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
ENGLISH = Names(
    suits={"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no-trumps"},
    ranks={**DIGITS, **_ENGLISH_RANKS},
    several={rank: f"{name}s" for rank, name in _ENGLISH_RANKS.items()},
    letters={**DIGITS, "T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A"},
    tricks={"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten"},
    single={
        "draw": "draw from the stock, which ends the step",
        "exchange": "take the turn-up for the seven of trumps",
        "stop": "stop the game and count",
        "binage": "declare the binage",
        "pass": "pass",
        "alone": "play alone",
        "JK": "joker",
        "JK2": "low joker",
        "bid misere": "bid to take no trick",
        "bid open misere": "bid to take no trick with an open hand",
    },
    phases={
        "play": "play",
        "meld": "meld, exchange or draw",
        "bid": "bid",
        "discard": "lay cards away",
        "call": "call a card",
        "name": "name a suit for the joker",
        "over": "over",
    },
    endings={
        "": "the end",
        "merits": "on points",
        "stop": "a stop with enough points",
        "wrong stop": "a stop with too few points",
        "false announcement": "false announcement",
        "at once": "target reached",
        "pending seven": "announced against the seven",
        "truncated": "cut off after the most deals allowed",
        "tie": "a tie",
        "deal over": "the deal is over",
        "contract": "contract made",
        "points": "on points",
        "loss limit": "loss limit",
        "ten wins": "ten tricks made",
    },
    patterns={
        "card": "{rank} of {suit}",
        "led": "{card}, led as {suit}",
        "marriage": "declare king and queen of {suit}",
        "quint": "declare ace, ten, king, queen, jack of {suit}",
        "four": "declare four {rank}",
        "bid": "bid {tricks} tricks in {suit}",
        "name": "make the joker one of the {suit}",
        "discard": "lay away {card}",
        "call": "call {card}",
    },
    melds={
        "marriage": "marriage of {suit}",
        "quint": "quint of {suit}",
        "four": "four {rank}",
        "binage": "binage",
    },
)

FRENCH = Names(
    suits={"S": "pique", "C": "trèfle", "D": "carreau", "H": "cœur", "NT": "sans-atout"},
    ranks={**DIGITS, "T": "dix", "J": "valet", "Q": "dame", "K": "roi", "A": "as"},
    several={"T": "dix", "J": "valets", "Q": "dames", "K": "rois", "A": "as"},
    letters={**DIGITS, "T": "10", "J": "V", "Q": "D", "K": "R", "A": "A"},
    tricks={"6": "six", "7": "sept", "8": "huit", "9": "neuf", "10": "dix"},
    single={
        "draw": "piocher au talon, ce qui finit le tour",
        "exchange": "prendre la retourne contre le sept d'atout",
        "stop": "arrêter la partie et compter",
        "binage": "annoncer le binage",
        "pass": "passer",
        "alone": "jouer seul",
        "JK": "joker",
        "JK2": "petit joker",
        "bid misere": "demander la misère",
        "bid open misere": "demander la misère étalée",
    },
    phases={
        "play": "jouer",
        "meld": "annoncer, échanger ou piocher",
        "bid": "enchérir",
        "discard": "écarter",
        "call": "appeler une carte",
        "name": "donner une couleur au joker",
        "over": "fin",
    },
    endings={
        "": "la fin",
        "merits": "aux points",
        "stop": "arrêt avec assez de points",
        "wrong stop": "arrêt avec trop peu de points",
        "false announcement": "fausse annonce",
        "at once": "but atteint",
        "pending seven": "annonce contre le sept",
        "truncated": "interrompue",
        "tie": "égalité",
        "deal over": "donne finie",
        "contract": "contrat rempli",
        "points": "aux points",
        "loss limit": "limite de pertes",
        "ten wins": "dix levées faites",
    },
    patterns={
        "card": "{rank} de {suit}",
        "led": "{card}, joué comme {suit}",
        "marriage": "annoncer le mariage de {suit}",
        "quint": "annoncer la quinte majeure de {suit}",
        "four": "annoncer quatre {rank}",
        "bid": "demander {tricks} levées à {suit}",
        "name": "faire du joker un {suit}",
        "discard": "écarter {card}",
        "call": "appeler {card}",
    },
    melds={
        "marriage": "mariage de {suit}",
        "quint": "quinte majeure de {suit}",
        "four": "quatre {rank}",
        "binage": "binage",
    },
)

LANGUAGES: Mapping[str, Names] = MappingProxyType({"en": ENGLISH, "fr": FRENCH})
"""Words by the code of their language."""


def names(language: str = "en") -> Names:
    """Words of a language.

    Raises:
        ValueError: there are none in this language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no names in language {language!r}; valid: {', '.join(LANGUAGES)}")
    return LANGUAGES[language]


def card_name(card: str, language: str = "en") -> str:
    """A card in words.

    >>> card_name("AS"), card_name("12H"), card_name("JK")
    ('ace of spades', '12 of hearts', 'joker')
    >>> card_name("KH", "fr")
    'roi de cœur'
    """
    words = names(language)
    if card in words.single:
        return words.single[card]
    rank, suit = words.ranks[card[:-1]], words.suits[card[-1]]
    return words.patterns["card"].format(rank=rank, suit=suit)


def card_label(card: str, language: str = "en") -> str:
    """A card as its corner shows it; jokers are ``JK`` and ``JK2``.

    >>> card_label("TH"), card_label("QD", "fr"), card_label("JK")
    ('10♥', 'D♦', 'JK')
    """
    letters = names(language).letters
    return card if card.startswith("JK") else letters[card[:-1]] + SYMBOLS[card[-1]]


def meld_name(move: str, language: str = "en") -> str:
    """A meld in words, as a thing.

    >>> meld_name("quint S"), meld_name("four A"), meld_name("marriage H", "fr")
    ('quint of spades', 'four aces', 'mariage de cœur')
    """
    words = names(language)
    kind, _, rest = move.partition(" ")
    pattern = words.melds[kind]
    return pattern.format(suit=words.suits.get(rest, ""), rank=words.several.get(rest, ""))


def move_name(move: str, language: str = "en") -> str:
    """A move in words.

    >>> move_name("marriage H"), move_name("bid 8NT"), move_name("JK=D")
    ('declare king and queen of hearts', 'bid eight tricks in no-trumps', 'joker, led as diamonds')
    >>> move_name("discard AS", "fr")
    'écarter as de pique'
    """
    words = names(language)
    if move in words.single:
        return words.single[move]
    verb, _, rest = move.partition(" ")
    if verb in ("marriage", "quint", "name"):
        return words.patterns[verb].format(suit=words.suits[rest])
    if verb == "four":
        return words.patterns[verb].format(rank=words.several[rest])
    if verb == "bid":
        tricks = rest.rstrip("NTSCDH")
        suit = words.suits[rest.removeprefix(tricks)]
        return words.patterns[verb].format(tricks=words.tricks[tricks], suit=suit)
    if verb in ("discard", "call"):
        return words.patterns[verb].format(card=card_name(rest, language))
    card, _, suit = move.partition("=")
    name = card_name(card, language)
    return words.patterns["led"].format(card=name, suit=words.suits[suit]) if suit else name
