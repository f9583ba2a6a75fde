"""Words of PTN: seats, cards, hands, bids and options as they are written there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from cinqcents_env._words import shown
from cinqcents_env.cards import SUITS
from cinqcents_env.notation.errors import RecordError, ReplayError
from cinqcents_env.rulebook import FiveHundredRules, RulesError
from cinqcents_env.rulebook import rules as find_rules

COMPASS = "WNES"
"""Seats in the order of play; West is seat 0."""

SEAT_TAGS = dict(zip(COMPASS, ("West", "North", "East", "South"), strict=True))
SYMBOLS = dict(zip(SUITS, "♠♣♦♥", strict=True))
DEAL_SUITS = "SHDC"
JOKERS = {"JK": "H", "JK2": "L"}
GAME_CODE = "FiveHundred"
MESSAGE_LIMIT = 300
"""Characters of what an error says of its tag."""


class PtnError(RecordError):
    """Something that PTN cannot say, or that cannot be played here; ``tag`` names where."""

    def __init__(self, tag: str, message: str) -> None:
        short = message if len(message) <= MESSAGE_LIMIT else message[:MESSAGE_LIMIT] + " ..."
        super().__init__(f"PTN tag {tag!r}: {short}")
        self.tag = tag


class PtnReplayError(PtnError, ReplayError):
    """A deal that PTN can say, but whose play does not go as the tag says; names the place."""

    def __init__(self, tag: str, message: str, place: str) -> None:
        super().__init__(tag, message)
        self.args = (f"{place}: {self.args[0]}",)


@dataclass(frozen=True)
class PtnDeal:
    """One deal out of a PTN file.

    Attributes:
        position: where the deal begins, as ``Game.from_position`` takes it.
        moves: all moves of the deal, as move texts.
        scores: points of each side after the deal; None where the file does not tell.
        names: name of the player at each seat, by ``"West"`` and so on.
        event: what the file calls the game.
    """

    position: dict[str, Any]
    moves: tuple[str, ...]
    scores: tuple[int, ...] | None = None
    names: dict[str, str] = field(default_factory=dict)
    event: str = ""


def seats_of(rules: FiveHundredRules) -> str:
    """Compass letters of the seats in use.

    Raises:
        PtnError: PTN has no seats for so many players, or no word for the rules.
    """
    if rules.players not in (3, 4):
        raise PtnError(
            "Deal", f"PTN has no seats for the {rules.players} players of {rules.ruleset}"
        )
    if rules.all_pass == "no_trumps":
        raise PtnError("Contract", "PTN has no word for the no-trump deal after all have passed")
    return COMPASS[: rules.players]


def card_out(card: str) -> str:
    """A card, suit first."""
    return "J" + JOKERS[card] if card in JOKERS else card[-1] + card[:-1]


def card_in(text: str, tag: str, rules: FiveHundredRules) -> str:
    """Card text of a card written suit first."""
    card = {"JH": "JK", "JL": "JK2"}.get(text, text[1:] + text[:1])
    if card not in rules.cards:
        raise PtnError(tag, f"{text!r} is not a card of the {rules.pack}-card pack")
    return card


def cards_in(text: str, tag: str, rules: FiveHundredRules) -> list[str]:
    """Card texts of a list such as ``C8HQS5``."""
    if len(text) % 2:
        raise PtnError(tag, f"{text!r} is not a list of cards such as 'C8HQS5'")
    return [card_in(text[i : i + 2], tag, rules) for i in range(0, len(text), 2)]


def hand_out(cards: list[str]) -> str:
    """A hand: spades.hearts.diamonds.clubs, highest first, then the jokers."""
    groups = ["".join(c[:-1] for c in reversed(cards) if c[-1] == suit) for suit in DEAL_SUITS]
    jokers = "".join(JOKERS[card] for card in cards if card in JOKERS)
    return ".".join([*groups, jokers] if jokers else groups)


def hand_in(text: str, rules: FiveHundredRules) -> str:
    """Card texts of a hand."""
    groups = text.split(".")
    if len(groups) not in (4, 5):
        raise PtnError("Deal", f"{text!r} is not a hand of four suits")
    cards = [rank + suit for ranks, suit in zip(groups, DEAL_SUITS, strict=False) for rank in ranks]
    back = {letter: joker for joker, letter in JOKERS.items()}
    cards += [back.get(letter, letter) for letter in (groups[4] if len(groups) == 5 else "")]
    for card in cards:
        if card not in rules.cards:
            raise PtnError("Deal", f"{card!r} in {text!r} is not a card of the pack")
    return " ".join(sorted(cards, key=rules.cards.index))


def bid_out(bid: str) -> str:
    """A bid or contract, such as ``6♣``, ``7NT``, ``Nullo``."""
    if "misere" in bid:
        return "OpenNullo" if bid.startswith("open") else "Nullo"
    return bid if bid.endswith("NT") else bid[:-1] + SYMBOLS[bid[-1]]


def bid_in(text: str, tag: str) -> str:
    """Bid text of a bid or contract."""
    plain = text.casefold().replace("è", "e").replace(" ", "")
    plain = plain.removeprefix("250").replace("nullo", "misere")
    if plain in ("misere", "openmisere"):
        return "open misere" if plain.startswith("open") else "misere"
    number, suit = text[:-1], text[-1:]
    if text.upper().endswith("NT"):
        number, suit = text[:-2], "NT"
    suit = {symbol: letter for letter, symbol in SYMBOLS.items()}.get(suit, suit)
    if number not in ("6", "7", "8", "9", "10") or suit not in (*SUITS, "NT"):
        raise PtnError(tag, f"{text!r} is not a bid such as '6♣', '7NT' or 'Nullo'")
    return number + suit


def options_out(rules: FiveHundredRules) -> dict[str, Any]:
    """What ``GameOptionsJson`` can say of the rules."""
    options: dict[str, Any] = {
        "variation": 1 if rules.pack.startswith("43") else 0,
        "deckSize": len(rules.cards),
        "mustBidToWin": rules.win_needs_contract,
        "S8Overbid250Nullo": rules.misere_rank != "above_8S",
    }
    if rules.misere == "after_seven":
        options["whenNullo"] = 1
    if rules.auction == "passer_may_return":
        options["bidAfterPass"] = 2
    return options


def options_in(text: str) -> FiveHundredRules:
    """Rules that a ``GameOptionsJson`` of another program means.

    Raises:
        PtnError: an option or a value of it that is not offered here.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise PtnError("GameOptionsJson", "is not a JSON object")
    given.pop("noWatching", None)
    new: dict[str, Any] = {}
    meanings: dict[str, dict[Any, tuple[str, Any]]] = {
        "variation": {0: ("pack", "45"), 1: ("pack", "43")},
        "deckSize": {n: ("pack", str(n)) for n in (42, 43, 45, 46)},
        "mustBidToWin": {True: ("win_needs_contract", True), False: ("win_needs_contract", False)},
        "whenNullo": {1: ("misere", "after_seven")},
        "S8Overbid250Nullo": {
            True: ("misere_rank", "above_7NT"),
            False: ("misere_rank", "above_8S"),
        },
        "bidAfterPass": {0: ("auction", "until_passed"), 2: ("auction", "passer_may_return")},
    }
    for name in (*meanings, *(set(given) - set(meanings))):
        if name in given:
            values = meanings.get(name, {})
            value = given[name]
            if not isinstance(value, bool | int) or value not in values:
                raise PtnError("GameOptionsJson", f"{name}={shown(value, 40)} is not offered here")
            option, meant = values[value]
            new[option] = meant
    rules = find_rules("au4", **new)
    assert isinstance(rules, FiveHundredRules)
    return rules


def rules_in(ruleset: str, options: str) -> FiveHundredRules:
    """Rules named in the tags ``RuleSet`` and ``RuleOptions``, which are ours."""
    try:
        rules = find_rules(ruleset, **json.loads(options))
    except (ValueError, TypeError, RecursionError, RulesError) as error:
        raise PtnError("RuleSet", f"{ruleset!r} {error}") from None
    if not isinstance(rules, FiveHundredRules):
        raise PtnError("RuleSet", f"{ruleset!r} is not a rule set of Five Hundred")
    return rules
