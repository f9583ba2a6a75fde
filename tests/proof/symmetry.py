"""Symmetry: turned round the table, or with suits exchanged, a game stays the same game.

A turned game must give every seat the observations, masks and pay-offs that the seat it
was turned from had. In the two-player family that goes on to the end of the game, since
cards are dealt from the dealer on; elsewhere the deals to come belong to the seats, so it
goes to the end of the deal. Suits are exchanged where the rules do not tell them apart.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import numpy as np

import cinqcents_env as cc
from tests.proof.cases import SHORT, family

Position = dict[str, Any]
Suits = Mapping[str, str]
SUITED = re.compile(r"^(|JK2?=|\d+|[TJQKA])([SCDH])$")
BY_SEAT = "hands captured marked melds known earned tricks voids played".split()
SEATS = "dealer leader to_move declarer partner winning".split()


# turning the table


def turned(game: cc.Game, by: int) -> Position:
    """The position with every seat moved on by ``by`` places."""
    position = json.loads(json.dumps(game.position()))
    seats, sides = game.num_players, len(game.rules.sides)
    for name in set(BY_SEAT) & set(position):
        position[name] = _rolled(position[name], by % len(position[name]))
    if "scores" in position:
        position["scores"] = _rolled(position["scores"], by % sides)
        position["reached"] = [(side + by) % sides for side in position["reached"]]
    if "jokerless" in position:
        position["jokerless"] = [(seat + by) % seats for seat in position["jokerless"]]
    for name in set(SEATS) & set(position):
        if position[name] is not None:
            position[name] = (position[name] + by) % seats
    return position


def _rolled(values: list[Any], by: int) -> list[Any]:
    return values[-by:] + values[:-by] if by else values


def turning_error(game: cc.Game, other: cc.Game, by: int) -> str:
    """What differs between a game and the same game turned round."""
    seats = game.num_players
    pairs: dict[str, tuple[Any, Any]] = {"over": (game.is_over, other.is_over)}
    if not game.is_over:
        pairs["seat on move"] = ((game.to_move + by) % seats, other.to_move)
        pairs["mask"] = (game.legal_mask().tobytes(), other.legal_mask().tobytes())
    else:
        assert game.result is not None
        assert other.result is not None
        winners = sorted((seat + by) % seats for seat in game.result["winners"])
        pairs["winners"] = (winners, other.result["winners"])
        pairs["reason"] = (game.result["reason"], other.result["reason"])
    pairs["returns"] = (_rolled(game.returns, by), other.returns)
    for seat in range(seats):
        mine, theirs = game.observation(seat), other.observation((seat + by) % seats)
        pairs[f"observation of seat {seat}"] = (mine.tobytes(), theirs.tobytes())
    return ", ".join(name for name, (one, two) in pairs.items() if one != two)


# exchanging suits


def exchanges(rules: cc.Rules) -> list[Suits]:
    """Exchanges of suits that the rules do not notice once it is known what is trumps."""
    suits = "SCDH" if len(rules.cards) > 8 else "SH"
    found = []
    for order in permutations(suits):
        swap = dict(zip(suits, order, strict=True))
        pack = {suited(card, swap) for card in rules.cards.cards}
        if pack == set(rules.cards.cards) and _keeps_groups(rules, swap):
            found.append(swap)
    return found[1:]  # the first leaves everything as it is


def _keeps_groups(rules: cc.Rules, swap: Suits) -> bool:
    if rules.family == "five_hundred":  # bowers: suits of a colour stay together
        return {swap["S"], swap["C"]} in ({"S", "C"}, {"D", "H"})
    binage = set(rules.binage_cards.split())
    return not rules.binage or {suited(card, swap) for card in binage} == binage


def suited(text: str, swap: Suits) -> str:
    """A card or move text with its suit exchanged."""
    *head, last = text.split(" ")
    found = SUITED.match(last)
    if found:
        last = found[1] + swap[found[2]]
    return " ".join([*head, last])


def exchanged(value: Any, swap: Suits) -> Any:
    """A position with its suits exchanged; texts that name none stay."""
    if isinstance(value, str):
        return " ".join(suited(word, swap) for word in value.split(" "))
    if isinstance(value, list):
        return [exchanged(item, swap) for item in value]
    if isinstance(value, dict):
        return {name: exchanged(item, swap) for name, item in value.items()}
    return value


def with_suits_exchanged(game: cc.Game, swap: Suits) -> Position:
    """The position of a game with its suits exchanged."""
    position = json.loads(json.dumps(game.position()))
    kept = {name: position.pop(name) for name in ("rules", "options")}
    for name in {"voids", "suits_led"} & set(position):  # several suits in one word
        kept[name] = json.loads("".join(swap.get(c, c) for c in json.dumps(position.pop(name))))
    return exchanged(position, swap) | kept


def exchanging_error(game: cc.Game, other: cc.Game, swap: Suits) -> str:
    """What differs between a game and the same game with suits exchanged."""
    moves = sorted(suited(move, swap) for move in game.legal_moves())
    pairs: dict[str, tuple[Any, Any]] = {"legal moves": (moves, sorted(other.legal_moves()))}
    pairs["scores"] = (game.scores, other.scores)
    pairs["seat on move"] = (game.to_move, other.to_move)
    places = _places(game.rules, swap)
    for seat in range(game.num_players):
        mine, theirs = game.observation(seat), other.observation(seat)
        again = np.zeros_like(mine)
        again[places] = mine
        _exchange_number(game.rules, again, swap)
        pairs[f"observation of seat {seat}"] = (again.tobytes(), theirs.tobytes())
    return ", ".join(name for name, (one, two) in pairs.items() if one != two)


def _places(rules: cc.Rules, swap: Suits) -> np.ndarray[Any, Any]:
    """Where each feature goes."""
    return _places_of(rules, tuple(swap.items()))


@functools.lru_cache(maxsize=64)
def _places_of(rules: cc.Rules, pairs: tuple[tuple[str, str], ...]) -> np.ndarray[Any, Any]:
    swap, layout = dict(pairs), cc.observation_layout(rules)
    places = np.arange(layout[-1][1].stop)
    for name, part, _ in layout:
        labels = _labels(rules, name, part.stop - part.start)
        if labels:
            at = {label: i for i, label in enumerate(labels)}
            to = [at[(seat, suited(text, swap))] for seat, text in labels]
            places[part] = part.start + np.array(to)
    return places


def _labels(rules: cc.Rules, name: str, size: int) -> list[tuple[int, str]]:
    """The card, suit or move that each feature of a block stands for, seat by seat."""
    cards = list(rules.cards.cards)
    suits = list("SCDH" if len(cards) > 8 else "SH")
    texts = {"trump": suits, "led_suit": suits, "suits_led": suits, "joker_suit": suits}
    texts |= {"voids": suits, "played": cards}
    if name.startswith("melds"):
        texts[name] = [cc.move_text(rules, len(cards) + i) for i in range(size)]
    elif name in ("bids", "contract"):
        first = cc.move_index(rules, "bid 6S")
        bids = [cc.move_text(rules, first + i) for i in range(27)]
        texts |= {"bids": bids, "contract": [*bids, "none"]}
    elif size == len(cards):
        texts[name] = cards
    labels = texts.get(name, [])
    return [(seat, text) for seat in range(size // max(len(labels), 1)) for text in labels]


def _exchange_number(rules: cc.Rules, observation: Any, swap: Suits) -> None:
    """The one number that tells a card: which was taken from the table in this step."""
    if rules.family != "cinqcents":
        return
    at = next(part for name, part, _ in cc.observation_layout(rules) if name == "step_exchanged")
    taken = round(float(observation[at][0]) * len(rules.cards))
    if taken:
        card = suited(rules.cards.text(taken - 1), swap)
        observation[at] = (rules.cards.index(card) + 1) / len(rules.cards)


# walks


def chosen(game: cc.Game, rng: random.Random) -> str:
    """A random move with a lean towards passing and declaring."""
    moves = game.legal_moves()
    longer = [move for move in moves if " " in move and not move.startswith(("bid", "discard"))]
    if "pass" in moves and rng.random() < 0.6:
        return "pass"
    return rng.choice(longer if longer and rng.random() < 0.5 else moves)


def turning_walk(ruleset: str, options: Mapping[str, Any], seed: int) -> tuple[int, str]:
    """Play a game and a turned one on: (decisions compared, first difference)."""
    rng = random.Random(f"turn {ruleset} {seed}")
    game = _advanced(ruleset, options, seed, rng)
    by = rng.randrange(1, game.num_players)
    whole = game.rules.family == "cinqcents"
    setup = game.setup
    place = json.loads(json.dumps(game.position()))
    game = cc.Game.from_position(place, episode=setup.episode, reward=setup.reward)
    other = cc.Game.from_position(turned(game, by), episode=setup.episode, reward=setup.reward)
    deal, decisions = game.position()["deal_number"], 0
    while True:
        error = turning_error(game, other, by)
        decisions += 1
        if error:
            return decisions, _told(game, other, f"turned by {by}", error)
        if game.is_over:
            return decisions, ""
        move = chosen(game, rng)
        game.play(move)
        other.play(move)
        if not whole and game.position()["deal_number"] != deal and not game.is_over:
            scores = _rolled(game.scores, by % len(game.scores))
            error = "" if scores == other.scores else f"scores {scores} {other.scores}"
            return decisions, error


def exchanging_walk(ruleset: str, options: Mapping[str, Any], seed: int) -> tuple[int, str]:
    """Play a deal on with and without suits exchanged: (decisions compared, difference)."""
    rng = random.Random(f"swap {ruleset} {seed}")
    game = _advanced(ruleset, options, seed, rng)
    position = json.loads(json.dumps(game.position()))
    swaps = exchanges(game.rules)
    if not swaps or game.is_over:
        return 0, ""
    if game.rules.family == "five_hundred":
        if position["phase"] not in ("discard", "call", "name", "play"):
            return 0, ""
        position["auction"] = []  # suits rank in the auction
    swap = rng.choice(swaps)
    game = cc.Game.from_position(position)
    other = cc.Game.from_position(with_suits_exchanged(game, swap))
    deal, decisions = position["deal_number"], 0
    while not game.is_over and game.position()["deal_number"] == deal:
        error = exchanging_error(game, other, swap)
        decisions += 1
        if error:
            return decisions, _told(game, other, f"suits {swap}", error)
        move = chosen(game, rng)
        game.play(move)
        other.play(suited(move, swap))
    if game.rules.family == "cinqcents" and game.scores != other.scores:
        return decisions, f"suits {swap}: scores {game.scores} and {other.scores} after {move}"
    return decisions, ""


def _advanced(ruleset: str, options: Mapping[str, Any], seed: int, rng: random.Random) -> cc.Game:
    """A game some random moves after its start."""
    game = cc.Game(ruleset, seed=seed, **{**SHORT[family(ruleset)], **options})
    for _ in range(rng.choice((0, 0, 8, 20, 60))):
        before = game.copy()
        game.play(chosen(game, rng))
        if game.is_over:
            return before
    return game


def _told(game: cc.Game, other: cc.Game, how: str, error: str) -> str:
    return f"{how}, {error} differ: {game.position()} and {other.position()}"
