"""Cards, moves and sentences in English and French."""

from __future__ import annotations

from typing import NamedTuple

from cinqcents_env.notation.names import LANGUAGES as NAMES
from cinqcents_env.notation.names import SYMBOLS, card_label
from cinqcents_env.notation.typography import typeset
from cinqcents_env.web.texts import SENTENCES

LANGUAGES = tuple(NAMES)
SIGNS = {suit: sign for suit, sign in SYMBOLS.items() if suit != "NT"}
NUMBERS = {
    "en": "two three four five six seven eight nine ten eleven twelve thirteen".split(),
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze treize".split(),
}
"""From two on: cards are read aloud, so their numbers are words here."""
ARTICLES = {"en": {"": "the "}, "fr": {"": "le ", "A": "l’", "Q": "la "}}
"""The article before a card of a rank; "" stands for all other ranks, and for jokers."""


class Words(NamedTuple):
    """What the pages say, in one language."""

    language: str

    def say(self, sentence: str, **values: object) -> str:
        """A sentence of the catalogue, filled in.

        Raises:
            KeyError: there is no such sentence.
        """
        text = SENTENCES[sentence][LANGUAGES.index(self.language)]
        return typeset(text, self.language).format(**values)

    def decimals(self, number: str) -> str:
        """A number with decimals, as the language writes them.

        >>> Words("en").decimals("0.50"), Words("fr").decimals("+1.250")
        ('0.50', '+1,250')
        """
        return number.replace(".", ",") if self.language == "fr" else number

    def suit(self, suit: str) -> str:
        """A suit, or ``NT``, in words."""
        return NAMES[self.language].suits[suit]

    def card(self, card: str) -> str:
        """A card in words.

        >>> Words("en").card("AS"), Words("fr").card("QH"), Words("fr").card("JK")
        ('ace of spades', 'dame de cœur', 'joker')
        """
        names = NAMES[self.language]
        if card in names.single:
            return names.single[card]
        rank, suit = card[:-1], self.suit(card[-1])
        spoken = NUMBERS[self.language][int(rank) - 2] if rank.isdigit() else names.ranks[rank]
        return names.patterns["card"].format(rank=spoken, suit=suit)

    def the(self, card: str) -> str:
        """A card in words, with its article.

        >>> Words("en").the("AS"), Words("fr").the("AS"), Words("fr").the("QH")
        ('the ace of spades', 'l’as de pique', 'la dame de cœur')
        """
        articles = ARTICLES[self.language]
        return articles.get(card[:-1], articles[""]) + self.card(card)

    def short(self, card: str) -> str:
        """A card in signs.

        >>> Words("en").short("TS"), Words("fr").short("QH")
        ('10♠', 'D♥')
        """
        joker = card in NAMES[self.language].single
        return self.card(card) if joker else card_label(card, self.language)

    def bid(self, bid: str) -> str:
        """A bid without its verb.

        >>> Words("en").bid("7H"), Words("fr").bid("8NT"), Words("fr").bid("open misere")
        ('7 ♥', '8 SA', 'misère étalée')
        """
        if "misere" in bid:
            return self.say(bid.replace(" ", "_"))
        tricks = bid.rstrip("NTSCDH")
        suit = bid.removeprefix(tricks)
        return f"{tricks} {SIGNS.get(suit) or self.say('no_trumps_short')}"

    def spoken_bid(self, bid: str) -> str:
        """A bid as it is read aloud.

        >>> Words("fr").spoken_bid("7H")
        '7 cœur'
        """
        if "misere" in bid:
            return self.bid(bid)
        tricks = bid.rstrip("NTSCDH")
        return f"{tricks} {self.suit(bid.removeprefix(tricks))}"

    def meld(self, meld: str) -> str:
        """A meld in words.

        >>> Words("en").meld("marriage H"), Words("fr").meld("four A")
        ('marriage of hearts', 'quatre as (cent d’as)')
        """
        if meld == "binage":
            return meld
        kind, _, rest = meld.partition(" ")
        if kind == "four":
            name = self.say("four", rank=NAMES[self.language].several[rest])
            return name + self.say("hundred_aces") if rest == "A" else name
        return self.say(kind, suit=self.suit(rest))

    def move(self, move: str) -> str:
        """A move in words, as the one who makes it reads it.

        >>> Words("en").move("bid 7H"), Words("fr").move("discard AS"), Words("en").move("JK=D")
        ('bid 7 hearts', 'écarter l’as de pique', 'joker, led as diamonds')
        """
        verb, _, rest = move.partition(" ")
        if move in ("draw", "exchange", "stop", "pass", "alone"):
            return self.say("do_" + move)
        if verb in ("marriage", "quint", "four", "binage"):
            return self.say("do_declare_" + verb, meld=self.meld(move))
        if verb == "bid":
            return self.say("do_bid", bid=self.spoken_bid(rest))
        if verb == "name":
            return self.say("do_name", suit=self.suit(rest))
        if verb in ("discard", "call"):
            return self.say("do_" + verb, card=self.the(rest))
        card, _, suit = move.partition("=")
        name = self.card(card)
        return self.say("joker_as", card=name, suit=self.suit(suit)) if suit else name
