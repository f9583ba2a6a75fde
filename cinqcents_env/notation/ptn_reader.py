"""Reading PTN: tags, auction and table of tricks become a position and move texts."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from cinqcents_env._words import shown
from cinqcents_env.cards import SUITS
from cinqcents_env.engine.batch import loops
from cinqcents_env.engine.five_hundred import OVER, PHASES, pack_rules
from cinqcents_env.notation.errors import PositionError
from cinqcents_env.notation.five_hundred import from_position, scores_of
from cinqcents_env.notation.moves import move_index, move_texts
from cinqcents_env.notation.ptn_text import (
    GAME_CODE,
    SEAT_TAGS,
    PtnDeal,
    PtnError,
    PtnReplayError,
    bid_in,
    card_in,
    cards_in,
    hand_in,
    options_in,
    rules_in,
    seats_of,
)
from cinqcents_env.rulebook import REGISTRY, FiveHundredRules

_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_TABLES = ("Auction", "Play")


def read_ptn(text: str) -> list[PtnDeal]:
    """The deals of a PTN text, each replayed to its end.

    Raises:
        PtnError: names the tag that cannot be read or says something that is not offered
            here; PtnReplayError, a ReplayError too, names deal, ply and move where the play
            does not agree with it.
    """
    deals = [_Reader(at, *parts).read() for at, parts in enumerate(_split(text), start=1)]
    if not deals:
        raise PtnError("Deal", "the text holds no deal")
    return deals


def _split(text: str) -> list[tuple[dict[str, str], dict[str, list[str]]]]:
    """(tags, lines under the tables) of every deal; a tag seen again begins the next."""
    deals: list[tuple[dict[str, str], dict[str, list[str]]]] = []
    table: list[str] | None = None
    for line in text.splitlines():
        found = _TAG.fullmatch(line.strip())
        if found:
            name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
            if not deals or name in deals[-1][0]:
                deals.append(({}, {}))
            deals[-1][0][name] = value
            table = deals[-1][1].setdefault(name, []) if name in _TABLES else None
        elif line.strip():
            if table is None:
                raise PtnError(
                    "Event", f"{shown(line.strip(), 40)} is neither a tag nor part of a table"
                )
            table.append(line.strip())
    return deals


class _Reader:
    """Reads and replays one deal."""

    def __init__(self, number: int, tags: dict[str, str], tables: dict[str, list[str]]) -> None:
        self.number, self.tags, self.tables = number, tags, tables
        self.rules = self._rules()
        self.seats = seats_of(self.rules)
        self.loops, self.packed = loops("five_hundred"), pack_rules(self.rules)
        self.texts = move_texts(self.rules)
        self.moves: list[str] = []

    def read(self) -> PtnDeal:
        """The deal, from scores such that those after it are the ones stated."""
        position = self._position()
        self._replay(position)
        after = self._stated_scores()
        if after is not None:
            earned = self.states["earned"][0][: self.rules.num_sides]
            position["scores"] = [a - int(e) for a, e in zip(after, earned, strict=True)]
            self._replay(position)
            if scores_of(self.rules, self.states[0]) != after:
                raise self._failure(
                    "GameScores", f"the play leads to {scores_of(self.rules, self.states[0])}"
                )
        names = {tag: self.tags[tag] for tag in SEAT_TAGS.values() if tag in self.tags}
        scores = None if after is None else tuple(after)
        return PtnDeal(position, tuple(self.moves), scores, names, self.tags.get("Event", ""))

    def _rules(self) -> FiveHundredRules:
        code = self.tags.get("GameCode", GAME_CODE)
        if code != GAME_CODE:
            raise PtnError("GameCode", f"{code!r} is not {GAME_CODE!r}")
        if "RuleSet" in self.tags:
            return rules_in(self.tags["RuleSet"], self.tags.get("RuleOptions", "{}"))
        return options_in(self.tags.get("GameOptionsJson", "{}"))

    def _tag(self, name: str) -> str:
        if name not in self.tags:
            raise PtnError(name, "is missing")
        return self.tags[name]

    def _seat(self, tag: str, letter: str) -> int:
        if letter not in self.seats or len(letter) != 1:
            raise PtnError(tag, f"{letter!r} is not a seat of {' '.join(self.seats)}")
        return self.seats.index(letter)

    def _position(self) -> dict[str, Any]:
        """The position at the beginning of the deal, with scores of zero."""
        first, _, hands = self._tag("Deal").partition(":")
        start, texts = self._seat("Deal", first), hands.split()
        players = self.rules.players
        if len(texts) != players:
            raise PtnError("Deal", f"holds {len(texts)} hands, not {players}")
        dealt = [hand_in(texts[(seat - start) % players], self.rules) for seat in range(players)]
        kitty = cards_in(self._tag("Undealt"), "Undealt", self.rules)
        kitty.sort(key=self.rules.cards.index)
        return {
            "rules": self.rules.ruleset,
            "options": self.rules.changed_from(REGISTRY[self.rules.ruleset]),
            "dealer": self._seat("Dealer", self._tag("Dealer")),
            "hands": dealt,
            "kitty": " ".join(kitty),
            "scores": [0] * self.rules.num_sides,
        }

    def _replay(self, position: dict[str, Any]) -> None:
        """Play the whole deal from a position."""
        try:
            self.states = from_position(self.rules, position)
        except PositionError as error:
            raise PtnError("Undealt" if error.field == "kitty" else "Deal", str(error)) from None
        if len(position["kitty"].split()) != self.rules.kitty:
            raise PtnError("Undealt", f"holds {position['kitty']!r}, not {self.rules.kitty} cards")
        if int(self.states["hand"][0][0]).bit_count() != 10:
            raise PtnError("Deal", "a hand has ten cards")
        self.moves = []
        self._bid(int(position["dealer"]))
        if self._over():
            return
        self._check_contract(position["kitty"])
        self._lay_away()
        self._play()

    @property
    def _phase(self) -> str:
        return PHASES[int(self.states["phase"][0])]

    def _over(self) -> bool:
        return bool(self.states["phase"][0] == OVER or self.states["deal_number"][0] > 0)

    def _failure(self, tag: str, message: str, move: str = "") -> PtnReplayError:
        """The error of a deal that does not go on with ``move``, or not as its tags say."""
        ply = len(self.moves) + bool(move)
        last = move or (self.moves[-1] if self.moves else "")
        said = f"move {last!r}" if last else "before any move"
        return PtnReplayError(tag, message, f"deal {self.number}, ply {ply}, {said}")

    def _move(self, tag: str, move: str) -> None:
        seat = int(self.states["to_move"][0])
        if self._over():
            raise self._failure(tag, f"{move!r} follows when the deal is over", move)
        if not self._try(self.states, move):
            raise self._failure(tag, f"{move!r} is not legal for {self.seats[seat]}", move)
        self.moves.append(move)

    def _try(self, states: np.ndarray[Any, Any], move: str) -> bool:
        if move not in self.texts:
            return False
        action = move_index(self.rules, move)
        return bool(self.loops.step_game(self.packed, states, 0, action))

    def _bid(self, dealer: int) -> None:
        seat = self._seat("Auction", self._tag("Auction"))
        if seat != (dealer + 1) % self.rules.players:
            raise PtnError("Auction", "does not begin left of the dealer")
        words = " ".join(self.tables.get("Auction", [])).replace("Open ", "Open").split()
        for word in words:
            asked = self._phase == "bid" and not self._over()
            asked = asked and self.states["to_move"][0] == seat
            if word != "-":
                call = "pass" if word.casefold() == "pass" else f"bid {bid_in(word, 'Auction')}"
                if not asked:
                    message = f"{word!r} by {self.seats[seat]}, who is not asked"
                    raise self._failure("Auction", message, call)
                self._move("Auction", call)
            elif asked:
                raise self._failure("Auction", f"{self.seats[seat]} has to speak")
            seat = (seat + 1) % self.rules.players
        if self._phase == "bid" and not self._over():
            raise self._failure("Auction", "ends before it is decided")

    def _check_contract(self, kitty: str) -> None:
        declarer = int(self.states["declarer"][0])
        stated = bid_in(self._tag("Contract"), "Contract")
        last = [move for move in self.moves if move.startswith("bid ")][-1]
        if last != f"bid {stated}":
            raise self._failure("Contract", f"is {stated}, but the auction ends with {last}")
        if self._seat("Declarer", self._tag("Declarer")) != declarer:
            raise self._failure("Declarer", f"is not {self.seats[declarer]}, who won the auction")
        if "CardsAdded" in self.tags and set(self._added("CardsAdded")) != set(kitty.split()):
            raise PtnError("CardsAdded", f"are not the undealt cards {kitty}")

    def _added(self, tag: str) -> list[str]:
        letter, _, cards = self._tag(tag).partition(":")
        if self._seat(tag, letter) != self.states["declarer"][0]:
            raise PtnError(tag, f"{letter} is not the declarer")
        return cards_in(cards, tag, self.rules)

    def _lay_away(self) -> None:
        for card in self._added("CardsRemoved"):
            self._move("CardsRemoved", f"discard {card}")
        if self._phase == "discard":
            raise self._failure("CardsRemoved", f"are fewer than {self.rules.kitty}")
        suit = self.tags.get("JokerSuit")
        if suit is not None or self._phase == "name":
            self._move("JokerSuit", "pass" if suit is None else f"name {suit}")

    def _play(self) -> None:
        first = self._seat("Play", self._tag("Play"))
        for number, line in enumerate(self.tables.get("Play", []), start=1):
            words = line.split()
            if len(words) != self.rules.players:
                raise PtnError("Play", f"trick {number} has {len(words)} columns")
            cards = {
                (first + column) % self.rules.players: card_in(word, "Play", self.rules)
                for column, word in enumerate(words)
                if word != "-"
            }
            self._play_trick(number, cards)
        if not self._over():
            raise self._failure("Play", "ends before the deal does")

    def _play_trick(self, number: int, cards: dict[int, str]) -> None:
        for place in range(len(cards)):
            seat = int(self.states["to_move"][0])
            if seat not in cards:
                message = f"trick {number} has no card of {self.seats[seat]}"
                raise self._failure("Play", message)
            card = cards[seat]
            if place == 0 and card.startswith("JK"):
                card += self._joker_suit(number, card, cards)
            self._move("Play", card)

    def _joker_suit(self, number: int, joker: str, cards: dict[int, str]) -> str:
        """``=S`` and so on where the joker that is led must be given a suit, else nothing.

        Records of other programs do not tell the suit; it is taken to be the one suit with
        which every card of the trick is legal.
        """
        for entry in self.tags.get("JokerLed", "").split():
            if entry[:-1] == str(number):
                return f"={entry[-1]}"
        if self._try(self.states.copy(), joker):
            return ""
        fitting = [suit for suit in SUITS if self._fits(f"{joker}={suit}", cards)]
        if len(fitting) != 1:
            raise PtnError("JokerLed", f"trick {number} does not tell the suit of the joker led")
        return f"={fitting[0]}"

    def _fits(self, lead: str, cards: dict[int, str]) -> bool:
        states = self.states.copy()
        if not self._try(states, lead):
            return False
        return all(
            self._try(states, cards.get(int(states["to_move"][0]), ""))
            for _ in range(len(cards) - 1)
        )

    def _stated_scores(self) -> list[int] | None:
        """Points of each side after the deal."""
        if "GameScores" not in self.tags:
            return None
        first, _, numbers = self.tags["GameScores"].partition(":")
        start, players = self._seat("GameScores", first), self.rules.players
        try:
            values = [int(number) for number in numbers.split()]
        except ValueError:
            values = []
        if len(values) != players:
            raise PtnError("GameScores", f"{numbers!r} is not {players} numbers")
        by_seat = [values[(seat - start) % players] for seat in range(players)]
        for seat, points in enumerate(by_seat):
            if points != by_seat[seat % self.rules.num_sides]:
                raise PtnError("GameScores", "partners have different scores")
        return by_seat[: self.rules.num_sides]
