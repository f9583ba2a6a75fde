"""Side by side: one game of the project and one of the oracle, driven by the same random moves."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any

import cinqcents_env as cc

from .compare_records import record_difference, restored
from .five_hundred import Oracle
from .five_hundred_auction import ladder
from .five_hundred_cards import SAME_COLOUR, is_joker, pack, rank_order, text_of
from .five_hundred_rule_sets import TABLE

DEAL_FIELDS = (
    "dealer",
    "hands",
    "kitty",
    "dead",
    "discards",
    "auction",
    "contract",
    "declarer",
    "called",
    "partner",
    "joker_suit",
    "tricks",
    "scores",
    "suits_led",
    "phase",
    "deal_number",
)
PLAY_FIELDS = ("leader", "to_move", "trick", "reached")


@dataclasses.dataclass
class Trail:
    """What one comparison went through, and the first difference it met."""

    decisions: int = 0
    contracts: Counter[str] = dataclasses.field(default_factory=Counter)
    reasons: Counter[str] = dataclasses.field(default_factory=Counter)
    joker_leads: int = 0
    difference: str | None = None
    moves: set[str] = dataclasses.field(default_factory=set)  # of the seat on move
    whole: int = 0  # decisions at which the texts were compared, not mask and record alone
    written: float = 1.0  # share of such decisions
    draw: random.Random = dataclasses.field(default_factory=lambda: random.Random(0))


@dataclasses.dataclass
class Plan:
    """How the random players lean: a lucky seat with a good suit or a hand for a misère."""

    rng: random.Random
    lucky: int | None = None
    wish: str | None = None  # S C D H, or "misere"


def stacked(position: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """Deal the same cards again so that the lucky seat can keep a high promise."""
    players = len(position["hands"])
    cards = " ".join([*position["hands"], position["kitty"], position["dead"] or ""]).split()
    plan.rng.shuffle(cards)
    plan.lucky = plan.rng.randrange(players)
    plan.wish = plan.rng.choice(["S", "C", "D", "H", "misere", "misere"])

    def merit(card: str) -> int:
        if plan.wish == "misere":
            return -100 if is_joker(card) else -rank_order(card)
        if is_joker(card) or card == "J" + SAME_COLOUR[str(plan.wish)]:
            return 100
        return rank_order(card) + (50 if card[-1] == plan.wish else 0)

    best = sorted(cards, key=merit, reverse=True)[:10]
    rest = [card for card in cards if card not in best]
    hands = []
    for seat in range(players):
        if seat == plan.lucky:
            hands.append(text_of(best))
        else:
            hands.append(text_of(rest[:10]))
            rest = rest[10:]
    size = len((position["dead"] or "").split())
    return {"hands": hands, "dead": text_of(rest[:size]), "kitty": text_of(rest[size:])}


def varied_scores(sides: int, target: int, rng: random.Random) -> list[int]:
    """Give scores short of the target: anywhere, all close to it, or some close to the loss."""
    top = (target - 10) // 10
    lowest = {"anywhere": -min(top, 49), "close": max(0, top - 6), "low": -49}
    highest = {"anywhere": top, "close": top, "low": -20}
    kind = rng.choice(("anywhere", "close", "close", "low"))
    return [10 * rng.randint(lowest[kind], highest[kind]) for _ in range(sides)]


def varied_start(game: cc.Game, plan: Plan, target: int) -> cc.Game:
    """Move the game to scores near the ends, perhaps with stacked cards."""
    position = game.position()
    changes: dict[str, Any] = {}
    if plan.rng.random() < 0.7:
        changes["scores"] = varied_scores(len(position["scores"]), target, plan.rng)
    if plan.rng.random() < 0.5:
        changes |= stacked(position, plan)
    if not changes:
        return game
    setup = game.setup
    return cc.Game.from_position(position | changes, episode=setup.episode, reward=setup.reward)


def chosen_call(legal: list[str], seat: int, plan: Plan, order: list[str]) -> str:
    """Choose a call: often pass, low bids more than high ones, misères now and then."""
    bids = [move for move in legal if move.startswith("bid ")]
    bids.sort(key=lambda move: order.index(move.removeprefix("bid ")))
    if not bids:
        return "pass"
    misery = [move for move in bids if move.endswith("misere")]
    if plan.lucky is not None:
        wished = [move for move in bids if move.endswith(str(plan.wish))]
        if seat == plan.lucky and wished and plan.rng.random() < 0.9:
            return wished[-1] if plan.rng.random() < 0.3 else plan.rng.choice(wished)
        if plan.rng.random() < 0.8:
            return "pass"
    if plan.rng.random() < 0.55:
        return "pass"
    if misery and plan.rng.random() < 0.3:
        return plan.rng.choice(misery)
    if plan.rng.random() < 0.05:
        return plan.rng.choice(bids)
    return bids[min(int(plan.rng.expovariate(0.4)), len(bids) - 1)]


def chosen_discard(legal: list[str], plan: Plan) -> str:
    """Choose a discard: mostly what does not serve the wish, the highest cards before a misère."""
    cards = [move.removeprefix("discard ") for move in legal]
    if plan.wish == "misere":
        cards.sort(key=lambda card: 99 if is_joker(card) else rank_order(card))
        return f"discard {cards[-1]}"
    loose = [card for card in cards if not is_joker(card) and card[-1] != plan.wish]
    if loose and plan.rng.random() < 0.9:
        return f"discard {plan.rng.choice(loose)}"
    return plan.rng.choice(legal)


def chosen_move(oracle: Oracle, legal: list[str], plan: Plan) -> str:
    """Choose a legal move with a lean towards rare events."""
    seat = oracle.to_move
    assert seat is not None
    if oracle.phase == "bid":
        return chosen_call(legal, seat, plan, ladder(oracle.options))
    if oracle.phase == "discard":
        return chosen_discard(legal, plan)
    if oracle.phase == "call" and plan.rng.random() < 0.25:
        return "alone"
    jokers = [move for move in legal if is_joker(move.split("=")[0])]
    if oracle.phase == "play" and jokers and plan.rng.random() < 0.35:
        return plan.rng.choice(jokers)
    return plan.rng.choice(legal)


def difference_now(
    game: cc.Game, oracle: Oracle, trail: Trail, *, begins: bool = False
) -> str | None:
    """Compare mask and record; the texts at a share of decisions, and where a deal begins."""
    trail.moves = oracle.legal()
    found = None
    if trail.written >= 1 or begins or oracle.over or trail.draw.random() < trail.written:
        trail.whole += 1
        found = face_difference(game, oracle, trail.moves) or position_difference(game, oracle)
    return found or record_difference(game, oracle, trail.moves)


def face_difference(game: cc.Game, oracle: Oracle, legal: set[str]) -> str | None:
    """Compare what a player sees of the game's course."""
    pairs: dict[str, tuple[Any, Any]] = {
        "over": (bool(game.is_over), oracle.over),
        "phase": (game.phase, oracle.phase),
        "scores": (list(game.scores), list(oracle.scores)),
    }
    if not oracle.over:
        pairs["to_move"] = (game.to_move, oracle.to_move)
        pairs["legal"] = (sorted(game.legal_moves()), sorted(legal))
    elif game.result is None:
        return "result: the game has none"
    else:
        pairs["winners"] = (sorted(game.result["winners"]), oracle.winners)
        pairs["reason"] = (game.result["reason"], oracle.reason)
    for name, (ours, theirs) in pairs.items():
        if ours != theirs:
            return f"{name}: game {ours!r}, oracle {theirs!r}"
    return returns_difference(game, oracle)


