"""Moves and results in words, for the table in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SUITS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "no-trumps"}
RANKS = {
    **{str(n): str(n) for n in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)},
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
NUMBERS = {"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten"}
SINGLE = {
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
}
HIDDEN = {"discard": "a card"}
"""First words of moves whose rest the other players may not know."""


def card_name(card: str) -> str:
    """A card in words.

    >>> card_name("AS"), card_name("12H"), card_name("JK")
    ('ace of spades', '12 of hearts', 'joker')
    """
    if card in SINGLE:
        return SINGLE[card]
    rank = RANKS[card[:-1]]
    return f"{rank} of {SUITS[card[-1]]}"


def move_name(move: str) -> str:
    """A move in words.

    >>> move_name("marriage H"), move_name("bid 8NT"), move_name("JK=D")
    ('declare king and queen of hearts', 'bid eight tricks in no-trumps', 'joker, led as diamonds')
    """
    if move in SINGLE:
        return SINGLE[move]
    verb, _, rest = move.partition(" ")
    if verb == "marriage":
        return f"declare king and queen of {SUITS[rest]}"
    if verb == "quint":
        return f"declare ace, ten, king, queen, jack of {SUITS[rest]}"
    if verb == "four":
        return f"declare four {RANKS[rest]}s"
    if verb == "bid":
        tricks = rest.rstrip("NTSCDH")
        return f"bid {NUMBERS[tricks]} tricks in {SUITS[rest.removeprefix(tricks)]}"
    if verb == "name":
        return f"make the joker one of the {SUITS[rest]}"
    if verb in ("discard", "call"):
        return f"{'lay away' if verb == 'discard' else 'call'} {card_name(rest)}"
    card, _, suit = move.partition("=")
    return f"{card_name(card)}, led as {SUITS[suit]}" if suit else card_name(card)


def told(move: str, phase: str) -> str:
    """What the others at the table are told of a move; nothing where even that says too much.

    A contractor asked for his joker's suit who names none would betray that he holds it.

    >>> told("discard AS", "discard"), told("AS", "play"), told("pass", "name")
    ('discard a card', 'AS', '')
    """
    verb = move.partition(" ")[0]
    if phase == "name" and move == "pass":
        return ""
    return f"{verb} {HIDDEN[verb]}" if verb in HIDDEN else move


def verdict(result: Mapping[str, Any], seat: int) -> str:
    """How a game ended, as its player at ``seat`` is told."""
    winners = result["winners"]
    if not winners:
        outcome = "nobody wins"
    elif seat in winners:
        outcome = "you win"
    else:
        outcome = f"you lose to {' and '.join(f'player {winner}' for winner in winners)}"
    return f"{outcome} ({result['reason']})"


def winners_and_scores(result: Mapping[str, Any] | None, scores: list[int]) -> str:
    """How a game ended, for one who did not play."""
    points = " to ".join(map(str, scores))
    if result is None:
        return f"not finished, scores {points}"
    winners = result["winners"]
    if not winners:
        return f"nobody wins ({result['reason']}), scores {points}"
    who = " and ".join(f"player {seat}" for seat in winners)
    verb = "wins" if len(winners) == 1 else "win"
    return f"{who} {verb} ({result['reason']}), scores {points}"
