"""Cards, moves and sentences in English and French."""

from __future__ import annotations

from typing import NamedTuple

from cinqcents_env.web.texts import SENTENCES

LANGUAGES = ("en", "fr")

SUITS = {
    "en": {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no-trumps"},
    "fr": {"S": "pique", "C": "trèfle", "D": "carreau", "H": "cœur", "NT": "sans-atout"},
}
SIGNS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
_ENGLISH = "two three four five six seven eight nine ten eleven twelve thirteen".split()
_FRENCH = "deux trois quatre cinq six sept huit neuf dix onze douze treize".split()
RANKS = {
    "en": {
        **{str(n + 2): word for n, word in enumerate(_ENGLISH)},
        "T": "ten",
        "J": "jack",
        "Q": "queen",
        "K": "king",
        "A": "ace",
    },
    "fr": {
        **{str(n + 2): word for n, word in enumerate(_FRENCH)},
        "T": "dix",
        "J": "valet",
        "Q": "dame",
        "K": "roi",
        "A": "as",
    },
}
JOKERS = {
    "en": {"JK": "joker", "JK2": "low joker"},
    "fr": {"JK": "joker", "JK2": "petit joker"},
}
PLURALS = {
    "en": {"A": "aces", "T": "tens", "K": "kings", "Q": "queens", "J": "jacks"},
    "fr": {"A": "as", "T": "dix", "K": "rois", "Q": "dames", "J": "valets"},
}
SHORT_RANKS = {"en": {"T": "10"}, "fr": {"T": "10", "J": "V", "Q": "D", "K": "R"}}
"""Letters of ranks on French cards, where they differ."""


class Words(NamedTuple):
    """What the pages say, in one language."""

    language: str

    def say(self, sentence: str, **values: object) -> str:
        """A sentence of the catalogue, filled in.

        Raises:
            KeyError: there is no such sentence.
        """
        return SENTENCES[sentence][LANGUAGES.index(self.language)].format(**values)

    def suit(self, suit: str) -> str:
        """A suit, or ``NT``, in words."""
        return SUITS[self.language][suit]

    def card(self, card: str) -> str:
        """A card in words.

        >>> Words("en").card("AS"), Words("fr").card("QH"), Words("fr").card("JK")
        ('ace of spades', 'dame de cœur', 'joker')
        """
        if card in JOKERS[self.language]:
            return JOKERS[self.language][card]
        rank, suit = RANKS[self.language][card[:-1]], self.suit(card[-1])
        return f"{rank} of {suit}" if self.language == "en" else f"{rank} de {suit}"

    def short(self, card: str) -> str:
        """A card in signs.

        >>> Words("en").short("TS"), Words("fr").short("QH")
        ('10♠', 'D♥')
        """
        if card in JOKERS[self.language]:
            return self.card(card)
        return SHORT_RANKS[self.language].get(card[:-1], card[:-1]) + SIGNS[card[-1]]

    def bid(self, bid: str) -> str:
        """A bid without its verb.

        >>> Words("en").bid("7H"), Words("fr").bid("8NT"), Words("fr").bid("open misere")
        ('7 ♥', '8 SA', 'misère ouverte')
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
        ('marriage of hearts', "quatre as (cent d'as)")
        """
        if meld == "binage":
            return meld
        kind, _, rest = meld.partition(" ")
        if kind == "four":
            name = self.say("four", rank=PLURALS[self.language][rest])
            return name + self.say("hundred_aces") if rest == "A" else name
        return self.say(kind, suit=self.suit(rest))

    def move(self, move: str) -> str:
        """A move in words, as the one who makes it reads it.

        >>> Words("en").move("bid 7H"), Words("fr").move("discard AS"), Words("en").move("JK=D")
        ('bid 7 hearts', 'écarter as de pique', 'joker, led as diamonds')
        """
        verb, _, rest = move.partition(" ")
        if move in ("draw", "exchange", "stop", "pass", "alone"):
            return self.say("do_" + move)
        if verb in ("marriage", "quint", "four", "binage"):
            return self.say("do_declare", meld=self.meld(move))
        if verb == "bid":
            return self.say("do_bid", bid=self.spoken_bid(rest))
        if verb == "name":
            return self.say("do_name", suit=self.suit(rest))
        if verb in ("discard", "call"):
            return self.say("do_" + verb, card=self.card(rest))
        card, _, suit = move.partition("=")
        name = self.card(card)
        return self.say("joker_as", card=name, suit=self.suit(suit)) if suit else name