def returns_difference(game: cc.Game, oracle: Oracle) -> str | None:
    """Compare what each seat has been paid so far."""
    sides = oracle.sides
    for seat in range(oracle.players):
        if game.setup.reward == "points":
            own = next(oracle.earned[side] for side, seats in enumerate(sides) if seat in seats)
            due = (own - (sum(oracle.earned) - own) / (len(sides) - 1)) / 100
        else:
            won = len(oracle.winners)
            due = 1.0 if seat in oracle.winners else -won / max(oracle.players - won, 1)
        if abs(game.returns[seat] - due) > 1e-6:
            return f"returns of seat {seat}: game {game.returns[seat]}, oracle {due}"
    return None


def position_difference(game: cc.Game, oracle: Oracle) -> str | None:
    """Compare the written positions field by field.

    A void that the trick on the table shows may be written at once or when it is gathered.
    """
    ours, theirs = game.position(), oracle.position()
    fields = DEAL_FIELDS + (PLAY_FIELDS if oracle.phase == "play" else ())
    for name in fields:
        mine = ours[name] if ours[name] is not None or name not in ("dead", "kitty") else ""
        if mine != theirs[name]:
            return f"position {name}: game {ours[name]!r}, oracle {theirs[name]!r}"
    gathered, at_once = theirs["voids"], oracle.known(0)["voids"]
    if ours["voids"] not in (gathered, at_once):
        return f"position voids: game {ours['voids']!r}, oracle {gathered!r} or {at_once!r}"
    return None


def deal_difference(position: dict[str, Any], options: dict[str, Any]) -> str | None:
    """Check that a new deal gives ten cards each and no card twice, all from the pack."""
    cards = " ".join([*position["hands"], position["kitty"], position["dead"] or ""]).split()
    if len(set(cards)) != len(cards) or not set(cards) <= set(pack(options["pack"])):
        return f"deal: not a deal of the {options['pack']} pack: {cards}"
    if any(len(hand.split()) != 10 for hand in position["hands"]):
        return f"deal: hands not of ten cards: {position['hands']}"
    return None


def next_deal(game: cc.Game, oracle: Oracle, plan: Plan) -> str | None:
    """Hand the oracle the cards of the game's new deal."""
    plan.lucky = plan.wish = None
    position = game.position()
    if game.is_over or position["phase"] != "bid":
        return f"deal: the oracle awaits one, the game is in phase {game.phase!r}"
    oracle.deal(position["hands"], position["kitty"], position["dead"] or "")
    return deal_difference(position, oracle.options)


def note_events(trail: Trail, oracle: Oracle, move: str) -> None:
    """Count what the coverage checks ask for, before the move is made."""
    if oracle.phase == "play" and "=" in move:
        trail.joker_leads += 1
    if oracle.phase == "play" and not sum(oracle.tricks) and not oracle.known(0)["trick"]:
        trail.contracts[str(oracle.contract)] += 1


def step(game: cc.Game, oracle: Oracle, plan: Plan, trail: Trail, history: list[str]) -> cc.Game:
    """Make one random move in both games and note a difference.

    Now and then the game is written down first and goes on from what was written.
    """
    if plan.rng.random() < 0.02:
        try:
            game = restored(game, game.position())
        except AssertionError as error:
            trail.difference = str(error)
            return game
    move = chosen_move(oracle, sorted(trail.moves), plan)
    note_events(trail, oracle, move)
    history.append(f"{oracle.to_move}:{move}")
    trail.decisions += 1
    oracle.make(move)
    game.play(move)
    begins = oracle.awaiting_deal
    if begins:
        trail.difference = next_deal(game, oracle, plan)
        history.clear()
    if trail.difference is None:
        trail.difference = difference_now(game, oracle, trail, begins=begins)
    return game


def compare(name: str, options: dict[str, Any], seed: int, *, vary: bool = True) -> Trail:
    """Play one game with random moves in both; RulesError where the options contradict."""
    plan = Plan(random.Random(f"{name} {seed}"))
    game = cc.Game(name, seed=seed, **options)
    rules = dataclasses.asdict(game.rules)
    rules["players"], rules["sides"] = TABLE[name]["players"], TABLE[name]["sides"]
    if vary:
        game = varied_start(game, plan, rules["target"])
    start = game.position()
    oracle = Oracle(rules, start)
    trail = Trail(difference=deal_difference(start, rules))
    trail.difference = trail.difference or difference_now(game, oracle, trail, begins=True)
    history: list[str] = []
    while trail.difference is None and not oracle.over:
        game = step(game, oracle, plan, trail, history)
    trail.reasons[str(oracle.reason)] += 1
    if trail.difference is not None:
        trail.difference = (
            f"{name} {options} seed {seed}, decision {trail.decisions}: {trail.difference}\n"
            f"moves of this deal: {' '.join(history)}\noracle: {oracle.position()}"
        )
    return trail


def differences(rules_name: str, options: dict[str, Any], seed: int) -> tuple[int, str | None]:
    """Give the number of decisions compared and the first difference in words, None if none."""
    trail = compare(rules_name, options, seed)
    return trail.decisions, trail.difference
